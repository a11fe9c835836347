//! A game file as a process, which works with every solver and player.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::evaluate::to_number;
use super::machine::{Effects, Machine, Made, Reached, Shown, Trouble};
use super::number::Num;
use super::program::{DONE, Holder, LAST, LEAVING, ME, MOVER, OUT, Op, PATTERN, PolicyDoes};
use super::spot::{Layout, NEVER, OVER, Spot};
use super::symmetry;
use super::syntax::Length;
use tali_core::process::{
    Account, Amount, Counter, Distribution, Evaluated, Measure, Over, Policy, Process, Role, Score,
    Statistic, Step, Turn, Turning,
};

/// A position that needs more bits than there are: how many, and at which operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooWide {
    pub op: usize,
    pub bits: u32,
}

/// A game file at a table.
#[derive(Debug)]
pub(super) struct OwnGame {
    pub machine: Machine,
    /// By operation; empty where play does not stop.
    layouts: Vec<Layout>,
    /// The layout of a position at the beginning of a turn.
    whole: Layout,
    /// Whether an evening goes on without seats that cannot pay.
    seats_may_leave: bool,
    /// The distributions of the machine, as moves; the last is that of stops at which nothing is thrown or chosen.
    distributions: Vec<Distribution<Made>>,
    ante: Option<u64>,
    figures: Vec<Counter<Notes>>,
    scores: Vec<Score<Notes>>,
    /// Best play against each policy of the file, and against random play.
    pub ladder: &'static [[&'static str; 2]],
    first: Vec<i64>,
    start: Spot,
    /// Whether nobody misses what was forgotten at a spot, as far as that was asked.
    pub(super) opened: Mutex<FxHashMap<Spot, bool>>,
}

/// The results of a step that are counted or read.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    /// How often each seat reached each note, and then how often each variable was capped.
    counts: Vec<u32>,
    /// The value of each figure, if the game is over.
    figures: Vec<Option<Num>>,
    /// What is seen, if anything is hidden.
    pub(super) shown: Vec<Shown>,
}

