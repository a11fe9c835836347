//! A round as it is played at the table, bone by bone: by the rules, and not by what was solved for.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::characters::Effect;
use super::policies::{self, Policy};
use super::round::{CoinGame, MOST_REMEMBERED, MOST_SEATS, Position, number};
use super::scores::{Faces, Score, four_alike, is_venus, sorted};
use super::settings::Fees;
use super::solution::{BOUGHT, JOVE_CALL, JOVE_DROP, NET, NET_PURSE, POT_MEAN, POWER_USED, SPLIT, VENUS};
use super::turns::{ALL_BONES, Action, Bones, Choice, Turns, Usable, chosen};
use crate::exact::{BackwardInduction, Doubles, Payoffs};
use crate::monte_carlo::{Generator, Moments, Player, Sampler, Tally};
use crate::process::{Distribution, Node, Seats};
use crate::tali::{Face, USUAL_TALI};

/// What every seat of the table has, and what the bank has lent.
#[derive(Clone, Debug)]
pub(super) struct Purses {
    /// Of each seat of the table.
    pub coins: [i64; MOST_SEATS],
    pub debts: [i64; MOST_SEATS],
    pub loans: bool,
    /// What the bank has paid out less what it got back.
    pub bank: i64,
}

/// What the bank asks for a loan.
const INTEREST: i64 = 5;

impl Purses {
    /// Purses that are never empty.
    fn endless() -> Self {
        Self { coins: [1 << 50; MOST_SEATS], debts: [0; MOST_SEATS], loans: false, bank: 0 }
    }

    /// A seat pays what it owes, or as much as it has: what it pays, and whether it stays in.
    pub(super) fn owe(&mut self, seat: usize, owed: i64) -> (i64, bool) {
        let lacking = (owed - self.coins[seat]).max(0);
        if lacking > 0 && self.loans {
            self.bank += lacking;
            self.debts[seat] += lacking + if self.debts[seat] == 0 { INTEREST } else { 0 };
            self.coins[seat] = 0;
            return (owed, true);
        }
        let paid = owed - lacking;
        self.coins[seat] -= paid;
        (paid, lacking == 0)
    }
}

/// What came of a round. Seats are numbered in rolling order.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    pub winners: Seats,
    /// Of several winners the one that threw first.
    pub first: usize,
    pub venus: bool,
    pub caller: Option<usize>,
    pub out: Seats,
    /// The pots after the round; the round pot is what was taken, or went into the game pot.
    pub pot: i64,
    pub game: i64,
    pub throws: u64,
    pub paid: [i64; MOST_SEATS],
    pub taken: [i64; MOST_SEATS],
    pub bought: [[u32; MOST_SEATS]; 3],
    pub powers: [u32; MOST_SEATS],
    pub asked: Seats,
    pub dropped: Seats,
}

/// Somebody who knows what seats do.
pub(super) struct Mind<'a> {
    game: &'a CoinGame,
    solved: BackwardInduction<&'a CoinGame, Doubles<MOST_SEATS>>,
    /// What those do who play from the card, for what they read on it.
    cards: FxHashMap<Position, std::sync::Arc<[u8]>>,
}

impl<'a> Mind<'a> {
    pub(super) fn new(game: &'a CoinGame) -> Self {
        Self { game, solved: BackwardInduction::new(game, MOST_REMEMBERED), cards: FxHashMap::default() }
    }

    /// What the mover chooses, if it can pay for everything.
    fn chooses(&mut self, position: &Position, number: usize, choice: &Choice) -> usize {
        match self.game.seats[self.game.at_table(position)].policy {
            Policy::Best => {
                let solved = self.solve(self.game.tidy(*position).0);
                solved.map_or(0, |place| usize::from(self.solved.choices(place)[number]))
            }
            Policy::Card => {
                let shown = self.game.tidy(CoinGame::as_on_card(position)).0;
                let game = self.game;
                let known = self.cards.entry(shown).or_insert_with(|| game.card_at(&shown));
                usize::from(known[number])
            }
            policy => policies::option(self.game, policy, position, choice, &|_| true),
        }
    }

    /// What the mover chooses among what it can pay for.
    fn chooses_among(&mut self, position: &Position, choice: &Choice, open: &dyn Fn(usize) -> bool) -> usize {
        match self.game.seats[self.game.at_table(position)].policy {
            Policy::Best => {
                let position = self.game.tidy(*position).0;
                let Ok(turn) = self.solved.turn(&position, None) else { return 0 };
                policies::best_of(self.game, &position, choice, &turn.values, open)
            }
            Policy::Card => self.game.card_among(position, choice, open),
            policy => policies::option(self.game, policy, position, choice, open),
        }
    }

