//! The sheet of `win`: who wins and how long a game takes.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde::Serialize;

use super::csv::{Record, Records};
use super::number::{decimal, grouped, in_a_sentence, is_elided, one_in, percent, quantity, shown};
use super::sheet::{Cell, Column, Rows, Section, Sheet};
use super::{Answer, bones, posterior, rule};
use crate::analysis::{
    Compared, Figure, GamePosterior, NamedFigures, PmfForm, PmfRow, ScoreFigures, SeatOdds, Setting,
    Simulation, SpreadFigures, WinAnswer,
};
use crate::exact::Missing;
use crate::process::{Measure, Over, Role};
use crate::tali::Face;

/// The estimate with its interval, if it has one: `32.05 % (31.96 to 32.14)`.
pub(super) fn estimated(figure: Option<&Figure>, chance: bool) -> String {
    let Some(Figure::Simulated(estimate)) = figure else { return String::new() };
    let shown = |value: f64| posterior::shown(value, chance);
    let unit = if chance { " %" } else { "" };
    let value = format!("{}{unit}", shown(estimate.value));
    match figure.and_then(Figure::interval) {
        Some(([low, high], _)) => format!("{value} ({} to {})", shown(low), shown(high)),
        None => value,
    }
}

/// The question that a table answers, for its heading.
pub(super) fn asked(answer: &WinAnswer) -> &'static str {
    match answer.setting.players {
        1 if answer.is_but_figures() => "figures",
        1 if answer.setting.is_mere_chance() => "how often it happens",
        1 => "how often it is won",
        _ => "who wins",
    }
}

/// The game, its players, its changed rules and its bones.
pub(super) fn heading(setting: &Setting, what: &str) -> Vec<String> {
    let players =
        if setting.players == 1 { "1 player".to_owned() } else { format!("{} players", setting.players) };
    let mut lines = vec![format!("{}, {players}: {what}", setting.game.title)];
    let changed = rule::changed(setting);
    if !changed.is_empty() {
        lines.push(format!("House rules: {}", changed.join(" ")));
    }
    let play = setting.rules.shown_play();
    if !play.is_empty() {
        lines.push(format!("Play: {}", play.join(", ")));
    }
    if setting.game.faces(&setting.rules) {
        let each = setting.bones.len() > 1;
        for (seat, set) in setting.bones.iter().enumerate() {
            let seat = if each { format!("Seat {}: ", seat + 1) } else { String::new() };
            lines.extend(bones::lines(set).into_iter().map(|line| format!("{seat}{line}")));
        }
    }
    lines
}

/// The notes on the simulated games and on the bones.
pub(super) fn notes(
    setting: &Setting,
    simulation: Option<&Simulation>,
    drawn: Option<&GamePosterior>,
) -> Vec<String> {
    let mut notes = setting.remarks.clone();
    notes.extend(setting.capped.iter().map(|named| {
        let figure = &named.figures[0].solved;
        let times = if matches!(figure, Figure::Simulated(_)) {
            estimated(Some(figure), false)
        } else {
            quantity(figure, "")
        };
        format!("{}: {times}.", named.of.title)
    }));
    notes.extend(drawn.map(|drawn| posterior::note_of_game(drawn.draws, drawn.seed, drawn.level)));
    if let Some(Simulation { played, largest_z }) = simulation {
        let games = grouped(&played.tally.games);
        let confidence = posterior::shown_level(played.confidence);
        let held = if *largest_z > 0.0 {
            format!(
                "; no simulated value is more than {:.1} standard errors from the exact one",
                (10.0 * largest_z).ceil() / 10.0
            )
        } else {
            String::new()
        };
        notes.push(format!(
            "{games} {} simulated, seed {}; {confidence} % confidence intervals{held}.",
            if played.tally.games == 1 { "game" } else { "games" },
            played.seed
        ));
        let ended = played.tally.games - played.tally.never;
        if (1..played.tally.begun()).contains(&ended) {
            notes.push(format!(
                "Simulated lengths, and figures that are not solved, count only the {} games that ended.",
                grouped(&ended)
            ));
        }
        if played.tally.begun() < played.asked {
            notes.push(format!("Stopped early: {games} of {} games were simulated.", grouped(&played.asked)));
        }
    }
    if setting.game.faces(&setting.rules) {
        let mut different: Vec<crate::analysis::NamedSet> = Vec::new();
        for set in &setting.bones {
            if !different.contains(set) {
                different.push(set.clone());
            }
        }
        notes.extend(bones::notes(&different));
    }
    notes
}

