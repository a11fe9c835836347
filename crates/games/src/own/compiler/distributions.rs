//! All possible throws; throws that the game cannot distinguish are merged.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::live::{Live, live};
use super::walk::{children_mut, depends_on_throw, values_of_mut, visit};
use super::{Compiler, Program, chances};
use crate::own::evaluate::Worked;
use crate::own::number::Num;
use crate::own::problem::Problem;
use crate::own::program::{Atom, Code, LAST, Op, Pattern, PolicyDoes, Question, Reading, Value};
use crate::own::throws::{MOST_OUTCOMES, MOST_SHOWN, Outcomes, Readings, Thrown, Throws};
use tali_core::process::Distribution;

/// The most operations of a game: liveness is computed for each.
const MOST_OPS: usize = 50_000;

/// Finds the values that depend on one throw alone, which facts of throws matter, and all possible throws.
pub(super) fn finish(compiler: Compiler<'_>) -> Result<Program, Vec<Problem>> {
    let Compiler { mut code, mut throws, mut tables, .. } = compiler;
    let too_large =
        |code: &Code, op: usize, title: &str, label: &str| vec![Problem::new(&code.spans[op], title, label)];
    if code.ops.len() > MOST_OPS {
        let title = format!("a turn of {} steps once its loops are expanded", code.ops.len());
        return Err(too_large(&code, 0, &title, "a turn has up to 50,000 steps"));
    }
    let (mut ops, mut policies) = (std::mem::take(&mut code.ops), std::mem::take(&mut code.policies));
    let mut atoms = std::mem::take(&mut code.atoms);
    for op in &mut ops {
        values_of_mut(op, &mut |value| make_atoms(value, &mut atoms));
    }
    for step in policies.iter_mut().flat_map(|policy| &mut policy.lines) {
        if let Some(condition) = &mut step.condition {
            make_atoms(condition, &mut atoms);
        }
        if let PolicyDoes::Best { value, .. } = &mut step.does {
            make_atoms(value, &mut atoms);
        }
    }
    for figure in &mut code.figures {
        make_atoms(&mut figure.value, &mut atoms);
        if let Some(condition) = &mut figure.condition {
            make_atoms(condition, &mut atoms);
        }
    }
    (code.ops, code.policies, code.atoms) = (ops, policies, atoms);
    let live = live(&code);
    throws.tells_dice_apart = code.ops.iter().any(|op| matches!(op, Op::RerollAny { .. } | Op::RerollAll));
    throws.most_shown = if code.ops.iter().any(Op::is_choice) { MOST_OUTCOMES } else { MOST_SHOWN };
    let mut distributions = Distributions {
        throws,
        live: &live,
        code: &code,
        found: Vec::new(),
        stands_for: Vec::new(),
        scratch: vec![0; code.slots],
    };
    let mut site_distributions: Vec<Vec<usize>> = vec![Vec::new(); code.sites.len()];
    for (at, op) in code.ops.iter().enumerate() {
        let Op::Roll { site, .. } = op else { continue };
        let slots: Vec<usize> = code.sites[*site].name.into_iter().chain([LAST]).collect();
        let mut lists: Vec<&Vec<u16>> = Vec::new();
        let mut list_of = Vec::with_capacity(code.seats);
        for dice in &code.sites[*site].dice {
            let known = lists.iter().position(|list| *list == dice);
            list_of.push(known.unwrap_or(lists.len()));
            if known.is_none() {
                lists.push(dice);
            }
        }
        let read = distributions.readings(at + 1, &slots);
        let outcomes: Option<Vec<Outcomes>> =
            lists.iter().map(|dice| distributions.throws.outcomes(dice, &[], &read)).collect();
        let outcomes = outcomes.ok_or_else(|| {
            let most = lists.iter().map(|dice| dice.len()).max().unwrap_or(0);
            let title = format!("a throw of {most} dice has more than 100,000 distinguishable outcomes");
            let label =
                "throw fewer dice, or use only `sum`, `highest(N)`, `lowest(N)`, `dice[N]` and `count(F)`";
            too_large(&code, at, &title, label)
        })?;
        let added = distributions.add(at + 1, &slots, outcomes);
        site_distributions[*site] = list_of.into_iter().map(|list| added[list]).collect();
    }
    let again = distributions.patterns().map_err(|op| {
        let title = "more than 5,000 ways to reroll dice, or 300,000 outcomes";
        too_large(&code, op, title, "throw or reroll fewer dice")
    })?;
    let Distributions { throws, found: distributions, stands_for, .. } = distributions;
    for (site, distributions) in site_distributions.into_iter().enumerate() {
        code.sites[site].distributions = distributions;
    }
    let mut throws = throws;
    let parts = parts(&code, &distributions, &mut throws).map_err(|op| {
        too_large(&code, op, "more than 300,000 ways to keep some of the dice", "throw fewer dice")
    })?;
    tables.thrown.clone_from(&throws.thrown);
    let mut slots = vec![0; code.slots];
    let values = code.atoms.iter().map(|atom| (atom.slot, of_all(&tables, atom, &mut slots)));
    tables.atoms = values.collect();
    let Again { patterns, numbers, distributions: pattern_distributions, chosen } = again;
    let chances = chances::all(&code, &tables)?;
    Ok(Program {
        code,
        tables,
        throws,
        patterns,
        pattern_numbers: numbers,
        pattern_distributions,
        rerolls: chosen,
        distributions,
        stands_for,
        live,
        chances,
        parts,
        settled: Vec::new(),
    })
}

