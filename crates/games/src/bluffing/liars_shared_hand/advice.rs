//! The options at a position of two seats, best play there, and the values of the options.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::best::{BestPlay, Score, Turn, between};
use super::calls::Rank;
use super::cup::{Hand, OnTable};
use super::notation::{Position, Thrown};
use super::policies::{Policy, chance_of};
use super::prospects::{Of, Prospect, Scene};
use super::shape::{Node, TurnGame};
use super::solving::SolvedTurn;
use super::table::Table;
use super::turns::{Announced, Turns};
use crate::bluffing::advice::{best_of, sort_by_probability};
use crate::bluffing::table::GIVEN_UP;
use crate::kit::{Advice, AdviceError, Advised, CastAdvice, OptionValue};
use tali_core::exact::Enclosure;
use tali_core::figures::Figure;
use tali_core::process::{Measure, Over, Statistic};

pub(super) static TRUE_ODDS: Statistic =
    Statistic::new("true_odds", "Odds that the call is true if thrown for", Over::Game, Measure::Probability);

/// Gives advice at a position, or before the first throw.
pub(super) fn advise(table: &Table, text: Option<&str>) -> Result<Advice, AdviceError> {
    if table.settings.seats != 2 {
        return Err(AdviceError::NotKnown(
            "best play is only known for two seats; with more, positions cannot be entered",
        ));
    }
    if table.policies.iter().any(|policy| *policy != Policy::Best) {
        return Err(AdviceError::NotKnown("advice is only for two seats that play best; omit --play"));
    }
    let [own, other] = table.first_score();
    let shapes = table.shapes();
    // Only needs best play with one counter each.
    is_known(table, [1, 1])?;
    let position = match text {
        Some(text) => Position::read(table, shapes, text)?,
        None => Position { own, other, given: None, thrown: None },
    };
    is_known(table, position.score())?;
    let best = table.best_from(position.score()).map_err(|_| GIVEN_UP)?;
    let turn = best.turn(position.score(), position.given).ok_or(GIVEN_UP)?;
    let accepted = |hand: Hand, call: Rank| {
        let [thrower, other] = position.score();
        let turn = best.turn([other, thrower], Some((hand, call)));
        turn.map_or(Prospect::sure(false), |turn| turn.prospect.of_other())
    };
    let challenged = best.after_challenge(position.score());
    let scene = Scene { cup: &table.turns.cup, challenged, accepted: &accepted };
    Adviser { table, best: &best, position: &position, scene: &scene, turn }.advise()
}

/// Checks that best play from a score on can be solved.
pub(super) fn is_known(table: &Table, from: Score) -> Result<(), AdviceError> {
    if !table.can_be_played() {
        return Err(AdviceError::NotKnown("these bones never show a rank, so nobody can ever call"));
    }
    if !table.is_soon_solved_from(from) {
        return Err(AdviceError::NotKnown(
            "with these bones and rules best play takes too long to solve; use fewer counters, fewer throws, or equal bones",
        ));
    }
    Ok(())
}

/// The view of a turn.
struct Adviser<'a> {
    table: &'a Table,
    best: &'a BestPlay,
    position: &'a Position,
    scene: &'a Scene<'a>,
    turn: &'a Turn,
}

