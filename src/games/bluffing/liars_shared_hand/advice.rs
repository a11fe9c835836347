//! What can be done at a position of two seats, what best play does there, and what each thing is worth.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::best::{BestPlay, Score, Turn, between};
use super::calls::Rank;
use super::cup::{Hand, Lying};
use super::notation::{Position, Thrown};
use super::policies::Policy;
use super::prospects::{Prospect, Scene};
use super::shape::{Node, TurnGame};
use super::solving::SolvedTurn;
use super::table::{Table, score};
use super::turns::Replies;
use super::turns::{Given, Told, chance_of};
use crate::exact::{Enclosure, Number};
use crate::games::kit::{Advice, AdviceError, Advised, CastAdvice, OptionValue};
use crate::process::{Measure, Over, Statistic};

pub(super) static TRUE_ODDS: Statistic = Statistic::new(
    "true_odds",
    "Odds that the call is true if it was thrown for",
    Over::Game,
    Measure::Probability,
);

/// What a linear program comes to that leads nowhere.
pub(super) const GIVEN_UP: AdviceError =
    AdviceError::NotKnown("a linear program was given up, and the strategy is not known");

/// What is best at a position; without one before the first throw.
pub(super) fn advise(table: &Table, text: Option<&str>) -> Result<Advice, AdviceError> {
    if table.settings.seats != 2 {
        return Err(AdviceError::NotKnown(
            "best play is known for two seats; with more nobody claims to know it, and positions are not read",
        ));
    }
    if table.policies.iter().any(|policy| *policy != Policy::Best) {
        return Err(AdviceError::NotKnown(
            "advice is known for two seats that play their best; leave --play out",
        ));
    }
    let [own, other] = score(&table.settings.counters, 0);
    let shapes = table.shapes();
    // With one counter each the least is asked.
    is_known(table, [1, 1])?;
    let position = match text {
        Some(text) => Position::read(table, shapes, text)?,
        None => Position { own, other, given: None, thrown: None },
    };
    is_known(table, position.score())?;
    let best = table.best_from(position.score()).map_err(|_| GIVEN_UP)?;
    let adviser = Adviser { table, best: &best, position: &position };
    let accepted = |hand: Hand, call: Rank| {
        let [thrower, other] = position.score();
        let turn = best.turn([other, thrower], Some((hand, call)));
        turn.map_or(Prospect::sure(false), |turn| turn.prospect.of_other())
    };
    let challenged = best.after_challenge(position.score());
    let scene = Scene { cup: &table.turns.cup, challenged, accepted: &accepted };
    adviser.advise(&scene)
}

/// Whether anything can be said of best play from a score on.
pub(super) fn is_known(table: &Table, from: Score) -> Result<(), AdviceError> {
    if !table.can_be_played() {
        return Err(AdviceError::NotKnown("these bones never show a rank, so that nobody can ever call"));
    }
    if !table.is_soon_solved_from(from) {
        return Err(AdviceError::NotKnown(
            "with these bones and rules best play takes too long to solve; take fewer counters, fewer throws, or bones that fall \
             alike",
        ));
    }
    Ok(())
}

impl Table {
    /// Best play from a score on: no more than that is solved, where not all is known already.
    pub(super) fn best_from(&self, score: Score) -> Result<Arc<BestPlay>, crate::exact::Unsolved> {
        let most = [score[0].max(score[1]), score[0].min(score[1])];
        if most == self.two_most() || self.is_solved() {
            return self.best().map(Arc::clone);
        }
        self.solved(most).map(Arc::new)
    }
}

/// Someone who looks at a turn.
struct Adviser<'a> {
    table: &'a Table,
    best: &'a BestPlay,
    position: &'a Position,
}

