//! A round as it is played at the table, bone by bone: by the rules, and not by what was solved for.

use super::mind::Mind;
use super::purses::Purses;
use crate::games::coin_tali::characters::Effect;
use crate::games::coin_tali::round::{CoinGame, MOST_SEATS, Position, number};
use crate::games::coin_tali::scores::{Faces, Score, four_alike, is_venus, sorted};
use crate::games::coin_tali::settings::Fees;
use crate::games::coin_tali::turns::{ALL_BONES, Action, Bones, Turns, Usable, chosen};
use crate::monte_carlo::{Generator, Sampler};
use crate::process::{Distribution, Node, Seats};
use crate::tali::{Face, USUAL_TALI};

/// How a round ended. Seats are numbered in rolling order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RoundEnd {
    pub winners: Seats,
    /// Of several winners the one that threw first.
    pub first: usize,
    pub venus: bool,
    pub caller: Option<usize>,
    pub out: Seats,
    /// The pots after the round; the round pot is what was taken, or went into the game pot.
    pub pot: i64,
    pub game: i64,
}

/// What came of a round. Seats are numbered in rolling order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    pub end: RoundEnd,
    pub throws: u64,
    pub paid: [i64; MOST_SEATS],
    pub taken: [i64; MOST_SEATS],
    pub bought: [[u32; MOST_SEATS]; 3],
    pub powers: [u32; MOST_SEATS],
    pub asked: Seats,
    pub dropped: Seats,
}

/// The bones of every seat, to be thrown one by one.
pub(crate) struct Hands(Vec<Vec<Sampler<Face>>>);

impl Hands {
    pub(crate) fn new(game: &CoinGame) -> Self {
        let seats = game.seats.iter().map(|seat| {
            let law = |talus: &crate::tali::Talus| {
                let law = Distribution::new(Face::ALL.map(|face| (face, talus.weight(face).clone())));
                Sampler::new(&law.unwrap_or_else(|| Distribution::certain(Face::One)))
            };
            seat.bones.tali().iter().map(law).collect()
        });
        Self(seats.collect())
    }

    /// Throws some of a seat's bones.
    fn throw(&self, seat: usize, bones: Bones, faces: &mut Faces, generator: &mut Generator) {
        for bone in chosen(bones) {
            faces[bone] = self.0[seat][bone].draw(generator);
        }
    }
}

/// A round while it is played.
pub(crate) struct Table<'t, 'g> {
    pub game: &'g CoinGame,
    pub hands: &'t Hands,
    pub mind: &'t mut Mind<'g>,
    pub purses: &'t mut Purses,
    /// The seats of the table, in rolling order.
    pub seats: &'t [usize],
    pub generator: &'t mut Generator,
}

/// How a turn went on.
enum Turned {
    Stood(Score),
    Venus,
    Called,
    /// It could not pay, and is out.
    Out,
}

impl Table<'_, '_> {
    /// Plays a round whose antes lie in the pot.
    pub(crate) fn play(&mut self, pot: i64, game_pot: i64, ante: i64) -> Played {
        let players = self.seats.len();
        let mut played =
            Played { end: RoundEnd { pot, game: game_pot, ..RoundEnd::default() }, ..Played::default() };
        let mut at = Position { ante, ..self.game.first(self.game.seating(self.seats), pot, game_pot, ante) };
        while let Some(mover) =
            CoinGame::from(players, usize::from(at.mover)).find(|seat| at.waiting.has(*seat))
        {
            at.mover = u8::try_from(mover).unwrap_or(0);
            (at.pot, at.game) = (played.end.pot, played.end.game);
            match self.turn(&at, &mut played) {
                Turned::Venus => {
                    self.take(mover, played.end.pot + played.end.game, &mut played);
                    (played.end.winners, played.end.first, played.end.venus) =
                        (Seats::one(mover), mover, true);
                    played.end.game = 0;
                    return played;
                }
                Turned::Called => {
                    self.call(&mut at, mover, &mut played);
                    continue;
                }
                Turned::Out => {
                    played.end.out = played.end.out.with(mover);
                    at.out = played.end.out;
                    if played.end.out.number() as usize + 1 == players {
                        return played;
                    }
                }
                Turned::Stood(score) => {
                    if !score.is_none() && score >= at.best {
                        let equal = score == at.best;
                        at.holders = if equal { at.holders } else { Seats::NONE }.with(mover);
                        at.best = score;
                    }
                }
            }
            at.waiting = at.waiting.without(mover);
        }
        played.end.winners = at.holders;
        if at.holders.is_empty() {
            played.end.game += played.end.pot;
            return played;
        }
        let (each, odd) = (
            played.end.pot / i64::from(at.holders.number()),
            played.end.pot % i64::from(at.holders.number()),
        );
        let first = usize::from(at.caller.unwrap_or(0));
        let mut order = CoinGame::from(players, first).filter(|seat| at.holders.has(*seat));
        if let Some(first) = order.next() {
            played.end.first = first;
            self.take(first, each + odd, &mut played);
        }
        order.for_each(|seat| self.take(seat, each, &mut played));
        played
    }

