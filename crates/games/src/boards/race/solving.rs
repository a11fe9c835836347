//! Solutions that are found when they are first needed.

use std::sync::{Arc, OnceLock};

use crate::boards::game::Resources;
use crate::kit::{AdviceError, Rules};

/// A solution that is found when it is first needed. Copies share it.
#[derive(Clone)]
pub(in crate::boards) struct Solving<S> {
    /// The rules by which the game is played.
    pub rules: Rules,
    pub resources: Resources,
    found: Arc<OnceLock<Result<S, AdviceError>>>,
}

impl<S> Solving<S> {
    /// Creates it for a game by these rules, with nothing solved yet.
    pub(in crate::boards) fn new(rules: Rules) -> Self {
        Self { rules, resources: Resources::default(), found: Arc::default() }
    }

    /// Creates it anew, with nothing solved yet, and with the same cache.
    pub(in crate::boards) fn anew(&self) -> Self {
        Self { resources: self.resources.clone(), ..Self::new(self.rules.clone()) }
    }

    /// Sets the solution.
    pub(in crate::boards) fn is(&mut self, solution: S) {
        self.found = Arc::new(Ok(solution).into());
    }

    /// The solution, which is found now if it is not yet known.
    pub(in crate::boards) fn solution(
        &self,
        solve: impl FnOnce(&Self) -> Result<S, AdviceError>,
    ) -> Result<&S, AdviceError> {
        self.found.get_or_init(|| solve(self)).as_ref().map_err(Clone::clone)
    }

    /// Whether it was asked for.
    pub(in crate::boards) fn is_found(&self) -> bool {
        self.found.get().is_some()
    }
}
