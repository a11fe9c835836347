//! What throws say of bones, laid out.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::Answer;
use super::csv::{Record, Records};
use super::number::{double, grouped, one_in, percent, quantity};
use super::posterior::{column, interval, shown_level};
use super::sheet::{Column, Rows, Section, Sheet};
use super::wins::estimated;
use super::words::{capitalised, text};
use crate::analysis::{
    Absence, Fewest, Figure, FitAnswer, Fitted, Goal, KindRow, PlanAnswer, PlanQuestion, PowerAnswer, Test,
    TestOf,
};
use crate::inference::{Pool, SMALLEST_EXPECTED};
use crate::tali::{Face, MAX_TALI, USUAL_TALI, presets};

/// Below this, what is tested is hardly true; below the next, it is doubtful.
const HARDLY: f64 = 0.01;
const DOUBTFUL: f64 = 0.05;

/// From more bones or groups on, each has one row, and what the tests say of them is summed up.
const MANY: usize = 8;

/// So many questions are named one by one.
const MOST_NAMED: usize = 3;

/// Smaller p-values are not told apart.
const SMALLEST_P: f64 = 0.0001;

fn figure(value: f64) -> Figure {
    double(value).unwrap_or(Figure::None(Absence::NothingToScale))
}

/// The bones that others are held against: `traditional bones`, `bones like “Livia's”`.
fn bones_like(name: &str) -> String {
    if presets::find(name).is_some() { format!("{name} bones") } else { format!("bones like “{name}”") }
}

/// What a test asks, as a title.
fn title(of: &TestOf) -> String {
    match of {
        TestOf::Fit { name: None, against } => format!("Are they consistent with {}?", bones_like(against)),
        TestOf::Fit { name: Some(name), against } => {
            format!("Is {name} consistent with {}?", bones_like(against))
        }
        TestOf::Bones => "Do the bones differ?".to_owned(),
        TestOf::Groups(column) => format!("Does it depend on {column}?"),
    }
}

/// What would happen by chance alone, with how often it does: `… would differ as much in 34 of 100 such series`.
fn by_chance(what: &str, test: &Test) -> String {
    let p = test.p();
    let would = |how: &str| what.replacen("would", &format!("would {how}"), 1);
    if test.is_bound() || p < SMALLEST_P {
        return format!("{} (p {})", would("almost never"), p_below(p));
    }
    if p >= 0.995 {
        return would("nearly always");
    }
    if p >= 0.01 {
        return format!("{what} in {:.0} of 100 such series", 100.0 * p);
    }
    format!("{what} in {} such series", one_in(&figure(p)).replacen(" in ", " of ", 1))
}

/// That a p-value is below the next power of ten: `< 0.001`.
fn p_below(p: f64) -> String {
    let bound = [SMALLEST_P, 0.001, 0.01, 0.1, 1.0].into_iter().find(|bound| p <= *bound);
    format!("< {}", bound.unwrap_or(1.0))
}

/// A p-value as it is printed everywhere: beyond what anybody acts on, only that it is below.
fn p_value(p: f64, named: bool) -> String {
    match (p < SMALLEST_P, named) {
        (true, true) => format!("p < {SMALLEST_P}"),
        (true, false) => format!("< {SMALLEST_P}"),
        (false, true) => format!("p = {}", quantity(&figure(p), "")),
        (false, false) => quantity(&figure(p), ""),
    }
}

/// What a test says, in a sentence.
fn verdict(test: &Test) -> String {
    let (no, doubtful, yes, rest) = match &test.of {
        TestOf::Fit { against, .. } => {
            let rest = format!("{} would be at least as far off", bones_like(against));
            ("Yes", "Doubtful", "No", rest)
        }
        TestOf::Bones => {
            let rest = "bones that are alike would differ at least as much".to_owned();
            ("Nothing shows that they do", "Perhaps", "Yes", rest)
        }
        TestOf::Groups(_) => {
            let rest = "throws that do not depend on it would differ at least as much".to_owned();
            ("Nothing shows that it does", "Perhaps", "Yes", rest)
        }
    };
    // What several tests say together is held against their number.
    let answer = match test.judged() {
        ..HARDLY => yes,
        ..DOUBTFUL => doubtful,
        _ => no,
    };
    format!("{answer}: {}.", by_chance(&rest, test))
}

