//! A lesson with tali: what there is to be worked out by hand, for bones that all fall alike.

use num_rational::BigRational;

use super::{Averaging, EventOdds, Figure, NamedSet, OddsQuestion, SetOdds, Subject};
use crate::inference::chi_squared_critical;
use crate::tali::{Bones, BonesError, CastTable, Event, Face, Kind, USUAL_TALI};

/// Why there is no lesson with some bones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LessonError {
    /// They make no set of four.
    #[error(transparent)]
    Bones(#[from] BonesError),
    /// They fall in different ways.
    #[error("a lesson needs bones that all fall alike, and these are told apart")]
    NotAlike,
}

/// What pupils work out, and what comes out, for four tali that fall alike; of bones that were counted, for their mean
/// weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// What the bones are called.
    pub name: String,
    /// The weights of the faces 1, 3, 4, 6.
    pub weights: [BigRational; 4],
    /// Venus: how likely it is, within ten casts, and how long it is waited for.
    pub venus: EventOdds,
    /// Canis.
    pub canis: Figure,
    /// A sum of 14 or more.
    pub high_sum: Figure,
    /// At least one 6.
    pub six: Figure,
    /// Venus, given at least one 6.
    pub venus_given_six: Figure,
    /// The mean of one bone.
    pub mean: BigRational,
    /// What X² of [`Lesson::THROWS`] throws exceeds once in twenty times.
    pub critical: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
}

impl Lesson {
    /// So many throws of one bone every pupil makes.
    pub const THROWS: u32 = 40;

    /// How many casts are asked about.
    pub const CASTS: u64 = 10;

    /// Works everything out.
    ///
    /// # Errors
    ///
    /// [`LessonError`], if the bones are not four that fall alike.
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
        // Of bones that were counted their mean weights are taken for the true ones.
        let bones = NamedSet::new(Bones::alike(bones.name.clone(), talus.into_known()), USUAL_TALI)?;
        let table = CastTable::new(bones.set());
        let chance = |holds: &dyn Fn(&crate::tali::Cast) -> bool| Figure::from(table.probability_that(holds));
        let question = |given: Option<(String, Event)>| OddsQuestion {
            subjects: vec![Subject::Kind(Kind::Venus)],
            given,
            within: vec![Self::CASTS],
            running: Vec::new(),
            sensitivity: false,
        };
        let name = bones.name().to_owned();
        let six = |cast: &crate::tali::Cast| cast.count(Face::Six) > 0;
        let odds = |given| {
            let mut odds = SetOdds::new(bones.clone(), &question(given), &Averaging::default()).events;
            odds.swap_remove(0)
        };
        let given = Event::parse("6>=1", USUAL_TALI).ok().map(|event| ("6>=1".to_owned(), event));
        let possible = weights.iter().filter(|weight| weight.numer().bits() > 0).count();
        let freedom = u32::try_from(possible).unwrap_or(4).saturating_sub(1);
        let mean = Face::ALL.into_iter().zip(&weights);
        let mean = mean.map(|(face, weight)| BigRational::from_integer(face.value().into()) * weight).sum();
        Ok(Self {
            name,
            venus: odds(None),
            venus_given_six: odds(given).probability,
            canis: chance(&|cast| cast.kind() == Some(Kind::Canis)),
            high_sum: chance(&|cast| cast.sum() >= 14),
            six: chance(&six),
            mean,
            critical: chi_squared_critical(freedom.max(1), 0.05),
            freedom,
            weights,
        })
    }
}
