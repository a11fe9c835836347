//! Counts figures while games are played.

use super::{Moments, Pairs, Tally};
use crate::process::{Counted, Quotient, Statistic};

/// Counts the events of one game after another.
pub struct Counting {
    figures: Vec<Counted>,
    /// The sums of all figures in the current game, one after the other.
    sums: Vec<u64>,
    /// For each [`Quotient::Given`]: the indices of the figure and its first sum, and what occurrences in the current game added.
    given: Vec<(usize, usize, Moments)>,
    /// The numbers of each figure in earlier games; those of a ratio are in `pairs`.
    numbers: Vec<Vec<Moments>>,
    pairs: Vec<Pairs>,
    /// For each figure that is noted, in which part of the games it occurred at least once.
    once: Vec<Vec<Moments>>,
    /// The numbers read at the ends of all games.
    scores: Vec<(&'static Statistic, Moments)>,
}

impl Counting {
    /// Starts counting these figures, and those that are read when a game ends.
    pub fn new(figures: Vec<Counted>, scores: impl IntoIterator<Item = &'static Statistic>) -> Self {
        let scores = scores.into_iter().map(|of| (of, Moments::default())).collect();
        let numbers: Vec<_> = figures.iter().map(|figure| vec![Moments::default(); figure.numbers]).collect();
        let once = figures.iter().map(|figure| match figure.of.once() {
            Some(_) => vec![Moments::default(); figure.numbers],
            None => Vec::new(),
        });
        let once = once.collect();
        let (mut given, mut first) = (Vec::new(), 0);
        for (slot, figure) in figures.iter().enumerate() {
            if figure.quotient == Some(Quotient::Given) {
                given.push((slot, first, Moments::default()));
            }
            first += figure.sums();
        }
        Self {
            sums: vec![0; first],
            given,
            once,
            numbers,
            pairs: vec![Pairs::default(); figures.len()],
            scores,
            figures,
        }
    }

    /// Adds what a step counts: nothing, or a number for each sum.
    #[inline]
    pub fn add(&mut self, counts: impl IntoIterator<Item = u32>) {
        for (sum, count) in self.sums.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
        for (slot, first, moments) in &mut self.given {
            let sums = &mut self.sums[*first..][..self.figures[*slot].sums()];
            if let Some((1.., parts)) = sums.split_last_mut() {
                moments.add(difference(parts));
                sums.fill(0);
            }
        }
    }

    /// Adds a number that is read at the end of a game.
    pub fn score(&mut self, index: usize, value: f64) {
        self.scores[index].1.add(value);
    }

    /// Ends a game. A game whose remaining counts are unknown does not count.
    #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
    pub fn end(&mut self, counts: bool) {
        for (slot, _, moments) in &mut self.given {
            let moments = std::mem::take(moments);
            if counts {
                self.numbers[*slot][0].merge(&moments);
            }
        }
        let mut sums = self.sums.as_slice();
        let figures = self.figures.iter().zip(&mut self.numbers).zip(&mut self.pairs).zip(&mut self.once);
        for (((figure, numbers), pairs), once) in figures.take_while(|_| counts) {
            let (of_figure, others) = sums.split_at(figure.sums());
            sums = others;
            once.iter_mut().zip(of_figure).for_each(|(moments, sum)| moments.add((*sum).min(1) as f64));
            match (figure.quotient, of_figure.split_last()) {
                (Some(Quotient::Given), _) => {}
                (Some(Quotient::Ratio), Some((whole, parts))) => pairs.add(difference(parts), *whole as f64),
                _ if figure.has_less => numbers[0].add(difference(of_figure)),
                _ => numbers.iter_mut().zip(of_figure).for_each(|(moments, sum)| moments.add(*sum as f64)),
            }
        }
        self.sums.fill(0);
    }

    /// Adds what was counted to the tally.
    pub fn tell(&self, tally: &mut Tally) {
        for ((figure, numbers), pairs) in self.figures.iter().zip(&self.numbers).zip(&self.pairs) {
            if figure.quotient == Some(Quotient::Ratio) {
                tally.count_ratio(figure.of, pairs);
            } else {
                tally.count(figure.of, numbers);
            }
        }
        for (figure, once) in self.figures.iter().zip(&self.once) {
            if let Some(of) = figure.of.once() {
                tally.count(of, once);
            }
        }
        for (of, moments) in &self.scores {
            tally.count(of, &[*moments]);
        }
    }
}

/// A sum, less the next one if there is one.
#[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
fn difference(sums: &[u64]) -> f64 {
    sums.first().map_or(0.0, |sum| *sum as f64) - sums.get(1).map_or(0.0, |less| *less as f64)
}
