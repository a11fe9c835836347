//! The sheet of `advise`: what is best at a position.

use num_traits::Zero;
use serde::Serialize;

use super::Answer;
use super::board;
use super::csv::{Record, Records};
use super::number::{percent, signed};
use super::sheet::{Column, Rows, Section, Sheet};
use super::strategy::listed;
use super::wins::{heading, notes, quantity_or_whole};
use crate::analysis::{AdviceAnswer, Figure};
use crate::games::{Advised, Listing, OptionValue, ValueUnit};
use crate::process::{Measure, Over, Statistic};

impl AdviceAnswer {
    /// A value in the unit of the answer.
    fn value_of(&self, value: &Figure) -> String {
        match self.unit {
            ValueUnit::Coppers | ValueUnit::Coins => signed(value),
            ValueUnit::WinShare | ValueUnit::Wins | ValueUnit::SearchedShare => percent(value),
            ValueUnit::Pebbles | ValueUnit::Stones => board::signed_whole(value),
        }
    }

    fn options_table(&self, options: &[OptionValue]) -> Section {
        // On a board, equally good options need no mixing.
        let mixes = !self.unit.is_whole()
            && options.iter().any(|option| match option.throw {
                None if self.unit != ValueUnit::SearchedShare => option.probability.is_some(),
                None => !matches!((option.best, option.certainty()), (true, 1.0) | (false, 0.0)),
                _ => !matches!(option.certainty(), 0.0 | 1.0),
            });
        let explains = self.explained && options.iter().any(|option| !option.why.is_empty());
        let valued = options.iter().any(|option| option.value.is_number());
        // The best option with the same throw.
        let best = |option: &OptionValue| options.iter().find(|best| best.best && best.throw == option.throw);
        let mut table = Rows::of(options)
            .words("Option", |option| option.option.clone())
            .column(mixes.then(|| Column::numbers("How often")), |option| {
                let chance = option.probability.as_ref().filter(|chance| !chance.is_zero());
                chance.map_or_else(String::new, |chance| percent(&Figure::Exact(chance.clone())))
            })
            .column(valued.then(|| Column::numbers(self.value_title())), |option| {
                self.value_of(&option.value)
            });
        for index in 0..options.first().map_or(0, |option| option.figures.len()) {
            let title = options[0].figures[index].0.title;
            table = table.numbers(title, |option| percent(&option.figures[index].1));
        }
        let depths: Vec<Option<u32>> = options.iter().map(|option| option.value.depth()).collect();
        let differ =
            self.unit == ValueUnit::SearchedShare && depths.windows(2).any(|pair| pair[0] != pair[1]);
        table = table.column(differ.then(|| Column::numbers("Turns ahead")), |option| {
            option.value.depth().map_or_else(String::new, |depth| depth.to_string())
        });
        let has_throws = options.iter().any(|option| option.throw.is_some());
        table = table.column(has_throws.then(|| Column::numbers("Throw")), |option| {
            option.throw.map_or_else(String::new, |throw| throw.to_string())
        });
        let facts = options.first().map_or(&[][..], |option| &option.facts);
        for (index, fact) in facts.iter().enumerate() {
            table = table
                .column(fact.title.map(Column::numbers), |option| board::fact(&option.facts[index].value));
        }
        let table = table.column(valued.then(|| Column::words("")), |option| match best(option) {
            _ if option.best => "best",
            Some(best) if Self::are_as_good(option, best) => "as good",
            _ => "",
        });
        // Pebbles and hundredths of a stone are already whole.
        let table = if self.unit.is_whole() { table } else { table.exactly(1, |option| &option.value) };
        table.column(explains.then(|| Column::words("Why")), |option| option.why.clone()).section
    }

    /// A sentence on a figure of the position.
    fn statistic_note(&self, of: &Statistic, figures: &[Figure]) -> Option<String> {
        let all = |shown: fn(&Figure) -> String| figures.iter().map(shown).collect::<Vec<_>>().join(", ");
        let note = match (of.over, self.unit) {
            // Already shown above the table.
            (Over::Game, ValueUnit::Pebbles) if self.best().is_some() => return None,
            (Over::Game, ValueUnit::Pebbles) | (Over::Depths, _) => all(board::signed_whole),
            (Over::Plies, _) => return Some(counted(of, figures)),
            _ if matches!(of.unit, Measure::Plain | Measure::Difference) => all(quantity_or_whole),
            _ => all(percent),
        };
        let counted = if of.is_list() && of.over != Over::Seats {
            format!(" ({} 1 to {})", of.over.heading().to_lowercase(), figures.len())
        } else {
            String::new()
        };
        Some(format!("{}{counted}: {note}.", of.title))
    }

