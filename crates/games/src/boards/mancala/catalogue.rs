//! The value of every layout to the first mover.

use std::cmp::Reverse;
use std::sync::Mutex;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::layout::{Layout, OF_SIDE};
use super::settings::Settings;
use super::solver;
use crate::boards::game::most;
use crate::kit::{LayoutCatalogue, LayoutSummary};
use tali_core::exact::OnProgress;
use tali_core::search::Bounds;

/// So many layouts are solved one after the other.
const PART: usize = 128;

/// The value of every layout to the first mover, in rising order of the layouts.
pub(super) struct Catalogue(pub Vec<(Layout, i32)>);

impl Catalogue {
    /// Solves them, unless one of them cannot be proved.
    pub(super) fn new(settings: &Settings, progress: Option<&OnProgress>) -> Option<Self> {
        let layouts: Vec<Layout> = Layout::all().collect();
        let done = Mutex::new(0);
        let part = |part: &[Layout]| {
            let solved = solver::values(part.iter().map(|layout| layout.board()), settings);
            if let (Some(progress), Ok(mut done)) = (progress, done.lock()) {
                *done += part.len();
                progress(done.to_f64().unwrap_or(0.0) / layouts.len().to_f64().unwrap_or(1.0));
            }
            let solved = part.iter().zip(solved.into_iter().map(Bounds::exact));
            solved.map(|(layout, value)| Some((*layout, value?))).collect::<Option<Vec<_>>>()
        };
        let parts: Option<Vec<Vec<_>>> = layouts.par_chunks(PART).map(part).collect();
        Some(Self(parts?.concat()))
    }

    /// The layouts of least value to either, with their values.
    pub(super) fn fair(&self) -> Vec<(Layout, i32)> {
        fairest(&self.0)
    }

    /// The same for a reader.
    pub(super) fn summarised(&self) -> LayoutCatalogue {
        let four: Vec<_> = self.0.iter().copied().filter(|(layout, _)| layout.has_four_or_more()).collect();
        LayoutCatalogue {
            layouts: self.0.iter().map(|(layout, value)| (layout.to_string(), *value)).collect(),
            all: summary(&self.0),
            four_or_more: summary(&four),
        }
    }

    /// How many of the layouts with so many pebbles in cells 2 and 5, in steps of so many, the first mover wins, and how
    /// many there are.
    pub(super) fn won_by(&self, step: u8) -> Vec<Vec<(u32, u32)>> {
        let number = usize::from(OF_SIDE / step) + 1;
        let mut won = vec![vec![(0, 0); number]; number];
        for (Layout([second, .., fifth]), value) in &self.0 {
            let (wins, all) = &mut won[usize::from(second / step)][usize::from(fifth / step)];
            *wins += u32::from(*value > 0);
            *all += 1;
        }
        won
    }
}

fn fairest(layouts: &[(Layout, i32)]) -> Vec<(Layout, i32)> {
    most(layouts.to_vec(), |(_, value)| Reverse(value.abs()))
}

fn summary(layouts: &[(Layout, i32)]) -> LayoutSummary {
    let number = |of: &dyn Fn(i32) -> bool| layouts.iter().filter(|(_, value)| of(*value)).count();
    let mut values = std::collections::BTreeMap::new();
    for (_, value) in layouts {
        *values.entry(*value).or_insert(0) += 1;
    }
    let sum: i64 = layouts.iter().map(|(_, value)| i64::from(*value)).sum();
    LayoutSummary {
        layouts: layouts.len(),
        won: number(&|value| value > 0),
        drawn: number(&|value| value == 0),
        lost: number(&|value| value < 0),
        all_taken: number(&|value| value == super::board::PEBBLES.cast_signed()),
        values,
        value_mean: BigRational::new(sum.into(), layouts.len().max(1).into()),
        fair: fairest(layouts).iter().map(|(layout, _)| layout.to_string()).collect(),
    }
}
