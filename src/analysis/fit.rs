//! What recorded throws say about the bones.

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

/// A question about throws.
#[derive(Clone, Debug)]
pub struct FitQuestion {
    /// The throws that are pooled into one estimate.
    pub pool: Pool,
    /// The prior.
    pub prior: Prior,
    /// The name and the weights to test the throws against.
    pub against: Option<(String, Talus)>,
    /// The level of the intervals, and the settings for simulation.
    pub averaging: Averaging,
    /// The name of the file that the throws came from.
    pub source: String,
}

/// What throws say about the bones, and how many more are needed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FitAnswer {
    /// The results, if there were any throws.
    #[serde(flatten)]
    pub fitted: Option<Fitted>,
    /// The number of throws for a narrow interval, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanAnswer>,
    /// The number of throws to distinguish bones, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<PowerAnswer>,
}

/// What throws say about the bones.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The question being answered.
    pub question: FitQuestion,
    /// The throws.
    pub throws: Throws,
    /// The weights, one estimate for each pool.
    pub estimates: Vec<Estimated>,
    /// The tests.
    pub tests: Vec<Test>,
    /// The odds of each kind of cast of four bones, if there is one pooled estimate or the estimates describe four bones.
    pub kinds: Vec<KindRow>,
}

/// The weights of one or more bones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimated {
    /// The name of the bone or group, if there are several.
    pub name: Option<String>,
    /// The number of bones thrown.
    pub bones: usize,
    /// The posterior distribution.
    #[serde(rename = "throws", serialize_with = "throws_of")]
    pub posterior: Posterior,
    /// The estimate of each face.
    pub faces: [FaceEstimate; 4],
}

/// The estimate of the probability of one face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceEstimate {
    /// The face.
    #[serde(serialize_with = "as_number")]
    pub face: Face,
    /// The number of times it came up.
    pub count: u64,
    /// Its share of the throws.
    pub share: Figure,
    /// The posterior mean.
    pub mean: Figure,
    /// The credible interval, from its marginal Beta distribution.
    pub credible: Credible,
    /// The posterior standard deviation.
    pub sd: Figure,
}

/// The hypothesis of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOf {
    /// Whether throws fit these weights.
    Fit {
        /// The bone or group.
        name: Option<String>,
        /// The name of the weights.
        against: String,
    },
    /// Whether the bones differ.
    Bones,
    /// Whether the groups defined by this column differ.
    Groups(String),
}

/// A test and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The question.
    pub of: TestOf,
    /// X² and its p-value under the χ² distribution.
    pub chi: ChiSquare,
    /// A p-value that does not rely on the χ² approximation: from the exact multinomial test for fits, or from a permutation
    /// test for comparisons with small expected counts.
    pub exact: Option<Figure>,
    /// The p-value adjusted by Holm's method, if several fits are tested at once.
    pub adjusted: Option<f64>,
}

impl Test {
    /// Whether the test compares throws with given weights.
    pub const fn is_fit(&self) -> bool {
        matches!(self.of, TestOf::Fit { .. })
    }

    /// The p-value to base the verdict on: the adjusted one if several fits were tested.
    pub fn judged(&self) -> f64 {
        self.adjusted.unwrap_or_else(|| self.p())
    }

    /// The p-value: the exact one if there is one, else that of X². If no draw was as extreme, it is the upper confidence limit.
    /// For several fits see [`Test::adjusted`].
    pub fn p(&self) -> f64 {
        match &self.exact {
            Some(Figure::Simulated(estimate)) if estimate.value <= 0.0 => estimate.high,
            Some(exact) => exact.approximate().unwrap_or(self.chi.p_pearson),
            None => self.chi.p_pearson,
        }
    }

    /// Whether [`Test::p`] is only an upper bound.
    pub fn is_bound(&self) -> bool {
        matches!(&self.exact, Some(Figure::Simulated(estimate)) if estimate.value <= 0.0)
    }

    /// X² as a figure.
    pub fn pearson(&self) -> Figure {
        self.chi.pearson.clone().map_or(Figure::None(Absence::ImpossibleThrow), Figure::Exact)
    }
}

impl Fitted {
    /// Estimates and tests the weights of bones from recorded throws.
    ///
    /// # Errors
    ///
    /// [`TalusError::NoThrows`], if a pool has none.
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

    /// Builds bones with these weights: one talus usable any number of times if there is a single estimate, otherwise exactly
    /// the bones that were thrown.
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

    /// Describes where the weights came from.
    pub fn provenance(&self) -> String {
        let bones = match self.throws.bones.len() {
            1 => String::new(),
            number => format!(" of {number} bones"),
        };
        let shown = self.throws.circumstances.iter().filter(|circumstance| !circumstance.values.is_empty());
        let shown = shown.map(|circumstance| {
            let more = if circumstance.more { " and others" } else { "" };
            format!("; {}: {}{more}", circumstance.column, circumstance.values.join(", "))
        });
        let throws = if self.throws.total() == 1 { "throw" } else { "throws" };
        format!(
            "{} {throws}{bones} in {}{}",
            self.throws.total(),
            self.question.source,
            shown.collect::<String>()
        )
    }

    /// How many bones the separate estimates cover. `None` if one estimate serves for all, or if a bone appears in more than one
    /// group.
    pub fn distinguished(&self) -> Option<usize> {
        let several = self.estimates.len() > 1 && self.throws.bone_in_two_groups().is_none();
        several.then(|| self.estimates.iter().map(|estimated| estimated.bones).sum())
    }

    fn kinds_of_cast(&self) -> Vec<KindRow> {
        if self.estimates.len() > 1 && self.distinguished() != Some(USUAL_TALI) {
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

    /// The title of the estimate.
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
            // Distinguishing a small p-value from 0 takes many draws.
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

/// Compares rows, adding a permutation test if the χ² approximation is unreliable and there are few enough throws.
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
