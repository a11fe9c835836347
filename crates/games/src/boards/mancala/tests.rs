use std::collections::HashMap;

use serde_json::Value;

use super::board::{Board, CELLS};
use super::endgame::{Endgame, FEW, boards};
use super::layout::Beginning;
use super::play::{Action, Position};
use super::policies::POLICIES;
use super::process::{Choice as Made, Mancala, Phase, State};
use super::round::Round;
use super::score::Score;
use super::settings::{Again, Choice, Settings};
use super::solver::{self, Tree};
use super::statistics::{End, Event};
use crate::boards::game::{Liked, Likes};
use crate::kit::notation::tests::{holds, texts};
use tali_core::search::{AlphaBeta, Bounds, Horizon, PerfectInformation};

const ALL: [(Choice, Again); 4] = [
    (Choice::Any, Again::Scored),
    (Choice::Any, Again::Never),
    (Choice::Forced, Again::Scored),
    (Choice::Forced, Again::Never),
];

fn settings(choice: Choice, again: Again) -> Settings {
    Settings { choice, again, turning: true, beginning: Beginning::Any, target: 60 }
}

/// Cases that other code computed from the rules alone (`tests/oracle/make_mancala.py`).
fn cases(part: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../../../../../tests/expected/mancala.json")).unwrap();
    all[part].as_array().unwrap().clone()
}

fn again(case: &Value) -> Again {
    if case["again"] == "scored" { Again::Scored } else { Again::Never }
}

fn round(case: &Value) -> Round {
    Round::read(case["position"].as_str().unwrap()).unwrap()
}

/// The value to the seat whose turn it is, from that to the seat that decides.
fn of_turn(position: Position, value: i32) -> i32 {
    if position.gives { -value } else { value }
}

#[test]
fn sowings_match_other_code() {
    let cases = cases("sowings");
    assert!(cases.len() > 200);
    for case in &cases {
        let (board, seat) = round(case).turn();
        let cell = usize::try_from(case["cell"].as_u64().unwrap()).unwrap() - 1;
        let own = if seat == 0 { cell } else { cell - CELLS / 2 };
        let sowing = board.sow(own).unwrap();
        let then = Round::new(sowing.board, seat, [0, 0]).cells();
        assert_eq!(serde_json::json!(then), case["then"], "{case}");
        assert_eq!(
            (sowing.takes.into(), sowing.laps.into()),
            (case["takes"].as_u64().unwrap(), case["laps"].as_u64().unwrap())
        );
    }
}

