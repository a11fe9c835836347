//! The sheet of `balance`: whether games are fair, how long they take and how they swing.

use num_traits::{One, Zero};
use serde::Serialize;

use super::csv::{Record, Records};
use super::intervals::{shown, shown_as, signed_points};
use super::json::Compared;
use super::number::{self, is_positive, percent, percent_as_set, quantity, signed};
use super::sheet::{Column, Rows, Section, Sheet};
use super::tune::bare;
use super::verdicts::{BalanceRecord, Names, mending, sentence, word};
use super::wins::{estimated, heading, notes, quantity_or_whole, spread_columns};
use super::words::{shell_word, text};
use super::{Answer, posterior};
use crate::analysis::{
    About, BalanceAnswer, Figure, Mend, Mending, SeatFigure, SkillFigures, SpreadFigures, Verdict,
};
use crate::process::Swing;

/// A figure on how a game swings: its key in JSON, its parameter, its title, its value, and whether that is a chance.
pub(super) type SwingRow<'a> = (&'static str, String, String, &'a Figure, bool);

/// The informative figures on swings: no comebacks from an even share or more; only dead casts for a game that is always won.
pub(super) fn informative_swings(answer: &BalanceAnswer) -> Vec<SwingRow<'_>> {
    if answer.is_always_won() {
        return swings_of(answer, |swing| matches!(swing, Swing::DeadCasts));
    }
    // Winning from the initial chance is no comeback.
    let even = answer.wins.even_share().approximate().unwrap_or(1.0);
    swings_of(answer, |swing| swing.comeback_from().is_none_or(|from| from < even - 1e-9))
}

fn swings_of(answer: &BalanceAnswer, is_shown: impl Fn(Swing) -> bool) -> Vec<SwingRow<'_>> {
    const SHOWN: [Swing; 7] = [
        Swing::Drawishness,
        Swing::DeadCasts,
        Swing::Decisiveness,
        Swing::LeadChanges,
        Swing::ComebackFromQuarter,
        Swing::ComebackFromTenth,
        Swing::Drama,
    ];
    let completion: SwingRow<'_> =
        ("completion", String::new(), "The game ends".to_owned(), &answer.completion, true);
    let seats = answer.seats.len();
    let row = |swing: Swing| {
        let (key, at) = match swing.comeback_from() {
            Some(from) => ("comeback", from.to_string()),
            None => (swing.name(), String::new()),
        };
        (key, at, swing.title().to_owned(), answer.swings.of(swing), swing.is_part())
    };
    let swings_are_asked = seats > 1 && answer.setting.game.has_throws(&answer.setting.rules);
    let swings: Vec<SwingRow<'_>> = SHOWN.into_iter().filter(|swing| is_shown(*swing)).map(row).collect();
    // Games without any known swing figure get no rows for them.
    let swings =
        swings.iter().any(|(.., figure, _)| figure.is_number()).then_some(swings).into_iter().flatten();
    let figures = std::iter::once(completion).chain(swings);
    figures.filter(|(.., figure, _)| swings_are_asked || figure.is_number()).collect()
}

fn is_zero(figure: &Figure) -> bool {
    figure.rational().is_some_and(|value| value.is_zero())
}

pub(super) fn verdict_table(answer: &BalanceAnswer, names: Names<'_>) -> Section {
    Rows::of(&answer.verdicts)
        .words("Verdict", |verdict| word(answer, verdict))
        .words("What a host should know", |verdict| sentence(answer, verdict, names))
        .section
}

/// The remedies for the problems, each with its verdict afterwards.
fn mend_table(answer: &BalanceAnswer, names: Names<'_>) -> Option<Section> {
    let mends = answer.mends.as_ref().filter(|mends| !mends.is_empty())?;
    let then = |mend: &Mend| match mend.how {
        Mending::Turns if mend.about == About::Coins => {
            Some("Nobody gains or loses money in the long run.".to_owned())
        }
        Mending::Turns => Some("All players win equally often in the long run.".to_owned()),
        Mending::Rule { .. } => mend.verdict().map(|(after, verdict)| sentence(after, verdict, names)),
    };
    let option = |mend: &Mend| match &mend.how {
        Mending::Turns => String::new(),
        Mending::Rule { key, value, .. } => {
            format!("--rule {}", shell_word(&format!("{key}={}", bare(value))))
        }
    };
    let rows = Rows::of(mends)
        .titled("What fixes it")
        .words("Do this", |mend| mending(answer, mend))
        .words("Option", |mend| option(mend))
        .words("Result", |mend| text(then(mend)));
    Some(rows.section)
}

