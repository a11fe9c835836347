//! Strongly connected components: sets of states within which each can be reached from every other.
//!
//! R. E. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1 (1972).

/// Returns the components of `states` states, each after all those that it leads to, with its states in ascending order.
/// `successor` returns where a branch of a state leads, by its number from 0, and `None` after the last.
pub(crate) fn strong_components(
    states: usize,
    successor: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; states];
    let mut lowest = vec![0; states];
    let mut open = vec![false; states];
    let (mut stack, mut path) = (Vec::new(), Vec::new());
    let mut components = Vec::new();
    let mut next = 0;
    for root in 0..states {
        if order[root] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((state, branch)) = path.last_mut() {
            let at = *state;
            if *branch == 0 && order[at] == UNSEEN {
                (order[at], lowest[at], open[at]) = (next, next, true);
                next += 1;
                stack.push(at);
            }
            if let Some(to) = successor(at, *branch) {
                *branch += 1;
                if order[to] == UNSEEN {
                    path.push((to, 0));
                } else if open[to] {
                    lowest[at] = lowest[at].min(order[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                lowest[before] = lowest[before].min(lowest[at]);
            }
            if lowest[at] == order[at] {
                let first = stack.iter().rposition(|member| *member == at).unwrap_or(0);
                // Ascending numbers keep neighbours close together, so elimination stays narrow.
                let mut component = stack.split_off(first);
                component.sort_unstable();
                for member in &component {
                    open[*member] = false;
                }
                components.push(component);
            }
        }
    }
    components
}