impl Adviser<'_> {
    fn advise(&self, scene: &Scene<'_>) -> Result<Advice, AdviceError> {
        let position = self.position;
        let turn = self.best.turn(position.score(), position.given).ok_or(GIVEN_UP)?;
        let text = position.text(self.table.settings.throws);
        let advice = |value, advised| Advice::new(text.clone(), 1, value, advised);
        Ok(match (position.thrown, position.given) {
            (Some(Thrown::Hidden(told, call)), _) => {
                let (options, reached) = self.replies(scene, turn, told, call);
                let from = position.given.map(|(hand, _)| hand);
                let odds = self.table.turns.odds(from, told.first(), call);
                let figures = vec![(&TRUE_ODDS, vec![Ok(Enclosure::exact(odds))])];
                Advice {
                    figures,
                    reached: Some(reached),
                    ..advice(best_of(&options), Advised::Options(options))
                }
            }
            (Some(Thrown::Own(told, lying)), _) => {
                let options = self.calls(scene, turn, told, lying)?;
                advice(best_of(&options), Advised::Options(options))
            }
            (None, Some(_)) => {
                let options = self.first_throws(scene, turn)?;
                advice(Ok(turn.value()), Advised::Options(options))
            }
            (None, None) => advice(Ok(turn.value()), Advised::Casts(self.openings(scene, turn)?)),
        })
    }

    fn given(&self) -> Given {
        self.position.given
    }

    /// What can be thrown first, and what each number of bones is worth.
    fn first_throws(&self, scene: &Scene<'_>, turn: &Turn) -> Result<Vec<OptionValue>, AdviceError> {
        let looked = self.best.looked_at(scene, self.given()).map_err(|_| GIVEN_UP)?;
        // The value of a throw is known as well as that of the turn, roundings aside.
        let width = turn.prospect.conceded - turn.prospect.kept;
        let mut options = Vec::new();
        for solved in looked.values() {
            let shape = solved.turn.shape;
            let thrown = shape.told.iter().map(|told| told.first()).max().unwrap_or(0);
            let of_throw = turn.law.iter().filter(|((told, ..), _)| told.first() == thrown);
            let chance: f64 = of_throw.map(|(_, chance)| chance).sum();
            let (flows, ..) = self.best.sharpest_law(scene, self.given(), solved);
            let keeps = shape.nodes[0].throws.iter().enumerate();
            let keeps = keeps.map(|(place, (part, _))| (kept(*part), flows[place])).collect();
            let value = solved.value();
            // Nothing at all is no rounding.
            let width = if value > 0.0 { width } else { 0.0 };
            let value = between((value - width).max(0.0), (value + width).min(1.0));
            let why = if thrown == 0 { "keep them all".to_owned() } else { told(keeps) };
            options.push(option(format!("throw {thrown}"), value, chance, why));
        }
        options.sort_by(|one, other| one.option.cmp(&other.option));
        Ok(sorted(options))
    }

    /// The node at which somebody decides after a throw, with all that is known of its turn.
    fn with_node<T>(
        &self,
        scene: &Scene<'_>,
        reached: (Told, Lying),
        asks: impl FnOnce(&SolvedTurn<'_>, &[f64], usize, &Node) -> T,
    ) -> Result<T, AdviceError> {
        let looked = self.best.looked_at(scene, self.given()).map_err(|_| GIVEN_UP)?;
        for solved in looked.values() {
            let shape = solved.turn.shape;
            let is_here =
                |node: &Node| shape.told.get(node.told) == Some(&reached.0) && node.lying == reached.1;
            if let Some(place) = shape.nodes.iter().position(is_here) {
                let (flows, ..) = self.best.sharpest_law(scene, self.given(), solved);
                return Ok(asks(solved, &flows, place, &shape.nodes[place]));
            }
        }
        Err(GIVEN_UP)
    }

    /// What can be called, or thrown again, with what lies there.
    fn calls(
        &self,
        scene: &Scene<'_>,
        turn: &Turn,
        told: Told,
        lying: Lying,
    ) -> Result<Vec<OptionValue>, AdviceError> {
        self.with_node(scene, (told, lying), |solved, flows, place, _| {
            self.options_at(scene, &solved.turn, &turn.replies, flows, place)
        })
    }

    /// What can be done at a node of a turn.
    fn options_at(
        &self,
        scene: &Scene<'_>,
        game: &TurnGame<'_>,
        replies: &Replies,
        flows: &[f64],
        place: usize,
    ) -> Vec<OptionValue> {
        let (shape, node) = (game.shape, &game.shape.nodes[place]);
        let lowest = self.table.lowest(self.given());
        let challenged = |told: Told, call: Rank| super::best::challenges(replies, told, lowest, call);
        let told = shape.told[node.told];
        let worth = |call: Rank| {
            let chance = challenged(told, call);
            let paid = |of| scene.payment(node.lying.hand, call, of).mean(chance);
            between(paid(|of| of.kept), paid(|of| of.conceded))
        };
        let calls = if node.may_call { game.calls.as_slice() } else { &[] };
        let call_flows: Vec<f64> = (0..calls.len()).map(|number| flows[game.call(place, number)]).collect();
        let throw_flow = |throw: usize| flows[game.throw(place, throw)];
        let all: f64 = call_flows.iter().sum::<f64>() + (0..node.throws.len()).map(throw_flow).sum::<f64>();
        // Where best play never comes nothing flows.
        let part = |flow: f64| if all > 0.0 { flow / all } else { 0.0 };
        let called = calls.iter().zip(&call_flows);
        let options: Vec<OptionValue> = called
            .map(|(call, flow)| option(format!("call {call}"), worth(*call), part(*flow), String::new()))
            .collect();
        if node.throws.is_empty() {
            return sorted(options);
        }
        // Who can throw again decides that first.
        let mut decides = Vec::new();
        if !options.is_empty() {
            let calls =
                options.iter().map(|option| (option.option.clone(), chance_of(&chance(option)))).collect();
            let stops = call_flows.iter().sum::<f64>();
            let value = best_of(&options).unwrap_or_else(|_| Enclosure::zero());
            decides.push(option("stop".to_owned(), value, part(stops), self::told(calls)));
        }
        let values = [|of: &Prospect| of.kept, |of: &Prospect| of.conceded]
            .map(|of| scene.most(shape, &game.calls, &challenged, of));
        for thrown in 1..=Hand::CUP.thrown() {
            let throws = node.throws.iter().enumerate().filter(|(_, (part, _))| part.thrown() == thrown);
            let mean = |values: &[f64], outcomes: &[(usize, f64)]| {
                outcomes.iter().map(|(node, chance)| values[*node] * chance).sum::<f64>()
            };
            let most = |values: &[f64]| {
                throws
                    .clone()
                    .map(|(_, (_, outcomes))| mean(values, outcomes))
                    .fold(f64::NEG_INFINITY, f64::max)
            };
            let [low, high] = values.each_ref().map(|values| most(values));
            if low.is_finite() {
                let flow = throws.clone().map(|(throw, _)| throw_flow(throw)).sum();
                let keeps = throws.map(|(throw, (part, _))| (kept(*part), throw_flow(throw))).collect();
                decides.push(option(
                    format!("throw {thrown}"),
                    between(low, high),
                    part(flow),
                    self::told(keeps),
                ));
            }
        }
        sorted(decides)
    }

    /// What is done with everything that the first throw can show.
    fn openings(&self, scene: &Scene<'_>, turn: &Turn) -> Result<Vec<CastAdvice>, AdviceError> {
        let looked = self.best.looked_at(scene, None).map_err(|_| GIVEN_UP)?;
        let mut casts = Vec::new();
        for solved in looked.values() {
            let (flows, ..) = self.best.sharpest_law(scene, None, solved);
            let first = solved.turn.shape.nodes[0].throws.iter().flat_map(|(_, outcomes)| outcomes);
            for (place, _) in first {
                let options = self.options_at(scene, &solved.turn, &turn.replies, &flows, *place);
                let does = options.iter().filter(|option| !chance(option).is_zero());
                let does = does.map(|option| (option.option.clone(), chance_of(&chance(option)))).collect();
                casts.push(CastAdvice {
                    cast: solved.turn.shape.nodes[*place].lying.hand.to_string(),
                    option: told(does),
                    value: best_of(&options),
                });
            }
        }
        casts.sort_by(|one, other| other.cast.cmp(&one.cast));
        Ok(casts)
    }

    /// Whether to accept a call or to challenge it, and whether best play ever comes there.
    fn replies(&self, scene: &Scene<'_>, turn: &Turn, told: Told, call: Rank) -> (Vec<OptionValue>, bool) {
        let called = turn.law.iter().filter(|((of, _, made), _)| *of == told && *made == call);
        let mut hands: Vec<(Hand, f64)> = called.map(|((_, hand, _), chance)| (*hand, *chance)).collect();
        // Where nothing was thrown nothing is hidden.
        let is_reached = !hands.is_empty() || told.first() == 0;
        if hands.is_empty() {
            hands = self.unconditioned(told);
        }
        let all: f64 = hands.iter().map(|(_, chance)| chance).sum();
        // What is paid is the thrower's, and the seat has the rest.
        let mean = |of: super::prospects::Of, challenged: bool| {
            let paid = hands.iter().map(|(hand, chance)| {
                let paid = scene.payment(*hand, call, of);
                chance * if challenged { paid.challenged } else { paid.accepted }
            });
            (1.0 - paid.sum::<f64>() / all).clamp(0.0, 1.0)
        };
        let challenges = turn.challenges(told, self.table.lowest(self.given()), call);
        let options = TurnGame::replies(call).iter().map(|is_challenged| {
            let value = between(mean(|of| of.conceded, *is_challenged), mean(|of| of.kept, *is_challenged));
            let chance = if *is_challenged { challenges } else { 1.0 - challenges };
            let does = if *is_challenged { "challenge" } else { "accept" };
            option(does.to_owned(), value, chance, String::new())
        });
        (sorted(options.collect()), is_reached)
    }

    /// What a hand can be after throws of which no more is known: any bones may have been thrown, all alike.
    fn unconditioned(&self, told: Told) -> Vec<(Hand, f64)> {
        let turns = &self.table.turns;
        let mut lie = vec![(super::turns::Turns::begin(self.given()), 1.0)];
        let last = told.throws().count();
        for (number, thrown) in (1..).zip(told.throws()) {
            let is_last = number == usize::from(turns.throws);
            let mut next = Vec::new();
            for (lying, chance) in lie {
                let throws = turns.cup.throws(&lying).into_iter().filter(|(part, _)| part.thrown() == thrown);
                for (part, ways) in throws {
                    let outcomes =
                        turns.cup.outcomes(part, is_last).iter().zip(turns.cup.chances(part, is_last));
                    next.extend(outcomes.map(|((lying, _), part)| (*lying, chance * part * f64::from(ways))));
                }
            }
            lie = next;
        }
        let stands = lie.into_iter().filter(|(lying, _)| last == 0 || turns.cup.may_stand(lying.hand));
        stands.map(|(lying, chance)| (lying.hand, chance)).collect()
    }
}

