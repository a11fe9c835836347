//! Parses blocks and statements.

use super::Parser;
use crate::own::lexer::Token;
use crate::own::problem::{Problem, Read};
use crate::own::syntax::{
    Asked, Assign, At, Block, Choice, Dice, DiceKind, Each, Expr, ExprKind, Over, Purse, Revealed,
    STATEMENTS, Stmt, StmtKind, Who,
};

/// The most `else if` in a row.
const MOST_OTHERWISE: usize = 100;

/// The most faces of a die that is named by their number, as d6.
const MOST_SIDES: i64 = 1000;

impl Parser {
    /// Parses a block after its colon: on the same line, or on indented lines.
    pub(super) fn block(&mut self) -> Read<Block> {
        self.deeper(|parser| {
            parser.sign(":")?;
            let mut block = Block::new();
            if *parser.peek() != Token::Newline {
                parser.line(&mut block)?;
                return Ok(block);
            }
            parser.take();
            if *parser.peek() != Token::Indent {
                return Err(parser.expected("statements on indented lines"));
            }
            parser.take();
            while !matches!(parser.peek(), Token::Dedent | Token::End) {
                parser.statement(&mut block)?;
            }
            if *parser.peek() == Token::Dedent {
                parser.take();
            }
            Ok(block)
        })
    }

    /// Simple statements up to the end of the line.
    fn line(&mut self, block: &mut Block) -> Read<()> {
        loop {
            if ["if", "chance", "for", "by", "choose", "keep"].iter().any(|word| self.is_word(word))
                && !self.is_assignment()
            {
                return Err(self.expected("a simple statement; begin a new line under this one"));
            }
            block.push(self.simple()?);
            if !self.skips(";") {
                return self.end_of_line();
            }
        }
    }

    /// Whether an assignment begins here, whatever the name.
    fn is_assignment(&self) -> bool {
        let is_index = matches!(self.peek(), Token::Name(_) | Token::Number(_));
        is_index && matches!(self.peek_after(), Token::Sign("=" | "+=" | "-=" | "[" | "."))
    }

    fn statement(&mut self, block: &mut Block) -> Read<()> {
        let start = self.span().start;
        let word = match self.peek() {
            Token::Name(word) if !self.is_assignment() => word.clone(),
            Token::Indent => return Err(self.expected("a line that begins exactly under the one above")),
            _ => String::new(),
        };
        let it = match word.as_str() {
            "if" | "chance" => self.condition(0)?,
            "for" => {
                self.take();
                let each = self.each()?;
                StmtKind::For { each, body: self.block()? }
            }
            "by" => {
                self.take();
                let seat = self.expression()?;
                StmtKind::By { seat, body: self.block()? }
            }
            "choose" => self.choice()?,
            "keep" => self.keep()?,
            "else" => return Err(self.expected("a statement; an `else` must be directly under its `if`")),
            "elif" | "elseif" | "elsif" | "elsewise" => {
                return Err(self.expected("a statement").helped("did you mean `else if`?"));
            }
            _ => return self.line(block),
        };
        block.push(At { it, at: start..self.end() });
        Ok(())
    }

    /// Parses a condition; `others` is the number of those before it that were not met.
    fn condition(&mut self, others: usize) -> Read<StmtKind> {
        if others > MOST_OTHERWISE {
            let label = format!("up to {MOST_OTHERWISE}: use a map or a list of numbers instead");
            return Err(Problem::new(&self.span(), "too many conditions in a row", label));
        }
        let asked = if self.skips_word("chance") {
            Asked::Chance(self.expression()?)
        } else {
            self.word("if")?;
            Asked::If(self.expression()?)
        };
        if self.is_word("in") {
            return Err(self.expected("`:`").helped("write for instance: if sum = 7 or sum = 11: …"));
        }
        let then = self.block()?;
        let mut otherwise = Block::new();
        if self.skips_word("else") {
            if self.is_word("if") || self.is_word("chance") {
                let start = self.span().start;
                let it = self.condition(others + 1)?;
                otherwise.push(At { it, at: start..self.end() });
            } else {
                otherwise = self.block()?;
            }
        }
        Ok(StmtKind::If { asked, then, otherwise })
    }

    fn keep(&mut self) -> Read<StmtKind> {
        self.word("keep")?;
        self.word("any")?;
        let (least, most) = self.how_many()?;
        self.word("as")?;
        let name = self.name("a name for the dice to keep")?;
        let condition = self.skips_word("if").then(|| self.expression()).transpose()?;
        let body = self.block()?;
        Ok(StmtKind::Keep { least, most, name, condition, body, otherwise: self.otherwise()? })
    }

    /// The least and the greatest number.
    fn how_many(&mut self) -> Read<(Expr, Expr)> {
        let least = self.expression()?;
        let most = if self.skips_word("to") { self.expression()? } else { least.clone() };
        Ok((least, most))
    }