/// An empty table with columns for mean, deviation and quantiles.
pub(super) fn spread_columns(title: &str) -> Section {
    let numbers = ["Mean", "Deviation", "5 %", "Median", "95 %", "99 %"];
    let columns = [Column::words("")].into_iter().chain(numbers.map(Column::numbers));
    Section::titled(title, columns.collect())
}

/// Mean, deviation and quantiles in one table.
pub(super) fn spread(title: &str, spread: &SpreadFigures) -> Section {
    let mut section = spread_columns(title);
    // Figures known only from simulation appear once.
    let solved = spread.mean.is_solved();
    let is_played = |number: &Figure| matches!(number, Figure::Simulated(_));
    let quantiles = |played: bool| {
        let with_spread = move |number: &Figure| {
            if is_played(number) == played { quantity_or_whole(number) } else { String::new() }
        };
        spread.quantiles.iter().map(move |quantile| with_spread(&quantile.number))
    };
    let mut row = if solved {
        let sd = if is_played(&spread.sd) { String::new() } else { quantity(&spread.sd, "") };
        vec!["Solved".to_owned(), quantity(&spread.mean.solved, ""), sd]
    } else {
        vec![
            "Simulated".to_owned(),
            estimated(Some(&spread.mean.solved), false),
            estimated(Some(&spread.sd), false),
        ]
    };
    row.extend(quantiles(!solved));
    section.row(row);
    if let Some(simulated) = spread.mean.simulated.as_ref().filter(|_| solved) {
        let numbers = [simulated, &spread.sd].map(|figure| estimated(Some(figure), false));
        let mut row = vec!["Simulated".to_owned()];
        row.extend(numbers.into_iter().chain(quantiles(true)));
        section.row(row);
    }
    if let Some(interval) = posterior::row(&spread.mean, 7) {
        section.row(interval);
    }
    for (row, mean) in finite_means(spread) {
        section.row([row.to_owned(), mean].into_iter().chain(std::iter::repeat_n(String::new(), 5)));
    }
    section
}

/// The mean over games that end, where some may not: solved, and simulated beside it.
pub(super) fn finite_means(spread: &SpreadFigures) -> Vec<(&'static str, String)> {
    let Some(mean) = &spread.finite_mean else { return Vec::new() };
    let simulated =
        mean.simulated.as_ref().map(|_| ("If it ends, simulated", estimated(mean.simulated.as_ref(), false)));
    let solved = mean.is_solved().then(|| ("If it ends", quantity(&mean.solved, "")));
    solved.into_iter().chain(simulated).collect()
}

/// Whole numbers in full, others with four digits.
pub(super) fn quantity_or_whole(figure: &Figure) -> String {
    match figure {
        Figure::Exact(number) if number.is_integer() && number.to_integer().bits() < 60 => {
            grouped(&number.to_integer())
        }
        Figure::Numerical(bounds) if bounds.low().is_integer() && bounds.high().is_integer() => {
            let whole = |bound: &num_rational::BigRational| decimal(bound, 15);
            format!("{} to {}", whole(bounds.low()), whole(bounds.high()))
        }
        figure => quantity(figure, ""),
    }
}

/// A figure's name, its value, and whether it is a chance.
type Line<'a> = (String, &'a Compared, bool);

