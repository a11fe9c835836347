//! Whether a game is fair, how long it takes, and how it swings.

mod ladder;
mod remedy;
mod seat;
mod side_by_side;
mod skill;
mod swing;
mod verdict;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

pub use ladder::Rung;
pub use remedy::{Mend, Mending, Remedy};
pub use seat::{SeatBalance, SeatFigure};
pub use side_by_side::{Difference, Item, SideBySide};
pub use skill::SkillFigures;
pub use swing::{Story, SwingFigures};
pub use verdict::{About, Ruling, Verdict};

use super::between;
use super::estimate::{Compared, Played};
use super::wins::InUnitOf;
use super::workload::{cost_of_one, few_games, is_unsolved, mean_length, minutes, remark_on_games};
use super::{
    Absence, Averaging, EveningAnswer, Figure, GamePosterior, NamedFigures, PotAnswer, Setting,
    SpreadFigures, WinAnswer, record, usual_evenings,
};
use crate::exact::{Account, Missing, Number, Solution, Spread};
use crate::figures::Estimator;
use crate::games::{Dynamics, GameError, Playable};
use crate::monte_carlo::{
    EXAMPLES, Plan, Tally, Trajectories, Watch, follow, on_threads, simulate, typical_story,
};
use crate::process::{Role, Swing};

/// The number of parts in which games are simulated, for the error of an estimated standard deviation.
const PARTS: u64 = 16;

/// The most games simulated for unsolved figures, and the most casts.
const MOST_GAMES: u64 = 320_000;
const MOST_CASTS: f64 = 1e8;

/// The factor for the total time if seats look ahead: the value of skill takes as long again as the games.
const WITH_THE_REST: f64 = 2.0;

/// A game with more draws than this is only simulated on request.
const MOST_CASTS_OF_ONE: f64 = 2e8;

/// The least and the most games followed cast by cast, and the most nanoseconds for them.
const FOLLOWED: (u64, u64) = (30, 20_000);
const MOST_NANOSECONDS: f64 = 1e9;

/// The most times the default duration, if the user requests more games: about ten minutes.
const MOST_PATIENT: u64 = 1_000;

/// A question about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceQuestion {
    /// The tolerated difference between the chances of two seats, and the tolerated loss as a part of the stakes.
    pub tolerance: BigRational,
    /// The seconds per cast.
    pub pace: BigRational,
    /// The available minutes.
    pub minutes: BigRational,
    /// The number of games to fit into them.
    pub times: u64,
    /// The coins of each seat, and the number of games played with them.
    pub purses: Option<(Vec<u64>, u64)>,
    /// The number of games followed cast by cast if swings are not solved; `None` for as many as are quick.
    pub games: Option<u64>,
    /// The seed, threads and confidence for simulated games and for draws of counted bones' weights.
    pub averaging: Averaging,
    /// Whether to follow one typical game.
    pub story: bool,
    /// Whether to look for remedies.
    pub mend: bool,
}

impl Default for BalanceQuestion {
    /// A tolerance of 1/50, 12 seconds a cast, and one game in four hours.
    fn default() -> Self {
        Self {
            tolerance: BigRational::new(1.into(), 50.into()),
            pace: BigRational::from_integer(12.into()),
            minutes: BigRational::from_integer(240.into()),
            times: 1,
            purses: None,
            games: None,
            averaging: Averaging::default(),
            story: false,
            mend: false,
        }
    }
}

