//! Parses a game file by recursive descent: its headers and blocks.

mod expressions;
mod said;
mod statements;

use std::ops::RangeInclusive;

use num_traits::ToPrimitive;

use super::lexer::{Token, lex};
use super::problem::{Problem, Read, Span, quoted};
use super::syntax::{
    Action, At, Define, Die, Does, File, Holds, Length, Map, Name, Pair, Policy, PolicyLine, RuleLine,
    RuleTakes, Scope, SeatCount, StmtKind, Variable,
};
use crate::kit::BLANK;
use tali_core::process::MAX_SEATS;

/// Words with a meaning wherever a value can be, which therefore cannot be names.
const RESERVED: [&str; 12] =
    ["me", "mover", "left", "right", "seats", "others", "and", "or", "not", "mod", "in", "if"];

/// What a line at the left edge can begin with.
const HEADERS: [&str; 26] = [
    "game", "about", "by", "source", "seats", "rule", "die", "map", "ante", "length", "best", "table",
    "each", "start", "turn", "after", "define", "action", "policy", "figure", "season", "reading", "card",
    "throw", "sheet", "if",
];

/// The deepest nesting of blocks and brackets.
const DEEPEST: usize = 50;

/// Parses a whole file.
pub(super) fn parse(text: &str) -> Result<File, Vec<Problem>> {
    let (tokens, mut problems) = lex(text);
    let action = |pair: &[(Token, Span)]| match (&pair[0].0, &pair[1].0) {
        (Token::Name(word), Token::Name(name)) if word == "action" => Some(name.clone()),
        _ => None,
    };
    let actions = tokens.windows(2).filter_map(action).collect();
    let mut parser = Parser { tokens, next: 0, depth: 0, operators_read: 0, level: 0, actions };
    let mut file = File::default();
    let mut seen: Vec<String> = Vec::new();
    while *parser.peek() != Token::End {
        let first = parser.next;
        if let Err(problem) = parser.header(&mut file, &mut seen) {
            // What a meaningless sign has broken was already reported.
            if !problems.iter().any(|known| known.at.start == problem.at.start) {
                problems.push(problem);
            }
            // Lines that belong to the broken part may be at the left edge, too.
            let broke_off = parser.next > first;
            if !(broke_off && parser.is_at_the_left_edge()) {
                parser.skip_to_the_left_edge();
            }
            while broke_off && *parser.peek() != Token::End && !parser.is_header() {
                parser.skip_to_the_left_edge();
            }
        }
    }
    let end = text.len().saturating_sub(1)..text.len();
    let has = |word: &str| seen.iter().any(|seen| seen == word);
    if problems.is_empty() && !has("game") {
        problems.push(Problem::new(&(0..0), "a game without a name", "begin the file with: game \"…\""));
    }
    // A file without a number of players asks for a mere chance, or for a figure.
    let wins = |stmt: &StmtKind| matches!(stmt, StmtKind::Win(_));
    if file.seats.is_none() && (!file.figures.is_empty() || file.has(&wins)) {
        file.seats = Some(SeatCount { least: 1, most: 1, usual: 1 });
        file.is_one_turn = true;
    }
    if problems.is_empty() && file.seats.is_none() {
        let title = "the number of players is missing";
        problems.push(Problem::new(
            &(0..0),
            title,
            "write for instance: seats 2 to 6, or `win` for a mere chance",
        ));
    }
    if problems.is_empty() && file.turn.is_none() {
        problems.push(Problem::new(&end, "a game without a turn", "write what a player does under: turn:"));
    }
    // An unclosed bracket explains all problems after it.
    if let Some(open) = problems.iter().position(|problem| problem.title.starts_with("a bracket")) {
        problems = vec![problems.swap_remove(open)];
    }
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

pub(super) struct Parser {
    tokens: Vec<(Token, Span)>,
    next: usize,
    depth: usize,
    /// The number of operators of the current line, so far.
    operators_read: usize,
    /// The current indentation, in blocks.
    level: usize,
    /// The names of all actions.
    actions: Vec<String>,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn peek_after(&self) -> &Token {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.next].1.clone()
    }

    /// Where the last token ends.
    fn end(&self) -> usize {
        self.tokens[self.next.saturating_sub(1)].1.end
    }

    fn take(&mut self) -> (Token, Span) {
        let token = self.tokens[self.next].clone();
        match token.0 {
            Token::Indent => self.level += 1,
            Token::Dedent => self.level = self.level.saturating_sub(1),
            Token::Newline => self.operators_read = 0,
            _ => {}
        }
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_header(&self) -> bool {
        matches!(self.peek(), Token::Name(word) if HEADERS.contains(&word.as_str()))
    }

    /// Whether a line at the left edge begins here.
    fn is_at_the_left_edge(&self) -> bool {
        let ended = matches!(self.tokens[self.next.saturating_sub(1)].0, Token::Newline | Token::Dedent);
        ended && self.level == 0 && !matches!(self.peek(), Token::Indent | Token::Dedent)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == word)
    }

    fn skips(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(sign);
        if is_next {
            self.take();
        }
        is_next
    }

    fn skips_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        if is_next {
            self.take();
        }
        is_next
    }

    /// The problem that something else was expected here.
    fn expected(&self, what: &str) -> Problem {
        let label = format!("expected {what}");
        Problem::new(&self.span(), format!("unexpected {}", self.peek().found()), label)
    }

    /// The same with the nearest of the words that are possible here.
    fn expected_word(&self, what: &str, words: &[&str]) -> Problem {
        let problem = self.expected(what);
        let Token::Name(name) = self.peek() else { return problem };
        problem.hinted(name, words.iter().copied())
    }

    fn sign(&mut self, sign: &str) -> Read<()> {
        if self.skips(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn word(&mut self, word: &str) -> Read<()> {
        if self.skips_word(word) { Ok(()) } else { Err(self.expected_word(&format!("`{word}`"), &[word])) }
    }

    fn end_of_line(&mut self) -> Read<()> {
        match self.peek() {
            Token::Newline => {
                self.take();
                Ok(())
            }
            Token::End | Token::Dedent => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    fn name(&mut self, what: &str) -> Read<Name> {
        match self.peek().clone() {
            Token::Name(name) if RESERVED.contains(&name.as_str()) => {
                let title = format!("`{name}` cannot be a name");
                Err(Problem::new(
                    &self.span(),
                    title,
                    "the word has a meaning of its own; choose another name",
                ))
            }
            Token::Name(it) => Ok(At { it, at: self.take().1 }),
            _ => Err(self.expected(what)),
        }
    }

    fn text(&mut self, what: &str) -> Read<At<String>> {
        match self.peek().clone() {
            Token::Text(it) => Ok(At { it, at: self.take().1 }),
            _ => Err(self.expected(&format!("{what} in quotation marks"))),
        }
    }

    fn whole(&mut self, range: RangeInclusive<i64>, what: &str) -> Read<i64> {
        let number = match self.peek() {
            Token::Number(number) if number.is_integer() => number.to_integer().to_i64(),
            _ => None,
        };
        let Some(number) = number.filter(|number| range.contains(number)) else {
            return Err(self.expected(&format!("{what}, from {} to {}", range.start(), range.end())));
        };
        self.take();
        Ok(number)
    }

    /// Parses something one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            let label = format!("blocks and brackets can be nested up to {DEEPEST} deep");
            return Err(Problem::new(&self.span(), "too deep", label));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Skips to the next line at the left edge.
    fn skip_to_the_left_edge(&mut self) {
        (self.depth, self.operators_read) = (0, 0);
        while *self.peek() != Token::End {
            self.take();
            if self.is_at_the_left_edge() {
                return;
            }
        }
    }

    fn header(&mut self, file: &mut File, seen: &mut Vec<String>) -> Read<()> {
        let at = self.span();
        let Token::Name(word) = self.peek().clone() else {
            return Err(self.expected("a line that begins with a word such as `seats`, `rule` or `turn`"));
        };
        let again = seen.contains(&word);
        seen.push(word.clone());
        let once = [
            "game", "about", "by", "source", "sheet", "season", "seats", "ante", "length", "best", "start",
            "turn", "after",
        ];
        if again && once.contains(&word.as_str()) {
            return Err(Problem::new(&at, format!("`{word}` a second time"), "a file has one such line"));
        }
        self.take();
        match word.as_str() {
            "game" => file.title = self.text("the name of the game")?.it,
            "by" => file.by = self.text("a name")?.it,
            "about" => file.about = self.text("what the game is about")?.it,
            "source" => file.source = self.text("where the game comes from")?.it,
            "if" | "reading" | "card" | "throw" => {
                self.next -= 1;
                file.words.push(self.said()?);
            }
            "sheet" => file.sheet = Some(self.sheet()?),
            "figure" => file.figures.push(self.figure()?),
            "season" => file.season = Some(self.season()?),
            "seats" => file.seats = Some(self.seats()?),
            "rule" => file.rules.push(self.rule()?),
            "die" => {
                let name = self.name("the name of the die")?;
                self.sign("=")?;
                let faces = self.pairs()?;
                file.dice.push(Die { name, faces });
            }
            "map" => {
                let name = self.name("the name of the map")?;
                self.sign("=")?;
                let entries = self.pairs()?;
                let otherwise = self.skips_word("else").then(|| self.expression()).transpose()?;
                file.maps.push(Map { name, entries, otherwise });
            }
            "ante" => file.ante = Some(self.expression()?),
            "length" => {
                self.word("in")?;
                file.length = Some(self.one_of(&[
                    ("throws", Length::Throws),
                    ("turns", Length::Turns),
                    ("rounds", Length::Rounds),
                ])?);
            }
            "best" => {
                self.word("for")?;
                let for_coins = self.one_of(&[("win", false), ("coins", true)])?;
                file.for_coins = for_coins.then_some(at);
            }
            "table" => return self.variables(Scope::Table, file),
            "each" => {
                let scope = self.one_of(&[("seat", Scope::Seat), ("turn", Scope::Turn)])?;
                return self.variables(scope, file);
            }
            "start" => {
                file.start = Some(self.block()?);
                return Ok(());
            }
            "turn" => {
                file.turn = Some(self.block()?);
                return Ok(());
            }
            "after" => {
                self.word("round")?;
                file.after_round = Some(self.block()?);
                return Ok(());
            }
            "define" => {
                file.defines.push(self.define()?);
                return Ok(());
            }
            "action" => {
                let (name, arguments) = self.head("the name of the action")?;
                file.actions.push(Action { name, arguments, body: self.block()? });
                return Ok(());
            }
            "policy" => {
                file.policies.push(self.policy()?);
                return Ok(());
            }
            _ => {
                self.next -= 1;
                return Err(
                    self.expected_word("a line such as `seats`, `rule`, `turn:` or `policy`", &HEADERS)
                );
            }
        }
        self.end_of_line()
    }

    /// Parses one of these words, and returns its meaning.
    fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Read<T> {
        if let Some((_, meaning)) = words.iter().find(|(word, _)| self.is_word(word)) {
            self.take();
            return Ok(*meaning);
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        Err(self.expected_word(&quoted.join(" or "), &names))
    }

    fn seats(&mut self) -> Read<SeatCount> {
        let most_seats = i64::try_from(MAX_SEATS).unwrap_or(12);
        let at = self.span();
        let least = self.whole(1..=most_seats, "the number of players")?;
        let most =
            if self.skips_word("to") { self.whole(1..=most_seats, "the number of players")? } else { least };
        let usual = if self.skips(",") {
            self.word("usually")?;
            self.whole(1..=most_seats, "the number of players")?
        } else {
            least
        };
        if !(least <= usual && usual <= most) {
            let at = at.start..self.end();
            return Err(Problem::new(
                &at,
                "the least, most and usual number of seats do not fit together",
                "for instance: seats 2 to 6, usually 4",
            ));
        }
        let number = |seats: i64| usize::try_from(seats).unwrap_or(1);
        Ok(SeatCount { least: number(least), most: number(most), usual: number(usual) })
    }

    fn rule(&mut self) -> Read<RuleLine> {
        let name = self.name("the name of the rule")?;
        self.sign("=")?;
        let takes_list = self.is_sign("[");
        let default = self.expression()?;
        let takes = if takes_list && self.skips_word("of") {
            self.word("casts")?;
            RuleTakes::Casts
        } else if takes_list {
            RuleTakes::List
        } else if self.skips_word("from") {
            let low = self.expression()?;
            self.word("to")?;
            let high = self.expression()?;
            let of_each = self.skips(",");
            if of_each {
                self.word("each")?;
            }
            RuleTakes::Range { low, high, of_each }
        } else if self.skips_word("in") {
            RuleTakes::OneOf(self.list()?)
        } else if matches!(self.peek(), Token::Newline | Token::Text(_) | Token::End) {
            RuleTakes::Any
        } else {
            return Err(self.expected("`from … to …`, or `in […]`: the values of the rule"));
        };
        let meaning = if matches!(self.peek(), Token::Text(_)) { self.meaning()? } else { String::new() };
        Ok(RuleLine { name, default, takes, meaning })
    }

    /// Parses the meaning of a rule.
    fn meaning(&mut self) -> Read<String> {
        let At { it, at } = self.text("")?;
        if let Some((second, _)) = it.match_indices(BLANK).nth(1) {
            // The text begins after its quotation mark.
            let second = at.start + 1 + second;
            let label = "leave this one out";
            return Err(Problem::new(
                &(second..second + 1),
                "the text of a rule has only one `_`, for its value",
                label,
            ));
        }
        Ok(it)
    }

    /// Parses numbers, each with another after a colon.
    fn pairs(&mut self) -> Read<Vec<Pair>> {
        let mut pairs = Vec::new();
        loop {
            let from = self.expression()?;
            let to = self.skips("..").then(|| self.expression()).transpose()?;
            self.sign(":")?;
            pairs.push(Pair { from, to, value: self.expression()? });
            if !self.skips(",") {
                return Ok(pairs);
            }
        }
    }

    fn variables(&mut self, scope: Scope, file: &mut File) -> Read<()> {
        self.sign(":")?;
        let block = *self.peek() == Token::Newline;
        if block {
            self.take();
            if *self.peek() != Token::Indent {
                return Err(self.expected("variables on indented lines"));
            }
            self.take();
        }
        loop {
            file.variables.push(self.variable(scope)?);
            if self.skips(";") {
                continue;
            }
            self.end_of_line()?;
            if !block {
                return Ok(());
            }
            if *self.peek() == Token::Dedent {
                self.take();
                return Ok(());
            }
        }
    }

    fn variable(&mut self, scope: Scope) -> Read<Variable> {
        let name = self.name("the name of a variable")?;
        let mut indices = None;
        if self.skips("[") {
            let first = self.expression()?;
            self.sign("..")?;
            indices = Some((first, self.expression()?));
            self.sign("]")?;
        }
        let mut variable = Variable {
            name,
            scope,
            indices,
            holds: Holds::Seat,
            capped: false,
            unordered: false,
            hidden: false,
            first: None,
        };
        if self.skips_word("seat") {
            variable.hidden = self.is_hidden()?;
            return Ok(variable);
        }
        if self.skips_word("dice") {
            let kind = self.kind_of_dice()?;
            self.word("up")?;
            self.word("to")?;
            variable.holds = Holds::Dice(kind, self.expression()?);
            variable.hidden = self.is_hidden()?;
            return Ok(variable);
        }
        if !self.skips_word("from") {
            let words = ["from", "seat", "dice"];
            return Err(self.expected_word("`from … to …`, `seat`, or `dice d6 up to 5`", &words));
        }
        let low = self.expression()?;
        self.word("to")?;
        variable.holds = Holds::Numbers(low, self.expression()?);
        if self.is_word("hidden") {
            return Err(self.expected("a comma before `hidden`"));
        }
        while self.skips(",") {
            if self.skips_word("at") {
                self.word("first")?;
                variable.first = Some(self.expression()?);
            } else {
                let set: fn(&mut Variable) = self.one_of::<fn(&mut Variable)>(&[
                    ("capped", |variable| variable.capped = true),
                    ("unordered", |variable| variable.unordered = true),
                    ("hidden", |variable| variable.hidden = true),
                    ("at", |_| ()),
                ])?;
                set(&mut variable);
            }
        }
        Ok(variable)
    }

    /// Whether `, hidden` follows; nothing else can.
    fn is_hidden(&mut self) -> Read<bool> {
        let is_hidden = self.skips(",");
        if is_hidden {
            self.word("hidden")?;
        }
        Ok(is_hidden)
    }

    /// Parses a formula, after the colon or on an indented line.
    fn define(&mut self) -> Read<Define> {
        let (name, arguments) = self.head("the name of the formula")?;
        self.sign(":")?;
        let is_below = *self.peek() == Token::Newline && *self.peek_after() == Token::Indent;
        if is_below {
            self.take();
            self.take();
        }
        let body = self.expression()?;
        self.end_of_line()?;
        if is_below && self.take().0 != Token::Dedent {
            self.next -= 1;
            return Err(self.expected("the end of the formula"));
        }
        Ok(Define { name, arguments, body })
    }

    /// Parses a name, and its arguments in brackets.
    fn head(&mut self, what: &str) -> Read<(Name, Vec<Name>)> {
        let name = self.name(what)?;
        let mut arguments = Vec::new();
        // Without arguments, the brackets are optional.
        if self.is_sign(":") {
            return Ok((name, arguments));
        }
        self.sign("(")?;
        while !self.skips(")") {
            if !arguments.is_empty() {
                self.sign(",")?;
            }
            arguments.push(self.name("a name")?);
        }
        Ok((name, arguments))
    }

    fn policy(&mut self) -> Read<Policy> {
        let name = self.text("the name of the policy")?;
        self.sign(":")?;
        let block = *self.peek() == Token::Newline;
        if block {
            self.take();
            if *self.peek() != Token::Indent {
                return Err(self.expected("what the policy does, on indented lines"));
            }
            self.take();
        }
        let mut lines = Vec::new();
        loop {
            let does = if matches!(self.peek(), Token::Text(_)) {
                Does::Option(self.text("an option")?)
            } else {
                let name = self.name("an option in quotation marks, or the name after a `choose`")?;
                let highest = self.one_of(&[("highest", true), ("lowest", false)])?;
                Does::Best { name, highest, of: self.expression()? }
            };
            let condition = self.skips_word("if").then(|| self.expression()).transpose()?;
            lines.push(PolicyLine { does, condition });
            if self.skips(";") {
                continue;
            }
            self.end_of_line()?;
            if !block {
                break;
            }
            if *self.peek() == Token::Dedent {
                self.take();
                break;
            }
        }
        Ok(Policy { name, lines })
    }
}

/// The problem that a name is already in use.
pub(super) fn twice(name: &Name) -> Problem {
    Problem::new(&name.at, format!("{} a second time", quoted(&name.it)), "choose another name")
}
