//! The odds of events on one cast, laid out.

use super::casts::moved_most_by;
use super::csv::{CREDIBLE, Records, all_of, ends};
use super::number::{fraction, grouped, odds, odds_exactly, one_in, percent, quantity, signed, whole};
use super::sheet::{Cell, Column, Section, Sheet};
use super::{Answer, bones, json, posterior};
use crate::analysis::{Averaged, Credible, EventOdds, FaceSensitivity, Figure, SetOdds, Subject};

impl Answer for [SetOdds] {
    fn sheets(&self) -> Vec<Sheet> {
        match self {
            [SetOdds { bones, events }] if events.len() == 1 => vec![of_one(bones, &events[0])],
            several => vec![of_many(several)],
        }
    }

    fn records(&self) -> Records {
        const HEADER: [&str; 10] =
            ["bones", "event", "given", "figure", "at", "value", "method", "exact", "error", "why"];
        let uncertain = each(self).any(|(_, event)| event.posterior.is_some());
        let mut records = Records::new(HEADER.into_iter().chain(CREDIBLE.into_iter().filter(|_| uncertain)));
        for (set, event) in each(self) {
            let given = event.given.clone().unwrap_or_default();
            let posterior = event.posterior.as_ref();
            let mut told = Told::default();
            told.averaged(
                "probability",
                "",
                &event.probability,
                posterior.map(|posterior| &posterior.probability),
            );
            told.sure(
                "odds_against",
                "",
                &event.odds_against,
                posterior.and_then(|posterior| posterior.odds_against),
            );
            told.sure("mean_wait", "", &event.mean_wait, posterior.and_then(|posterior| posterior.mean_wait));
            for (place, quantile) in event.quantiles.iter().enumerate() {
                let level = (f64::from(quantile.percent) / 100.0).to_string();
                let credible = posterior.and_then(|posterior| posterior.quantiles[place]);
                told.sure("wait_quantile", &level, &quantile.figure(), credible);
            }
            for within in &event.within {
                told.averaged(
                    "within",
                    &within.casts.to_string(),
                    &within.probability,
                    within.posterior.as_ref(),
                );
            }
            for run in &event.running {
                let times = run.times.to_string();
                told.averaged("running", &times, &run.probability, run.posterior.as_ref());
                told.sure("running_mean_wait", &times, &run.mean_wait, None);
            }
            let mut row = |name: &str, at: &str, figure: &Figure| told.sure(name, at, figure, None);
            for face in event.sensitivity.iter().flat_map(|sensitivity| &sensitivity.faces) {
                row("derivative", &face.face.to_string(), &face.derivative);
                row("elasticity", &face.face.to_string(), &face.elasticity);
            }
            for bone in event.sensitivity.iter().flat_map(|sensitivity| &sensitivity.bones) {
                for face in &bone.faces {
                    let at = format!("bone {} face {}", bone.bone, face.face);
                    row("derivative", &at, &face.derivative);
                    row("elasticity", &at, &face.elasticity);
                }
            }
            for (figure, ends) in told.0 {
                let about = [set.bones.name(), event.subject.name(), &given].map(str::to_owned);
                let ends = ends.into_iter().filter(|_| uncertain);
                records.row(about.into_iter().chain(figure).chain(ends));
            }
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(&json::Compared::of(self))
    }
}

/// Figures of an event with their names, and the ends of their intervals.
#[derive(Default)]
struct Told(Vec<([String; 7], [String; 2])>);

impl Told {
    fn sure(&mut self, name: &str, at: &str, figure: &Figure, credible: Option<Credible>) {
        let [value, method, exact, error, why] = all_of(figure);
        self.0.push(([name.to_owned(), at.to_owned(), value, method, exact, error, why], ends(credible)));
    }

