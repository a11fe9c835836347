//! Figures that are counted in the course of games.

use super::{Moments, Pairs, Tally};
use crate::process::{Counted, Quotient};

/// Counts what happens in one game after another.
pub(crate) struct Counting {
    figures: Vec<Counted>,
    /// Of the game that is played, the sums of all figures one after the other.
    sums: Vec<u64>,
    /// Of the games before it, the numbers of each figure; those of a ratio among the pairs.
    numbers: Vec<Vec<Moments>>,
    pairs: Vec<Pairs>,
}

impl Counting {
    pub(crate) fn new(figures: Vec<Counted>) -> Self {
        let numbers = figures.iter().map(|figure| vec![Moments::default(); figure.numbers]).collect();
        let sums = vec![0; figures.iter().map(Counted::sums).sum()];
        Self { sums, numbers, pairs: vec![Pairs::default(); figures.len()], figures }
    }

    /// Adds what a step counts: nothing, or a number for each sum.
    #[inline]
    pub(crate) fn add(&mut self, counts: impl IntoIterator<Item = u32>) {
        for (sum, count) in self.sums.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
    }

    /// A game is over; one that never ends counts nothing.
    #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
    pub(crate) fn end(&mut self, counts: bool) {
        let mut sums = self.sums.iter_mut().map(|sum| std::mem::take(sum) as f64);
        for ((figure, numbers), pairs) in self.figures.iter().zip(&mut self.numbers).zip(&mut self.pairs) {
            for moments in numbers {
                let Some(sum) = sums.next() else { break };
                match (figure.quotient, figure.quotient.and_then(|_| sums.next())) {
                    _ if !counts => {}
                    (Some(Quotient::Ratio), Some(whole)) => pairs.add(sum, whole),
                    (Some(Quotient::Given), Some(happens)) if happens <= 0.0 => {}
                    _ => moments.add(sum),
                }
            }
        }
    }

    /// Adds what was counted to what came of the games besides.
    pub(crate) fn tell(&self, tally: &mut Tally) {
        for ((figure, numbers), pairs) in self.figures.iter().zip(&self.numbers).zip(&self.pairs) {
            if figure.quotient == Some(Quotient::Ratio) {
                tally.count_ratio(figure.of, pairs);
            } else {
                tally.count(figure.of, numbers);
            }
        }
    }
}
