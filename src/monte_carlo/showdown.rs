//! Playing showdowns and rounds of them.

use num_traits::ToPrimitive;

use super::engine::Player;
use super::evening::LONGEST_GAME;
use super::sampler::{Sampler, Wait};
use super::{Evening, Generator, Tally};
use crate::process::{Fee, Hand, Law, Level, Rounding, Rounds, Showdown, Tie};

/// Casts until there is a hand.
struct Caster {
    /// How long there is none, where that is drawn at once.
    wait: Option<Wait>,
    /// What a cast shows, or with a wait a hand; `None` where none ever comes.
    hands: Option<Sampler<Hand>>,
}

impl Caster {
    fn new(law: &Law<Hand>) -> Self {
        let hands = law.weight_of(|hand| *hand != Hand::Again);
        let wait = Wait::if_seldom(&hands, law.total());
        let shown = law.outcomes().iter().filter(|(hand, _)| wait.is_none() || *hand != Hand::Again);
        let shown =
            Law::new(shown.cloned()).filter(|law| law.weight_of(|hand| *hand != Hand::Again).bits() > 0);
        Self { wait, hands: shown.as_ref().map(Sampler::new) }
    }

    /// The hand's value, whether it pays, and the casts that it took; `None` where none ever comes.
    #[inline]
    fn cast(&self, generator: &mut Generator) -> Option<(Option<i32>, bool, u64)> {
        let hands = self.hands.as_ref()?;
        let mut casts = 0u64;
        loop {
            casts = casts.saturating_add(self.wait.map_or(1, |wait| wait.draw(generator)));
            if let Hand::Of { value, pays } = hands.draw(generator) {
                return Some((value, pays, casts));
            }
        }
    }
}

/// Whether some seats, from 0, can never settle it among them.
type Hopeless<'a> = Box<dyn Fn(&[usize]) -> bool + Sync + 'a>;

/// Those who hold the best hand so far.
struct Best {
    value: Option<i32>,
    seats: Vec<usize>,
}

impl Best {
    fn clear(&mut self) {
        self.value = None;
        self.seats.clear();
    }

    fn see(&mut self, seat: usize, value: Option<i32>) {
        if value.is_some() && value >= self.value {
            if value > self.value {
                self.seats.clear();
            }
            self.value = value;
            self.seats.push(seat);
        }
    }
}

/// The payment for a hand into a pot of that many coins.
fn payment(fee: &Fee, share: f64, pot: f64) -> f64 {
    match fee {
        #[expect(clippy::cast_precision_loss, reason = "coins are few")]
        Fee::Coins(coins) => *coins as f64,
        Fee::Share(_, Rounding::None, _) => pot * share,
        // Whole pots, of which the payment is told exactly as long as a double tells whole numbers.
        Fee::Share(..) => {
            let whole =
                num_rational::BigRational::from_integer(num_bigint::BigInt::from(pot.to_u128().unwrap_or(0)));
            fee.payment(&whole).to_f64().unwrap_or(f64::INFINITY)
        }
    }
}

/// Plays a showdown. Its figure besides is whether the first hands tie.
pub struct ShowdownPlayer<'a> {
    game: &'a Showdown,
    casters: Vec<Caster>,
    hopeless: Hopeless<'a>,
}

impl<'a> ShowdownPlayer<'a> {
    /// A player who gives up where the seats that are left can never settle it.
    pub fn new(game: &'a Showdown, hopeless: impl Fn(&[usize]) -> bool + Sync + 'a) -> Self {
        Self { game, casters: game.hands.iter().map(Caster::new).collect(), hopeless: Box::new(hopeless) }
    }
}