fn seat_table(answer: &BalanceAnswer, names: Names<'_>) -> Section {
    let several = answer.seats.len() > 1;
    let has_throws = answer.setting.game.has_throws(&answer.setting.rules);
    let table = Rows::of(&answer.seats)
        .titled("Seat by seat")
        .words("", |seat| names.of(seat.seat))
        .numbers("Wins", |seat| shown(&seat.share.solved, true))
        .exactly(2, |seat| &seat.share.solved);
    let is_shown = |of: &SeatFigure| match *of {
        SeatFigure::ADVANTAGE => several,
        // Without throws no chance goes up or down.
        SeatFigure::SUSPENSE | SeatFigure::SURPRISE => has_throws,
        SeatFigure::HOUSE_EDGE => {
            answer.seats.iter().filter_map(|seat| seat.solved(*of)).any(Figure::is_number)
        }
        of => answer.seats.iter().any(|seat| seat.get(of).is_some()),
    };
    let table = SeatFigure::ALL.into_iter().filter(is_shown).fold(table, |table, of| {
        let column = match of {
            SeatFigure::RUINED => Column::numbers(ruined_within(answer)),
            SeatFigure::SUSPENSE | SeatFigure::SURPRISE => Column::numbers(of.title).spare(1),
            of => Column::numbers(of.title),
        };
        table.column(column, |seat| text(seat.solved(of).map(|figure| shown_as(figure, of.shown))))
    });
    let interval = answer.posterior.as_ref().map(|drawn| {
        let column = posterior::column(drawn.level);
        Column { title: format!("Wins, {}", column.title), ..column }
    });
    let mut section =
        table.column(interval, |seat| posterior::interval(seat.share.credible().as_ref(), true)).section;
    if is_positive(&answer.nobody) {
        let mut cells = vec!["Nobody".to_owned(), shown(&answer.nobody, true)];
        cells.resize(section.columns.len(), String::new());
        section.row(cells);
    }
    section
}

/// The heading for the chances of ruin.
fn ruined_within(answer: &BalanceAnswer) -> String {
    match answer.evening.as_ref().map(|evening| evening.most_games) {
        None => "Ruined before the end".to_owned(),
        Some(1) => "Ruined by one game".to_owned(),
        Some(games) => format!("Ruined within {games} games"),
    }
}

fn length_table(answer: &BalanceAnswer) -> Section {
    let mut section = spread_columns("How long it takes");
    let mut row = |what: &str, spread: &SpreadFigures| {
        let mut cells = vec![what.to_owned(), shown(&spread.mean.solved, false), shown(&spread.sd, false)];
        cells.extend(spread.quantiles.iter().map(|quantile| quantity_or_whole(&quantile.number)));
        let columns = cells.len();
        section.row(cells);
        if let Some(interval) = posterior::row(&spread.mean, columns) {
            section.row(interval);
        }
        if let Some(mean) = &spread.finite_mean {
            let cells = [format!("{what}, if it ends"), shown(&mean.solved, false)];
            section.row(cells.into_iter().chain(std::iter::repeat_n(String::new(), columns - 2)));
        }
    };
    row(answer.setting.counted_in().title(), &answer.length);
    row("Minutes", &answer.minutes);
    section
}

fn swing_table(answer: &BalanceAnswer) -> Section {
    Rows::of(informative_swings(answer))
        .titled("How it swings")
        .words("", |(_, _, title, ..)| title.clone())
        .numbers("", |(.., figure, chance)| shown(figure, *chance))
        .section
}