    /// The next positions, ready to type: after every option if these are few, else after the best ones.
    fn following(&self, options: &[OptionValue]) -> Vec<String> {
        const MOST: usize = 8;
        let few = options.len() <= MOST;
        let listed = options.iter().filter(|option| few || option.best);
        let mut lines: Vec<String> = listed
            .filter_map(|option| {
                option.next.as_ref().map(|next| format!("After {}, use --position {next}", option.option))
            })
            .collect();
        if !few && !lines.is_empty() {
            lines.push(format!("'--top {MOST}' and '--format json' show it for the other moves."));
        }
        if self.options_left_out > 0 {
            let (shown, all) = (options.len(), options.len() + self.options_left_out);
            lines.insert(
                0,
                format!("Of {all} options {shown} {} shown.", if shown == 1 { "is" } else { "are" }),
            );
        }
        lines
    }

    /// The value of each throw, before throwing.
    fn throws_table(&self) -> Option<Section> {
        self.is_before_throw().then(|| listed(&Listing::of_throws("", &self.advice.throws)))
    }

    /// The meaning of a value.
    fn value_explained(&self) -> String {
        let by_policies = !self.setting.rules.changed_play().is_empty();
        let text = match self.unit {
            ValueUnit::Wins | ValueUnit::Coins if by_policies => {
                "Value: what the deciding seat can expect if all others follow the policies above and `best` is a best response \
                to them. If nobody wins, all seats share the win equally; coins already paid are gone."
            }
            ValueUnit::Coppers => {
                "Gains are counted in coppers from this point on; what you have already paid is gone."
            }
            ValueUnit::Coins => {
                "Gains are counted in coins from this point on; what you have already paid is gone."
            }
            ValueUnit::Wins => {
                "Value: the chance that the deciding seat wins if everyone plays their best. If nobody wins, all seats \
                share the win equally."
            }
            ValueUnit::WinShare if !self.advice.value.is_number() => {
                "With three or more players there is no proven best move: these are the odds, given the seat's own tali, and \
                what its policy does (`best` plays as `cautious`)."
            }
            ValueUnit::WinShare => {
                "Values assume that the other seat plays as stated above and that you play best from there on."
            }
            ValueUnit::SearchedShare if self.advice.value.depth().is_some() => {
                "Value: the estimated chance of the player to move, searched one turn ahead or two (`--play search:2`): an \
                opinion. `win --position` plays games from here. Everything about the throws is exact."
            }
            ValueUnit::SearchedShare => {
                "Value: the chance of the player to move under best play, solved within bounds that are in the JSON. \
                Everything about the throws is exact."
            }
            ValueUnit::Pebbles if matches!(self.advice.value, Figure::Searched { .. }) => {
                "Value: how many more pebbles than the other the seat to move takes, as far as the search sees ahead."
            }
            ValueUnit::Pebbles => {
                "Value: how many more pebbles than the other the seat to move takes from here on, under best play."
            }
            ValueUnit::Stones => {
                "Value: an opinion, for the seat to move: 100 for each stone ahead, 1 for each extra legal move, 20 for each \
                extra free square beside the dux. A forced win within n plies is worth 1,000,000 − n."
            }
        };
        text.to_owned()
    }

    const fn value_title(&self) -> &'static str {
        match self.unit {
            ValueUnit::Coppers | ValueUnit::Coins => "Expected gain",
            ValueUnit::WinShare => "Wins the match",
            ValueUnit::Wins | ValueUnit::SearchedShare => "Wins",
            ValueUnit::Pebbles => "Value in pebbles",
            ValueUnit::Stones => "Value in hundredths of a stone",
        }
    }
}