impl Player for ShowdownPlayer<'_> {
    fn seats(&self) -> usize {
        self.casters.len()
    }

    fn specials(&self) -> usize {
        1
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn sit(&self, evening: &mut Evening, generator: &mut Generator) -> bool {
        let (ante, fee) = self
            .game
            .stakes
            .as_ref()
            .map_or((0.0, Fee::Coins(0)), |stakes| (stakes.ante as f64, stakes.fee.clone()));
        let share = if let Fee::Share(share, ..) = &fee { share.to_f64().unwrap_or(0.0) } else { 0.0 };
        let mut pot = 0.0;
        if !evening.ante(ante, &mut pot) {
            return true;
        }
        let mut contenders = evening.seats();
        let mut best = Best { value: None, seats: Vec::new() };
        for _ in 0..LONGEST_GAME / 1000 {
            if (self.hopeless)(&contenders) {
                return false;
            }
            best.clear();
            for &seat in &contenders {
                let Some((value, pays, _)) = self.casters[seat].cast(generator) else { return false };
                if !pays || evening.pay(seat, payment(&fee, share, pot), &mut pot) {
                    best.see(seat, value);
                }
            }
            contenders.retain(|seat| evening.present[*seat]);
            let winners = match (best.seats.len(), contenders.len()) {
                (_, 0) => {
                    // The last of them could not pay: what lies there falls to who is left at the table.
                    contenders = evening.seats();
                    if contenders.is_empty() {
                        return true;
                    }
                    continue;
                }
                (0, 1) => &contenders,
                (0, _) => continue,
                (1, _) => &best.seats,
                _ if self.game.tie == Tie::Split => &best.seats,
                _ => {
                    contenders.clone_from(&best.seats);
                    continue;
                }
            };
            evening.take(winners, pot);
            return true;
        }
        false
    }

    #[expect(clippy::cast_precision_loss, reason = "coins and seats are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let everybody: Vec<usize> = (0..seats).collect();
        let (ante, fee) = self
            .game
            .stakes
            .as_ref()
            .map_or((0.0, Fee::Coins(0)), |stakes| (stakes.ante as f64, stakes.fee.clone()));
        let share = if let Fee::Share(share, ..) = &fee { share.to_f64().unwrap_or(0.0) } else { 0.0 };
        let mut best = Best { value: None, seats: Vec::with_capacity(seats) };
        let mut contenders = everybody.clone();
        let mut paid = vec![0.0; seats];
        'games: for _ in 0..games {
            contenders.clone_from(&everybody);
            paid.fill(ante);
            let mut pot = ante * seats as f64;
            let mut casts = 0u64;
            let mut first = true;
            loop {
                if (self.hopeless)(&contenders) {
                    tally.games += 1;
                    tally.never += 1;
                    continue 'games;
                }
                best.clear();
                for &seat in &contenders {
                    let Some((value, pays, thrown)) = self.casters[seat].cast(generator) else { break };
                    casts = casts.saturating_add(thrown);
                    if pays {
                        let coins = payment(&fee, share, pot);
                        pot += coins;
                        paid[seat] += coins;
                    }
                    best.see(seat, value);
                }
                if first {
                    tally.specials[0].add(if best.seats.len() > 1 { 1.0 } else { 0.0 });
                    first = false;
                }
                match best.seats.len() {
                    0 => {}
                    1 => break,
                    _ if self.game.tie == Tie::Split => break,
                    _ => contenders.clone_from(&best.seats),
                }
            }
            let part = 1.0 / best.seats.len() as f64;
            for &seat in &best.seats {
                tally.shares[seat].add(part);
            }
            tally.ended(casts);
            if self.game.stakes.is_some() {
                tally.coins(pot, &paid, |seat| if best.seats.contains(&seat) { part } else { 0.0 });
            }
        }
    }
}

/// Plays rounds of showdowns. Its figures besides are whether each seat, and nobody, wins a round, and
/// whether the first one ties.
pub struct RoundsPlayer<'a> {
    game: &'a Rounds,
    casters: Vec<Caster>,
}

impl<'a> RoundsPlayer<'a> {
    /// A player who gives up where none of the seats that are left can win a round.
    #[must_use]
    pub fn new(game: &'a Rounds) -> Self {
        Self { game, casters: game.hands.iter().map(Caster::new).collect() }
    }