/// By hand: ten pebbles from cell 2 go round to cell 12, which then holds one; from a full round the emptied cell gets one as
/// well.
#[test]
fn full_laps_fill_their_first_cell() {
    let board = Board::new([0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).sow(1).unwrap();
    assert_eq!((board.board.cells(), board.takes, board.laps), ([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0, 1));
    let board = Board::new([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).sow(0).unwrap();
    assert_eq!((board.board.cells(), board.takes), ([1; 12], 0));
    // Three into 4 5 6 makes 1 2 4: the last two are taken, and what is opposite them.
    let board = Board::new([0, 0, 3, 0, 1, 3, 5, 6, 7, 8, 0, 0]).sow(2).unwrap();
    assert_eq!((board.board.cells(), board.takes), ([0, 0, 0, 1, 0, 0, 0, 0, 7, 8, 0, 0], 2 + 4 + 5 + 6));
}

#[test]
fn search_values_match_other_code() {
    for case in cases("search") {
        let settings = settings(Choice::Any, again(&case));
        let round = round(&case);
        let tree = Tree::to_a_depth(settings);
        let mut search = tree.search();
        for (depth, wanted) in (1..).zip(case["search"].as_array().unwrap()) {
            let value = search.value(&round.position, depth).exact().unwrap();
            assert_eq!(Some(i64::from(of_turn(round.position, value))), wanted.as_i64(), "{depth} {case}");
            let wanted = case["options"][depth as usize - 1].as_object().unwrap();
            let options = tree.moves(&round.position);
            assert_eq!(options.len(), wanted.len());
            for (action, next) in options {
                let value = search.option(&round.position, &next, Some(depth));
                let name = super::advice::named(action, round.seat);
                let value = of_turn(round.position, value.exact().unwrap());
                assert_eq!(Some(i64::from(value)), wanted[&name].as_i64(), "{name} {depth} {case}");
            }
        }
    }
}

#[test]
fn values_of_few_pebbles_match_other_code() {
    let cases = cases("small");
    for (name, (choice, again)) in
        ["choice_scored", "choice_never", "forced_scored", "forced_never"].into_iter().zip(ALL)
    {
        let settings = settings(choice, again);
        let ahead = Tree::to_a_depth(settings);
        let mut search = ahead.search();
        for case in &cases {
            let round = round(case);
            let position = round.position;
            let to_the_end = solver::values([round.turn().0].into_iter(), &settings)[0].exact().unwrap();
            let mut found: Vec<i32> = [1, 2, 3]
                .map(|depth| of_turn(position, search.value(&position, depth).exact().unwrap()))
                .into();
            found.push(to_the_end);
            let wanted = &case[name];
            let wanted =
                [&wanted[0], &wanted[1], &wanted[2], &wanted[4]].map(|value| value.as_i64().unwrap());
            assert_eq!(found.into_iter().map(i64::from).collect::<Vec<_>>(), wanted, "{name} {case}");
        }
    }
}

#[test]
fn values_of_many_pebbles_match_other_code() {
    let cases = cases("values");
    assert!(cases.iter().any(|case| case["position"] == "6,6,6,6,6,6/6,6,6,6,6,6 1" && case["value"] == 72));
    for case in &cases {
        let settings = settings(Choice::Any, again(case));
        let value = solver::values([round(case).turn().0].into_iter(), &settings)[0];
        assert_eq!(value.exact().map(i64::from), case["value"].as_i64(), "{case}");
    }
}

/// Plain minimax by the rules, without bounds, tables or order.
fn minimax(position: Position, turns: u32, settings: &Settings) -> i32 {
    if position.is_over() {
        return position.last_pebble();
    }
    if turns == 0 {
        return 0;
    }
    let value_of = |action: Action| {
        let after = position.after(action, settings);
        let value = minimax(after.position, turns - u32::from(after.turn_over), settings);
        after.takes.cast_signed() + if after.again { value } else { -value }
    };
    position.actions(settings).map(value_of).max().unwrap()
}

/// A random board with this many pebbles.
fn some_board(pebbles: u32, seed: &mut u64) -> Board {
    let mut cells = [0u8; CELLS];
    for _ in 0..pebbles {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cells[(*seed >> 33) as usize % CELLS] += 1;
    }
    Board::new(cells)
}

#[test]
fn search_matches_minimax() {
    let mut seed = 7;
    for (choice, again) in ALL {
        let settings = settings(choice, again);
        for round in 0..60 {
            let position = Position::at_turn(some_board(2 + round % 14, &mut seed));
            // One table for all depths, so that none spoils another.
            let tree = Tree::to_a_depth(settings);
            let mut search = tree.search();
            for depth in 1..=4 {
                let wanted = minimax(position, depth, &settings);
                assert_eq!(search.value(&position, depth), Bounds::exactly(wanted), "{position:?} {depth}");
                let (best, value) = search.best(&position, Some(depth));
                assert_eq!(value, Bounds::exactly(wanted));
                let value_of = |action: &Action| {
                    let after = position.after(*action, &settings);
                    let value = minimax(after.position, depth - u32::from(after.turn_over), &settings);
                    after.takes.cast_signed() + if after.again { value } else { -value }
                };
                let all = position.actions(&settings);
                let wanted: Vec<Action> = all.clone().filter(|action| value_of(action) == wanted).collect();
                assert_eq!(best, wanted, "{position:?} {depth}");
            }
        }
    }
}

/// All values of positions with up to six pebbles, computed by the rules forever more turns, until nothing changes.
#[test]
fn endgame_matches_brute_force() {
    for again in [Again::Scored, Again::Never] {
        let settings = settings(Choice::Any, again);
        let mut values: HashMap<Position, i32> = HashMap::new();
        let all: Vec<Board> = (0..=FEW).flat_map(boards).collect();
        assert_eq!(all.len(), 18_564);
        let known = |values: &HashMap<Position, i32>, position: Position| {
            if position.is_over() {
                position.last_pebble()
            } else {
                values.get(&position).copied().unwrap_or(0)
            }
        };
        // Within a turn, the number of pebbles only falls, so boards in this order need what was computed before.
        for _ in 0..60 {
            let before = values.clone();
            for board in &all {
                let position = Position::at_turn(*board);
                for position in [Position { board: *board, gives: false }, position] {
                    if position.is_over() {
                        continue;
                    }
                    let value_of = |action: Action| {
                        let after = position.after(action, &settings);
                        let value = known(if after.turn_over { &before } else { &values }, after.position);
                        after.takes.cast_signed() + if after.again { value } else { -value }
                    };
                    let best = position.actions(&settings).map(value_of).max().unwrap();
                    values.insert(position, best);
                }
            }
        }
        let endgame = Endgame::new(again);
        for board in &all {
            let position = Position::at_turn(*board);
            assert_eq!(endgame.value(position), Some(known(&values, position)), "{again:?} {board:?}");
        }
    }
}

/// The same by ever deeper searches, without any table of few pebbles.
#[test]
fn proofs_need_no_endgame_table() {
    struct WithoutTable(Tree);

    impl PerfectInformation for WithoutTable {
        type Position = Position;
        type Move = Action;

        fn moves(&self, position: &Position) -> Vec<(Action, tali_core::search::Next<Position>)> {
            self.0.moves(position)
        }
        fn known(&self, position: &Position) -> Option<Bounds> {
            self.0.known(position)
        }
        fn horizon(&self, position: &Position) -> Bounds {
            self.0.range(position)
        }
        fn range(&self, position: &Position) -> Bounds {
            self.0.range(position)
        }
        fn key(&self, position: &Position) -> u128 {
            self.0.key(position)
        }
    }

    let mut seed = 3;
    for again in [Again::Scored, Again::Never] {
        let settings = settings(Choice::Any, again);
        let tree = WithoutTable(Tree::to_a_depth(settings));
        let mut search = AlphaBeta::new(&tree, Horizon::Bounds, 18);
        for round in 0..300 {
            let board = some_board(2 + round % 5, &mut seed);
            let position = Position::at_turn(board);
            let proved = search
                .proof(&position, Bounds { low: -8, high: 8 })
                .exact()
                .map(|value| of_turn(position, value));
            assert_eq!(proved, solver::values([board].into_iter(), &settings)[0].exact(), "{board:?}");
        }
    }
}

/// What best play likes in a round.
fn at_best(best: &mut Likes<'_, Mancala>, round: &Round) -> Vec<Action> {
    let state = State { score: Score::default(), phase: Phase::Round(*round) };
    let Liked::These(liked) = best(&state) else { panic!("{state:?}") };
    let action = |made| if let Made::Act(action) = made { action } else { panic!("{made:?}") };
    liked.into_iter().map(action).collect()
}

/// Plays a round with best play of both, and the first of equally good actions; returns its end.
fn played_at_best(round: Round, game: &Mancala) -> End {
    let mut best = (POLICIES[0].agent)(game, 0);
    let mut event = Event::default();
    let first = |round: &Round| at_best(&mut best, round).first().copied();
    round.play(&game.settings, first, &mut event).unwrap();
    event.end.unwrap()
}

#[test]
fn best_play_draws_fair_layouts() {
    let game = Mancala::new(settings(Choice::Any, Again::Scored));
    let fair = game.catalogue().unwrap().fair();
    assert_eq!(fair.len(), 4);
    for (layout, _) in fair {
        let end = played_at_best(Round::new(layout.board(), 0, [0, 0]), &game);
        assert_eq!((end.margin(), end.is_endless), (0, false), "{layout}");
    }
}

#[test]
fn best_play_reaches_the_value() {
    let mut seed = 17;
    for again in [Again::Scored, Again::Never] {
        let game = Mancala::new(settings(Choice::Any, again));
        for round in 0..40 {
            let board = some_board(3 + round % 9, &mut seed);
            let value = solver::values([board].into_iter(), &game.settings)[0].exact().unwrap();
            let end = played_at_best(Round::new(board, 0, [0, 0]), &game);
            assert_eq!(end.margin(), value, "{again:?} {board:?}");
        }
    }
}

/// The turns to the next capture, from values alone: each seat takes the best action, then the one that takes most, then the one
/// with the soonest capture.
#[test]
fn soonest_captures_match_brute_force() {
    let settings = settings(Choice::Any, Again::Scored);
    let endgame = Endgame::new(Again::Scored);
    let boards: Vec<Position> = (2..=4).flat_map(boards).map(Position::at_turn).collect();
    let merit = |position: Position, action: Action| {
        let after = position.after(action, &settings);
        let value = endgame.value(after.position).unwrap();
        (after.takes.cast_signed() + if after.again { value } else { -value }, after.takes)
    };
    let liked = |position: Position| -> Vec<Action> {
        let actions: Vec<Action> = position.actions(&settings).collect();
        let most = actions.iter().map(|action| merit(position, *action)).max();
        actions.into_iter().filter(|action| Some(merit(position, *action)) == most).collect()
    };
    let mut turns: HashMap<Position, u32> = HashMap::new();
    loop {
        let mut changed = false;
        for position in &boards {
            let through = |action: Action| {
                let after = position.after(action, &settings);
                if after.takes > 0 {
                    return Some(0);
                }
                // A gift is sown before its turn is over.
                let next = if position.gives {
                    let only = after.position.actions(&settings).next().unwrap();
                    after.position.after(only, &settings).position
                } else {
                    after.position
                };
                turns.get(&next).map(|turns| turns + 1)
            };
            let soonest = liked(*position).into_iter().filter_map(through).min();
            if let Some(soonest) =
                soonest.filter(|soonest| turns.get(position).is_none_or(|known| soonest < known))
            {
                turns.insert(*position, soonest);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    assert!(turns.values().any(|turns| *turns >= 5));
    let game = Mancala::new(settings);
    let mut best = (POLICIES[0].agent)(&game, 0);
    for position in &boards {
        let found = endgame.turns(*position).filter(|turns| *turns < 255);
        assert_eq!(found, turns.get(position).copied(), "{position:?}");
        // The chosen action is among the best, and one turn nearer to the next capture.
        let chosen =
            at_best(&mut best, &Round { position: *position, ..Round::new(position.board, 0, [0, 0]) });
        assert!(!chosen.is_empty() && chosen.iter().all(|action| liked(*position).contains(action)));
    }
}

#[test]
fn positions_round_trip() {
    let mut seed = 11;
    for round in 0..500u32 {
        let board = some_board(round % 73, &mut seed);
        let seat = (seed >> 40) as usize % 2;
        let left = 72 - board.pebbles();
        let captured = [left / 2, left / 3];
        let round = Round::new(board, seat, captured);
        assert_eq!(Round::read(&round.text()), Ok(round));
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in texts(&[
        "6,6,6,6,6,6/6,6,6,6,6,6 1 0-0",
        "0,0,0,0,3,1 / 0,0,12,0,0,2 2 10-4",
        "9,9,9,9 2",
    ])) {
        holds(&text, Round::read, Round::text)?;
    }
}