    fn take(&mut self, seat: usize, coins: i64, played: &mut Played) {
        self.purses.coins[self.seats[seat]] += coins;
        played.taken[seat] += coins;
    }

    /// A seat pays what it chooses to pay, which it has.
    fn buy(&mut self, seat: usize, coins: i64, played: &mut Played) {
        self.purses.coins[self.seats[seat]] -= coins;
        played.paid[seat] += coins;
        played.end.pot += coins;
    }

    /// A seat pays what it owes; whether it stays in.
    fn owe(&mut self, seat: usize, coins: i64, played: &mut Played) -> bool {
        let (paid, stays) = self.purses.owe(self.seats[seat], coins);
        played.paid[seat] += paid;
        played.end.pot += paid;
        stays
    }

    /// A seat has called Jove, and the others answer.
    fn call(&mut self, at: &mut Position, caller: usize, played: &mut Played) {
        played.end.caller = Some(caller);
        self.buy(caller, at.ante, played);
        let players = self.seats.len();
        at.raised += at.ante;
        at.caller = u8::try_from(caller).ok();
        at.waiting = Seats::one(caller);
        at.asked = (0..players).filter(|seat| *seat != caller && !played.end.out.has(*seat)).collect();
        (at.best, at.holders) = (Score::NONE, Seats::NONE);
        for seat in CoinGame::from(players, caller).skip(1) {
            if !at.asked.has(seat) {
                continue;
            }
            at.mover = u8::try_from(seat).unwrap_or(0);
            (at.pot, at.game) = (played.end.pot, played.end.game);
            let turns = self.game.turns(at);
            played.asked = played.asked.with(seat);
            let option = self.choose(at, turns, 0);
            at.asked = at.asked.without(seat);
            if turns.choices[0].options[option].action == Action::Match {
                self.buy(seat, at.ante, played);
                at.raised += at.ante;
                at.waiting = at.waiting.with(seat);
            } else {
                played.dropped = played.dropped.with(seat);
            }
        }
        at.mover = u8::try_from(caller).unwrap_or(0);
    }

    /// What the mover chooses, of what it can pay for.
    fn choose(&mut self, at: &Position, turns: &Turns, number: usize) -> usize {
        self.mind.decides(at, turns, number, self.purses.coins[self.seats[usize::from(at.mover)]])
    }

