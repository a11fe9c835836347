//! The sheet of `fit`: what throws say about bones.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::Answer;
use super::csv::{Record, Records};
use super::number::{double, grouped, one_in, percent, quantity};
use super::posterior::{column, interval, shown_level};
use super::sheet::{Column, Rows, Section, Sheet};
use super::words::{capitalised, listed, text};
use crate::analysis::{
    Absence, Estimated, FaceEstimate, Fewest, Figure, FitAnswer, Fitted, Goal, KindRow, PlanAnswer,
    PlanQuestion, PowerAnswer, Test, TestOf,
};
use crate::inference::{Pool, SMALLEST_EXPECTED};
use crate::tali::{Face, Kind, MAX_TALI, USUAL_TALI, presets};

/// P-values below this report a difference; those below the next, a possible one.
const HARDLY: f64 = 0.01;
const DOUBTFUL: f64 = 0.05;

/// The most bones or groups that a sentence names; more are counted.
const MOST_NAMED: usize = 8;

/// Smaller p-values are shown as below this.
const SMALLEST_P: f64 = 0.0001;

fn figure(value: f64) -> Figure {
    double(value).unwrap_or(Figure::None(Absence::NothingToScale))
}

/// A share in whole percents, a small one with a decimal.
fn rounded(share: f64) -> String {
    let decimals = usize::from(share > 0.0 && share < 0.095);
    format!("{:.decimals$} %", 100.0 * share)
}

/// The reference weights in words: `the textbook weights`, `the weights of “Livia's”`.
fn weights_of(name: &str) -> String {
    match presets::find(name) {
        Some(presets::TRADITIONAL) => "the textbook weights".to_owned(),
        Some(presets::UNIFORM) => "fair weights".to_owned(),
        _ => format!("the weights of “{name}”"),
    }
}

/// A p-value in a sentence, with about two digits: `p = 0.003`; small ones and bounds as `p < …`.
fn p_in_words(p: f64, is_bound: bool) -> String {
    if is_bound || p < SMALLEST_P {
        return format!("p {}", p_below(p));
    }
    let decimals = [0.1, 0.01, 0.001].iter().filter(|bound| p < **bound).count() + 2;
    format!("p = {}", format!("{p:.decimals$}").trim_end_matches('0').trim_end_matches('.'))
}

/// The next power of ten above a p-value: `< 0.001`.
fn p_below(p: f64) -> String {
    let bound = [SMALLEST_P, 0.001, 0.01, 0.1, 1.0].into_iter().find(|bound| p <= *bound);
    format!("< {}", bound.unwrap_or(1.0))
}

/// A p-value in a table.
fn p_value(p: f64) -> String {
    if p < SMALLEST_P { p_below(p) } else { quantity(&figure(p), "") }
}

/// What a p-value says about a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finding {
    Differs,
    MayDiffer,
    Nothing,
}

impl Finding {
    const ALL: [Self; 3] = [Self::Differs, Self::MayDiffer, Self::Nothing];

    const fn of(p: f64) -> Self {
        match p {
            ..HARDLY => Self::Differs,
            ..DOUBTFUL => Self::MayDiffer,
            _ => Self::Nothing,
        }
    }
}

/// Whether bones or groups differ, in a sentence.
fn difference(test: &Test) -> Option<String> {
    let who = match &test.of {
        TestOf::Fit { .. } => return None,
        TestOf::Bones => ["the bones", "differ from one another"].map(str::to_owned),
        TestOf::Groups(column) => ["the throws".to_owned(), format!("differ by {column}")],
    };
    let said = match Finding::of(test.p()) {
        Finding::Differs => who.join(" "),
        Finding::MayDiffer => who.join(" may "),
        Finding::Nothing => format!("nothing shows that {}", who.join(" ")),
    };
    Some(format!("{} ({}).", capitalised(&said), p_in_words(test.p(), test.is_bound())))
}

impl Fitted {
    /// The estimates, each with its test against the given weights.
    fn fits(&self) -> impl Iterator<Item = (&Estimated, &Test)> {
        self.estimates.iter().zip(self.tests.iter().filter(|test| test.is_fit()))
    }

