//! Spots, the states in which play stops, packed: the contents of the slots that matter there, one after the other.

use super::evaluate::to_number;
use super::machine::Machine;
use super::program::{DONE, FORGOTTEN, Is, LEAVING, ME, MOVER, OUT, PATTERN};

/// A state in which play stops: the contents of the slots that matter, packed, and the operation of the throw or choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spot {
    /// In two halves, so that it needs no padding.
    bits: [u64; 2],
    pub at: u32,
}

/// The game is over.
pub(super) const OVER: u32 = u32::MAX;
/// The game is stuck for ever: play loops, or cannot go on where no survey has reached.
pub(super) const NEVER: u32 = u32::MAX - 1;

/// The bits of a position.
const ROOM: u32 = 128;

impl Spot {
    pub(super) fn new(bits: u128, at: u32) -> Self {
        let half = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
        Self { bits: [half(bits), half(bits >> 64)], at }
    }

    pub(super) fn bits(&self) -> u128 {
        u128::from(self.bits[0]) | u128::from(self.bits[1]) << 64
    }
}

/// Which slots a spot stores, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub fields: Vec<Field>,
    /// The distribution of what is thrown here, if it is always the same.
    pub distribution: Option<usize>,
    /// The bits of everything except whose turn it is.
    lasting: u128,
    /// The bits of each slot that can hold something hidden, and of the slot that says whether everybody knows it.
    hidden: Vec<[u128; 2]>,
}

impl Layout {
    /// Stores slots one after the other; if there is no room, the error is the number of bits that they need.
    pub(super) fn of(machine: &Machine, slots: Vec<usize>) -> Result<Self, u32> {
        let code = &machine.program.code;
        let mut layout = Self::default();
        let mut shift = 0;
        for slot in slots {
            let seats = to_number(code.seats);
            let (low, high) = match slot {
                ME | MOVER => (0, seats),
                OUT | LEAVING | DONE => (0, (1 << code.seats) - 1),
                PATTERN => (0, to_number(machine.program.patterns.len())),
                _ if code.ranges[slot].is == Is::Throw => (0, to_number(machine.program.throws.thrown.len())),
                _ => (code.ranges[slot].low, code.ranges[slot].high),
            };
            // The value below the least stands for forgotten.
            let forgets = machine.forgets(slot);
            let low = low - i64::from(forgets);
            let bits = u64::BITS - u64::try_from(high - low).unwrap_or(u64::MAX).leading_zeros();
            // A constant is not stored, if the slot holds it at first.
            if bits == 0 && code.ranges.get(slot).is_none_or(|range| range.first == low) {
                continue;
            }
            let is_set = [OUT, LEAVING, DONE].contains(&slot);
            layout.fields.push(Field { slot, low, shift, bits, is_set, forgets });
            shift += bits;
        }
        if shift > ROOM {
            return Err(shift);
        }
        let bits_of =
            |slot: usize| layout.fields.iter().find(|field| field.slot == slot).map_or(0, Field::bits_of);
        let hidden = layout.fields.iter().filter(|field| field.forgets);
        layout.hidden = hidden
            .map(|field| [field.bits_of(), machine.known_slot(field.slot).map_or(0, bits_of)])
            .collect();
        let lasting = layout.fields.iter().filter(|field| ![ME, MOVER].contains(&field.slot));
        layout.lasting = lasting.fold(0, |bits, field| bits | field.bits_of());
        Ok(layout)
    }

    pub(super) fn packed(&self, slots: &[i64]) -> u128 {
        self.fields.iter().fold(0, |bits, field| bits | field.put(slots[field.slot]))
    }

    /// Whether two spots with this layout differ at most in whose turn it is.
    pub(super) fn is_same(&self, one: &Spot, other: &Spot) -> bool {
        one.at == other.at && (one.bits() ^ other.bits()) & self.lasting == 0
    }

    /// The same without what not everybody knows.
    pub(super) fn forgotten(&self, bits: u128) -> u128 {
        let forget = |bits: u128, [hidden, known]: &[u128; 2]| {
            if bits & known == 0 { bits & !hidden } else { bits }
        };
        self.hidden.iter().fold(bits, forget)
    }

    pub(super) fn unpack(&self, bits: u128, slots: &mut [i64]) {
        self.fields.iter().for_each(|field| slots[field.slot] = field.held(bits));
    }
}

/// Where a slot is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub slot: usize,
    low: i64,
    shift: u32,
    bits: u32,
    /// Sets are stored without their first bit, which stands for no seat.
    pub is_set: bool,
    /// Whether the least stored number stands for forgotten.
    pub forgets: bool,
}

impl Field {
    /// What the slot holds.
    pub(super) fn held(&self, bits: u128) -> i64 {
        let held = i64::try_from(bits >> self.shift & self.mask()).unwrap_or(0);
        match held {
            0 if self.forgets => FORGOTTEN,
            held if self.is_set => held << 1,
            held => held + self.low,
        }
    }

    /// The bits that store what it holds.
    pub(super) fn put(&self, held: i64) -> u128 {
        let held = match held {
            FORGOTTEN => 0,
            held if self.is_set => held >> 1,
            held => held - self.low,
        };
        (u128::from(u64::try_from(held).unwrap_or(0)) & self.mask()) << self.shift
    }

    /// The mask of its bits.
    pub(super) const fn bits_of(&self) -> u128 {
        self.mask() << self.shift
    }

    const fn mask(&self) -> u128 {
        (1 << self.bits) - 1
    }
}
