//! The four bones of the table: hands, and the outcomes of throwing some bones again.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::calls::Rank;
use super::settings::Void;
use tali_core::process::Distribution;
use tali_core::tali::{Cast, Face, TaliSet, USUAL_TALI};

/// The faces of the four bones, bone by bone, 0 for a bone in the cup. Equal bones are not distinguished: they are sorted from
/// the highest face to the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct Hand(pub [u8; USUAL_TALI]);

/// The bones in the middle of a turn; `loose` marks those just thrown, which may be thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct OnTable {
    pub hand: Hand,
    pub loose: [bool; USUAL_TALI],
}

/// The number of values per bone: four faces, and 0.
const DIGITS: usize = 5;

/// The number of hands, including those with bones in the cup.
const HANDS: usize = DIGITS.pow(4);

impl Hand {
    /// All four bones in the cup.
    pub(super) const CUP: Self = Self([0; USUAL_TALI]);

    /// A unique index below [`HANDS`].
    pub(super) fn index(self) -> usize {
        let digit = |face: u8| match face {
            0 => 0,
            1 => 1,
            3 => 2,
            4 => 3,
            _ => 4,
        };
        self.0.iter().fold(0, |index, face| DIGITS * index + digit(*face))
    }

    /// The hand with this index.
    fn of_index(mut index: usize) -> Self {
        let mut hand = Self::CUP;
        for face in hand.0.iter_mut().rev() {
            *face = [0, 1, 3, 4, 6][index % DIGITS];
            index /= DIGITS;
        }
        hand
    }

