//! Compiles a game file for a table: looks names up, checks numbers and folds constants.

mod chances;
mod distributions;
pub(in crate::own) mod live;
mod order;
mod settled;
mod statements;
mod values;
pub(in crate::own) mod walk;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Signed;
use rustc_hash::FxHashMap;

use super::evaluate::{Tables, to_number};
use super::number::{LARGEST, Num};
use super::parser::twice;
use super::problem::{Problem, Read, Span, quoted};
use super::program::{
    Code, Declared, FIRST_FREE, Is, LAST, List, ListValue, ME, MOVER, MapTable, Pattern, Range, Value,
};
use super::syntax::{self, At, Define, DiceKind, Expr, File, Holds, Name, Scope, Variable};
use super::throws::{DieDistribution, Thrown, Throws};
use tali_core::process::Distribution;
use tali_core::tali::{Face, TaliSet};

/// The value of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::own) enum RuleValue {
    Number(Num),
    Text(String),
    List(Arc<[Num]>),
    OfSeats(Arc<[Num]>),
}

impl RuleValue {
    /// The same rule for a table with `seats` seats.
    pub(in crate::own) fn for_seats(&self, seats: usize) -> Self {
        match self {
            Self::OfSeats(numbers) => Self::OfSeats(vec![numbers[0]; seats].into()),
            other => other.clone(),
        }
    }
}

/// The table for which a file is compiled.
#[derive(Clone, Copy)]
pub(in crate::own) struct Setting<'a> {
    pub seats: usize,
    pub rules: &'a [RuleValue],
    pub bones: &'a [TaliSet],
}

/// A compiled game: its operations and all possible throws.
#[derive(Debug)]
pub(in crate::own) struct Program {
    pub code: Code,
    pub tables: Tables,
    pub throws: Throws,
    pub patterns: Vec<Pattern>,
    pub pattern_numbers: FxHashMap<Pattern, usize>,
    /// The distribution of each rerolled pattern, by operation and pattern.
    pub pattern_distributions: FxHashMap<(usize, usize), usize>,
    /// The patterns for each operation that chooses dice to reroll, and each throw.
    pub rerolls: FxHashMap<(usize, u32), Vec<u32>>,
    pub distributions: Vec<Distribution<u32>>,
    /// All values strictly between 0 and 1 that a `chance` can take, sorted.
    pub chances: Vec<Num>,
    /// For each throw, the parts of it that can be kept, if the file uses `keep`.
    pub parts: Vec<Vec<u32>>,
    /// For each distribution, the representative of each throw.
    pub stands_for: Vec<FxHashMap<u32, u32>>,
    /// What of each slot still matters before each operation.
    pub live: live::Live,
    /// The comparisons that never hold (`false`) or always hold (`true`).
    pub settled: Vec<(Span, bool)>,
}

/// The most wins of a season.
const MOST_WINS: u32 = 100;

/// The most slots of a game.
const MOST_SLOTS: usize = 4_000;

/// The meaning of a name.
#[derive(Clone)]
enum Bound {
    /// A number stored in a slot.
    Slot(usize),
    Value(Value),
    Truth(Value),
    /// The slot of dice.
    Throw(usize),
}

/// The parts of a file that contain statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Start,
    Turn,
    AfterRound,
}

struct Compiler<'a> {
    file: &'a File,
    seats: usize,
    rules: &'a [RuleValue],
    bones: &'a [TaliSet],
    code: Code,
    throws: Throws,
    tables: Tables,
    maps: Vec<Arc<MapTable>>,
    /// The indices of the dice of the file, for each seat.
    dice: Vec<Vec<u16>>,
    variables: Vec<(Name, Declared)>,
    scopes: Vec<(String, Bound)>,
    has_me: bool,
    /// The formulas and actions that are being expanded.
    within: Vec<String>,
    /// The slot of the named throw that a reroll would change, and whether only its thrower sees it.
    thrown_as: Option<usize>,
    is_thrown_hidden: bool,
    /// Whether the head of the file is being compiled, before variables exist.
    in_headers: bool,
    /// The part being compiled.
    part: Part,
    size: usize,
    /// All comparisons except those in formulas and actions, which can be used in several places.
    compared: Vec<(Span, Value)>,
}

/// The most parts of an expanded file.
const MOST_SIZE: usize = 1_000_000;

/// The most numbers in a range.
const MOST_NUMBERS: i64 = 10_000;

/// The most dice that one variable holds.
const MOST_ASIDE: usize = 30;