    fn choice(&mut self) -> Read<StmtKind> {
        self.word("choose")?;
        // The variable can itself be called `hidden`.
        let hidden =
            self.is_word("hidden") && !matches!(self.peek_after(), Token::Name(word) if word == "in");
        if hidden {
            self.take();
        }
        if !self.is_sign(":") {
            let each = self.each()?;
            let body = self.block()?;
            return Ok(StmtKind::ChooseEach { each, body, otherwise: self.otherwise()?, hidden });
        }
        let choices = self.deeper(|parser| {
            parser.sign(":")?;
            if *parser.peek() != Token::Newline {
                return Err(parser.expected("the options, each on its own indented line"));
            }
            parser.take();
            if *parser.peek() != Token::Indent {
                return Err(parser.expected("the options, each on its own indented line"));
            }
            parser.take();
            let mut choices = Vec::new();
            while !matches!(parser.peek(), Token::Dedent | Token::End) {
                let text = parser.text("an option")?;
                if text.it.trim().is_empty() {
                    return Err(Problem::new(
                        &text.at,
                        "an option without words",
                        "say what the player does: \"hold\"",
                    ));
                }
                let condition = parser.skips_word("if").then(|| parser.expression()).transpose()?;
                choices.push(Choice { text, condition, body: parser.block()? });
            }
            if *parser.peek() == Token::Dedent {
                parser.take();
            }
            Ok(choices)
        })?;
        Ok(StmtKind::Choose { choices, otherwise: self.otherwise()?, hidden })
    }

    /// Parses what is done if there is nothing to choose.
    fn otherwise(&mut self) -> Read<Block> {
        if self.skips_word("else") { self.block() } else { Ok(Block::new()) }
    }

    /// Parses `NAME in seats`, with a condition if there is one.
    pub(super) fn each(&mut self) -> Read<Each> {
        let name = self.name("a name")?;
        self.word("in")?;
        let start = self.span().start;
        let it = match self.peek_after() {
            Token::Sign("..") => None,
            _ if self.is_word("seats") => Some(Over::Seats),
            _ if self.is_word("others") => Some(Over::Others),
            _ => None,
        };
        let it = if let Some(it) = it {
            self.take();
            it
        } else {
            let first = self.expression()?;
            if !self.is_sign("..") {
                return Err(self.expected("`seats`, `others`, or numbers such as `1..4`"));
            }
            self.sign("..")?;
            Over::Numbers(Box::new(first), Box::new(self.expression()?))
        };
        let over = At { it, at: start..self.end() };
        let condition = self.skips_word("if").then(|| self.expression().map(Box::new)).transpose()?;
        Ok(Each { name, over, condition })
    }

    fn simple(&mut self) -> Read<Stmt> {
        let start = self.span().start;
        let word = match self.peek() {
            Token::Name(word) if !self.is_assignment() => word.clone(),
            Token::Name(_) | Token::Number(_) | Token::Sign("(") => String::new(),
            _ => return Err(self.expected("a statement")),
        };
        if STATEMENTS.contains(&word.as_str()) {
            self.take();
        }
        let it = match word.as_str() {
            "roll" => self.roll()?,
            "reroll" => self.reroll()?,
            "pay" => {
                let amount = self.expression()?;
                let to = if self.skips_word("to") { self.purse()? } else { Purse::Pot };
                StmtKind::Pay { amount, to }
            }
            "take" => {
                let amount = self.expression()?;
                let from = if self.skips_word("from") { self.purse()? } else { Purse::Pot };
                StmtKind::Take { amount, from }
            }
            "reveal" => self.reveal()?,
            "again" => StmtKind::Again,
            "pass" => {
                let to = self.skips_word("to").then(|| self.expression()).transpose()?;
                StmtKind::Pass(to)
            }
            "first" => StmtKind::First(self.expression()?),
            "out" => StmtKind::Out(self.who()?),
            "win" => StmtKind::Win(self.who()?),
            "draw" => StmtKind::Draw,
            "note" => StmtKind::Note(self.text("what is counted")?.it),
            _ => self.assignment()?,
        };
        Ok(At { it, at: start..self.end() })
    }

    fn assignment(&mut self) -> Read<StmtKind> {
        let before = self.next;
        let target = self.postfix()?;
        if let ExprKind::Call(name, arguments) = target.it {
            return Ok(StmtKind::Do { name, arguments });
        }
        let how = match self.peek() {
            // An action without arguments.
            Token::Newline | Token::Sign(";")
                if matches!(target.it, ExprKind::Name(_)) && !self.is_near(before) =>
            {
                let ExprKind::Name(it) = target.it else { return Err(self.expected("`=`")) };
                return Ok(StmtKind::Do { name: At { it, at: target.at }, arguments: Vec::new() });
            }
            Token::Sign("=") => Assign::Set,
            Token::Sign("+=") => Assign::Add,
            Token::Sign("-=") => Assign::Subtract,
            _ => {
                // Most likely the first word of the line is misspelt.
                let problem = self.expected("`=`, `+=` or `-=`");
                self.next = before;
                let near = self.expected_word("a statement, such as `roll` or `win`", &STATEMENTS);
                if self.is_word("lose") {
                    let help = "`draw` loses a game for one; with more players, write `out`";
                    return Err(near.helped(help));
                }
                if self.is_word("while") {
                    let help = "there is no `while`: `again` restarts the turn, and `for` loops over numbers";
                    return Err(near.helped(help));
                }
                let is_near = !near.help.is_empty();
                return Err(if is_near { near } else { problem });
            }
        };
        self.take();
        Ok(StmtKind::Assign { target, how, value: self.expression()? })
    }

