//! Entries of the catalogue, and how to set up a table.

use super::card::RulesCard;
use super::error::GameError;
use super::playable::Playable;
use super::rules::{Key, PolicyInfo, RuleError, Rules, Usual, Value};
use tali_core::tali::{Cast, Face, TaliSet, USUAL_TALI};

/// A table: the bones of each seat, and the rules.
#[derive(Clone, Debug)]
pub struct Table {
    /// The bones of each seat.
    pub bones: Vec<TaliSet>,
    /// The rules in use.
    pub rules: Rules,
}

/// A property of a game, as a function: games made from a file capture their data in it.
pub type Asked<Of, Answer> = &'static (dyn Fn(&Of) -> Answer + Sync);

/// A game of the catalogue, or one of your own.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its number in the collection.
    pub number: u8,
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// A one-sentence summary.
    pub summary: &'static str,
    /// The smallest, largest and default number of players.
    pub players: Players,
    /// The name of the coins, if the game is for coins.
    pub coins: Option<&'static str>,
    /// Whether all seats share one set of bones.
    pub one_set: bool,
    /// The unit of a game's length.
    pub counted_in: Asked<Rules, LengthUnit>,
    /// Its rule keys.
    pub keys: &'static [Key],
    /// How the rules of the source are read.
    pub reading: &'static [&'static str],
    /// What has no effect under given rules: names of keys, and the beginnings of paragraphs of the reading.
    pub out_of_play: Asked<Rules, Vec<&'static str>>,
    /// The rules card, for people who have never seen the game.
    pub card: Asked<Rules, RulesCard>,
    /// The source of the game.
    pub source: &'static str,
    /// The same game as a game file; empty if there is none.
    pub file: &'static str,
    /// The policies of the seats, the default first; empty if there are no choices.
    pub policies: &'static [PolicyInfo],
    /// The notation of positions; empty if there are no choices.
    pub notation: &'static str,
    /// The number of players in a position, if the position states it.
    pub players_in: Asked<str, Option<usize>>,
    /// How the game uses a throw, and what the throw means to the player.
    pub throw_use: Asked<Rules, ThrowUse>,
    /// Sets up a table.
    pub set_up: Asked<Table, Result<Box<dyn Playable>, RuleError>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.name).finish()
    }
}

/// The unit of a game's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// Casts.
    Casts,
    /// Rounds of an evening or of a match.
    Rounds,
    /// Sowings of pebbles, each with all its laps.
    Sowings,
    /// Plies: single moves of one seat.
    Plies,
    /// Turns of all seats, including forfeited ones.
    Turns,
    /// Throws of dice of any kind.
    Throws,
}

impl LengthUnit {
    /// The singular, the plural, the title, and the seats that are counted together.
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

    /// The plural.
    pub const fn name(self) -> &'static str {
        self.words().1
    }

    /// The singular.
    pub const fn one(self) -> &'static str {
        self.words().0
    }

    /// The title.
    pub const fn title(self) -> &'static str {
        self.words().2
    }

    /// The caption for the length of a game.
    pub fn length(self) -> String {
        let of = if self == Self::Plies { ", the moves of" } else { " of" };
        let whose = self.words().3.map(|whose| format!("{of} {whose} together"));
        format!("Length in {}{}", self.name(), whose.unwrap_or_default())
    }

    /// The caption for the probability that a game with this many players is over after n units.
    pub fn over_after(self, players: usize) -> String {
        let whose = self.words().3.filter(|_| players > 1).map(|whose| format!(", {whose} together"));
        format!("Games finished by {} n{}", self.one(), whose.unwrap_or_default())
    }
}

/// The rule for the coins that each seat brings to an evening.
pub const PURSE: &str = "purse";

