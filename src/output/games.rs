//! The catalogue of games and the rules of one, laid out.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::csv::Records;
use super::sheet::{Column, Section, Sheet};
use super::{Answer, json};
use crate::games::{Game, Key, Players};

/// `2`, or `2–12`.
fn players(players: Players) -> String {
    if players.least == players.most {
        players.least.to_string()
    } else {
        format!("{}–{}", players.least, players.most)
    }
}

/// All games.
pub(crate) struct Catalogue(pub &'static [&'static Game]);

impl Answer for Catalogue {
    fn sheets(&self) -> Vec<Sheet> {
        let columns = vec![
            Column::words("Game"),
            Column::words("Players"),
            Column::words("Coins"),
            Column::words("What it is"),
        ];
        let mut section = Section::new(columns);
        for game in self.0 {
            let coins = if game.coins() { "yes" } else { "" };
            section.row([
                game.name.to_owned(),
                players(game.players),
                coins.to_owned(),
                game.summary.to_owned(),
            ]);
        }
        let heading = vec![format!("{} games of chance", self.0.len())];
        let notes = vec![
            "'tali-odds win GAME' says who wins and how long it takes, 'tali-odds rules GAME' what can be changed.".to_owned(),
            "'tali-odds pot GAME' says what is in the pot, of those that are played for coins.".to_owned(),
        ];
        vec![Sheet { heading, sections: vec![section], notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::new([
            "number",
            "game",
            "title",
            "least_players",
            "most_players",
            "players",
            "coins",
            "summary",
            "source",
        ]);
        for game in self.0 {
            let Players { least, most, usual } = game.players;
            records.row([
                game.number.to_string(),
                game.name.to_owned(),
                game.title.to_owned(),
                least.to_string(),
                most.to_string(),
                usual.to_string(),
                game.coins().to_string(),
                game.summary.to_owned(),
                game.source.to_owned(),
            ]);
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        let games: Vec<_> = self.0.iter().map(|game| Described(game)).collect();
        json::render(&std::collections::BTreeMap::from([("games", games)]))
    }
}

/// One game with its rules.
pub(crate) struct GameRules(pub &'static Game);

impl GameRules {
    /// A file of rules to edit: every key with its default, its range and its reading.
    pub(crate) fn toml(&self) -> String {
        let game = self.0;
        let mut text = format!(
            "# House rules of {}, to be given as --rules FILE.\ngame = \"{}\"\n",
            game.name, game.name
        );
        for key in game.keys {
            text.push('\n');
            for line in wrapped(&format!("{}: {}", key.takes.allowed(), key.reading), 98) {
                let _ = writeln!(text, "# {line}");
            }
            let _ = writeln!(text, "{} = {}", key.name, key.default);
        }
        text
    }
}

/// Breaks a text between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let long = lines
            .last()
            .is_some_and(|line| !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width);
        if long {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

impl Answer for GameRules {
    fn sheets(&self) -> Vec<Sheet> {
        let game = self.0;
        let columns = ["Rule", "Default", "Takes", "Reading"].map(Column::words);
        let mut section = Section::titled("Rules that can be changed with --rule KEY=VALUE", columns.into());
        for key in game.keys {
            section.row([
                key.name.to_owned(),
                key.default.to_owned(),
                key.takes.allowed(),
                key.reading.to_owned(),
            ]);
        }
        let usual = game.players.usual;
        let heading = vec![
            format!("{}: {}", game.title, game.summary),
            format!(
                "Players: {}{}",
                players(game.players),
                if usual == game.players.least { String::new() } else { format!(", usually {usual}") }
            ),
        ];
        let mut notes: Vec<String> = game.reading.iter().map(|line| (*line).to_owned()).collect();
        notes.push(format!("Source: {}.", game.source));
        vec![Sheet { heading, sections: vec![section], notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::new(["game", "rule", "default", "takes", "reading"]);
        for key in self.0.keys {
            records.row([
                self.0.name.to_owned(),
                key.name.to_owned(),
                key.default.to_owned(),
                key.takes.allowed(),
                key.reading.to_owned(),
            ]);
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(&Described(self.0))
    }
}

struct Described<'a>(&'a Game);

impl Serialize for Described<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", game.name)?;
        map.serialize_entry("number", &game.number)?;
        map.serialize_entry("title", game.title)?;
        map.serialize_entry("summary", game.summary)?;
        map.serialize_entry("least_players", &game.players.least)?;
        map.serialize_entry("most_players", &game.players.most)?;
        map.serialize_entry("players", &game.players.usual)?;
        map.serialize_entry("coins", &game.coins())?;
        map.serialize_entry("rules", &game.keys.iter().map(DescribedKey).collect::<Vec<_>>())?;
        map.serialize_entry("reading", game.reading)?;
        map.serialize_entry("source", game.source)?;
        map.end()
    }
}

struct DescribedKey<'a>(&'a Key);

impl Serialize for DescribedKey<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let key = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", key.name)?;
        map.serialize_entry("default", &crate::games::Value::parse(key.default).ok())?;
        map.serialize_entry("takes", &key.takes.allowed())?;
        map.serialize_entry("reading", key.reading)?;
        map.end()
    }
}