/// The most distinct sets of dice that it can hold.
const MOST_PARTS: usize = 20_000;

/// The deepest nesting of formulas and actions.
const MOST_WITHIN: usize = 50;

/// Compiles a file for a table.
pub(in crate::own) fn compile(file: &File, at: Setting<'_>) -> Result<Program, Vec<Problem>> {
    let mut compiler = Compiler::new(file, at);
    compiler.headers()?;
    compiler.body()?;
    let compared = std::mem::take(&mut compiler.compared);
    let mut program = distributions::finish(compiler)?;
    let known = settled::Known { code: &program.code, tables: &program.tables, throws: &program.throws };
    program.settled = known.settled(compared);
    Ok(program)
}

/// Evaluates a constant at the head of a file, given the rules above it.
pub(in crate::own) fn constant(file: &File, seats: usize, known: &[RuleValue], expr: &Expr) -> Read<Num> {
    Compiler::new(file, Setting { seats, rules: known, bones: &[] }).constant(expr, None)
}

/// Whether a condition holds, if the rules alone decide it.
pub(in crate::own) fn holds(file: &File, seats: usize, rules: &[RuleValue], expr: &Expr) -> Option<bool> {
    match Compiler::new(file, Setting { seats, rules, bones: &[] }).truth(expr) {
        Ok(Value::Const(known)) => Some(known.is_true()),
        _ => None,
    }
}

/// The value of an expression in a sentence.
#[derive(Clone, Debug)]
pub(in crate::own) enum Evaluated {
    Number(Num),
    Truth(bool),
    Text(String),
    List(Arc<[Num]>),
    /// One number per seat, not all equal.
    OfSeats(Arc<[Num]>),
}

/// Evaluates an expression in a sentence, for a table or for a throw.
pub(in crate::own) fn evaluated(
    file: &File,
    at: Setting<'_>,
    expr: &Expr,
    thrown: Option<&Thrown>,
) -> Read<Evaluated> {
    if let syntax::ExprKind::Name(name) = &expr.it
        && let Some(index) = file.rules.iter().position(|rule| rule.name.it == *name)
        && let Some(RuleValue::OfSeats(numbers)) = at.rules.get(index)
        && numbers.iter().any(|number| *number != numbers[0])
    {
        return Ok(Evaluated::OfSeats(Arc::clone(numbers)));
    }
    let mut compiler = Compiler::new(file, at);
    compiler.headers().map_err(|mut problems| problems.swap_remove(0))?;
    compiler.in_headers = thrown.is_none();
    let typed = compiler.typed(expr)?;
    let mut slots = vec![0; compiler.code.slots];
    slots[LAST] = 1;
    let tables =
        Tables { seats: at.seats, thrown: thrown.cloned().into_iter().collect(), ..Tables::default() };
    let mut number = |value: &Value| {
        if uses_slot(value).is_some() && walk::depends_on_throw(value) != Some(LAST) {
            return Err(changes(&expr.at));
        }
        tables.value(value, &mut slots).map_err(|fault| Problem::new(&expr.at, fault.0, "worked out here"))
    };
    Ok(match typed {
        values::Typed::Number(value) => Evaluated::Number(number(&value)?),
        values::Typed::Truth(value) => Evaluated::Truth(number(&value)?.is_true()),
        values::Typed::Text(text) => Evaluated::Text(text),
        values::Typed::List(ListValue::Numbers(numbers)) => Evaluated::List(numbers),
        values::Typed::List(_) | values::Typed::Throw(_) => return Err(changes(&expr.at)),
    })
}

impl<'a> Compiler<'a> {
    fn new(file: &'a File, Setting { seats, rules, bones }: Setting<'a>) -> Self {
        let ranges = (0..FIRST_FREE).map(|slot| {
            let is = match slot {
                ME | MOVER => Is::Seat,
                LAST => Is::Throw,
                _ => Is::Number,
            };
            let high = if is == Is::Seat { to_number(seats) } else { i64::MAX };
            Range { low: 0, high, capped: false, first: 0, is }
        });
        let code = Code { seats, slots: FIRST_FREE, ranges: ranges.collect(), ..Code::default() };
        Self {
            file,
            seats,
            rules,
            bones,
            code,
            throws: Throws::default(),
            tables: Tables { seats, ..Tables::default() },
            maps: Vec::new(),
            dice: Vec::new(),
            variables: Vec::new(),
            scopes: Vec::new(),
            has_me: false,
            within: Vec::new(),
            thrown_as: None,
            is_thrown_hidden: false,
            in_headers: true,
            part: Part::Turn,
            size: 0,
            compared: Vec::new(),
        }
    }

