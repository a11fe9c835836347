//! The actions of a turn, their costs, and its endings.

use super::scores::{Faces, Score, written};
use super::settings::{Power, REROLL_NAMES};
use tali_core::tali::{Face, USUAL_TALI};

/// A set of bones: bit i stands for bone i.
pub(super) type Bones = u8;

/// All four bones.
pub(super) const ALL_BONES: Bones = 0b1111;

/// Coins that change hands in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Payment {
    /// The seat pays this many coppers into the round pot.
    Pay(i64),
    /// The seat takes a silver from the pots.
    Eagle,
}

/// The history of a turn so far, except the cast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TurnLog {
    /// The payments in order.
    pub payments: Vec<Payment>,
    /// The number of each re-roll bought.
    pub bought: [u8; 3],
    /// The number of powers used.
    pub powers: u8,
    /// The number of throws.
    pub throws: u8,
}

impl TurnLog {
    pub(super) fn paying(mut self, coins: i64) -> Self {
        match self.payments.last_mut() {
            _ if coins == 0 => {}
            Some(Payment::Pay(sum)) => *sum += coins,
            _ => self.payments.push(Payment::Pay(coins)),
        }
        self
    }

    pub(super) fn with(mut self, payment: Option<Payment>) -> Self {
        match payment {
            Some(Payment::Pay(coins)) => self.paying(coins),
            Some(Payment::Eagle) => {
                self.payments.push(Payment::Eagle);
                self
            }
            None => self,
        }
    }
}

/// The cast, and the seat's remaining options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct OnTable {
    /// The face of each bone; from high to low if bones are equal.
    pub faces: Faces,
    /// The remaining re-rolls.
    pub open: [bool; 3],
    /// Whether a power may be used.
    pub power: bool,
    /// The points added by a power.
    pub added: u32,
    pub log: TurnLog,
}

/// The ending of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    /// The seat stands.
    Stand(Score, TurnLog),
    /// The seat throws or turns a Venus, which ends the round.
    Venus(TurnLog),
    /// The seat calls Jove.
    Call,
    /// The seat matches a call.
    Match,
    /// The seat drops instead of matching.
    Drop,
}

/// The counted events of turns: Venuses, each re-roll bought, powers used, calls, drops, and answers to calls.
pub(super) const EVENTS: usize = 8;
pub(super) const DROPS: usize = 6;
pub(super) const ANSWERS: usize = 7;

impl Ending {
    pub(super) const fn log(&self) -> Option<&TurnLog> {
        match self {
            Self::Stand(_, log) | Self::Venus(log) => Some(log),
            Self::Call | Self::Match | Self::Drop => None,
        }
    }

    /// The number of each event in a turn with this ending.
    pub(super) fn events(&self) -> [u32; EVENTS] {
        let ends = |is: bool| u32::from(is);
        let ([etiam, mercury, fortuna], powers) = match self.log() {
            Some(log) => (log.bought.map(u32::from), u32::from(log.powers)),
            None => ([0; 3], 0),
        };
        let venus = ends(matches!(self, Self::Venus(_)));
        let [call, drops] = [Self::Call, Self::Drop].map(|ending| ends(*self == ending));
        let answers = drops + ends(*self == Self::Match);
        [venus, etiam, mercury, fortuna, powers, call, drops, answers]
    }
}

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Throw,
    Call,
    Drop,
    Match,
    Stand,
    /// Pays a charge that a power could avoid.
    Pay,
    /// Buys the re-roll with this index, and throws these bones again.
    Reroll(usize, Bones),
    /// Uses the power with this index in the seat's list, on these bones.
    Power(usize, Bones),
}

/// An option of a choice.
#[derive(Clone, Debug)]
pub(super) struct Choosable {
    pub action: Action,
    /// The immediate payment.
    pub pays: i64,
    /// The next node.
    pub to: usize,
}

/// A choice in a turn.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The cast; `None` before the throw.
    pub on_table: Option<OnTable>,
    /// The options; of equal ones the first is taken.
    pub options: Vec<Choosable>,
}

/// The bones of a set, the lowest first.
pub(super) fn chosen(bones: Bones) -> impl Iterator<Item = usize> {
    (0..USUAL_TALI).filter(move |bone| bones >> bone & 1 == 1)
}

/// The faces of a set of bones, from high to low.
pub(super) fn faces_of(faces: &Faces, bones: Bones) -> Vec<Face> {
    let mut faces: Vec<Face> = chosen(bones).map(|bone| faces[bone]).collect();
    faces.sort_by(|one, other| other.cmp(one));
    faces
}

/// Names an action.
pub(super) fn in_words(action: Action, on_table: Option<&OnTable>, powers: &[Power], alike: bool) -> String {
    let with_faces = |what: String, bones: Bones| {
        let Some(on_table) = on_table.filter(|_| bones != 0 && bones != ALL_BONES) else { return what };
        let faces = written(faces_of(&on_table.faces, bones));
        if alike {
            return format!("{what} {faces}");
        }
        let numbers: Vec<String> = chosen(bones).map(|bone| (bone + 1).to_string()).collect();
        format!("{what} {faces} ({})", numbers.join(","))
    };
    match action {
        Action::Throw => "throw".to_owned(),
        Action::Call => "call".to_owned(),
        Action::Drop => "drop".to_owned(),
        Action::Match => "match".to_owned(),
        Action::Stand => "stand".to_owned(),
        Action::Pay => "pay".to_owned(),
        Action::Reroll(variant, bones) => with_faces(REROLL_NAMES[variant].to_owned(), bones),
        Action::Power(number, bones) => {
            let named = powers.get(number).map(|power| power.name.clone()).filter(|name| !name.is_empty());
            with_faces(format!("power {}", named.unwrap_or_else(|| (number + 1).to_string())), bones)
        }
    }
}