/// How a game uses a throw, with a function that says what the throw means to the player.
#[derive(Clone, Copy)]
pub enum ThrowUse {
    /// The cast of four tali.
    Cast(&'static (dyn Fn(&Rules, &Cast) -> String + Sync)),
    /// The total of two tali.
    Pair(&'static (dyn Fn(&Rules, u32) -> String + Sync)),
    /// The face of each talus, whose meaning depends on its position.
    Faces(&'static (dyn Fn(&Rules, Face) -> String + Sync)),
    /// The faces, in ways that depend on the rules.
    Tali,
    /// It ignores what bones show.
    Nothing,
    /// It has no throws.
    NoBones,
    /// It throws other things, such as sticks.
    Others,
}

/// The number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// The minimum.
    pub least: usize,
    /// The maximum.
    pub most: usize,
    /// The default.
    pub usual: usize,
}

impl Players {
    /// Creates a range with its default.
    pub const fn of(least: usize, most: usize, usual: usize) -> Self {
        Self { least, most, usual }
    }
}

impl Game {
    /// An empty entry, the base of every game in the catalogue and of your own.
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

    /// Whether a key, or a paragraph of the reading, has an effect under these rules.
    pub fn is_in_play(&self, rules: &Rules, key_or_reading: &str) -> bool {
        !(self.out_of_play)(rules).iter().any(|begins| key_or_reading.starts_with(begins))
    }

    /// Finds the key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The unit of a game's length under these rules.
    pub fn counted_in(&self, rules: &Rules) -> LengthUnit {
        (self.counted_in)(rules)
    }

    /// The rules that most tables with this many players use.
    ///
    /// # Errors
    ///
    /// [`GameError::Players`], if the game does not allow this many.
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

    /// Describes the usual rules that these rules leave out, and how to switch them on.
    pub fn switched_off(&self, rules: &Rules) -> Vec<String> {
        let off = self.usual().filter(|(key, _)| rules.value(key.name) == key.default);
        off.map(|(Key { name, .. }, Usual { value, without, does })| {
            format!("{without}: --rule '{name}={value}' {does}.")
        })
        .collect()
    }

    /// Whether a game under these rules is a match of rounds with a pot each, or an evening of them. The rounds of a game file
    /// are parts of one game, so they do not count.
    pub fn is_match(&self, rules: &Rules) -> bool {
        self.number > 0 && self.counted_in(rules) == LengthUnit::Rounds
    }

    /// Whether a game under these rules is an evening to which every seat brings a purse.
    pub fn has_purses(&self, rules: &Rules) -> bool {
        // A file can define a rule of that name with any meaning.
        self.number > 0 && self.key(PURSE).is_some() && self.counted_in(rules) != LengthUnit::Casts
    }

    /// Whether the seats bring purses of different sizes.
    pub fn has_unequal_purses(&self, rules: &Rules) -> bool {
        let purses = Value::parse(&rules.value(PURSE)).ok();
        let unequal = |list: &[Value]| list.iter().any(|purse| *purse != list[0]);
        self.has_purses(rules) && purses.as_ref().and_then(Value::list).is_some_and(unequal)
    }

    /// Sets the purses of the seats in an evening, unless the rules already set them; a missing purse becomes the default one.
    /// Returns whether these purses apply.
    ///
    /// # Errors
    ///
    /// [`RuleError`], if the game rejects the purses.
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

    /// Whether this number of players is allowed.
    pub fn seats(&self, players: Option<usize>) -> bool {
        players.is_some_and(|players| (self.players.least..=self.players.most).contains(&players))
    }

    /// Whether the faces of tali matter under these rules.
    pub fn faces(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::Nothing | ThrowUse::NoBones | ThrowUse::Others)
    }

    /// Whether the game has throws.
    pub fn has_throws(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::NoBones)
    }

    /// Whether the game uses tali by default.
    pub fn has_bones(&self) -> bool {
        self.rules(self.players.usual).is_ok_and(|rules| self.has_tali(&rules))
    }

    /// Whether the game uses tali under these rules.
    pub fn has_tali(&self, rules: &Rules) -> bool {
        !matches!((self.throw_use)(rules), ThrowUse::NoBones | ThrowUse::Others)
    }

    /// The default rules of a table with this many players.
    ///
    /// # Errors
    ///
    /// [`GameError::Players`], if the game does not allow this many.
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

    /// Sets up a table, with one set of bones for all or one for each seat.
    ///
    /// # Errors
    ///
    /// [`GameError`], if the number of sets is neither one nor that of the players, or a set does not have four tali.
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
