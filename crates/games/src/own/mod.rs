//! Games that users write, each in a file.
//!
//! A game file says in a dozen lines who plays, what is noted, and what a player does in a turn. Every such game has finitely
//! many positions, and is solved, played, tuned and shown like those of the catalogue.
//!
//! - `lexer`, `parser`, `syntax`: read the text
//! - `compiler`: resolves names, merges throws that nothing can distinguish, and finds what can be forgotten
//! - `program`, `evaluate`, `machine`: play it, step by step
//! - `process`: the [`Process`](tali_core::process::Process) over it, which is all that solvers and players see
//! - `survey`: visits all positions, to find any problem before anything is solved
//! - `english`: the rules in words
//! - `notation`: positions as they are typed
//!
//! ```
//! # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
//! use tali_odds::games::own;
//! use tali_odds::tali::presets;
//!
//! let game = own::read(r#"
//! game "First Venus"
//! seats 2
//! turn:
//!   roll 4 tali
//!   if venus: win
//! "#)?;
//! let bones = presets::TRADITIONAL.bones().set(4)?;
//! let solution = game.table(game.rules(2)?, &[bones])?.solve();
//! assert_eq!(solution.shares[0].as_exact().unwrap().to_string(), "625/1226");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coins;
mod compiler;
mod described;
mod english;
mod evaluate;
mod form;
mod hidden;
mod independent;
mod lexer;
mod machine;
mod notation;
mod number;
mod parser;
mod problem;
mod process;
mod program;
mod rules;
mod said;
mod season;
mod spot;
mod survey;
mod symmetry;
mod syntax;
mod table;
mod throws;

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use self::coins::in_parts;
use super::kit::{
    DecisionGame, Game, HiddenGame, LengthUnit, Playable, Players, PolicyInfo, PolicyKind, RuleError, Rules,
    RulesCard, Table, ThrowUse,
};
use compiler::{RuleValue, Setting};
use machine::Machine;
use problem::{Problem, Span};
use process::{Figured, OwnGame};
use said::Sayer;
use syntax::{About, File, Length, StmtKind};
use table::{ChanceGame, Numbered, Shape};
use tali_core::messages::plain;
use tali_core::process::Statistic;
use tali_core::tali::{Cast, Face, TaliSet, USUAL_TALI, presets};
use throws::Thrown;

pub use problem::GameFileError;
pub use survey::{Endless, Survey, Warning};

/// The most moves with which best play is computed.
const MOST_MOVES: usize = 20_000_000;

/// Names in positions that are not variables.
const IN_POSITIONS: [&str; 4] = ["seat", "out", "done", "after"];

/// A game file that was read and checked.
struct Written {
    name: String,
    text: String,
    file: File,
    /// Whether it is not a game of the catalogue.
    is_own: bool,
    /// Best play against each policy of the file, and against random play.
    ladder: &'static [[&'static str; 2]],
    /// The figures of notes, and of capped variables.
    figures: Mutex<HashMap<(Figured, String), &'static Statistic>>,
    /// The chains that are already numbered.
    numbered: Numbered,
    /// The tables that were already set up, with their surveys.
    surveyed: Mutex<Vec<(Surveyed, Survey)>>,
}

/// The rules, seats and bones of a surveyed table.
type Surveyed = (Vec<RuleValue>, usize, Vec<TaliSet>);

fn surveyed(table: &Table) -> Surveyed {
    (rules::values(&table.rules), table.rules.seats(), table.bones.clone())
}

/// Games by their names and texts.
type Library = HashMap<(String, String), (&'static Game, &'static Written)>;

/// Games are read once and handed out again, as they last as long as the program.
static READ: LazyLock<Mutex<Library>> = LazyLock::new(Mutex::default);

/// Reads the game that a text describes.
///
/// # Errors
///
/// [`GameFileError`], with every problem and its place.
pub fn read(text: &str) -> Result<&'static Game, GameFileError> {
    read_as(text, "game")
}