impl Fitted {
    /// Whether there are so many bones or groups that each has one row.
    fn is_many(&self) -> bool {
        self.estimates.len() > MANY
    }

    /// What heads the names of bones or groups.
    fn whose(&self) -> String {
        match &self.question.pool {
            Pool::Column(column) => capitalised(column),
            Pool::All | Pool::None => "Bone".to_owned(),
        }
    }

    /// One row for each of many bones or groups.
    fn groups(&self) -> Section {
        let fits: Vec<&Test> = self.tests.iter().filter(|test| test.is_fit()).collect();
        let level = column(self.question.averaging.level).title;
        let table = Rows::of(self.estimates.iter().enumerate())
            .titled(format!("The weight of each face, with its {level}"))
            .words(self.whose(), |(_, estimated)| estimated.title())
            .numbers("Throws", |(_, estimated)| grouped(&estimated.posterior.throws()));
        let table = Face::ALL.into_iter().fold(table, |table, face| {
            table.numbers(format!("{face} {}", face.shape()), |(_, estimated)| {
                let face = &estimated.faces[face.index()];
                let [low, high] = face.credible.ends().map(|end| 100.0 * end);
                let mean = 100.0 * face.mean.approximate().unwrap_or(0.0);
                format!("{mean:.1} % ({low:.1} to {high:.1})")
            })
        });
        let fit = |place: &usize| fits.get(*place).copied();
        table
            .column((!fits.is_empty()).then(|| Column::numbers("p, Holm")), |(place, _)| {
                text(fit(place).map(|test| p_value(test.judged(), false)))
            })
            .section
    }

    fn faces(&self) -> Section {
        if self.is_many() {
            return self.groups();
        }
        let several = self.estimates.len() > 1;
        let each = self.estimates.iter();
        Rows::of(each.flat_map(|estimated| estimated.faces.iter().map(move |face| (estimated, face))))
            .column(several.then(|| Column::words(self.whose())), |(estimated, _)| estimated.title())
            .words("Face", |(_, face)| format!("{} {}", face.face, face.face.shape()))
            .numbers("Thrown", |(_, face)| grouped(&face.count))
            .column(Column::numbers("Share").spare(1), |(_, face)| percent(&face.share))
            .numbers("Weight", |(_, face)| percent(&face.mean))
            .numbers("± sd", |(_, face)| percent(&face.sd))
            .column(column(self.question.averaging.level), |(_, face)| interval(Some(&face.credible), true))
            .section
    }

    fn kinds(&self) -> Option<Section> {
        let level = Some(self.question.averaging.level);
        let differs =
            |row: &KindRow| row.posterior.as_ref().is_some_and(|posterior| posterior.plug_in.is_some());
        // Of bones with an estimate each, both ways to answer agree.
        let differ = self.kinds.iter().any(differs);
        let table = Rows::of(&self.kinds)
            .titled("What that makes of a cast of four")
            .words("Kind", |row| row.kind.title())
            .numbers("Chance", |row| percent(&row.probability))
            .intervals(level, |row| row.posterior.as_ref())
            .numbers("One in", |row| one_in(&row.probability))
            .mean_weights(level.filter(|_| differ), 1, |row| row.posterior.as_ref());
        (!self.kinds.is_empty()).then_some(table.section)
    }