impl Adviser<'_> {
    fn advise(&self) -> Result<Advice, AdviceError> {
        let given = self.position.given;
        let text = self.position.text(self.table.settings.throws);
        let value = Figure::from(self.turn.value());
        let (value, advised) = match (self.position.thrown, given) {
            (Some(Thrown::Hidden(announced, call)), _) => {
                let (options, reached) = self.replies(announced, call);
                let odds = self.table.turns.odds(given.map(|(hand, _)| hand), announced.first(), call);
                let advice = Advice::new(text, 1, best_of(&options), Advised::Options(options));
                let figures = vec![(&TRUE_ODDS, vec![Figure::Exact(odds)])];
                return Ok(Advice { figures, reached: Some(reached), ..advice });
            }
            (Some(Thrown::Own(announced, on_table)), _) => {
                let options = self.calls(announced, on_table)?;
                (best_of(&options), Advised::Options(options))
            }
            (None, Some(_)) => (value, Advised::Options(self.first_throws()?)),
            (None, None) => (value, Advised::Casts(self.openings()?)),
        };
        Ok(Advice::new(text, 1, value, advised))
    }

    /// Solves the turn, for each set of bones that can be thrown first.
    fn looked_at(&self) -> Result<impl Iterator<Item = SolvedTurn<'_>>, AdviceError> {
        let given = self.position.given;
        let looked = self.best.looked_at(self.scene, given.map(|(_, call)| call), &[given]);
        Ok(looked.map_err(|_| GIVEN_UP)?.into_values())
    }

    /// The probabilities of best play in the turn, as flows of its sequences.
    fn flows(&self, solved: &SolvedTurn<'_>) -> Vec<f64> {
        self.best.sharpest_flows(self.scene, self.position.given, solved).0
    }

    /// The options for the first throw, with the value of each number of bones.
    fn first_throws(&self) -> Result<Vec<OptionValue>, AdviceError> {
        // The value of a throw has the same error as that of the turn, apart from rounding.
        let width = self.turn.prospect.high - self.turn.prospect.low;
        let all: f64 = self.turn.distribution.iter().map(|(_, chance)| chance).sum();
        let mut options = Vec::new();
        for solved in self.looked_at()? {
            let shape = solved.turn.shape;
            let thrown = shape.announced.iter().map(|announced| announced.first()).max().unwrap_or(0);
            let of_throw =
                self.turn.distribution.iter().filter(|((announced, ..), _)| announced.first() == thrown);
            let chance: f64 = of_throw.map(|(_, chance)| chance).sum();
            let parts = shape.nodes[0].throws.iter().zip(self.flows(&solved));
            let parts = parts.map(|((part, _), flow)| (keep(*part), flow)).collect();
            let value = solved.value();
            // A value of 0 has no rounding error.
            let width = if value > 0.0 { width } else { 0.0 };
            let value = between((value - width).max(0.0), (value + width).min(1.0));
            let why = if thrown == 0 { "keep them all".to_owned() } else { done(parts) };
            options.push(option(format!("throw {thrown}"), value, chance / all, why));
        }
        options.sort_by(|one, other| one.option.cmp(&other.option));
        Ok(sorted(options))
    }

    /// The options with these bones on the table: calls and throws.
    fn calls(&self, announced: Announced, on_table: OnTable) -> Result<Vec<OptionValue>, AdviceError> {
        for solved in self.looked_at()? {
            let shape = solved.turn.shape;
            let is_here = |node: &Node| {
                shape.announced.get(node.announced) == Some(&announced) && node.on_table == on_table
            };
            if let Some(node) = shape.nodes.iter().position(is_here) {
                return Ok(self.options_at(&solved.turn, &self.flows(&solved), node));
            }
        }
        Err(GIVEN_UP)
    }

    /// The options at a node of a turn.
    fn options_at(&self, game: &TurnGame<'_>, flows: &[f64], index: usize) -> Vec<OptionValue> {
        let node = &game.shape.nodes[index];
        let calls = if node.may_call { game.calls.as_slice() } else { &[] };
        let call_flows: Vec<f64> = (0..calls.len()).map(|number| flows[game.call(index, number)]).collect();
        let throw_flows: Vec<f64> =
            (0..node.throws.len()).map(|throw| flows[game.throw(index, throw)]).collect();
        let stops = call_flows.iter().sum::<f64>();
        let all = stops + throw_flows.iter().sum::<f64>();
        // Where best play never leads, all flows are 0.
        let part = |flow: f64| if all > 0.0 { flow / all } else { 0.0 };
        let value = |call: Rank| {
            let chance = self.challenged(game.shape.announced[node.announced], call);
            let paid = |of| self.scene.payment(node.on_table.hand, call, of).mean(chance);
            between(paid(|of| of.low), paid(|of| of.high))
        };
        let called = calls.iter().zip(&call_flows);
        let options: Vec<OptionValue> = called
            .map(|(call, flow)| option(format!("call {call}"), value(*call), part(*flow), String::new()))
            .collect();
        if node.throws.is_empty() {
            return sorted(options);
        }
        // A player who can throw again decides that first.
        let mut decides = Vec::new();
        if !options.is_empty() {
            let value = best_of(&options).enclosure().unwrap_or_else(Enclosure::zero);
            decides.push(option("stop".to_owned(), value, part(stops), done(chances(&options))));
        }
        let throws = self.throws_at(game, node, &throw_flows).into_iter();
        decides.extend(throws.map(|(throw, value, flow, why)| option(throw, value, part(flow), why)));
        sorted(decides)
    }

    /// The throws at a node of a turn, by the number of bones: the value, the flow, and the bones held.
    fn throws_at(
        &self,
        game: &TurnGame<'_>,
        node: &Node,
        flows: &[f64],
    ) -> Vec<(String, Enclosure, f64, String)> {
        let challenged = |announced: Announced, call: Rank| self.challenged(announced, call);
        let values = [|of: &Prospect| of.low, |of: &Prospect| of.high]
            .map(|of| self.scene.most(game.shape, &game.calls, &challenged, of));
        let of_number = |thrown: u8| {
            let throws = node.throws.iter().zip(flows).filter(|((part, _), _)| part.thrown() == thrown);
            let [low, high] = values.each_ref().map(|values| {
                let mean = |outcomes: &[(usize, f64)]| {
                    outcomes.iter().map(|(node, chance)| values[*node] * chance).sum::<f64>()
                };
                throws.clone().map(|((_, outcomes), _)| mean(outcomes)).fold(f64::NEG_INFINITY, f64::max)
            });
            let flow = throws.clone().map(|(_, flow)| flow).sum();
            let why = done(throws.map(|((part, _), flow)| (keep(*part), *flow)).collect());
            low.is_finite().then(|| (format!("throw {thrown}"), between(low, high), flow, why))
        };
        (1..=Hand::CUP.thrown()).filter_map(of_number).collect()
    }

    /// The probability that a call is challenged.
    fn challenged(&self, announced: Announced, call: Rank) -> f64 {
        self.turn.challenges(announced, self.table.lowest(self.position.given), call)
    }

    /// Best play with every result of the first throw.
    fn openings(&self) -> Result<Vec<CastAdvice>, AdviceError> {
        let mut casts = Vec::new();
        for solved in self.looked_at()? {
            let (nodes, flows) = (&solved.turn.shape.nodes, self.flows(&solved));
            for (node, _) in nodes[0].throws.iter().flat_map(|(_, outcomes)| outcomes) {
                let announced = solved.turn.shape.announced[nodes[*node].announced];
                let thrown = Some(Thrown::Own(announced, nodes[*node].on_table));
                let next = Position { thrown, ..*self.position };
                let options = self.options_at(&solved.turn, &flows, *node);
                casts.push(CastAdvice {
                    cast: nodes[*node].on_table.hand.to_string(),
                    option: done(chances(&options)),
                    is_idle: false,
                    value: best_of(&options),
                    next: Some(next.text(self.table.settings.throws)),
                });
            }
        }
        casts.sort_by(|one, other| other.cast.cmp(&one.cast));
        Ok(casts)
    }

    /// The reply to a call, accept or challenge, and whether best play ever leads here.
    fn replies(&self, announced: Announced, call: Rank) -> (Vec<OptionValue>, bool) {
        let called =
            self.turn.distribution.iter().filter(|((of, _, made), _)| *of == announced && *made == call);
        let mut hands: Vec<(Hand, f64)> = called.map(|((_, hand, _), chance)| (*hand, *chance)).collect();
        // Without a throw nothing is hidden.
        let is_reached = !hands.is_empty() || announced.first() == 0;
        if hands.is_empty() {
            hands = self.unconditioned(announced);
        }
        let all: f64 = hands.iter().map(|(_, chance)| chance).sum();
        // Payments go to the thrower; the seat gets the rest of 1.
        let mean = |of: Of, challenged: bool| {
            let paid = hands.iter().map(|(hand, chance)| {
                let paid = self.scene.payment(*hand, call, of);
                chance * if challenged { paid.challenged } else { paid.accepted }
            });
            (1.0 - paid.sum::<f64>() / all).clamp(0.0, 1.0)
        };
        let challenges = self.challenged(announced, call);
        let options = TurnGame::replies(call).iter().map(|is_challenged| {
            let value = between(mean(|of| of.high, *is_challenged), mean(|of| of.low, *is_challenged));
            let chance = if *is_challenged { challenges } else { 1.0 - challenges };
            let does = if *is_challenged { "challenge" } else { "accept" };
            option(does.to_owned(), value, chance, String::new())
        });
        (sorted(options.collect()), is_reached)
    }

    /// The possible hands after throws without further information: all choices of bones are equally likely.
    fn unconditioned(&self, announced: Announced) -> Vec<(Hand, f64)> {
        let turns = &self.table.turns;
        let mut lie = vec![(Turns::begin(self.position.given), 1.0)];
        let last = announced.throws().count();
        for (number, thrown) in (1..).zip(announced.throws()) {
            let is_last = number == usize::from(turns.throws);
            let mut next = Vec::new();
            for (on_table, chance) in lie {
                let throws =
                    turns.cup.throws(&on_table).into_iter().filter(|(part, _)| part.thrown() == thrown);
                for (part, ways) in throws {
                    let outcomes = turns.cup.outcomes(part, is_last);
                    next.extend(outcomes.map(|(on_table, part)| (on_table, chance * part * f64::from(ways))));
                }
            }
            lie = next;
        }
        let possible =
            lie.into_iter().filter(|(on_table, _)| last == 0 || turns.cup.may_stand(on_table.hand));
        possible.map(|(on_table, chance)| (on_table.hand, chance)).collect()
    }
}

