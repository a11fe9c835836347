//! A game file at a table made into what is played: names are looked up, numbers checked, and what does not change worked out.

mod chances;
mod laws;
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
    Code, FIRST_FREE, Is, LAST, List, ListValue, ME, MOVER, MapTable, Pattern, Range, Told, Value,
};
use super::syntax::{self, At, Define, DiceKind, Expr, File, Holds, Name, Scope, Variable};
use super::throws::{DieLaw, Thrown, Throws};
use tali_core::process::Distribution;
use tali_core::tali::{Face, TaliSet};

/// What a rule is set to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::own) enum RuleValue {
    Number(Num),
    Text(String),
    List(Arc<[Num]>),
    OfSeats(Arc<[Num]>),
}

impl RuleValue {
    /// The same at a table of so many seats.
    pub(in crate::own) fn for_seats(&self, seats: usize) -> Self {
        match self {
            Self::OfSeats(numbers) => Self::OfSeats(vec![numbers[0]; seats].into()),
            other => other.clone(),
        }
    }
}

/// The table for which a file is made ready.
#[derive(Clone, Copy)]
pub(in crate::own) struct Place<'a> {
    pub seats: usize,
    pub rules: &'a [RuleValue],
    pub bones: &'a [TaliSet],
}

/// All that is played: what is done, and what can be thrown.
#[derive(Debug)]
pub(in crate::own) struct Program {
    pub code: Code,
    pub tables: Tables,
    pub throws: Throws,
    pub patterns: Vec<Pattern>,
    pub pattern_numbers: FxHashMap<Pattern, usize>,
    /// The law of each pattern where it is thrown: by the operation and the pattern.
    pub pattern_laws: FxHashMap<(usize, usize), usize>,
    /// At each operation at which dice are chosen to be thrown again, for each throw that can lie there: which patterns.
    pub rerolls: FxHashMap<(usize, u32), Vec<u32>>,
    pub laws: Vec<Distribution<u32>>,
    /// All that a `chance` can come to between 0 and 1, sorted.
    pub chances: Vec<Num>,
    /// For each throw the parts of it that can be kept, where some are.
    pub parts: Vec<Vec<u32>>,
    /// For each law which throw stands for each that is like it.
    pub stands_for: Vec<FxHashMap<u32, u32>>,
    /// What of each slot still matters before each operation.
    pub live: live::Live,
    /// The comparisons that never hold, and those that always do.
    pub settled: Vec<(Span, bool)>,
}

/// A season takes so many wins at most.
const MOST_WINS: u32 = 100;

/// So many slots can a game have.
const MOST_SLOTS: usize = 4_000;

/// What a name stands for.
#[derive(Clone)]
enum Bound {
    /// A number that is kept in a slot.
    Slot(usize),
    Value(Value),
    Truth(Value),
    /// The slot of dice.
    Throw(usize),
}

/// The parts of a file in which something is done.
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
    variables: Vec<(Name, Told)>,
    scopes: Vec<(String, Bound)>,
    has_me: bool,
    /// Formulas and actions that are being written out.
    within: Vec<String>,
    /// The name of the throw that a reroll would change, and whether only who threw it sees it.
    thrown_as: Option<usize>,
    is_thrown_hidden: bool,
    /// Whether the head of the file is read, before there are variables.
    in_headers: bool,
    /// Which part is read.
    part: Part,
    size: usize,
    /// All comparisons, but those in formulas and actions, which can be asked in other places too.
    compared: Vec<(Span, Value)>,
}

/// An expanded file has so many parts at most.
const MOST_SIZE: usize = 1_000_000;

/// So many numbers stand in a range.
const MOST_NUMBERS: i64 = 10_000;

/// The most dice that one variable holds.
const MOST_ASIDE: usize = 30;

/// The most different sets of dice that it can hold.
const MOST_PARTS: usize = 20_000;

/// Formulas and actions stand in one another so deep at most.
const MOST_WITHIN: usize = 50;

