//! The random number generator.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random number generator of games: xoshiro256++ of D. Blackman and S. Vigna, "Scrambled linear pseudorandom
/// number generators", *ACM Transactions on Mathematical Software* 47 (2021).
#[derive(Clone, Debug)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// The generator of one batch of a seed. Its state is drawn from the batch's stream of a `ChaCha8` generator with the
    /// seed as key, so that neighbouring seeds and neighbouring batches are unrelated.
    pub fn new(seed: u64, batch: u64) -> Self {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        source.set_stream(batch);
        let mut state = [0u8; 32];
        source.fill_bytes(&mut state);
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 up to, and not including, 1.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        self.0.random()
    }

    /// A whole number from 0 up to, and not including, `bound`; 0 if there is none.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.0.random_range(0..bound) }
    }

    /// Chooses one uniformly; draws nothing if there is no choice.
    #[inline]
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let index = if all.len() > 1 { self.below(all.len() as u64) } else { 0 };
        all.get(usize::try_from(index).ok()?)
    }

    /// The inner generator, for distributions that draw from any generator.
    pub(crate) const fn source(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.0
    }
}