/// Whether a game is fair, how long it takes, how it swings, and what a host should know.
///
/// With `wᵢ` the win share of seat i of n (see [`WinAnswer`]) and `p_t(i)` its chance at the position after throw t:
///
/// - advantage: `wᵢ − w̄`, which is `wᵢ − 1/n` with games without a winner split among all
/// - balance: `1 − max |wᵢ − wⱼ|`; C. Browne, "Automatic generation and evaluation of recombination games" (2008)
/// - house edge: `net / first stake`; element of risk: `net / total staked` (M. Shackleford, *The Wizard of Odds*);
///   both with the seat's sign, negative for a seat that loses
/// - drawishness: P(the game ends and nobody wins alone); completion: P(it ends)
/// - dead casts: `E[throws that change nothing] / E[throws]`
/// - lead changes: the mean number of times that the unique best `p_t` passes to another seat
/// - comeback: P(`p_t` of the winner was once at most 1/4, or 1/10), of games that are won
/// - drama: the mean of `max_j p_t(j) − p_t(winner)` over the positions in which the winner is behind (Browne)
/// - decisiveness: `E[throws since p_t(i) of a seat is above 0.9 for good] / E[throws]`
/// - suspense: `E[Σ √(E_t (p_{t+1} − p_t)²)]`; surprise: `E[Σ |p_{t+1} − p_t|]`; J. Ely, A. Frankel, E. Kamenica,
///   "Suspense and surprise", *Journal of Political Economy* 123 (2015), for each seat
#[derive(Clone, Debug)]
pub struct BalanceAnswer {
    /// The game.
    pub setting: Setting,
    /// The question.
    pub question: BalanceQuestion,
    /// The figures of each seat.
    pub seats: Vec<SeatBalance>,
    /// `1 − max |wᵢ − wⱼ|`.
    pub balance: Figure,
    /// The probability that nobody wins.
    pub nobody: Figure,
    /// The probability that the game ends.
    pub completion: Figure,
    /// The number of casts, without its distribution, which is in `wins`.
    pub length: SpreadFigures,
    /// The length in minutes.
    pub minutes: SpreadFigures,
    /// The casts per unit of length; more than one only for rounds.
    pub casts_each: BigRational,
    /// The name of these casts.
    pub moves: &'static str,
    /// Each seat's stake before the first throw in addition to payments: its part of an existing pot.
    pub staked_besides: BigRational,
    /// The swings.
    pub swings: SwingFigures,
    /// One game, if requested.
    pub story: Option<Story>,
    /// Many games with limited purses, if requested.
    pub evening: Option<EveningAnswer>,
    /// The figures over draws of the weights, if these were estimated from throws.
    pub posterior: Option<GamePosterior>,
    /// The value of good play, if seats choose.
    pub skill: Option<SkillFigures>,
    /// The verdicts, the worst first.
    pub verdicts: Vec<Verdict>,
    /// Remedies for the problems, the best first, if requested.
    pub mends: Option<Vec<Mend>>,
    /// Who wins.
    pub wins: WinAnswer,
    /// The pot, if there is one.
    pub pot: Option<PotAnswer>,
}

impl BalanceAnswer {
    /// Answers the question for a table.
    ///
    /// # Errors
    ///
    /// [`GameError`], if there is no such table.
    pub fn new(setting: Setting, question: BalanceQuestion, watch: &Watch<'_>) -> Result<Self, GameError> {
        Self::of(setting, question, true, watch)
    }