    /// The tests that get a row each; the p-values of several fits are shown beside the weights.
    fn one_by_one(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| !test.is_fit() || self.estimates.len() == 1)
    }

    /// What the names are names of: `bone`, or the column of the groups.
    fn whose(&self) -> &str {
        match &self.question.pool {
            Pool::Column(column) => column,
            Pool::All | Pool::None => "bone",
        }
    }

    /// The name of a bone or group in a sentence: `Livia`, but `thrower 19`.
    fn named(&self, name: &str) -> String {
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        if is_number { format!("{} {name}", self.whose()) } else { name.to_owned() }
    }

    /// What a test compares.
    fn compared(&self, of: &TestOf) -> String {
        match of {
            TestOf::Fit { name, against } => {
                let who = name.as_deref().map_or_else(|| "all throws".to_owned(), |name| self.named(name));
                format!("{who} against {}", weights_of(against))
            }
            TestOf::Bones => "the bones with one another".to_owned(),
            TestOf::Groups(column) => format!("throws by {column}"),
        }
    }

    fn faces(&self) -> Section {
        let level = column(self.question.averaging.level);
        let [one] = self.estimates.as_slice() else { return self.groups(&level.title) };
        Rows::of(&one.faces)
            .words("Face", |face| format!("{} {}", face.face, face.face.shape()))
            .numbers("Thrown", |face| grouped(&face.count))
            .numbers("Weight", |face| percent(&face.mean))
            .column(level, |face| interval(Some(&face.credible), true))
            .section
    }

    /// One row for each of several bones or groups.
    fn groups(&self, level: &str) -> Section {
        let fits: Vec<&Test> = self.fits().map(|(_, test)| test).collect();
        let table = Rows::of(self.estimates.iter().enumerate())
            .titled(format!("The weight of each face, with its {level}"))
            .words(capitalised(self.whose()), |(_, estimated)| estimated.title())
            .numbers("Throws", |(_, estimated)| grouped(&estimated.posterior.throws()));
        // Whole percents, unless all intervals are narrow.
        let widths = self
            .estimates
            .iter()
            .flat_map(|one| &one.faces)
            .map(|face| face.credible.high - face.credible.low);
        let decimals = usize::from(widths.fold(0.0, f64::max) < 0.1);
        let table = Face::ALL.into_iter().fold(table, |table, face| {
            table.numbers(format!("{face} {}", face.shape()), |(_, estimated)| {
                let face = &estimated.faces[face.index()];
                let [low, high] = face.credible.ends().map(|end| 100.0 * end);
                let mean = 100.0 * face.mean.approximate().unwrap_or(0.0);
                format!("{mean:.decimals$} % ({low:.decimals$}–{high:.decimals$})")
            })
        });
        let fit = |slot: &usize| fits.get(*slot).copied();
        let tested = |title: &str| (!fits.is_empty()).then(|| Column::numbers(title));
        table
            .column(tested("X²").map(|column| column.spare(1)), |(slot, _)| {
                text(fit(slot).map(|test| quantity(&test.pearson(), "")))
            })
            .column(tested("p, Holm"), |(slot, _)| text(fit(slot).map(|test| p_value(test.judged()))))
            .section
    }

    fn kinds(&self) -> Option<Section> {
        let level = Some(self.question.averaging.level);
        let differs =
            |row: &KindRow| row.posterior.as_ref().is_some_and(|posterior| posterior.plug_in.is_some());
        // For bones with an estimate each, both ways of answering agree.
        let differ = self.kinds.iter().any(differs);
        let table = Rows::of(&self.kinds)
            .titled("A cast of four such bones")
            .words("Kind", |row| row.kind.title())
            .numbers("Chance", |row| percent(&row.probability))
            .intervals(level, |row| row.posterior.as_ref())
            .numbers("One in", |row| one_in(&row.probability))
            .mean_weights(level.filter(|_| differ), 1, |row| row.posterior.as_ref());
        (!self.kinds.is_empty()).then_some(table.section)
    }

    /// The heading of the p-values that do not come from X², if there are any.
    fn without_chi(&self) -> Option<&'static str> {
        let exact = |fit: bool| self.one_by_one().any(|test| test.exact.is_some() && test.is_fit() == fit);
        match [exact(true), exact(false)] {
            [false, false] => None,
            [true, true] => Some("p, multinomial or permutation"),
            [true, false] => Some("p, multinomial"),
            [false, true] => Some("p, permutation"),
        }
    }

    fn tests(&self) -> Option<Section> {
        let shown: Vec<&Test> = self.one_by_one().collect();
        let exactly = |test: &Test| match test.p() {
            bound if test.is_bound() => p_below(bound),
            p => p_value(p),
        };
        let table = Rows::of(shown.iter().copied())
            .titled("For the teacher: the tests")
            .words("Compared", |test| capitalised(&self.compared(&test.of)))
            .numbers("X²", |test| quantity(&test.pearson(), ""))
            .numbers("df", |test| test.chi.freedom.to_string())
            .numbers("p of X²", |test| p_value(test.chi.p_pearson))
            .column(self.without_chi().map(Column::numbers), |test| {
                text(test.exact.as_ref().map(|_| exactly(test)))
            });
        (!shown.is_empty()).then_some(table.section)
    }

    /// What all throws show, how the bones or groups differ, and how they differ from the given weights.
    fn sentences(&self) -> Vec<String> {
        let throws = self.throws.total();
        let shares = Face::ALL.map(|face| {
            let count: u64 = self.estimates.iter().map(|estimated| estimated.faces[face.index()].count).sum();
            rounded(count.to_f64().unwrap_or(0.0) / throws.to_f64().unwrap_or(1.0))
        });
        let [one, three, four, six] = shares;
        let throws = grouped(&throws);
        let shown = format!("Of {throws} throws {one} showed a 1, {three} a 3, {four} a 4 and {six} a 6.");
        let off = |face: &FaceEstimate| {
            let share = face.share.approximate().unwrap_or(0.0);
            face.credible.ends().map(|end| 100.0 * (end - share).abs()).into_iter().fold(1.0, f64::max)
        };
        let sure = match self.estimates.as_slice() {
            [one] => {
                let points = one.faces.iter().map(off).fold(0.0, f64::max);
                let unit = if points < 1.5 { "point" } else { "points" };
                Some(format!("The true weights are within about {points:.0} percentage {unit} of that."))
            }
            _ => None,
        };
        let venus = self.kinds.first().map(|row| one_in(&row.probability));
        let venus = venus
            .as_deref()
            .and_then(|one_in| one_in.strip_prefix("1 in "))
            .map(|casts| format!("Four such bones show Venus in about 1 cast of {casts}."));
        let compared = self.tests.iter().filter_map(difference);
        [shown].into_iter().chain(sure).chain(venus).chain(compared).chain(self.against()).collect()
    }

    /// How the bones or groups differ from the given weights: one sentence for each finding.
    fn against(&self) -> Vec<String> {
        let all = self.estimates.len();
        let Some((name, _)) = &self.question.against else { return Vec::new() };
        let weights = weights_of(name);
        let of = |finding: Finding| {
            let found: Vec<(&Estimated, &Test)> =
                self.fits().filter(|(_, test)| Finding::of(test.judged()) == finding).collect();
            let names: Vec<String> =
                found.iter().map(|(estimated, _)| self.named(estimated.title())).collect();
            let nothing = finding == Finding::Nothing;
            let who = match names.len() {
                _ if all == 1 => "the bones".to_owned(),
                ..=MOST_NAMED => listed(&names),
                number if number == all && nothing => format!("all {all}"),
                number => format!("{number} of {all}"),
            };
            // The p-value nearest to the next finding.
            let p = found.iter().map(|(_, test)| test.judged());
            let (p, others) =
                if nothing { (p.reduce(f64::min)?, " or more") } else { (p.reduce(f64::max)?, " or less") };
            let is_bound = found.iter().any(|(_, test)| test.is_bound());
            let p = p_in_words(p, is_bound) + if found.len() > 1 && p >= SMALLEST_P { others } else { "" };
            let differs = if found.len() == 1 && all > 1 { "differs" } else { "differ" };
            Some(match finding {
                Finding::Differs => format!("{} {differs} from {weights} ({p}).", capitalised(&who)),
                Finding::MayDiffer => format!("{} may differ from {weights} ({p}).", capitalised(&who)),
                Finding::Nothing if all == 1 => format!("The throws are consistent with {weights} ({p})."),
                Finding::Nothing => format!("The throws are consistent with {weights} for {who} ({p})."),
            })
        };
        Finding::ALL.into_iter().filter_map(of).collect()
    }

    fn notes(&self) -> Vec<String> {
        let prior = &self.question.prior;
        let shared = shown_level(self.question.averaging.level);
        let mut notes = vec![format!(
            "Weight: the posterior mean under a Dirichlet prior of {prior} for each face; its interval contains the true weight with a \
             probability of {shared} %."
        )];
        if !self.tests.is_empty() {
            notes.push("p: how often luck alone would make throws look at least this different.".to_owned());
        }
        if self.one_by_one().next().is_some() {
            notes.push(
                "\"p of X²\" compares X² with the χ² distribution with df degrees of freedom.".to_owned(),
            );
        }
        if self.tests.iter().any(|test| test.adjusted.is_some()) {
            notes.push(
                "\"Holm\": p is adjusted because several sets of throws are tested at once, and now and then one of them \
                looks different by luck. It comes from the multinomial test and not from X², so the two columns may rank the rows differently."
                    .to_owned(),
            );
        }
        for is_exact in [true, false] {
            let rough = |test: &Test| {
                test.chi.freedom > 0 && !test.chi.is_sound() && test.exact.is_some() == is_exact
            };
            if self.one_by_one().any(rough) {
                let instead = self.without_chi().filter(|_| is_exact).map_or_else(
                    || "throw more before you rely on it".to_owned(),
                    |column| format!("go by \"{column}\""),
                );
                notes.push(format!(
                    "At least one face is expected fewer than {SMALLEST_EXPECTED} times, and then the χ² distribution is a poor guide; {instead}."
                ));
            }
        }
        let bones_differ = self.tests.iter().any(|test| test.of == TestOf::Bones && test.p() < DOUBTFUL);
        if self.throws.bones.len() > 1 && self.estimates.len() == 1 && bones_differ {
            notes.push(
                "These bones seem to differ: a pooled estimate is true of none of them, and its intervals are too narrow; \
                --pool none estimates each bone."
                    .to_owned(),
            );
        }
        if self.throws.bones.len() > 1 && self.estimates.len() > 1 && !bones_differ {
            notes.push(
                "If the bones do not differ, --pool all estimates them together, with narrower intervals."
                    .to_owned(),
            );
        }
        if let Some(bones) = self.distinguished().filter(|bones| *bones != USUAL_TALI) {
            let odds = format!("; odds and casts accept these bones with --tali {bones}");
            notes.push(format!(
                "Games cast {USUAL_TALI} bones, and these are {bones}: --pool all makes one estimate for any number{}.",
                if bones > MAX_TALI { "" } else { &odds }
            ));
        }
        notes.extend(self.throws.remarks.iter().map(|remark| format!("Note: {remark}.")));
        notes
    }
}