/// For each throw that can be on the table, its distinct parts, smaller ones first, if the file uses `keep`. Parts are throws,
/// too.
fn parts(
    code: &Code,
    distributions: &[Distribution<u32>],
    throws: &mut Throws,
) -> Result<Vec<Vec<u32>>, usize> {
    let keeps = |op: &Op| match op {
        Op::Keep { most, .. } => Some(*most),
        _ => None,
    };
    let Some(at) = code.ops.iter().position(|op| keeps(op).is_some()) else { return Ok(Vec::new()) };
    let most = code.ops.iter().filter_map(keeps).max().unwrap_or(0);
    let on_table: BTreeSet<u32> = distributions
        .iter()
        .flat_map(|distribution| distribution.outcomes().iter().map(|(thrown, _)| *thrown))
        .collect();
    let mut parts = vec![Vec::new(); throws.thrown.len()];
    let mut ways = 0;
    for number in on_table {
        let thrown = throws.thrown[number as usize].clone();
        // The kept dice are those that the pattern would throw again.
        let split = |pattern: Pattern| {
            let mut held = thrown.0.clone();
            for left in pattern.held {
                if let Some(position) = held.iter().position(|die| *die == left) {
                    held.remove(position);
                }
            }
            Thrown(held)
        };
        let of_throw: Vec<Thrown> = patterns_of(&thrown, (1, most)).into_iter().map(split).collect();
        ways += of_throw.len();
        if ways > MOST_REROLLED {
            return Err(at);
        }
        parts[number as usize] = of_throw.iter().map(|held| throws.number(held)).collect();
    }
    Ok(parts)
}

/// The value of an expression for every throw.
fn of_all(tables: &super::Tables, atom: &Atom, slots: &mut [i64]) -> Vec<Worked<Num>> {
    let numbers = 1..=super::to_number(tables.thrown.len());
    numbers
        .map(|number| {
            slots[atom.slot] = number;
            tables.value(&atom.value, slots)
        })
        .collect()
}

/// The distributions of all throws.
struct Distributions<'c> {
    throws: Throws,
    live: &'c Live,
    code: &'c Code,
    found: Vec<Distribution<u32>>,
    stands_for: Vec<FxHashMap<u32, u32>>,
    scratch: Vec<i64>,
}

/// The ways to reroll dice.
#[derive(Default)]
struct Again {
    patterns: Vec<Pattern>,
    numbers: FxHashMap<Pattern, usize>,
    distributions: FxHashMap<(usize, usize), usize>,
    chosen: FxHashMap<(usize, u32), Vec<u32>>,
}

/// What is read of a throw: all of it, or the values of expressions.
type Signature<'t> = (Option<&'t Thrown>, Vec<Option<Num>>);

/// Limits: distinct patterns, and ways to choose dice.
const MOST_PATTERNS: usize = 5_000;
const MOST_REROLLED: usize = 300_000;

impl<'c> Distributions<'c> {
    /// Adds the distributions of throws whose outcomes go into slots before an operation; indistinguishable outcomes are merged.
    fn add(&mut self, before: usize, slots: &[usize], throws: Vec<Outcomes>) -> Vec<usize> {
        let classes = self.classes(before, slots, &throws);
        let distribution = |outcomes: Outcomes| {
            let mut first: FxHashMap<usize, u32> = FxHashMap::default();
            let mut stands_for = FxHashMap::default();
            let weights: Vec<_> = outcomes
                .into_iter()
                .map(|(thrown, weight)| {
                    let number = self.throws.number(&thrown);
                    let stands = *first.entry(classes[&number]).or_insert(number);
                    stands_for.insert(number, stands);
                    (stands, weight)
                })
                .collect();
            // Every die has a face.
            self.found.push(Distribution::new(weights).unwrap_or_else(|| Distribution::certain(0)));
            self.stands_for.push(stands_for);
            self.found.len() - 1
        };
        throws.into_iter().map(distribution).collect()
    }

