//! What skill is worth where it is not solved: better and simpler policies play against each other.

use num_traits::ToPrimitive;

use super::BalanceQuestion;
use crate::analysis::estimate::Estimator;
use crate::analysis::{Averaging, Figure, Setting, record};
use crate::games::{Decisions, Playable};
use crate::monte_carlo::{Moments, Plan, Tally, Watch, simulate};

/// So many draws are made for the games of each pair, and so many games at least and at most.
const MOST_DRAWS: f64 = 3e8;
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
    setting: &Setting,
    table: &dyn Playable,
    question: &BalanceQuestion,
    estimator: &Estimator,
    watch: &Watch<'_>,
) -> (Vec<Rung>, Option<Figure>) {
    let pairs = table.decisions().map_or(&[][..], Decisions::ladder);
    if pairs.is_empty() {
        return (Vec::new(), None);
    }
    let rungs = ladder(setting, pairs, question, estimator, watch);
    (rungs, first_move(setting, table, question, estimator, watch))
}

/// Has each of these pairs of policies play one another, each policy as often in either seat.
fn ladder(
    setting: &Setting,
    pairs: &[[&'static str; 2]],
    question: &BalanceQuestion,
    estimator: &Estimator,
    watch: &Watch<'_>,
) -> Vec<Rung> {
    let mut estimator = estimator.clone();
    let played = pairs.iter().filter_map(|[better, simpler]| {
        let mut sum = Moments::default();
        for (seat, order) in [[better, simpler], [simpler, better]].into_iter().enumerate() {
            let mut changed = setting.clone();
            changed.rules.set_play(&order).ok()?;
            let table = changed.table().ok()?;
            let tally = play(table.as_ref(), question, watch);
            add_points(&mut sum, &tally, seat);
        }
        let share = estimator.mean(&sum, None, None)?;
        Some(Rung { policy: (*better).to_owned(), against: (*simpler).to_owned(), share })
    });
    played.collect()
}

fn play(table: &dyn Playable, question: &BalanceQuestion, watch: &Watch<'_>) -> Tally {
    let soon = (MOST_DRAWS / table.cost_of_any().max(1.0)).to_u64().unwrap_or(0);
    let games = question.games.unwrap_or(soon).clamp(GAMES.0, GAMES.1);
    let Averaging { seed, threads, .. } = question.averaging;
    simulate(table.player().as_ref(), &Plan { games, seed, threads }, watch)
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
fn first_move(
    setting: &Setting,
    table: &dyn Playable,
    question: &BalanceQuestion,
    estimator: &Estimator,
    watch: &Watch<'_>,
) -> Option<Figure> {
    if setting.rules.play().windows(2).any(|pair| pair[0] != pair[1]) {
        return None;
    }
    // What never ends favours nobody, and would take long to play.
    if table.cost_of_any().is_infinite() {
        return Some(Figure::Exact(num_rational::BigRational::default()));
    }
    let tally = play(table, question, watch);
    let [one, two] = tally.shares.as_slice() else { return None };
    let difference = Moments { count: tally.games, sum: one.sum - two.sum, squares: one.sum + two.sum };
    estimator.clone().mean(&difference, None, None)
}
