//! The value of skill in unsolved games: better and simpler policies play against each other.

use num_traits::ToPrimitive;

use super::{BalanceQuestion, MOST_PATIENT};
use crate::analysis::{Averaging, Estimate, Figure, Played, Setting, WinAnswer, record};
use crate::exact::minus;
use crate::figures::Estimator;
use crate::games::{Decisions, Playable};
use crate::monte_carlo::{Moments, Plan, Tally, Watch, simulate};

/// The default number of draws for the games of each pair; and the least and the most games.
const MOST_DRAWS: f64 = 4e7;
const GAMES: (u64, u64) = (4, 20_000);

/// A policy's share of the wins against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// The better policy.
    pub policy: String,
    /// The simpler one.
    pub against: String,
    /// The better policy's share of the wins, averaged over both seats; a game without a winner counts one half.
    pub share: Figure,
}

record!(Rung, rung =>
    "policy": rung.policy,
    "against": rung.against,
    "share": rung.share,
);

/// How often better policies win against simpler ones, and the value of the first move, for games where this is simulated.
pub(super) fn climb(
    wins: &WinAnswer,
    played: Option<&Played>,
    table: &dyn Playable,
    question: &BalanceQuestion,
    watch: &Watch<'_>,
) -> (Vec<Rung>, Option<Figure>) {
    let pairs = table.decisions().map_or(&[][..], Decisions::ladder);
    if pairs.is_empty() {
        return (Vec::new(), None);
    }
    let mut estimator = Estimator::new(question.averaging.level);
    let rungs = ladder(&wins.setting, pairs, question, &mut estimator, watch);
    (rungs, first_move(wins, played, &mut estimator))
}

/// Plays each pair of policies against each other, equally often in either order.
fn ladder(
    setting: &Setting,
    pairs: &[[&'static str; 2]],
    question: &BalanceQuestion,
    estimator: &mut Estimator,
    watch: &Watch<'_>,
) -> Vec<Rung> {
    let played = pairs.iter().filter_map(|[better, simpler]| {
        let mut sum = Moments::default();
        for (seat, order) in [[better, simpler], [simpler, better]].into_iter().enumerate() {
            let mut changed = setting.clone();
            changed.rules.set_play(&order).ok()?;
            // Best play may be unknown.
            let table = changed.playable().ok()?;
            let tally = play(table.as_ref(), question, watch)?;
            add_points(&mut sum, &tally, seat);
        }
        let share = estimator.chance(sum.sum, sum.squares, sum.count, None)?;
        Some(Rung { policy: (*better).to_owned(), against: (*simpler).to_owned(), share })
    });
    played.collect()
}

/// Plays the requested number of games, or as many as are quick to play; `None` if that is 0.
fn play(table: &dyn Playable, question: &BalanceQuestion, watch: &Watch<'_>) -> Option<Tally> {
    let soon = (MOST_DRAWS / table.workload().cost_of_any().max(1.0)).to_u64().unwrap_or(0).max(GAMES.0);
    let games = match question.games {
        Some(asked) => asked.min(soon.saturating_mul(MOST_PATIENT)),
        None => soon.min(GAMES.1),
    };
    let Averaging { seed, threads, .. } = question.averaging;
    (games > 0).then(|| simulate(table.player().as_ref(), &Plan { games, seed, threads }, watch))
}

/// Adds 1 for a game that a seat wins, and one half for a game that nobody wins.
#[expect(clippy::cast_precision_loss, reason = "games are few")]
fn add_points(sum: &mut Moments, tally: &Tally, seat: usize) {
    let nobody = (tally.nobody + tally.never) as f64;
    sum.count += tally.games;
    sum.sum += tally.shares[seat].sum + nobody / 2.0;
    sum.squares += tally.shares[seat].sum + nobody / 4.0;
}

/// The first seat's share minus the second's, if both follow the same policy.
fn first_move(wins: &WinAnswer, played: Option<&Played>, estimator: &mut Estimator) -> Option<Figure> {
    if wins.setting.rules.play().windows(2).any(|pair| pair[0] != pair[1]) {
        return None;
    }
    let [one, two] = wins.seats.as_slice() else { return None };
    if let (Figure::Exact(one), Figure::Exact(two)) = (&one.share.solved, &two.share.solved) {
        return Some(Figure::Exact(one - two));
    }
    if let (Figure::Numerical(one), Figure::Numerical(two)) = (&one.share.solved, &two.share.solved) {
        return Some(minus(Ok(one.clone()), Ok(two.clone())).into());
    }
    let mut points = Moments::default();
    add_points(&mut points, &played?.tally, 0);
    // With p points in a game the difference is 2 p - 1, which is in the range from -1 to 1.
    let twice_less_one = |figure| match figure {
        Figure::Simulated(estimate) => {
            let ends = [estimate.value, estimate.low, estimate.high];
            let [value, low, high] = ends.map(|end| 2.0 * end - 1.0);
            Figure::Simulated(Estimate { value, low, high, ..estimate })
        }
        other => other,
    };
    estimator.chance(points.sum, points.squares, points.count, None).map(twice_less_one)
}