    fn turn(&mut self, at: &Position, played: &mut Played) -> Turned {
        let (game, mover) = (self.game, usize::from(at.mover));
        let (turns, seat) = (game.turns(at), self.seats[mover]);
        let alike = game.seats[seat].bones.is_alike();
        let powers = turns.powers.as_slice();
        let mut faces = [Face::One; USUAL_TALI];
        let (mut bones, mut added) = (ALL_BONES, 0);
        let mut node = turns.root();
        loop {
            match &turns.tree.nodes()[node] {
                Node::Chance(_) => {
                    self.hands.throw(seat, bones, &mut faces, self.generator);
                    played.throws += 1;
                    let ones = chosen(bones).filter(|bone| faces[*bone] == Face::One).count();
                    if alike {
                        faces = sorted(faces);
                    }
                    let Some(landed) = turns.landing(node, &faces) else { return Turned::Out };
                    node = landed;
                    if is_venus(&faces) {
                        return Turned::Venus;
                    }
                    if game.settings.fees == Fees::Roll {
                        let due = if four_alike(&faces).is_some() {
                            Due::of(&faces)
                        } else {
                            Due { ones, ..Due::default() }
                        };
                        match self.settle(at, turns, powers, node, &due, played) {
                            Some(next) => node = next,
                            None => return Turned::Out,
                        }
                    }
                }
                Node::Leaf(_) => return self.stand(at, turns, powers, node, (&faces, added), played),
                // To stand is all that can be done.
                Node::Choose { choice, .. } if turns.is_charge(*choice) => {
                    return self.stand(at, turns, powers, node, (&faces, added), played);
                }
                Node::Choose { choice, .. } => {
                    let number = *choice;
                    let option = self.choose(at, turns, number);
                    let wanted = &turns.choices[number].options[option];
                    let next = turns.tree.chosen(node, u8::try_from(option).unwrap_or(0));
                    match wanted.action {
                        Action::Call => return Turned::Called,
                        Action::Stand => {
                            return self.stand(at, turns, powers, next, (&faces, added), played);
                        }
                        Action::Reroll(variant, thrown) => {
                            self.buy(mover, wanted.pays, played);
                            played.bought[variant][mover] += 1;
                            bones = thrown;
                        }
                        Action::Power(power, on) => {
                            self.buy(mover, wanted.pays, played);
                            played.powers[mover] += 1;
                            bones = on;
                            match powers[power].power.effect {
                                Effect::Turn(_) => {
                                    chosen(on).for_each(|bone| faces[bone] = faces[bone].opposite());
                                    if alike {
                                        faces = sorted(faces);
                                    }
                                    if is_venus(&faces) {
                                        return Turned::Venus;
                                    }
                                }
                                Effect::Add(points) => added = points,
                                Effect::Reroll(_) | Effect::Immune(_) | Effect::Rent => {}
                            }
                        }
                        Action::Throw | Action::Pay | Action::Match | Action::Drop => {}
                    }
                    node = next;
                }
            }
        }
    }

    /// A charge for what was thrown is paid at once, or spared by a power: where the turn goes on.
    fn settle(
        &mut self,
        at: &Position,
        turns: &Turns,
        powers: &[Usable],
        node: usize,
        due: &Due,
        played: &mut Played,
    ) -> Option<usize> {
        let mover = usize::from(at.mover);
        if let Node::Choose { choice, .. } = &turns.tree.nodes()[node] {
            let options = &turns.choices[*choice].options;
            if turns.is_charge(*choice) {
                let option = self.choose(at, turns, *choice);
                let next = turns.tree.chosen(node, u8::try_from(option).unwrap_or(0));
                if let Action::Power(power, _) = options[option].action {
                    debug_assert!(
                        matches!(powers[power].power.effect, Effect::Immune(_)),
                        "it spares a charge"
                    );
                    self.buy(mover, options[option].pays, played);
                    played.powers[mover] += 1;
                    return Some(next);
                }
                return self.charge(mover, due, played).then_some(next);
            }
        }
        self.charge(mover, due, played).then_some(node)
    }

    /// The seat stands with what lies and the points added to it.
    fn stand(
        &mut self,
        at: &Position,
        turns: &Turns,
        powers: &[Usable],
        node: usize,
        (faces, added): (&Faces, u32),
        played: &mut Played,
    ) -> Turned {
        let due = if self.game.settings.fees == Fees::Last { Due::of(faces) } else { Due::default() };
        match self.settle(at, turns, powers, node, &due, played) {
            Some(_) => Turned::Stood(Score::new(faces, added)),
            None => Turned::Out,
        }
    }

    /// A seat is charged; whether it stays in.
    fn charge(&mut self, mover: usize, due: &Due, played: &mut Played) -> bool {
        let settings = &self.game.settings;
        if due.eagle {
            let from_pot = settings.silver.min(played.end.pot);
            let from_game = (settings.silver - from_pot).min(played.end.game);
            played.end.pot -= from_pot;
            played.end.game -= from_game;
            self.take(mover, from_pot + from_game, played);
        }
        let coins = number(due.ones) * settings.dog
            + number(due.golds) * settings.gold
            + number(due.silvers) * settings.silver;
        coins == 0 || self.owe(mover, coins, played)
    }
}

/// What a cast costs.
#[derive(Clone, Copy, Debug, Default)]
struct Due {
    ones: usize,
    golds: usize,
    silvers: usize,
    eagle: bool,
}

impl Due {
    fn of(faces: &Faces) -> Self {
        match four_alike(faces) {
            Some(Face::One) => Self { golds: 1, ..Self::default() },
            Some(Face::Three | Face::Four) => Self { silvers: 1, ..Self::default() },
            Some(Face::Six) => Self { eagle: true, ..Self::default() },
            None => {
                let ones = faces.iter().filter(|face| **face == Face::One).count();
                Self { ones, ..Self::default() }
            }
        }
    }
}
