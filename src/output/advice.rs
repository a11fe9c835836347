//! What is best at a position, and the card that says it for every situation, laid out.

use serde::Serialize;

use super::Answer;
use super::board;
use super::csv::{Record, Records};
use super::number::{percent, signed};
use super::sheet::{Cell, Column, Rows, Section, Sheet};
use super::wins::{heading, notes, quantity_or_whole};
use super::words::capitalised;
use crate::analysis::{AdviceAnswer, AdviceLines, CardLine, Figure, OptionAdvice, StrategyAnswer};
use crate::games::{Fact, StrategyTable, TableUnit, Worth};
use crate::process::{Over, Statistic};
use crate::tali::Kind;

impl AdviceAnswer {
    /// What something is worth.
    fn worth_of(&self, value: &Figure) -> String {
        match self.worth {
            Worth::Coppers => signed(value),
            Worth::WinShare => percent(value),
            Worth::Pebbles | Worth::Stones => board::signed_whole(value),
        }
    }

    fn options_table(&self, options: &[OptionAdvice]) -> Section {
        // Of what is equally good on a board anything will do.
        let mixes = !self.worth.is_whole() && options.iter().any(|option| option.probability.is_some());
        let explains = self.explained && options.iter().any(|option| !option.why.is_empty());
        let valued = options.iter().any(|option| option.value.is_number());
        let best = self.best();
        let mut table = Rows::of(options)
            .words("Option", |option| option.option.clone())
            .column(mixes.then(|| Column::numbers("How often")), |option| {
                option
                    .probability
                    .as_ref()
                    .filter(|chance| !is_nothing(chance))
                    .map_or_else(String::new, percent)
            })
            .column(valued.then(|| Column::numbers(self.value_title())), |option| {
                self.worth_of(&option.value)
            });
        for place in 0..options.first().map_or(0, |option| option.figures.len()) {
            let title = options[0].figures[place].0.title;
            table = table.numbers(title, |option| percent(&option.figures[place].1));
        }
        let facts = options.first().map_or(&[][..], |option| &option.facts);
        for (place, (name, _)) in facts.iter().enumerate() {
            let title = board::fact_title(name);
            table = table.column((!title.is_empty()).then(|| Column::numbers(title)), |option| {
                board::fact(&option.facts[place].1)
            });
        }
        let table = table.column(valued.then(|| Column::words("")), |option| match best {
            _ if option.best => "best",
            Some(best) if option.is_as_good(best) => "as good",
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
            (Over::Game, Worth::Pebbles) if self.best().is_some() => return None,
            (Over::Game, Worth::Pebbles) | (Over::Depths, _) => all(board::signed_whole),
            (Over::Plies, _) => return Some(counted(of, figures)),
            _ => all(percent),
        };
        let counted = if of.is_list() {
            format!(" ({} 1 to {})", of.over.heading().to_lowercase(), figures.len())
        } else {
            String::new()
        };
        Some(format!("{}{counted}: {told}.", of.title))
    }

    /// The positions that follow, to be typed: after every option where these are few, else after what is best.
    fn following(&self, options: &[OptionAdvice]) -> Vec<String> {
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

    /// What a value stands for.
    fn worth_explained(&self) -> String {
        let told = match self.worth {
            Worth::Coppers => {
                "A gain is counted from here on, in coppers: what has been paid already is gone."
            }
            Worth::WinShare if !self.value.is_number() => {
                "Of more than two seats nobody knows what is best: these are the odds, as far as the own tali tell, and what \
                 the policy of the seat does (`best` plays as `cautious`)."
            }
            Worth::WinShare => {
                "An option's worth supposes that the other seat plays as said above, and that you play your best from there on."
            }
            Worth::Pebbles if matches!(self.value, Figure::Searched { .. }) => {
                "A value is how many pebbles the seat whose turn it is takes more than the other, as far as that is seen so many turns \
                 ahead."
            }
            Worth::Pebbles => {
                "A value is how many pebbles the seat whose turn it is takes more than the other from here on, if both play their \
                 best."
            }
            Worth::Stones => {
                "A value is an opinion, counted for the seat to move: 100 for each stone ahead, 1 for each move more than the other's pieces \
                 have, 20 for each free square more beside the dux. A win that can be forced within n plies is worth 1,000,000 − n."
            }
        };
        told.to_owned()
    }

    const fn value_title(&self) -> &'static str {
        match self.worth {
            Worth::Coppers => "Expected gain",
            Worth::WinShare => "Wins the match",
            Worth::Pebbles => "Value in pebbles",
            Worth::Stones => "Value in hundredths of a stone",
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

fn is_nothing(figure: &Figure) -> bool {
    figure.approximate() == Some(0.0)
}

impl Answer for AdviceAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut heading = heading(&self.setting, "what is best");
        heading.push(format!("Position: {}", self.position));
        let mut told = notes(&self.setting, None, None);
        let worth = |value: &Figure| match self.worth {
            Worth::Coppers => format!("{} coppers", signed(value)),
            Worth::WinShare => format!("{} of the match", percent(value)),
            Worth::Pebbles => format!("{} pebbles", board::signed_whole(value)),
            Worth::Stones => board::in_stones(value),
        };
        let section = match &self.lines {
            AdviceLines::Options(options) => {
                let best = self.best().filter(|best| best.value.is_number()).map(|best| {
                    let others = options.iter().filter(|option| !option.best);
                    // Of those that are not shown nothing is said.
                    let all_alike = options.len() > 1
                        && self.options_left_out == 0
                        && others.clone().all(|option| option.is_as_good(best));
                    match (all_alike, !self.worth.is_whole() && best.certainty() < 1.0) {
                        (true, _) => format!("All are worth the same: {}.", worth(&best.value)),
                        (false, true) => {
                            format!("Most often: {}, worth {}.", best.option, worth(&best.value))
                        }
                        (false, false) => format!("Best: {}, worth {}.", best.option, worth(&best.value)),
                    }
                });
                let following = self.following(options);
                let marks = self.board.as_ref().and_then(board::marks);
                told.splice(0..0, best.into_iter().chain(self.remark.clone()).chain(marks).chain(following));
                for (of, figures) in &self.figures {
                    told.extend(self.told(of, figures));
                }
                if self.reached == Some(false) {
                    told.push(
                        "The other seat never comes here if it plays as it should, so its hand is taken as unknown.".to_owned(),
                    );
                }
                (!options.is_empty()).then(|| self.options_table(options))
            }
            AdviceLines::Casts(casts) => {
                told.insert(
                    0,
                    format!("Before the throw seat {} can expect {}.", self.seat, worth(&self.value)),
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
        if section.is_some() {
            told.push(self.worth_explained());
        }
        let sections = self.board.iter().map(board::board).chain(section).collect();
        vec![Sheet { heading, sections, notes: told }]
    }

    fn records(&self) -> Records {
        let mut records = Records::of_figures();
        let position = Record::of_table(&self.setting).of(&self.position).seat(self.seat);
        records.add(position.named("value").figure(&self.value));
        match &self.lines {
            AdviceLines::Options(options) => {
                for option in options {
                    let about = |name: &str| position.named(name).option(&option.option);
                    records.add(about("value").figure(&option.value));
                    records.add(about("best").count(u8::from(option.best)));
                    if let Some(probability) = &option.probability {
                        records.add(about("probability").figure(probability));
                    }
                    for (of, figure) in &option.figures {
                        records.add(about(of.name).figure(figure));
                    }
                    for (name, fact) in &option.facts {
                        match fact {
                            Fact::Count(count) => records.add(about(name).count(count)),
                            Fact::Cells(cells) => {
                                for (cell, pebbles) in (1_u32..).zip(cells) {
                                    records.add(about(name).at(cell).count(pebbles));
                                }
                            }
                            Fact::Word(_) => {}
                        }
                    }
                }
            }
            AdviceLines::Casts(casts) => {
                for CardLine { cast, option, value } in casts {
                    records.add(position.named("value").at(cast).option(option).figure(value));
                }
            }
        }
        // The value stands above.
        for (of, figures) in self.figures.iter().filter(|(of, _)| of.name != "value") {
            for (place, figure) in (1_u32..).zip(figures) {
                let about = position.named(of.name);
                let about = if of.is_list() { about.at(place) } else { about };
                records.add(about.figure(figure));
            }
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}

/// What is done, as short as fits a card: `M 43` for `mercury 43`, and a dot for standing.
pub(super) fn short(option: &str) -> String {
    if option == "stand" {
        return "\u{b7}".to_owned();
    }
    let (first, rest) = option.split_once(' ').unwrap_or((option, ""));
    let letter: String = first.chars().take(1).flat_map(char::to_uppercase).collect();
    if rest.is_empty() { letter } else { format!("{letter} {rest}") }
}

/// What the short forms stand for.
pub(super) fn legend(answer: &StrategyAnswer) -> String {
    let mut words: Vec<&str> = Vec::new();
    for line in answer.cards.iter().flat_map(|card| &card.casts) {
        let word = line.option.split(' ').next().unwrap_or_default();
        if !words.contains(&word) && word != "stand" {
            words.push(word);
        }
    }
    words.sort_unstable();
    let word = |word: &&str| format!("{} {word}", short(word));
    let told: Vec<String> =
        std::iter::once("\u{b7} stand".to_owned()).chain(words.iter().map(word)).collect();
    format!("{}; digits are the faces that are thrown again.", told.join(", "))
}

/// What heads the situations of a seat that share a column.
pub(super) fn situations(best: &[&str]) -> String {
    match best {
        [] | [""] => "any".to_owned(),
        ["-"] => "none".to_owned(),
        ["-", rest @ ..] => format!("none, {}", situations(rest)),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}\u{2013}{last}"),
    }
}

/// A probability as whole percent, as a card has room for; nothing for what is never done.
pub(super) fn part(chance: Option<f64>) -> String {
    match chance {
        None => String::new(),
        Some(chance) if chance <= 0.0 => "\u{b7}".to_owned(),
        Some(chance) if chance < 0.005 => "<1".to_owned(),
        Some(chance) => format!("{:.0}", 100.0 * chance),
    }
}

impl StrategyTable {
    /// What the table tells, and in what.
    pub(super) fn heading(&self) -> String {
        match self.unit {
            TableUnit::Percent => format!("{}, in percent", self.title),
            TableUnit::Bones | TableUnit::Value { .. } => self.title.clone(),
        }
    }

    /// One of its numbers.
    pub(super) fn cell(&self, number: Option<f64>) -> String {
        match (self.unit, number) {
            (TableUnit::Percent, chance) => part(chance),
            (TableUnit::Bones | TableUnit::Value { .. }, None) => String::new(),
            (TableUnit::Value { .. }, Some(value)) => format!("{value:+.0}").replace('-', "\u{2212}"),
            (TableUnit::Bones, Some(bones)) if (bones - bones.round()).abs() < 0.05 => format!("{bones:.0}"),
            (TableUnit::Bones, Some(bones)) => format!("{bones:.1}"),
        }
    }

    /// How much a number is of the most that there can be: from 0 to 1, and of what costs to −1.
    pub(super) fn part_of_range(&self, number: f64) -> f64 {
        let most = match self.unit {
            TableUnit::Percent => 1.0,
            TableUnit::Bones => 4.0,
            TableUnit::Value { low, .. } if number < 0.0 => -f64::from(low),
            TableUnit::Value { high, .. } => f64::from(high),
        };
        if most > 0.0 { number / most } else { 0.0 }
    }
}

impl StrategyTable {
    /// What heads the names of the rows: `Hand, by call`.
    pub(super) fn corner(&self) -> String {
        format!("{}, by {}", capitalised(self.rows), self.columns)
    }

    /// Its columns with what heads them; columns that say the same all the way down share one.
    pub(super) fn merged(&self) -> Vec<(String, usize)> {
        let column = |place: usize| self.cells.iter().map(move |row| self.cell(row[place]));
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in 0..self.column_names.len() {
            match runs.last_mut() {
                Some((first, last)) if column(*first).eq(column(place)) => *last = place,
                _ => runs.push((place, place)),
            }
        }
        let title = |(first, last): (usize, usize)| match &self.column_names[first..=last] {
            [one] => with_kind(one),
            [one, other] => format!("{}, {}", with_kind(one), with_kind(other)),
            [first, .., last] => format!("{}\u{2013}{}", with_kind(first), with_kind(last)),
            [] => String::new(),
        };
        runs.into_iter().map(|run| (title(run), run.0)).collect()
    }

    /// Its rows with what heads them; rows that say the same share one.
    pub(super) fn merged_rows(&self) -> Vec<(String, usize)> {
        let said = |place: usize| self.cells[place].iter().map(|number| self.cell(*number));
        let mut rows: Vec<(String, usize)> = Vec::new();
        for (place, name) in self.row_names.iter().enumerate() {
            match rows.iter_mut().find(|(_, first)| said(*first).eq(said(place))) {
                // Where rows lie beside one another on a board, every one is wanted.
                Some((names, _)) if !matches!(self.unit, TableUnit::Value { .. }) => {
                    names.push_str(", ");
                    names.push_str(&with_kind(name));
                }
                _ => rows.push((with_kind(name), place)),
            }
        }
        rows
    }
}

/// What stands at a row or a column of a card, with a capital if it begins with a kind of cast.
fn with_kind(name: &str) -> String {
    let first = name.split([' ', ',']).next().unwrap_or_default();
    if Kind::ALL.into_iter().any(|kind| kind.name() == first) { capitalised(name) } else { name.to_owned() }
}

/// How likely each thing is done.
fn mixture(table: &StrategyTable) -> Section {
    let columns = table.merged();
    let mut titles = vec![Column::words(table.corner())];
    titles.extend(columns.iter().map(|(title, _)| Column::numbers(title.clone())));
    let mut section = Section::titled(table.heading(), titles);
    for (name, cells) in table.row_names.iter().zip(&table.cells) {
        let cells = columns.iter().map(|(_, place)| Cell::from(table.cell(cells[*place])));
        section.row(std::iter::once(Cell::from(with_kind(name))).chain(cells));
    }
    section
}

impl StrategyAnswer {
    /// The tables of a card on paper: the shorter ones, where there are any.
    pub(super) fn for_paper(&self) -> impl Iterator<Item = &StrategyTable> {
        let has_short = self.tables.iter().any(|table| table.is_short);
        self.tables.iter().filter(move |table| table.is_short || !has_short)
    }

    /// What is said of tables of mixtures.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.situation.is_empty() {
            let value = self.value.as_ref();
            let worth =
                value.map_or_else(String::new, |(what, value)| format!(" {what}: {}.", percent(value)));
            remarks.push(format!("The card is of {}.{worth}", self.situation));
        }
        remarks.extend(self.catalogue.iter().flat_map(board::fair));
        remarks.extend(self.costs.iter().map(|(what, cost)| format!("{what}: {}.", percent(cost))));
        if !self.explained.is_empty() {
            remarks.push(self.explained.to_owned());
        }
        remarks
    }
}

impl Answer for StrategyAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        if !self.tables.is_empty() {
            let mut told = self.remarks();
            if self.is_mixed() {
                told.push(format!(
                    "'tali-odds advise {}' says what to do in any position; --format json has the whole strategy.",
                    self.setting.game.name
                ));
            }
            told.extend(notes(&self.setting, None, None));
            let catalogue = self.catalogue.iter().map(board::summary);
            return vec![Sheet {
                heading: heading(&self.setting, "the card"),
                sections: catalogue.chain(self.tables.iter().map(mixture)).collect(),
                notes: told,
            }];
        }
        if !self.has_choices() {
            let mut told =
                vec!["Nothing to decide: best play stands with every cast, in every seat.".to_owned()];
            told.extend(notes(&self.setting, None, None));
            return vec![Sheet {
                heading: heading(&self.setting, "the card"),
                sections: Vec::new(),
                notes: told,
            }];
        }
        let sections = self.columns().into_iter().map(|(seat, columns)| {
            let mut titles = vec![Column::words("Cast")];
            titles.extend(columns.iter().map(|column| Column::words(situations(&column.best))));
            let first = columns.first().is_some_and(|column| column.best == [""]);
            let title =
                if first { format!("Seat {seat}") } else { format!("Seat {seat}, by the best cast so far") };
            let mut section = Section::titled(title, titles);
            let casts = columns.first().map_or(0, |column| column.card.casts.len());
            for line in 0..casts {
                let cast = columns[0].card.casts[line].cast.clone();
                let advice = columns.iter().map(|column| short(&column.card.casts[line].option));
                section.row(std::iter::once(cast).chain(advice).map(Cell::from));
            }
            section
        });
        let mut notes = vec![legend(self)];
        let range =
            self.columns().iter().any(|(_, columns)| columns.iter().any(|column| column.best.len() > 1));
        if range {
            notes.push("Best casts with the same advice share a column.".to_owned());
        }
        for (seat, cost) in (1..).zip(&self.card_cost) {
            notes.push(format!(
                "Whoever plays from the card in seat {seat}, and not by what lies in the pot, loses {} coppers a round.",
                super::number::quantity(cost, "")
            ));
        }
        notes.extend(super::wins::notes(&self.setting, None, None));
        vec![Sheet { heading: heading(&self.setting, "the card"), sections: sections.collect(), notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::of_figures();
        let table = Record::of_table(&self.setting);
        for card in &self.cards {
            let position = table.named("value").of(&card.position);
            for CardLine { cast, option, value } in &card.casts {
                records.add(position.clone().at(cast).option(option).figure(value));
            }
        }
        for round in &self.rounds {
            let at = format!("{}-{} starter {}", round.tali[0], round.tali[1], round.starter);
            let about = |name: &str| table.named(name).of(&at);
            records.add(about("value").figure(&round.value.clone().into()));
            for (seat, exploitability) in
                [round.starter, 3 - round.starter].into_iter().zip(&round.exploitability)
            {
                records.add(about("exploitability").seat(seat).figure(&exploitability.clone().into()));
            }
            let openings = round.opening.iter().map(|(hand, bids)| (hand.clone(), bids));
            let replies = round.replies.iter();
            let replies =
                replies.map(|reply| (format!("{} own {}", reply.bids, reply.count), &reply.actions));
            for (known, actions) in openings.chain(replies) {
                for (action, chance) in actions {
                    records.add(about("probability").at(&known).option(action).number(*chance));
                }
            }
        }
        for turn in &self.turns {
            let given = turn
                .given
                .map_or_else(String::new, |[hand, call]| format!(" {} {}", hand.as_str(), call.as_str()));
            let at = format!("{}-{} mover {}{given}", turn.counters[0], turn.counters[1], turn.mover);
            let about = |name: &str| table.named(name).of(&at);
            records.add(about("value").figure(&turn.figure()));
            for law in &turn.law {
                let does = format!("throw {} call {}", law.throws.as_str(), law.call.as_str());
                records.add(about("probability").at(law.hand.as_str()).option(does).number(law.p));
            }
            for (throws, call, chance) in &turn.challenge {
                let heard = format!("{} {}", throws.as_str(), call.as_str());
                records.add(about("probability").at(heard).option("challenge").number(*chance));
            }
        }
        for (layout, value) in self.catalogue.iter().flat_map(|catalogue| &catalogue.layouts) {
            records.add(table.named("value").of(layout).count(value));
        }
        if let Some(first_moves) = &self.first_moves {
            for (name, value) in &first_moves.values {
                records.add(table.named("value").option(name).figure(&first_moves.figure(*value)));
            }
        }
        if let Some((_, value)) = &self.value {
            records.add(table.named("value").of(&self.situation).figure(value));
        }
        for (what, cost) in &self.costs {
            records.add(table.named("cost").of(*what).figure(cost));
        }
        for (seat, cost) in (1..).zip(&self.card_cost) {
            records.add(table.named("card_cost").seat(seat).figure(cost));
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
