//! Compiles statements.

use std::sync::Arc;

use super::values::Typed;
use super::walk::visit;
use super::{Bound, Compiler, MOST_WITHIN, Part, Problem, Read, reads_besides_me, settled};
use crate::own::number::{LARGEST, Num};
use crate::own::problem::{Span, quoted};
use crate::own::program::{
    Address, Binary, Case, FigureProgram, Holder, Is, LAST, List, ListValue, ME, Op, Opt, PolicyDoes,
    PolicyProgram, PolicyStep, Show, Site, Value, Whom,
};
use crate::own::slug;
use crate::own::syntax::{
    Asked, Assign, At, Choice, Dice, DiceKind, Does, Each, Expr, ExprKind, Name, Over, Policy, Purse,
    Revealed, STATEMENTS, Stmt, StmtKind, Who, each_stmt,
};

/// The most dice in one throw, in a throw of variable size, and to choose from.
const MOST_DICE: i64 = 100;
const MOST_CHANGING: i64 = 30;
const MOST_CHOSEN: usize = 12;

/// The most variants of one throw.
const MOST_CASES: usize = 1_728;

impl Compiler<'_> {
    /// Compiles the parts that contain statements, and the policies.
    pub(super) fn body(&mut self) -> Result<(), Vec<Problem>> {
        self.in_headers = false;
        let file = self.file;
        self.code.hides = file.hides();
        let mut problems = Vec::new();
        let parts =
            [(&file.start, Part::Start), (&file.turn, Part::Turn), (&file.after_round, Part::AfterRound)];
        let mut begins = [None; 3];
        for ((block, part), begin) in parts.into_iter().zip(&mut begins) {
            let Some(block) = block else { continue };
            self.has_me = part == Part::Turn || self.seats == 1;
            self.part = part;
            (self.thrown_as, self.is_thrown_hidden) = (None, false);
            *begin = Some(self.code.ops.len());
            self.block(block, &mut problems);
            let end = block.last().map_or(0..0, |last| last.at.clone());
            let end_op = if part == Part::Turn { self.end_of_turn() } else { None };
            self.push(end_op.unwrap_or(Op::End), &end);
        }
        self.code.start = begins[0];
        self.code.turn = begins[1].unwrap_or(0);
        self.code.round = begins[2];
        self.has_me = true;
        if let Some(at) = &file.for_coins {
            self.code.for_coins = true;
            let fills = |op: &Op| matches!(op, Op::Pay { from, to, .. } if matches!(from, Holder::Pot) || matches!(to, Holder::Pot));
            let ops = &self.code.ops;
            if self.code.pot.is_none() && ops.iter().any(fills) && ops.iter().any(Op::is_choice) {
                let label = "the best play depends on the pot: write for instance table: pot from 0 to 400";
                problems.push(Problem::new(at, "best for coins, but the pot has no range", label));
            }
        }
        for figure in &file.figures {
            self.figure(figure).unwrap_or_else(|problem| problems.push(problem));
        }
        for policy in &file.policies {
            match self.policy(policy) {
                Ok(policy) => self.code.policies.push(policy),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// How a turn that is the whole game ends: in a draw if the file has any other end, otherwise in a win.
    fn end_of_turn(&self) -> Option<Op> {
        let ends = |stmt: &StmtKind| matches!(stmt, StmtKind::Win(_) | StmtKind::Out(_) | StmtKind::Draw);
        let has_end = self.file.has(&ends);
        let is_but_figures = self.seats == 1 && !self.file.figures.is_empty() && !has_end;
        match (self.file.is_one_turn || is_but_figures, has_end) {
            (true, true) => Some(Op::Draw),
            (true, false) => Some(Op::Win(Whom::One(Value::Slot(ME)))),
            (false, _) => None,
        }
    }

    fn figure(&mut self, figure: &crate::own::syntax::Figure) -> Read<()> {
        let name = slug(&figure.name.it);
        let is_known = |known: &FigureProgram| {
            let known = slug(&known.name);
            known == name || known.strip_prefix(&name).is_some_and(|rest| rest.starts_with("-seat-"))
        };
        if name.is_empty() || self.code.figures.iter().any(is_known) {
            let label = "a figure needs a name of its own with letters or digits";
            return Err(Problem::new(&figure.name.at, "a figure without a name of its own", label));
        }
        // At the end of a game nobody is `me`, except in a game for one.
        self.has_me = figure.of_each || self.seats == 1;
        // A condition counts as 1 if it holds, and as 0 otherwise.
        let value = self.typed(&figure.value).and_then(|typed| match typed {
            Typed::Number(value) | Typed::Truth(value) => Ok(value),
            other => Err(super::values::mismatch(&other, "a number or a condition", &figure.value.at)),
        });
        let condition = figure.condition.as_ref().map(|condition| self.truth(condition)).transpose();
        self.has_me = true;
        let (value, condition, name) = (value?, condition?, &figure.name.it);
        let mut reads_pot = false;
        std::iter::once(&value)
            .chain(&condition)
            .for_each(|value| visit(value, &mut |part| reads_pot |= matches!(part, Value::Pot)));
        if reads_pot {
            let label = "give it one, for instance: table: pot from 0 to 400";
            return Err(Problem::new(&figure.value.at, "the pot is read, but has no range", label));
        }
        let of_each = figure.of_each && self.seats > 1;
        for seat in 1..=if of_each { self.seats } else { 1 } {
            self.code.figures.push(FigureProgram {
                name: if of_each { format!("{name}, seat {seat}") } else { name.clone() },
                seat: (figure.of_each || self.seats == 1).then_some(seat),
                value: value.clone(),
                condition: condition.clone(),
            });
        }
        Ok(())
    }

    fn push(&mut self, op: Op, at: &Span) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(at.clone());
        self.code.hidden.push(false);
        self.code.ops.len() - 1
    }

    /// Adds an operation; if it is hidden, only `me` sees its result.
    fn push_hidden(&mut self, op: Op, hidden: bool, at: &Span) -> usize {
        let op = self.push(op, at);
        self.code.hidden[op] = hidden;
        op
    }

    fn here(&self) -> usize {
        self.code.ops.len()
    }

    /// Compiles a block; a problem in one statement does not stop the others from being checked.
    fn block(&mut self, block: &[Stmt], problems: &mut Vec<Problem>) {
        for (index, stmt) in block.iter().enumerate() {
            let scopes = self.scopes.len();
            if let Err(problem) = self.statement(stmt, problems) {
                problems.push(problem);
            }
            self.scopes.truncate(scopes);
            if self.leaves(std::slice::from_ref(stmt), 0)
                && let Some(next) = block.get(index + 1)
            {
                let label = "the turn ends before this";
                problems.push(Problem::new(&next.at, "this never runs", label));
                return;
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt, problems: &mut Vec<Problem>) -> Read<()> {
        let at = &stmt.at;
        self.grows(at)?;
        match &stmt.it {
            StmtKind::If { asked, then, otherwise } => {
                let (value, expr) = match asked {
                    Asked::If(condition) => (self.truth(condition)?, condition),
                    Asked::Chance(chance) => (self.chance(chance)?, chance),
                };
                if let Value::Const(Num::Whole(known)) = value {
                    self.block(if known != 0 { then } else { otherwise }, problems);
                    return Ok(());
                }
                let op = match asked {
                    Asked::If(_) => Op::Unless { condition: value, to: 0 },
                    Asked::Chance(_) => Op::Chance { chance: value, otherwise: 0 },
                };
                let unless = self.push(op, &expr.at);
                self.code.conditions.extend(matches!(asked, Asked::If(_)).then_some(unless));
                self.block(then, problems);
                let end = if otherwise.is_empty() { None } else { Some(self.push(Op::Jump(0), at)) };
                self.lead(unless);
                self.block(otherwise, problems);
                if let Some(end) = end {
                    self.lead(end);
                }
            }
            StmtKind::For { each, body }
                if self.rolls(body, 0) && matches!(each.over.it, Over::Numbers(..)) =>
            {
                self.written_out(each, body, problems)?;
            }
            StmtKind::For { each, body } => {
                let counter = self.slot(LARGEST);
                self.push(Op::Begin { counter }, at);
                let each = self.each(each, true)?;
                let next = self.push(Op::Each { counter, each, exit: 0 }, at);
                self.block(body, problems);
                self.push(Op::Jump(next), at);
                self.lead(next);
            }
            StmtKind::By { seat, body } => {
                let seat = self.seat(seat)?;
                let saved = self.slot(super::to_number(self.seats));
                self.code.ranges[saved].is = Is::Seat;
                self.push(Op::By { seat, saved }, at);
                let had_me = std::mem::replace(&mut self.has_me, true);
                self.block(body, problems);
                self.has_me = had_me;
                self.push(Op::EndBy { saved }, at);
            }
            StmtKind::Choose { choices, otherwise, hidden } => {
                let (head, ends) = self.choose(choices, at, problems)?;
                self.code.hidden[head] = *hidden;
                self.otherwise(head, otherwise, ends, problems);
            }
            StmtKind::ChooseEach { each, body, otherwise, hidden } => {
                let head = self.choose_each(each, body, at, problems)?;
                self.code.hidden[head] = *hidden;
                self.otherwise(head, otherwise, Vec::new(), problems);
            }
            StmtKind::Roll { dice, name, hidden } => {
                let name = name.as_ref().map(|name| self.throw_called(&name.it));
                let (site, cases) = self.site(dice, name, at)?;
                (self.thrown_as, self.is_thrown_hidden) = (name, *hidden);
                if *hidden {
                    self.code.hidden_throws.extend(name.into_iter().chain([LAST]));
                }
                self.push_hidden(Op::Roll { site, cases }, *hidden, at);
            }
            StmtKind::RerollAll => {
                self.push(Op::RerollAll, at);
                self.push_hidden(Op::Rethrow { name: self.thrown_as }, self.is_thrown_hidden, at);
            }
            StmtKind::RerollAny { least, most } => {
                let (least, most) = self.how_many(least, most, 0)?;
                self.needs_me(at)?;
                self.push_hidden(Op::RerollAny { least, most }, self.is_thrown_hidden, at);
                self.push_hidden(Op::Rethrow { name: self.thrown_as }, self.is_thrown_hidden, at);
            }
            StmtKind::Keep { .. } => self.keep(stmt, problems)?,
            StmtKind::Do { name, arguments } => self.action(name, arguments, at, problems)?,
            StmtKind::Assign { target, how, value } if self.put_aside(target, *how, value, at)? => {}
            StmtKind::Assign { target, how, value } => {
                let to = self.target(target)?;
                let mut value = self.number(value)?;
                if *how != Assign::Set {
                    let binary = if *how == Assign::Add { Binary::Add } else { Binary::Subtract };
                    let now = self.number(target)?;
                    value = Value::Binary(binary, Box::new(now), Box::new(value));
                }
                self.push(Op::Set { to, value }, at);
            }
            _ => return self.act(stmt),
        }
        Ok(())
    }

    /// Compiles `keep`, which chooses some of the dice on the table.
    fn keep(&mut self, stmt: &Stmt, problems: &mut Vec<Problem>) -> Read<()> {
        let StmtKind::Keep { least, most, name, condition, body, otherwise } = &stmt.it else {
            return Ok(());
        };
        let at = &stmt.at;
        let (least, most) = self.how_many(least, most, 1)?;
        self.needs_me(at)?;
        let slot = self.slot_for_throw();
        self.scopes.push((name.it.clone(), Bound::Throw(slot)));
        let condition = condition.as_ref().map(|condition| self.truth(condition)).transpose()?;
        let name = name.it.clone();
        let keep = Op::Keep { least, most, slot, name, condition, after: 0 };
        let head = self.push_hidden(keep, self.is_thrown_hidden, at);
        self.block(body, problems);
        // Where nothing was chosen, the name does not exist.
        self.scopes.pop();
        self.otherwise(head, otherwise, Vec::new(), problems);
        Ok(())
    }

    /// The least and the greatest number of dice to choose.
    fn how_many(&mut self, least: &Expr, most: &Expr, fewest: i64) -> Read<(i64, i64)> {
        let (low, high) = (self.whole_constant(least, None)?, self.whole_constant(most, None)?);
        if low < fewest || high < low || high > super::to_number(MOST_CHOSEN) {
            let title = format!("{low} to {high} dice cannot be chosen");
            let label = format!("for instance: any {fewest} to 3; at most {MOST_CHOSEN}");
            return Err(Problem::new(&least.at, title, label));
        }
        Ok((low, high))
    }

    /// Compiles a chance; a constant must be between 0 and 1.
    fn chance(&mut self, expr: &Expr) -> Read<Value> {
        let value = self.number(expr)?;
        match value {
            Value::Const(chance) if !(Num::Whole(0) <= chance && chance <= Num::Whole(1)) => {
                Err(Problem::new(&expr.at, format!("a chance of {chance}"), "a chance is from 0 to 1"))
            }
            value => Ok(value),
        }
    }

    /// Compiles dice that are put aside under a name, or removed from there. Returns whether the name holds dice.
    fn put_aside(&mut self, target: &Expr, how: Assign, value: &Expr, at: &Span) -> Read<bool> {
        let ExprKind::Name(name) = &target.it else { return Ok(false) };
        if self.scopes.iter().any(|(known, _)| known == name) {
            return Ok(false);
        }
        let Some(declared) = self.variable_called(name).filter(|declared| declared.dice.is_some()) else {
            return Ok(false);
        };
        let from = self.throw(value)?;
        self.push(Op::PutAside { to: declared.list.base, how, from }, at);
        Ok(true)
    }

    /// Compiles an action; its arguments are evaluated first.
    fn action(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        at: &Span,
        problems: &mut Vec<Problem>,
    ) -> Read<()> {
        let file = self.file;
        let Some(action) = file.action(&name.it) else {
            let title = format!("no statement or action is called {}", quoted(&name.it));
            let known = file.actions.iter().map(|action| action.name.it.as_str()).chain(STATEMENTS);
            return Err(Problem::new(&name.at, title, "used here")
                .helped(format!("a statement begins with {}, or an action's name", STATEMENTS.join(", ")))
                .hinted(&name.it, known));
        };
        if action.arguments.len() != arguments.len() {
            let (takes, given) = (action.arguments.len(), arguments.len());
            let title = format!("{} takes {takes} values, not {given}", quoted(&name.it));
            return Err(Problem::new(at, title, "used here"));
        }
        if self.within.len() > MOST_WITHIN {
            return Err(Problem::new(at, "actions nested too deeply", "at most 50 levels"));
        }
        if self.within.contains(&name.it) {
            let title = format!("{} calls itself", quoted(&name.it));
            return Err(Problem::new(at, title, "an action cannot call itself, even indirectly"));
        }
        let mut bound = Vec::new();
        // Arguments keep their values, whatever the action throws.
        let rolls = self.rolls(&action.body, 0);
        for (argument, value) in action.arguments.iter().zip(arguments) {
            let stands_for = match self.typed(value)? {
                Typed::Number(value @ Value::Const(_)) => Bound::Value(value),
                Typed::Throw(slot) if !rolls => Bound::Throw(slot),
                Typed::Throw(from) => {
                    let to = self.slot_for_throw();
                    self.push(Op::Lay { to, from }, &value.at);
                    Bound::Throw(to)
                }
                Typed::Number(number) => {
                    let slot = self.slot_for(&number);
                    self.code.ranges[slot].is = self.stands_for(&number);
                    let list = Arc::new(List { name: argument.it.clone(), base: slot, first: 0, len: 1 });
                    let to = Box::new(Address { list, seat: None, index: None });
                    self.push(Op::Set { to, value: number }, &value.at);
                    Bound::Slot(slot)
                }
                _ => {
                    return Err(Problem::new(
                        &value.at,
                        "neither a number nor a throw",
                        "an action takes numbers and throws",
                    ));
                }
            };
            bound.push((argument.it.clone(), stands_for));
        }
        // An action does not see its caller's names.
        let outside = std::mem::replace(&mut self.scopes, bound);
        self.within.push(name.it.clone());
        self.block(&action.body, problems);
        self.within.pop();
        self.scopes = outside;
        Ok(())
    }

    /// Whether a number stands for a seat.
    fn stands_for(&self, value: &Value) -> Is {
        match value {
            Value::Slot(slot) => self.code.ranges[*slot].is,
            Value::At(address) => self.code.ranges[address.list.base].is,
            Value::Neighbour(_) => Is::Seat,
            _ => Is::Number,
        }
    }

    /// Whether nothing after a block runs.
    fn leaves(&self, block: &[Stmt], within: usize) -> bool {
        block.last().is_some_and(|last| match &last.it {
            StmtKind::Again | StmtKind::Pass(_) | StmtKind::First(_) | StmtKind::Win(_) | StmtKind::Draw => {
                true
            }
            StmtKind::If { then, otherwise, .. } => {
                self.leaves(then, within) && self.leaves(otherwise, within)
            }
            StmtKind::Do { name, .. } if within <= MOST_WITHIN => {
                self.file.action(&name.it).is_some_and(|action| self.leaves(&action.body, within + 1))
            }
            _ => false,
        })
    }

    /// Whether a block, or an action that it uses, throws something.
    fn rolls(&self, block: &[Stmt], within: usize) -> bool {
        let mut found = false;
        each_stmt(block, &mut |stmt| {
            found = found
                || match stmt {
                    StmtKind::Roll { .. } | StmtKind::RerollAll | StmtKind::RerollAny { .. } => true,
                    StmtKind::Assign { target, .. } => {
                        let name = if let ExprKind::Name(name) = &target.it { name } else { "" };
                        self.variable_called(name).is_some_and(|declared| declared.dice.is_some())
                    }
                    StmtKind::Do { name, .. } if within <= MOST_WITHIN => {
                        self.file.action(&name.it).is_some_and(|action| self.rolls(&action.body, within + 1))
                    }
                    _ => false,
                };
        });
        found
    }

    /// Compiles a simple statement.
    fn act(&mut self, stmt: &Stmt) -> Read<()> {
        let at = &stmt.at;
        match &stmt.it {
            StmtKind::Pay { amount, to } => {
                let (amount, to) = (self.number(amount)?, self.holder(to)?);
                self.needs_me(at)?;
                self.code.has_coins = true;
                self.push(Op::Pay { from: Holder::Seat(Value::Slot(ME)), to, amount }, at);
            }
            StmtKind::Take { amount, from } => {
                let (amount, from) = (self.number(amount)?, self.holder(from)?);
                self.needs_me(at)?;
                self.code.has_coins = true;
                self.push(Op::Pay { from, to: Holder::Seat(Value::Slot(ME)), amount }, at);
            }
            StmtKind::Note(text) => {
                let known = self.code.notes.iter().position(|known| known == text);
                let note = known.unwrap_or_else(|| {
                    self.code.notes.push(text.clone());
                    self.code.notes.len() - 1
                });
                self.push(Op::Note(note), at);
            }
            StmtKind::Reveal(shown) => {
                let shown = shown.iter().map(|shown| self.shown(shown)).collect::<Read<Vec<Show>>>()?;
                self.push(Op::Reveal(shown), at);
            }
            StmtKind::Again if self.part == Part::AfterRound => {
                return Err(Problem::new(at, "`again` after a round", "it restarts a turn, or the start"));
            }
            StmtKind::Pass(_) if self.part != Part::Turn => {
                return Err(Problem::new(at, "`pass` outside a turn", "write `first s` to say who is next"));
            }
            StmtKind::First(_) if self.part == Part::Turn => {
                return Err(Problem::new(at, "`first` in a turn", "write `pass to s` to say who is next"));
            }
            StmtKind::Again => drop(self.push(Op::Again, at)),
            StmtKind::Pass(to) => {
                let to = to.as_ref().map(|to| self.seat(to)).transpose()?;
                let op = self.end_of_turn().unwrap_or(Op::Pass(to));
                self.push(op, at);
            }
            StmtKind::First(seat) => {
                let seat = self.seat(seat)?;
                self.push(Op::First(seat), at);
            }
            StmtKind::Out(who) => {
                let whom = self.whom(who, at)?;
                self.push(Op::Out(whom), at);
            }
            StmtKind::Win(who) => {
                let whom = self.whom(who, at)?;
                self.push(Op::Win(whom), at);
            }
            StmtKind::Draw => drop(self.push(Op::Draw, at)),
            _ => {}
        }
        Ok(())
    }

    /// Compiles something hidden that `reveal` shows to everybody.
    fn shown(&mut self, shown: &Revealed) -> Read<Show> {
        let nothing = |at: &Span, what: &str| {
            let label = "only something hidden can be revealed: write `hidden` after a variable or a throw";
            Problem::new(at, format!("{what} is already visible to all"), label)
        };
        let expr = match shown {
            Revealed::All(_) if self.code.hides => return Ok(Show::All),
            Revealed::All(at) => return Err(nothing(at, "everything")),
            Revealed::One(expr) => expr,
        };
        let (throw, address) = match self.typed(expr)? {
            Typed::Throw(slot) => (Some(slot), None),
            Typed::List(ListValue::Of(address)) => (None, Some(address)),
            Typed::Number(Value::At(_) | Value::Slot(_)) => (None, Some(self.target(expr)?)),
            other => return Err(super::values::mismatch(&other, "a hidden variable or a throw", &expr.at)),
        };
        let base = address.as_ref().map(|address| address.list.base).or(throw);
        let is_hidden =
            self.code.declared.iter().any(|declared| declared.hidden && Some(declared.list.base) == base)
                || throw.is_some_and(|slot| self.code.hidden_throws.contains(&slot));
        if !is_hidden {
            return Err(nothing(&expr.at, "this"));
        }
        Ok(match address {
            Some(address) => Show::Variable(address),
            None => Show::Throw(throw.unwrap_or(LAST)),
        })
    }

    /// Unrolls a loop over numbers that throws dice, since each step can throw other dice.
    fn written_out(&mut self, each: &Each, body: &[Stmt], problems: &mut Vec<Problem>) -> Read<()> {
        let Over::Numbers(low, high) = &each.over.it else { return Ok(()) };
        let (lows, highs) = (self.whole_constants(low)?, self.whole_constants(high)?);
        let first = lows.iter().min().copied().unwrap_or(0);
        for number in first..=highs.iter().max().copied().unwrap_or(0) {
            let within = lows.iter().zip(&highs).map(|(low, high)| (*low..=*high).contains(&number));
            let within: Vec<Num> = within.map(Num::truth).collect();
            let all_do = within.iter().all(|within| within.is_true());
            let is_me = (!all_do).then(|| {
                let condition = Value::OfSeat(within.into(), Box::new(Value::Slot(ME)));
                self.push(Op::Unless { condition, to: 0 }, &each.over.at)
            });
            self.scopes.push((each.name.it.clone(), Bound::Value(Value::Const(Num::Whole(number)))));
            let condition = each.condition.as_ref().map(|condition| self.truth(condition)).transpose()?;
            let unless = match condition {
                Some(Value::Const(known)) if !known.is_true() => {
                    self.scopes.pop();
                    if let Some(op) = is_me {
                        self.lead(op);
                    }
                    continue;
                }
                Some(Value::Const(_)) | None => None,
                Some(condition) => Some(self.push(Op::Unless { condition, to: 0 }, &each.name.at)),
            };
            self.block(body, problems);
            for op in [unless, is_me].into_iter().flatten() {
                self.lead(op);
            }
            self.scopes.pop();
        }
        Ok(())
    }

    /// Makes an operation lead to what comes next.
    fn lead(&mut self, op: usize) {
        let here = self.here();
        match &mut self.code.ops[op] {
            Op::Unless { to, .. }
            | Op::Chance { otherwise: to, .. }
            | Op::Jump(to)
            | Op::Each { exit: to, .. } => *to = here,
            Op::Choose { after, .. } | Op::ChooseEach { after, .. } | Op::Keep { after, .. } => *after = here,
            _ => {}
        }
    }

    fn needs_me(&self, at: &Span) -> Read<()> {
        if self.has_me {
            return Ok(());
        }
        Err(Problem::new(at, "nobody is `me` here", "say who does it: by s: …"))
    }

    fn holder(&mut self, purse: &Purse) -> Read<Holder> {
        Ok(match purse {
            Purse::Pot => Holder::Pot,
            Purse::Bank => Holder::Bank,
            Purse::Seat(seat) => Holder::Seat(self.seat(seat)?),
        })
    }

    fn whom(&mut self, who: &Who, at: &Span) -> Read<Whom> {
        Ok(match who {
            Who::Me => {
                self.needs_me(at)?;
                Whom::One(Value::Slot(ME))
            }
            Who::One(seat) => Whom::One(self.seat(seat)?),
            Who::Each(each) => {
                let each = self.each(each, true)?;
                self.scopes.pop();
                Whom::Each(each)
            }
        })
    }

    /// Compiles what is done if there is nothing to choose, after the options; `ends` of the options lead past it.
    fn otherwise(
        &mut self,
        head: usize,
        otherwise: &[Stmt],
        mut ends: Vec<usize>,
        problems: &mut Vec<Problem>,
    ) {
        if !otherwise.is_empty() {
            let at = self.code.spans[head].clone();
            ends.push(self.push(Op::Jump(0), &at));
        }
        self.lead(head);
        self.block(otherwise, problems);
        for end in ends {
            self.lead(end);
        }
    }

    /// Compiles options; returns the operation of the choice and those at the ends of its options.
    fn choose(
        &mut self,
        choices: &[Choice],
        at: &Span,
        problems: &mut Vec<Problem>,
    ) -> Read<(usize, Vec<usize>)> {
        self.needs_me(at)?;
        let mut options = Vec::new();
        for choice in choices {
            if options.iter().any(|known: &Opt| known.text == choice.text.it) {
                problems.push(Problem::new(
                    &choice.text.at,
                    "an option a second time",
                    "options need different texts",
                ));
            }
            let condition = choice.condition.as_ref().map(|condition| self.truth(condition)).transpose()?;
            match condition {
                Some(Value::Const(known)) if !known.is_true() => {}
                Some(Value::Const(_)) | None => {
                    options.push(Opt { text: choice.text.it.clone(), condition: None, to: 0 });
                }
                condition => options.push(Opt { text: choice.text.it.clone(), condition, to: 0 }),
            }
        }
        let texts: Vec<String> = options.iter().map(|option| option.text.clone()).collect();
        let head = self.push(Op::Choose { options, after: 0 }, at);
        let mut ends = Vec::new();
        for choice in choices {
            let Some(index) = texts.iter().position(|text| *text == choice.text.it) else { continue };
            let here = self.here();
            if let Op::Choose { options, .. } = &mut self.code.ops[head] {
                options[index].to = here;
            }
            self.block(&choice.body, problems);
            ends.push(self.push(Op::Jump(0), &choice.text.at));
        }
        Ok((head, ends))
    }

    fn choose_each(
        &mut self,
        each: &Each,
        body: &[Stmt],
        at: &Span,
        problems: &mut Vec<Problem>,
    ) -> Read<usize> {
        self.needs_me(at)?;
        let name = each.name.it.clone();
        let each = self.each(each, true)?;
        let head = self.push(Op::ChooseEach { each, name, body: 0, after: 0 }, at);
        let here = self.here();
        if let Op::ChooseEach { body, .. } = &mut self.code.ops[head] {
            *body = here;
        }
        self.block(body, problems);
        self.scopes.pop();
        Ok(head)
    }

    /// The slot of the throw with that name.
    fn throw_called(&mut self, name: &str) -> usize {
        if let Some((_, slot)) = self.code.named_throws.iter().find(|(known, _)| known == name) {
            return *slot;
        }
        let slot = self.slot_for_throw();
        self.code.named_throws.push((name.to_owned(), slot));
        slot
    }

    /// The dice that each seat throws, and the values they depend on that are not known beforehand.
    fn site(&mut self, dice: &[Dice], name: Option<usize>, at: &Span) -> Read<(usize, Vec<Case>)> {
        let is_own = |dice: &Dice| matches!(dice.kind.it, DiceKind::Tali | DiceKind::Bone { of: None, .. });
        if !self.has_me && dice.iter().any(is_own) {
            self.needs_me(at)?;
        }
        let mut cases = Vec::new();
        let mut parts = Vec::new();
        for some in dice {
            let owner = match &some.kind.it {
                DiceKind::Bone { of: Some(of), .. } => Some(self.seat(of)?),
                _ => None,
            };
            let owner = owner.map(|owner| match owner {
                Value::Const(Num::Whole(owner)) => Which::Known(owner),
                value => {
                    cases.push(Case { value, least: 1, number: self.seats, is_seat: true });
                    Which::Case(cases.len() - 1)
                }
            });
            let number = some.number.as_ref().map(|number| self.number_of_dice(number)).transpose()?;
            let number = number.map(|number| match number {
                Ok(known) => Which::OfSeats(known),
                Err(case) => {
                    cases.push(case);
                    Which::Case(cases.len() - 1)
                }
            });
            parts.push((some, number.unwrap_or(Which::Known(1)), owner));
        }
        let number = cases.iter().map(|case| case.number).try_fold(1, usize::checked_mul);
        let Some(number) = number.filter(|number| *number <= MOST_CASES) else {
            let label = format!("at most {MOST_CASES} combinations of owners and numbers of dice");
            return Err(Problem::new(at, "too many different throws in one statement", label));
        };
        let mut of_seats = Vec::with_capacity(self.seats * number);
        for seat in 1..=self.seats {
            for case in 0..number {
                let mut left = case;
                let values: Vec<i64> = cases
                    .iter()
                    .map(|case| {
                        let value = case.least + super::to_number(left % case.number);
                        left /= case.number;
                        value
                    })
                    .collect();
                let mut thrown = Vec::new();
                for (some, number, owner) in &parts {
                    let owner = owner
                        .as_ref()
                        .map_or(seat, |owner| usize::try_from(owner.of(seat, &values)).unwrap_or(1));
                    let number = usize::try_from(number.of(seat, &values)).unwrap_or(0);
                    self.dice_of(some, number, (seat, owner), &mut thrown)?;
                }
                thrown.sort_unstable();
                of_seats.push(thrown);
            }
        }
        self.code.sites.push(Site { dice: of_seats, name, distributions: Vec::new() });
        Ok((self.code.sites.len() - 1, cases))
    }

    /// How many dice are thrown: known for each seat, or found out in play.
    fn number_of_dice(&mut self, expr: &Expr) -> Read<Result<Vec<i64>, Case>> {
        let value = self.number(expr)?;
        if !reads_besides_me(&value) && self.is_fixed(&value) {
            let numbers: Vec<i64> = if self.has_me {
                (1..=self.seats).map(|seat| self.whole_constant(expr, Some(seat))).collect::<Read<_>>()?
            } else {
                vec![self.whole_constant(expr, None)?; self.seats]
            };
            if let Some(wrong) = numbers.iter().find(|number| !(0..=MOST_DICE).contains(*number)) {
                let label = format!("a throw has at most {MOST_DICE}");
                return Err(Problem::new(&expr.at, format!("{wrong} dice"), label));
            }
            return Ok(Ok(numbers));
        }
        let known = settled::Known { code: &self.code, tables: &self.tables, throws: &self.throws };
        let [least, most] = known.ends(&value);
        let (least, most) = (least.down_to(), most.up_to());
        if 0 <= least && most <= MOST_CHANGING {
            let number = usize::try_from(most - least + 1).unwrap_or(1);
            return Ok(Err(Case { value, least, number, is_seat: false }));
        }
        let is_open = least <= -LARGEST || most >= LARGEST;
        let from = if is_open { "any number of".to_owned() } else { format!("from {least} to {most}") };
        let label = format!("a changing number of dice must be from 0 to {MOST_CHANGING}");
        Err(Problem::new(&expr.at, format!("possibly {from} dice"), label)
            .helped(format!("write for instance: roll min({MOST_CHANGING}, max(0, …)) d6")))
    }

    /// Adds `number` dice as a seat throws them, where another seat can own the bones.
    fn dice_of(
        &mut self,
        dice: &Dice,
        number: usize,
        (seat, owner): (usize, usize),
        thrown: &mut Vec<u16>,
    ) -> Read<()> {
        let at = &dice.kind.at;
        let me = self.has_me.then_some(seat);
        let no_bone =
            |bone: usize| Problem::new(at, format!("there is no bone {bone}"), "each seat has four bones");
        match &dice.kind.it {
            DiceKind::Tali => {
                for bone in 0..number {
                    thrown.push(self.bone(owner, bone).ok_or_else(|| no_bone(bone + 1))?);
                }
            }
            DiceKind::Bone { number: which, .. } => {
                let which = usize::try_from(self.whole_constant(which, me)?).ok();
                let index = which.filter(|which| *which > 0).ok_or_else(|| no_bone(0))?;
                let die = self.bone(owner, index - 1).ok_or_else(|| no_bone(index))?;
                thrown.extend(std::iter::repeat_n(die, number));
            }
            DiceKind::Sides(_) | DiceKind::Own(_) => {
                let of_seats = self.dice_of_kind(&dice.kind)?;
                thrown.extend(std::iter::repeat_n(of_seats[(seat - 1) % of_seats.len()], number));
            }
        }
        Ok(())
    }

    /// The dice of a kind: one for all seats, or one for each; for tali, all bones of all seats.
    pub(super) fn dice_of_kind(&mut self, kind: &At<DiceKind>) -> Read<Vec<u16>> {
        let at = &kind.at;
        match &kind.it {
            DiceKind::Tali | DiceKind::Bone { .. } => {
                let mut bones = Vec::new();
                for seat in 1..=self.seats {
                    bones.extend((0..).map_while(|bone| self.bone(seat, bone)));
                }
                Ok(bones)
            }
            DiceKind::Sides(sides) => {
                let faces = super::DieDistribution::new((1..=*sides).map(|face| (face, 1u32.into())));
                Ok(vec![self.throws.die(faces.unwrap_or_else(|| super::DieDistribution::certain(1)))])
            }
            DiceKind::Own(name) => {
                let index = self.file.dice.iter().position(|die| die.name.it == *name);
                if let Some(of_seats) = index.and_then(|index| self.dice.get(index)) {
                    return Ok(of_seats.clone());
                }
                let title = format!("there are no dice called `{name}`");
                let problem = Problem::new(at, title, "use tali, bone N, d6, or a die of the file");
                let of_file = self.file.dice.iter().map(|die| die.name.it.as_str());
                Err(problem.hinted(name, of_file.chain(["tali", "bone", "d4", "d6", "d8"])))
            }
        }
    }

    fn policy(&mut self, policy: &Policy) -> Read<PolicyProgram> {
        let mut lines = Vec::new();
        for line in &policy.lines {
            let before = lines.len();
            let heads: Vec<usize> = (0..self.code.ops.len()).collect();
            for at in heads {
                let step = match (&line.does, &self.code.ops[at]) {
                    (Does::Option(text), Op::Choose { options, .. }) => {
                        let index = options.iter().position(|option| option.text == text.it);
                        index.map(|index| (PolicyDoes::Option(index), None))
                    }
                    (Does::Option(text), Op::RerollAny { .. } | Op::Keep { .. })
                        if text.it.starts_with("reroll") || text.it.starts_with("keep") =>
                    {
                        Some((PolicyDoes::Called(text.it.clone()), None))
                    }
                    (Does::Best { name, highest, of }, op)
                        if op.chosen().is_some_and(|(_, chosen)| chosen == name.it) =>
                    {
                        let (slot, highest) = (op.chosen().map_or(0, |(slot, _)| slot), *highest);
                        let is_throw = self.code.ranges[slot].is == Is::Throw;
                        let bound = if is_throw { Bound::Throw(slot) } else { Bound::Slot(slot) };
                        self.scopes.push((name.it.clone(), bound));
                        let value = self.number(of);
                        let condition =
                            line.condition.as_ref().map(|condition| self.truth(condition)).transpose();
                        self.scopes.pop();
                        Some((PolicyDoes::Best { value: value?, highest }, Some(condition?)))
                    }
                    _ => None,
                };
                if let Some((does, condition)) = step {
                    let condition = match condition {
                        Some(condition) => condition,
                        None => line.condition.as_ref().map(|condition| self.truth(condition)).transpose()?,
                    };
                    lines.push(PolicyStep { at, condition, does });
                }
            }
            if lines.len() == before && !self.may_be_folded_away(line) {
                let (at, title) = match &line.does {
                    Does::Option(text) => (&text.at, format!("there is no option \"{}\"", text.it)),
                    Does::Best { name, .. } => (&name.at, format!("nothing is chosen as `{}`", name.it)),
                };
                let problem =
                    Problem::new(at, title, "a policy names options, or the name in a `choose` or `keep`");
                let texts = self.code.ops.iter().flat_map(|op| match op {
                    Op::Choose { options, .. } => {
                        options.iter().map(|option| option.text.as_str()).collect::<Vec<_>>()
                    }
                    op => op.chosen().map(|(_, name)| name).into_iter().collect(),
                });
                let word = match &line.does {
                    Does::Option(text) => &text.it,
                    Does::Best { name, .. } => &name.it,
                };
                return Err(problem.hinted(word, texts));
            }
        }
        Ok(PolicyProgram { name: policy.name.it.clone(), span: policy.name.at.clone(), lines })
    }

    /// Whether what a policy names is in the file, but excluded by these rules.
    fn may_be_folded_away(&self, line: &super::super::syntax::PolicyLine) -> bool {
        let (Does::Option(At { it: text, .. }) | Does::Best { name: At { it: text, .. }, .. }) = &line.does;
        self.file.has(&|stmt| match stmt {
            StmtKind::ChooseEach { each, .. } => each.name.it == *text,
            StmtKind::Keep { name, .. } => name.it == *text,
            StmtKind::Choose { choices, .. } => choices.iter().any(|choice| choice.text.it == *text),
            _ => false,
        })
    }
}

/// A number that is known for each seat or for all, or comes with a case.
enum Which {
    Known(i64),
    OfSeats(Vec<i64>),
    Case(usize),
}

impl Which {
    fn of(&self, seat: usize, cases: &[i64]) -> i64 {
        match self {
            Self::Known(number) => *number,
            Self::OfSeats(numbers) => numbers[seat - 1],
            Self::Case(case) => cases[*case],
        }
    }
}