impl OwnGame {
    /// Creates the game of a machine, with a figure for each of its notes and each of its capped variables.
    pub(super) fn new(
        machine: Machine,
        figures: &[&'static Statistic],
        capped: &[(usize, &'static Statistic)],
        at_end: &[&'static Statistic],
        ladder: &'static [[&'static str; 2]],
    ) -> Result<Self, TooWide> {
        let code = &machine.program.code;
        let seats = code.seats;
        let has_out = code.ops.iter().any(|op| matches!(op, Op::Out(_)));
        let chooses = code.ops.iter().any(Op::is_choice);
        // On an evening, seats that cannot pay are out as well, if there is room to store it. Best play is only known with all
        // seats.
        let may_leave = code.has_coins && !chooses;
        let (layouts, whole, seats_may_leave) = match layouts(&machine, has_out || may_leave) {
            Err(_) if !has_out => layouts(&machine, false).map(|(all, whole)| (all, whole, false))?,
            laid => laid.map(|(all, whole)| (all, whole, may_leave))?,
        };
        let thrown = machine
            .program
            .distributions
            .iter()
            .map(|distribution| distribution.relabelled(|thrown| Made::Thrown(*thrown)));
        let chances = machine.program.chances.iter().map(|chance| {
            let [happens, not] = [*chance, Num::Whole(1).plus(chance.negative()).unwrap_or_default()];
            let both = [(Made::Happens(true), happens.rational()), (Made::Happens(false), not.rational())];
            Distribution::of_chances(both).unwrap_or_else(|| Distribution::certain(Made::Happens(true)))
        });
        let distributions = thrown.chain(chances).chain([Distribution::certain(Made::Again(0))]).collect();
        let (numerator, denominator) = code.ante.parts();
        let ante =
            code.has_coins.then(|| u64::try_from(numerator * (machine.parts / denominator)).unwrap_or(0));
        let counted = figures.iter().zip(0..);
        let adds = |notes: &Notes, at: usize| notes.counts.get(at).copied().unwrap_or(0);
        let of_notes = counted
            .map(|(figure, note): (_, usize)| Counter::new(figure, seats, adds).starting(note * seats));
        let of_caps = capped.iter().map(|(position, figure)| {
            Counter::new(figure, 1, adds).starting(figures.len() * seats + position)
        });
        let figures = of_notes.chain(of_caps).collect();
        let read = |notes: &Notes, at: usize| notes.figures.get(at).copied().flatten().map(Num::rational);
        let scores = at_end.iter().enumerate().map(|(index, of)| Score { of, index, read }).collect();
        let first = machine.first();
        let mut game = Self {
            machine,
            layouts,
            whole,
            seats_may_leave,
            distributions,
            ante,
            figures,
            scores,
            ladder,
            first: first.clone(),
            start: Spot::new(0, NEVER),
            opened: Mutex::default(),
        };
        let (mut slots, mut effects) = (first.clone(), Effects::default());
        let begun = game.machine.begin(&mut slots, &mut effects, &mut |_| {});
        effects.steps = 0;
        let is_quiet = begun.is_err() || effects == Effects::default();
        let pause = Ok(Reached::Stop(game.machine.pause()));
        game.start = if is_quiet { game.spot(&slots, &begun) } else { game.spot(&first, &pause) };
        Ok(game)
    }

    /// The spot that was reached.
    pub(super) fn spot(&self, slots: &[i64], reached: &Result<Reached, Trouble>) -> Spot {
        match reached {
            Ok(Reached::Stop(at)) => {
                Spot::new(self.layouts[*at].packed(slots), u32::try_from(*at).unwrap_or(NEVER))
            }
            Ok(Reached::Over(winners)) => Spot::new(winners.iter().map(|seat| 1 << seat).sum(), OVER),
            Ok(Reached::Never) | Err(_) => Spot::new(0, NEVER),
        }
    }

    /// The same spot without what not everybody knows; `None` if play has ended.
    pub(super) fn forgotten(&self, spot: &Spot) -> Option<Spot> {
        let layout = self.layouts.get(spot.at as usize)?;
        Some(Spot::new(layout.forgotten(spot.bits()), spot.at))
    }

    /// The seat that acts at a spot, from 1; 0 for nobody.
    pub(super) fn me(&self, spot: &Spot) -> i64 {
        let Some(layout) = self.layouts.get(spot.at as usize) else { return 0 };
        let held = |slot: usize| {
            layout.fields.iter().find(|field| field.slot == slot).map(|field| field.held(spot.bits()))
        };
        held(ME).or_else(|| held(MOVER)).unwrap_or_else(|| i64::from(self.seats() == 1))
    }

    /// The position at the beginning of a turn, packed.
    pub(super) fn position(&self, slots: &[i64]) -> u128 {
        self.whole.packed(slots)
    }

    /// The slots at a spot, and its operation; `None` if play has ended.
    pub(super) fn slots(&self, spot: &Spot) -> Option<(Vec<i64>, usize)> {
        let at = spot.at as usize;
        let layout = self.layouts.get(at)?;
        let mut slots = self.first.clone();
        slots[MOVER] = 0;
        layout.unpack(spot.bits(), &mut slots);
        if !layout.fields.iter().any(|field| field.slot == ME) {
            slots[ME] = if self.seats() == 1 { 1 } else { slots[MOVER] };
        }
        Some((slots, at))
    }

    /// What a move at a spot leads to, and what happens on the way.
    pub(super) fn made(
        &self,
        spot: &Spot,
        made: Made,
        entered: &mut dyn FnMut(&[i64]),
    ) -> (Result<Reached, Trouble>, Vec<i64>, Effects) {
        let mut effects = Effects::default();
        let Some((mut slots, at)) = self.slots(spot) else {
            return (Ok(Reached::Never), Vec::new(), effects);
        };
        let reached = self.machine.make(&mut slots, at, made, &mut effects, entered);
        (reached, slots, effects)
    }

    /// What each seat gains on the way, and by winning.
    fn gains(&self, reached: &Result<Reached, Trouble>, slots: &[i64], effects: &Effects) -> Vec<i128> {
        let seats = self.seats();
        let parts = i128::from(self.machine.parts);
        // Shares divide coins further, and all seats can share.
        let cut = i128::from(shared_by_all(seats));
        let mut gains = vec![0i128; seats];
        let mut add = |account: Account, coins: i128| {
            if let Account::Seat(seat) = account {
                gains[seat] += coins * cut;
            }
        };
        for transfer in &effects.transfers {
            let Amount::Coins(coins) = transfer.amount else { continue };
            let coins = i128::from(coins);
            add(transfer.from, -coins);
            add(transfer.to, coins);
        }
        if let Ok(Reached::Over(winners)) = reached
            && !winners.is_empty()
        {
            let ante = i128::from(self.ante.unwrap_or(0)) * i128::from(to_number(seats));
            let pot = self.machine.program.code.pot.map_or(ante, |pot| i128::from(slots[pot]) * parts);
            for seat in winners.iter() {
                gains[seat] += pot * (cut / i128::from(winners.number()));
            }
        }
        gains
    }

    fn step(&self, to: Spot, effects: Effects) -> Step<Spot, Notes> {
        let code = &self.machine.program.code;
        let casts = match code.length {
            None | Some(Length::Throws) => effects.throws,
            Some(Length::Turns) => effects.turns,
            Some(Length::Rounds) => effects.rounds,
        };
        let mut step = Step::to(to).taking(casts);
        step.transfers = effects.transfers;
        let counts_nothing =
            effects.notes.is_empty() && effects.capped.is_empty() && effects.figures.is_empty();
        if counts_nothing && !effects.shown.is_empty() {
            step.event = Some(Notes { counts: Vec::new(), figures: Vec::new(), shown: effects.shown });
        } else if !counts_nothing {
            let first = code.notes.len() * code.seats;
            let mut counts = vec![0; first + code.declared.len()];
            effects.notes.into_iter().for_each(|(note, seat)| counts[note * code.seats + seat] += 1);
            effects.capped.into_iter().for_each(|position| counts[first + position] += 1);
            step.event = Some(Notes { counts, figures: effects.figures, shown: effects.shown });
        }
        step
    }

    /// The distribution of what is thrown at a spot.
    fn distribution(&self, spot: &Spot) -> Option<usize> {
        let at = spot.at as usize;
        let layout = self.layouts.get(at)?;
        if layout.distribution.is_some() {
            return layout.distribution;
        }
        let (slots, _) = self.slots(spot)?;
        match &self.machine.program.code.ops[at] {
            Op::Roll { site, cases } => {
                let mut slots = slots;
                let (mut position, mut all) = (0, 1);
                for case in cases.iter().rev() {
                    position = position * case.number + self.machine.case(case, &mut slots).ok()?;
                    all *= case.number;
                }
                let seat = usize::try_from(slots[ME].max(1) - 1).unwrap_or(0);
                self.machine.program.code.sites[*site].distributions.get(seat * all + position).copied()
            }
            Op::Chance { chance, .. } => {
                let mut slots = slots;
                let program = &self.machine.program;
                let chance = program.tables.value(chance, &mut slots).ok()?;
                program.chances.binary_search(&chance).ok().map(|chance| program.distributions.len() + chance)
            }
            // In secret, nobody sees whether anything is rerolled.
            Op::Rethrow { .. } if slots[PATTERN] == 0 => Some(self.distributions.len() - 1),
            Op::Rethrow { .. } => {
                let pattern = usize::try_from(slots[PATTERN] - 1).ok()?;
                self.machine.program.pattern_distributions.get(&(at, pattern)).copied()
            }
            _ => None,
        }
    }

    /// What a seat does by a policy of the file, as an index of its options.
    pub(super) fn chosen(&self, policy: usize, spot: &Spot) -> usize {
        let Some((mut slots, at)) = self.slots(spot) else { return 0 };
        let program = &self.machine.program;
        let Ok(options) = self.machine.options(&mut slots, at) else { return 0 };
        for step in program.code.policies[policy].lines.iter().filter(|step| step.at == at) {
            let holds = |slots: &mut [i64]| self.machine.holds(step.condition.as_ref(), slots) == Ok(true);
            let found = match &step.does {
                PolicyDoes::Option(index) => {
                    let wanted = u16::try_from(*index).map(Made::Option);
                    let found = options.iter().position(|made| Ok(*made) == wanted);
                    found.filter(|_| holds(&mut slots))
                }
                PolicyDoes::Called(text) => {
                    let found = options.iter().position(|made| self.called_at(&slots, at, *made) == *text);
                    found.filter(|_| holds(&mut slots))
                }
                PolicyDoes::Best { value, highest } => {
                    let Some((slot, _)) = program.code.ops[at].chosen() else { continue };
                    let mut best = None;
                    for (index, made) in options.iter().enumerate() {
                        let Some(option) = made.held() else { continue };
                        slots[slot] = option;
                        if !holds(&mut slots) {
                            continue;
                        }
                        let Ok(evaluated) = program.tables.value(value, &mut slots) else { continue };
                        let is_better =
                            best.is_none_or(
                                |(_, known)| if *highest { evaluated > known } else { evaluated < known },
                            );
                        if is_better {
                            best = Some((index, evaluated));
                        }
                    }
                    best.map(|(index, _)| index)
                }
            };
            if let Some(found) = found {
                return found;
            }
        }
        0
    }

    /// A policy of the file, by its index.
    pub(super) fn policy(self: &Arc<Self>, policy: usize) -> Policy<Spot> {
        let game = Arc::clone(self);
        Policy::pure(self.machine.most_options(), move |spot: &Spot, _| game.chosen(policy, spot))
    }

    /// The name of a move at an operation.
    pub(super) fn called_at(&self, slots: &[i64], at: usize, made: Made) -> String {
        let program = &self.machine.program;
        match (made, program.code.ops.get(at)) {
            (Made::Thrown(thrown), _) => program.throws.thrown[thrown as usize].typed(),
            (Made::Option(option), Some(Op::Choose { options, .. })) => {
                options[usize::from(option)].text.clone()
            }
            (Made::Value(value), Some(Op::ChooseEach { name, .. })) => format!("{name}={value}"),
            (Made::Held(part), _) => format!("keep {}", program.throws.thrown[part as usize].typed()),
            (Made::Happens(happens), _) => if happens { "yes" } else { "no" }.to_owned(),
            (Made::Nothing, _) => "nothing".to_owned(),
            (Made::Again(0), _) => "keep".to_owned(),
            (Made::Again(pattern), _) => {
                let pattern = &program.patterns[pattern as usize - 1];
                let rests = usize::try_from(slots[LAST] - 1)
                    .ok()
                    .and_then(|thrown| program.throws.thrown.get(thrown));
                rests.map_or_else(String::new, |rests| rethrown(rests, pattern))
            }
            (made, _) => format!("{made:?}"),
        }
    }
}

/// The layout of spots by operation, the last for stops at which nothing is thrown or chosen, and the layout of a position at the
/// beginning of a turn. `has_out`: they store who is out.
fn layouts(machine: &Machine, has_out: bool) -> Result<(Vec<Layout>, Layout), TooWide> {
    let code = &machine.program.code;
    let stops =
        |op: &Op| op.is_choice() || matches!(op, Op::Roll { .. } | Op::Rethrow { .. } | Op::Chance { .. });
    let has_by = code.ops.iter().any(|op| matches!(op, Op::By { .. }));
    let mut of_position = vec![MOVER];
    of_position.extend(has_out.then_some(OUT));
    let has_done = machine.has_rounds().then_some(DONE);
    let of_file = super::program::FIRST_FREE..code.of_turn.start;
    of_position.extend(of_file);
    of_position.extend(code.known_to_all.iter().map(|(_, known)| *known));
    let mut layouts = Vec::with_capacity(code.ops.len());
    for (at, op) in code.ops.iter().enumerate() {
        if !stops(op) {
            layouts.push(Layout::default());
            continue;
        }
        let mut slots = of_position.clone();
        slots.extend(has_done);
        slots.extend(has_by.then_some(ME));
        slots.extend(has_out.then_some(LEAVING));
        slots.extend(
            (code.of_turn.start..code.slots)
                .chain([LAST])
                .filter(|slot| machine.program.live.reads(at, *slot, &code.atoms)),
        );
        slots.extend(matches!(op, Op::Rethrow { .. }).then_some(PATTERN));
        let mut layout = Layout::of(machine, slots).map_err(|bits| TooWide { op: at, bits })?;
        if let Op::Roll { site, .. } = op {
            let distributions = &code.sites[*site].distributions;
            layout.distribution = distributions
                .iter()
                .all(|distribution| *distribution == distributions[0])
                .then_some(distributions[0]);
        }
        layouts.push(layout);
    }
    let leaving = has_out.then_some(LEAVING);
    let between = of_position.iter().copied().chain(has_done).chain(leaving).collect();
    let mut pause = Layout::of(machine, between).map_err(|bits| TooWide { op: code.turn, bits })?;
    pause.distribution = Some(machine.program.distributions.len() + machine.program.chances.len());
    layouts.push(pause);
    let done = has_done.filter(|_| code.round.is_some());
    let all = of_position.iter().copied().chain(done).chain(code.of_turn.clone()).collect();
    let whole = Layout::of(machine, all).map_err(|bits| TooWide { op: code.turn, bits })?;
    Ok((layouts, whole))
}

/// A number that every number up to `seats` divides.
pub(super) fn shared_by_all(seats: usize) -> i64 {
    (1..=to_number(seats)).fold(1, num_integer::lcm)
}

/// The dice to reroll, as they are typed: `reroll 4 1`; different bones with their numbers.
fn rethrown(rests: &super::throws::Thrown, pattern: &super::program::Pattern) -> String {
    let mut held = pattern.held.clone();
    let mut again: Vec<(u16, i64)> = Vec::new();
    for die in &rests.0 {
        match held.iter().position(|other| other == die) {
            Some(index) => drop(held.swap_remove(index)),
            None => again.push(*die),
        }
    }
    let differ = rests.0.iter().any(|(die, _)| *die != rests.0[0].0);
    again.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
    let left =
        again.iter().map(|(die, face)| if differ { format!("{face}/{}", die + 1) } else { face.to_string() });
    format!("reroll {}", left.collect::<Vec<_>>().join(" "))
}

impl Process for OwnGame {
    type State = Spot;
    type Move = Made;
    type Information = Spot;
    type Event = Notes;

    fn seats(&self) -> usize {
        self.machine.program.code.seats
    }

    fn start(&self) -> Spot {
        self.start
    }

    fn distributions(&self) -> &[Distribution<Made>] {
        &self.distributions
    }

    fn turn(&self, spot: &Spot) -> Turn<Spot> {
        match spot.at {
            OVER => {
                return Turn::End((0..self.seats()).filter(|seat| spot.bits() >> seat & 1 == 1).collect());
            }
            NEVER => return Turn::Chance(self.distributions.len() - 1),
            _ => {}
        }
        if let Some(distribution) = self.distribution(spot) {
            return Turn::Chance(distribution);
        }
        let seat =
            self.slots(spot).map_or(0, |(slots, _)| usize::try_from(slots[ME].max(1) - 1).unwrap_or(0));
        Turn::Choose { seat, information: *spot }
    }

    fn actions(&self, spot: &Spot, actions: &mut Vec<Made>) {
        if let Some((mut slots, at)) = self.slots(spot) {
            actions.extend(self.machine.options(&mut slots, at).unwrap_or_default());
        }
    }

    fn next(&self, spot: &Spot, made: Made) -> Step<Spot, Notes> {
        if spot.at == NEVER {
            return Step::to(*spot).taking(0);
        }
        let (reached, slots, effects) = self.made(spot, made, &mut |_| {});
        let to = self.spot(&slots, &reached);
        let is_same = self.layouts.get(spot.at as usize).is_some_and(|layout| layout.is_same(spot, &to));
        let is_idle = is_same && effects.transfers.is_empty() && effects.notes.is_empty();
        let gains = if self.is_for_coins() { self.gains(&reached, &slots, &effects) } else { Vec::new() };
        Step { gains, ..self.step(to, effects).idle_if(is_idle) }
    }

    fn without(&self, spot: &Spot, seat: usize) -> Option<Spot> {
        let pause = self.machine.pause();
        let found = if *spot == self.start { Some((self.first.clone(), pause)) } else { self.slots(spot) };
        let (mut slots, at) = found.filter(|_| self.seats_may_leave)?;
        let seat = to_number(seat + 1);
        let (at, leaves) = match (slots[MOVER], slots[ME]) {
            // After a round nobody has a turn that could end.
            (0, me) if me == seat => return None,
            // The last seat left wins, unless it plays on against the bank.
            (mover, me) if [mover, me].contains(&seat) && !self.is_against_bank() => (pause, LEAVING),
            (mover, me) if [mover, me].contains(&seat) => (pause, OUT),
            _ => (at, OUT),
        };
        slots[leaves] |= 1 << seat;
        Some(self.spot(&slots, &Ok(Reached::Stop(at))))
    }

    fn is_against_bank(&self) -> bool {
        let is_else = |op: &Op| match op {
            Op::Pay { from, to, .. } => {
                !matches!((from, to), (Holder::Seat(_), Holder::Bank) | (Holder::Bank, Holder::Seat(_)))
            }
            _ => false,
        };
        self.ante == Some(0) && !self.machine.program.code.ops.iter().any(is_else)
    }

    fn draws_without_end(&self) -> bool {
        false
    }

    fn turning(&self) -> Option<Turning<Spot>> {
        symmetry::turning(&self.machine.program.code, &self.layouts)
    }

    fn figures(&self) -> Vec<Counter<Notes>> {
        self.figures.clone()
    }

    fn scores(&self) -> Vec<Score<Notes>> {
        self.scores.clone()
    }

    fn ante(&self) -> Option<u64> {
        self.ante
    }

    fn is_for_coins(&self) -> bool {
        self.machine.program.code.for_coins
    }
}

impl Evaluated for OwnGame {
    /// Nothing is known about the positions of an arbitrary game: those beyond the search count as even.
    fn evaluate(&self, _: &Spot) -> f64 {
        0.5
    }
}

/// What a figure of a file measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Figured {
    /// How often a note is reached.
    Note,
    /// How often a variable is capped at an end of its range.
    Capped,
    /// A number that is read when the game ends.
    AtEnd,
    /// The number of games of a season.
    Season,
}

/// The figure with that name.
pub(super) fn figure(of: Figured, name: &str) -> Statistic {
    let key = super::slug(name).replace('-', "_");
    let statistic = |key: String, title: String, over, unit| {
        Statistic::new(super::lasting(key), super::lasting(title), over, unit)
    };
    match of {
        Figured::Note => {
            let what = super::lasting(name);
            let once = statistic(
                format!("note_{key}_once"),
                format!("At least once in a game: {name}"),
                Over::Seats,
                Measure::Probability,
            );
            let once = Box::leak(Box::new(once.with_role(Role::NotedOnce)));
            let title = format!("How often in a game: {name}");
            statistic(format!("note_{key}"), title, Over::Seats, Measure::Plain)
                .with_role(Role::Noted { what, once })
        }
        Figured::Capped => {
            let title = format!("Times in a game that `{name}` is capped");
            statistic(format!("capped_{name}"), title, Over::Game, Measure::Plain).with_role(Role::Capped)
        }
        Figured::Season => statistic(
            "season_mean".to_owned(),
            format!("Mean games of a season: {name}"),
            Over::Game,
            Measure::Plain,
        ),
        Figured::AtEnd => statistic(key, super::capital(name), Over::Game, Measure::Plain),
    }
}
