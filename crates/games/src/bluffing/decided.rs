//! Small matches of seats that follow policies, in all detail.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use tali_core::process::{Distribution, Policy, Process, Turn, WithPolicies};

/// A process whose seats do this with what they know, as indices of their actions: all that they can come to know is found by
/// going through its states.
pub(super) fn decided<P>(
    process: P,
    does: impl Fn(&P::Information) -> Distribution<usize>,
) -> Option<WithPolicies<P>>
where
    P: Process<State: Clone + Eq + Hash, Information: Clone + Eq + Hash + Send + Sync + 'static>,
{
    let mut mixtures: Vec<Distribution<usize>> = Vec::new();
    let mut known: FxHashMap<P::Information, usize> = FxHashMap::default();
    let (mut open, mut actions) = (vec![process.start()], Vec::new());
    let mut seen: FxHashSet<P::State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        let moves: Vec<P::Move> = match process.turn(&state) {
            Turn::End(_) => continue,
            Turn::Chance(index) => {
                process.distributions()[index].outcomes().iter().map(|(thrown, _)| *thrown).collect()
            }
            Turn::Choose { information, .. } => {
                let mixture = does(&information);
                actions.clear();
                process.actions(&state, &mut actions);
                let moves = mixture.outcomes().iter().filter_map(|(index, _)| actions.get(*index).copied());
                let moves = moves.collect();
                let index = mixtures.iter().position(|known| *known == mixture);
                known.insert(information, index.unwrap_or(mixtures.len()));
                if index.is_none() {
                    mixtures.push(mixture);
                }
                moves
            }
        };
        for made in moves {
            let to = process.next(&state, made).to;
            if seen.insert(to.clone()) {
                open.push(to);
            }
        }
    }
    // Each says whose information it is, so that one policy serves all seats.
    let policy = Policy::mixed(mixtures, move |information, _| known.get(information).copied().unwrap_or(0))?;
    WithPolicies::new(process, vec![policy]).ok()
}
