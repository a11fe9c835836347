//! What throws that were noted say of the bones.

use num_rational::BigRational;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::plan::share_of_draws;
use super::posterior::face_interval;
use super::written::{Asymptotic, as_number};
use super::{
    Absence, Averaging, CastList, CastsQuestion, Credible, Figure, KindRow, NamedSet, PlanAnswer,
    PowerAnswer, record,
};
use crate::exact::root;
use crate::inference::{
    ChiSquare, PValue, Pool, Pooled, Throws, goodness_of_fit, holm, homogeneity, multinomial_test,
    permutation_test,
};
use crate::monte_carlo::Draws;
use crate::tali::{Bones, Face, Posterior, Prior, Talus, TalusError, USUAL_TALI};

/// What is asked about throws.
#[derive(Clone, Debug)]
pub struct FitQuestion {
    /// Which throws are one estimate.
    pub pool: Pool,
    /// What was thought before.
    pub prior: Prior,
    /// The weights that the throws are tested against, with their name.
    pub against: Option<(String, Talus)>,
    /// The level of the intervals, and how what cannot be computed is drawn.
    pub averaging: Averaging,
    /// What the throws are called: their file.
    pub source: String,
}

/// What throws say of the bones, and how many more would say more.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FitAnswer {
    /// The throws and what follows from them, if any were made.
    #[serde(flatten)]
    pub fitted: Option<Fitted>,
    /// How many throws make an interval narrow, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanAnswer>,
    /// How many throws tell bones apart, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<PowerAnswer>,
}

/// What throws say of the bones.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// What was asked.
    pub question: FitQuestion,
    /// The throws.
    pub throws: Throws,
    /// The weights, one estimate for each of what is pooled.
    pub estimates: Vec<Estimated>,
    /// The tests.
    pub tests: Vec<Test>,
    /// The kinds of cast of four bones, where the estimates make a set of four.
    pub kinds: Vec<KindRow>,
}

/// The weights of one or more bones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimated {
    /// Whose they are, if there are others.
    pub name: Option<String>,
    /// How many bones were thrown.
    pub bones: usize,
    /// Their distribution.
    #[serde(rename = "throws", serialize_with = "throws_of")]
    pub posterior: Posterior,
    /// What is known of each face.
    pub faces: [FaceEstimate; 4],
}

/// What is known of the probability of one face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceEstimate {
    /// The face.
    #[serde(serialize_with = "as_number")]
    pub face: Face,
    /// How often it was shown.
    pub count: u64,
    /// Its share of the throws.
    pub share: Figure,
    /// The posterior mean.
    pub mean: Figure,
    /// Where it lies, by its own distribution, a Beta distribution.
    pub credible: Credible,
    /// The posterior standard deviation.
    pub sd: Figure,
}

/// What a test asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOf {
    /// Whether throws fit these weights.
    Fit {
        /// Whose throws.
        name: Option<String>,
        /// Their name.
        against: String,
    },
    /// Whether the bones differ.
    Bones,
    /// Whether groups differ, which are told apart by this column.
    Groups(String),
}

/// A test and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The question.
    pub of: TestOf,
    /// X² with the p-value of the χ² distribution.
    pub chi: ChiSquare,
    /// A p-value that does not rest on the χ² distribution: of a fit by the exact multinomial test, of a comparison whose
    /// expected counts are small by permutation.
    pub exact: Option<Figure>,
    /// The p-value adjusted after Holm, where several fits are tested at once.
    pub adjusted: Option<f64>,
}

impl Test {
    /// Whether it asks whether throws fit weights that are given.
    pub const fn is_fit(&self) -> bool {
        matches!(self.of, TestOf::Fit { .. })
    }

    /// The p-value by which it is judged: of several fits the adjusted one.
    pub fn judged(&self) -> f64 {
        self.adjusted.unwrap_or_else(|| self.p())
    }

    /// The p-value to go by: the exact one where there is one, else that of X². Where no draw was as unlikely, that
    /// is the upper end of what the draws leave possible. Of several fits see [`Test::adjusted`].
    pub fn p(&self) -> f64 {
        match &self.exact {
            Some(Figure::Simulated(estimate)) if estimate.value <= 0.0 => estimate.high,
            Some(exact) => exact.approximate().unwrap_or(self.chi.p_pearson),
            None => self.chi.p_pearson,
        }
    }