impl WinAnswer {
    /// Who wins and how long it takes, in a sentence; `None` where that is unknown.
    fn answered(&self) -> Option<String> {
        const FEW: usize = 4;
        let shares: Vec<(f64, usize, String)> = self
            .seats
            .iter()
            .map(|seat| {
                Some((seat.share.solved.approximate()?, seat.seat, in_a_sentence(&seat.share.solved)))
            })
            .collect::<Option<_>>()?;
        let (first, others) = shares.split_first()?;
        if self.never.solved.approximate() == Some(1.0) {
            return Some("With these bones and rules, the game never ends.".to_owned());
        }
        let most = shares.iter().reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        let least = shares.iter().reduce(|least, next| if next.0 < least.0 { next } else { least })?;
        let mut said = match others {
            [] if self.is_but_figures() => {
                let means = self.scores.iter().filter_map(|score| {
                    let mean = score.spread.mean.solved.rational()?;
                    Some(format!("{} is {} on average", score.of.title, decimal(&mean, 3)))
                });
                means.collect::<Vec<_>>().join("; ")
            }
            [] if self.setting.is_mere_chance() => format!("It happens in {} of the games", first.2),
            [] => format!("It is won in {} of the games", first.2),
            _ if most.2 == least.2 => format!("Each seat wins {} of the games", first.2),
            others if others.len() < FEW => {
                let others = others.iter().map(|(_, seat, share)| format!(", seat {seat} {share}"));
                format!("Seat 1 wins {} of the games{}", first.2, others.collect::<String>())
            }
            _ => format!(
                "Seat {} wins most often, {} of the games, and seat {} least often, {}",
                most.1, most.2, least.1, least.2
            ),
        };
        if !others.is_empty() {
            let known = |chance: &Figure| chance.approximate().is_some_and(|chance| chance > 0.0);
            let [nobody, never] = [&self.nobody.solved, &self.never.solved];
            if known(nobody) {
                said.extend([", nobody ", &in_a_sentence(nobody)]);
            }
            if known(never) {
                said.extend([", and ", &in_a_sentence(never), " never end"]);
            }
        }
        if let Some(mean) = self.length.mean.solved.rational().filter(|_| self.takes_time()) {
            let about = if self.length.mean.is_solved() { "" } else { "about " };
            let unit = self.setting.counted_in();
            let unit = if mean.is_one() { unit.one() } else { unit.name() };
            said.extend(["; a game takes ", about, &decimal(&mean, 3), " ", unit, " on average"]);
        }
        Some(said + ".")
    }

    /// Bounds on the wins of a game of your own, where they are not fractions.
    fn bounds(&self) -> Option<String> {
        const MOST: usize = 4;
        const MOST_DECIMALS: usize = 13;
        if self.setting.game.number != 0 || self.seats.len() > MOST {
            return None;
        }
        let seat = |seat: &SeatOdds| {
            let Figure::Numerical(bounds) = &seat.share.solved else { return None };
            let hundred = BigRational::from_integer(100.into());
            let [low, high] =
                [bounds.low(), bounds.high()].map(|end| (end * &hundred).to_f64().unwrap_or(0.0));
            // Enough decimals to show two different ends.
            let rounded = |end: f64, decimals: usize| format!("{end:.decimals$}");
            let decimals =
                (2..MOST_DECIMALS).find(|decimals| rounded(low, *decimals) != rounded(high, *decimals));
            let [low, high] = [low, high].map(|end| rounded(end, decimals.unwrap_or(MOST_DECIMALS)));
            Some(format!("seat {} {low} to {high} %", seat.seat))
        };
        let seats: Vec<String> = self.seats.iter().map(seat).collect::<Option<_>>()?;
        Some(format!("Solved with bounds: {}.", seats.join(", ")))
    }

    /// Whether a length makes sense: not where nothing is thrown, as with urns.
    fn takes_time(&self) -> bool {
        let is_zero = |figure: &Figure| matches!(figure, Figure::Exact(number) if number.is_zero());
        let is_nothing = is_zero(&self.length.mean.solved) && self.setting.game.number == 0;
        !(is_nothing || self.is_but_figures() && is_zero(&self.length.sd))
    }

    /// Whether only figures are asked for, and no winner.
    pub(super) fn is_but_figures(&self) -> bool {
        let one = |figure: &Figure| matches!(figure, Figure::Exact(chance) if chance.is_one());
        let is_certain = self.seats.iter().all(|seat| one(&seat.share.solved));
        is_certain && self.setting.is_mere_chance() && !self.scores.is_empty()
    }