    /// Like [`BalanceAnswer::new`], but unless `whole` without the value of skill, which takes longest and changes no verdict.
    fn of(
        mut setting: Setting,
        question: BalanceQuestion,
        whole: bool,
        watch: &Watch<'_>,
    ) -> Result<Self, GameError> {
        let table = setting.playable()?;
        setting.remarks.extend(table.remark_on_coins().map(str::to_owned));
        let limited = question.purses.is_some() && !setting.game.has_purses(&setting.rules);
        setting.remarks.extend(if limited { table.purses().remark_on_purses() } else { None });
        // If seats choose, progress counts the tables solved for the value of skill, not games.
        let solved = |tables| (watch.played)(tables);
        let quiet = Watch { stop: watch.stop, played: &|_| () };
        let watch = if table.decisions().is_some() { &quiet } else { watch };
        let solution = table.solve();
        let averaging = &question.averaging;
        let posterior =
            GamePosterior::new(setting.game, &setting.rules, &setting.bones, true, averaging, watch);
        let estimator = Estimator::new(averaging.level);
        let dynamics = table.dynamics();
        let (mut swings, story) = observe(&dynamics, mean_length(&solution), &question, &estimator, watch);
        let (net_sd, stake) = (dynamics.swings.net_sd, dynamics.stake);
        let parts = played_in_parts(table.as_ref(), &solution, net_sd.as_deref(), &question, watch);
        let tally = parts.iter().cloned().reduce(|mut all, part| {
            all.merge(part);
            all
        });
        if is_unsolved(&solution) {
            setting.remarks.extend(remark_on_games(tally.as_ref()));
        }
        let Averaging { seed, level: confidence, .. } = *averaging;
        let played = tally.map(|tally| Played { asked: tally.begun(), tally, seed, confidence });
        let wins = WinAnswer::new(setting.clone(), &solution, played.as_ref(), posterior.clone());
        let pot = solution.pot.as_ref();
        let pot = pot.map(|pot| PotAnswer::new(setting.clone(), pot, played.as_ref(), posterior.clone()));
        let evening = evening(table.as_ref(), &solution, &question, watch);
        let skill = table
            .decisions()
            .filter(|_| whole)
            .and_then(|decisions| on_threads(averaging.threads, || decisions.skill(&|| solved(1)).ok()));
        let climb = || ladder::climb(&wins, played.as_ref(), table.as_ref(), &question, watch);
        let (ladder, first_move) = if whole { climb() } else { Default::default() };
        let staked_besides = table.purses().staked_besides();
        let tells =
            |named: &&NamedFigures| table.purses().tells_ruin() && matches!(named.of.role, Role::Ruin);
        let ruin = wins.figures.iter().find(tells);
        let shares: Vec<Compared> = wins.seats.iter().map(|seat| between::best_known(&seat.share)).collect();
        let swings_of = |swing: Swing, seat: usize| swings.figures.all(swing)[seat].clone();
        let seats = shares.iter().enumerate().map(|(seat, share)| {
            let known = |figure: Figure| Compared::new(figure, None);
            let advantage = known(between::advantage(&shares, seat));
            let figures = vec![(SeatFigure::ADVANTAGE, advantage)];
            let mut balance = SeatBalance { seat: seat + 1, share: share.clone(), figures };
            if let Some(pot) = pot.as_ref().filter(|pot| pot.has_coins()) {
                let coins = &pot.seats[seat];
                let net_sd = net_deviation((seat, &coins.net.solved), net_sd.as_deref(), &parts, &estimator);
                balance.add_coins(coins, net_sd, stake.as_ref(), &staked_besides);
            }
            let ruined = match &evening {
                Some(evening) => Some(evening.seats[seat].ruined.clone()),
                None => ruin.and_then(|ruin| ruin.figures.get(seat)).map(between::best_known),
            };
            // Ruin is solved only for the mean weights of counted bones.
            let ruined = ruined.map(|ruined| Compared { posterior: None, ..ruined });
            balance.figures.extend(ruined.map(|ruined| (SeatFigure::RUINED, ruined)));
            let swings = [(SeatFigure::SUSPENSE, Swing::Suspense), (SeatFigure::SURPRISE, Swing::Surprise)];
            balance.figures.extend(swings.map(|(of, swing)| (of, known(swings_of(swing, seat)))));
            balance
        });
        let seats: Vec<SeatBalance> = seats.collect();
        // If equal totals share the win, drawishness is solved even if games are followed.
        let shared = wins.figures.iter().find(|named| matches!(named.of.role, Role::SharedWin));
        if let Some(shared) = shared.and_then(|named| named.figures.first()) {
            let drawn = between::either(&shared.solved, &wins.nobody.solved);
            swings.figures.all_mut(Swing::Drawishness)[0] = drawn;
        }
        let length = SpreadFigures { pmf: None, ..wins.length.clone() };
        let casts_each = table.casts_in_unit();
        let minutes = in_minutes(&solution.length, &length, &minutes(&question.pace, &casts_each));
        setting.capped = wins.capped();
        let mut answer = Self {
            question,
            seats,
            balance: between::balance(&shares),
            nobody: wins.nobody.solved.clone(),
            completion: between::complement(&wins.never.solved),
            length,
            minutes,
            casts_each,
            moves: table.moves(),
            staked_besides,
            swings,
            story,
            evening,
            posterior,
            skill: Some(SkillFigures::new(skill.unwrap_or_default(), ladder, first_move))
                .filter(SkillFigures::says_anything),
            verdicts: Vec::new(),
            mends: None,
            wins,
            pot,
            setting,
        };
        answer.verdicts = verdict::verdicts(&answer);
        let silent = Watch { stop: watch.stop, played: &|_| () };
        answer.mends = answer.question.mend.then(|| answer.mends_of(&silent));
        Ok(answer)
    }