    fn headers(&mut self) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        self.names_are_different(&mut problems);
        let file = self.file;
        for map in &file.maps {
            let table = self.map(map);
            self.maps.extend(table.map_err(|problem| problems.push(problem)).map(Arc::new).ok());
        }
        for die in &file.dice {
            let of_seats = (1..=self.seats).map(|seat| self.die(die, seat)).collect::<Read<Vec<u16>>>();
            self.dice.extend(of_seats.map_err(|problem| problems.push(problem)).ok());
        }
        if let Some(said) = &file.ante {
            match self.constant(said, None) {
                Ok(ante) if ante < Num::Whole(0) => {
                    let title = format!("an ante of {ante}");
                    problems.push(Problem::new(&said.at, title, "it is 0 or more"));
                }
                Ok(ante) => self.code.ante = ante,
                Err(problem) => problems.push(problem),
            }
            self.code.has_coins = true;
        }
        self.code.length = file.length;
        if let Some(season) = &file.season {
            let wins = self.whole_constant(&season.wins, None).and_then(|wins| {
                let within =
                    u32::try_from(wins).ok().filter(|wins| (1..=MOST_WINS).contains(wins) && self.seats == 1);
                let label = format!("a season needs a game for one, and 1 to {MOST_WINS} wins");
                within.ok_or_else(|| Problem::new(&season.wins.at, "a season that cannot be played", label))
            });
            match wins {
                Ok(wins) => self.code.season = Some((season.name.it.clone(), wins)),
                Err(problem) => problems.push(problem),
            }
        }
        let turn = |variable: &&Variable| variable.scope == Scope::Turn;
        for variable in file.variables.iter().filter(|variable| !turn(variable)) {
            self.variable(variable).unwrap_or_else(|problem| problems.push(problem));
        }
        let first = self.code.slots;
        for variable in file.variables.iter().filter(turn) {
            self.variable(variable).unwrap_or_else(|problem| problems.push(problem));
        }
        self.code.of_turn = first..self.code.slots;
        self.tell_what_is_known();
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Adds a slot for each variable that can be hidden: whether everybody knows it, as everybody does at first.
    fn tell_what_is_known(&mut self) {
        let hidden = self.code.declared.iter().filter(|declared| declared.hidden);
        let slots: Vec<usize> = hidden.flat_map(|declared| declared.slots(self.seats)).collect();
        for slot in slots {
            let known = self.slot(1);
            (self.code.ranges[known].low, self.code.ranges[known].first) = (0, 1);
            self.code.known_to_all.push((slot, known));
        }
    }

