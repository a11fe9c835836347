//! How a game file was understood, and which figures of the game can be computed.

use crate::exact::{BestPlayError, MOST_EXACT_STATES};
use crate::games::own::{self, Survey, most_moves_solved};
use crate::games::{MOST_LISTED, RulesCard};

use super::{Setting, record};

/// A report on a game file before anything is solved.
#[derive(Clone, Debug)]
pub struct CheckAnswer {
    /// The table examined.
    pub setting: Setting,
    /// The rules in words.
    pub card: RulesCard,
    /// The survey of the game's positions.
    pub survey: Survey,
    /// The method for the figures.
    pub answered: Answered,
    /// The rough time in seconds, without simulated games; `None` if unknown.
    pub seconds: Option<f64>,
    /// Whether to count all positions, and not only as many as are quick to examine.
    pub counts_all: bool,
}

/// The method for the figures of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// In fractions if these are not too long, with simulated games.
    Exactly,
    /// In doubles with bounds, with simulated games.
    Numerically,
    /// Best play with bounds, with simulated games.
    BestPlay,
    /// By simulated games alone: the game is too large to solve.
    Simulated,
    /// Mixed best play, because something is hidden: in fractions or with bounds, with simulated games.
    Mixed,
    /// By simulated games in which seats follow a policy of the file, `first` or `random`: best play is unknown.
    PoliciesOnly(BestPlayError),
    /// The same, because something is hidden; the survey gives the reason.
    Hidden,
}

impl Answered {
    /// The name in JSON.
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
    /// Reports on a table of a file's game; `counts_all` is whether the survey was asked to count everything.
    pub fn new(setting: Setting, survey: Survey, counts_all: bool) -> Self {
        let card = own::in_words(setting.game, &setting.rules).unwrap_or_default();
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
        (false, true) if survey.nodes <= MOST_EXACT_STATES => Answered::Exactly,
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

/// The time on a usual machine; simulated games take a few seconds more.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
fn seconds(survey: &Survey, answered: Answered) -> Option<f64> {
    const OF_STEP: f64 = 2e-7;
    const OF_MOVE: f64 = 1e-6;
    /// With more moves, the number of sweeps for best play depends on the game, if positions can repeat.
    const MOST_SWEPT: usize = 2_000_000;
    let listed = OF_STEP * survey.steps as f64 + OF_MOVE * survey.moves as f64;
    let solved = survey.time_to_solve.map(|nanoseconds| 1e-9 * nanoseconds);
    match answered {
        // Seats are then solved one by one, but the survey lists all of them at once.
        Answered::Numerically if survey.moves > MOST_LISTED => None,
        Answered::Exactly | Answered::Numerically => Some(listed + solved?),
        Answered::BestPlay if survey.comes_back && survey.moves > MOST_SWEPT => None,
        // Positions are listed once for all options of the seats, and again for their choices.
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
    "nodes": survey.nodes,
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

struct Warned<'a>(&'a own::Warning);

record!(Warned<'_>, Self(warning) =>
    "line": warning.line,
    "what": warning.text,
);

struct Counted<'a>(&'a crate::exact::HiddenSize);

record!(Counted<'_>, Self(size) =>
    "stages": size.stages,
    "nodes": size.node_count,
    "known": size.known,
    "actions": size.actions,
);

struct Written<'a>(&'a own::Endless);

record!(Written<'_>, Self(endless) =>
    "position": endless.position,
    "line": endless.line,
    "is_certain": endless.is_certain,
);
