//! The value of every layout to the first player.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Mutex;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::layout::{Layout, OF_SIDE};
use super::settings::Settings;
use super::solver;
use crate::boards::game::most;
use crate::kit::{Entry, Row};
use tali_core::exact::OnProgress;
use tali_core::figures::Figure;
use tali_core::search::Bounds;

/// The number of layouts that are solved one after the other, in parallel with others.
const PART: usize = 128;

/// The value of every layout to the first player, in ascending order of the layouts.
pub(super) struct Catalogue(pub Vec<(Layout, i32)>);

impl Catalogue {
    /// Solves all layouts; `None` if one of them cannot be proven.
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

    /// The layouts with the least absolute value, with their values.
    pub(super) fn fair(&self) -> Vec<(Layout, i32)> {
        fairest(&self.0)
    }

    /// All layouts, and those with four or more pebbles in each filled cell.
    pub(super) fn groups(&self) -> [LayoutGroup; 2] {
        let four: Vec<_> = self.0.iter().copied().filter(|(layout, _)| layout.has_four_or_more()).collect();
        [LayoutGroup::new("all", &self.0), LayoutGroup::new("four or more in each cell", &four)]
    }

    /// For the numbers of pebbles in cells 2 and 5, in steps of `step`: how many of the layouts the first player wins, and how
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

/// A group of layouts, with its figures.
pub(super) struct LayoutGroup {
    name: &'static str,
    /// How many there are, how many the first player wins, draws and loses, and in how many it takes everything.
    numbers: [usize; 5],
    /// How many layouts have each value to the first player.
    values: BTreeMap<i32, usize>,
    value_mean: BigRational,
    /// Those with the least absolute value.
    fair: Vec<String>,
}

impl LayoutGroup {
    fn new(name: &'static str, layouts: &[(Layout, i32)]) -> Self {
        let number = |of: &dyn Fn(i32) -> bool| layouts.iter().filter(|(_, value)| of(*value)).count();
        let mut values = BTreeMap::new();
        for (_, value) in layouts {
            *values.entry(*value).or_insert(0) += 1;
        }
        let all = super::board::PEBBLES.cast_signed();
        let sum: i64 = layouts.iter().map(|(_, value)| i64::from(*value)).sum();
        Self {
            name,
            numbers: [
                layouts.len(),
                number(&|value| value > 0),
                number(&|value| value == 0),
                number(&|value| value < 0),
                number(&|value| value == all),
            ],
            values,
            value_mean: BigRational::new(sum.into(), layouts.len().max(1).into()),
            fair: fairest(layouts).iter().map(|(layout, _)| layout.to_string()).collect(),
        }
    }

    /// A sentence about the fairest layouts.
    pub(super) fn fairest(&self) -> String {
        let of_wins = match self.values.keys().map(|value| value.unsigned_abs()).min().unwrap_or(0) {
            0 => "nobody is ahead with best play".to_owned(),
            least => format!("one side ends {least} pebbles ahead with best play"),
        };
        let which =
            if self.name == "all" { "of all layouts" } else { "of those with four or more in each cell" };
        format!("The fairest {which}, in which {of_wins}: {}.", self.fair.join(" | "))
    }
}

impl From<&LayoutGroup> for Row {
    fn from(group: &LayoutGroup) -> Self {
        let [layouts, parts @ ..] = &group.numbers;
        let part = |part: usize| {
            Entry::Figure(Figure::Exact(BigRational::new(part.into(), (*layouts).max(1).into())))
        };
        let mut row =
            vec![("group", group.name.into()), ("layouts", Entry::Count(layouts.cast_signed() as i64))];
        row.extend(["won", "drawn", "lost", "all_taken"].into_iter().zip(parts.map(part)));
        row.extend([
            ("value_mean", Figure::Exact(group.value_mean.clone()).into()),
            ("values", Entry::Histogram(group.values.clone())),
            ("fair", Entry::Words(group.fair.clone())),
        ]);
        Self(row)
    }
}