/// The gain from good play, and from each variant.
fn skill_tables(skill: &SkillFigures, seats: usize, names: Names<'_>) -> Vec<Section> {
    if !skill.shares.is_empty() {
        return vec![share_table(skill, names)];
    }
    if !skill.ladder.is_empty() {
        return vec![ladder_table(skill)];
    }
    // Without choices all policies are the same.
    let variants = skill.value.iter().chain(&skill.without).flat_map(|(_, figures)| figures);
    if skill.against.iter().map(|(_, gain)| gain).chain(variants).all(is_zero) {
        return Vec::new();
    }
    let against = Rows::of(&skill.against)
        .titled("How much more best play gains in a round than a policy, if all other seats use that policy")
        .words("Policy", |(policy, _)| *policy)
        .numbers("Gain", |(_, gain)| signed(gain))
        .exactly(1, |(_, gain)| gain)
        .section;
    let of_seats = |title: &str, variants: &[(&'static str, Vec<Figure>)]| {
        let mut columns = vec![Column::words("Variant")];
        columns.extend((1..=seats).map(|seat| Column::numbers(names.of(seat))));
        let mut section = Section::titled(title, columns);
        for (variant, figures) in variants {
            section.row(std::iter::once((*variant).to_owned()).chain(figures.iter().map(signed)));
        }
        section
    };
    let value = of_seats("What a seat gains in a round if it may use the variant", &skill.value);
    let without = of_seats("What a seat gains in a round if nobody may use it", &skill.without);
    let listed = [(value, &skill.value), (without, &skill.without)];
    let listed = listed.into_iter().filter(|(_, variants)| !variants.is_empty());
    std::iter::once(against).chain(listed.map(|(section, _)| section)).collect()
}

/// How often best play wins against simpler policies.
fn share_table(skill: &SkillFigures, names: Names<'_>) -> Section {
    Rows::of(&skill.shares)
        .titled("How often best play beats each policy")
        .words("Policy", |against| against.policy.clone())
        .numbers(format!("As {}", names.of(1)), |against| percent(&against.best[0]))
        .numbers(format!("As {}", names.of(2)), |against| percent(&against.best[1]))
        .numbers("Mean", |against| percent(&against.mean))
        .section
}

/// How often better policies win against simpler ones.
fn ladder_table(skill: &SkillFigures) -> Section {
    Rows::of(&skill.ladder)
        .titled("How often better play wins (seats alternate; a game that nobody wins counts one half)")
        .words("Policy", |rung| rung.policy.clone())
        .words("Against", |rung| rung.against.clone())
        .numbers("Wins, simulated", |rung| estimated(Some(&rung.share), true))
        .section
}

/// The notes on the figures of one game.
pub(super) fn all_notes(answer: &BalanceAnswer) -> Vec<String> {
    // Solved shares need no note on simulation; the swings have their own.
    let is_played = answer.seats.iter().any(|seat| matches!(seat.share.solved, Figure::Simulated(_)));
    let simulation = answer.wins.simulation.as_ref().filter(|_| is_played);
    let mut notes = notes(&answer.setting, simulation, answer.posterior.as_ref());
    let pace = quantity(&Figure::Exact(answer.question.pace.clone()), "");
    let each = if answer.casts_each.is_one() {
        format!(" a {}", answer.setting.counted_in().one())
    } else {
        let number = quantity(&Figure::Exact(answer.casts_each.clone()), "");
        let what = answer.moves;
        format!(" for each of the {number} {what} of a round, about as many as the first has on average")
    };
    notes.push(format!(
        "Minutes assume {pace} seconds{each}. \"Fine\" and \"problem\" mean that a figure, with any interval it has, is within or beyond \
         its limit: the time you have, or a tolerance of {}{}.",
        percent_as_set(&answer.question.tolerance),
        if answer.verdicts.iter().any(|verdict| answer.is_evened_by_turns(verdict)) {
            ", \"rotate\" that the game is fair if you rotate who begins"
        } else {
            ""
        }
    ));
    if answer.mends.as_ref().is_some_and(Vec::is_empty) && answer.verdicts.iter().any(Verdict::is_problem) {
        notes.push("None of the rules tried fixes it.".to_owned());
    }
    if answer.setting.game.has_throws(&answer.setting.rules) {
        notes.push(
            "Suspense adds up how far a seat's chance to win could move at each cast (the standard deviation); surprise adds up \
             how far it did move."
                .to_owned(),
        );
    }
    if let Some(first_move) = answer.skill.as_ref().and_then(|skill| skill.first_move_of_alike()) {
        notes.push(format!(
            "If both play alike, seat 1's share of the wins minus seat 2's is {}.",
            signed_points(first_move)
        ));
    }
    if let Some(games) = answer.swings.followed {
        notes.push(format!(
            "The figures on how it swings come from {} games followed cast by cast, seed {}.",
            number::grouped(&games),
            answer.question.averaging.seed
        ));
    }
    notes
}

/// The sheet of one game.
pub(super) fn sheet(answer: &BalanceAnswer, names: Names<'_>) -> Sheet {
    let verdicts = (!answer.verdicts.is_empty()).then(|| verdict_table(answer, names));
    let tables = [seat_table(answer, names), length_table(answer), swing_table(answer)];
    let mends = mend_table(answer, names);
    let mut sections: Vec<Section> = verdicts.into_iter().chain(mends).chain(tables).collect();
    if let Some(skill) = &answer.skill {
        sections.extend(skill_tables(skill, answer.seats.len(), names));
    }
    let asked = match answer.seats.as_slice() {
        [_] => "how often it is won, and how long it takes",
        _ => "is it fair, and how long does it take",
    };
    Sheet { heading: heading(&answer.setting, asked), sections, notes: all_notes(answer) }
}

impl Answer for [BalanceAnswer] {
    fn sheets(&self) -> Vec<Sheet> {
        self.iter().map(|answer| sheet(answer, Names::default())).collect()
    }

    fn records(&self) -> Records {
        Records::of(self.iter().map(|answer| (Record::of_table(&answer.setting), answer.without_verdicts())))
    }

    fn json(&self) -> impl Serialize {
        let record = |answer| BalanceRecord { answer, names: Names::default() };
        Compared::of("games", self.iter().map(record))
    }
}