    /// Whether all of a throw in these slots matters before an operation; otherwise, the expressions that read it.
    fn read(&self, before: usize, slots: &[usize]) -> (bool, Vec<&'c Atom>) {
        let (code, live) = (self.code, self.live);
        let is_whole = slots.iter().any(|slot| live.has(before, code.slots + code.atoms.len() + slot));
        let is_read = |(index, atom): &(usize, &Atom)| {
            !is_whole && slots.contains(&atom.slot) && live.has(before, code.slots + index)
        };
        (is_whole, code.atoms.iter().enumerate().filter(is_read).map(|(_, atom)| atom).collect())
    }

    /// What must be distinguished about a throw in these slots.
    fn readings(&self, before: usize, slots: &[usize]) -> Readings {
        let (is_whole, read) = self.read(before, slots);
        let mut all = Readings { is_whole: is_whole || self.throws.tells_dice_apart, ..Readings::default() };
        for atom in read {
            visit(&atom.value, &mut |value| match value {
                Value::Thrown(_, Reading::Sum) => all.sum = true,
                // All outcomes of a throw have the same number of dice.
                Value::Thrown(_, Reading::Size) => {}
                Value::Thrown(_, Reading::High) => all.highest = all.highest.max(1),
                Value::Thrown(_, Reading::Low) => all.lowest = all.lowest.max(1),
                Value::Thrown(_, Reading::Within(low, high)) => all.counted.push((*low, *high)),
                Value::Thrown(_, Reading::Distinct) => all.faces = true,
                Value::Thrown(..) => all.is_whole = true,
                Value::Asked(_, question, number) => match (question, &**number) {
                    (Question::Count, Value::Const(Num::Whole(face))) => all.counted.push((*face, *face)),
                    (Question::Nth | Question::Highest, Value::Const(Num::Whole(number))) => {
                        all.highest = all.highest.max(usize::try_from(*number).unwrap_or(0));
                    }
                    (Question::Lowest, Value::Const(Num::Whole(number))) => {
                        all.lowest = all.lowest.max(usize::try_from(*number).unwrap_or(0));
                    }
                    _ => all.is_whole = true,
                },
                _ => {}
            });
        }
        all
    }

    /// Groups outcomes that nothing can distinguish. In games of pure chance, new throws are numbered by what is read of them, so
    /// that the games of a seed depend on the effects of throws and not on their faces; in games with choices, by their faces.
    fn classes(&mut self, before: usize, slots: &[usize], throws: &[Outcomes]) -> FxHashMap<u32, usize> {
        let code = self.code;
        let (is_whole, read) = self.read(before, slots);
        let all: BTreeSet<&Thrown> = throws.iter().flatten().map(|(thrown, _)| thrown).collect();
        let mut classes: BTreeMap<Signature, Vec<&Thrown>> = BTreeMap::new();
        for thrown in &all {
            let tables =
                super::Tables { seats: code.seats, thrown: vec![(*thrown).clone()], atoms: Vec::new() };
            let values = read.iter().map(|atom| {
                self.scratch[atom.slot] = 1;
                tables.value(&atom.value, &mut self.scratch).ok()
            });
            classes.entry((is_whole.then_some(*thrown), values.collect())).or_default().push(thrown);
        }
        if code.ops.iter().any(Op::is_choice) {
            for thrown in &all {
                self.throws.number(thrown);
            }
        }
        let mut class_of = FxHashMap::default();
        for (class, alike) in classes.into_values().enumerate() {
            for thrown in alike {
                class_of.insert(self.throws.number(thrown), class);
            }
        }
        class_of
    }

