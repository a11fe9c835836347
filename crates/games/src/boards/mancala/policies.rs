//! The policies.

use super::play::{Action, Position};
use super::process::{Choice, Mancala, Phase, State};
use super::settings;
use super::solver::{self, Tree};
use crate::boards::game::{Liked, Likes, Policy, most};
use crate::kit::PolicyInfo;
use tali_core::search::{AlphaBeta, Bounds};

pub(super) static POLICIES: [Policy<Mancala>; 4] = [
    Policy {
        info: PolicyInfo::new(
            "best",
            "plays its best: the option with the greatest value, of equal ones that whose sowing takes most, and if six pebbles or \
             fewer are left that with the soonest capture; lays out one of the fairest layouts, and turns the board if the \
             first player would lose. Refused if that is not solved",
        ),
        agent: |game, _| best(game),
        draws: |game, _| unless_forced(game, 30_000.0),
    },
    Policy {
        info: PolicyInfo::with_depth(
            "search",
            2,
            1..=9,
            "looks this many turns ahead, `search:1` to the end of its own turn, and takes the option with the greatest value; lays \
             out anything, and turns the board if it sees that the first player would lose",
        ),
        agent: searching,
        draws: |game, depth| unless_forced(game, 300.0 * 5f64.powi(depth.cast_signed())),
    },
    Policy {
        info: PolicyInfo::new(
            "greedy",
            "sows from the cell whose sowing takes most; gives and lays out anything, and never turns the board",
        ),
        agent: |game, _| {
            let takes = |position: Position, actions| {
                most(actions, |action| position.after(*action, &game.settings).takes)
            };
            Box::new(move |state| by_phase(game, state, |_| false, takes))
        },
        draws: |_, _| 60.0,
    },
    Policy {
        info: PolicyInfo::new("random", "takes any allowed option, each equally likely"),
        agent: |_, _| Box::new(|_| Liked::Any),
        draws: |_, _| 60.0,
    },
];

/// The cost of a choice in draws, if there is one.
fn unless_forced(game: &Mancala, draws: f64) -> f64 {
    if game.settings.choice == settings::Choice::Forced { 60.0 } else { draws }
}

/// The choices of a seat that lays out anything, turns the board if `turns` says so, and does what `acts` chooses among several
/// actions.
fn by_phase(
    game: &Mancala,
    state: &State,
    turns: impl FnOnce(Position) -> bool,
    acts: impl FnOnce(Position, Vec<Action>) -> Vec<Action>,
) -> Liked<Choice> {
    match state.phase {
        Phase::Turning(board) => {
            let turned = game.settings.turning && turns(Position::at_turn(board));
            Liked::These(vec![Choice::Turn(turned)])
        }
        Phase::Round(round) => {
            let actions: Vec<Action> = round.position.actions(&game.settings).collect();
            let liked = if actions.len() > 1 { acts(round.position, actions) } else { actions };
            Liked::These(liked.into_iter().map(Choice::Act).collect())
        }
        Phase::Layout | Phase::Over(..) => Liked::Any,
    }
}

/// Whether the first player loses with a board of this value to the seat that decides, which is the other if the first player has
/// nothing to sow. Such a board is no layout, but can be asked for.
const fn loses(position: Position, value: Bounds) -> bool {
    if position.gives { value.low > 0 } else { value.high < 0 }
}

fn searching(game: &Mancala, depth: u32) -> Likes<'_, Mancala> {
    let search = std::cell::RefCell::new(game.ahead.search());
    Box::new(move |state| {
        by_phase(
            game,
            state,
            |position| loses(position, search.borrow_mut().value(&position, depth)),
            |position, _| search.borrow_mut().best(&position, Some(depth)).0,
        )
    })
}

fn best(game: &Mancala) -> Likes<'_, Mancala> {
    let search = std::cell::RefCell::new(game.to_the_end.search());
    let turns = move |search: &mut AlphaBeta<'_, Tree>, position: Position| {
        // Without choices, play can go round in circles, and no search would end.
        if game.settings.choice == settings::Choice::Forced {
            let value = solver::forced_value(position, &game.settings);
            return loses(position, Bounds::exactly(value));
        }
        let low = if position.gives { 0 } else { -1 };
        loses(position, search.proof(&position, Bounds { low, high: low + 1 }))
    };
    let acts = move |search: &mut AlphaBeta<'_, Tree>, position: Position| {
        let best = search.best(&position, None).0;
        let takes = |action: &Action| position.after(*action, &game.settings).takes;
        // Otherwise it could put off a gain forever, and lose it after a hundred turns.
        game.to_the_end.soonest(position, most(best, takes))
    };
    Box::new(move |state| {
        let fair = if state.phase == Phase::Layout { game.fairest() } else { Vec::new() };
        if !fair.is_empty() {
            return Liked::These(fair.into_iter().map(Choice::LayOut).collect());
        }
        search.borrow_mut().allow(solver::MOST_POSITIONS);
        by_phase(
            game,
            state,
            |position| turns(&mut search.borrow_mut(), position),
            |position, _| acts(&mut search.borrow_mut(), position),
        )
    })
}