    fn averaged(&mut self, name: &str, at: &str, figure: &Figure, beside: Option<&Averaged>) {
        self.sure(name, at, figure, beside.and_then(|beside| beside.credible));
        if let Some(plug_in) = beside.and_then(|beside| beside.plug_in.as_ref()) {
            self.sure(&format!("{name}_plug_in"), at, plug_in, None);
        }
    }
}

/// Every event with its set.
fn each(sets: &[SetOdds]) -> impl Iterator<Item = (&SetOdds, &EventOdds)> {
    sets.iter().flat_map(|set| set.events.iter().map(move |event| (set, event)))
}

/// What the event is called at the head of a page.
pub(super) fn title(event: &EventOdds) -> String {
    let name = match &event.subject {
        Subject::Kind(kind) => kind.title().to_owned(),
        Subject::Event(text, _) => text.clone(),
    };
    match &event.given {
        Some(given) => format!("{name}, given {given}"),
        None => name,
    }
}

/// `24/625, 3.84 %, 1 in 26`, or why there is no chance.
pub(super) fn headline(chance: &Figure) -> String {
    match chance {
        Figure::None(absence) => absence.why().to_owned(),
        // Nothing to add to 0 % and 100 % but what they mean.
        Figure::Exact(certain) if certain.is_integer() => format!("{}, {}", percent(chance), one_in(chance)),
        chance => format!("{} = {}, {}", fraction(chance), percent(chance), one_in(chance)),
    }
}

fn of_one(bones: &crate::analysis::NamedSet, event: &EventOdds) -> Sheet {
    let mut heading = vec![format!("{}: {}", title(event), headline(&event.probability))];
    heading.extend(bones::lines(bones));
    let mut sections = vec![on_one_cast(event)];
    let posterior = event.posterior.as_ref().and_then(|posterior| posterior.probability.credible);
    let uncertain = || posterior.map(|credible| posterior::column(credible.level)).into_iter();
    let mean_weights = || posterior.map(|_| Column::numbers("Mean weights").spare(2)).into_iter();
    if !event.within.is_empty() {
        let exactly = Column::numbers("Exactly").spare(1);
        let columns = ["Casts", "Chance"].map(Column::numbers).into_iter().chain(uncertain());
        let columns = columns.chain([Column::numbers("One in")]).chain(mean_weights()).chain([exactly]);
        let mut section = Section::titled("Within so many casts", columns.collect());
        for within in &event.within {
            let chance = &within.probability;
            let mut cells = vec![grouped(&within.casts.to_string()), percent(chance)];
            cells.extend(posterior.map(|_| posterior::interval_of(within.posterior.as_ref())));
            cells.push(one_in(chance));
            cells.extend(posterior.map(|_| posterior::plug_in(within.posterior.as_ref())));
            cells.push(fraction(chance));
            section.row(cells);
        }
        sections.push(section);
    }
    if !event.running.is_empty() {
        let [times, chance, one_in_n, exactly, wait] =
            ["Times", "Chance", "One in", "Exactly", "Mean wait for it"].map(Column::numbers);
        let columns = [times, chance].into_iter().chain(uncertain()).chain([one_in_n]).chain(mean_weights());
        let columns = columns.chain([exactly.spare(1), wait]).collect();
        let mut section = Section::titled("So many times running", columns);
        for run in &event.running {
            let chance = &run.probability;
            let wait = in_casts(&quantity(&run.mean_wait, ""));
            let mut cells = vec![run.times.to_string(), percent(chance)];
            cells.extend(posterior.map(|_| posterior::interval_of(run.posterior.as_ref())));
            cells.push(one_in(chance));
            cells.extend(posterior.map(|_| posterior::plug_in(run.posterior.as_ref())));
            cells.extend([fraction(chance), wait]);
            section.row(cells);
        }
        sections.push(section);
    }
    sections.extend(sensitivity(event));
    let mut notes = sensitivity_notes(event);
    notes.extend(event.given.as_deref().map(given_note));
    notes.extend(posterior::note_of_casts(posterior.as_ref(), true));
    notes.extend(bones::notes(std::slice::from_ref(bones)));
    Sheet { heading, sections, notes }
}

fn on_one_cast(event: &EventOdds) -> Section {
    let posterior = event.posterior.as_ref();
    let level = posterior.and_then(|posterior| posterior.probability.credible).map(|credible| credible.level);
    let columns = [Column::words("On one cast"), Column::numbers("")].into_iter();
    let columns = columns.chain(level.map(posterior::column));
    let columns = columns.chain(level.map(|_| Column::numbers("Mean weights").spare(2)));
    let mut section = Section::new(columns.chain([Column::numbers("Exactly")]).collect());
    let mut row = |name: &str, value: String, interval: String, plug_in: String, exactly: String| {
        let mut cells = vec![name.to_owned(), value];
        cells.extend(level.map(|_| interval));
        cells.extend(level.map(|_| plug_in));
        cells.push(exactly);
        section.row(cells);
    };
    let beside = posterior.map(|posterior| &posterior.probability);
    let chance = &event.probability;
    row(
        "Probability",
        percent(chance),
        posterior::interval_of(beside),
        posterior::plug_in(beside),
        fraction(chance),
    );
    let of = |credible: Option<&Credible>| posterior::interval(credible, false);
    let against = of(posterior.and_then(|posterior| posterior.odds_against.as_ref()));
    row("Odds against", odds(&event.odds_against), against, String::new(), odds_exactly(&event.odds_against));
    let wait = of(posterior.and_then(|posterior| posterior.mean_wait.as_ref()));
    row(
        "Mean wait",
        in_casts(&quantity(&event.mean_wait, "")),
        wait,
        String::new(),
        fraction(&event.mean_wait),
    );
    for (place, name) in ["Half have it within", "Nine in ten within"].into_iter().enumerate() {
        let casts = in_casts(&whole(&event.quantiles[place].casts));
        let interval = of(posterior.and_then(|posterior| posterior.quantiles[place].as_ref()));
        row(name, casts, interval, String::new(), String::new());
    }
    section
}

fn given_note(given: &str) -> String {
    format!("Waits and runs count only the casts on which this holds: {given}")
}

fn in_casts(text: &str) -> String {
    match text {
        "1" => "1 cast".to_owned(),
        number if number.starts_with(|c: char| c.is_ascii_digit()) => format!("{number} casts"),
        word => word.to_owned(),
    }
}

fn sensitivity(event: &EventOdds) -> Vec<Section> {
    let Some(sensitivity) = &event.sensitivity else {
        return Vec::new();
    };
    let table = |title: String, faces: &[FaceSensitivity; 4]| {
        let columns = [
            Column::words("Face"),
            Column::numbers("Derivative"),
            Column::numbers("Exactly"),
            Column::numbers("Elasticity"),
        ];
        let mut section = Section::titled(title, columns.into());
        for face in faces {
            section.row([
                face.face.to_string(),
                signed(&face.derivative),
                fraction(&face.derivative),
                signed(&face.elasticity),
            ]);
        }
        section
    };
    let all = table("If the weight of a face grows, on every bone".to_owned(), &sensitivity.faces);
    let bones = sensitivity.bones.iter().map(|bone| {
        let name = bone.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        table(format!("On bone {}{name} alone", bone.bone), &bone.faces)
    });
    std::iter::once(all).chain(bones).collect()
}

fn sensitivity_notes(event: &EventOdds) -> Vec<String> {
    let Some(sensitivity) = &event.sensitivity else {
        return Vec::new();
    };
    if matches!(event.probability, Figure::None(_)) {
        return Vec::new();
    }
    let which = match sensitivity.most.as_slice() {
        [] => return vec!["No face moves the probability: at these weights it is level.".to_owned()],
        [_] => format!("Face {} matters most.", moved_most_by(sensitivity)),
        [..] => format!("Faces {} matter most, equally.", moved_most_by(sensitivity)),
    };
    let steepest = sensitivity.faces.iter().find(|face| sensitivity.most.contains(&face.face));
    let example = steepest.map_or_else(String::new, |face| {
        let by = signed(&face.derivative);
        format!(", so that face {} moves it by about {by} points", face.face)
    });
    vec![
        which,
        format!(
            "Derivative: what 1 point more weight (of 100, scaled back to 100) does to the probability{example}."
        ),
        "Elasticity: by how many percent the probability grows if the weight grows by 1 percent of itself."
            .to_owned(),
    ]
}

/// A comparison: one row for each event and each set.
fn of_many(sets: &[SetOdds]) -> Sheet {
    let first = sets.first().and_then(|set| set.events.first());
    let (many_sets, many_events) = (sets.len() > 1, sets.iter().any(|set| set.events.len() > 1));
    let labels = || {
        let mut columns = Vec::new();
        columns.extend(many_sets.then(|| Column::words("Bones")));
        columns.extend(many_events.then(|| Column::words("Event")));
        columns
    };
    let label = |set: &SetOdds, event: &EventOdds| {
        let mut cells: Vec<Cell> = Vec::new();
        cells.extend(many_sets.then(|| Cell::from(set.bones.name())));
        cells.extend(many_events.then(|| Cell::from(event.subject.name())));
        cells
    };
    let section = |title: Option<&str>, columns: Vec<Column>, cells: &dyn Fn(&EventOdds) -> Vec<String>| {
        let columns = labels().into_iter().chain(columns).collect();
        let mut section = Section { title: title.map(str::to_owned), ..Section::new(columns) };
        for (set, event) in each(sets) {
            section.row(label(set, event).into_iter().chain(cells(event).into_iter().map(Cell::from)));
        }
        section
    };
    let credible =
        |event: &EventOdds| event.posterior.as_ref().and_then(|posterior| posterior.probability.credible);
    let uncertain = each(sets).find_map(|(_, event)| credible(event));
    let columns = [
        ("One in", 0),
        ("Exactly", 4),
        ("Odds against", 3),
        ("Mean wait", 0),
        ("Half within", 1),
        ("9 in 10 within", 2),
    ];
    let columns = columns.map(|(title, spare)| Column::numbers(title).spare(spare)).into_iter();
    let interval = uncertain.map(|credible| posterior::column(credible.level));
    let columns = [Column::numbers("Chance")].into_iter().chain(interval).chain(columns).collect();
    let mut sections = vec![section(None, columns, &|event| {
        let chance = &event.probability;
        let [median, ninetieth] = &event.quantiles;
        let mut cells = vec![percent(chance)];
        cells.extend(uncertain.map(|_| posterior::interval(credible(event).as_ref(), true)));
        cells.extend([
            one_in(chance),
            fraction(chance),
            odds(&event.odds_against),
            quantity(&event.mean_wait, ""),
        ]);
        cells.extend([whole(&median.casts), whole(&ninetieth.casts)]);
        cells
    })];
    if let Some(first) = first.filter(|first| !first.within.is_empty()) {
        let columns = first.within.iter().map(|within| Column::numbers(grouped(&within.casts.to_string())));
        sections.push(section(Some("Chance within so many casts"), columns.collect(), &|event| {
            event.within.iter().map(|within| percent(&within.probability)).collect()
        }));
    }
    if let Some(first) = first.filter(|first| !first.running.is_empty()) {
        let columns = first.running.iter().map(|run| Column::numbers(format!("{} times", run.times)));
        sections.push(section(Some("Chance of so many times running"), columns.collect(), &|event| {
            event.running.iter().map(|run| one_in(&run.probability)).collect()
        }));
    }
    if first.is_some_and(|first| first.sensitivity.is_some()) {
        let columns = crate::tali::Face::ALL.map(|face| Column::numbers(format!("Face {face}"))).into_iter();
        let columns = columns.chain([Column::words("Moved most by")]).collect();
        sections.push(section(Some("Derivative by the weight of each face"), columns, &|event| {
            let slopes = event
                .sensitivity
                .iter()
                .flat_map(|sensitivity| &sensitivity.faces)
                .map(|face| signed(&face.derivative));
            slopes.chain(event.sensitivity.as_ref().map(moved_most_by)).collect()
        }));
    }
    let mut heading: Vec<String> = match first {
        Some(first) if !many_events => vec![title(first)],
        Some(EventOdds { given: Some(given), .. }) => vec![format!("Given {given}")],
        _ => vec!["Events on one cast".to_owned()],
    };
    heading.extend(sets.iter().flat_map(|set| bones::lines(&set.bones)));
    let given = first.and_then(|first| first.given.as_deref());
    let mut notes = vec![given.map_or_else(|| "Waits are in casts.".to_owned(), given_note)];
    notes.extend(posterior::note_of_casts(uncertain.as_ref(), true));
    notes.extend(bones::notes(&sets.iter().map(|set| set.bones.clone()).collect::<Vec<_>>()));
    Sheet { heading, sections, notes }
}
