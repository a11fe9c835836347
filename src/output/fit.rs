//! What throws say of bones, laid out.

use num_rational::BigRational;
use num_traits::FromPrimitive;

use super::csv::{Records, all_of};
use super::number::{grouped, one_in, percent, quantity};
use super::posterior::{column, interval, interval_of, plug_in, shown, shown_level};
use super::sheet::{Column, Section, Sheet};
use super::{Answer, json};
use crate::analysis::{Figure, FitAnswer, Fitted, KindRow, PlanAnswer, PowerAnswer, Test, TestOf};
use crate::inference::SMALLEST_EXPECTED;
use crate::tali::USUAL_TALI;

/// Below this, what is tested is hardly true; below the next, it is doubtful.
const HARDLY: f64 = 0.01;
const DOUBTFUL: f64 = 0.05;

fn figure(value: f64) -> Figure {
    BigRational::from_f64(value).map_or(Figure::None(crate::analysis::Absence::NothingToScale), Figure::Exact)
}

/// What a test asks, as a title.
fn title(of: &TestOf) -> String {
    match of {
        TestOf::Fit { name: None, against } => format!("Could they be {against}?"),
        TestOf::Fit { name: Some(name), against } => format!("Could {name} be {against}?"),
        TestOf::Bones => "Do the bones differ?".to_owned(),
        TestOf::Groups(column) => format!("Does it depend on {column}?"),
        TestOf::Drift => "Did they change as they were thrown?".to_owned(),
    }
}

/// `in 34 of 100 such series`, for how often chance alone brings as much.
fn how_often(p: f64) -> String {
    if p <= 0.0 {
        return "never".to_owned();
    }
    if p >= 0.995 {
        return "nearly always".to_owned();
    }
    if p >= 0.01 {
        return format!("in {:.0} of 100 such series", 100.0 * p);
    }
    let one_of = one_in(&figure(p)).replacen(" in ", " of ", 1);
    if p >= 1e-6 {
        format!("in {one_of} such series")
    } else {
        "in less than 1 of a million such series".to_owned()
    }
}

/// What a test says, in a sentence.
fn verdict(test: &Test) -> String {
    let p = test.p();
    let often = match how_often(p) {
        often if test.is_bound() => often.replacen("in 1 of", "in less than 1 of", 1),
        often => often,
    };
    let answer = |no: &str, doubtful: &str, yes: &str| {
        if p < HARDLY {
            yes
        } else if p < DOUBTFUL {
            doubtful
        } else {
            no
        }
        .to_owned()
    };
    match &test.of {
        TestOf::Fit { against, .. } => {
            let answer = answer("They could be", "That is doubtful", "Hardly");
            format!("{answer}: {against} bones would be at least as far off {often}.")
        }
        TestOf::Bones => {
            let answer = answer("Nothing shows that they do", "Perhaps", "Yes");
            format!("{answer}: bones that are alike would differ at least as much {often}.")
        }
        TestOf::Groups(_) => {
            let answer = answer("Nothing shows that it does", "Perhaps", "Yes");
            format!("{answer}: throws that do not depend on it would differ at least as much {often}.")
        }
        TestOf::Drift => {
            let answer = answer("Nothing shows that they did", "Perhaps", "Yes");
            let halves = "the first and the second half of the throws";
            format!("{answer}: of bones that do not change, {halves} would differ at least as much {often}.")
        }
    }
}

impl Fitted {
    fn heading(&self) -> Vec<String> {
        vec![format!("What the throws say: {}", self.provenance())]
    }

    fn faces(&self) -> Section {
        let several = self.estimates.len() > 1;
        let mut columns: Vec<Column> = Vec::new();
        columns.extend(several.then(|| Column::words("Bone")));
        columns.extend([Column::words("Face"), Column::numbers("Thrown"), Column::numbers("Share").spare(1)]);
        columns.extend(["Weight", "± sd"].map(Column::numbers));
        columns.push(column(self.question.averaging.level));
        columns.push(Column::numbers("All four at once").spare(2));
        let mut section = Section::new(columns);
        for estimated in &self.estimates {
            for face in &estimated.faces {
                let mut cells: Vec<String> = Vec::new();
                cells.extend(several.then(|| estimated.title().to_owned()));
                cells.extend([
                    format!("{} {}", face.face, face.face.shape()),
                    grouped(&face.count.to_string()),
                    percent(&face.share),
                    percent(&face.mean),
                    percent(&face.sd),
                    interval(Some(&face.credible), true),
                    interval(Some(&face.simultaneous), true),
                ]);
                section.row(cells);
            }
        }
        section
    }