/// Makes a file ready to be played at a table.
pub(in crate::own) fn compile(file: &File, at: Place<'_>) -> Result<Program, Vec<Problem>> {
    let mut compiler = Compiler::new(file, at);
    compiler.headers()?;
    compiler.body()?;
    let compared = std::mem::take(&mut compiler.compared);
    let mut program = laws::finish(compiler)?;
    let known = settled::Known { code: &program.code, tables: &program.tables, throws: &program.throws };
    program.settled = known.settled(compared);
    Ok(program)
}

/// A number at the head of a file that is known, with the rules that stand above it.
pub(in crate::own) fn constant(file: &File, seats: usize, known: &[RuleValue], expr: &Expr) -> Read<Num> {
    Compiler::new(file, Place { seats, rules: known, bones: &[] }).constant(expr, None)
}

/// Whether a condition holds by the rules alone, if they decide that.
pub(in crate::own) fn holds(file: &File, seats: usize, rules: &[RuleValue], expr: &Expr) -> Option<bool> {
    match Compiler::new(file, Place { seats, rules, bones: &[] }).truth(expr) {
        Ok(Value::Const(known)) => Some(known.is_true()),
        _ => None,
    }
}

/// What a value in a sentence comes to.
#[derive(Clone, Debug)]
pub(in crate::own) enum Worth {
    Number(Num),
    Truth(bool),
    Text(String),
    List(Arc<[Num]>),
    /// One for each seat, which differ.
    OfSeats(Arc<[Num]>),
}

/// What a value in a sentence comes to at a table, or of a throw.
pub(in crate::own) fn worth(file: &File, at: Place<'_>, expr: &Expr, thrown: Option<&Thrown>) -> Read<Worth> {
    if let syntax::ExprKind::Name(name) = &expr.it
        && let Some(index) = file.rules.iter().position(|rule| rule.name.it == *name)
        && let Some(RuleValue::OfSeats(numbers)) = at.rules.get(index)
        && numbers.iter().any(|number| *number != numbers[0])
    {
        return Ok(Worth::OfSeats(Arc::clone(numbers)));
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
        values::Typed::Number(value) => Worth::Number(number(&value)?),
        values::Typed::Truth(value) => Worth::Truth(number(&value)?.is_true()),
        values::Typed::Text(text) => Worth::Text(text),
        values::Typed::List(ListValue::Numbers(numbers)) => Worth::List(numbers),
        values::Typed::List(_) | values::Typed::Throw(_) => return Err(changes(&expr.at)),
    })
}