/// Names the faces held while the other bones are thrown.
fn keep(part: Hand) -> String {
    let faces: String = part.to_string().replace('0', "");
    if faces.is_empty() { "keep none".to_owned() } else { format!("keep {faces}") }
}

/// Lists the actions, with percentages if there are several.
fn done(does: Vec<(String, f64)>) -> String {
    let all: f64 = does.iter().map(|(_, flow)| flow).sum();
    let mut does: Vec<(String, f64)> = does.into_iter().filter(|(_, flow)| *flow > 0.0).collect();
    does.sort_by(|one, other| other.1.total_cmp(&one.1));
    if let [(only, _)] = does.as_slice() {
        return only.clone();
    }
    let percent = |part: f64| if part < 0.005 { "<1".to_owned() } else { format!("{:.0}", 100.0 * part) };
    let each = does.iter().map(|(what, flow)| format!("{what} {} %", percent(flow / all)));
    each.collect::<Vec<_>>().join(", ")
}

fn option(option: String, value: Enclosure, chance: f64, why: String) -> OptionValue {
    let probability = Some(BigRational::from_float(chance).unwrap_or_default());
    OptionValue { why, probability, ..OptionValue::of(option, value, false) }
}

fn chance(option: &OptionValue) -> BigRational {
    option.probability.clone().unwrap_or_default()
}

/// The options with their probabilities.
fn chances(options: &[OptionValue]) -> Vec<(String, f64)> {
    options.iter().map(|option| (option.option.clone(), chance_of(&chance(option)))).collect()
}

/// Sorts options by probability, then by value, highest first.
fn sorted(mut options: Vec<OptionValue>) -> Vec<OptionValue> {
    sort_by_probability(&mut options);
    if options.iter().all(|option| chance(option).is_zero()) {
        // Best play never leads here; advise the option with the largest value.
        if let Some(first) = options.first_mut() {
            first.probability = Some(BigRational::one());
        }
    }
    if let Some(first) = options.first_mut() {
        first.best = true;
    }
    options
}