    /// The seat that wins a round alone, if one does.
    fn round(
        &self,
        seats: &[usize],
        best: &mut Best,
        casts: &mut u64,
        generator: &mut Generator,
    ) -> Option<usize> {
        best.clear();
        for &seat in seats {
            let (value, _, thrown) = self.casters[seat].cast(generator)?;
            *casts = casts.saturating_add(thrown);
            best.see(seat, value);
        }
        if let [winner] = best.seats[..] { Some(winner) } else { None }
    }
}

impl Player for RoundsPlayer<'_> {
    fn seats(&self) -> usize {
        self.casters.len()
    }

    fn specials(&self) -> usize {
        self.seats() + 2
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn sit(&self, evening: &mut Evening, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !evening.ante(self.game.ante as f64, &mut pot) {
            return true;
        }
        let seats = evening.seats();
        if seats.iter().any(|seat| self.casters[*seat].hands.is_none()) {
            return false;
        }
        let mut best = Best { value: None, seats: Vec::new() };
        let mut casts = 0;
        let mut won = vec![0u32; self.seats()];
        for _ in 0..self.game.rounds {
            if let Some(winner) = self.round(&seats, &mut best, &mut casts, generator) {
                won[winner] += 1;
            }
        }
        let most = won.iter().max().copied().unwrap_or(0);
        let mut top: Vec<usize> = seats.into_iter().filter(|seat| won[*seat] == most).collect();
        if top.len() > 1 && self.game.level == Level::SuddenDeath {
            if !self.game.can_be_won_among(&top) {
                return false;
            }
            while let [_, _, ..] = top[..] {
                if let Some(winner) = self.round(&top, &mut best, &mut casts, generator) {
                    top = vec![winner];
                }
            }
        }
        evening.take(&top, pot);
        true
    }

    #[expect(clippy::cast_precision_loss, reason = "coins and seats are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let everybody: Vec<usize> = (0..seats).collect();
        let ante = self.game.ante as f64;
        let paid = vec![ante; seats];
        let mut best = Best { value: None, seats: Vec::with_capacity(seats) };
        let silent = self.casters.iter().any(|caster| caster.hands.is_none());
        let (mut won, mut round_won) = (vec![0u32; seats], vec![0u64; seats]);
        let mut nobody = 0u64;
        let mut rounds = 0u64;
        for _ in 0..games {
            if silent {
                tally.games += 1;
                tally.never += 1;
                continue;
            }
            won.fill(0);
            let mut casts = 0u64;
            for round in 0..self.game.rounds {
                rounds += 1;
                let winner = self.round(&everybody, &mut best, &mut casts, generator);
                if round == 0 {
                    tally.specials[seats + 1].add(f64::from(u8::from(winner.is_none())));
                }
                match winner {
                    Some(winner) => {
                        won[winner] += 1;
                        round_won[winner] += 1;
                    }
                    None => nobody += 1,
                }
            }
            let most = won.iter().max().copied().unwrap_or(0);
            let mut top: Vec<usize> = (0..seats).filter(|seat| won[*seat] == most).collect();
            if top.len() > 1 && self.game.level == Level::SuddenDeath {
                if !self.game.can_be_won_among(&top) {
                    tally.games += 1;
                    tally.never += 1;
                    continue;
                }
                let winner = loop {
                    if let Some(winner) = self.round(&top, &mut best, &mut casts, generator) {
                        break winner;
                    }
                };
                top = vec![winner];
            }
            let part = 1.0 / top.len() as f64;
            for &seat in &top {
                tally.shares[seat].add(part);
            }
            tally.ended(casts);
            tally.coins(ante * seats as f64, &paid, |seat| if top.contains(&seat) { part } else { 0.0 });
        }
        for (special, won) in tally.specials.iter_mut().zip(round_won.iter().chain([&nobody])) {
            special.add_many(1.0, *won);
            special.add_many(0.0, rounds - won);
        }
    }
}