    /// Whether [`Test::p`] is only known not to be larger.
    pub fn is_bound(&self) -> bool {
        matches!(&self.exact, Some(Figure::Simulated(estimate)) if estimate.value <= 0.0)
    }

    /// X² as a figure.
    pub fn pearson(&self) -> Figure {
        self.chi.pearson.clone().map_or(Figure::None(Absence::ImpossibleThrow), Figure::Exact)
    }
}

impl Fitted {
    /// What the throws say.
    ///
    /// # Errors
    ///
    /// [`TalusError::NoThrows`], if what is pooled has none.
    pub fn new(throws: Throws, question: FitQuestion) -> Result<Self, TalusError> {
        let pooled = throws.pooled(&question.pool);
        let level = question.averaging.level;
        let estimates = pooled.into_iter().map(|pooled| Estimated::new(pooled, &question.prior, level));
        let estimates = estimates.collect::<Result<Vec<_>, _>>()?;
        let tests = tests(&throws, &estimates, &question);
        let mut fitted = Self { question, throws, estimates, tests, kinds: Vec::new() };
        fitted.kinds = fitted.kinds_of_cast();
        Ok(fitted)
    }

    /// The bones of these weights: as many as are wanted if all are alike, else those that were thrown.
    pub fn bones(&self) -> Bones {
        let name = format!("bones of {}", self.question.source);
        let talus = |estimated: &Estimated| {
            let talus = Talus::from_posterior(estimated.posterior.clone());
            estimated.name.iter().fold(talus, Talus::named)
        };
        let bones = match self.estimates.as_slice() {
            [one] => Bones::alike(name, Talus::from_posterior(one.posterior.clone())),
            several => Bones::kinds(name, several.iter().map(|one| (talus(one), one.bones)).collect()),
        };
        bones.with_source(self.provenance())
    }

    /// Where the weights come from, in words.
    pub fn provenance(&self) -> String {
        let bones = match self.throws.bones.len() {
            1 => String::new(),
            number => format!(" of {number} bones"),
        };
        let told = self.throws.circumstances.iter().filter(|circumstance| !circumstance.values.is_empty());
        let told = told.map(|circumstance| {
            let more = if circumstance.more { " and others" } else { "" };
            format!("; {}: {}{more}", circumstance.column, circumstance.values.join(", "))
        });
        let throws = if self.throws.total() == 1 { "throw" } else { "throws" };
        format!(
            "{} {throws}{bones} in {}{}",
            self.throws.total(),
            self.question.source,
            told.collect::<String>()
        )
    }

    /// How many bones the estimates are for, one by one; `None` where they are one estimate for any number, or where
    /// a bone was thrown in more than one group and has no weight of its own.
    pub fn told_apart(&self) -> Option<usize> {
        let several = self.estimates.len() > 1 && self.throws.bone_in_two_groups().is_none();
        several.then(|| self.estimates.iter().map(|estimated| estimated.bones).sum())
    }

    fn kinds_of_cast(&self) -> Vec<KindRow> {
        if self.estimates.len() > 1 && self.told_apart() != Some(USUAL_TALI) {
            return Vec::new();
        }
        let Ok(set) = NamedSet::new(self.bones(), USUAL_TALI) else { return Vec::new() };
        CastList::new(set, CastsQuestion::default(), &self.question.averaging).kinds
    }
}

impl Estimated {
    fn new(pooled: Pooled, prior: &Prior, level: f64) -> Result<Self, TalusError> {
        let Pooled { name, bones, counts } = pooled;
        let posterior = Posterior::new(counts, prior.clone())?;
        let throws = BigRational::from_integer(posterior.throws().into());
        let of_face = |face: Face| {
            let count = counts[face.index()];
            let [low, high] = face_interval(&posterior, face, level);
            FaceEstimate {
                face,
                count,
                share: (BigRational::from_integer(count.into()) / &throws).into(),
                mean: posterior.mean(face).into(),
                sd: root(&posterior.variance(face)).into(),
                credible: Credible { low, high, level, draws: None },
            }
        };
        let faces = Face::ALL.map(of_face);
        Ok(Self { name, bones, posterior, faces })
    }

