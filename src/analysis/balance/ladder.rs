//! What skill is worth where it is not solved: better and simpler policies play against each other.

use num_traits::ToPrimitive;

use super::{BalanceQuestion, MOST_PATIENT};
use crate::analysis::{Averaging, Estimate, Figure, Played, Setting, WinAnswer, record};
use crate::exact::minus;
use crate::figures::Estimator;
use crate::games::{Decisions, Playable};
use crate::monte_carlo::{Moments, Plan, Tally, Watch, simulate};

/// So many draws are made for the games of each pair, if nobody says how many to play; so many games at least and at most.
const MOST_DRAWS: f64 = 4e7;
const GAMES: (u64, u64) = (4, 20_000);

/// How much of the wins a policy has against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// The better policy.
    pub policy: String,
    /// The simpler one.
    pub against: String,
    /// What the better one wins, averaged over both seats; a game without a winner counts one half.
    pub share: Figure,
}

record!(Rung, rung =>
    "policy": rung.policy,
    "against": rung.against,
    "share": rung.share,
);

/// What better policies win against simpler ones, and what the first move is worth, in games of which that is played.
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

/// Has each of these pairs of policies play one another, each policy as often in either seat.
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
            // Best play need not be known.
            let table = changed.playable().ok()?;
            let tally = play(table.as_ref(), question, watch)?;
            add_points(&mut sum, &tally, seat);
        }
        let share = estimator.chance(sum.sum, sum.squares, sum.count, None)?;
        Some(Rung { policy: (*better).to_owned(), against: (*simpler).to_owned(), share })
    });
    played.collect()
}

/// Plays as many games as are asked for, or are soon played, if these are any.
fn play(table: &dyn Playable, question: &BalanceQuestion, watch: &Watch<'_>) -> Option<Tally> {
    let soon = (MOST_DRAWS / table.workload().cost_of_any().max(1.0)).to_u64().unwrap_or(0).max(GAMES.0);
    let games = match question.games {
        Some(asked) => asked.min(soon.saturating_mul(MOST_PATIENT)),
        None => soon.min(GAMES.1),
    };
    let Averaging { seed, threads, .. } = question.averaging;
    (games > 0).then(|| simulate(table.player().as_ref(), &Plan { games, seed, threads }, watch))
}

/// Counts 1 for a game that a seat has won, and one half for one that nobody has.
#[expect(clippy::cast_precision_loss, reason = "games are few")]
fn add_points(sum: &mut Moments, tally: &Tally, seat: usize) {
    let nobody = (tally.nobody + tally.never) as f64;
    sum.count += tally.games;
    sum.sum += tally.shares[seat].sum + nobody / 2.0;
    sum.squares += tally.shares[seat].sum + nobody / 4.0;
}

/// By how much more the first seat wins than the second where both play alike.
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
    // With p points in a game the difference is 2 p - 1, which cannot leave the range from -1 to 1 either.
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
