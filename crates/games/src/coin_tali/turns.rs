//! What a seat can do in a turn, what that costs, and how the turn ends.

use super::scores::{Faces, Score, written};
use super::settings::{Power, REROLL_NAMES};
use tali_core::tali::{Face, USUAL_TALI};

/// Bones of a throw: bit i stands for bone i.
pub(super) type Bones = u8;

/// All four bones.
pub(super) const ALL_BONES: Bones = 0b1111;

/// Coins that change hands in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Payment {
    /// The seat pays so many coppers into the round pot.
    Pay(i64),
    /// The seat takes a silver out of the pots.
    Eagle,
}

/// What has come of a turn so far, besides the cast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TurnLog {
    /// In their order.
    pub payments: Vec<Payment>,
    /// How many of each re-roll were bought.
    pub bought: [u8; 3],
    /// How many powers were used.
    pub powers: u8,
    /// How many times bones were thrown.
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

/// The cast, and what the seat can still do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct OnTable {
    /// Of each bone; from high to low where bones are alike.
    pub faces: Faces,
    /// Which re-rolls are open.
    pub open: [bool; 3],
    /// Whether a power may be used.
    pub power: bool,
    /// Points that a power adds.
    pub added: u32,
    pub log: TurnLog,
}

/// How a turn ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    /// The seat stands.
    Stand(Score, TurnLog),
    /// It throws or turns a Venus, which ends the round.
    Venus(TurnLog),
    /// It calls Jove.
    Call,
    /// It matches a call.
    Match,
    /// It does not.
    Drop,
}

/// What is counted of turns: Venuses, how many of each re-roll were bought, powers used, calls, drops, and answers to calls.
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

    /// How often each of the events happens in a turn that ends so.
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

/// Something that a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Throw,
    Call,
    Drop,
    Match,
    Stand,
    /// Pays a charge that a power could spare it.
    Pay,
    /// Buys the re-roll of this number, and throws these bones again.
    Reroll(usize, Bones),
    /// Uses the power of this number in the seat's list, on these bones.
    Power(usize, Bones),
}

/// One of the things that can be chosen at a choice.
#[derive(Clone, Debug)]
pub(super) struct Choosable {
    pub action: Action,
    /// What is paid for it at once.
    pub pays: i64,
    /// The node that it leads to.
    pub to: usize,
}

/// A choice of a turn.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The cast; nothing before the throw.
    pub on_table: Option<OnTable>,
    /// In the order in which equal options are taken.
    pub options: Vec<Choosable>,
}

/// The bones of a set, the lowest first.
pub(super) fn chosen(bones: Bones) -> impl Iterator<Item = usize> {
    (0..USUAL_TALI).filter(move |bone| bones >> bone & 1 == 1)
}

/// The faces of some bones, from high to low.
pub(super) fn faces_of(faces: &Faces, bones: Bones) -> Vec<Face> {
    let mut faces: Vec<Face> = chosen(bones).map(|bone| faces[bone]).collect();
    faces.sort_by(|one, other| other.cmp(one));
    faces
}

/// What a seat does, as it is written.
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