    /// What the estimate is called.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or("all throws")
    }
}

fn tests(throws: &Throws, estimates: &[Estimated], question: &FitQuestion) -> Vec<Test> {
    let mut tests = Vec::new();
    if let Some((name, weights)) = &question.against {
        let fits = estimates.iter().map(|estimated| {
            let counts = estimated.posterior.counts();
            let averaging = &question.averaging;
            // Only enough draws tell a small p-value from 0.
            let draws = Draws { draws: 100_000, seed: averaging.seed, threads: averaging.threads };
            Test {
                of: TestOf::Fit { name: estimated.name.clone(), against: name.clone() },
                exact: Some(p_figure(multinomial_test(counts, weights, &draws), averaging.level)),
                chi: goodness_of_fit(counts, weights),
                adjusted: None,
            }
        });
        tests.extend(fits);
        if tests.len() > 1 {
            let adjusted = holm(&tests.iter().map(Test::p).collect::<Vec<_>>());
            tests.iter_mut().zip(adjusted).for_each(|(test, p)| test.adjusted = Some(p));
        }
    }
    if throws.bones.len() > 1 {
        tests.push(compare(TestOf::Bones, &throws.by_bone(), &question.averaging));
    }
    if let Pool::Column(column) = &question.pool
        && throws.groups.len() > 1
    {
        tests.push(compare(TestOf::Groups(column.clone()), &throws.by_group(), &question.averaging));
    }
    tests
}

/// A comparison of rows; where the χ² distribution is a poor guide, and there are not too many throws, by permutation.
fn compare(of: TestOf, rows: &[[u64; 4]], averaging: &Averaging) -> Test {
    const MOST_THROWS: u64 = 100_000;
    const MOST_DEALT: u64 = 20_000_000;
    let chi = homogeneity(rows);
    let throws: u64 = rows.iter().flatten().sum();
    let permuted = (chi.freedom > 0 && !chi.is_sound() && throws <= MOST_THROWS).then(|| {
        let draws = (MOST_DEALT / throws.max(1)).clamp(1_000, 20_000);
        let draws = Draws { draws, seed: averaging.seed, threads: averaging.threads };
        p_figure(permutation_test(rows, &draws), averaging.level)
    });
    Test { of, exact: permuted, chi, adjusted: None }
}

/// A p-value as a figure.
fn p_figure(p: PValue, level: f64) -> Figure {
    match p {
        PValue::Exact(p) => p.into(),
        PValue::Drawn { hits, draws } => share_of_draws(hits, draws, level),
    }
}

record!(Fitted, fitted =>
    "source": fitted.question.source,
    "throws": fitted.throws.total(),
    "bones": fitted.throws.bones.len(),
    "pool": match &fitted.question.pool {
        Pool::All => "all",
        Pool::None => "none",
        Pool::Column(column) => column,
    },
    "prior": fitted.question.prior.to_string(),
    "estimates": fitted.estimates,
    "tests": fitted.tests,
    "kinds": fitted.kinds,
    "remarks"?: Some(&fitted.throws.remarks).filter(|remarks| !remarks.is_empty()),
);

fn throws_of<S: Serializer>(posterior: &Posterior, serializer: S) -> Result<S::Ok, S::Error> {
    posterior.throws().serialize(serializer)
}

impl TestOf {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Fit { name, against } => {
                map.serialize_entry("test", "fit")?;
                map.serialize_entry("of", name)?;
                map.serialize_entry("against", against)
            }
            Self::Bones => map.serialize_entry("test", "bones"),
            Self::Groups(column) => {
                map.serialize_entry("test", "groups")?;
                map.serialize_entry("column", column)
            }
        }
    }
}

record!(Test, test =>
    ..test.of,
    "chi_squared": test.pearson(),
    "freedom": test.chi.freedom,
    "p_chi_squared": Asymptotic::of(test.chi.p_pearson),
    "p_exact"?: test.exact,
    "p_holm"?: test.adjusted,
    "smallest_expected": test.chi.smallest_expected,
    "sound": test.chi.is_sound(),
);
