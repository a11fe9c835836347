//! What a game of the catalogue says of itself, and how a table of it is set up.

use super::card::RulesCard;
use super::error::GameError;
use super::playable::Playable;
use super::rules::{Key, PolicyInfo, RuleError, Rules, Usual, Value};
use tali_core::tali::{Cast, Face, TaliSet, USUAL_TALI};

/// Who sits where, with what bones and by which rules.
#[derive(Clone, Debug)]
pub struct Table {
    /// The bones of each seat.
    pub bones: Vec<TaliSet>,
    /// What is played by.
    pub rules: Rules,
}

/// What is asked of a game, which may be made from a file: a function, with all that it knows.
pub type Asked<Of, Answer> = &'static (dyn Fn(&Of) -> Answer + Sync);

/// A game of the catalogue, or of one's own.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its number in the collection.
    pub number: u8,
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub summary: &'static str,
    /// The fewest and the most players, and how many play if nobody says otherwise.
    pub players: Players,
    /// What the coins are called that are played for, if any are.
    pub coins: Option<&'static str>,
    /// Whether all seats throw the same bones, which pass round.
    pub one_set: bool,
    /// In what the length of a game is counted.
    pub counted_in: Asked<Rules, LengthUnit>,
    /// Its rule keys.
    pub keys: &'static [Key],
    /// How its rules are read.
    pub reading: &'static [&'static str],
    /// What means nothing by some rules: keys, and paragraphs of the reading by how they begin.
    pub out_of_play: Asked<Rules, Vec<&'static str>>,
    /// How it is played by the rules of a table, for people who have never seen it.
    pub card: Asked<Rules, RulesCard>,
    /// Where it comes from.
    pub source: &'static str,
    /// The same game as a game file, where it can be written as one; empty otherwise.
    pub file: &'static str,
    /// How seats can play where they choose, the usual way first; nothing where nobody does.
    pub policies: &'static [PolicyInfo],
    /// How its positions are written; empty where nobody chooses.
    pub notation: &'static str,
    /// How many play, if a position says so.
    pub players_in: Asked<str, Option<usize>>,
    /// What is read of a throw, and what it means to who made it.
    pub throw_use: Asked<Rules, ThrowUse>,
    /// Sets it up.
    pub set_up: Asked<Table, Result<Box<dyn Playable>, RuleError>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.name).finish()
    }
}

/// In what the length of a game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// Casts.
    Casts,
    /// Rounds: those of a whole evening, or of a match.
    Rounds,
    /// Sowings of pebbles, each with all its laps.
    Sowings,
    /// Plies: single moves of either seat.
    Plies,
    /// Turns of all seats, those that are forfeited too.
    Turns,
    /// Throws of dice of any kind.
    Throws,
}

impl LengthUnit {
    /// One of them, several, the same as a title, and whose are counted together.
    const fn words(self) -> (&'static str, &'static str, &'static str, Option<&'static str>) {
        match self {
            Self::Casts => ("cast", "casts", "Casts", Some("all seats")),
            Self::Rounds => ("round", "rounds", "Rounds", None),
            Self::Sowings => ("sowing", "sowings", "Sowings", Some("both seats")),
            Self::Plies => ("ply", "plies", "Plies", Some("both seats")),
            Self::Turns => ("turn", "turns", "Turns", Some("all seats")),
            Self::Throws => ("throw", "throws", "Throws", Some("all seats")),
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.words().1
    }

    /// One of them.
    pub const fn one(self) -> &'static str {
        self.words().0
    }

    /// Its name as a title.
    pub const fn title(self) -> &'static str {
        self.words().2
    }

    /// What heads the length of a game.
    pub fn length(self) -> String {
        let of = if self == Self::Plies { ", the moves of" } else { " of" };
        let whose = self.words().3.map(|whose| format!("{of} {whose} together"));
        format!("Length in {}{}", self.name(), whose.unwrap_or_default())
    }

    /// What heads how likely a game of so many players is over after so many.
    pub fn over_after(self, players: usize) -> String {
        let whose = self.words().3.filter(|_| players > 1).map(|whose| format!(", {whose} together"));
        format!("Games finished by {} n{}", self.one(), whose.unwrap_or_default())
    }
}

/// The rule that says what each seat brings to a game that is a whole evening.
pub const PURSE: &str = "purse";

