//! Figures that are counted in the course of games.

use super::{Moments, Pairs, Tally};
use crate::process::{Counted, Quotient, Statistic};

/// Counts what happens in one game after another.
pub struct Counting {
    figures: Vec<Counted>,
    /// Of the game that is played, the sums of all figures one after the other.
    sums: Vec<u64>,
    /// Of the same game, what was added each time at which something happened: the places of the figure and of its first sum.
    given: Vec<(usize, usize, Moments)>,
    /// Of the games before it, the numbers of each figure; those of a ratio among the pairs.
    numbers: Vec<Vec<Moments>>,
    pairs: Vec<Pairs>,
    /// Of each figure that is noted, in what part of the games it came about at least once.
    once: Vec<Vec<Moments>>,
    /// What was read at the ends of all games.
    scores: Vec<(&'static Statistic, Moments)>,
}

impl Counting {
    /// Nothing counted yet of these figures, and of those that are read when a game ends.
    pub fn new(figures: Vec<Counted>, scores: impl IntoIterator<Item = &'static Statistic>) -> Self {
        let scores = scores.into_iter().map(|of| (of, Moments::default())).collect();
        let numbers: Vec<_> = figures.iter().map(|figure| vec![Moments::default(); figure.numbers]).collect();
        let once = figures.iter().map(|figure| match figure.of.once() {
            Some(_) => vec![Moments::default(); figure.numbers],
            None => Vec::new(),
        });
        let once = once.collect();
        let (mut given, mut first) = (Vec::new(), 0);
        for (place, figure) in figures.iter().enumerate() {
            if figure.quotient == Some(Quotient::Given) {
                given.push((place, first, Moments::default()));
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
        for (place, first, moments) in &mut self.given {
            let sums = &mut self.sums[*first..][..self.figures[*place].sums()];
            if let Some((1.., parts)) = sums.split_last_mut() {
                moments.add(difference(parts));
                sums.fill(0);
            }
        }
    }

    /// A number is read as a game ends.
    pub fn score(&mut self, index: usize, value: f64) {
        self.scores[index].1.add(value);
    }

    /// A game is over; one of which it is not known what it would still count counts nothing.
    #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
    pub fn end(&mut self, counts: bool) {
        for (place, _, moments) in &mut self.given {
            let moments = std::mem::take(moments);
            if counts {
                self.numbers[*place][0].merge(&moments);
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

    /// Adds what was counted to what came of the games besides.
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

/// A sum, less the one that follows it if one does.
#[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
fn difference(sums: &[u64]) -> f64 {
    sums.first().map_or(0.0, |sum| *sum as f64) - sums.get(1).map_or(0.0, |less| *less as f64)
}