    /// The JSON record without the verdicts.
    pub(crate) const fn without_verdicts(&self) -> WithoutVerdicts<'_> {
        WithoutVerdicts(self)
    }

    /// Whether the only seat always wins.
    pub fn is_always_won(&self) -> bool {
        matches!(self.seats.as_slice(), [one] if one.share.solved.approximate() == Some(1.0))
    }

    /// Whether the game never ends, so that nobody ever wins.
    pub fn is_never_won(&self) -> bool {
        self.completion.approximate() == Some(0.0)
    }

    /// The minutes per unit of length.
    pub fn minutes_each(&self) -> BigRational {
        minutes(&self.question.pace, &self.casts_each)
    }

    /// The mean number of minutes of all games planned for the available time.
    pub fn minutes_of_all(&self) -> Compared {
        between::times(&self.minutes.mean, &BigRational::from_integer(self.question.times.into()))
    }

    /// The worst verdict.
    pub fn worst(&self) -> Option<&Verdict> {
        self.verdicts.first()
    }
}

/// The standard deviation of a seat's net gain: solved if possible, else from the simulated games.
fn net_deviation(
    (seat, net): (usize, &Figure),
    solved: Option<&[Number]>,
    parts: &[Tally],
    estimator: &Estimator,
) -> Figure {
    match (solved.map(|each| each[seat].clone()), net) {
        // Around an infinite or missing mean, there is no deviation to estimate.
        (Some(Err(Missing::TooLong)), Figure::None(absence))
            if *absence != Absence::Game(Missing::TooLong) =>
        {
            net.clone()
        }
        (Some(Err(Missing::TooLong)), _) if !parts.is_empty() => {
            let nets: Vec<_> = parts.iter().map(|part| part.net[seat]).collect();
            estimator.deviation(&nets).unwrap_or(Figure::None(Absence::Game(Missing::TooLong)))
        }
        (Some(number), _) => number.into(),
        (None, _) => Figure::None(Absence::Game(Missing::TooLong)),
    }
}

/// The swings of a game, solved or from games followed cast by cast; and one typical game, if wanted.
fn observe(
    Dynamics { swings, trajectories, .. }: &Dynamics,
    length: f64,
    question: &BalanceQuestion,
    estimator: &Estimator,
    watch: &Watch<'_>,
) -> (SwingFigures, Option<Story>) {
    let averaging = &question.averaging;
    let trajectories = trajectories.as_ref();
    // If even the least number of games is too slow, none are followed unless requested.
    let soon = trajectories.map_or(0.0, |_| MOST_NANOSECONDS / (Trajectories::NANOSECONDS * length).max(1.0));
    let soon = soon.to_u64().unwrap_or(0);
    let usual = (soon >= FOLLOWED.0).then_some(soon.min(FOLLOWED.1));
    let games = question.games.map(|asked| asked.min(soon.saturating_mul(MOST_PATIENT))).or(usual);
    let games = games.filter(|games| *games > 0 && swings.is_too_long());
    let followed = trajectories.zip(games).map(|(known, games)| {
        follow(known, &Plan { games, seed: averaging.seed, threads: averaging.threads }, watch)
    });
    let followed = followed.filter(|tally| tally.games > 0);
    let story = trajectories.filter(|_| question.story && soon >= EXAMPLES as u64);
    let story = story.and_then(|known| typical_story(known, averaging.seed, watch));
    let story = story.map(|points| Story::new(points, averaging.seed));
    (SwingFigures::new(swings, followed.as_ref(), estimator), story)
}