/// Reads a game under a name, such as that of its file, for answers and errors.
///
/// # Errors
///
/// [`GameFileError`], like [`read`].
pub fn read_as(text: &str, name: &str) -> Result<&'static Game, GameFileError> {
    known(text, name, 0).map(|(game, _)| game)
}

/// Reads a game of the catalogue that is defined by a file, with its number in the collection. These files are checked by tests,
/// not each time they are read.
pub(crate) fn of_catalogue(
    number: u8,
    name: &'static str,
    text: &'static str,
) -> Result<&'static Game, GameFileError> {
    known(text, name, number).map(|(game, _)| game)
}

/// Reads a text, once.
fn known(text: &str, name: &str, number: u8) -> Result<(&'static Game, &'static Written), GameFileError> {
    let key = (name.to_owned(), text.to_owned());
    let known = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = known().get(&key) {
        return Ok(*read);
    }
    let wrong = |problems| GameFileError::new(name, text, problems);
    let file = parser::parse(text).map_err(wrong)?;
    let written = Written {
        name: name.to_owned(),
        text: text.to_owned(),
        is_own: number == 0,
        ladder: lasting_all(ladder(&file)),
        file,
        figures: Mutex::default(),
        numbered: Numbered::default(),
        surveyed: Mutex::default(),
    };
    let read = written.game(number).map_err(wrong)?;
    Ok(*known().entry(key).or_insert(read))
}

/// Surveys a game that was read from a file before anything is solved, visiting up to `most` throws and choices.
///
/// # Errors
///
/// [`RuleError`], if it cannot be played by these rules, or was not read from a file.
pub fn survey(game: &Game, rules: &Rules, bones: &[TaliSet], most: usize) -> Result<Survey, RuleError> {
    let written =
        written(game).ok_or_else(|| RuleError::File(format!("{} is not read from a file", game.name)))?;
    let table = Table { bones: bones_of(bones, rules.seats()), rules: rules.clone() };
    let mut own = written.own_game(&table).map_err(|problems| written.refused(problems))?;
    let (survey, settled) =
        written.looked_at(&mut own, most, true).map_err(|problem| written.refused(vec![problem]))?;
    let mut warnings = [survey.warnings, written.warnings(&table, settled)?].concat();
    warnings.sort_by_key(|warning| warning.line);
    Ok(Survey { warnings, ..survey })
}

/// Returns a game that was read from a file in sentences, worded from its statements; the card that its file may have plays no
/// part in it. `None` if the game was not read from a file.
pub fn in_words(game: &Game, rules: &Rules) -> Option<RulesCard> {
    Some(english::card(&written(game)?.file, &rules::values(rules), rules.seats()))
}

/// The file that a game was read from.
fn written(game: &Game) -> Option<&'static Written> {
    let known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    known.values().find(|(known, _)| std::ptr::eq(*known, game)).map(|(_, written)| *written)
}

/// Returns the most moves with which best play of a game file is computed.
pub const fn most_moves_solved() -> usize {
    MOST_MOVES
}

/// One set of bones for each seat.
fn bones_of(bones: &[TaliSet], seats: usize) -> Vec<TaliSet> {
    if bones.len() == 1 { vec![bones[0].clone(); seats] } else { bones.to_vec() }
}

/// Makes a text last as long as the program.
fn lasting(text: impl Into<String>) -> &'static str {
    Box::leak(text.into().into_boxed_str())
}

/// Makes things last as long as the program.
fn lasting_all<T>(all: Vec<T>) -> &'static [T] {
    Box::leak(all.into_boxed_slice())
}

