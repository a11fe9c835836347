//! The catalogue of games.

use std::sync::LazyLock;

use super::chance::file;
use super::kit::{Game, GameError};
use super::{bluffing, boards, chance, coin_tali, own};
use tali_core::messages::suggestion;

/// A game of the catalogue.
enum Entry {
    /// A game with its own rules in Rust.
    Game(&'static Game),
    /// A game defined by a game file: its number in the collection, its name and its text.
    File(u8, &'static str, &'static str),
}

/// Builds the entries of games defined by files, from their numbers and names.
macro_rules! files {
    ($($number:literal $name:literal),+) => {
        [$(Entry::File($number, $name, file!($name))),+]
    };
}

/// Games of chance, one file each.
static FILES: [Entry; 14] = files![
    1 "augustus", 2 "simple-tali", 3 "sparing-tali", 4 "tropa", 5 "century", 8 "unum-biga", 9 "hounds-and-vultures",
    10 "steps-of-the-senate", 11 "gladiators", 12 "catapulta", 13 "hounds-in-olympus", 14 "odds-out", 15 "par-tali",
    16 "pentelitha"
];

/// All other games.
static OTHERS: [Entry; 8] = [
    Entry::Game(&bluffing::liars_own_hands::GAME),
    Entry::Game(&bluffing::liars_shared_hand::GAME),
    Entry::Game(&chance::circus_maximus::GAME),
    Entry::Game(&coin_tali::GAME),
    Entry::Game(&boards::mancala::GAME),
    Entry::Game(&boards::latrunculi::GAME),
    Entry::Game(&boards::aseb::GAME),
    Entry::Game(&boards::duodecim_scriptorum::GAME),
];

impl Entry {
    const fn name(&self) -> &'static str {
        match self {
            Self::Game(game) => game.name,
            Self::File(_, name, _) => name,
        }
    }

    fn game(&self) -> Result<&'static Game, GameError> {
        match self {
            Self::Game(game) => Ok(game),
            Self::File(number, name, text) => {
                own::of_catalogue(*number, name, text).map_err(|error| GameError::File(error.to_string()))
            }
        }
    }
}

/// Returns the games in the order of the collection.
pub fn all() -> impl ExactSizeIterator<Item = &'static Game> + Clone {
    // Files are read on first use.
    static ALL: LazyLock<Vec<&'static Game>> = LazyLock::new(|| {
        let mut games: Vec<_> = entries().filter_map(|entry| entry.game().ok()).collect();
        games.sort_by_key(|game| game.number);
        games
    });
    ALL.iter().copied()
}

fn entries() -> impl Iterator<Item = &'static Entry> {
    FILES.iter().chain(&OTHERS)
}

/// Finds a game by its name.
///
/// # Errors
///
/// [`GameError::Unknown`], with the closest name.
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
    if let Some(entry) = entries().find(|entry| entry.name() == plain) {
        return entry.game();
    }
    let known = all().map(|game| game.name).collect::<Vec<_>>().join(", ");
    Err(GameError::Unknown {
        name: tali_core::messages::abridged(name),
        known,
        hint: suggestion(&plain, entries().map(Entry::name))
            .map_or_else(String::new, |hint| format!(" ({hint})")),
    })
}
