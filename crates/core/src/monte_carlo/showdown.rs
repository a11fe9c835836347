//! Playing showdowns and rounds of them.

use super::engine::Player;
use super::process::{FeeInDoubles, play_games};
use super::sampler::{Sampler, Wait};
use super::{Generator, Moments, Tally};
use crate::process::{
    Distribution, FIRST_ROUND_TIE, Fee, Hand, MAX_SEATS, ROUND_NOBODY, ROUND_WIN, Rounds, Seats, Showdown,
    Tie, TieBreak, better, highest, range,
};

/// Casts until there is a hand.
struct Caster {
    /// How long there is none, where that is drawn at once.
    wait: Option<Wait>,
    /// What a cast shows, or with a wait a hand; `None` where none ever comes.
    hands: Option<Sampler<Hand>>,
}

impl Caster {
    fn new(distribution: &Distribution<Hand>) -> Self {
        let hands = distribution.weight_of(|hand| *hand != Hand::Again);
        let wait = Wait::if_seldom(&hands, distribution.total());
        let shown = distribution.outcomes().iter().filter(|(hand, _)| wait.is_none() || *hand != Hand::Again);
        let shown = Distribution::new(shown.cloned())
            .filter(|distribution| distribution.weight_of(|hand| *hand != Hand::Again).bits() > 0);
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
        let varies = |distribution| range(distribution).is_some_and(|[lowest, highest]| lowest < highest);
        Self { game, casters, may_not_settle: !game.hands.iter().all(varies) }
    }
}

impl Player for ShowdownPlayer<'_> {
    fn seats(&self) -> usize {
        self.casters.len()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let everybody = Seats::first(self.seats());
        let stakes = self.game.stakes.as_ref();
        let fee = FeeInDoubles::new(stakes.map_or(&Fee::Coins(0), |stakes| &stakes.fee));
        let mut ties = Moments::default();
        play_games(self.seats(), stakes.map(|stakes| stakes.ante), games, tally, |coins| {
            let (mut contenders, mut casts, mut first) = (everybody, 0u64, true);
            loop {
                if self.may_not_settle && self.game.is_never_settled(contenders) {
                    return None;
                }
                let mut best = (None, Seats::NONE);
                for seat in contenders.iter() {
                    let (value, pays, thrown) = self.casters[seat].cast(generator)?;
                    casts = casts.saturating_add(thrown);
                    if pays {
                        coins.pay(seat, &fee);
                    }
                    best = better(best, value, seat);
                }
                let (_, holders) = best;
                if first {
                    ties.add(if holders.number() > 1 { 1.0 } else { 0.0 });
                    first = false;
                }
                match holders.number() {
                    0 => {}
                    1 => return Some((holders, casts)),
                    _ if self.game.tie == Tie::Split => return Some((holders, casts)),
                    _ => contenders = holders,
                }
            }
        });
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
    fn round(&self, seats: Seats, casts: &mut u64, generator: &mut Generator) -> Option<usize> {
        let mut best = (None, Seats::NONE);
        for seat in seats.iter() {
            let (value, _, thrown) = self.casters[seat].cast(generator)?;
            *casts = casts.saturating_add(thrown);
            best = better(best, value, seat);
        }
        best.1.alone()
    }
}

impl Player for RoundsPlayer<'_> {
    fn seats(&self) -> usize {
        self.casters.len()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = self.seats();
        let no_hand_possible = self.casters.iter().any(|caster| caster.hands.is_none());
        let mut round_won = vec![0u64; seats];
        let (mut nobody, mut rounds) = (0u64, 0u64);
        let mut ties = Moments::default();
        play_games(seats, Some(self.game.ante), games, tally, |_| {
            if no_hand_possible {
                return None;
            }
            let (mut won, mut casts) = ([0u32; MAX_SEATS], 0u64);
            for round in 0..self.game.rounds {
                rounds += 1;
                let winner = self.round(Seats::first(seats), &mut casts, generator);
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
            let top = highest(&won[..seats], 0);
            if top.number() == 1 || self.game.tie_break == TieBreak::Split {
                return Some((top, casts));
            }
            if !self.game.can_be_won_among(top) {
                return None;
            }
            loop {
                if let Some(winner) = self.round(top, &mut casts, generator) {
                    return Some((Seats::one(winner), casts));
                }
            }
        });
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