    fn wins(&self) -> Section {
        let is_mere_chance = self.setting.is_mere_chance();
        let [wins, nobody] = if is_mere_chance { ["Chance", "It does not"] } else { ["Wins", "Nobody"] };
        let seats = self.seats.iter().map(|seat| {
            let seat_is = format!("Seat {}", seat.seat);
            (if is_mere_chance { "It happens".to_owned() } else { seat_is }, &seat.share)
        });
        let others = [(nobody, &self.nobody), ("Never ends", &self.never)].into_iter();
        let possible = |beside: &Compared| !matches!(&beside.solved, Figure::Exact(chance) if chance.numer().bits() == 0);
        let others =
            others.filter(|(_, beside)| possible(beside)).map(|(name, beside)| (name.to_owned(), beside));
        let lines = seats.chain(others).map(|(name, beside)| (name, beside, true));
        let lines: Vec<Line<'_>> = lines.collect();
        let column = self.solved_column(wins, &lines);
        let table = Rows::of(lines)
            .words("", |(name, ..)| name.clone())
            .column(column, |(_, beside, _)| {
                if self.is_shown_solved(beside) { percent(&beside.solved) } else { String::new() }
            })
            .numbers("One in", |(_, beside, _)| one_in(&beside.solved));
        self.compared(table)
    }

    /// Whether a figure belongs in the column of solved figures, not only in that of simulated ones.
    const fn is_shown_solved(&self, beside: &Compared) -> bool {
        self.simulation.is_none() || beside.is_solved()
    }

    /// The column of solved figures, if there are any.
    fn solved_column(&self, title: &str, lines: &[Line<'_>]) -> Option<Column> {
        lines.iter().any(|(_, beside, _)| self.is_shown_solved(beside)).then(|| Column::numbers(title))
    }

    /// The single figures in one table, and each list or grid in a table of its own.
    fn others(&self) -> Vec<Section> {
        let table = |title: &str, first: &str, lines: Vec<Line<'_>>| {
            let column = self.solved_column("Solved", &lines);
            let table = Rows::of(lines).titled(title).words(first, |(name, ..)| name.clone());
            let table = table.column(column, |(_, beside, chance)| {
                if self.is_shown_solved(beside) { shown(&beside.solved, *chance) } else { String::new() }
            });
            self.compared(table)
        };
        let chance = |named: &NamedFigures| named.of.unit == Measure::Probability;
        let is_noted = |named: &&NamedFigures| matches!(named.of.role, Role::Noted { .. } | Role::NotedOnce);
        let (lists, single): (Vec<_>, Vec<_>) = self
            .figures
            .iter()
            .filter(|named| !is_noted(named))
            .partition(|named| named.of.is_list() || named.figures.len() != 1);
        let single = single.iter().map(|named| (named.of.title.to_owned(), &named.figures[0], chance(named)));
        let single = Some(single.collect::<Vec<_>>()).filter(|single| !single.is_empty());
        let lists = lists.iter().map(|named| {
            if let [_, across] = named.shape.as_slice() {
                return by_score(named, *across);
            }
            let lines = named.figures.iter().enumerate();
            let lines = lines.map(|(index, figure)| (named.at(index), figure, chance(named)));
            table(named.of.title, named.of.over.heading(), lines.collect())
        });
        single
            .map(|single| table("Other figures", "", single))
            .into_iter()
            .chain(lists)
            .chain(self.noted())
            .collect()
    }

    /// Noted events for each seat: how often in a game, and how likely at least once.
    fn noted(&self) -> Option<Section> {
        let mut lines = Vec::new();
        for named in &self.figures {
            let Role::Noted { what, once } = named.of.role else { continue };
            let once = self.figures.iter().find(|other| other.of == once);
            // Seats for which it never happens are left out.
            let is_never =
                |figure: &Compared| matches!(&figure.solved, Figure::Exact(mean) if mean.is_zero());
            let all_are = named.figures.iter().all(is_never);
            for (index, figure) in
                named.figures.iter().enumerate().filter(|(_, one)| all_are || !is_never(one))
            {
                let seat = if self.seats.len() > 1 { format!(", seat {}", index + 1) } else { String::new() };
                let once = once.and_then(|once| once.figures.get(index));
                lines.push((format!("{what}{seat}"), figure, once));
            }
        }
        let simulated = || self.simulation.as_ref().map(|_| Column::numbers("Simulated"));
        let is_shown = |beside: &Compared| self.is_shown_solved(beside);
        let has_once = lines.iter().any(|(.., once)| once.is_some());
        let solved = lines.iter().any(|(_, mean, _)| is_shown(mean));
        let once = |line: &(String, &Compared, Option<&Compared>), shown: &dyn Fn(&Compared) -> String| {
            line.2.map_or_else(String::new, shown)
        };
        let level = self.posterior.as_ref().map(|drawn| drawn.level);
        let table = Rows::of(lines)
            .titled("How often in a game")
            .words("", |(what, ..)| what.clone())
            .column(solved.then(|| Column::numbers("Mean")), |(_, mean, _)| {
                if is_shown(mean) { shown(&mean.solved, false) } else { String::new() }
            })
            .exactly(1, |(_, mean, _)| &mean.solved)
            .column(simulated(), |(_, mean, _)| estimated(mean.simulated.as_ref(), false))
            .column(level.map(|_| Column::numbers("Averaged")), |(_, mean, _)| {
                posterior::average(mean, false)
            })
            .column(level.map(posterior::column), |(_, mean, _)| {
                posterior::interval(mean.credible().as_ref(), false)
            })
            .column(has_once.then(|| Column::numbers("At least once")), |line| {
                once(line, &|once| if is_shown(once) { percent(&once.solved) } else { String::new() })
            })
            .column(simulated().filter(|_| has_once), |line| {
                once(line, &|once| estimated(once.simulated.as_ref(), true))
            });
        Some(table.section).filter(|section| !section.rows.is_empty())
    }

