//! The sheet of `check`: how game files were understood.

use serde::Serialize;

use super::Answer;
use super::csv::Records;
use super::number::grouped;
use super::sheet::{Rows, Sheet};
use crate::analysis::{Answered, CheckAnswer};
use crate::exact::HiddenSize;

impl CheckAnswer {
    /// The size of the game and the method for its figures, in sentences.
    fn shown(&self) -> Vec<String> {
        let Self { survey, answered, setting, .. } = self;
        let number = |number: usize| grouped(&number);
        let positions = number(survey.positions);
        let (nodes, moves) = (number(survey.nodes), number(survey.moves));
        let mut shown = vec![if survey.is_complete {
            let one = if survey.positions == 1 { "position" } else { "positions" };
            let throws = if survey.nodes == 1 { "throw or choice" } else { "throws and choices" };
            let outcomes = if survey.moves == 1 { "outcome" } else { "outcomes" };
            format!("Size: {positions} {one}, {nodes} {throws}, {moves} {outcomes}.")
        } else {
            let counted =
                if self.counts_all { "there were too many to count" } else { "--all counts them all" };
            let one = if survey.positions == 1 { "position" } else { "positions" };
            format!("Size: more than {positions} {one}; {counted}.")
        }];
        let has_policies = setting.game.policies.len() > 3;
        shown.push(match answered {
            Answered::Exactly => "Who wins, how long it takes and what is paid will be exact.".to_owned(),
            Answered::Numerically if survey.is_independent && !survey.is_complete => {
                "No turn depends on what others do: each seat is solved separately, with bounds; if its own turns have \
                millions of outcomes, all figures will be simulated."
                    .to_owned()
            }
            Answered::Numerically if survey.is_complete && !survey.comes_back => {
                "Who wins, how long it takes and what is paid will be solved: as fractions, or within bounds once fractions get long."
                    .to_owned()
            }
            Answered::Numerically => {
                "Who wins, how long it takes and what is paid will be solved, with bounds.".to_owned()
            }
            Answered::BestPlay if survey.is_complete && !survey.comes_back => {
                "Best play and its results will be solved: as fractions, or within bounds once fractions get long."
                    .to_owned()
            }
            Answered::BestPlay => {
                "Best play and its results will be solved, with bounds.".to_owned()
            }
            Answered::Mixed if survey.hidden.is_some() => {
                "Best play, which is mixed, will be solved: as fractions, or within bounds once fractions get long.".to_owned()
            }
            Answered::Mixed => {
                let counts = if self.counts_all { "" } else { " --all counts the states of knowledge." };
                format!("Best play, which is mixed, will be solved if the game is small enough; otherwise give --play.{counts}")
            }
            Answered::Hidden => {
                let own = if has_policies { "a policy of the file, " } else { "" };
                let why = survey.no_equilibrium.as_deref().unwrap_or_default();
                format!("Best play is unknown: {why}. Give --play with {own}first or random.")
            }
            Answered::Simulated if survey.is_complete => {
                "The game is too large to solve: all figures will be simulated.".to_owned()
            }
            Answered::Simulated => {
                "If the game has more than a few million outcomes, all figures will be simulated.".to_owned()
            }
            Answered::PoliciesOnly(_) if !survey.is_complete => {
                "Best play will be solved if the game is small enough; otherwise give --play.".to_owned()
            }
            Answered::PoliciesOnly(why) => {
                let own = if has_policies { "a policy of the file, " } else { "" };
                format!("Best play is unknown: {why}. Give --play with {own}first or random.")
            }
        });
        shown.extend(survey.hidden.as_ref().map(hidden));
        if survey.is_complete && !survey.hides {
            shown.push(if survey.comes_back {
                "Positions can repeat.".to_owned()
            } else {
                "Positions cannot repeat.".to_owned()
            });
        }
        if matches!(answered, Answered::BestPlay) && survey.seats_are_alike && !survey.is_for_coins {
            shown.push(
                "The players are interchangeable: best play is solved once for all of them.".to_owned(),
            );
        }
        if let Some(endless) = &survey.endless {
            shown.push(endless.message());
        }
        for warning in &survey.warnings {
            shown.push(format!("Warning: line {}: {}.", warning.line, warning.text));
        }
        shown.push(match (self.seconds, survey.is_complete) {
            (Some(seconds), _) => {
                format!("Expect about {:.0} s for `win --games 0`.", seconds.ceil().max(1.0))
            }
            (None, true) => "The time for `win` cannot be predicted.".to_owned(),
            (None, false) => {
                "The time for `win` cannot be predicted: not all positions were counted.".to_owned()
            }
        });
        shown
    }
}

/// The size of a game with hidden information, in a sentence.
fn hidden(size: &HiddenSize) -> String {
    let one = |number: usize, one: &str, more: &str| {
        format!("{} {}", grouped(&number), if number == 1 { one } else { more })
    };
    format!(
        "Hidden: {} in {}, solved one by one, with {} in all.",
        one(size.known, "state of knowledge", "states of knowledge"),
        one(size.stages, "stage", "stages"),
        one(size.actions, "action", "actions"),
    )
}

/// One sheet for each game file.
impl Answer for [CheckAnswer] {
    fn sheets(&self) -> Vec<Sheet> {
        let sheet = |answer: &CheckAnswer| {
            let game = answer.setting.game;
            let players = answer.setting.players;
            let one = if players == 1 { "player" } else { "players" };
            let mut heading = vec![format!("{}: {}, {players} {one}", game.name, game.title), String::new()];
            let parts = [
                ("How it begins", &answer.card.set_up),
                ("In your turn", &answer.card.turn),
                ("Then", &answer.card.end),
            ];
            for (title, lines) in parts {
                if !lines.is_empty() {
                    heading.push(format!("{title}:"));
                    heading.extend(lines.iter().map(|line| format!("  {line}")));
                }
            }
            Sheet { heading, sections: Vec::new(), notes: answer.shown() }
        };
        self.iter().map(sheet).collect()
    }

    fn records(&self) -> Records {
        let table = Rows::of(self)
            .words("game", |answer| answer.setting.game.name)
            .words("title", |answer| answer.setting.game.title)
            .words("players", |answer| answer.setting.players.to_string())
            .words("positions", |answer| answer.survey.positions.to_string())
            .words("nodes", |answer| answer.survey.nodes.to_string())
            .words("moves", |answer| answer.survey.moves.to_string())
            .words("is_complete", |answer| answer.survey.is_complete.to_string())
            .words("has_choices", |answer| answer.survey.has_choices.to_string())
            .words("comes_back", |answer| answer.survey.comes_back.to_string())
            .words("seats_are_alike", |answer| answer.survey.seats_are_alike.to_string())
            .words("warnings", |answer| {
                let shown = answer.survey.warnings.iter();
                shown
                    .map(|warning| format!("line {}: {}", warning.line, warning.text))
                    .collect::<Vec<_>>()
                    .join("; ")
            })
            .words("answered", |answer| answer.answered.name())
            .words("seconds", |answer| {
                answer.seconds.map_or_else(String::new, |seconds| format!("{:.0}", seconds.ceil()))
            });
        table.section.into()
    }

    fn json(&self) -> impl Serialize {
        std::collections::BTreeMap::from([("files", self)])
    }
}