/// What is kept of a hand.
fn kept(part: Hand) -> String {
    let faces: String = part.to_string().replace('0', "");
    if faces.is_empty() { "keep none".to_owned() } else { format!("keep {faces}") }
}

/// What is done, with how often if that is not always.
fn told(does: Vec<(String, f64)>) -> String {
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
    OptionValue { why, probability, ..OptionValue::of(option, Ok(value), false) }
}

fn chance(option: &OptionValue) -> BigRational {
    option.probability.clone().unwrap_or_default()
}

/// What is done most often first, then what is worth most.
fn sorted(mut options: Vec<OptionValue>) -> Vec<OptionValue> {
    let worth = |option: &OptionValue| option.value.as_ref().ok().map(|value| value.low().clone());
    options.sort_by(|one, other| {
        other.probability.cmp(&one.probability).then_with(|| worth(other).cmp(&worth(one)))
    });
    if options.iter().all(|option| chance(option).is_zero()) {
        // Best play never comes here: then it does what is worth most.
        if let Some(first) = options.first_mut() {
            first.probability = Some(BigRational::one());
        }
    }
    if let Some(first) = options.first_mut() {
        first.best = true;
    }
    options
}

/// The most that any option is worth.
fn best_of(options: &[OptionValue]) -> Number {
    let values = options.iter().filter_map(|option| option.value.as_ref().ok());
    let best = values.max_by(|one, other| one.low().cmp(other.low()));
    best.cloned().ok_or(crate::exact::Missing::Impossible)
}