    /// The same figures: exact, simulated, and averaged over the posterior weights.
    fn compared(&self, table: Rows<Line<'_>>) -> Section {
        let level = self.posterior.as_ref().map(|drawn| drawn.level);
        table
            .exactly(1, |(_, beside, _)| &beside.solved)
            .column(self.simulation.as_ref().map(|_| Column::numbers("Simulated")), |(_, beside, chance)| {
                estimated(beside.simulated.as_ref(), *chance)
            })
            .column(level.map(|_| Column::numbers("Averaged")), |(_, beside, chance)| {
                posterior::average(beside, *chance)
            })
            .column(level.map(posterior::column), |(_, beside, chance)| {
                posterior::interval(beside.credible().as_ref(), *chance)
            })
            .section
    }
}

/// Whether any seat plays best by a solution.
fn plays_best(setting: &Setting) -> bool {
    setting.rules.shown_play().iter().any(|play| *play == "best")
}

/// A sentence on faces that no bone shows.
fn missing_faces(setting: &Setting) -> String {
    let tali = || setting.bones.iter().flat_map(|set| set.set().tali());
    let never = Face::ALL.into_iter().filter(|face| tali().all(|talus| talus.weight(*face).bits() == 0));
    let never: Vec<String> = never.map(|face| face.to_string()).collect();
    if never.is_empty() || !setting.game.faces(&setting.rules) {
        String::new()
    } else {
        format!(" No bone shows a {}.", never.join(" or a "))
    }
}

