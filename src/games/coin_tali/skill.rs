//! What it is worth to play well, and to have each variant.

use num_rational::BigRational;

use super::policies::{POLICIES, Policy};
use super::round::{CoinGame, JOVE, Seat};
use super::settings::{REROLL_NAMES, Settings};
use super::solution::gains as gains_of;
use crate::exact::{Enclosure, Missing, Number};
use crate::games::decisions::Skill;

/// What every seat gains on average in a round of these seats.
fn gains(settings: &Settings, seats: Vec<Seat>, barred: Option<(usize, usize)>) -> Vec<Number> {
    gains_of(&CoinGame::with(settings.clone(), seats, barred))
}

/// The difference of two numbers of any sign.
fn less(number: &Number, other: &Number) -> Number {
    let (number, other) = (number.as_ref().map_err(|why| *why)?, other.as_ref().map_err(|why| *why)?);
    Ok(Enclosure::between(number.low() - other.high(), number.high() - other.low()))
}

fn mean(numbers: &[Number]) -> Number {
    let numbers: Vec<&Enclosure> =
        numbers.iter().map(|number| number.as_ref().map_err(|why| *why)).collect::<Result<_, Missing>>()?;
    let seats = BigRational::from_integer(numbers.len().into());
    let sum =
        |end: fn(&Enclosure) -> &BigRational| numbers.iter().map(|number| end(number)).sum::<BigRational>();
    Ok(Enclosure::between(sum(Enclosure::low) / &seats, sum(Enclosure::high) / &seats))
}

pub(super) fn skill(settings: &Settings, seats: &[Seat]) -> Skill {
    let all = |policy: Policy| seats.iter().map(move |seat| Seat { policy, ..seat.clone() });
    let as_played = gains(settings, seats.to_vec(), None);
    let against = POLICIES.iter().filter(|policy| policy.name != "best").map(|policy| {
        let simpler = Policy::named(policy.name);
        let among_equals = gains(settings, all(simpler).collect(), None);
        let best = |seat: usize| {
            let mut seats: Vec<Seat> = all(simpler).collect();
            seats[seat].policy = Policy::Best;
            gains(settings, seats, None).swap_remove(seat)
        };
        let best: Vec<Number> = (0..seats.len()).map(best).collect();
        (policy.name, less(&mean(&best), &mean(&among_equals)))
    });
    let variants = || {
        let rerolls = (0..REROLL_NAMES.len()).filter(|variant| settings.variants.rerolls[*variant]);
        let jove = settings.variants.jove.then_some(("jove", JOVE));
        rerolls.map(|variant| (REROLL_NAMES[variant], variant)).chain(jove)
    };
    let worth = variants().map(|(name, variant)| {
        let barred = |seat: usize| gains(settings, seats.to_vec(), Some((seat, variant))).swap_remove(seat);
        (name, (0..seats.len()).map(|seat| less(&as_played[seat], &barred(seat))).collect())
    });
    let without = variants().map(|(name, variant)| {
        let mut settings = settings.clone();
        match settings.variants.rerolls.get_mut(variant) {
            Some(open) => *open = false,
            None => settings.variants.jove = false,
        }
        (name, gains(&settings, seats.to_vec(), None))
    });
    Skill { against: against.collect(), worth: worth.collect(), without: without.collect() }
}

/// What each seat loses if it plays from the card, and all others their best.
pub(super) fn card_cost(settings: &Settings, seats: &[Seat]) -> Vec<Number> {
    let best: Vec<Seat> = seats.iter().map(|seat| Seat { policy: Policy::Best, ..seat.clone() }).collect();
    let all_best = gains(settings, best.clone(), None);
    let cost = |seat: usize| {
        let mut seats = best.clone();
        seats[seat].policy = Policy::Card;
        less(&all_best[seat], &gains(settings, seats, None)[seat])
    };
    (0..seats.len()).map(cost).collect()
}
