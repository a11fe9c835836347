//! Games told cast by cast: solved where their positions are few, else followed.

use num_rational::BigRational;

use crate::exact::{COMEBACKS, DECIDED, Missing, SLACK, Swings, chances_to_win, is_endless, solve_swings};
use crate::monte_carlo::{Follower, GameFollower, Levels, ListedChances, RaceJudge, TotalsJudge};
use crate::process::{
    Climb, Purse, Race, RaceUnfolding, Rounds, RoundsUnfolding, Showdown, ShowdownUnfolding, Totals,
    TotalsUnfolding, Unfolded, Unfolding, Walk, WalkUnfolding,
};

/// Games of so few moves between their positions are solved.
const MOST_SOLVED: usize = 300_000;

/// Of so few each seat's chance is listed.
const MOST_LISTED: usize = 4_000_000;

/// Games of totals look ahead at one in so many throws, each of which takes as long as twenty others.
const LOOKS_AHEAD: u64 = 32;

const LEVELS: Levels = Levels { slack: SLACK, decided: DECIDED, comebacks: COMEBACKS };

/// How a game swings, and someone who can follow it.
pub struct Telling<'a> {
    /// What is solved for; missing where that would take too long.
    pub swings: Swings,
    /// How many casts one throw counts as: an exchange of two fighters is two.
    pub casts: u64,
    /// What every seat pays before the first throw, where coins are played for.
    pub stake: Option<BigRational>,
    /// Someone who follows games throw by throw, where each seat's chance is known at every position.
    pub follower: Option<Box<dyn Follower + 'a>>,
}

/// Tells a game, or hands it to `judged` if it has too many positions.
fn tell<'a, U: Unfolding + 'a>(
    game: U,
    judged: impl FnOnce(U) -> Option<Box<dyn Follower + 'a>>,
) -> Telling<'a> {
    const NANOSECONDS: f64 = 300.0;
    let stake = game.purse().stake().map(|stake| BigRational::from_integer(stake.into()));
    let untold = |why| Swings::missing(game.seats(), why, game.purse() != Purse::None);
    let few = game.most_positions() <= 4e6;
    let Some(unfolded) = few.then(|| Unfolded::new(&game, MOST_LISTED)).flatten() else {
        return Telling { swings: untold(Missing::TooLong), casts: 1, stake, follower: judged(game) };
    };
    if is_endless(&unfolded) {
        return Telling { swings: untold(Missing::Endless), casts: 1, stake, follower: None };
    }
    let solved = unfolded.size() <= MOST_SOLVED;
    let swings = if solved { solve_swings(&unfolded) } else { untold(Missing::TooLong) };
    let judge = ListedChances::new(&chances_to_win(&unfolded));
    let follower = GameFollower::new(unfolded, judge, LEVELS, 1, NANOSECONDS);
    Telling { swings, casts: 1, stake, follower: Some(Box::new(follower)) }
}

pub(super) fn tell_walk<W: Walk>(walk: &W) -> Telling<'_> {
    Telling { casts: walk.casts(), ..tell(WalkUnfolding::new(walk), |_| None) }
}

pub(super) fn tell_race<C: Climb>(race: &Race<C>) -> Telling<'_> {
    // Every seat's chance takes a sum over the throws that are still to come, for all that a throw can show.
    const NANOSECONDS: f64 = 4.0;
    match RaceUnfolding::new(race) {
        Some(race) => tell(race, |race| {
            let judge = RaceJudge::new(&race)?;
            let cost = NANOSECONDS * judge.work(&race);
            Some(Box::new(GameFollower::new(race, judge, LEVELS, 1, cost)))
        }),
        None => untold(race.seats(), race.stake),
    }
}

pub(super) fn tell_showdown(game: &Showdown) -> Telling<'_> {
    tell(ShowdownUnfolding::new(game), |_| None)
}

pub(super) fn tell_rounds(game: &Rounds) -> Telling<'_> {
    tell(RoundsUnfolding::new(game), |_| None)
}

pub(super) fn tell_totals(game: &Totals) -> Telling<'_> {
    // Every seat's chance takes a sum over what it can still add, at which all others are looked at.
    const NANOSECONDS: f64 = 2_500.0;
    match TotalsUnfolding::new(game) {
        Some(unfolding) => tell(unfolding, |unfolding| {
            let judge = TotalsJudge::new(&unfolding);
            let seats = f64::from(u32::try_from(game.throws.len()).unwrap_or(u32::MAX));
            let cost = NANOSECONDS * seats;
            Some(Box::new(GameFollower::new(unfolding, judge, LEVELS, LOOKS_AHEAD, cost)))
        }),
        None => untold(game.throws.len(), None),
    }
}

fn untold<'a>(seats: usize, stake: Option<u64>) -> Telling<'a> {
    let swings = Swings::missing(seats, Missing::TooLong, stake.is_some());
    Telling {
        swings,
        casts: 1,
        stake: stake.map(|stake| BigRational::from_integer(stake.into())),
        follower: None,
    }
}