impl Answer for WinAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let length = self.setting.counted_in().length();
        let mut sections: Vec<Section> = (!self.is_but_figures()).then(|| self.wins()).into_iter().collect();
        if self.takes_time() {
            sections.push(spread(&length, &self.length));
        }
        sections.extend(distribution(&length, &self.length, 0));
        sections.extend(self.others());
        sections.extend(self.scores.iter().flat_map(score));
        let mut notes = notes(&self.setting, self.simulation.as_ref(), self.posterior.as_ref());
        match self.never.solved.approximate() {
            Some(1.0) => notes.insert(0, format!("Nobody ever wins.{}", missing_faces(&self.setting))),
            Some(never) if never > 0.0 => {
                notes.insert(0, format!("The game may never end.{}", missing_faces(&self.setting)));
            }
            _ => {}
        }
        let ranges = self.seats.iter().filter_map(|seat| Some((seat.seat, seat.best_range.as_ref()?)));
        if let [(_, [first, _]), (_, [second, _])] = ranges.collect::<Vec<_>>()[..] {
            notes.insert(0, format!(
                "Best play leaves something open: seat 1 is sure of {}, and seat 2 of {}. The rest depends on how endless games \
                count.",
                percent(first), percent(second)
            ));
        }
        if self.setting.players > 2 && self.setting.game.number == 0 && plays_best(&self.setting) {
            notes.push(
                "Of options equally good for the player who chooses, the first is taken; for other players they may differ."
                    .to_owned(),
            );
        }
        let is_unsolved = |seat: &SeatOdds| {
            matches!(seat.share.solved, Figure::None(crate::analysis::Absence::Game(Missing::TooLong)))
        };
        if self.seats.iter().all(is_unsolved) {
            notes.push("The game is too large to solve; without --games 0 it is simulated.".to_owned());
        }
        notes.extend(self.bounds());
        for score in &self.scores {
            let values = score.spread.pmf.as_ref().map_or(0, |pmf| pmf.chances.len());
            if values > MOST_VALUES && score.spread.form != PmfForm::Whole {
                notes
                    .push(format!("{} has {values} values: --pmf shows how likely each is.", score.of.title));
            }
        }
        if self.figures.iter().any(|named| !named.unique) {
            notes.push(
                "The figures on bids and calls are for the strategy shown here; other strategies are equally good."
                    .to_owned(),
            );
        }
        let mut heading = heading(&self.setting, asked(self));
        if let Some(said) = self.answered() {
            heading.insert(1, said);
        }
        vec![Sheet { heading, sections, notes }]
    }

    fn records(&self) -> Records {
        let others = self.figures.iter().filter(|named| !matches!(named.of.over, Over::Game | Over::Seats));
        let lists = others.map(|named| {
            let indices = (0..named.figures.len()).map(|index| named.at(index));
            (named.of.name.replace('.', "_"), indices.collect())
        });
        let about = Record::of_table(&self.setting).listing(lists);
        let mut records = Records::of([(about.clone(), self)]);
        add_distribution(&mut records, &about, "length", &self.length);
        for score in &self.scores {
            add_distribution(&mut records, &about, score.of.name, &score.spread);
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}

/// Adds all values of a number with their chances, if asked for.
pub(super) fn add_distribution(records: &mut Records, about: &Record, name: &str, spread: &SpreadFigures) {
    if let Some(pmf) = spread.pmf.as_ref().filter(|_| spread.form == PmfForm::Whole) {
        records.add_rows(about, name, PmfRow::all(pmf));
    }
}

/// The title of a final score, and in how many of the games it exists, if not in all.
pub(in crate::output) fn title_of(score: &ScoreFigures) -> String {
    let always = score.chance.approximate().is_some_and(|chance| chance > 1.0 - 1e-9);
    match score.of.title {
        title if always || !score.chance.is_number() => title.to_owned(),
        title => format!("{title} (in {} of the games)", percent(&score.chance)),
    }
}

/// The tables of a final score: its spread, and the chance of each value if there are few.
fn score(score: &ScoreFigures) -> Vec<Section> {
    let mut section = spread(&title_of(score), &score.spread);
    if let Figure::Exact(mean) = &score.spread.mean.solved
        && !mean.is_integer()
        && !is_elided(&score.spread.mean.solved)
    {
        section.columns.push(Column::numbers("Exact mean"));
        for (index, row) in section.rows.iter_mut().enumerate() {
            row.push(if index == 0 { mean.to_string() } else { String::new() }.into());
        }
    }
    std::iter::once(section).chain(distribution(score.of.title, &score.spread, MOST_VALUES)).collect()
}

/// The most values of a final score that are listed, unless all are asked for.
pub(in crate::output) const MOST_VALUES: usize = 60;

/// The chance of each value of a number, if there are at most `most` or all are asked for.
pub(super) fn distribution(title: &str, spread: &SpreadFigures, most: usize) -> Option<Section> {
    let most = if spread.form == PmfForm::Whole { usize::MAX } else { most };
    let pmf = spread.pmf.as_ref().filter(|pmf| (2..=most).contains(&pmf.chances.len()))?;
    let table = Rows::of(PmfRow::all(pmf))
        .titled(format!("{title}, value by value"))
        .words("", |row| decimal(&row.number, 15))
        .numbers("Chance", |row| percent(&row.chance))
        .numbers("At least", |row| percent(&row.at_least))
        .numbers("One in", |row| one_in(&row.chance))
        .exactly(1, |row| &row.chance);
    Some(table.section)
}

/// A figure for each score: down the score of seat 1, across that of seat 2.
fn by_score(named: &NamedFigures, across: usize) -> Section {
    let mut columns = vec![Column::words("Seat 1 has, against")];
    columns.extend((1..=across).map(|others| Column::numbers(others.to_string())));
    let mut section = Section::titled(named.of.title, columns);
    for (own, figures) in (1..).zip(named.figures.chunks(across)) {
        let shares = figures.iter().map(|figure| Cell::from(percent(&figure.solved)));
        section.row(std::iter::once(Cell::from(u32::to_string(&own))).chain(shares));
    }
    section
}
