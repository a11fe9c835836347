//! The scores and charges of casts.

use tali_core::tali::{Face, USUAL_TALI};

/// The face of each bone.
pub(super) type Faces = [Face; USUAL_TALI];

/// The number of bones that show each face.
fn counts(faces: &Faces) -> [u32; 4] {
    let mut counts = [0; 4];
    for face in faces {
        counts[face.index()] += 1;
    }
    counts
}

/// Whether all four faces differ.
pub(super) fn is_venus(faces: &Faces) -> bool {
    counts(faces) == [1; 4]
}

/// The face shown by all four bones, if they agree.
pub(super) fn four_alike(faces: &Faces) -> Option<Face> {
    faces.iter().all(|face| *face == faces[0]).then_some(faces[0])
}

/// The score of a cast: higher is better, and 0 means no score. The sum decides, then a triple beats a pair and a pair beats
/// none, then the higher face of the triple or pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Score(u32);

/// The parts of a score: the weights of a point, a triple and a pair.
const POINT: u32 = 32;
const PATTERN: u32 = 8;

impl Score {
    pub(super) const NONE: Self = Self(0);

    /// The score of a cast, with points that a power adds if it scores.
    pub(super) fn new(faces: &Faces, added: u32) -> Self {
        let counts = counts(faces);
        if counts[Face::Six.index()] == 0 {
            return Self::NONE;
        }
        let sum: u32 = faces.iter().map(|face| face.value()).sum();
        let highest = |least: u32| Face::ALL.into_iter().rev().find(|face| counts[face.index()] >= least);
        let (pattern, face) = match (highest(3), highest(2)) {
            (Some(triple), _) => (2, triple.value()),
            (None, Some(pair)) => (1, pair.value()),
            (None, None) => (0, 0),
        };
        Self((sum + added) * POINT + pattern * PATTERN + face)
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The score with more points.
    const fn plus(self, added: u32) -> Self {
        Self(self.0 + added * POINT)
    }
}

/// The 19 casts that score, the best first.
pub(super) fn scoring() -> Vec<Faces> {
    let mut casts: Vec<Faces> =
        casts(true).into_iter().filter(|faces| !Score::new(faces, 0).is_none()).collect();
    casts.retain(|faces| !is_venus(faces));
    casts.sort_by_key(|faces| std::cmp::Reverse(Score::new(faces, 0)));
    casts
}

/// All results of four bones, high faces first: the 35 casts of equal bones, else 256.
pub(super) fn casts(alike: bool) -> Vec<Faces> {
    let cast = |number: usize| [6, 4, 2, 0].map(|shift| Face::ALL[3 - (number >> shift & 3)]);
    (0..256).map(cast).filter(|faces| !alike || sorted(*faces) == *faces).collect()
}

/// A cast and the points added to it that give a score, without points if possible.
pub(super) fn shown(score: Score) -> Option<(Faces, u32)> {
    let casts = scoring();
    (0..=score.0 / POINT).find_map(|added| {
        casts.iter().find(|faces| Score::new(faces, 0).plus(added) == score).map(|faces| (*faces, added))
    })
}

/// The faces in notation.
pub(super) fn written(faces: impl IntoIterator<Item = Face>) -> String {
    faces.into_iter().map(|face| face.to_string()).collect()
}

/// Sorts the faces from high to low.
pub(super) fn sorted(mut faces: Faces) -> Faces {
    faces.sort_by(|one, other| other.cmp(one));
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bones_have_256_results() {
        assert_eq!(casts(false).len(), 256);
        let mut sorted: Vec<Faces> = casts(false).into_iter().map(super::sorted).collect();
        sorted.sort_by(|one, other| other.cmp(one));
        sorted.dedup();
        assert_eq!((sorted.len(), sorted), (35, casts(true)));
    }

    #[test]
    fn nineteen_casts_score_in_the_order_of_the_rules() {
        let written: Vec<String> = scoring().into_iter().map(written).collect();
        let order =
            "6666 6664 6663 6644 6661 6643 6444 6633 6641 6443 6631 6433 6333 6441 6611 6331 6411 6311 6111";
        assert_eq!(written.join(" "), order);
        let scores: std::collections::BTreeSet<Score> =
            scoring().iter().map(|faces| Score::new(faces, 0)).collect();
        assert_eq!(scores.len(), 19);
        for faces in scoring() {
            assert_eq!(shown(Score::new(&faces, 0)), Some((faces, 0)));
            let (found, added) = shown(Score::new(&faces, 30)).unwrap();
            assert_eq!(Score::new(&found, added), Score::new(&faces, 30));
        }
    }
}