/// What a game reads of a throw, with what that means to who made it, by the rules of a table.
#[derive(Clone, Copy)]
pub enum ThrowUse {
    /// The cast of four tali.
    Cast(&'static (dyn Fn(&Rules, &Cast) -> String + Sync)),
    /// The total of two tali.
    Pair(&'static (dyn Fn(&Rules, u32) -> String + Sync)),
    /// The face of each talus, which counts by where it is.
    Faces(&'static (dyn Fn(&Rules, Face) -> String + Sync)),
    /// What they show, in ways that the rules tell.
    Tali,
    /// Nothing.
    Nothing,
    /// Nothing, as no bones are thrown.
    NoBones,
    /// Nothing, as other things are thrown: sticks, say.
    Others,
}

/// How many can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// At least.
    pub least: usize,
    /// At most.
    pub most: usize,
    /// If nobody says otherwise.
    pub usual: usize,
}

impl Players {
    /// From so many to so many.
    pub const fn of(least: usize, most: usize, usual: usize) -> Self {
        Self { least, most, usual }
    }
}

impl Game {
    /// An entry that says nothing: every game builds on it, those of the catalogue and one's own.
    ///
    /// ```
    /// # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
    /// use tali_odds::games::{Game, Players, ProcessGame, ThrowUse};
    /// # use tali_odds::process::{Distribution, Process, Seats, Step, Turn};
    /// # struct Coin([Distribution<bool>; 1]);
    /// # impl Process for Coin {
    /// #     type State = Option<bool>;
    /// #     type Move = bool;
    /// #     type Information = ();
    /// #     type Event = ();
    /// #     fn seats(&self) -> usize { 2 }
    /// #     fn start(&self) -> Option<bool> { None }
    /// #     fn distributions(&self) -> &[Distribution<bool>] { &self.0 }
    /// #     fn turn(&self, shown: &Option<bool>) -> Turn<()> {
    /// #         shown.map_or(Turn::Chance(0), |head| Turn::End(Seats::one(usize::from(head))))
    /// #     }
    /// #     fn next(&self, _: &Option<bool>, head: bool) -> Step<Option<bool>> { Step::to(Some(head)) }
    /// # }
    /// # fn coin() -> Coin {
    /// #     Coin([Distribution::new([(true, 1u32.into()), (false, 1u32.into())]).unwrap()])
    /// # }
    ///
    /// static TOSS: Game = Game {
    ///     name: "toss",
    ///     title: "A toss of a coin",
    ///     players: Players::of(2, 2, 2),
    ///     throw_use: &|_| ThrowUse::NoBones,
    ///     set_up: &|_| Ok(Box::new(ProcessGame::new(coin()))),
    ///     ..Game::BLANK
    /// };
    /// let solution = TOSS.table(TOSS.rules(2)?, &[])?.solve();
    /// assert_eq!(solution.shares[0].as_exact().unwrap().to_string(), "1/2");
    /// # Ok::<(), tali_odds::games::GameError>(())
    /// ```
    pub const BLANK: Self = Self {
        number: 0,
        name: "",
        title: "",
        summary: "",
        players: Players::of(1, 1, 1),
        coins: None,
        one_set: false,
        counted_in: &|_| LengthUnit::Casts,
        keys: &[],
        reading: &[],
        out_of_play: &|_| Vec::new(),
        card: &|_| RulesCard::default(),
        source: "",
        file: "",
        policies: &[],
        notation: "",
        players_in: &|_| None,
        throw_use: &|_| ThrowUse::Nothing,
        set_up: &|_| Err(RuleError::Unreadable(String::new())),
    };

    /// The rules card of a table.
    pub fn rules_card(&self, rules: &Rules) -> RulesCard {
        (self.card)(rules)
    }

    /// Whether a key, or a paragraph of the reading, means something by these rules.
    pub fn is_in_play(&self, rules: &Rules, key_or_reading: &str) -> bool {
        !(self.out_of_play)(rules).iter().any(|begins| key_or_reading.starts_with(begins))
    }

    /// The key of a rule.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// In what the length of a game by these rules is counted.
    pub fn counted_in(&self, rules: &Rules) -> LengthUnit {
        (self.counted_in)(rules)
    }

    /// The rules by which most tables of so many players play.
    ///
    /// # Errors
    ///
    /// [`GameError::Players`], if the game is not for so many.
    pub fn usual_rules(&self, players: usize) -> Result<Rules, GameError> {
        let mut rules = self.rules(players)?;
        for (key, usual) in self.usual() {
            rules.set(key.name, Value::parse(usual.value)?)?;
        }
        Ok(rules)
    }

    fn usual(&self) -> impl Iterator<Item = (&'static Key, Usual)> {
        self.keys.iter().filter_map(|key| Some((key, key.usual?)))
    }

    /// What these rules leave out that most tables play by, and how it is switched on.
    pub fn switched_off(&self, rules: &Rules) -> Vec<String> {
        let off = self.usual().filter(|(key, _)| rules.value(key.name) == key.default);
        off.map(|(Key { name, .. }, Usual { value, without, does })| {
            format!("{without}: --rule '{name}={value}' {does}.")
        })
        .collect()
    }

    /// Whether a game by these rules is a match of rounds, each with a pot of its own, or a whole evening of them. What a file
    /// calls rounds are those of one game.
    pub fn is_match(&self, rules: &Rules) -> bool {
        self.number > 0 && self.counted_in(rules) == LengthUnit::Rounds
    }

    /// Whether a game by these rules is a whole evening to which every seat brings a purse.
    pub fn has_purses(&self, rules: &Rules) -> bool {
        // A file can have a rule of that name as well, which means whatever it likes.
        self.number > 0 && self.key(PURSE).is_some() && self.counted_in(rules) != LengthUnit::Casts
    }

    /// Whether it is one to which seats bring purses of different size.
    pub fn has_unequal_purses(&self, rules: &Rules) -> bool {
        let purses = Value::parse(&rules.value(PURSE)).ok();
        let unequal = |list: &[Value]| list.iter().any(|purse| *purse != list[0]);
        self.has_purses(rules) && purses.as_ref().and_then(Value::list).is_some_and(unequal)
    }

    /// Has the seats bring these purses to a game that is a whole evening, unless its rules say what they bring; whether
    /// they bring them. Who has none brings the usual one.
    ///
    /// # Errors
    ///
    /// [`RuleError`], if the game does not take them.
    pub fn bring(&self, rules: &mut Rules, purses: &[Option<u64>]) -> Result<bool, RuleError> {
        let Some(key) = self.key(PURSE).filter(|_| self.has_purses(rules)) else { return Ok(true) };
        let open = rules.changed().iter().all(|(name, _)| *name != PURSE);
        if open && purses.iter().any(Option::is_some) {
            let usual = Value::parse(key.default)?;
            let number = |purse: u64| Value::Number(num_rational::BigRational::from_integer(purse.into()));
            let brought = purses.iter().map(|purse| purse.map_or_else(|| usual.clone(), number));
            rules.set(PURSE, Value::List(brought.collect()))?;
        }
        Ok(open)
    }

    /// Whether so many can play.
    pub fn seats(&self, players: Option<usize>) -> bool {
        players.is_some_and(|players| (self.players.least..=self.players.most).contains(&players))
    }

    /// Whether it matters by these rules what tali show.
    pub fn faces(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::Nothing | ThrowUse::NoBones | ThrowUse::Others)
    }

    /// Whether anything is thrown at all.
    pub fn has_throws(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::NoBones)
    }