    /// What the starter of a round can expect to gain in it, its ante not counted, in parts of a copper.
    pub(super) fn gain_of_starter(&mut self, position: &Position) -> f64 {
        self.solve(*position).map_or(0.0, |place| self.solved.value(place).approximate(0))
    }

    /// Solves a position, having forgotten everything if that is much.
    fn solve(&mut self, position: Position) -> Option<usize> {
        if self.solved.len() > MOST_REMEMBERED / 2 {
            self.solved.clear();
        }
        self.solved.solve(position).ok()
    }
}

/// The bones of every seat, to be thrown one by one.
pub(super) struct Hands(Vec<Vec<Sampler<Face>>>);

impl Hands {
    pub(super) fn new(game: &CoinGame) -> Self {
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
pub(super) struct Table<'t, 'g> {
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
    pub(super) fn play(&mut self, pot: i64, game_pot: i64, ante: i64) -> Played {
        let players = self.seats.len();
        let mut played = Played { pot, game: game_pot, ..Played::default() };
        let mut at = Position { ante, ..self.game.first(self.game.seating(self.seats), pot, game_pot, ante) };
        while let Some(mover) =
            CoinGame::from(players, usize::from(at.mover)).find(|seat| at.waiting.has(*seat))
        {
            at.mover = u8::try_from(mover).unwrap_or(0);
            (at.pot, at.game) = (played.pot, played.game);
            match self.turn(&at, &mut played) {
                Turned::Venus => {
                    self.take(mover, played.pot + played.game, &mut played);
                    (played.winners, played.first, played.venus) = (Seats::one(mover), mover, true);
                    played.game = 0;
                    return played;
                }
                Turned::Called => {
                    self.call(&mut at, mover, &mut played);
                    continue;
                }
                Turned::Out => {
                    played.out = played.out.with(mover);
                    at.out = played.out;
                    if played.out.number() as usize + 1 == players {
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
        played.winners = at.holders;
        if at.holders.is_empty() {
            played.game += played.pot;
            return played;
        }
        let (each, odd) =
            (played.pot / i64::from(at.holders.number()), played.pot % i64::from(at.holders.number()));
        let first = usize::from(at.caller.unwrap_or(0));
        let mut order = CoinGame::from(players, first).filter(|seat| at.holders.has(*seat));
        if let Some(first) = order.next() {
            played.first = first;
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
        played.pot += coins;
    }

    /// A seat pays what it owes; whether it stays in.
    fn owe(&mut self, seat: usize, coins: i64, played: &mut Played) -> bool {
        let (paid, stays) = self.purses.owe(self.seats[seat], coins);
        played.paid[seat] += paid;
        played.pot += paid;
        stays
    }

    /// A seat has called Jove, and the others answer.
    fn call(&mut self, at: &mut Position, caller: usize, played: &mut Played) {
        played.caller = Some(caller);
        self.buy(caller, at.ante, played);
        let players = self.seats.len();
        at.raised += at.ante;
        at.caller = u8::try_from(caller).ok();
        at.waiting = Seats::one(caller);
        at.asked = (0..players).filter(|seat| *seat != caller && !played.out.has(*seat)).collect();
        (at.best, at.holders) = (Score::NONE, Seats::NONE);
        for seat in CoinGame::from(players, caller).skip(1) {
            if !at.asked.has(seat) {
                continue;
            }
            at.mover = u8::try_from(seat).unwrap_or(0);
            (at.pot, at.game) = (played.pot, played.game);
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
        let choice = &turns.choices[number];
        let purse = self.purses.coins[self.seats[usize::from(at.mover)]];
        let open = |option: usize| {
            let option = &choice.options[option];
            match option.action {
                // What is owed is no choice.
                Action::Stand | Action::Pay => true,
                Action::Call | Action::Match => at.ante <= purse,
                _ => option.pays <= purse,
            }
        };
        let chosen = self.mind.chooses(at, number, choice);
        if open(chosen) { chosen } else { self.mind.chooses_among(at, choice, &open) }
    }

    fn turn(&mut self, at: &Position, played: &mut Played) -> Turned {
        let (game, mover) = (self.game, usize::from(at.mover));
        let (turns, seat) = (game.turns(at), self.seats[mover]);
        let alike = game.seats[seat].bones.is_alike();
        let powers =
            if game.settings.characters[seat].powers.is_empty() { Vec::new() } else { game.powers_at(at) };
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
                        match self.settle(at, turns, &powers, node, &due, played) {
                            Some(next) => node = next,
                            None => return Turned::Out,
                        }
                    }
                }
                Node::Leaf(_) => return self.stand(at, turns, &powers, node, (&faces, added), played),
                // To stand is all that can be done.
                Node::Choose { choice, .. } if turns.is_charge(*choice) => {
                    return self.stand(at, turns, &powers, node, (&faces, added), played);
                }
                Node::Choose { choice, .. } => {
                    let number = *choice;
                    let option = self.choose(at, turns, number);
                    let wanted = &turns.choices[number].options[option];
                    let next = turns.tree.chosen(node, u8::try_from(option).unwrap_or(0));
                    match wanted.action {
                        Action::Call => return Turned::Called,
                        Action::Stand => {
                            return self.stand(at, turns, &powers, next, (&faces, added), played);
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
            let from_pot = settings.silver.min(played.pot);
            let from_game = (settings.silver - from_pot).min(played.game);
            played.pot -= from_pot;
            played.game -= from_game;
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

/// Plays single rounds with purses that are never empty.
pub(super) struct RoundPlayer<'a> {
    game: &'a CoinGame,
    hands: Hands,
    minds: Minds<'a>,
}

/// What was thought of already, by whoever plays at once.
pub(super) struct Minds<'a>(Mutex<Vec<Mind<'a>>>);

impl<'a> Minds<'a> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Lends a mind.
    pub(super) fn with<T>(&self, game: &'a CoinGame, think: impl FnOnce(&mut Mind<'a>) -> T) -> T {
        let lent = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut mind = lent.unwrap_or_else(|| Mind::new(game));
        let thought = think(&mut mind);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
        thought
    }
}

impl Player for RoundPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        self.minds.with(self.game, |mind| self.play_with(mind, games, generator, tally));
    }
}

impl<'a> RoundPlayer<'a> {
    pub(super) fn new(game: &'a CoinGame) -> Self {
        Self { game, hands: Hands::new(game), minds: Minds::new() }
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_with(&self, mind: &mut Mind<'a>, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let (settings, players) = (&self.game.settings, self.game.settings.seats);
        let mut purses = Purses::endless();
        let seats: Vec<usize> = (0..players).collect();
        let parts = settings.parts(players) as f64;
        let antes = settings.ante * number(players);
        let chances = settings.votes();
        let each = || vec![Moments::default(); players];
        let (mut venus, mut net, mut net_purse, mut powers) = (each(), each(), each(), each());
        let mut bought: [Vec<Moments>; 3] = std::array::from_fn(|_| each());
        let (mut calls, mut drops) = (each(), each());
        let [mut split, mut pot] = [Moments::default(); 2];
        for _ in 0..games {
            let mut table = Table {
                game: self.game,
                hands: &self.hands,
                mind: &mut *mind,
                purses: &mut purses,
                seats: &seats,
                generator: &mut *generator,
            };
            let played = table.play(antes, settings.game_pot, settings.ante);
            tally.won(played.winners, played.throws);
            tally.pot.add(played.pot as f64);
            let voted = voted(&chances, generator);
            let truth = |is: bool| if is { 1.0 } else { 0.0 };
            let to_shares = if settings.parts(players) == 1 {
                0.0
            } else {
                (played.game - settings.game_pot) as f64 / parts
            };
            for seat in 0..players {
                let bonus = if voted == Some(seat) { settings.silver } else { 0 };
                let (paid, taken) = (played.paid[seat] + settings.ante, played.taken[seat] + bonus);
                tally.paid[seat].add(paid as f64);
                // Its part of what the game pot gains is taken as well.
                tally.taken[seat].add(taken as f64 + to_shares);
                tally.net[seat].add((taken - paid) as f64 + to_shares);
                venus[seat].add(truth(played.venus && played.first == seat));
                net[seat].add((taken - paid) as f64 + to_shares);
                net_purse[seat].add((taken - paid) as f64);
                for (bought, played) in bought.iter_mut().zip(&played.bought) {
                    bought[seat].add(played[seat].into());
                }
                powers[seat].add(played.powers[seat].into());
                calls[seat].add(truth(played.caller == Some(seat)));
                if played.asked.has(seat) {
                    drops[seat].add(truth(played.dropped.has(seat)));
                }
            }
            split.add(truth(played.winners.number() > 1));
            pot.add(played.pot as f64);
        }
        for (of, counted) in [
            (&VENUS, venus),
            (&NET, net),
            (&NET_PURSE, net_purse),
            (&POWER_USED, powers),
            (&JOVE_CALL, calls),
            (&JOVE_DROP, drops),
            (&SPLIT, vec![split]),
            (&POT_MEAN, vec![pot]),
        ] {
            tally.count(of, &counted);
        }
        for (of, counted) in BOUGHT.iter().zip(&bought) {
            tally.count(of, counted);
        }
    }
}

/// Who is voted the bonus.
pub(super) fn voted(chances: &[f64], generator: &mut Generator) -> Option<usize> {
    if chances.iter().all(|chance| *chance <= 0.0) {
        return None;
    }
    let mut left = generator.uniform();
    for (seat, chance) in chances.iter().enumerate() {
        if left < *chance {
            return Some(seat);
        }
        left -= chance;
    }
    None
}