    /// Whether the word at a token is most likely a misspelt statement.
    fn is_near(&self, target: usize) -> bool {
        let Token::Name(word) = &self.tokens[target].0 else { return false };
        !self.actions.contains(word)
            && !Problem::new(&(0..0), "", "").hinted(word, STATEMENTS).help.is_empty()
    }

    fn purse(&mut self) -> Read<Purse> {
        if self.skips_word("pot") {
            return Ok(Purse::Pot);
        }
        if self.skips_word("bank") {
            return Ok(Purse::Bank);
        }
        Ok(Purse::Seat(self.expression()?))
    }

    fn who(&mut self) -> Read<Who> {
        match (self.peek(), self.peek_after()) {
            (Token::Newline | Token::Sign(";") | Token::End | Token::Dedent, _) => Ok(Who::Me),
            (Token::Name(_), Token::Name(word)) if word == "in" => Ok(Who::Each(self.each()?)),
            _ => Ok(Who::One(self.expression()?)),
        }
    }

    fn reroll(&mut self) -> Read<StmtKind> {
        if self.skips_word("all") {
            return Ok(StmtKind::RerollAll);
        }
        if !self.skips_word("any") {
            return Err(self.expected_word("`all`, or `any` and how many", &["all", "any"]));
        }
        let (least, most) = self.how_many()?;
        Ok(StmtKind::RerollAny { least, most })
    }

    fn reveal(&mut self) -> Read<StmtKind> {
        let mut shown = Vec::new();
        loop {
            let at = self.span();
            shown.push(if self.skips_word("all") {
                Revealed::All(at)
            } else {
                Revealed::One(self.postfix()?)
            });
            if !self.skips(",") {
                return Ok(StmtKind::Reveal(shown));
            }
        }
    }

    fn roll(&mut self) -> Read<StmtKind> {
        let mut dice = Vec::new();
        let mut hidden = false;
        loop {
            dice.push(self.dice()?);
            if self.is_sign("+") {
                return Err(self.expected("a comma: write roll d6, d8"));
            }
            if !self.skips(",") {
                break;
            }
            hidden = self.skips_word("hidden");
            if hidden {
                break;
            }
        }
        let name = self.skips_word("as").then(|| self.name("a name for the throw")).transpose()?;
        if !hidden {
            hidden = self.is_hidden()?;
        }
        Ok(StmtKind::Roll { dice, name, hidden })
    }

    fn dice(&mut self) -> Read<Dice> {
        if matches!(self.peek(), Token::Newline | Token::Dedent | Token::End) {
            return Err(self.expected("what is thrown: `4 tali`, `bone 1`, `2 d6`, or a die of the file"));
        }
        if self.is_word("hidden") {
            return Err(self.expected("what is thrown before `hidden`: write roll 4 tali, hidden"));
        }
        let number = if matches!(self.peek(), Token::Name(_)) && self.is_kind_of_dice() {
            None
        } else {
            Some(self.expression()?)
        };
        Ok(Dice { number, kind: self.kind_of_dice()? })
    }

    /// Parses a kind of dice.
    pub(super) fn kind_of_dice(&mut self) -> Read<At<DiceKind>> {
        let at = self.span();
        let Token::Name(word) = self.peek().clone() else {
            return Err(self.expected("dice: `tali`, `bone 1`, `d6`, or a die of the file"));
        };
        self.take();
        let it = match word.as_str() {
            "tali" => DiceKind::Tali,
            "bone" => {
                let number = self.expression()?;
                let of = self.skips_word("of").then(|| self.expression()).transpose()?;
                DiceKind::Bone { number, of }
            }
            word => match word.strip_prefix('d').filter(|sides| sides.bytes().all(|c| c.is_ascii_digit())) {
                Some(sides) if !sides.is_empty() => {
                    let sides = sides.parse().ok().filter(|sides| (1..=MOST_SIDES).contains(sides));
                    let Some(sides) = sides else {
                        self.next -= 1;
                        return Err(self.expected("a die of 1 to 1000 faces, such as `d6`"));
                    };
                    DiceKind::Sides(sides)
                }
                _ => DiceKind::Own(word.to_owned()),
            },
        };
        Ok(At { it, at: at.start..self.end() })
    }

    /// Whether the word here is a kind of dice, and not their number.
    fn is_kind_of_dice(&self) -> bool {
        let ends =
            matches!(self.peek_after(), Token::Newline | Token::Sign(";" | ",") | Token::End | Token::Dedent);
        ends || self.is_word("bone") || matches!(self.peek_after(), Token::Name(word) if word == "as")
    }
}