    fn names_are_different(&self, problems: &mut Vec<Problem>) {
        let file = self.file;
        let names = file.rules.iter().map(|rule| &rule.name);
        let names =
            names.chain(file.dice.iter().map(|die| &die.name)).chain(file.maps.iter().map(|map| &map.name));
        let names = names.chain(file.variables.iter().map(|variable| &variable.name));
        let names = names.chain(file.defines.iter().map(|define| &define.name));
        let names = names.chain(file.actions.iter().map(|action| &action.name));
        for variable in &file.variables {
            if super::IN_POSITIONS.contains(&variable.name.it.as_str()) {
                let title = format!("a variable called {}", quoted(&variable.name.it));
                problems.push(Problem::new(
                    &variable.name.at,
                    title,
                    "positions use this name for something else; choose another",
                ));
            }
        }
        let mut policies: Vec<String> = ["best", "first", "random"].map(str::to_owned).to_vec();
        for policy in &file.policies {
            let name = super::slug(&policy.name.it);
            if name.is_empty() || policies.contains(&name) {
                let title = format!("a policy called {}", quoted(&policy.name.it));
                let label = "a policy needs a name of its own with letters or digits, other than best, first and random";
                problems.push(Problem::new(&policy.name.at, title, label));
            }
            policies.push(name);
        }
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            if seen.contains(&name.it.as_str()) {
                problems.push(twice(name));
            }
            seen.push(&name.it);
        }
    }

    fn map(&mut self, map: &super::syntax::Map) -> Read<MapTable> {
        let mut entries = FxHashMap::default();
        for pair in &map.entries {
            let value = self.constant(&pair.value, None)?;
            for whole in self.numbers_of(pair, None)? {
                if entries.insert(whole, value).is_some() {
                    let label = "a map has one entry for each number";
                    return Err(Problem::new(&pair.from.at, format!("{whole} a second time"), label));
                }
            }
        }
        let otherwise = map.otherwise.as_ref().map(|otherwise| self.constant(otherwise, None)).transpose()?;
        Ok(MapTable { entries, otherwise })
    }

    /// The index of a die of the file, as a seat throws it.
    fn die(&mut self, die: &super::syntax::Die, seat: usize) -> Read<u16> {
        let mut faces: Vec<(i64, BigRational)> = Vec::new();
        for pair in &die.faces {
            let weight = self.constant(&pair.value, Some(seat))?.rational();
            for shown in self.numbers_of(pair, Some(seat))? {
                if weight.is_negative() {
                    let title = format!("`{}` shows {shown} with a weight of {weight}", die.name.it);
                    return Err(Problem::new(&pair.value.at, title, "weights are 0 or more"));
                }
                if faces.iter().any(|(known, _)| *known == shown) {
                    let title = format!("the face {shown} a second time");
                    return Err(Problem::new(&pair.from.at, title, "add up its weights"));
                }
                faces.push((shown, weight.clone()));
            }
        }
        let distribution = DieDistribution::of_chances(faces).ok_or_else(|| {
            let title = format!("no face of `{}` can be thrown", die.name.it);
            Problem::new(&die.name.at, title, "at least one weight must be more than 0")
        })?;
        Ok(self.throws.die(distribution))
    }

    /// The numbers of a pair: one number, or a range.
    fn numbers_of(
        &mut self,
        pair: &syntax::Pair,
        seat: Option<usize>,
    ) -> Read<std::ops::RangeInclusive<i64>> {
        let from = self.whole_constant(&pair.from, seat)?;
        let Some(last) = &pair.to else { return Ok(from..=from) };
        let to = self.whole_constant(last, seat)?;
        if !(from..from + MOST_NUMBERS).contains(&to) {
            let label = format!("give the lower end first, and at most {MOST_NUMBERS} numbers");
            return Err(Problem::new(&last.at, format!("no numbers from {from} to {to}"), label));
        }
        Ok(from..=to)
    }

    /// The index of one of a seat's bones; `number` counts from 0.
    fn bone(&mut self, seat: usize, number: usize) -> Option<u16> {
        let bones = self.bones.get(seat - 1).or(self.bones.first())?;
        let talus = bones.tali().get(number)?;
        let faces = Face::ALL.map(|face| (i64::from(face.value()), talus.weight(face).clone()));
        Some(self.throws.die(DieDistribution::new(faces)?))
    }

    fn variable(&mut self, variable: &Variable) -> Read<()> {
        let name = &variable.name;
        let (first, len) = match &variable.indices {
            None => (0, 1),
            Some((first, last)) => {
                let at = first.at.start..last.at.end;
                let (first, last) = (self.whole_constant(first, None)?, self.whole_constant(last, None)?);
                if last < first {
                    return Err(Problem::new(
                        &at,
                        format!("no index from {first} to {last}"),
                        "the last index must not be below the first",
                    ));
                }
                (first, usize::try_from(last - first + 1).unwrap_or(usize::MAX))
            }
        };
        let mut dice = None;
        let mut range = match &variable.holds {
            Holds::Seat => {
                Range { low: 0, high: to_number(self.seats), capped: false, first: 0, is: Is::Seat }
            }
            Holds::Dice(kind, most) => {
                dice = Some(self.aside(variable, kind, most)?);
                // The first throw of all is the one without dice.
                Range { low: 0, high: LARGEST, capped: false, first: 1, is: Is::Throw }
            }
            Holds::Numbers(low, high) => {
                let at = low.at.start..high.at.end;
                let (low, high) = (self.whole_constant(low, None)?, self.whole_constant(high, None)?);
                if high < low {
                    let title = format!("`{}` has no value from {low} to {high}", name.it);
                    return Err(Problem::new(&at, title, "the upper end must not be below the lower"));
                }
                let nearest = 0.clamp(low, high);
                let first =
                    variable.first.as_ref().map(|first| self.whole_constant(first, None)).transpose()?;
                let first = first.unwrap_or(nearest);
                if !(low..=high).contains(&first) {
                    let at = variable.first.as_ref().map_or(&name.at, |first| &first.at);
                    let title = format!("`{}` starts at {first}, but goes from {low} to {high}", name.it);
                    return Err(Problem::new(at, title, "the first value must be in the range"));
                }
                Range { low, high, capped: variable.capped, first, is: Is::Number }
            }
        };
        let slots = if variable.scope == Scope::Seat { len.saturating_mul(self.seats) } else { len };
        if self.code.slots.saturating_add(slots) > MOST_SLOTS {
            return Err(Problem::new(
                &name.at,
                format!("`{}` has too many values", name.it),
                "a game has up to 4,000 in all",
            ));
        }
        let list = Arc::new(List { name: name.it.clone(), base: self.code.slots, first, len });
        if name.it == "pot" {
            if variable.scope != Scope::Table || variable.indices.is_some() {
                return Err(Problem::new(
                    &name.at,
                    "a pot that is not a single number of the table",
                    "write for instance: table: pot from 0 to 400",
                ));
            }
            range.first = self.antes(variable, &range)?;
            self.code.pot = Some(self.code.slots);
        }
        self.code.slots += slots;
        self.code.ranges.extend(std::iter::repeat_n(range, slots));
        let declared = Declared {
            list,
            scope: variable.scope,
            is_list: variable.indices.is_some(),
            unordered: variable.unordered,
            hidden: variable.hidden,
            dice,
        };
        self.code.declared.push(declared.clone());
        self.variables.push((name.clone(), declared));
        Ok(())
    }

    /// The most dice that a variable holds, and the faces they can show; every set that it can hold gets a number.
    fn aside(&mut self, variable: &Variable, kind: &At<DiceKind>, most: &Expr) -> Read<(usize, Vec<i64>)> {
        let name = &variable.name;
        if variable.scope == Scope::Seat || variable.indices.is_some() {
            let title = format!("`{}` holds dice for each seat, or in a list", name.it);
            let label =
                "dice are put aside in a turn or on the table, for instance each turn: kept dice d6 up to 5";
            return Err(Problem::new(&name.at, title, label));
        }
        let number = self.whole_constant(most, None)?;
        let Some(number) = usize::try_from(number).ok().filter(|number| (1..=MOST_ASIDE).contains(number))
        else {
            let label = format!("from 1 to {MOST_ASIDE} are allowed");
            return Err(Problem::new(&most.at, format!("{number} dice put aside"), label));
        };
        let dice = self.dice_of_kind(kind)?;
        let mut faces: Vec<i64> = dice
            .iter()
            .flat_map(|die| self.throws.dice[usize::from(*die)].outcomes())
            .map(|(face, _)| *face)
            .collect();
        faces.sort_unstable();
        faces.dedup();
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..number {
            let longer = |shown: &Vec<(u16, i64)>| {
                let from = shown.last().map_or(i64::MIN, |(_, face)| *face);
                let shown = shown.clone();
                let more = faces.iter().filter(move |face| **face >= from);
                more.map(move |face| shown.iter().copied().chain([(0, *face)]).collect())
                    .collect::<Vec<Vec<_>>>()
            };
            last = last.iter().flat_map(longer).collect();
            all.extend(last.iter().cloned());
            if all.len() > MOST_PARTS {
                let label = format!("at most {MOST_PARTS}: use fewer dice, or dice with fewer faces");
                return Err(Problem::new(&most.at, "too many combinations of dice can be put aside", label));
            }
        }
        for shown in all {
            self.throws.number(&Thrown(shown));
        }
        Ok((number, faces))
    }

    /// The coins in a pot before the first turn: all antes.
    fn antes(&self, pot: &Variable, range: &Range) -> Read<i64> {
        if let Some(first) = &pot.first {
            let label = "it starts with all antes; write `ante` for what each player pays";
            return Err(Problem::new(&first.at, "a pot with a first value", label));
        }
        let antes = self.code.ante.times(Num::Whole(to_number(self.seats)));
        let whole = antes.and_then(Num::whole).filter(|antes| (range.low..=range.high).contains(antes));
        whole.ok_or_else(|| {
            let title = format!("{} antes of {} in the pot", self.seats, self.code.ante);
            let label = format!("the pot holds whole coins from {} to {}", range.low, range.high);
            Problem::new(&pot.name.at, title, label)
        })
    }

    /// Adds an unused slot.
    fn slot(&mut self, high: i64) -> usize {
        let low = -LARGEST;
        self.code.ranges.push(Range { low, high, capped: false, first: 0, is: Is::Number });
        self.code.slots += 1;
        self.code.slots - 1
    }

    /// Adds a slot for the result of a value.
    fn slot_for(&mut self, value: &Value) -> usize {
        let slot = self.slot(LARGEST);
        let known = settled::Known { code: &self.code, tables: &self.tables, throws: &self.throws };
        let [low, high] = known.ends(value);
        (self.code.ranges[slot].low, self.code.ranges[slot].high) = (low.down_to(), high.up_to());
        slot
    }

    /// Adds a slot for a throw.
    fn slot_for_throw(&mut self) -> usize {
        let slot = self.slot(LARGEST);
        (self.code.ranges[slot].low, self.code.ranges[slot].is) = (0, Is::Throw);
        slot
    }

    /// Evaluates a constant, for one seat if it differs between seats.
    fn constant(&mut self, expr: &Expr, seat: Option<usize>) -> Read<Num> {
        let had_me = std::mem::replace(&mut self.has_me, seat.is_some());
        let value = self.number(expr);
        self.has_me = had_me;
        let mut slots = vec![0; self.code.slots];
        slots[ME] = to_number(seat.unwrap_or(0));
        let value = value?;
        if reads_besides_me(&value) {
            return Err(changes(&expr.at));
        }
        let tables = Tables { seats: self.seats, ..Tables::default() };
        tables.value(&value, &mut slots).map_err(|fault| Problem::new(&expr.at, fault.0, "worked out here"))
    }

    fn whole_constant(&mut self, expr: &Expr, seat: Option<usize>) -> Read<i64> {
        let number = self.constant(expr, seat)?;
        number.whole().ok_or_else(|| {
            let (down, up) = (number.down(), number.up());
            let label = "a whole number is needed here: round it with down(…) or up(…)";
            Problem::new(&expr.at, format!("{number} is not a whole number"), label)
                .helped(format!("for instance {down} or {up}"))
        })
    }

    /// The formula with that name.
    fn formula(&self, name: &str) -> Option<&'_ Define> {
        self.file.defines.iter().find(|define| define.name.it == name)
    }

    /// A whole constant for each seat that can be `me` here.
    fn whole_constants(&mut self, expr: &Expr) -> Read<Vec<i64>> {
        let seats = if self.has_me { (1..=self.seats).map(Some).collect() } else { vec![None] };
        seats.into_iter().map(|seat| self.whole_constant(expr, seat)).collect()
    }

    /// Counts the compiled parts, to report a file that grows too large.
    fn grows(&mut self, at: &Span) -> Read<()> {
        self.size += 1;
        if self.size > MOST_SIZE {
            return Err(Problem::new(
                at,
                "a game of more than 1,000,000 parts once all formulas are expanded",
                "the limit is reached here: use formulas less often, or a loop",
            ));
        }
        Ok(())
    }

    /// The problem that nothing has this name.
    fn unknown(&self, name: &str, at: &Span, what: &str) -> Problem {
        let file = self.file;
        if self.in_headers && file.variables.iter().any(|variable| variable.name.it == name) {
            return changes(at);
        }
        let known = file.rules.iter().map(|rule| rule.name.it.as_str());
        let known = known.chain(file.variables.iter().map(|variable| variable.name.it.as_str()));
        let known = known.chain(file.maps.iter().map(|map| map.name.it.as_str()));
        let known = known.chain(file.defines.iter().map(|define| define.name.it.as_str()));
        let known = known.chain(file.actions.iter().map(|action| action.name.it.as_str()));
        let known = known.chain(file.dice.iter().map(|die| die.name.it.as_str()));
        let known = known.chain(self.scopes.iter().map(|(name, _)| name.as_str()));
        let known = known.chain(self.code.named_throws.iter().map(|(name, _)| name.as_str()));
        let known = known.chain(values::WORDS);
        Problem::new(at, format!("nothing is called {}", quoted(name)), what).hinted(name, known)
    }
}

/// The problem of a changing value where only constants are allowed.
fn changes(at: &Span) -> Problem {
    let title = "a number that changes during the game";
    Problem::new(at, title, "only numbers, rules and `seats` are allowed here")
}

/// Whether a value reads any slot other than that of `me`.
fn reads_besides_me(value: &Value) -> bool {
    let mut found = false;
    walk::each_slot(value, &mut |slot| found |= slot != ME);
    found
}

/// A slot that a value reads, if any.
fn uses_slot(value: &Value) -> Option<usize> {
    let mut found = None;
    walk::each_slot(value, &mut |slot| found = found.or(Some(slot)));
    found
}
