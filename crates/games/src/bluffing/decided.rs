//! Small matches of seats with policies, in full detail.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use tali_core::process::{Distribution, Policy, Process, Turn, WithPolicies};

/// Lets the seats of a process choose actions, by index, from what they know. All they can know is found by exploring the states.
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
    // The information includes its seat, so one policy serves all seats.
    let policy = Policy::mixed(mixtures, move |information, _| known.get(information).copied().unwrap_or(0))?;
    WithPolicies::new(process, vec![policy]).ok()
}