impl<'a> Compiler<'a> {
    fn new(file: &'a File, Place { seats, rules, bones }: Place<'a>) -> Self {
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
                let label = format!("a game for one, and from 1 to {MOST_WINS} wins");
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

    /// A slot for each that can be hidden, which tells whether everybody knows it: as all do at first.
    fn tell_what_is_known(&mut self) {
        let hidden = self.code.told.iter().filter(|told| told.hidden);
        let slots: Vec<usize> = hidden.flat_map(|told| told.slots(self.seats)).collect();
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
                    "positions mean something else by it; choose another name",
                ));
            }
        }
        let mut policies: Vec<String> = ["best", "first", "random"].map(str::to_owned).to_vec();
        for policy in &file.policies {
            let name = super::slug(&policy.name.it);
            if name.is_empty() || policies.contains(&name) {
                let title = format!("a policy called {}", quoted(&policy.name.it));
                let label =
                    "every policy has a name of letters and digits, and none is called best, first or random";
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
                    let label = "a map says once what each number becomes";
                    return Err(Problem::new(&pair.from.at, format!("{whole} a second time"), label));
                }
            }
        }
        let otherwise = map.otherwise.as_ref().map(|otherwise| self.constant(otherwise, None)).transpose()?;
        Ok(MapTable { entries, otherwise })
    }

    /// The index of a die of the file as a seat throws it.
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
                    return Err(Problem::new(&pair.from.at, title, "add its weights up"));
                }
                faces.push((shown, weight.clone()));
            }
        }
        let law = DieLaw::of_chances(faces).ok_or_else(|| {
            let title = format!("no face of `{}` can be thrown", die.name.it);
            Problem::new(&die.name.at, title, "some weight is more than 0")
        })?;
        Ok(self.throws.die(law))
    }

    /// The numbers of a pair: one, or all from one to another.
    fn numbers_of(
        &mut self,
        pair: &syntax::Pair,
        seat: Option<usize>,
    ) -> Read<std::ops::RangeInclusive<i64>> {
        let from = self.whole_constant(&pair.from, seat)?;
        let Some(last) = &pair.to else { return Ok(from..=from) };
        let to = self.whole_constant(last, seat)?;
        if !(from..from + MOST_NUMBERS).contains(&to) {
            let label = format!("the lower end stands first, and there are up to {MOST_NUMBERS}");
            return Err(Problem::new(&last.at, format!("no numbers from {from} to {to}"), label));
        }
        Ok(from..=to)
    }

    /// The index of one of the bones of a seat, from 0.
    fn bone(&mut self, seat: usize, number: usize) -> Option<u16> {
        let bones = self.bones.get(seat - 1).or(self.bones.first())?;
        let talus = bones.tali().get(number)?;
        let faces = Face::ALL.map(|face| (i64::from(face.value()), talus.weight(face).clone()));
        Some(self.throws.die(DieLaw::new(faces)?))
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
                        "the last is not below the first",
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
                // No dice are the first of all throws.
                Range { low: 0, high: LARGEST, capped: false, first: 1, is: Is::Throw }
            }
            Holds::Numbers(low, high) => {
                let at = low.at.start..high.at.end;
                let (low, high) = (self.whole_constant(low, None)?, self.whole_constant(high, None)?);
                if high < low {
                    let title = format!("`{}` has no value from {low} to {high}", name.it);
                    return Err(Problem::new(&at, title, "the last is not below the first"));
                }
                let nearest = 0.clamp(low, high);
                let first =
                    variable.first.as_ref().map(|first| self.whole_constant(first, None)).transpose()?;
                let first = first.unwrap_or(nearest);
                if !(low..=high).contains(&first) {
                    let at = variable.first.as_ref().map_or(&name.at, |first| &first.at);
                    let title = format!("`{}` is {first} at first, and from {low} to {high}", name.it);
                    return Err(Problem::new(at, title, "it begins within its range"));
                }
                Range { low, high, capped: variable.capped, first, is: Is::Number }
            }
        };
        let slots = if variable.scope == Scope::Seat { len.saturating_mul(self.seats) } else { len };
        if self.code.slots.saturating_add(slots) > MOST_SLOTS {
            return Err(Problem::new(
                &name.at,
                format!("`{}` has too many values", name.it),
                "a game has up to 4,000",
            ));
        }
        let list = Arc::new(List { name: name.it.clone(), base: self.code.slots, first, len });
        if name.it == "pot" {
            if variable.scope != Scope::Table || variable.indices.is_some() {
                return Err(Problem::new(
                    &name.at,
                    "a pot of its own kind",
                    "write for instance: table: pot from 0 to 400",
                ));
            }
            range.first = self.antes(variable, &range)?;
            self.code.pot = Some(self.code.slots);
        }
        self.code.slots += slots;
        self.code.ranges.extend(std::iter::repeat_n(range, slots));
        let told = Told {
            list,
            scope: variable.scope,
            is_list: variable.indices.is_some(),
            unordered: variable.unordered,
            hidden: variable.hidden,
            dice,
        };
        self.code.told.push(told.clone());
        self.variables.push((name.clone(), told));
        Ok(())
    }

    /// How many dice a variable holds at most, and which faces they can show; all that can lie there gets its number.
    fn aside(&mut self, variable: &Variable, kind: &At<DiceKind>, most: &Expr) -> Read<(usize, Vec<i64>)> {
        let name = &variable.name;
        if variable.scope == Scope::Seat || variable.indices.is_some() {
            let title = format!("`{}` holds dice of each seat, or in a list", name.it);
            let label = "dice are put aside in a turn, or on the table: each turn: kept dice d6 up to 5";
            return Err(Problem::new(&name.at, title, label));
        }
        let number = self.whole_constant(most, None)?;
        let Some(number) = usize::try_from(number).ok().filter(|number| (1..=MOST_ASIDE).contains(number))
        else {
            let label = format!("up to {MOST_ASIDE} can be");
            return Err(Problem::new(&most.at, format!("{number} dice that are put aside"), label));
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
                let label = format!("{MOST_PARTS} are the most: fewer dice, or dice of fewer faces");
                return Err(Problem::new(&most.at, "too many different dice can be put aside", label));
            }
        }
        for shown in all {
            self.throws.number(&Thrown(shown));
        }
        Ok((number, faces))
    }

    /// What lies in a pot before the first turn: the antes of all.
    fn antes(&self, pot: &Variable, range: &Range) -> Read<i64> {
        if let Some(first) = &pot.first {
            let label = "it begins with the antes of all; write `ante` for what each pays";
            return Err(Problem::new(&first.at, "a pot that is something at first", label));
        }
        let antes = self.code.ante.times(Num::Whole(to_number(self.seats)));
        let whole = antes.and_then(Num::whole).filter(|antes| (range.low..=range.high).contains(antes));
        whole.ok_or_else(|| {
            let title = format!("{} antes of {} in the pot", self.seats, self.code.ante);
            let label = format!("it holds whole coins from {} to {}", range.low, range.high);
            Problem::new(&pot.name.at, title, label)
        })
    }

    /// A slot that is not used otherwise.
    fn slot(&mut self, high: i64) -> usize {
        let low = -LARGEST;
        self.code.ranges.push(Range { low, high, capped: false, first: 0, is: Is::Number });
        self.code.slots += 1;
        self.code.slots - 1
    }

    /// A slot for what a value comes to.
    fn slot_for(&mut self, value: &Value) -> usize {
        let slot = self.slot(LARGEST);
        let known = settled::Known { code: &self.code, tables: &self.tables, throws: &self.throws };
        let [low, high] = known.ends(value);
        (self.code.ranges[slot].low, self.code.ranges[slot].high) = (low.down_to(), high.up_to());
        slot
    }

    /// A slot for a throw.
    fn slot_for_throw(&mut self) -> usize {
        let slot = self.slot(LARGEST);
        (self.code.ranges[slot].low, self.code.ranges[slot].is) = (0, Is::Throw);
        slot
    }

    /// A number that is known, for a seat where it differs from seat to seat.
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
            let label = "a whole number is needed here: down(…) or up(…) makes one";
            Problem::new(&expr.at, format!("{number} is no whole number"), label)
                .helped(format!("for instance {down} or {up}"))
        })
    }

    /// The formula of that name.
    fn formula(&self, name: &str) -> Option<&'_ Define> {
        self.file.defines.iter().find(|define| define.name.it == name)
    }

    /// The same for each seat that can be `me` here.
    fn whole_constants(&mut self, expr: &Expr) -> Read<Vec<i64>> {
        let seats = if self.has_me { (1..=self.seats).map(Some).collect() } else { vec![None] };
        seats.into_iter().map(|seat| self.whole_constant(expr, seat)).collect()
    }

    /// Counts the parts of what is made, so that a file that explodes is told of.
    fn grows(&mut self, at: &Span) -> Read<()> {
        self.size += 1;
        if self.size > MOST_SIZE {
            return Err(Problem::new(
                at,
                "a game of more than 1,000,000 parts with all formulas written out",
                "the limit is passed here: ask a formula less often, or go over things by a loop",
            ));
        }
        Ok(())
    }

    /// That nothing is called so.
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

/// That something changes where only what stays the same is read.
fn changes(at: &Span) -> Problem {
    let title = "a number that changes in the course of the game";
    Problem::new(at, title, "only numbers, rules and `seats` stand here")
}

/// Whether a value depends on any slot but that of `me`.
fn reads_besides_me(value: &Value) -> bool {
    let mut found = false;
    walk::each_slot(value, &mut |slot| found |= slot != ME);
    found
}

/// A slot that a value depends on, if there is any.
fn uses_slot(value: &Value) -> Option<usize> {
    let mut found = None;
    walk::each_slot(value, &mut |slot| found = found.or(Some(slot)));
    found
}