/// Simulates games in several parts, if the solution lacks something they can estimate.
fn played_in_parts(
    table: &dyn Playable,
    solution: &Solution,
    net_sd: Option<&[Number]>,
    question: &BalanceQuestion,
    watch: &Watch<'_>,
) -> Vec<Tally> {
    let missing = |number: &Number| matches!(number, Err(Missing::TooLong));
    let unsolved = solution.shares.iter().any(between::is_vague)
        || missing(&solution.length.mean)
        || net_sd.into_iter().flatten().any(missing);
    // Even if the length is unknown, the draws for a game may be known to be few.
    let cost = cost_of_one(table, solution).min(table.workload().cost(mean_length(solution)));
    let most = (MOST_CASTS / cost.max(1.0)).to_u64().unwrap_or(0);
    let games = match question.games {
        Some(asked) => asked.min(most.max(1).saturating_mul(MOST_PATIENT)),
        // Seats that look ahead are slow; a few games are better than none.
        None if most < PARTS && cost < MOST_CASTS_OF_ONE => few_games(WITH_THE_REST * cost).max(PARTS),
        None => most.min(MOST_GAMES).max(few_games(WITH_THE_REST * cost)),
    };
    let parts = games.min(PARTS);
    let games = games.checked_div(parts).unwrap_or(0);
    if !unsolved || games == 0 || !table.workload().can_be_played() {
        return Vec::new();
    }
    let player = table.player();
    let Averaging { seed, threads, .. } = question.averaging;
    let part =
        |part: u64| simulate(player.as_ref(), &Plan { games, seed: seed ^ (part << 56), threads }, watch);
    (0..parts).map(part).collect()
}

fn is_zero(figure: &Figure) -> bool {
    matches!(figure, Figure::Exact(value) if value.is_zero())
}

fn evening(
    table: &dyn Playable,
    solution: &Solution,
    question: &BalanceQuestion,
    watch: &Watch<'_>,
) -> Option<EveningAnswer> {
    let (purses, games) = question.purses.as_ref()?;
    let surely_ends = solution.never.as_exact().is_some_and(Zero::is_zero) || is_unsolved(solution);
    let is_paid = |account: &Account| {
        [&account.paid, &account.taken].into_iter().any(|coins| !is_zero(&coins.clone().into()))
    };
    let played_for = solution.pot.as_ref().is_some_and(|pot| pot.accounts.iter().any(is_paid));
    if !played_for || !surely_ends {
        return None;
    }
    let evenings = usual_evenings(table, solution, *games).min(10_000);
    EveningAnswer::spend(table, solution, purses, (evenings, *games), &question.averaging, watch)
}

/// A length converted to minutes, at `factor` minutes per unit.
fn in_minutes(casts: &Spread, length: &SpreadFigures, factor: &BigRational) -> SpreadFigures {
    let minutes = Spread { pmf: None, ..casts.clone() }.scaled(factor);
    let mut minutes = SpreadFigures::new(&minutes, None, None);
    let simulated =
        |figure: &Figure| matches!(figure, Figure::Simulated(_)).then(|| between::scaled(figure, factor));
    minutes.mean = between::times(&length.mean, factor);
    minutes.finite_mean = length.finite_mean.as_ref().map(|mean| Box::new(between::times(mean, factor)));
    if let Some(sd) = simulated(&length.sd) {
        minutes.sd = sd;
    }
    for (quantile, of_length) in minutes.quantiles.iter_mut().zip(&length.quantiles) {
        if let Some(number) = simulated(&of_length.number) {
            quantile.number = number;
        }
    }
    minutes
}

pub(crate) struct WithoutVerdicts<'a>(&'a BalanceAnswer);

record!(WithoutVerdicts<'_>, Self(answer) =>
    ..answer.setting,
    "seats": answer.seats,
    "balance": answer.balance,
    "nobody": answer.nobody,
    "completion": answer.completion,
    "length": InUnitOf(&answer.length, answer.setting.counted_in().name()),
    "pace": answer.question.pace.to_f64(),
    "casts_each"?: Some(&answer.casts_each).filter(|casts| !casts.is_one()).map(BigRational::to_f64),
    "length_mean_posterior"?: answer.length.mean.posterior,
    "minutes": InUnitOf(&answer.minutes, "minutes"),
    "minutes_mean_posterior"?: answer.minutes.mean.posterior,
    ..answer.swings,
    "tolerance": answer.question.tolerance.to_f64(),
    "skill"?: answer.skill.as_ref().map(SkillFigures::by_policy),
    "first_move"?: answer.skill.as_ref().and_then(|skill| skill.first_move.as_ref()),
    "figures"?: answer.skill.as_ref().and_then(SkillFigures::in_coins),
    "evening"?: answer.evening,
    "posterior"?: answer.posterior,
    "bones"?: answer.setting.bones_if_used(),
);

record!(BalanceAnswer, answer =>
    ..answer.without_verdicts(),
    "verdicts": answer.verdicts,
    "mends"?: answer.mends,
);
