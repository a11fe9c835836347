//! Answers about bones, casts and games, as plain data.
//!
//! Every number is a [`Figure`]: exact, numerical with a bound, simulated with an interval, or absent with
//! a reason. The JSON form of an answer is its serde form.

mod advice;
mod balance;
mod between;
mod bones;
mod casts;
mod casts_by;
mod check;
mod credible;
mod distribution;
mod estimate;
mod evenings;
mod fit;
mod game_posterior;
mod lesson;
mod night;
mod odds;
mod plan;
mod posterior;
mod pots;
mod sensitivity;
mod strategy;
mod tune;
mod wins;
mod workload;
mod written;

pub use crate::figures::{Absence, Chance, Estimate, Figure};
pub use advice::{AdviceAnswer, PositionFormAnswer};
pub use balance::{
    About, BalanceAnswer, BalanceQuestion, Difference, Item, Mend, Mending, Remedy, Ruling, Rung,
    SeatBalance, SeatFigure, SideBySide, SkillFigures, Story, SwingFigures, Verdict,
};
pub use bones::NamedSet;
pub use casts::{CastCount, CastList, CastOrder, CastRow, CastsQuestion, KindRow};
pub use casts_by::{By, CastValue, CastsBy, CastsByRow};
pub use check::{Answered, CheckAnswer};
pub use credible::{Credible, OverPosterior};
pub use distribution::{Cumulative, PmfForm, PmfRow};
pub use estimate::{Compared, Played, Simulation};
pub use evenings::{EveningAnswer, SeatEvening};
pub use fit::{Estimated, FaceEstimate, FitAnswer, FitQuestion, Fitted, Test, TestOf};
pub use game_posterior::GamePosterior;
pub use lesson::{Lesson, LessonError};
pub use night::{
    Cut, EnoughPurse, Guest, Night, NightAnswer, NightError, NightGame, NightGameAnswer, ThrowGroup,
    Throwing, Thrown, ThrownSet, read_night, read_night_of,
};
pub use odds::{EventOdds, EventPosterior, OddsQuestion, Running, SetOdds, Subject, WaitQuantile, Within};
pub use plan::{Fewest, Goal, PlanAnswer, PlanError, PlanQuestion, PowerAnswer, PowerOf};
pub use posterior::Averaging;
pub use pots::{PotAnswer, SeatCoins};
pub use sensitivity::{BoneSensitivity, FaceSensitivity, Sensitivity, SetSensitivity};
pub use strategy::{CardColumn, StrategyAnswer};
pub use tune::{
    Choice, Metric, Relation, Sweep, Trend, TuneAnswer, TuneError, TunePoint, TuneQuestion, Unit, Want,
};
pub(crate) use written::record;

pub use wins::{NamedFigures, Quantile, ScoreFigures, SeatOdds, Setting, SpreadFigures, WinAnswer};
pub use workload::{TooLong, can_play, is_unsolved, remark_on_games, usual_evenings, usual_games};
