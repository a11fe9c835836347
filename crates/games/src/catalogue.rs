//! All games there are.

use super::kit::{Game, GameError};
use super::{bluffing, boards, chance, coin_tali};
use tali_core::messages::suggestion;

/// The games in the order of the collection.
pub static ALL: [&Game; 22] = [
    &chance::augustus::GAME,
    &chance::simple_tali::GAME,
    &chance::sparing_tali::GAME,
    &chance::tropa::GAME,
    &chance::century::GAME,
    &chance::circus_maximus::GAME,
    &bluffing::liars_own_hands::GAME,
    &bluffing::liars_shared_hand::GAME,
    &chance::unum_biga::GAME,
    &chance::ladders::HOUNDS_AND_VULTURES,
    &chance::ladders::STEPS_OF_THE_SENATE,
    &chance::gladiators::GAME,
    &chance::catapulta::GAME,
    &chance::hounds_in_olympus::GAME,
    &chance::odds_out::GAME,
    &chance::par_tali::GAME,
    &chance::pentelitha::GAME,
    &coin_tali::GAME,
    &boards::mancala::GAME,
    &boards::latrunculi::GAME,
    &boards::aseb::GAME,
    &boards::duodecim_scriptorum::GAME,
];

/// The game of that name.
///
/// # Errors
///
/// [`GameError::Unknown`], with the nearest right name.
///
/// ```
/// # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
/// use tali_odds::games;
///
/// assert_eq!(games::find("century")?.number, 5);
/// assert!(games::find("centurion").unwrap_err().to_string().contains("did you mean `century`"));
/// # Ok::<(), games::GameError>(())
/// ```
pub fn find(name: &str) -> Result<&'static Game, GameError> {
    let plain = name.to_lowercase().replace([' ', '_'], "-");
    ALL.iter().find(|game| game.name == plain).copied().ok_or_else(|| {
        let names = || ALL.iter().map(|game| game.name);
        let known = names().collect::<Vec<_>>().join(", ");
        GameError::Unknown {
            name: tali_core::messages::abridged(name),
            known,
            hint: suggestion(&plain, names()).map_or_else(String::new, |hint| format!(" ({hint})")),
        }
    })
}