    /// Whether tali are thrown if nobody says otherwise.
    pub fn has_bones(&self) -> bool {
        self.rules(self.players.usual).is_ok_and(|rules| self.has_tali(&rules))
    }

    /// Whether tali are thrown by these rules.
    pub fn has_tali(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::NoBones | ThrowUse::Others)
    }

    /// The rules of a table of so many players, with nothing changed.
    ///
    /// # Errors
    ///
    /// [`GameError::Players`], if the game is not for so many.
    pub fn rules(&self, players: usize) -> Result<Rules, GameError> {
        if !(self.players.least..=self.players.most).contains(&players) {
            let Players { least, most, .. } = self.players;
            let allowed = match (least, most) {
                (1, 1) => "1 player".to_owned(),
                (least, most) if least == most => format!("{least} players"),
                (least, most) => format!("{least} to {most} players"),
            };
            return Err(GameError::Players { game: self.name, allowed, found: players });
        }
        Ok(Rules::new(self.name, self.keys, self.policies, players)?)
    }

    /// Sets up a table: one set of bones for all, or one for each seat.
    ///
    /// # Errors
    ///
    /// [`GameError`], if the sets are neither one nor one for each player, or are not of four tali.
    ///
    /// ```
    /// # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
    /// use tali_odds::games;
    /// use tali_odds::tali::presets;
    ///
    /// let augustus = games::find("augustus")?;
    /// let table = augustus.table(augustus.rules(2)?, &[presets::TRADITIONAL.bones().set(4)?])?;
    /// let solution = table.solve();
    /// assert_eq!(solution.shares[0].as_exact().unwrap().to_string(), "625/1226");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(&self, rules: Rules, bones: &[TaliSet]) -> Result<Box<dyn Playable>, GameError> {
        let players = rules.seats;
        if let Some(odd) = bones.iter().find(|set| set.len() != USUAL_TALI) {
            return Err(GameError::Tali(odd.len()));
        }
        if self.one_set && bones.iter().any(|set| *set != bones[0]) {
            return Err(GameError::OneSet(self.name));
        }
        let bones = match bones {
            [one] => vec![one.clone(); players],
            each if each.len() == players => each.to_vec(),
            [] if !self.has_tali(&rules) => Vec::new(),
            _ => return Err(GameError::Bones { found: bones.len(), players }),
        };
        Ok((self.set_up)(&Table { bones, rules })?)
    }
}