/// A simulated chance with one decimal: its precision.
fn simulated(chance: &Figure) -> String {
    const NEARLY_SURE: f64 = 0.9995;
    match chance.approximate().unwrap_or(0.0) {
        NEARLY_SURE.. => "> 99.9 %".to_owned(),
        chance => format!("{:.1} %", 100.0 * chance),
    }
}

/// The goal of an interval: `the weight of face 6`.
fn goal_in_words(question: &PlanQuestion) -> String {
    match &question.goal {
        Goal::Face(face) => format!("the weight of face {face}"),
        Goal::Event(_) => {
            let kind = question.name.parse::<Kind>().map(|kind| kind.title().to_owned());
            format!("the chance of {}", kind.unwrap_or_else(|_| question.name.clone()))
        }
    }
}

/// A narrower interval counts as a single point.
const FIXED: f64 = 1e-9;

/// With fewer throws the prior dominates.
const FEW_THROWS: u64 = 25;

impl PlanAnswer {
    fn sentences(&self) -> Vec<String> {
        let question = &self.question;
        let level = shown_level(question.averaging.level);
        let width = match shown_level(question.width).as_str() {
            "1" => "1 percentage point".to_owned(),
            "0" => percent(&figure(question.width)).replace(" %", " percentage points"),
            points => format!("{points} percentage points"),
        };
        if let Some(fixed) = self.credible.as_ref().filter(|credible| credible.high - credible.low < FIXED) {
            let always = percent(&figure(self.assumed.unwrap_or(fixed.low)));
            return vec![format!(
                "{} is {always} for any bones: no throws are needed.",
                capitalised(&goal_in_words(question))
            )];
        }
        let each = if question.assumed.kinds().count() > 1 { " of each bone" } else { "" };
        let goal = format!(
            "the {level} % interval for {} at most {width} wide, if the bones have {}",
            goal_in_words(question),
            weights_of(&question.assumed_name)
        );
        match (self.throws, self.more()) {
            (Some(throws), Some(more)) => {
                let [times, make] = if throws == 1 { ["throw", "makes"] } else { ["throws", "make"] };
                let made = match (question.made, more) {
                    (0, _) => String::new(),
                    (made, 0) => format!(" You made {}: that is enough.", grouped(&made)),
                    (made, more) => format!(" You made {}: make {} more.", grouped(&made), grouped(&more)),
                };
                let bounds = interval(self.credible.as_ref(), true);
                let prior = if throws < FEW_THROWS {
                    " So few throws add little to the prior: ask for a narrower interval."
                } else {
                    ""
                };
                let casts = if each.is_empty() && throws > 1 {
                    let casts = throws.div_ceil(4);
                    format!(
                        " ({} of four bones)",
                        if casts == 1 { "one cast".to_owned() } else { format!("{} casts", grouped(&casts)) }
                    )
                } else {
                    String::new()
                };
                let summary = format!(
                    "About {} {times}{each}{casts} {make} {goal}: from {bounds}.{made}{prior}",
                    grouped(&throws)
                );
                let misses = self.assumed.filter(|_| self.misses()).map(|assumed| {
                    format!(
                        "Note: that interval misses the assumed value, {}. With so few throws the prior weighs too much: ask \
                        for a narrower interval or a flatter prior.",
                        percent(&figure(assumed))
                    )
                });
                std::iter::once(summary).chain(misses).collect()
            }
            _ => vec![format!("Only more than 1,000,000,000,000 throws{each} make {goal}.")],
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

    /// How many throws distinguish the bones with the usual power of 80 %.
    fn sentence(&self) -> String {
        let Self { assumed_name, against, .. } = self;
        let purpose = format!("distinguish “{assumed_name}” from “{against}” in 8 of 10 series");
        self.answer().map_or_else(
            || format!("No number of throws can {purpose}."),
            |(throws, _)| format!("It takes about {} throws to {purpose}.", grouped(&throws)),
        )
    }

    fn sections(&self) -> Vec<Section> {
        let likely = Rows::of(&self.rows)
            .titled(self.title())
            .numbers("Throws", |row| grouped(&row.throws))
            .numbers("Chance", |row| simulated(&row.power));
        let fewest = Rows::of(&self.fewest)
            .titled("Throws needed")
            .numbers("For a chance of", |fewest| percent(&figure(fewest.wanted)))
            .numbers("Throws", |fewest| fewest.throws.map_or_else(|| "never".to_owned(), |n| grouped(&n)))
            .numbers("Chance", |fewest| text(fewest.reached.as_ref().map(simulated)));
        vec![likely.section, fewest.section]
    }

    /// How often the test rejects true weights.
    pub(super) fn level_note(&self) -> String {
        let (level, weights) = (shown_level(self.level), weights_of(&self.against));
        format!(
            "Pearson's test at the {level} % level: bones with exactly {weights} are wrongly rejected about {level} % of the time."
        )
    }

    fn note(&self) -> String {
        const CLOSE: f64 = 0.01;
        let far = |fewest: &Fewest| {
            let reached = fewest.reached.as_ref().and_then(Figure::approximate);
            reached.is_some_and(|reached| reached - fewest.wanted > CLOSE)
        };
        let steps = if self.fewest.iter().any(far) {
            " They go up in steps, because counts are whole numbers."
        } else {
            ""
        };
        format!(
            "{} Chances come from simulated series of throws, to within about half a percentage point.{steps}",
            self.level_note()
        )
    }
}

impl Answer for FitAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut sheet = Sheet::default();
        if let Some(fitted) = &self.fitted {
            sheet.heading = vec![format!("What the throws say: {}", fitted.provenance())];
            sheet.heading.extend(fitted.sentences());
            sheet.sections.push(fitted.faces());
            sheet.sections.extend(fitted.kinds());
            sheet.sections.extend(fitted.tests());
        } else {
            sheet.heading = vec!["How many throws you need".to_owned()];
        }
        if let Some(plan) = &self.plan {
            sheet.heading.extend(plan.sentences());
        }
        if let Some(power) = &self.power {
            sheet.heading.push(power.sentence());
            sheet.sections.extend(power.sections());
            sheet.notes.push(power.note());
        }
        if let Some(fitted) = &self.fitted {
            sheet.notes.extend(fitted.notes());
        }
        vec![sheet]
    }

    fn records(&self) -> Records {
        let bones = match self {
            Self { fitted: Some(fitted), .. } => fitted.question.source.as_str(),
            Self { plan: Some(plan), .. } => &plan.question.assumed_name,
            Self { power, .. } => power.as_ref().map_or("", |power| power.assumed_name.as_str()),
        };
        Records::of([(Record::of_bones(bones), self)])
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
