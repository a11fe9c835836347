//! The figures of each seat. Each is declared here once: JSON, CSV, the table of seats and the comparison of rules are built
//! from the declarations.

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::ser::SerializeMap;

use super::between;
use crate::analysis::{Compared, Figure, SeatCoins, record};
use crate::games::Shown;

/// A figure of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatFigure {
    /// Its key in JSON.
    pub name: &'static str,
    /// Its title in tables.
    pub title: &'static str,
    /// The format.
    pub shown: Shown,
    /// Whether it appears in comparisons of house rules.
    pub is_compared: bool,
}

const fn declared(name: &'static str, title: &'static str, shown: Shown) -> SeatFigure {
    SeatFigure { name, title, shown, is_compared: true }
}

impl SeatFigure {
    /// `wᵢ − w̄`: its share above the mean share, with games without a winner split.
    pub const ADVANTAGE: Self =
        Self { is_compared: false, ..declared("advantage", "Above an even share", Shown::Points) };
    /// The mean of the coins paid.
    pub const PAID: Self = declared("paid", "Pays in", Shown::Plain);
    /// The mean of the coins taken.
    pub const TAKEN: Self = declared("taken", "Takes", Shown::Plain);
    /// The mean of the coins taken minus those paid.
    pub const NET: Self = declared("net", "Net", Shown::Signed);
    /// Its standard deviation.
    pub const NET_SD: Self = declared("net_sd", "Deviation", Shown::Plain);
    /// `net / first stake`: the house edge of casinos, with the player's sign.
    pub const HOUSE_EDGE: Self =
        Self { is_compared: false, ..declared("house_edge", "Net / first stake", Shown::SignedPercent) };
    /// `net / total staked`: the element of risk, with the player's sign.
    pub const ELEMENT_OF_RISK: Self =
        declared("element_of_risk", "Net gain, % of coins paid", Shown::SignedPercent);
    /// The probability of ruin, if purses are limited.
    pub const RUINED: Self = declared("ruined", "Out of coins", Shown::Percent);
    /// The sum of the standard deviations of its chance after each throw.
    pub const SUSPENSE: Self = declared("suspense", "Suspense", Shown::Plain);
    /// The sum of the changes of its chance.
    pub const SURPRISE: Self = declared("surprise", "Surprise", Shown::Plain);

    /// All figures, in display order.
    pub const ALL: [Self; 10] = [
        Self::ADVANTAGE,
        Self::PAID,
        Self::TAKEN,
        Self::NET,
        Self::NET_SD,
        Self::HOUSE_EDGE,
        Self::ELEMENT_OF_RISK,
        Self::RUINED,
        Self::SUSPENSE,
        Self::SURPRISE,
    ];
}

/// The figures of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatBalance {
    /// The seat, from 1.
    pub seat: usize,
    /// Its share of the wins, `wᵢ`.
    pub share: Compared,
    /// Its other figures, as far as the game has them.
    pub figures: Vec<(SeatFigure, Compared)>,
}

impl SeatBalance {
    /// A figure of the seat, if the game has it.
    pub fn get(&self, of: SeatFigure) -> Option<&Compared> {
        self.figures.iter().find(|(known, _)| *known == of).map(|(_, figure)| figure)
    }

    /// The solved value of a figure, if the game has it.
    pub fn solved(&self, of: SeatFigure) -> Option<&Figure> {
        self.get(of).map(|figure| &figure.solved)
    }

    /// Adds the figures on coins, from the deviation of the net gain, the first stake, and the stake in addition to payments.
    pub(super) fn add_coins(
        &mut self,
        coins: &SeatCoins,
        net_sd: Figure,
        stake: Option<&BigRational>,
        besides: &BigRational,
    ) {
        let staked = between::staked(&coins.paid.solved, besides);
        let all_is_lost = staked.is_endless() && coins.taken.solved.is_number();
        let stake = stake.filter(|stake| !stake.is_zero()).cloned().map(Figure::Exact);
        let net = &coins.net.solved;
        // If payments are infinite and takings finite, everything is lost.
        let risk = if all_is_lost {
            Figure::Exact(-BigRational::one())
        } else {
            between::part_of(net, Some(&staked))
        };
        self.figures.extend([
            (SeatFigure::PAID, Compared { posterior: None, ..coins.paid.clone() }),
            (SeatFigure::TAKEN, Compared { posterior: None, ..coins.taken.clone() }),
            (SeatFigure::NET, coins.net.clone()),
            (SeatFigure::NET_SD, Compared::new(net_sd, None)),
            (SeatFigure::HOUSE_EDGE, Compared::new(between::part_of(net, stake.as_ref()), None)),
            (SeatFigure::ELEMENT_OF_RISK, Compared::new(risk, None)),
        ]);
    }
}

record!(SeatBalance, balance =>
    "seat": balance.seat,
    "win_share": balance.share.solved,
    "win_share_posterior"?: balance.share.posterior,
    ..Others(&balance.figures),
);

struct Others<'a>(&'a [(SeatFigure, Compared)]);

impl Others<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(of, figure)| {
            map.serialize_entry(of.name, &figure.solved)?;
            match &figure.posterior {
                Some(posterior) => map.serialize_entry(&format!("{}_posterior", of.name), posterior),
                None => Ok(()),
            }
        })
    }
}