    /// The tests that are told one by one: the fits of many groups stand beside their weights.
    fn one_by_one(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| !(self.is_many() && test.is_fit()))
    }

    fn tests(&self) -> Option<Section> {
        let shown: Vec<&Test> = self.one_by_one().collect();
        let exact = shown.iter().any(|test| test.exact.is_some());
        let adjusted = shown.iter().any(|test| test.adjusted.is_some());
        let fits = shown.iter().any(|test| test.is_fit());
        let permuted = shown.iter().any(|test| test.exact.is_some() && !test.is_fit());
        let without_chi = match (fits, permuted) {
            (true, true) => "p, multinomial or permutation",
            (false, true) => "p, permutation",
            _ => "p, multinomial",
        };
        if shown.is_empty() {
            return None;
        }
        let p = |value: f64| p_value(value, false);
        let table = Rows::of(shown)
            .titled("For the teacher: the tests behind the sentences below")
            .words("Question", |test| title(&test.of))
            .numbers("χ²", |test| quantity(&test.pearson(), ""))
            .numbers("df", |test| test.chi.freedom.to_string())
            .numbers("p of χ²", |test| p(test.chi.p_pearson))
            .column(exact.then(|| Column::numbers(without_chi)), |test| match &test.exact {
                Some(figure @ Figure::Simulated(_)) if !test.is_bound() => estimated(Some(figure), false),
                exact => text(exact.as_ref().map(|_| match test.p() {
                    bound if test.is_bound() => p_below(bound),
                    p => p_value(p, false),
                })),
            })
            .column(adjusted.then(|| Column::numbers("p, Holm")), |test| {
                text(test.adjusted.map(|p| p_value(p, false)))
            });
        Some(table.section)
    }

    /// What the tests of many fits say together.
    fn summary(&self) -> Vec<String> {
        let fits = || self.tests.iter().filter(|test| test.is_fit());
        let Some(TestOf::Fit { against, .. }) = fits().next().map(|test| &test.of) else { return Vec::new() };
        let names = |from: f64, to: f64| -> Vec<&str> {
            let found =
                self.estimates.iter().zip(fits()).filter(|(_, test)| (from..to).contains(&test.judged()));
            found.map(|(estimated, _)| estimated.title()).collect()
        };
        let (hardly, doubtful) = (names(0.0, HARDLY), names(HARDLY, DOUBTFUL));
        let all = self.estimates.len();
        let could = all - hardly.len() - doubtful.len();
        let least = fits().map(Test::judged).fold(1.0, f64::min);
        let mut said = vec![format!(
            "Are they consistent with {}? {}; the smallest p-value, adjusted for testing {all} at once (Holm), is {}.",
            bones_like(against),
            if could == all { format!("All {all} are") } else { format!("{could} of {all} are") },
            p_value(least, false)
        )];
        for (which, names) in [("Doubtful", doubtful), ("Not consistent", hardly)] {
            said.extend((!names.is_empty()).then(|| format!("{which}: {}.", names.join(", "))));
        }
        said
    }

    fn sentences(&self) -> Vec<String> {
        let each = self.one_by_one().map(|test| format!("{} {}", title(&test.of), verdict(test)));
        let together = if self.is_many() { self.summary() } else { Vec::new() };
        let mut said: Vec<String> = together.into_iter().chain(each).collect();
        let few = |test: &&Test| test.chi.freedom > 0 && !test.chi.is_sound();
        for exact in [true, false] {
            let tests: Vec<&Test> =
                self.tests.iter().filter(few).filter(|test| test.exact.is_some() == exact).collect();
            let least = tests.iter().map(|test| test.chi.smallest_expected).fold(f64::INFINITY, f64::min);
            if tests.is_empty() {
                continue;
            }
            let questions: Vec<String> = match tests.as_slice() {
                few if few.len() <= MOST_NAMED => {
                    few.iter().map(|test| format!("\"{}\"", title(&test.of))).collect()
                }
                many => vec![format!("{} of the tests", many.len())],
            };
            let instead = if exact {
                "go by the p that does not rest on it"
            } else {
                "throw more before you rely on it"
            };
            said.push(format!(
                "Few throws for {}: a count is expected to be below {SMALLEST_EXPECTED} (here {}), and the χ² distribution is a poor \
                 approximation; {instead}.",
                questions.join(", "),
                quantity(&figure(least), "")
            ));
        }
        said
    }

    fn notes(&self) -> Vec<String> {
        let prior = &self.question.prior;
        let level = self.question.averaging.level;
        let shared = shown_level(level);
        let mut notes = vec![format!(
            "Weight: the posterior mean after a Dirichlet prior of {prior} for each face; its interval holds the true \
                 weight with a probability of {shared} %."
        )];
        let bones_differ = self.tests.iter().any(|test| test.of == TestOf::Bones && test.p() < DOUBTFUL);
        if self.throws.bones.len() > 1 && self.estimates.len() == 1 && bones_differ {
            notes.push(
                "These bones seem to differ: an estimate of all of them is true of none, and its intervals are too narrow; \
                 --pool none keeps them apart."
                    .to_owned(),
            );
        }
        if self.tests.iter().any(|test| test.adjusted.is_some()) {
            notes.push(
                "\"p, Holm\" is adjusted for testing several at once: tested one by one, now and then one seems doubtful through \
                 mere luck."
                    .to_owned(),
            );
        }
        if self.throws.bones.len() > 1 && self.estimates.len() > 1 && !bones_differ {
            notes.push(
                "If the bones do not differ, --pool all makes one estimate of them, with narrower intervals."
                    .to_owned(),
            );
        }
        if let Some(bones) = self.told_apart().filter(|bones| *bones != USUAL_TALI) {
            let odds = format!("; odds and casts take these bones with --tali {bones}");
            notes.push(format!(
                "Games cast {USUAL_TALI} bones, and these are {bones}: --pool all makes one estimate, for any number{}.",
                if bones > MAX_TALI { "" } else { &odds }
            ));
        }
        notes.extend(self.throws.remarks.iter().map(|remark| format!("Note: {remark}.")));
        notes
    }
}

