//! Playing showdowns and rounds of them.

use super::engine::Player;
use super::process::FeeInDoubles;
use super::sampler::{Sampler, Wait};
use super::{Generator, Moments, Tally};
use crate::process::{
    Distribution, FIRST_ROUND_TIE, Fee, Hand, ROUND_NOBODY, ROUND_WIN, Rounds, Showdown, Tie, TieBreak, range,
};

/// Casts until there is a hand.
struct Caster {
    /// How long there is none, where that is drawn at once.
    wait: Option<Wait>,
    /// What a cast shows, or with a wait a hand; `None` where none ever comes.
    hands: Option<Sampler<Hand>>,
}

impl Caster {
    fn new(law: &Distribution<Hand>) -> Self {
        let hands = law.weight_of(|hand| *hand != Hand::Again);
        let wait = Wait::if_seldom(&hands, law.total());
        let shown = law.outcomes().iter().filter(|(hand, _)| wait.is_none() || *hand != Hand::Again);
        let shown = Distribution::new(shown.cloned())
            .filter(|law| law.weight_of(|hand| *hand != Hand::Again).bits() > 0);
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

/// Plays a showdown.
pub struct ShowdownPlayer<'a> {
    game: &'a Showdown,
    casters: Vec<Caster>,
    /// Whether some seat's hands are all worth as much, so that it may never be settled.
    may_not_settle: bool,
}

impl<'a> ShowdownPlayer<'a> {
    /// A player who gives up where the seats that are left can never settle it.
    pub fn new(game: &'a Showdown) -> Self {
        let casters = game.hands.iter().map(Caster::new).collect();
        let varies = |law| range(law).is_some_and(|[lowest, highest]| lowest < highest);
        Self { game, casters, may_not_settle: !game.hands.iter().all(varies) }
    }

    fn never_settles(&self, contenders: &[usize]) -> bool {
        self.may_not_settle && self.game.is_never_settled(contenders.iter().copied().collect())
    }
}

impl Player for ShowdownPlayer<'_> {
    fn seats(&self) -> usize {
        self.casters.len()
    }

    #[expect(clippy::cast_precision_loss, reason = "coins and seats are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let everybody: Vec<usize> = (0..seats).collect();
        let stakes = self.game.stakes.as_ref();
        let ante = stakes.map_or(0.0, |stakes| stakes.ante as f64);
        let fee = FeeInDoubles::new(stakes.map_or(&Fee::Coins(0), |stakes| &stakes.fee));
        let mut best = Best { value: None, seats: Vec::with_capacity(seats) };
        let mut contenders = everybody.clone();
        let mut paid = vec![0.0; seats];
        let mut ties = Moments::default();
        'games: for _ in 0..games {
            contenders.clone_from(&everybody);
            paid.fill(ante);
            let mut pot = ante * seats as f64;
            let mut casts = 0u64;
            let mut first = true;
            loop {
                if self.never_settles(&contenders) {
                    tally.never_ended();
                    continue 'games;
                }
                best.clear();
                for &seat in &contenders {
                    let Some((value, pays, thrown)) = self.casters[seat].cast(generator) else { break };
                    casts = casts.saturating_add(thrown);
                    if pays {
                        let coins = fee.of(pot);
                        pot += coins;
                        paid[seat] += coins;
                    }
                    best.see(seat, value);
                }
                if first {
                    ties.add(if best.seats.len() > 1 { 1.0 } else { 0.0 });
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
        tally.count(&FIRST_ROUND_TIE, &[ties]);
    }
}

/// Plays rounds of showdowns.
pub struct RoundsPlayer<'a> {
    game: &'a Rounds,
    casters: Vec<Caster>,
}

impl<'a> RoundsPlayer<'a> {
    /// A player who gives up where none of the seats that are left can win a round.
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

    #[expect(clippy::cast_precision_loss, reason = "coins and seats are few")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let everybody: Vec<usize> = (0..seats).collect();
        let ante = self.game.ante as f64;
        let paid = vec![ante; seats];
        let mut best = Best { value: None, seats: Vec::with_capacity(seats) };
        let no_hand_possible = self.casters.iter().any(|caster| caster.hands.is_none());
        let (mut won, mut round_won) = (vec![0u32; seats], vec![0u64; seats]);
        let (mut nobody, mut rounds) = (0u64, 0u64);
        let mut ties = Moments::default();
        for _ in 0..games {
            if no_hand_possible {
                tally.never_ended();
                continue;
            }
            won.fill(0);
            let mut casts = 0u64;
            for round in 0..self.game.rounds {
                rounds += 1;
                let winner = self.round(&everybody, &mut best, &mut casts, generator);
                if round == 0 {
                    ties.add(f64::from(u8::from(winner.is_none())));
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
            if top.len() > 1 && self.game.tie_break == TieBreak::SuddenDeath {
                if !self.game.can_be_won_among(top.iter().copied().collect()) {
                    tally.never_ended();
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
        let of_rounds = |won: u64| {
            let mut moments = Moments::default();
            moments.add_many(1.0, won);
            moments.add_many(0.0, rounds - won);
            moments
        };
        let round_won: Vec<Moments> = round_won.into_iter().map(of_rounds).collect();
        tally.count(&ROUND_WIN, &round_won);
        tally.count(&ROUND_NOBODY, &[of_rounds(nobody)]);
        tally.count(&FIRST_ROUND_TIE, &[ties]);
    }
}
