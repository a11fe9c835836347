//! Draws that are not games: counts under given weights, and weights from their posterior distribution.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand_distr::{Distribution, Gamma};

use super::Generator;
use super::engine::{Watch, in_waves};
use crate::tali::{Cast, Face, TaliSet, Talus};

/// How many draws to make, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The number of draws.
    pub draws: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
}

impl Default for Draws {
    fn default() -> Self {
        Self { draws: 10_000, seed: 1, threads: 1 }
    }
}

/// The number of draws in a batch, which share a generator.
const BATCH: u64 = 64;

/// Makes the draws. Their order and values do not depend on the number of threads.
pub fn draw<T: Send>(plan: &Draws, one: impl Fn(&mut Generator) -> T + Sync) -> Vec<T> {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    draw_watched(plan, &watch, one)
}

/// Makes the draws, or fewer if stopped.
pub fn draw_watched<T: Send>(
    plan: &Draws,
    watch: &Watch<'_>,
    one: impl Fn(&mut Generator) -> T + Sync,
) -> Vec<T> {
    // Streams that no batch of games uses.
    const STREAM: u64 = 1 << 63;
    const WAVE: u64 = 16;
    let batch = |batch: u64| -> Vec<T> {
        let mut generator = Generator::new(plan.seed, STREAM | batch);
        let draws = BATCH.min(plan.draws - batch * BATCH);
        let on = || !watch.stop.load(Ordering::Relaxed);
        // Each draw can take a while, so each is reported.
        let mut next = || {
            let drawn = one(&mut generator);
            (watch.played)(1);
            drawn
        };
        (0..draws).take_while(|_| on()).map(|_| next()).collect()
    };
    let mut all = Vec::new();
    in_waves(plan.draws.div_ceil(BATCH), WAVE, plan.threads, watch, batch, |drawn| all.extend(drawn));
    all
}

/// The drawn weights of one kind of bone: the probabilities of the faces 1, 3, 4, 6, and how many bones share
/// them.
pub type Drawn = ([f64; 4], usize);

/// Draws the weights of the bones of a set. Weights estimated from throws are drawn from their posterior distribution,
/// one vector for all bones of a kind; the others stay as they are.
///
/// A Dirichlet vector is a vector of independent Gamma variates over their sum: L. Devroye, *Non-Uniform
/// Random Variate Generation* (1986), XI.4.
#[derive(Clone, Debug)]
pub struct WeightSampler {
    kinds: Vec<(Source, usize)>,
}

#[derive(Clone, Debug)]
enum Source {
    Known(Talus, [f64; 4]),
    /// The Gamma distributions of the shapes, and the bits of precision for drawn weights.
    Estimated([Gamma<f64>; 4], f64),
}

impl WeightSampler {
    /// A sampler for this set.
    pub fn new(set: &TaliSet) -> Self {
        let kinds = set.kinds().map(|(talus, number)| {
            let weights = Face::ALL.map(|face| talus.probability(face).to_f64().unwrap_or(0.0));
            let source = talus.posterior().and_then(|posterior| {
                let shapes = posterior.shapes_f64();
                // Rounding errors must be far smaller than the uncertainty that the throws leave, about 1/√n.
                let bits = 8.0 + 0.5 * shapes.iter().sum::<f64>().log2();
                let [one, three, four, six] = shapes.map(|shape| Gamma::new(shape, 1.0).ok());
                Some(Source::Estimated([one?, three?, four?, six?], bits.max(16.0)))
            });
            (source.unwrap_or_else(|| Source::Known(talus.clone(), weights)), number)
        });
        Self { kinds: kinds.collect() }
    }

    /// Draws the weights of each kind of bone.
    pub fn draw(&self, generator: &mut Generator) -> Vec<Drawn> {
        let of_kind = |(source, number): &(Source, usize)| {
            let weights = match source {
                Source::Known(_, weights) => *weights,
                Source::Estimated(distributions, _) => {
                    let drawn =
                        distributions.each_ref().map(|distribution| distribution.sample(generator.source()));
                    let sum: f64 = drawn.iter().sum();
                    drawn.map(|weight| weight / sum)
                }
            };
            (weights, *number)
        };
        self.kinds.iter().map(of_kind).collect()
    }

    /// A set with drawn weights as integers, large enough that the least likely face has at least 12 bits, and that rounding
    /// errors are far smaller than the uncertainty that the throws leave.
    pub fn set(&self, drawn: &[Drawn]) -> Option<TaliSet> {
        let kinds = self.kinds.iter().zip(drawn).map(|((source, number), (weights, _))| {
            let talus = match source {
                Source::Known(talus, _) => talus.clone(),
                Source::Estimated(_, bits) => in_parts(weights, *bits)?,
            };
            Some((talus, *number))
        });
        TaliSet::of(kinds.collect::<Option<Vec<_>>>()?).ok()
    }
}

fn in_parts(weights: &[f64; 4], bits: f64) -> Option<Talus> {
    let least = weights.iter().copied().filter(|weight| *weight > 0.0).fold(1.0, f64::min);
    let bits = bits.max(12.0 - least.log2()).min(52.0).ceil();
    // A face that can be shown stays possible.
    let parts = weights.map(|weight| (weight * bits.exp2()).round().max(1.0).to_u64().unwrap_or(1));
    Talus::from_parts(parts.map(BigUint::from))
}

/// The distribution of one cast in doubles, for weights that change from draw to draw.
#[derive(Clone, Debug)]
pub struct CastChances {
    /// For each number of bones and each cast of them, the indices of the casts with one more bone.
    longer: Vec<Vec<[usize; 4]>>,
    casts: Vec<Cast>,
}

impl CastChances {
    /// Prepares casts of `tali` bones.
    pub fn new(tali: usize) -> Self {
        let all: Vec<Vec<Cast>> = (0..=tali).map(Cast::all).collect();
        let longer = all.windows(2).map(|pair| {
            let indices: HashMap<Cast, usize> = pair[1].iter().copied().zip(0..).collect();
            pair[0].iter().map(|cast| Face::ALL.map(|face| indices[&cast.with(face)])).collect()
        });
        Self { longer: longer.collect(), casts: all.last().cloned().unwrap_or_default() }
    }

    /// The casts in the order of [`Cast::all`].
    pub fn casts(&self) -> &[Cast] {
        &self.casts
    }

    /// The probability of each cast.
    pub fn of(&self, kinds: &[Drawn]) -> Vec<f64> {
        let bones = kinds.iter().flat_map(|(weights, number)| std::iter::repeat_n(weights, *number));
        let mut distribution = vec![1.0];
        for (longer, weights) in self.longer.iter().zip(bones) {
            let size = longer.iter().flatten().max().map_or(1, |last| last + 1);
            let mut next = vec![0.0; size];
            for (chance, indices) in distribution.iter().zip(longer) {
                for (index, weight) in indices.iter().zip(weights) {
                    next[*index] += chance * weight;
                }
            }
            distribution = next;
        }
        distribution
    }
}