    /// The number of bones in the cup.
    pub(super) fn thrown(self) -> u8 {
        self.0.iter().map(|face| u8::from(*face == 0)).sum()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

impl OnTable {
    /// A hand whose bones may all be thrown.
    pub(super) const fn all_loose(hand: Hand) -> Self {
        Self { hand, loose: [true; USUAL_TALI] }
    }
}

/// The bones of a table, with the distributions of all throws.
pub(super) struct Cup {
    /// For each bone, the first with the same distribution.
    kinds: [usize; USUAL_TALI],
    void: Void,
    ranks: Vec<Rank>,
    pub(super) throws: Vec<Distribution<OnTable>>,
    /// The index of the distribution, by the part of the hand held and whether the throw is the last of a turn.
    indices: Vec<[Option<usize>; 2]>,
    /// The same distributions in floating point.
    chances: Vec<Vec<f64>>,
    /// All hands that can be called on, and the index of each in this list.
    hands: Vec<Hand>,
    numbers: Vec<Option<u16>>,
    /// For each rank, the hand that a player assumes who knows only the call.
    words: [Hand; Rank::VENUS.0 as usize + 1],
}

impl Cup {
    pub(super) fn new(bones: &TaliSet, void: Void, throws: u8) -> Self {
        let tali = bones.tali();
        let kinds = std::array::from_fn(|bone| {
            tali.iter().position(|other| other.falls_like(&tali[bone])).unwrap_or(bone)
        });
        let mut cup = Self {
            kinds,
            void,
            ranks: vec![Rank::VOID; HANDS],
            throws: Vec::new(),
            indices: vec![[None; 2]; HANDS],
            chances: Vec::new(),
            hands: Vec::new(),
            numbers: vec![None; HANDS],
            words: greatest(),
        };
        // A player who believes a call may assume faces that these bones cannot show.
        let is_sorted = |part: &Hand| cup.sorted(OnTable::all_loose(*part)).hand == *part;
        let parts: Vec<Hand> = (0..HANDS).map(Hand::of_index).filter(is_sorted).collect();
        for hand in parts.iter().filter(|part| part.thrown() == 0) {
            cup.ranks[hand.index()] = rank(*hand);
        }
        for part in parts.into_iter().filter(|part| part.thrown() > 0) {
            let faces = cup.faces_after(tali, part);
            if throws > 1 {
                cup.indices[part.index()][0] = Some(cup.throws.len());
                cup.throws.push(faces.clone());
            }
            if let Some(last) = cup.last(&faces) {
                cup.indices[part.index()][1] = Some(cup.throws.len());
                cup.throws.push(last);
            }
        }
        cup.words = cup.words.map(|word| cup.sorted(OnTable::all_loose(word)).hand);
        let fresh = cup.faces_after(tali, Hand::CUP);
        cup.chances = cup.throws.iter().map(Distribution::chances).collect();
        for hand in fresh.map(|on_table| on_table.hand).outcomes().iter().map(|(hand, _)| *hand) {
            if cup.may_stand(hand) {
                cup.numbers[hand.index()] = u16::try_from(cup.hands.len()).ok();
                cup.hands.push(hand);
            }
        }
        cup
    }

    /// The bones on the table after throwing those in the cup.
    fn faces_after(&self, tali: &[tali_core::tali::Talus], part: Hand) -> Distribution<OnTable> {
        let mut faces = Distribution::certain(OnTable { hand: part, loose: part.0.map(|face| face == 0) });
        for (bone, talus) in tali.iter().enumerate().filter(|(bone, _)| part.0[*bone] == 0) {
            let shows = Face::ALL.map(|face| (face, talus.weight(face).clone()));
            let Some(one) = Distribution::new(shows) else { continue };
            faces = faces.and(&one, |on_table, face| {
                let mut on_table = *on_table;
                on_table.hand.0[bone] = u8::try_from(face.value()).unwrap_or_default();
                on_table
            });
        }
        faces.map(|on_table| self.sorted(*on_table))
    }

    /// The distribution at the last throw of a turn: nothing more is thrown, and a void is thrown again if hands must rank.
    fn last(&self, faces: &Distribution<OnTable>) -> Option<Distribution<OnTable>> {
        let possible = faces.outcomes().iter().filter(|(on_table, _)| self.may_stand(on_table.hand));
        Distribution::new(
            possible.map(|(on_table, weight)| (OnTable { loose: [false; 4], ..*on_table }, weight.clone())),
        )
    }

    /// Sorts equal bones from the highest face to the lowest.
    pub(super) fn sorted(&self, on_table: OnTable) -> OnTable {
        let OnTable { mut hand, mut loose } = on_table;
        for kind in 0..USUAL_TALI {
            let bones: Vec<usize> = (0..USUAL_TALI).filter(|bone| self.kinds[*bone] == kind).collect();
            let mut lie: Vec<(u8, bool)> = bones.iter().map(|bone| (hand.0[*bone], loose[*bone])).collect();
            lie.sort_unstable_by(|one, other| other.cmp(one));
            for (bone, (face, is_loose)) in bones.into_iter().zip(lie) {
                (hand.0[bone], loose[bone]) = (face, is_loose);
            }
        }
        OnTable { hand, loose }
    }

    /// The rest of a hand after putting these bones, given as bits, into the cup.
    fn without(&self, hand: Hand, bones: u8) -> OnTable {
        let mut left = hand;
        for (bone, face) in left.0.iter_mut().enumerate() {
            if bones >> bone & 1 == 1 {
                *face = 0;
            }
        }
        self.sorted(OnTable { hand: left, loose: [false; USUAL_TALI] })
    }

    /// The faces of a part by kind of bones, in the order of first occurrence, each from the highest face down.
    pub(super) fn held_by_kind(&self, part: Hand) -> Vec<Vec<u8>> {
        let of_kind = |kind: usize| {
            let bones = (0..USUAL_TALI).filter(|bone| self.kinds[*bone] == kind);
            bones.map(|bone| part.0[bone]).filter(|face| *face > 0).collect()
        };
        (0..USUAL_TALI).filter(|kind| self.kinds[*kind] == *kind).map(of_kind).collect()
    }

    pub(super) fn rank(&self, hand: Hand) -> Rank {
        self.ranks[hand.index()]
    }

    /// Whether a hand may be called on.
    pub(super) fn may_stand(&self, hand: Hand) -> bool {
        self.void != Void::Recast || self.rank(hand) > Rank::VOID
    }

    /// Whether a call on a hand is true.
    pub(super) fn is_true(&self, hand: Hand, call: Rank) -> bool {
        self.rank(hand) >= call
    }

    /// All hands that may be called on.
    pub(super) fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The index of a hand in [`Cup::hands`].
    pub(super) fn number(&self, hand: Hand) -> Option<u16> {
        self.numbers[hand.index()]
    }

    /// The index of a throw in `throws`; `None` if no hand after it can ever be called on.
    pub(super) fn index(&self, part: Hand, is_last: bool) -> Option<usize> {
        self.indices[part.index()][usize::from(is_last)]
    }

    /// The distribution of an allowed throw.
    pub(super) fn distribution(&self, part: Hand, is_last: bool) -> Option<&Distribution<OnTable>> {
        self.index(part, is_last).map(|index| &self.throws[index])
    }

    /// The outcomes of a throw with their probabilities in floating point; empty if the throw is not allowed.
    pub(super) fn outcomes(&self, part: Hand, is_last: bool) -> impl Iterator<Item = (OnTable, f64)> {
        let index = self.index(part, is_last).into_iter();
        index.flat_map(|index| {
            let on_table = self.throws[index].outcomes().iter().map(|(on_table, _)| *on_table);
            on_table.zip(self.chances[index].iter().copied())
        })
    }

    /// The smallest probability of any outcome of a throw.
    pub(super) fn rarest(&self) -> f64 {
        self.chances.iter().flatten().copied().fold(1.0, f64::min)
    }

    /// Whether a callable hand can occur at all.
    pub(super) fn can_be_played(&self) -> bool {
        self.is_allowed(Hand::CUP)
    }

    /// Whether the bones missing from a hand may be thrown, that is, whether the result can be called on.
    fn is_allowed(&self, part: Hand) -> bool {
        self.index(part, true).is_some()
    }

    /// All ways to throw some of the loose bones, as the part left on the table, with the number of sets of bones that leave it.
    pub(super) fn throws(&self, on_table: &OnTable) -> Vec<(Hand, u32)> {
        let mut parts: Vec<(Hand, u32)> = Vec::new();
        for bones in 1..1u8 << USUAL_TALI {
            if (0..USUAL_TALI).any(|bone| bones >> bone & 1 == 1 && !on_table.loose[bone]) {
                continue;
            }
            let part = self.without(on_table.hand, bones).hand;
            match parts.iter_mut().find(|(known, _)| *known == part) {
                Some((_, ways)) => *ways += 1,
                None if self.is_allowed(part) => parts.push((part, 1)),
                None => {}
            }
        }
        parts.sort_unstable();
        parts
    }

    /// The hand of a rank's cast with the largest number, the highest face on the first bone.
    pub(super) fn word(&self, rank: Rank) -> Hand {
        self.words[usize::from(rank.0)]
    }
}

/// For each rank, the faces of its cast with the largest number, from the highest down.
fn greatest() -> [Hand; Rank::VENUS.0 as usize + 1] {
    let mut words = [Hand::CUP; Rank::VENUS.0 as usize + 1];
    for cast in Cast::all(USUAL_TALI) {
        let mut faces = [0; USUAL_TALI];
        for (digit, face) in faces.iter_mut().zip(cast.faces()) {
            *digit = u8::try_from(face.value()).unwrap_or_default();
        }
        faces.sort_unstable_by(|one, other| other.cmp(one));
        let word = &mut words[usize::from(cast.rank().unwrap_or(0))];
        *word = Hand(faces).max(*word);
    }
    words
}

/// The rank of four faces.
fn rank(hand: Hand) -> Rank {
    let cast = Cast::parse(&hand.to_string(), USUAL_TALI);
    Rank(cast.ok().and_then(|cast| cast.rank()).unwrap_or(0))
}