/// Capitalises the first letter of a text.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Turns a text into a name: lower-case letters, digits and hyphens.
fn slug(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

impl Written {
    /// Makes the entry of the game, checked with the default rules and seats.
    fn game(self, number: u8) -> Result<(&'static Game, &'static Self), Vec<Problem>> {
        let file = &self.file;
        let count = file.seats.clone().unwrap_or(syntax::SeatCount { least: 1, most: 1, usual: 1 });
        let (keys, defaults) = rules::keys(file, count.usual)?;
        let bones = presets::TRADITIONAL.bones().set(USUAL_TALI).ok();
        let check = |seats: usize| -> Result<(), Vec<Problem>> {
            let bones = vec![bones.clone(); seats].into_iter().flatten().collect::<Vec<_>>();
            let defaults: Vec<RuleValue> = defaults.iter().map(|value| value.for_seats(seats)).collect();
            let program = compiler::compile(file, Setting { seats, rules: &defaults, bones: &bones })?;
            let thrown = program.throws.thrown.first();
            self.sayer(&defaults, seats).check(thrown).map_err(|problem| vec![problem])?;
            let game = self.playable(program).map_err(|problem| vec![problem])?;
            self.survey(&game, (defaults, seats, bones)).map_err(|problem| vec![problem])?;
            Ok(())
        };
        // A file that needs more seats than usually play is valid, too.
        if number == 0 {
            check(count.usual).or_else(|problems| {
                if count.most > count.usual { check(count.most) } else { Err(problems) }
            })?;
        }
        let has_choices = file.has(&|stmt| {
            matches!(
                stmt,
                StmtKind::Choose { .. }
                    | StmtKind::ChooseEach { .. }
                    | StmtKind::RerollAny { .. }
                    | StmtKind::Keep { .. }
            )
        });
        let pays = file.has(&|stmt| matches!(stmt, StmtKind::Pay { .. } | StmtKind::Take { .. }));
        let has_tali = file.has_tali();
        let rolls = file.has(&|stmt| matches!(stmt, StmtKind::Roll { .. }));
        let unit = match file.length {
            None | Some(Length::Throws) if file.has_only_tali() => LengthUnit::Casts,
            None | Some(Length::Throws) => LengthUnit::Throws,
            Some(Length::Turns) => LengthUnit::Turns,
            Some(Length::Rounds) => LengthUnit::Rounds,
        };
        let coins = (pays || file.ante.is_some()).then_some("coins");
        let title = lasting(plain(&file.title));
        let by = match (file.source.as_str(), file.by.as_str()) {
            ("", "") => "a game file".to_owned(),
            ("", by) => format!("{}, in a game file", plain(by)),
            (source, _) => plain(source),
        };
        let policies = if has_choices { self.policies() } else { &[] };
        let notation = if has_choices { lasting(notation::described(file)) } else { "" };
        let written: &'static Self = Box::leak(Box::new(self));
        let reading =
            written.sayer(&defaults, count.usual).lines(About::Reading).map_err(|problem| vec![problem])?;
        let reading = if reading.is_empty() {
            let card = english::card(&written.file, &defaults, count.usual);
            [card.set_up, card.turn, card.end].concat()
        } else {
            reading
        };
        let reading = reading.into_iter().map(lasting);
        let summary = match written.file.about.trim() {
            "" => "A game from a file".to_owned(),
            about => plain(about),
        };
        let throw_use = if has_tali {
            written.throw_use()
        } else if number > 0 {
            // A game with tali that reads no face.
            ThrowUse::Nothing
        } else if rolls {
            ThrowUse::Others
        } else {
            ThrowUse::NoBones
        };
        let game: &'static Game = Box::leak(Box::new(Game {
            number,
            name: lasting(plain(&written.name)),
            title,
            summary: lasting(summary),
            players: Players::of(count.least, count.most, count.usual),
            coins,
            counted_in: Box::leak(Box::new(move |_: &Rules| unit)),
            keys,
            reading: lasting_all(reading.collect()),
            card: Box::leak(Box::new(|rules: &Rules| written.card(rules))),
            source: lasting(by),
            file: &written.text,
            policies,
            notation,
            players_in: &notation::players_in,
            throw_use: Box::leak(Box::new(move |_: &Rules| throw_use)),
            set_up: Box::leak(Box::new(move |table: &Table| written.set_up(table, number == 0))),
            ..Game::BLANK
        }));
        Ok((game, written))
    }

    /// Best play, the policies of the file, and those that need no knowledge.
    fn policies(&self) -> &'static [PolicyInfo] {
        let best = if self.file.for_coins.is_some() {
            "wins most coins if everybody plays it"
        } else {
            "wins most often if everybody plays it; if it is not known, give another policy"
        };
        let own = self.file.policies.iter().map(|policy| {
            let does = english::policy(policy);
            PolicyInfo::new(lasting(slug(&policy.name.it)), lasting(does))
        });
        let all = std::iter::once(PolicyInfo::new("best", best)).chain(own).chain([
            PolicyInfo::new("first", "takes the first option"),
            PolicyInfo::new("random", "takes any option, each equally likely"),
        ]);
        lasting_all(all.collect())
    }

    fn sayer<'a>(&'a self, rules: &'a [RuleValue], seats: usize) -> Sayer<'a> {
        Sayer { file: &self.file, rules, seats }
    }

    /// The card by the rules of a table; empty if it cannot be made.
    fn card(&self, rules: &Rules) -> RulesCard {
        let values = rules::values(rules);
        self.sayer(&values, rules.seats()).card().unwrap_or_default()
    }

    /// What throws mean to their throwers, if the file says so.
    fn throw_use(&'static self) -> ThrowUse {
        let says = |rules: &Rules, shown: &[Face]| {
            let values = rules::values(rules);
            let thrown = Thrown(shown.iter().map(|face| (0, i64::from(face.value()))).collect());
            self.sayer(&values, rules.seats()).throw(&thrown).unwrap_or_default()
        };
        let has_words = self.file.words.iter().any(|said| said.of == About::Throw);
        match self.file.tali_at_once().filter(|_| has_words) {
            Some(USUAL_TALI) => ThrowUse::Cast(Box::leak(Box::new(move |rules: &Rules, cast: &Cast| {
                let shown = Face::ALL.iter().flat_map(|face| vec![*face; cast.count(*face) as usize]);
                says(rules, &shown.collect::<Vec<_>>())
            }))),
            Some(2) => ThrowUse::Pair(Box::leak(Box::new(move |rules: &Rules, total: u32| {
                let mut pairs = Face::ALL.iter().flat_map(|one| Face::ALL.map(|other| [*one, other]));
                let pair = pairs.find(|[one, other]| one.value() + other.value() == total);
                pair.map_or_else(String::new, |pair| says(rules, &pair))
            }))),
            Some(1) => ThrowUse::Faces(Box::leak(Box::new(move |rules: &Rules, face| says(rules, &[face])))),
            _ => ThrowUse::Tali,
        }
    }

    /// The error for problems of the file at a table.
    fn refused(&self, problems: Vec<Problem>) -> RuleError {
        RuleError::File(GameFileError::new(&self.name, &self.text, problems).to_string())
    }

    /// The process of a program.
    fn playable(&self, program: compiler::Program) -> Result<OwnGame, Problem> {
        let spans = program.code.spans.clone();
        let machine = Machine::new(program).map_err(|trouble| {
            Problem::new(&spans[trouble.op], trouble.fault.0.to_string(), "paid or taken here")
        })?;
        let code = &machine.program.code;
        let figures: Vec<_> = code.notes.iter().map(|note| self.figure(Figured::Note, note)).collect();
        let at_end: Vec<_> =
            code.figures.iter().map(|figure| self.figure(Figured::AtEnd, &figure.name)).collect();
        // Figures of capped variables are for authors; games of the catalogue have none.
        let is_shown = |declared: &program::Declared| self.is_own && code.ranges[declared.list.base].capped;
        let capped = code.declared.iter().enumerate().filter(|(_, declared)| is_shown(declared));
        let capped: Vec<_> = capped
            .map(|(index, declared)| (index, self.figure(Figured::Capped, &declared.list.name)))
            .collect();
        OwnGame::new(machine, &figures, &capped, &at_end, self.ladder).map_err(|wide| {
            let title = format!("a position takes {} bits, but there is only room for 128", wide.bits);
            Problem::new(&spans[wide.op], title, "this position has the most to store")
                .helped("store less: the best hand and who holds it, not every hand")
        })
    }

    /// The figure of a note or a variable; always the same one.
    fn figure(&self, is: Figured, of: &str) -> &'static Statistic {
        let mut known = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.entry((is, of.to_owned()));
        made.or_insert_with(|| Box::leak(Box::new(process::figure(is, of))))
    }

    /// Locks the surveyed tables.
    fn surveyed(&self) -> MutexGuard<'_, Vec<(Surveyed, Survey)>> {
        self.surveyed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The survey made when a table is set up.
    fn survey(&self, game: &OwnGame, table: Surveyed) -> Result<Survey, Problem> {
        // Other weights of the same bones cause no other problems.
        let alike = |(rules, seats, bones): &Surveyed| {
            *rules == table.0 && *seats == table.1 && rules::can_show_alike(bones, &table.2)
        };
        let known = self.surveyed().iter().find(|(known, _)| alike(known)).map(|(_, seen)| seen.clone());
        if let Some(seen) = known {
            return Ok(seen);
        }
        let seen = survey::survey(game, &self.text, survey::AT_ONCE, false)?;
        self.surveyed().push((table, seen.clone()));
        Ok(seen)
    }

    fn own_game(&self, table: &Table) -> Result<OwnGame, Vec<Problem>> {
        let values = rules::values(&table.rules);
        let index = Setting { seats: table.rules.seats(), rules: &values, bones: &table.bones };
        let program = compiler::compile(&self.file, index)?;
        self.playable(program).map_err(|problem| vec![problem])
    }

    /// Surveys a game; returns also the comparisons and conditions that always or never hold, for all throws and values, or, if
    /// all positions were visited, in all of them.
    fn looked_at(
        &self,
        game: &mut OwnGame,
        most: usize,
        foresees: bool,
    ) -> Result<(Survey, Vec<(Span, bool)>), Problem> {
        game.machine.watch();
        let mut survey = survey::survey(game, &self.text, most, foresees)?;
        survey.warnings.extend(game.machine.put_out_before().map(|at| Warning {
            line: problem::line_of(&self.text, at.start),
            text: "somebody was put out before this: the turn goes on after `out`".to_owned(),
        }));
        let mut settled = game.machine.program.settled.clone();
        if survey.is_complete {
            let is_new =
                |at: &Span| settled.iter().all(|(known, _)| known.end <= at.start || at.end <= known.start);
            let alike = game.machine.come_out_alike();
            let alike: Vec<_> = alike.into_iter().filter(|(at, _)| is_new(at)).collect();
            settled.extend(alike);
        }
        Ok((survey, settled))
    }

    /// Warns of rules by which the game cannot be played, and of comparisons that come out the same by all rules (`settled` are
    /// those of the table). It is an error if seats cannot differ where the file says that they may.
    fn warnings(&self, table: &Table, mut settled: Vec<(Span, bool)>) -> Result<Vec<Warning>, RuleError> {
        let mut warnings = Vec::new();
        let line = |at: &Span| problem::line_of(&self.text, at.start);
        for (variant, rules) in rules::variants(&table.rules) {
            let is_list = variant.contains('[');
            let changed = Table { bones: table.bones.clone(), rules };
            let tried = self.own_game(&changed).and_then(|mut game| {
                self.looked_at(&mut game, survey::AT_ONCE, false).map_err(|problem| vec![problem])
            });
            match tried {
                Ok((_, known)) => settled.retain(|one| known.contains(one)),
                Err(mut problems) => {
                    for problem in &mut problems {
                        problem.title = format!("{}, with --rule '{variant}'", problem.title);
                    }
                    if is_list {
                        return Err(self.refused(problems));
                    }
                    let first = problems.swap_remove(0);
                    warnings.push(Warning { line: line(&first.at), text: first.title });
                }
            }
        }
        // A rule without a range can be anything.
        let open =
            |rule: &&syntax::RuleLine| matches!(rule.takes, syntax::RuleTakes::Any | syntax::RuleTakes::List);
        let open: Vec<&str> = self.file.rules.iter().filter(open).map(|rule| rule.name.it.as_str()).collect();
        for (at, holds) in settled {
            let condition = &self.text[at.clone()];
            let mut words = condition.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|word| open.contains(&word)) {
                continue;
            }
            let how = if holds { "always holds" } else { "never holds" };
            let rises = |number: &str| number.as_bytes().is_sorted_by(|one, next| one >= next);
            let numbers = condition.split(|c: char| !c.is_ascii_digit());
            let is_rising = condition.contains("cast") && !numbers.into_iter().all(rises);
            let why = if is_rising { "; `cast` is written high to low" } else { "" };
            warnings.push(Warning { line: line(&at), text: format!("`{condition}` {how}{why}") });
        }
        Ok(warnings)
    }

    /// Sets up a table; lines are reported only for a user's own file.
    fn set_up(&'static self, table: &Table, tells_lines: bool) -> Result<Box<dyn Playable>, RuleError> {
        let game = self.own_game(table).map_err(|problems| self.refused(problems))?;
        let seen = self.survey(&game, surveyed(table)).map_err(|problem| self.refused(vec![problem]))?;
        let endless = seen.endless.iter().filter(|_| tells_lines).map(survey::Endless::message).collect();
        let parts = u64::try_from(game.machine.parts).unwrap_or(1);
        let play = table.rules.play();
        // If nobody ever has more than one option, nobody chooses, even if best play is unknown.
        let is_best_known = !seen.comes_back || (table.rules.seats() <= 2 && !seen.is_for_coins);
        if play.is_empty() || (!is_best_known && seen.is_complete && !seen.has_choices) {
            let weighs = |rule: &syntax::RuleLine| rules::is_weight(&self.file, &rule.name.it);
            let values = self.file.rules.iter().zip(rules::values(&table.rules));
            let structural = values.filter(|(rule, _)| !weighs(rule)).map(|(_, value)| value).collect();
            let shape = Shape::of(&game, structural);
            let season = game.machine.program.code.season.clone();
            let season = season.map(|(name, wins)| (self.figure(Figured::Season, &name), wins));
            return Ok(in_parts(
                ChanceGame::new(game, shape, &self.numbered, seen.is_complete, season),
                parts,
                endless,
            ));
        }
        let playing = play.iter().map(|play| {
            let own = self.file.policies.iter().position(|policy| slug(&policy.name.it) == play.name());
            match (PolicyKind::of(play), own) {
                (_, Some(own)) => PolicyKind::Own(own),
                (kind, None) => kind.unwrap_or(PolicyKind::First),
            }
        });
        let name = format!(
            "own {:?} for {} {:?} {:?}",
            self.text,
            table.rules.seats(),
            table.rules.values(),
            table.bones
        );
        if game.machine.program.code.hides {
            return Ok(in_parts(HiddenGame::new(game, playing.collect(), name), parts, endless));
        }
        Ok(in_parts(DecisionGame::new(game, playing.collect()).named(name), parts, endless))
    }
}

/// Best play against each policy of the file, and against random play.
fn ladder(file: &File) -> Vec<[&'static str; 2]> {
    let own = file.policies.iter().map(|policy| lasting(slug(&policy.name.it)));
    own.chain(["random"]).map(|other| ["best", other]).collect()
}
