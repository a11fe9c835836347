//! What is understood of a game file, and what can be known of the game.

use crate::exact::{BestPlayError, MOST_EXACT_STATES};
use crate::games::own::{Survey, most_moves_solved};
use crate::games::{MOST_LISTED, RulesCard};

use super::{Setting, record};

/// What is said of a game file before anything is solved.
#[derive(Clone, Debug)]
pub struct CheckAnswer {
    /// The table that was looked at.
    pub setting: Setting,
    /// The rules in words.
    pub card: RulesCard,
    /// What can come about.
    pub survey: Survey,
    /// How the figures will be come by.
    pub answered: Answered,
    /// How many seconds that takes, roughly, without simulated games; `None` where it is not known.
    pub seconds: Option<f64>,
    /// Whether all positions were to be counted, and not only as many as are soon looked at.
    pub counts_all: bool,
}

/// How the figures of a game are come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// In fractions, where these are not too long, beside simulated games.
    Exactly,
    /// In doubles with bounds, beside simulated games.
    Numerically,
    /// Best play with bounds, beside simulated games.
    BestPlay,
    /// By simulated games alone: there is too much to be solved.
    Simulated,
    /// Best play, which mixes, as something is hidden: in fractions or with bounds, beside simulated games.
    Mixed,
    /// By simulated games in which seats play by a policy of the file, by `first` or by `random`: best play is not known.
    PoliciesOnly(BestPlayError),
    /// The same, as something is hidden; the survey says why.
    Hidden,
}

impl Answered {
    /// As programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exactly => "exact",
            Self::Numerically => "numerical",
            Self::BestPlay => "best_play",
            Self::Simulated => "simulated",
            Self::Mixed => "mixed",
            Self::PoliciesOnly(_) | Self::Hidden => "policies_only",
        }
    }
}

impl CheckAnswer {
    /// What is said of a table at which a game of a file is played, of which this was seen, all of it if that was wanted.
    pub fn new(setting: Setting, survey: Survey, counts_all: bool) -> Self {
        let card = setting.game.rules_card(&setting.rules);
        let answered = answered(setting.players, &survey);
        let seconds = seconds(&survey, answered);
        Self { setting, card, survey, answered, seconds, counts_all }
    }
}

fn answered(seats: usize, survey: &Survey) -> Answered {
    if survey.hides && survey.has_choices {
        return if survey.no_equilibrium.is_some() { Answered::Hidden } else { Answered::Mixed };
    }
    let is_small = survey.is_complete && survey.moves <= MOST_LISTED;
    match (survey.has_choices, is_small) {
        (false, true) if survey.places <= MOST_EXACT_STATES => Answered::Exactly,
        (false, true) => Answered::Numerically,
        (false, false) if survey.is_independent => Answered::Numerically,
        (false, false) => Answered::Simulated,
        (true, _) if !survey.is_complete || survey.moves > most_moves_solved() => {
            let (moves, most) = (survey.moves, most_moves_solved());
            Answered::PoliciesOnly(BestPlayError::TooLarge { moves, most })
        }
        (true, _) if survey.is_for_coins && survey.comes_back => {
            Answered::PoliciesOnly(BestPlayError::CoinsComeBack)
        }
        (true, _) if seats > 2 && survey.comes_back => {
            Answered::PoliciesOnly(BestPlayError::ComesBack(seats))
        }
        (true, _) => Answered::BestPlay,
    }
}

/// On a usual machine; simulated games take some seconds besides.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
fn seconds(survey: &Survey, answered: Answered) -> Option<f64> {
    const OF_STEP: f64 = 2e-7;
    const OF_MOVE: f64 = 1e-6;
    /// With more moves it hangs on the game how often best play is gone over, where play comes back.
    const MOST_SWEPT: usize = 2_000_000;
    let listed = OF_STEP * survey.steps as f64 + OF_MOVE * survey.moves as f64;
    let solved = survey.time_to_solve.map(|nanoseconds| 1e-9 * nanoseconds);
    match answered {
        // Seats are then solved one by one, and what was listed are all of them at once.
        Answered::Numerically if survey.moves > MOST_LISTED => None,
        Answered::Exactly | Answered::Numerically => Some(listed + solved?),
        Answered::BestPlay if survey.comes_back && survey.moves > MOST_SWEPT => None,
        // Positions are listed for all that seats can do, and once more for what they do.
        Answered::BestPlay => Some(1.5 * listed + solved?),
        Answered::Mixed => survey.hidden.map(|size| size.seconds_to_solve()),
        Answered::Simulated | Answered::PoliciesOnly(_) | Answered::Hidden => None,
    }
}

record!(CheckAnswer, Self { setting, card, survey, answered, seconds, .. } =>
    "game": setting.game.name,
    "title": setting.game.title,
    "players": setting.players,
    "rules": setting.rules,
    "rules_card": [&card.set_up, &card.turn, &card.end].into_iter().flatten().collect::<Vec<_>>(),
    "positions": survey.positions,
    "places": survey.places,
    "moves": survey.moves,
    "is_complete": survey.is_complete,
    "has_choices": survey.has_choices,
    "comes_back": survey.comes_back,
    "hides": survey.hides,
    "hidden"?: survey.hidden.as_ref().map(Counted),
    "seats_are_alike": survey.seats_are_alike,
    "endless"?: survey.endless.as_ref().map(Written),
    "warnings"?: Some(survey.warnings.iter().map(Warned).collect::<Vec<_>>()).filter(|all| !all.is_empty()),
    "answered": answered.name(),
    "seconds"?: seconds,
);

struct Warned<'a>(&'a crate::games::own::Warning);

record!(Warned<'_>, Self(warning) =>
    "line": warning.line,
    "what": warning.told,
);

struct Counted<'a>(&'a crate::exact::HiddenSize);

record!(Counted<'_>, Self(size) =>
    "stages": size.stages,
    "places": size.places,
    "known": size.known,
    "actions": size.actions,
);

struct Written<'a>(&'a crate::games::own::Endless);

record!(Written<'_>, Self(endless) =>
    "position": endless.position,
    "line": endless.line,
    "is_certain": endless.is_certain,
);