    fn kinds(&self) -> Option<Section> {
        let level = self.question.averaging.level;
        let differs =
            |row: &KindRow| row.posterior.as_ref().is_some_and(|posterior| posterior.plug_in.is_some());
        // Of bones with an estimate each, both ways to answer agree.
        let differ = self.kinds.iter().any(differs);
        let mut columns = vec![Column::words("Kind"), Column::numbers("Chance"), column(level)];
        columns.push(Column::numbers("One in"));
        columns.extend(differ.then(|| Column::numbers("Mean weights").spare(1)));
        let mut section = Section::titled("What that makes of a cast of four", columns);
        for row in &self.kinds {
            let mut cells = vec![row.kind.title().to_owned(), percent(&row.probability)];
            cells.extend([interval_of(row.posterior.as_ref()), one_in(&row.probability)]);
            cells.extend(differ.then(|| plug_in(row.posterior.as_ref())));
            section.row(cells);
        }
        (!self.kinds.is_empty()).then_some(section)
    }

    fn tests(&self) -> Option<Section> {
        let exact = self.tests.iter().any(|test| test.exact.is_some());
        let mut columns = vec![Column::words("Question")];
        columns.extend(["χ²", "df", "p of χ²", "G", "p of G"].map(Column::numbers));
        columns.extend(exact.then(|| Column::numbers("p, multinomial")));
        let mut section = Section::titled("For the teacher: the tests behind the sentences below", columns);
        for test in &self.tests {
            let p = |value: f64| if value < 1e-300 { "0".to_owned() } else { quantity(&figure(value), "") };
            let mut cells = vec![
                title(&test.of),
                quantity(&test.pearson(), ""),
                test.chi.freedom.to_string(),
                p(test.chi.p_pearson),
                quantity(&test.ratio(), ""),
                p(test.chi.p_ratio),
            ];
            cells.extend(exact.then(|| match &test.exact {
                Some(Figure::Simulated(estimate)) => {
                    let [value, low, high] =
                        [estimate.value, estimate.low, estimate.high].map(|p| shown(p, false));
                    format!("{value} ({low} to {high})")
                }
                Some(figure) => quantity(figure, ""),
                None => String::new(),
            }));
            section.row(cells);
        }
        (!self.tests.is_empty()).then_some(section)
    }

    fn sentences(&self) -> Vec<String> {
        let mut said: Vec<String> =
            self.tests.iter().map(|test| format!("{} {}", title(&test.of), verdict(test))).collect();
        let few = |test: &&Test| test.chi.freedom > 0 && !test.chi.is_sound();
        for exact in [true, false] {
            let tests: Vec<&Test> =
                self.tests.iter().filter(few).filter(|test| test.exact.is_some() == exact).collect();
            let least = tests.iter().map(|test| test.chi.smallest_expected).fold(f64::INFINITY, f64::min);
            if tests.is_empty() {
                continue;
            }
            let questions: Vec<String> =
                tests.iter().map(|test| format!("\"{}\"", title(&test.of))).collect();
            let instead =
                if exact { "go by the exact p" } else { "throw more before you go by what is said of it" };
            said.push(format!(
                "Few throws for {}: where a count is expected to be below {SMALLEST_EXPECTED} (here {}), the law of χ² is \
                 a poor guide; {instead}.",
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
                 weight with a probability of {shared} %. \"All four at once\": intervals after Goodman that hold all four \
                 together."
        )];
        let bones_differ = self.tests.iter().any(|test| test.of == TestOf::Bones && test.p() < DOUBTFUL);
        if self.throws.bones.len() > 1 && self.estimates.len() == 1 && bones_differ {
            notes.push(
                "These bones seem to differ: an estimate of all of them is true of none, and its intervals are too narrow; \
                 --pool none keeps them apart."
                    .to_owned(),
            );
        }
        if self.tests.iter().filter(|test| matches!(test.of, TestOf::Fit { .. })).count() > 1 {
            notes.push(
                "Where so many bones are asked about one by one, now and then one of them seems doubtful by chance alone."
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
            notes.push(format!(
                "These are {bones} bones, and make sets of so many: cast them with --tali {bones}."
            ));
        }
        notes.extend(self.throws.remarks.iter().map(|remark| format!("Note: {remark}.")));
        notes
    }
}

impl PlanAnswer {
    fn sentences(&self) -> Vec<String> {
        let question = &self.question;
        let level = shown_level(question.averaging.level);
        let width = percent(&figure(question.width));
        let each = if question.assumed.kinds().count() > 1 { " of each bone" } else { "" };
        let goal = format!(
            "for an interval of {level} % for {} no wider than {width}, if the bones fall like {}",
            question.name, question.assumed_name
        );
        match (self.throws, self.more()) {
            (Some(throws), Some(more)) => {
                let times = if throws == 1 { "throw" } else { "throws" };
                let made = match (question.made, more) {
                    (0, _) => String::new(),
                    (made, 0) => format!(" You made {}: that is enough.", grouped(&made.to_string())),
                    (made, more) => format!(
                        " You made {}: {} more.",
                        grouped(&made.to_string()),
                        grouped(&more.to_string())
                    ),
                };
                let lies = interval(self.credible.as_ref(), true);
                let casts =
                    if each.is_empty() && throws > 1 { " A cast of four bones is four throws." } else { "" };
                vec![format!(
                    "It takes about {} {times}{each} {goal}: it would reach from {lies}.{made}{casts}",
                    grouped(&throws.to_string())
                )]
            }
            _ => vec![format!("It takes more than 1,000,000,000,000 throws{each} {goal}.")],
        }
    }
}

impl PowerAnswer {
    fn sections(&self) -> Vec<Section> {
        let what =
            format!("to show that bones that fall like {} are not {}", self.assumed_name, self.against);
        let mut section = Section::titled(
            format!("How likely so many throws are {what}"),
            vec![Column::numbers("Throws"), Column::numbers("Chance")],
        );
        for (throws, power) in &self.rows {
            section.row([grouped(&throws.to_string()), percent(&figure(*power))]);
        }
        let mut fewest =
            Section::titled("How many it takes", vec![Column::numbers("Chance"), Column::numbers("Throws")]);
        for (power, throws) in &self.throws {
            let throws = throws.map_or_else(|| "never".to_owned(), |throws| grouped(&throws.to_string()));
            fewest.row([percent(&figure(*power)), throws]);
        }
        vec![section, fewest]
    }

    fn notes(&self) -> Vec<String> {
        vec![format!(
            "Pearson's test at the level {}: as often it speaks against weights that are true.",
            format!("{} %", shown_level(self.level))
        )]
    }
}

impl Answer for FitAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut sheet = Sheet::default();
        if let Some(fitted) = &self.fitted {
            sheet.heading = fitted.heading();
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
            sheet.notes.extend(power.notes());
        }
        if let Some(fitted) = &self.fitted {
            sheet.notes.extend(fitted.notes());
        }
        vec![sheet]
    }

