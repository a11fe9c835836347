//! A lesson with tali: exercises to work out by hand, for bones with equal weights.

use std::collections::BTreeSet;

use num_rational::BigRational;

use super::{Averaging, EventOdds, Figure, NamedSet, OddsQuestion, SetOdds, Subject};
use crate::inference::chi_squared_critical;
use crate::tali::{Bones, BonesError, Cast, CastTable, Event, Face, Kind, USUAL_TALI};

/// The reason why a set of bones has no lesson.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LessonError {
    /// They do not make a set of four.
    #[error(transparent)]
    Bones(#[from] BonesError),
    /// Their weights differ.
    #[error("a lesson needs bones with equal weights, and these differ")]
    NotAlike,
}

/// The exercises and results for four tali with equal weights; for counted bones, with their mean weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The name of the bones.
    pub name: String,
    /// The weights of the faces 1, 3, 4, 6.
    pub weights: [BigRational; 4],
    /// Venus: its probability, also within ten casts, and the wait for it.
    pub venus: EventOdds,
    /// The probability of Canis.
    pub canis: Figure,
    /// The probability of a sum of [`Lesson::HIGH`] or more.
    pub high_sum: Figure,
    /// Each such sum with its probability.
    pub high_sums: Vec<(u32, Figure)>,
    /// The probability of at least one 6.
    pub six: Figure,
    /// The probability of Venus, given at least one 6.
    pub venus_given_six: Figure,
    /// The mean of one bone.
    pub mean: BigRational,
    /// The value that X² of [`Lesson::THROWS`] throws exceeds once in twenty times.
    pub critical: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
}

impl Lesson {
    /// The number of throws of one bone by each pupil.
    pub const THROWS: u32 = 40;

    /// The number of casts in the question about repeated casts.
    pub const CASTS: u64 = 10;

    /// The least sum in the question about sums.
    pub const HIGH: u32 = 14;

    /// Computes the lesson.
    ///
    /// # Errors
    ///
    /// [`LessonError`], if the bones are not four with equal weights.
    ///
    /// ```
    /// use tali_odds::analysis::Lesson;
    /// use tali_odds::tali::presets;
    ///
    /// let lesson = Lesson::new(&presets::TRADITIONAL.bones())?;
    /// assert_eq!(lesson.venus.probability.rational().unwrap().to_string(), "24/625");
    /// assert_eq!(lesson.mean.to_string(), "7/2");
    /// assert!((lesson.critical - 7.814_727_903).abs() < 1e-8);
    /// # Ok::<(), tali_odds::analysis::LessonError>(())
    /// ```
    pub fn new(bones: &Bones) -> Result<Self, LessonError> {
        let set = bones.set(USUAL_TALI)?;
        let talus = set.common_talus().ok_or(LessonError::NotAlike)?.clone();
        let weights = Face::ALL.map(|face| talus.probability(face));
        // For counted bones, the mean weights count as the true ones.
        let bones = NamedSet::new(Bones::alike(bones.name.clone(), talus.into_known()), USUAL_TALI)?;
        let table = CastTable::new(bones.set());
        let chance = |holds: &dyn Fn(&Cast) -> bool| Figure::from(table.probability_that(holds));
        let question = |given: Option<(String, Event)>| OddsQuestion {
            subjects: vec![Subject::Kind(Kind::Venus)],
            given,
            within: vec![Self::CASTS],
            running: Vec::new(),
            sensitivity: false,
        };
        let name = bones.name().to_owned();
        let six = |cast: &Cast| cast.count(Face::Six) > 0;
        let odds = |given| {
            let mut odds = SetOdds::new(bones.clone(), &question(given), &Averaging::default()).events;
            odds.swap_remove(0)
        };
        let given = Event::parse("6>=1", USUAL_TALI).ok().map(|event| ("6>=1".to_owned(), event));
        let possible = weights.iter().filter(|weight| weight.numer().bits() > 0).count();
        let freedom = u32::try_from(possible).unwrap_or(4).saturating_sub(1);
        let sums: BTreeSet<u32> =
            Cast::all(USUAL_TALI).iter().map(Cast::sum).filter(|sum| *sum >= Self::HIGH).collect();
        let high_sums = sums.into_iter().map(|sum| (sum, chance(&|cast| cast.sum() == sum))).collect();
        let mean = Face::ALL.into_iter().zip(&weights);
        let mean = mean.map(|(face, weight)| BigRational::from_integer(face.value().into()) * weight).sum();
        Ok(Self {
            name,
            venus: odds(None),
            venus_given_six: odds(given).probability,
            canis: chance(&|cast| cast.kind() == Some(Kind::Canis)),
            high_sum: chance(&|cast| cast.sum() >= Self::HIGH),
            high_sums,
            six: chance(&six),
            mean,
            critical: chi_squared_critical(freedom.max(1), 0.05),
            freedom,
            weights,
        })
    }
}
