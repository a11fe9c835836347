//! What is done, step by step.

use num_traits::ToPrimitive;

use super::{Bound, Compiler, Part, Problem, Read};
use crate::own::number::{LARGEST, Num};
use crate::own::problem::Span;
use crate::own::program::{
    Binary, FigureProgram, Holder, Op, Opt, PolicyDoes, PolicyProgram, PolicyStep, Site, Value, Whom,
};
use crate::own::syntax::{
    Assign, At, Choice, Dice, DiceKind, Does, Each, Over, Policy, Purse, Stmt, StmtKind, Who, has,
};

/// The most dice in one throw, and the most that are thrown again by choice.
const MOST_DICE: i64 = 100;
const MOST_REROLLED: usize = 12;

/// Owners of bones are told apart in so many ways.
const MOST_OWNERS: usize = 1_728;

impl Compiler<'_> {
    /// The parts in which something is done, and the policies.
    pub(super) fn body(&mut self) -> Result<(), Vec<Problem>> {
        self.in_headers = false;
        let file = self.file;
        let mut problems = Vec::new();
        let parts =
            [(&file.start, Part::Start), (&file.turn, Part::Turn), (&file.after_round, Part::AfterRound)];
        let mut begins = [None; 3];
        for ((block, part), begin) in parts.into_iter().zip(&mut begins) {
            let Some(block) = block else { continue };
            self.has_me = part == Part::Turn;
            self.part = part;
            self.thrown_as = None;
            *begin = Some(self.code.ops.len());
            self.block(block, &mut problems);
            let end = block.last().map_or(0..0, |last| last.at.clone());
            self.push(Op::End, &end);
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
                let label = "what is best depends on what lies in the pot: write for instance table: pot from 0 to 400";
                problems.push(Problem::new(at, "best for coins, and a pot without a range", label));
            }
        }
        for figure in &file.figures {
            match self.figure(figure) {
                Ok(figure) => self.code.figures.push(figure),
                Err(problem) => problems.push(problem),
            }
        }
        for policy in &file.policies {
            match self.policy(policy) {
                Ok(policy) => self.code.policies.push(policy),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn figure(&mut self, figure: &crate::own::syntax::Figure) -> Read<FigureProgram> {
        let name = super::super::slug(&figure.name.it);
        if name.is_empty() || self.code.figures.iter().any(|known| super::super::slug(&known.name) == name) {
            let label = "every figure has a name of letters and digits, each another one";
            return Err(Problem::new(&figure.name.at, "a figure that is told apart from no other", label));
        }
        // Whoever ends the game is `me`, if anybody does.
        self.has_me = false;
        let value = self.number(&figure.value);
        let condition = figure.condition.as_ref().map(|condition| self.truth(condition)).transpose();
        self.has_me = true;
        Ok(FigureProgram { name: figure.name.it.clone(), value: value?, condition: condition? })
    }

    fn push(&mut self, op: Op, at: &Span) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(at.clone());
        self.code.ops.len() - 1
    }

    fn here(&self) -> usize {
        self.code.ops.len()
    }

    /// All of a block; what is wrong in one statement does not keep others from being looked at.
    fn block(&mut self, block: &[Stmt], problems: &mut Vec<Problem>) {
        for (index, stmt) in block.iter().enumerate() {
            let scopes = self.scopes.len();
            if let Err(problem) = self.statement(stmt, problems) {
                problems.push(problem);
            }
            self.scopes.truncate(scopes);
            if leaves(stmt)
                && let Some(next) = block.get(index + 1)
            {
                let label = "the turn is left before";
                problems.push(Problem::new(&next.at, "this is never done", label));
                return;
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt, problems: &mut Vec<Problem>) -> Read<()> {
        let at = &stmt.at;
        self.grows(at)?;
        match &stmt.it {
            StmtKind::If { condition, then, otherwise } => {
                let value = self.truth(condition)?;
                if let Value::Const(known) = value {
                    self.block(if known.is_true() { then } else { otherwise }, problems);
                    return Ok(());
                }
                let unless = self.push(Op::Unless { condition: value, to: 0 }, &condition.at);
                self.code.conditions.push(unless);
                self.block(then, problems);
                let end = if otherwise.is_empty() { None } else { Some(self.push(Op::Jump(0), at)) };
                self.lead(unless);
                self.block(otherwise, problems);
                if let Some(end) = end {
                    self.lead(end);
                }
            }
            StmtKind::For { each, body } if rolls(body) && matches!(each.over.it, Over::Numbers(..)) => {
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
                self.code.ranges[saved].is_seat = true;
                self.push(Op::By { seat, saved }, at);
                let had_me = std::mem::replace(&mut self.has_me, true);
                self.block(body, problems);
                self.has_me = had_me;
                self.push(Op::EndBy { saved }, at);
            }
            StmtKind::Choose(choices) => self.choose(choices, at, problems)?,
            StmtKind::ChooseEach { each, body } => self.choose_each(each, body, at, problems)?,
            StmtKind::Roll { dice, name } => {
                let name = name.as_ref().map(|name| self.throw_called(&name.it));
                let (site, owners) = self.site(dice, name, at)?;
                self.thrown_as = name;
                self.push(Op::Roll { site, owners }, at);
            }
            StmtKind::RerollAll => {
                self.push(Op::RerollAll, at);
                self.push(Op::Rethrow { name: self.thrown_as }, at);
            }
            StmtKind::RerollAny { least, most } => {
                let (low, high) = (self.whole_constant(least, None)?, self.whole_constant(most, None)?);
                if low < 0 || high < low || high > super::to_number(MOST_REROLLED) {
                    let title = format!("{low} to {high} dice cannot be thrown again");
                    return Err(Problem::new(&least.at, title, "for instance: reroll any 0 to 3; up to 12"));
                }
                self.needs_me(at)?;
                self.push(Op::RerollAny { least: low, most: high }, at);
                self.push(Op::Rethrow { name: self.thrown_as }, at);
            }
            StmtKind::Assign { place, how, value } => {
                let target = self.target(place)?;
                let mut value = self.number(value)?;
                if *how != Assign::Set {
                    let binary = if *how == Assign::Add { Binary::Add } else { Binary::Subtract };
                    let now = self.number(place)?;
                    value = Value::Binary(binary, Box::new(now), Box::new(value));
                }
                self.push(Op::Set { target, value }, at);
            }
            _ => return self.act(stmt),
        }
        Ok(())
    }

    /// A statement that is done at once.
    fn act(&mut self, stmt: &Stmt) -> Read<()> {
        let at = &stmt.at;
        match &stmt.it {
            StmtKind::Pay { amount, to } => {
                let (amount, to) = (self.number(amount)?, self.holder(to)?);
                self.needs_me(at)?;
                self.code.has_coins = true;
                self.push(
                    Op::Pay { from: Holder::Seat(Value::Slot(super::super::program::ME)), to, amount },
                    at,
                );
            }
            StmtKind::Take { amount, from } => {
                let (amount, from) = (self.number(amount)?, self.holder(from)?);
                self.needs_me(at)?;
                self.code.has_coins = true;
                self.push(
                    Op::Pay { from, to: Holder::Seat(Value::Slot(super::super::program::ME)), amount },
                    at,
                );
            }
            StmtKind::Note(text) => {
                let known = self.code.notes.iter().position(|known| known == text);
                let note = known.unwrap_or_else(|| {
                    self.code.notes.push(text.clone());
                    self.code.notes.len() - 1
                });
                self.push(Op::Note(note), at);
            }
            StmtKind::Again if self.part == Part::AfterRound => {
                return Err(Problem::new(
                    at,
                    "`again` after a round",
                    "it begins a turn, or the start, anew",
                ));
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
                self.push(Op::Pass(to), at);
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

    /// A loop over numbers in which something is thrown, step by step: each step can throw other dice.
    fn written_out(&mut self, each: &Each, body: &[Stmt], problems: &mut Vec<Problem>) -> Read<()> {
        let Over::Numbers(low, high) = &each.over.it else { return Ok(()) };
        let (lows, highs) = (self.whole_constants(low)?, self.whole_constants(high)?);
        let first = lows.iter().min().copied().unwrap_or(0);
        for number in first..=highs.iter().max().copied().unwrap_or(0) {
            let within = lows.iter().zip(&highs).map(|(low, high)| (*low..=*high).contains(&number));
            let within: Vec<Num> = within.map(Num::truth).collect();
            let all_do = within.iter().all(|within| within.is_true());
            let is_me = (!all_do).then(|| {
                let condition =
                    Value::OfSeat(within.into(), Box::new(Value::Slot(super::super::program::ME)));
                self.push(Op::Unless { condition, to: 0 }, &each.over.at)
            });
            self.scopes.push((each.name.it.clone(), Bound::Value(Value::Const(Num::Whole(number)))));
            let condition = each.condition.as_ref().map(|condition| self.truth(condition)).transpose()?;
            let unless = match condition {
                Some(Value::Const(known)) if !known.is_true() => {
                    self.scopes.pop();
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

    /// Has an operation lead to what comes next.
    fn lead(&mut self, op: usize) {
        let here = self.here();
        match &mut self.code.ops[op] {
            Op::Unless { to, .. } | Op::Jump(to) | Op::Each { exit: to, .. } => *to = here,
            Op::Choose { after, .. } | Op::ChooseEach { after, .. } => *after = here,
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
                Whom::One(Value::Slot(super::super::program::ME))
            }
            Who::One(seat) => Whom::One(self.seat(seat)?),
            Who::Each(each) => {
                let each = self.each(each, true)?;
                self.scopes.pop();
                Whom::Each(each)
            }
        })
    }

    fn choose(&mut self, choices: &[Choice], at: &Span, problems: &mut Vec<Problem>) -> Read<()> {
        self.needs_me(at)?;
        let mut options = Vec::new();
        for choice in choices {
            if options.iter().any(|known: &Opt| known.text == choice.text.it) {
                problems.push(Problem::new(
                    &choice.text.at,
                    "an option a second time",
                    "options have different words",
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
        ends.into_iter().chain([head]).for_each(|op| self.lead(op));
        Ok(())
    }

    fn choose_each(
        &mut self,
        each: &Each,
        body: &[Stmt],
        at: &Span,
        problems: &mut Vec<Problem>,
    ) -> Read<()> {
        self.needs_me(at)?;
        let name = each.name.it.clone();
        let each = self.each(each, true)?;
        let head = self.push(Op::ChooseEach { each, name, body: 0, after: 0 }, at);
        let here = self.here();
        if let Op::ChooseEach { body, .. } = &mut self.code.ops[head] {
            *body = here;
        }
        self.block(body, problems);
        self.lead(head);
        Ok(())
    }

    /// The slot of a throw of that name.
    fn throw_called(&mut self, name: &str) -> usize {
        if let Some((_, slot)) = self.named_throws.iter().find(|(known, _)| known == name) {
            return *slot;
        }
        let slot = self.slot(LARGEST);
        self.named_throws.push((name.to_owned(), slot));
        slot
    }

    /// Which dice each seat throws, and whose bones are among them that are not known beforehand.
    fn site(&mut self, dice: &[Dice], name: Option<usize>, at: &Span) -> Read<(usize, Vec<Value>)> {
        self.code.sites.push(Site { dice: Vec::new(), name, laws: Vec::new() });
        let mut of_seats = Vec::new();
        let has_owner = dice
            .iter()
            .all(|dice| matches!(&dice.kind.it, DiceKind::Bone { of: Some(_), .. } | DiceKind::Sides(_)));
        if !has_owner
            && !self.has_me
            && dice
                .iter()
                .any(|dice| matches!(dice.kind.it, DiceKind::Tali | DiceKind::Bone { of: None, .. }))
        {
            self.needs_me(at)?;
        }
        let mut owners = Vec::new();
        for of in dice
            .iter()
            .filter_map(|dice| if let DiceKind::Bone { of, .. } = &dice.kind.it { of.as_ref() } else { None })
        {
            let owner = self.seat(of)?;
            if !matches!(owner, Value::Const(_)) {
                owners.push(owner);
            }
        }
        let cases = u32::try_from(owners.len())
            .ok()
            .and_then(|owners| self.seats.checked_pow(owners))
            .filter(|cases| *cases <= MOST_OWNERS);
        let Some(cases) = cases else {
            return Err(Problem::new(
                at,
                "bones of too many different owners",
                "three at most that are not known beforehand",
            ));
        };
        for seat in 1..=self.seats {
            for case in 0..cases {
                let mut left = case;
                let mut owner = || {
                    let owner = left % self.seats + 1;
                    left /= self.seats;
                    owner
                };
                let of_bones: Vec<usize> = (0..owners.len()).map(|_| owner()).collect();
                let mut of_bones = of_bones.into_iter();
                let mut thrown = Vec::new();
                for some in dice {
                    self.dice_of(some, seat, &mut of_bones, &mut thrown)?;
                }
                if thrown.is_empty() {
                    return Err(Problem::new(at, "no dice are thrown", "one at least"));
                }
                thrown.sort_unstable();
                of_seats.push(thrown);
            }
        }
        let site = self.code.sites.len() - 1;
        self.code.sites[site].dice = of_seats;
        Ok((site, owners))
    }

    fn dice_of(
        &mut self,
        dice: &Dice,
        seat: usize,
        owners: &mut impl Iterator<Item = usize>,
        thrown: &mut Vec<u16>,
    ) -> Read<()> {
        let at = &dice.kind.at;
        let me = self.has_me.then_some(seat);
        let number = dice.number.as_ref().map(|number| self.whole_constant(number, me)).transpose()?;
        let number = number.unwrap_or(1);
        if !(0..=MOST_DICE).contains(&number) {
            return Err(Problem::new(at, format!("{number} dice"), "a throw has up to 100"));
        }
        let number = usize::try_from(number).unwrap_or(0);
        let no_bone = |bone: usize| {
            Problem::new(at, format!("there is no bone {bone}"), "each seat has a set of four bones")
        };
        match &dice.kind.it {
            DiceKind::Tali => {
                for bone in 0..number {
                    thrown.push(self.bone(seat, bone).ok_or_else(|| no_bone(bone + 1))?);
                }
            }
            DiceKind::Bone { number: which, of } => {
                let which = usize::try_from(self.whole_constant(which, me)?).ok();
                let seat = match of {
                    None => seat,
                    Some(of) => match self.seat(of)? {
                        Value::Const(Num::Whole(owner)) => owner.to_usize().unwrap_or(1),
                        _ => owners.next().unwrap_or(1),
                    },
                };
                let index = which.filter(|which| *which > 0).ok_or_else(|| no_bone(0))?;
                let die = self.bone(seat, index - 1).ok_or_else(|| no_bone(index))?;
                thrown.extend(std::iter::repeat_n(die, number));
            }
            DiceKind::Sides(sides) => {
                let faces = super::DieLaw::new((1..=*sides).map(|face| (face, 1u32.into())));
                let die = self.throws.die(faces.unwrap_or_else(|| super::DieLaw::certain(1)));
                thrown.extend(std::iter::repeat_n(die, number));
            }
            DiceKind::Own(name) => {
                let index = self.file.dice.iter().position(|die| die.name.it == *name);
                let Some(index) = index else {
                    let file = self.file;
                    let dice = file
                        .dice
                        .iter()
                        .map(|die| die.name.it.as_str())
                        .chain(["tali", "bone", "d4", "d6", "d8"]);
                    let problem = Problem::new(
                        at,
                        format!("there are no dice called `{name}`"),
                        "tali, bone N, d6, or a die of the file",
                    );
                    return Err(problem.hinted(name, dice));
                };
                let die = self.dice.get(index).map(|of_seats| of_seats[seat - 1]);
                thrown.extend(std::iter::repeat_n(die.unwrap_or(0), number));
            }
        }
        Ok(())
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
                    (Does::Option(text), Op::RerollAny { .. }) if text.it.starts_with("reroll") => {
                        Some((PolicyDoes::Called(text.it.clone()), None))
                    }
                    (Does::Best { name, highest, of }, Op::ChooseEach { each, name: chosen, .. })
                        if *chosen == name.it =>
                    {
                        let (slot, highest) = (each.slot, *highest);
                        self.scopes.push((name.it.clone(), Bound::Slot(slot)));
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
                    Problem::new(at, title, "a policy names options, or what is chosen, as `choose` does");
                let texts = self.code.ops.iter().flat_map(|op| match op {
                    Op::Choose { options, .. } => options.iter().map(|option| option.text.as_str()).collect(),
                    Op::ChooseEach { name, .. } => vec![name.as_str()],
                    _ => Vec::new(),
                });
                let word = match &line.does {
                    Does::Option(text) => &text.it,
                    Does::Best { name, .. } => &name.it,
                };
                return Err(problem.hinted(word, texts));
            }
        }
        Ok(PolicyProgram { lines })
    }

    /// Whether what a policy names stands in the file, but not by these rules.
    fn may_be_folded_away(&self, line: &super::super::syntax::PolicyLine) -> bool {
        let (Does::Option(At { it: text, .. }) | Does::Best { name: At { it: text, .. }, .. }) = &line.does;
        self.file.has(&|stmt| match stmt {
            StmtKind::ChooseEach { each, .. } => each.name.it == *text,
            StmtKind::Choose(choices) => choices.iter().any(|choice| choice.text.it == *text),
            _ => false,
        })
    }
}

/// Whether something is thrown in a block.
fn rolls(block: &[Stmt]) -> bool {
    has(block, &|stmt| matches!(stmt, StmtKind::Roll { .. }))
}

/// Whether nothing behind a statement is done.
fn leaves(stmt: &Stmt) -> bool {
    matches!(
        stmt.it,
        StmtKind::Again | StmtKind::Pass(_) | StmtKind::First(_) | StmtKind::Win(_) | StmtKind::Draw
    )
}