/// The number of lines of play for each ply, as far as they were counted.
fn counted(of: &Statistic, figures: &[Figure]) -> String {
    let plies = of.over.heading().to_lowercase();
    let known: Vec<&Figure> = figures.iter().take_while(|figure| figure.is_number()).collect();
    let numbers = known.iter().map(|figure| quantity_or_whole(figure)).collect::<Vec<_>>().join(", ");
    let (counted, asked) = (known.len(), figures.len());
    // Said once: winning lines are missing for the same reason.
    let rest = if counted < asked && of.name == "lines" {
        let more =
            if counted + 1 == asked { asked.to_string() } else { format!("{} to {asked}", counted + 1) };
        format!(" Not counted: {plies} {more}, for which too many positions would have to be looked at.")
    } else {
        String::new()
    };
    format!("{} ({plies} 1 to {counted}): {numbers}.{rest}", of.title)
}

impl Answer for AdviceAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut heading = heading(&self.setting, "what is best");
        heading.push(format!("Position: {}", self.advice.position));
        let mut notes = notes(&self.setting, None, None);
        let unit = |value: &Figure| match self.unit {
            ValueUnit::Coppers => format!("{} coppers", signed(value)),
            ValueUnit::Coins => format!("{} coins", signed(value)),
            ValueUnit::WinShare => format!("{} of the match", percent(value)),
            ValueUnit::Wins | ValueUnit::SearchedShare => {
                format!("{} of games", percent(value))
            }
            ValueUnit::Pebbles => format!("{} pebbles", board::signed_whole(value)),
            ValueUnit::Stones => board::in_stones(value),
        };
        let section = match &self.advice.advised {
            Advised::Options(options) => {
                let best = self.best().filter(|best| !self.is_before_throw() && best.value.is_number()).map(
                    |best| {
                        let others = options.iter().filter(|option| !option.best);
                        // Only if all options are shown.
                        let all_alike = options.len() > 1
                            && self.options_left_out == 0
                            && others.clone().all(|option| Self::are_as_good(option, best));
                        match (all_alike, !self.unit.is_whole() && best.certainty() < 1.0) {
                            (true, _) => format!("All options are equally good: {}.", unit(&best.value)),
                            (false, true) if self.unit != ValueUnit::SearchedShare => {
                                format!("Most often: {}. Value: {}.", best.option, unit(&best.value))
                            }
                            _ => format!("Best: {}. Value: {}.", best.option, unit(&best.value)),
                        }
                    },
                );
                let following = self.following(options);
                let marks = self.advice.board.as_ref().and_then(board::marks);
                notes.splice(
                    0..0,
                    best.into_iter().chain(self.advice.remark.clone()).chain(marks).chain(following),
                );
                for (of, figures) in &self.advice.figures {
                    notes.extend(self.statistic_note(of, figures));
                }
                if self.advice.reached == Some(false) {
                    notes.push(
                        "Under best play the other seat never gets here, so its hand counts as unknown."
                            .to_owned(),
                    );
                }
                if self.is_before_throw() {
                    notes.insert(
                        0,
                        format!("Before the throw the player to move wins {}.", unit(&self.advice.value)),
                    );
                }
                (!options.is_empty()).then(|| self.options_table(options))
            }
            Advised::Casts(casts) => {
                notes.insert(
                    0,
                    format!(
                        "Before the throw seat {} can expect {}.",
                        self.advice.seat,
                        unit(&self.advice.value)
                    ),
                );
                Rows::of(casts)
                    .words("Cast", |line| line.cast.clone())
                    .words("Best", |line| line.option.clone())
                    .numbers(self.value_title(), |line| self.value_of(&line.value))
                    .exactly(1, |line| &line.value)
                    .section
                    .into()
            }
        };
        let is_valued =
            self.options().is_none_or(|options| options.iter().any(|option| option.value.is_number()));
        if section.is_some() && is_valued || self.is_before_throw() {
            notes.push(self.value_explained());
        }
        let sections = self.advice.board.iter().map(board::board).chain(self.throws_table()).chain(section);
        let sections = sections.collect();
        vec![Sheet { heading, sections, notes }]
    }

    fn records(&self) -> Records {
        let others = self.advice.figures.iter().filter(|(of, _)| of.over != Over::Seats);
        let lists = others.map(|(of, figures)| {
            (of.name.to_owned(), (1..=figures.len()).map(|index| index.to_string()).collect())
        });
        Records::of([(Record::of_table(&self.setting).listing(lists), self)])
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