/// What an interval is for: `the weight of face 6`.
fn goal_in_words(question: &PlanQuestion) -> String {
    match &question.goal {
        Goal::Face(face) => format!("the weight of face {face}"),
        Goal::Event(_) => format!("the chance of {}", question.name),
    }
}

/// An interval that is narrower than this is none.
const FIXED: f64 = 1e-9;

/// Fewer throws leave most to the prior.
const FEW_THROWS: u64 = 25;

impl PlanAnswer {
    fn sentences(&self) -> Vec<String> {
        let question = &self.question;
        let level = shown_level(question.averaging.level);
        let width = percent(&figure(question.width)).replace(" %", " percentage points");
        if let Some(fixed) = self.credible.as_ref().filter(|credible| credible.high - credible.low < FIXED) {
            let always = percent(&figure(self.assumed.unwrap_or(fixed.low)));
            return vec![format!(
                "{} is {always} whatever the bones: no throws are needed.",
                capitalised(&goal_in_words(question))
            )];
        }
        let each = if question.assumed.kinds().count() > 1 { " of each bone" } else { "" };
        let goal = format!(
            "for a {level} % interval for {} no wider than {width}, if the bones fall like “{}”",
            goal_in_words(question),
            question.assumed_name
        );
        match (self.throws, self.more()) {
            (Some(throws), Some(more)) => {
                let times = if throws == 1 { "throw" } else { "throws" };
                let made = match (question.made, more) {
                    (0, _) => String::new(),
                    (made, 0) => format!(" You made {}: that is enough.", grouped(&made)),
                    (made, more) => format!(" You made {}: {} more.", grouped(&made), grouped(&more)),
                };
                let lies = interval(self.credible.as_ref(), true);
                let prior = if throws < FEW_THROWS {
                    " So few throws say hardly more than the prior: ask for a narrower interval."
                } else {
                    ""
                };
                let casts = if each.is_empty() && throws > 1 {
                    let casts = throws.div_ceil(4);
                    format!(
                        " That is {} of four bones.",
                        if casts == 1 { "one cast".to_owned() } else { format!("{} casts", grouped(&casts)) }
                    )
                } else {
                    String::new()
                };
                let told = format!(
                    "It takes about {} {times}{each} {goal}: it would reach from {lies}.{made}{casts}{prior}",
                    grouped(&throws)
                );
                let misses = self.assumed.filter(|_| self.misses()).map(|assumed| {
                    format!(
                        "Note: that interval misses the value that is assumed, {}. So few throws leave the prior too much weight: ask \
                         for a narrower interval or a flatter prior.",
                        percent(&figure(assumed))
                    )
                });
                std::iter::once(told).chain(misses).collect()
            }
            _ => vec![format!("It takes more than 1,000,000,000,000 throws{each} {goal}.")],
        }
    }
}

impl PowerAnswer {
    pub(super) fn title(&self) -> String {
        format!(
            "The chance that n throws show that bones like “{}” are not “{}”",
            self.assumed_name, self.against
        )
    }

    fn sections(&self) -> Vec<Section> {
        let likely = Rows::of(&self.rows)
            .titled(self.title())
            .numbers("Throws", |row| grouped(&row.throws))
            .numbers("Chance", |row| estimated(Some(&row.power), true));
        let fewest = Rows::of(&self.fewest)
            .titled("About how many it takes")
            .numbers("Wanted", |fewest| percent(&figure(fewest.wanted)))
            .numbers("Throws", |fewest| fewest.throws.map_or_else(|| "never".to_owned(), |n| grouped(&n)))
            .numbers("Chance", |fewest| {
                text(fewest.reached.as_ref().map(|chance| estimated(Some(chance), true)))
            });
        vec![likely.section, fewest.section]
    }