    fn records(&self) -> Records {
        let mut told = Told(Records::new(RECORD));
        for estimated in self.fitted.iter().flat_map(|fitted| &fitted.estimates) {
            for face in &estimated.faces {
                let (of, at) = (estimated.title(), face.face.to_string());
                let count = Figure::Exact(BigRational::from_integer(face.count.into()));
                told.figure(["count", of, &at], &count, None);
                told.figure(
                    ["share", of, &at],
                    &face.share,
                    Some([face.simultaneous.low, face.simultaneous.high]),
                );
                told.figure(["weight", of, &at], &face.mean, Some([face.credible.low, face.credible.high]));
                told.figure(["weight_sd", of, &at], &face.sd, None);
            }
        }
        for kind in self.fitted.iter().flat_map(|fitted| &fitted.kinds) {
            let credible = kind.posterior.as_ref().and_then(|posterior| posterior.credible);
            let ends = credible.map(|credible| [credible.low, credible.high]);
            told.figure(["kind", kind.kind.name(), ""], &kind.probability, ends);
        }
        for test in self.fitted.iter().flat_map(|fitted| &fitted.tests) {
            let of = title(&test.of);
            let figures = [
                ("chi_squared", Some(test.pearson())),
                ("g", Some(test.ratio())),
                ("p_exact", test.exact.clone()),
            ];
            for (name, figure) in figures {
                let Some(figure) = figure.filter(Figure::is_number) else { continue };
                let ends = match &figure {
                    Figure::Simulated(estimate) => Some([estimate.low, estimate.high]),
                    _ => None,
                };
                told.figure([name, &of, ""], &figure, ends);
            }
            told.asymptotic(["p_chi_squared", &of, ""], &test.chi.p_pearson.to_string(), None);
            told.asymptotic(["p_g", &of, ""], &test.chi.p_ratio.to_string(), None);
        }
        let number = |throws: Option<u64>| throws.map_or_else(String::new, |throws| throws.to_string());
        if let Some(plan) = &self.plan {
            let ends = plan.credible.map(|credible| [credible.low, credible.high]);
            told.asymptotic(["throws", &plan.question.name, ""], &number(plan.throws), ends);
        }
        for (throws, power) in self.power.iter().flat_map(|power| &power.rows) {
            told.asymptotic(["power", "", &throws.to_string()], &power.to_string(), None);
        }
        for (power, throws) in self.power.iter().flat_map(|power| &power.throws) {
            told.asymptotic(["throws_for_power", "", &power.to_string()], &number(*throws), None);
        }
        told.0
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}

const RECORD: [&str; 10] = ["figure", "of", "at", "value", "method", "exact", "error", "why", "low", "high"];

/// Records of figures, each with the ends of its interval.
struct Told(Records);

impl Told {
    fn figure(&mut self, about: [&str; 3], figure: &Figure, interval: Option<[f64; 2]>) {
        self.row(about, all_of(figure), interval);
    }

    /// What holds the better, the more throws there are.
    fn asymptotic(&mut self, about: [&str; 3], value: &str, interval: Option<[f64; 2]>) {
        self.row(about, [value, "asymptotic", "", "", ""].map(str::to_owned), interval);
    }

    fn row(&mut self, about: [&str; 3], told: [String; 5], interval: Option<[f64; 2]>) {
        let ends = interval.map(|ends| ends.map(|end| end.to_string())).unwrap_or_default();
        self.0.row(about.map(str::to_owned).into_iter().chain(told).chain(ends));
    }
}
