//! The sheets of `games` and `rules`: the catalogue of games and the rules of one.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::csv::Records;
use super::sheet::{Rows, Sheet};
use super::words::wrapped;
use super::{Answer, rule};
use crate::analysis::record;
use crate::games::{Game, Key, Players, PolicyInfo, Sentence, Value};

/// `2`, or `2–12`.
fn players(players: Players) -> String {
    if players.least == players.most {
        players.least.to_string()
    } else {
        format!("{}–{}", players.least, players.most)
    }
}

/// All games.
pub(crate) struct Catalogue(pub Vec<&'static Game>);

impl Answer for Catalogue {
    fn sheets(&self) -> Vec<Sheet> {
        let table = Rows::of(&self.0)
            .words("Game", |game| game.name)
            .words("Players", |game| players(game.players))
            .words("Coins", |game| if game.coins.is_some() { "yes" } else { "" })
            .words("Decisions", |game| if game.policies.is_empty() { "" } else { "yes" })
            .words("What it is", |game| game.summary);
        let heading = vec![format!("{} games", self.0.len())];
        let notes = vec![
            "'tali-odds win GAME' shows who wins and how long it takes, 'tali-odds rules GAME' its rules."
                .to_owned(),
            "'tali-odds advise GAME' shows the best move, 'tali-odds strategy GAME' a card of best play."
                .to_owned(),
            "'tali-odds pot GAME' shows what is in the pot, for games with coins.".to_owned(),
        ];
        vec![Sheet { heading, sections: vec![table.section], notes }]
    }

    fn records(&self) -> Records {
        let table = Rows::of(&self.0)
            .words("number", |game| game.number.to_string())
            .words("game", |game| game.name)
            .words("title", |game| game.title)
            .words("least_players", |game| game.players.least.to_string())
            .words("most_players", |game| game.players.most.to_string())
            .words("players", |game| game.players.usual.to_string())
            .words("coins", |game| game.coins.is_some().to_string())
            .words("summary", |game| game.summary)
            .words("source", |game| game.source);
        table.section.into()
    }

    fn json(&self) -> impl Serialize {
        let games: Vec<_> = self.0.iter().map(|game| Described(game)).collect();
        BTreeMap::from([("games", games)])
    }
}

/// One game with its rules.
pub(crate) struct GameRules(pub &'static Game);

impl GameRules {
    /// A file of rules to edit: every key with its default, its range and its meaning.
    pub(crate) fn toml(&self) -> String {
        let game = self.0;
        let mut text = format!(
            "# House rules of {}, to be given as --rules FILE.\ngame = \"{}\"\n",
            game.name, game.name
        );
        for key in game.keys {
            text.push('\n');
            for said in [rule::reading(key), format!("Takes {}.", key.takes.allowed())] {
                for line in wrapped(&said, 98.0, |_| 1.0) {
                    let _ = writeln!(text, "# {line}");
                }
            }
            let _ = writeln!(text, "{} = {}", key.name, key.default);
        }
        text
    }
}

impl Answer for GameRules {
    fn sheets(&self) -> Vec<Sheet> {
        let game = self.0;
        let table = Rows::of(game.keys)
            .titled("Rules you can change with --rule KEY=VALUE")
            .words("Rule", |key| key.name)
            .words("Default", |key| key.default)
            .words("Allowed values", |key| key.takes.allowed())
            .words("Meaning", |key| rule::reading(key));
        let usual = game.players.usual;
        let heading = vec![
            format!("{}: {}", game.title, game.summary),
            format!(
                "Players: {}{}",
                players(game.players),
                if usual == game.players.least { String::new() } else { format!(", default {usual}") }
            ),
        ];
        let mut notes: Vec<String> = game.reading.iter().map(|line| (*line).to_owned()).collect();
        if !game.notation.is_empty() {
            notes.push(format!("A position: {}.", game.notation));
        }
        notes.push(format!("Source: {}.", game.source));
        let policies = Rows::of(game.policies)
            .titled("Policies, for --play POLICY")
            .words("Policy", |policy| policy.typed())
            .words("Meaning", |policy| policy.reading);
        let policies = (!game.policies.is_empty()).then_some(policies.section);
        vec![Sheet { heading, sections: std::iter::once(table.section).chain(policies).collect(), notes }]
    }

    fn records(&self) -> Records {
        let table = Rows::of(self.0.keys)
            .words("game", |_| self.0.name)
            .words("rule", |key| key.name)
            .words("default", |key| key.default)
            .words("takes", |key| key.takes.allowed())
            .words("reading", |key| key.reading);
        table.section.into()
    }

    fn json(&self) -> impl Serialize {
        Described(self.0)
    }
}

struct Described<'a>(&'a Game);

record!(Described<'_>, Self(game) =>
    "game": game.name,
    "number": game.number,
    "title": game.title,
    "summary": game.summary,
    "least_players": game.players.least,
    "most_players": game.players.most,
    "players": game.players.usual,
    "coins": game.coins.is_some(),
    "rules": game.keys.iter().map(DescribedKey).collect::<Vec<_>>(),
    "policies"?: (!game.policies.is_empty()).then(|| game.policies.iter().map(DescribedPolicy).collect::<Vec<_>>()),
    "notation"?: (!game.notation.is_empty()).then_some(game.notation),
    "reading": game.reading,
    "source": game.source,
);

struct DescribedPolicy<'a>(&'a PolicyInfo);

record!(DescribedPolicy<'_>, Self(policy) =>
    "policy": policy.name,
    "reading": policy.reading,
);

struct DescribedKey<'a>(&'a Key);

record!(DescribedKey<'_>, Self(key) =>
    "rule": key.name,
    "default": Value::parse(key.default).ok(),
    "takes": key.takes.allowed(),
    "least"?: key.takes.range().map(|[least, _]| least),
    "most"?: key.takes.range().map(|[_, most]| most),
    "words"?: key.takes.words(),
    "reading": key.reading,
    "says"?: key.sentence().map(Said),
);

struct Said(Sentence);

record!(Said, Self(sentence) =>
    "before": sentence.before,
    "after": sentence.after,
    "more": sentence.more,
);