    /// Finds all ways to reroll dice, and their outcomes.
    fn patterns(&mut self) -> Result<Again, usize> {
        let mut again = Again::default();
        let code = self.code;
        let rerolls = code.ops.iter().enumerate().filter_map(|(at, op)| match op {
            Op::RerollAny { least, most } => Some((at, Some((*least, *most)))),
            Op::RerollAll => Some((at, None)),
            _ => None,
        });
        let rerolls: Vec<_> = rerolls.collect();
        if rerolls.is_empty() {
            return Ok(again);
        }
        let mut seen: Vec<u32> = self
            .found
            .iter()
            .flat_map(|distribution| distribution.outcomes().iter().map(|(thrown, _)| *thrown))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        let (mut next, mut outcomes) = (0, 0);
        let whole = Readings { is_whole: true, ..Readings::default() };
        while let Some(number) = seen.get(next).copied() {
            next += 1;
            let thrown = self.throws.thrown[number as usize].clone();
            for (at, range) in &rerolls {
                let patterns = match range {
                    Some(range) => patterns_of(&thrown, *range),
                    None => vec![Pattern { again: thrown.dice(), held: Vec::new() }],
                };
                let mut chosen = Vec::with_capacity(patterns.len());
                for pattern in patterns {
                    let pattern_number = *again.numbers.entry(pattern.clone()).or_insert_with(|| {
                        again.patterns.push(pattern.clone());
                        again.patterns.len() - 1
                    });
                    if again.patterns.len() > MOST_PATTERNS {
                        return Err(*at);
                    }
                    chosen.extend(u32::try_from(pattern_number + 1));
                    // The throw follows the choice.
                    let Op::Rethrow { name } = code.ops[at + 1] else { continue };
                    if again.distributions.contains_key(&(at + 1, pattern_number)) {
                        continue;
                    }
                    let slots: Vec<usize> = name.into_iter().chain([LAST]).collect();
                    let shown = self.throws.outcomes(&pattern.again, &pattern.held, &whole).ok_or(*at)?;
                    let distribution = self.add(at + 2, &slots, vec![shown])[0];
                    again.distributions.insert((at + 1, pattern_number), distribution);
                    outcomes += self.found[distribution].outcomes().len();
                    if outcomes > MOST_REROLLED {
                        return Err(*at);
                    }
                    for (outcome, _) in self.found[distribution].outcomes() {
                        if !seen.contains(outcome) {
                            seen.push(*outcome);
                        }
                    }
                }
                again.chosen.insert((*at, number), chosen);
            }
        }
        Ok(again)
    }
}

/// All distinct sets of `least` to `most` of these dice to reroll: fewer dice first, then lower faces.
fn patterns_of(thrown: &Thrown, (least, most): (i64, i64)) -> Vec<Pattern> {
    let most = usize::try_from(most).unwrap_or(0);
    // The dice to reroll, and those to hold.
    let mut splits: Vec<[Vec<(u16, i64)>; 2]> = vec![[Vec::new(), Vec::new()]];
    let mut left = thrown.0.as_slice();
    while let Some(die) = left.first() {
        let number = left.iter().take_while(|other| *other == die).count();
        let more = |[again, held]: &[Vec<(u16, i64)>; 2]| {
            let (again, held) = (again.clone(), held.clone());
            let room = most.saturating_sub(again.len()).min(number);
            (0..=room).map(move |more| {
                let (mut again, mut held) = (again.clone(), held.clone());
                again.extend(std::iter::repeat_n(*die, more));
                held.extend(std::iter::repeat_n(*die, number - more));
                [again, held]
            })
        };
        splits = splits.iter().flat_map(more).collect();
        left = &left[number..];
    }
    splits.sort_by_cached_key(|[again, _]| (again.len(), Thrown(again.clone()).faces(), again.clone()));
    let is_allowed = |[again, _]: &[Vec<_>; 2]| !again.is_empty() && super::to_number(again.len()) >= least;
    let pattern = |[again, held]: [Vec<(u16, i64)>; 2]| Pattern {
        again: again.into_iter().map(|(die, _)| die).collect(),
        held,
    };
    splits.into_iter().filter(is_allowed).map(pattern).collect()
}

/// Replaces the largest parts that depend on one throw alone by atoms, whose value is tabulated for each throw.
fn make_atoms(value: &mut Value, atoms: &mut Vec<Atom>) {
    if let Some(slot) = depends_on_throw(value) {
        let known = atoms
            .iter()
            .position(|atom| atom.slot == slot && format!("{:?}", atom.value) == format!("{value:?}"));
        let atom = known.unwrap_or_else(|| {
            atoms.push(Atom { slot, value: value.clone() });
            atoms.len() - 1
        });
        *value = Value::Atom(atom);
        return;
    }
    children_mut(value, &mut |child| make_atoms(child, atoms));
}
