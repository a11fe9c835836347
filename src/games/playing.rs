//! Each kind of process with its solver and its player.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::telling::{Telling, tell_race, tell_rounds, tell_showdown, tell_totals, tell_walk};
use super::{Playable, Rules};
use crate::exact::{
    DeadEnds, Detail, Progress, Solution, hopeless_states, joint_places, race_progress, solve_race,
    solve_rounds, solve_showdown, solve_totals, solve_walk, totals_progress,
};
use crate::monte_carlo::{
    Evening, Generator, Player, RacePlayer, RoundsPlayer, ShowdownPlayer, Tally, TotalsPlayer, WalkPlayer,
};
use crate::process::{Climb, Law, Level, Race, Rounds, Showdown, Tie, Totals, Walk};
use crate::tali::{Face, Talus};

/// A hand that is compared with others takes as long as so many throws.
const HAND: f64 = 4.0;

/// A walk without a deadline.
pub(super) struct Walking<W>(pub W);

impl<W: Walk> Playable for Walking<W> {
    fn solve_to(&self, detail: Detail) -> Solution {
        solve_walk(&self.0, detail)
    }

    fn telling(&self) -> Telling<'_> {
        tell_walk(&self.0)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(WalkPlayer::new(&self.0, hopeless_states(&self.0)))
    }
}

impl<C: Climb> Playable for Race<C> {
    fn solve_to(&self, detail: Detail) -> Solution {
        solve_race(self, detail)
    }

    fn telling(&self) -> Telling<'_> {
        tell_race(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RacePlayer::new(self, true))
    }

    fn progress(&self) -> Vec<Progress> {
        race_progress(self)
    }

    fn is_never_shared(&self) -> bool {
        true
    }

    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // What was measured: 100,000 joint places take some 30 ms.
        (joint_places(self).to_f64().unwrap_or(f64::MAX) * 3e-4).max(1.0)
    }

    fn cost(&self, length: f64) -> f64 {
        // Idle throws are skipped: each place takes a few draws at most.
        let laws = self.ways.first().map_or(0, |ways| ways.iter().map(|way| way.laws().len()).sum::<usize>());
        length.min((4 * laws).max(100).to_f64().unwrap_or(length))
    }
}

impl Playable for Showdown {
    fn solve_to(&self, detail: Detail) -> Solution {
        solve_showdown(self, detail, true)
    }

    fn telling(&self) -> Telling<'_> {
        tell_showdown(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        let dead_ends = DeadEnds::new(self);
        Box::new(ShowdownPlayer::new(self, move |seats| dead_ends.has(seats)))
    }

    fn is_never_shared(&self) -> bool {
        self.tie == Tie::Recast
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Playable for Rounds {
    fn solve_to(&self, detail: Detail) -> Solution {
        solve_rounds(self, detail)
    }

    fn telling(&self) -> Telling<'_> {
        tell_rounds(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(RoundsPlayer::new(self))
    }

    fn is_never_shared(&self) -> bool {
        self.level == Level::SuddenDeath
    }

    fn cost(&self, length: f64) -> f64 {
        HAND * length
    }
}

impl Playable for Totals {
    fn solve_to(&self, detail: Detail) -> Solution {
        solve_totals(self, detail)
    }

    fn telling(&self) -> Telling<'_> {
        tell_totals(self)
    }

    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // The law of the total is as wide as there are throws, and takes the square of that.
        let throws = f64::from(self.laps) * f64::from(self.throws_per_lap);
        throws * throws * 1e-3
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(TotalsPlayer::new(self))
    }

    fn progress(&self) -> Vec<Progress> {
        totals_progress(self)
    }
}

/// A game whose coins are counted in parts of a coin.
struct InParts {
    game: Box<dyn Playable>,
    parts: u64,
}

impl Playable for InParts {
    fn solve_to(&self, detail: Detail) -> Solution {
        let mut solution = self.game.solve_to(detail);
        let part = num_rational::BigRational::new(1.into(), self.parts.into());
        solution.pot = solution.pot.map(|pot| pot.scaled(&part));
        solution
    }

    fn telling(&self) -> Telling<'_> {
        let mut telling = self.game.telling();
        let part = num_rational::BigRational::new(1.into(), self.parts.into());
        for sd in telling.swings.net_sd.iter_mut().flatten() {
            *sd = sd.clone().map(|sd| sd.scaled(&part));
        }
        telling.stake = telling.stake.map(|stake| stake * &part);
        telling
    }

    fn player(&self) -> Box<dyn Player + '_> {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let factor = 1.0 / self.parts as f64;
        Box::new(InPartsPlayer { player: self.game.player(), factor })
    }

    fn progress(&self) -> Vec<Progress> {
        self.game.progress()
    }

    fn is_never_shared(&self) -> bool {
        self.game.is_never_shared()
    }

    fn is_soon_solved(&self) -> bool {
        self.game.is_soon_solved()
    }

    fn effort(&self) -> f64 {
        self.game.effort()
    }

    fn cost(&self, length: f64) -> f64 {
        self.game.cost(length)
    }
}

struct InPartsPlayer<'a> {
    player: Box<dyn Player + 'a>,
    factor: f64,
}

impl Player for InPartsPlayer<'_> {
    fn seats(&self) -> usize {
        self.player.seats()
    }

    fn specials(&self) -> usize {
        self.player.specials()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let mut played = Tally::new(self.seats(), self.specials());
        self.player.play(games, generator, &mut played);
        played.scale_coins(self.factor);
        tally.merge(&played);
    }

    fn sit(&self, evening: &mut Evening, generator: &mut Generator) -> bool {
        evening.purses.iter_mut().for_each(|purse| *purse /= self.factor);
        let ended = self.player.sit(evening, generator);
        evening.purses.iter_mut().for_each(|purse| *purse *= self.factor);
        ended
    }
}

/// The coins that the rules name, in whole parts of a coin.
pub(super) struct Coins<'a> {
    rules: &'a Rules,
    parts: BigInt,
}

impl<'a> Coins<'a> {
    /// Parts that make all of these rules whole.
    pub(super) fn new(rules: &'a Rules, keys: &[&str]) -> Self {
        let parts = keys.iter().fold(BigInt::from(1), |parts, key| parts.lcm(rules.amount(key).denom()));
        Self { rules, parts }
    }

    /// How many parts a coin has.
    pub(super) fn parts(&self) -> u64 {
        u64::try_from(&self.parts).unwrap_or(u64::MAX)
    }

    /// The parts that a rule names.
    pub(super) fn of(&self, key: &str) -> u64 {
        let amount = self.rules.amount(key);
        u64::try_from(amount.numer() * (&self.parts / amount.denom())).unwrap_or(u64::MAX)
    }

    /// The game with its coins whole again.
    pub(super) fn counted(&self, game: impl Playable + 'static) -> Box<dyn Playable> {
        match self.parts() {
            1 => Box::new(game),
            parts => Box::new(InParts { game: Box::new(game), parts }),
        }
    }
}

/// What one talus shows.
pub(super) fn of_talus(talus: &Talus) -> Law<u32> {
    let weights = Face::ALL.map(|face| (face.value(), talus.weight(face).clone()));
    Law::new(weights).unwrap_or_else(|| Law::certain(0))
}