    /// How often the test is wrong about weights that are true.
    pub(super) fn level_note(&self) -> String {
        format!(
            "Pearson's test at the {} % level: weights that are true are still rejected about that often.",
            shown_level(self.level)
        )
    }

    fn note(&self) -> String {
        format!("{} Chances are those of simulated series of throws.", self.level_note())
    }
}

impl Fitted {
    fn records(&self, records: &mut Records) {
        let file = Record::of_bones(&self.question.source);
        for estimated in &self.estimates {
            for face in &estimated.faces {
                let about = |name: &str| file.named(name).of(estimated.title()).at(face.face);
                records.add(about("count").count(face.count));
                records.add(about("share").figure(&face.share));
                records.add(about("weight").figure(&face.mean).credible(Some(&face.credible)));
                records.add(about("weight_sd").figure(&face.sd));
            }
        }
        for kind in &self.kinds {
            let about = file.named("probability").of(kind.kind.name());
            records.add_averaged(about, &kind.probability, kind.posterior.as_ref());
        }
        for test in &self.tests {
            let about = |name: &str| file.named(name).of(title(&test.of));
            let figures = [("chi_squared", Some(test.pearson())), ("p_exact", test.exact.clone())];
            for (name, figure) in figures {
                let Some(figure) = figure.filter(Figure::is_number) else { continue };
                records.add(about(name).figure(&figure));
            }
            records.add(about("p_chi_squared").asymptotic(test.chi.p_pearson));
            records.extend(test.adjusted.map(|p| about("p_holm").number(p)));
        }
    }
}

impl PlanAnswer {
    fn records(&self, records: &mut Records) {
        let question = &self.question;
        let about = |name: &str| Record::of_bones(&question.assumed_name).named(name).of(&question.name);
        let throws = |name: &str, throws: Option<u64>| match throws {
            Some(throws) => about(name).count(throws),
            None => about(name).missing("more than can be made"),
        };
        records.add(throws("throws", self.throws));
        records.add(about("made").count(question.made));
        records.add(throws("more", self.more()));
        let assumed = about("assumed_value");
        let assumed = match self.assumed {
            Some(value) => assumed.number(value),
            None => assumed.missing("undefined: bones that are told apart have no weight in common"),
        };
        records.add(assumed.credible(self.credible.as_ref()));
        records.add(about("misses").count(u8::from(self.misses())));
    }
}

impl PowerAnswer {
    fn records(&self, records: &mut Records) {
        let about = |name: &str| Record::of_bones(&self.assumed_name).named(name).of(&self.against);
        for row in &self.rows {
            records.add(about("power").at(row.throws).figure(&row.power));
        }
        for Fewest { wanted, throws, reached } in &self.fewest {
            let record = about("throws_for_power").at(wanted);
            records.add(match throws {
                Some(throws) => record.number(throws.to_f64().unwrap_or(f64::INFINITY)),
                None => record.missing("infinite: no number of throws has that power"),
            });
            records.extend(reached.as_ref().map(|reached| about("reached").at(wanted).figure(reached)));
        }
    }
}

impl Answer for FitAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut sheet = Sheet::default();
        if let Some(fitted) = &self.fitted {
            sheet.heading = vec![format!("What the throws say: {}", fitted.provenance())];
            sheet.sections.push(fitted.faces());
            sheet.sections.extend(fitted.kinds());
            sheet.sections.extend(fitted.tests());
            sheet.notes.extend(fitted.sentences());
        }
        if let Some(plan) = &self.plan {
            sheet.notes.extend(plan.sentences());
            if self.fitted.is_none() {
                sheet.heading = vec!["How many throws it takes".to_owned()];
            }
        }
        if let Some(power) = &self.power {
            sheet.sections.extend(power.sections());
            sheet.notes.push(power.note());
        }
        if let Some(fitted) = &self.fitted {
            sheet.notes.extend(fitted.notes());
        }
        vec![sheet]
    }

    fn records(&self) -> Records {
        let mut records = Records::of_figures();
        if let Some(fitted) = &self.fitted {
            fitted.records(&mut records);
        }
        if let Some(plan) = &self.plan {
            plan.records(&mut records);
        }
        if let Some(power) = &self.power {
            power.records(&mut records);
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
