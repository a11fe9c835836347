//! A table, with what is known of it without playing.

use std::sync::{Arc, OnceLock};

use super::few::{self, Solved, enclosed};
use super::notation::Typed;
use super::policies::{Chooser, Policy};
use super::position::Position;
use super::process::{Race, State, figures};
use super::settings::Settings;
use crate::boards::figures::{decided, unknown_figures};
use crate::kit::{AdviceError, Rules, SolutionStore};
use tali_core::exact::{Detail, Enclosure, OnProgress, Solution, Wanted};

/// A table.
pub(super) struct Table {
    chooser: Chooser,
    pub rules: Rules,
    pub policies: [Policy; 2],
    /// Whether is played from another position than the first.
    pub is_later: bool,
    best: Arc<OnceLock<Result<Solved, AdviceError>>>,
    pub store: Option<Arc<dyn SolutionStore>>,
    pub progress: Option<OnProgress>,
}

impl Table {
    pub(super) fn new(settings: Settings, rules: Rules) -> Self {
        let policies = [0, 1].map(|seat| rules.play().get(seat).map_or(Policy::Best, Policy::of));
        let start = State::of(Position::first(settings.pieces), 0);
        Self {
            chooser: Chooser::new(Arc::new(Race::new(settings, start))),
            rules,
            policies,
            is_later: false,
            best: Arc::default(),
            store: None,
            progress: None,
        }
    }

    /// The same table, at which is played from a position on.
    pub(super) fn at_position(&self, position: Position) -> Self {
        let race = Race::new(self.settings().clone(), State::of(position, 0));
        Self {
            chooser: Chooser::new(Arc::new(race)),
            rules: self.rules.clone(),
            policies: self.policies,
            is_later: true,
            best: Arc::clone(&self.best),
            store: self.store.clone(),
            progress: self.progress.clone(),
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.chooser.race.settings
    }

    /// From where is played.
    pub(super) fn start(&self) -> &State {
        &self.chooser.race.start
    }

    pub(super) fn position(&self) -> Typed {
        Typed { position: self.start().position, thrown: None }
    }

    pub(super) fn plays_best(&self) -> bool {
        self.policies.contains(&Policy::Best)
    }

    /// Who chooses here, without what is solved.
    pub(super) const fn simple(&self) -> &Chooser {
        &self.chooser
    }

    /// Who chooses here, with what is solved if that is asked for.
    pub(super) fn chooser(&self, solved: bool) -> Result<Chooser, AdviceError> {
        let solved = if solved { Some(self.solved()?) } else { None };
        Ok(Chooser { solved, ..self.chooser.clone() })
    }

    /// The solution of the last two pieces of each.
    pub(super) fn solved(&self) -> Result<Solved, AdviceError> {
        let Self { rules, store, progress, .. } = self;
        self.best
            .get_or_init(|| Solved::new(self.settings(), rules, store.as_deref(), progress.as_ref()))
            .clone()
    }

    pub(super) fn look_up(&mut self, solved: Solved) {
        self.best = Arc::new(Ok(solved).into());
    }

    /// Whether each seat has so few pieces left that all is solved.
    pub(super) fn is_few(&self) -> bool {
        few::number(&self.start().position).is_some()
    }

    /// What is known from where games are played: who wins, where both play their best with few pieces left.
    pub(super) fn solution(&self, wanted: Wanted) -> Solution {
        let State { position, seat, .. } = *self.start();
        if let Some(winner) = self.start().winner() {
            return decided(&figures(), winner);
        }
        let mut solution = Solution {
            statistics: unknown_figures(&figures()),
            nobody: Enclosure::zero(),
            ..Solution::unknown(2, false)
        };
        // For many games nothing is solved that takes long.
        let is_asked = self.is_few() && self.policies == [Policy::Best; 2] && wanted.detail == Detail::Whole;
        let bounds =
            if is_asked { self.solved().ok().and_then(|solved| solved.bounds(&position)) } else { None };
        if let Some([low, high]) = bounds {
            let own = enclosed([low, high]);
            let other = enclosed([1.0 - high, 1.0 - low]);
            solution.shares = if seat == 0 { vec![own, other] } else { vec![other, own] };
        }
        solution
    }

    /// How many milliseconds the solution takes, roughly.
    pub(super) fn effort(&self) -> f64 {
        if self.plays_best() { 8_000.0 } else { 0.0 }
    }
}
