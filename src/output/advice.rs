//! What is best at a position, laid out.

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
    /// What something is worth.
    fn worth_of(&self, value: &Figure) -> String {
        match self.worth {
            ValueUnit::Coppers | ValueUnit::Coins => signed(value),
            ValueUnit::WinShare | ValueUnit::Wins | ValueUnit::SearchedShare => percent(value),
            ValueUnit::Pebbles | ValueUnit::Stones => board::signed_whole(value),
        }
    }

    fn options_table(&self, options: &[OptionValue]) -> Section {
        // Of what is equally good on a board anything will do.
        let mixes = !self.worth.is_whole()
            && options.iter().any(|option| match option.throw {
                None if self.worth != ValueUnit::SearchedShare => option.probability.is_some(),
                None => !matches!((option.best, option.certainty()), (true, 1.0) | (false, 0.0)),
                _ => !matches!(option.certainty(), 0.0 | 1.0),
            });
        let explains = self.explained && options.iter().any(|option| !option.why.is_empty());
        let valued = options.iter().any(|option| option.value.is_number());
        // Of those that can be done with the same throw.
        let best = |option: &OptionValue| options.iter().find(|best| best.best && best.throw == option.throw);
        let mut table = Rows::of(options)
            .words("Option", |option| option.option.clone())
            .column(mixes.then(|| Column::numbers("How often")), |option| {
                let chance = option.probability.as_ref().filter(|chance| !chance.is_zero());
                chance.map_or_else(String::new, |chance| percent(&Figure::Exact(chance.clone())))
            })
            .column(valued.then(|| Column::numbers(self.value_title())), |option| {
                self.worth_of(&option.value)
            });
        for place in 0..options.first().map_or(0, |option| option.figures.len()) {
            let title = options[0].figures[place].0.title;
            table = table.numbers(title, |option| percent(&option.figures[place].1));
        }
        let depths: Vec<Option<u32>> = options.iter().map(|option| option.value.depth()).collect();
        let differ =
            self.worth == ValueUnit::SearchedShare && depths.windows(2).any(|pair| pair[0] != pair[1]);
        table = table.column(differ.then(|| Column::numbers("Turns ahead")), |option| {
            option.value.depth().map_or_else(String::new, |depth| depth.to_string())
        });
        let has_throws = options.iter().any(|option| option.throw.is_some());
        table = table.column(has_throws.then(|| Column::numbers("Throw")), |option| {
            option.throw.map_or_else(String::new, |throw| throw.to_string())
        });
        let facts = options.first().map_or(&[][..], |option| &option.facts);
        for (place, fact) in facts.iter().enumerate() {
            table = table
                .column(fact.title.map(Column::numbers), |option| board::fact(&option.facts[place].value));
        }
        let table = table.column(valued.then(|| Column::words("")), |option| match best(option) {
            _ if option.best => "best",
            Some(best) if Self::are_as_good(option, best) => "as good",
            _ => "",
        });
        // Pebbles and hundredths of a stone are whole as they stand.
        let table = if self.worth.is_whole() { table } else { table.exactly(1, |option| &option.value) };
        table.column(explains.then(|| Column::words("Why")), |option| option.why.clone()).section
    }

    /// What is said of a figure of the position.
    fn told(&self, of: &Statistic, figures: &[Figure]) -> Option<String> {
        let all = |shown: fn(&Figure) -> String| figures.iter().map(shown).collect::<Vec<_>>().join(", ");
        let told = match (of.over, self.worth) {
            // It stands above the table already.
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
        Some(format!("{}{counted}: {told}.", of.title))
    }

    /// The positions that follow, to be typed: after every option where these are few, else after what is best.
    fn following(&self, options: &[OptionValue]) -> Vec<String> {
        const MOST: usize = 8;
        let few = options.len() <= MOST;
        let told = options.iter().filter(|option| few || option.best);
        let mut lines: Vec<String> = told
            .filter_map(|option| {
                option.next.as_ref().map(|next| format!("After {}, as --position: {next}", option.option))
            })
            .collect();
        if !few && !lines.is_empty() {
            lines.push(format!("'--top {MOST}' and '--format json' tell it of the other moves."));
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

    /// What each throw is worth, before it.
    fn throws_table(&self) -> Option<Section> {
        self.is_before_throw().then(|| listed(&Listing::of_throws("", &self.advice.throws)))
    }

    /// What a value stands for.
    fn worth_explained(&self) -> String {
        let by_policies = !self.setting.rules.changed_play().is_empty();
        let told = match self.worth {
            ValueUnit::Wins | ValueUnit::Coins if by_policies => {
                "What is done is worth what the seat that decides can expect if all go on by the policies above, and who plays `best` does \
                 what is best against them; what nobody wins counts the same to all, and coins that have been paid are gone."
            }
            ValueUnit::Coppers => {
                "A gain is counted from here on, in coppers: what has been paid already is gone."
            }
            ValueUnit::Coins => {
                "A gain is counted from here on, in coins: what has been paid already is gone."
            }
            ValueUnit::Wins => {
                "What is done is worth how often the seat that decides wins, if all play their best from there on; what nobody \
                 wins counts the same to all."
            }
            ValueUnit::WinShare if !self.advice.value.is_number() => {
                "Of more than two seats nobody knows what is best: these are the odds, as far as the own tali tell, and what \
                 the policy of the seat does (`best` plays as `cautious`)."
            }
            ValueUnit::WinShare => {
                "An option's worth supposes that the other seat plays as said above, and that you play your best from there on."
            }
            ValueUnit::SearchedShare if self.advice.value.depth().is_some() => {
                "A value is how likely the player to move is thought to win: it is searched, one turn ahead or two (`--play search:2`), and an \
                 opinion. `win --position` plays games. All about the throws is exact."
            }
            ValueUnit::SearchedShare => {
                "A value is how likely the player to move wins, if both play their best: it is solved, within bounds that are told in JSON. All \
                 about the throws is exact."
            }
            ValueUnit::Pebbles if matches!(self.advice.value, Figure::Searched { .. }) => {
                "A value is how many pebbles the seat whose turn it is takes more than the other, as far as that is seen so many turns \
                 ahead."
            }
            ValueUnit::Pebbles => {
                "A value is how many pebbles the seat whose turn it is takes more than the other from here on, if both play their \
                 best."
            }
            ValueUnit::Stones => {
                "A value is an opinion, counted for the seat to move: 100 for each stone ahead, 1 for each move more than the other's pieces \
                 have, 20 for each free square more beside the dux. A win that can be forced within n plies is worth 1,000,000 − n."
            }
        };
        told.to_owned()
    }

    const fn value_title(&self) -> &'static str {
        match self.worth {
            ValueUnit::Coppers | ValueUnit::Coins => "Expected gain",
            ValueUnit::WinShare => "Wins the match",
            ValueUnit::Wins | ValueUnit::SearchedShare => "Wins",
            ValueUnit::Pebbles => "Value in pebbles",
            ValueUnit::Stones => "Value in hundredths of a stone",
        }
    }
}

/// How many lines of play there are, up to where it takes too long to count them.
fn counted(of: &Statistic, figures: &[Figure]) -> String {
    let plies = of.over.heading().to_lowercase();
    let known: Vec<&Figure> = figures.iter().take_while(|figure| figure.is_number()).collect();
    let numbers = known.iter().map(|figure| quantity_or_whole(figure)).collect::<Vec<_>>().join(", ");
    let (counted, asked) = (known.len(), figures.len());
    // Of lines that win it is for the same reason.
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
        let mut told = notes(&self.setting, None, None);
        let worth = |value: &Figure| match self.worth {
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
                        // Of those that are not shown nothing is said.
                        let all_alike = options.len() > 1
                            && self.options_left_out == 0
                            && others.clone().all(|option| Self::are_as_good(option, best));
                        match (all_alike, !self.worth.is_whole() && best.certainty() < 1.0) {
                            (true, _) => format!("All are worth the same: {}.", worth(&best.value)),
                            (false, true) if self.worth != ValueUnit::SearchedShare => {
                                format!("Most often: {}, worth {}.", best.option, worth(&best.value))
                            }
                            _ => format!("Best: {}, worth {}.", best.option, worth(&best.value)),
                        }
                    },
                );
                let following = self.following(options);
                let marks = self.advice.board.as_ref().and_then(board::marks);
                told.splice(
                    0..0,
                    best.into_iter().chain(self.advice.remark.clone()).chain(marks).chain(following),
                );
                for (of, figures) in &self.advice.figures {
                    told.extend(self.told(of, figures));
                }
                if self.advice.reached == Some(false) {
                    told.push(
                        "The other seat never comes here if it plays as it should, so its hand is taken as unknown.".to_owned(),
                    );
                }
                if self.is_before_throw() {
                    told.insert(
                        0,
                        format!("Before the throw the player to move wins {}.", worth(&self.advice.value)),
                    );
                }
                (!options.is_empty()).then(|| self.options_table(options))
            }
            Advised::Casts(casts) => {
                told.insert(
                    0,
                    format!(
                        "Before the throw seat {} can expect {}.",
                        self.advice.seat,
                        worth(&self.advice.value)
                    ),
                );
                Rows::of(casts)
                    .words("Cast", |line| line.cast.clone())
                    .words("Best", |line| line.option.clone())
                    .numbers(self.value_title(), |line| self.worth_of(&line.value))
                    .exactly(1, |line| &line.value)
                    .section
                    .into()
            }
        };
        let is_valued =
            self.options().is_none_or(|options| options.iter().any(|option| option.value.is_number()));
        if section.is_some() && is_valued || self.is_before_throw() {
            told.push(self.worth_explained());
        }
        let sections = self.advice.board.iter().map(board::board).chain(self.throws_table()).chain(section);
        let sections = sections.collect();
        vec![Sheet { heading, sections, notes: told }]
    }

    fn records(&self) -> Records {
        let others = self.advice.figures.iter().filter(|(of, _)| of.over != Over::Seats);
        let lists = others.map(|(of, figures)| {
            (of.name.to_owned(), (1..=figures.len()).map(|place| place.to_string()).collect())
        });
        Records::of([(Record::of_table(&self.setting).listing(lists), self)])
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
