use serde_json::Value as Json;

use super::GAME;
use super::board::{Bits, has, one, squares_of};
use super::mobility::Mobility;
use super::notation::named;
use super::position::{Ending, Ply, Position};
use super::settings::Settings;
use super::state::State;
use super::tree::{evaluation, freedom, value_after};
use crate::kit::notation::tests::{holds, texts};
use crate::kit::{Value, ValueUnit};
use tali_core::search::{Bounds, Lines, PerfectInformation, count_lines};

/// Cases that other code computed from the rules alone (`tests/oracle/make_latrunculi.py`).
fn cases(part: &str) -> Vec<Json> {
    let all: Json =
        serde_json::from_str(include_str!("../../../../../tests/expected/latrunculi.json")).unwrap();
    all[part].as_array().unwrap().clone()
}

fn settings(case: &Json) -> Settings {
    let mut rules = GAME.rules(2).unwrap();
    rules.set("set", Value::parse(case["set"].as_str().unwrap()).unwrap()).unwrap();
    for (key, value) in case["keys"].as_object().unwrap() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rules.set(key, Value::parse(&text).unwrap()).unwrap_or_else(|error| panic!("{case}: {error}"));
    }
    Settings::new(&rules).unwrap_or_else(|error| panic!("{case}: {error}"))
}

fn state(case: &Json, settings: &Settings) -> State {
    let text = case["position"].as_str().unwrap();
    State::read(text, settings).unwrap_or_else(|error| panic!("{case}: {error}"))
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Immobilised => "immobilised",
        Ending::LastStone => "last_stone",
        Ending::Stalemate => "stalemate",
        Ending::Quiet => "quiet",
    }
}

fn numbers(list: &Json) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn line_counts_match_other_code() {
    let everything = std::env::var_os("TALI_ODDS_ALL").is_some();
    let (most, least_deep) = if everything { (2_000_000, 100) } else { (100_000, 20) };
    lines(most, least_deep);
}

#[test]
#[ignore = "takes a minute"]
fn long_line_counts_match_other_code() {
    lines(u64::MAX, 100);
}

/// Compares counts of up to `most` lines; more than `least_deep` cases must go four plies deep.
fn lines(most: u64, least_deep: usize) {
    let cases = cases("lines");
    assert!(cases.len() > 200);
    let mut deep = 0;
    for case in &cases {
        let settings = settings(case);
        let state = state(case, &settings);
        let wanted = numbers(&case["lines"]);
        let depth = wanted.iter().take_while(|lines| **lines <= most).count();
        deep += usize::from(depth == 4);
        let depth = u32::try_from(depth).unwrap();
        let counted = count_lines(&settings, &state.position, depth, u64::MAX);
        let (lines, wins): (Vec<u64>, Vec<u64>) =
            counted.iter().map(|Lines { lines, wins }| (*lines, *wins)).unzip();
        assert_eq!(lines, wanted[..depth as usize], "{}", case["name"]);
        assert_eq!(wins, numbers(&case["wins"])[..wins.len()], "{}", case["name"]);
    }
    assert!(deep > least_deep, "{deep}");
}

#[test]
fn moves_match_other_code() {
    let cases = cases("moves");
    assert!(cases.len() > 60);
    for case in &cases {
        let settings = settings(case);
        let game = state(case, &settings);
        let plies = if game.over(&settings).is_some() { Vec::new() } else { game.plies(&settings) };
        let moves = case["moves"].as_array().unwrap();
        assert_eq!(plies.len(), moves.len(), "{}", case["name"]);
        for wanted in moves {
            let name = wanted["move"].as_str().unwrap();
            let ply = plies
                .iter()
                .find(|ply| named(**ply, &settings) == name)
                .unwrap_or_else(|| panic!("{name} {case}"));
            let mut after = game.clone();
            let taken = after.make(*ply, &settings);
            assert_eq!(Some(u64::from(taken)), wanted["takes"].as_u64(), "{name} {}", case["name"]);
            let then = State::read(wanted["then"].as_str().unwrap(), &settings).unwrap();
            assert_eq!((after.position, after.quiet), (then.position, then.quiet), "{name} {}", case["name"]);
            let over = after.over(&settings);
            assert_eq!(
                over.map(|over| ending(over.ending)),
                wanted["ends"].as_str(),
                "{name} {}",
                case["name"]
            );
            let winner = over.and_then(|over| over.winner).map(|winner| u64::from(winner) + 1);
            assert_eq!(winner, seat(&wanted["winner"]), "{name} {}", case["name"]);
        }
    }
}

/// The seat in the notation of the cases.
fn seat(winner: &Json) -> Option<u64> {
    match winner.as_str() {
        Some("b" | "1" | "black") => Some(1),
        Some("w" | "2" | "white") => Some(2),
        _ => winner.as_u64(),
    }
}

#[test]
fn evaluations_match_other_code() {
    for case in cases("eval") {
        let settings = settings(&case);
        let position = state(&case, &settings).position;
        let of_both = |of: &dyn Fn(usize) -> u64| [of(position.mover()), of(1 - position.mover())];
        let mobility = of_both(&|seat| position.mobility(seat, &settings).into());
        assert_eq!(mobility.to_vec(), numbers(&case["mobility"]), "{}", case["name"]);
        if settings.dux {
            let freedom = of_both(&|seat| freedom(&position, seat, &settings).unsigned_abs().into());
            assert_eq!(freedom.to_vec(), numbers(&case["freedom"]), "{}", case["name"]);
        }
        assert_eq!(
            Some(i64::from(evaluation(&position, &settings))),
            case["value"].as_i64(),
            "{}",
            case["name"]
        );
    }
}

#[test]
fn search_values_match_other_code() {
    for case in cases("search") {
        let settings = settings(&case);
        let position = state(&case, &settings).position;
        for (depth, wanted) in case["values"].as_object().unwrap() {
            let depth: u32 = depth.parse().unwrap();
            let mut search = settings.search(depth);
            let moves = settings.moves(&position);
            assert_eq!(moves.len(), wanted.as_object().unwrap().len(), "{}", case["name"]);
            let mut best = i64::MIN;
            for (ply, next) in &moves {
                let name = named(*ply, &settings);
                let value = search.option(&position, next, Some(depth)).exact().map(i64::from);
                assert_eq!(value, wanted[&name].as_i64(), "{name} {depth} {}", case["name"]);
                best = best.max(value.unwrap());
            }
            let (liked, value) = settings.search(depth).best(&position, Some(depth));
            assert_eq!(
                value.exact().map(i64::from),
                Some(best).filter(|_| !moves.is_empty()),
                "{}",
                case["name"]
            );
            let wanted: Vec<Ply> = moves
                .iter()
                .map(|(ply, _)| *ply)
                .filter(|ply| wanted[&named(*ply, &settings)].as_i64() == Some(best))
                .collect();
            assert_eq!(liked, wanted, "{depth} {}", case["name"]);
        }
    }
}

#[test]
fn nearest_values_match_values_of_plies() {
    let mut seen = 0;
    for case in cases("lines").iter().chain(&cases("eval")) {
        let settings = settings(case);
        let position = state(case, &settings).position;
        if position.is_placing() || position.over(&settings).is_some() {
            continue;
        }
        seen += 1;
        let values = position
            .plies(&settings)
            .into_iter()
            .map(|ply| value_after(&position.after(ply, &settings).0, &settings));
        let best = values.max();
        assert_eq!(settings.nearest(&position, i32::MAX), best, "{}", case["name"]);
        // If a little is enough, the value found is no more than the best, and no less than that.
        let enough = best.unwrap() - 30;
        let found = settings.nearest(&position, enough).unwrap();
        assert!((enough..=best.unwrap()).contains(&found), "{}", case["name"]);
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn mobility_is_updated_as_pieces_come_and_go() {
    for case in cases("eval") {
        let settings = settings(&case);
        let mut position = state(&case, &settings).position;
        position.dux = [None; 2];
        let mut mobility = Mobility::of(&position, &settings);
        for square in squares_of(settings.board.all) {
            let bit = one(square);
            if let Some(seat) = (0..2).find(|seat| has(position.stones[*seat], square)) {
                mobility.lift(square, seat);
                position.stones[seat] &= !bit;
            } else {
                let seat = usize::from(square % 2);
                mobility.put(square, seat);
                position.stones[seat] |= bit;
            }
            let counted = [0, 1].map(|seat| position.mobility(seat, &settings).cast_signed());
            assert_eq!(mobility.moves, counted, "{} {square}", case["name"]);
        }
    }
}

#[test]
fn positions_occur_at_most_twice() {
    let cases = cases("repetition");
    assert!(cases.len() >= 10);
    for case in &cases {
        let settings = settings(case);
        let mut game = state(case, &settings);
        for name in case["script"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            let ply = game.plies(&settings).into_iter().find(|ply| named(*ply, &settings) == name);
            game.make(ply.unwrap_or_else(|| panic!("{name} {}", case["name"])), &settings);
        }
        let mut legal: Vec<String> = game.plies(&settings).iter().map(|ply| named(*ply, &settings)).collect();
        let mut wanted: Vec<String> =
            case["legal"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        if game.position.over(&settings).is_some() {
            legal.clear();
        }
        legal.sort();
        wanted.sort();
        assert_eq!(legal, wanted, "{}", case["name"]);
    }
}

/// Plain minimax by the rules.
fn minimax(position: &Position, depth: u32, plies: i32, settings: &Settings) -> i32 {
    if let Some(over) = position.over(settings) {
        return match over.winner {
            None => 0,
            Some(winner) if winner == position.seat => ValueUnit::WIN - plies,
            Some(_) => plies - ValueUnit::WIN,
        };
    }
    if depth == 0 {
        return evaluation(position, settings);
    }
    let value = |ply: Ply| {
        let (after, _) = position.after(ply, settings);
        let value = minimax(&after, depth - 1, plies + 1, settings);
        if after.seat == position.seat { value } else { -value }
    };
    position.plies(settings).into_iter().map(value).max().unwrap()
}

#[test]
fn search_matches_minimax() {
    let mut seed = 5u64;
    for (set, keys) in [
        ("kowalski", r#"{"board": "5x5"}"#),
        ("kowalski", r#"{"board": "5x5", "dux_captures": false, "immobile": "surrounded"}"#),
        ("kowalski", r#"{"board": "4x6", "move": "step", "line": "one", "corner": false}"#),
        ("quintana", r#"{"board": "4x5", "setup": 1}"#),
        ("quintana", r#"{"board": "4x5", "setup": 1, "line": "many", "corner": true}"#),
        ("piso", r#"{"board": "4x4", "stones": 3}"#),
        ("piso", r#"{"board": "4x4", "stones": 4, "move": "rook", "line": "many"}"#),
    ] {
        let case = serde_json::json!({"set": set, "keys": serde_json::from_str::<Json>(keys).unwrap()});
        let settings = settings(&case);
        for round in 0..12 {
            // Some moves from the start.
            let mut game = State::first(&settings);
            for _ in 0..3 + 3 * round {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let plies = game.plies(&settings);
                if game.over(&settings).is_none() {
                    game.make(plies[(seed >> 33) as usize % plies.len()], &settings);
                }
            }
            if game.over(&settings).is_some() {
                continue;
            }
            // The deepest search takes minimax long.
            for depth in 1..=if round % 4 == 0 { 4 } else { 3 } {
                let wanted = minimax(&game.position, depth, 0, &settings);
                let mut search = settings.search(depth);
                assert_eq!(
                    search.value(&game.position, depth),
                    Bounds::exactly(wanted),
                    "{set} {round} {depth}"
                );
            }
        }
    }
}

/// With the board turned by half a turn and the colours exchanged, everything is the same for the other seat.
#[test]
fn colours_are_symmetric() {
    for case in cases("eval") {
        let settings = settings(&case);
        let position = state(&case, &settings).position;
        let turn = |square: u8| u8::try_from(settings.board.squares() - 1 - u32::from(square)).unwrap();
        let turned = |bits: Bits| squares_of(bits).fold(0, |all, square| all | one(turn(square)));
        let other = Position {
            stones: [turned(position.stones[1]), turned(position.stones[0])],
            dux: [position.dux[1].map(turn), position.dux[0].map(turn)],
            hands: [position.hands[1], position.hands[0]],
            taken: [position.taken[1], position.taken[0]],
            seat: 1 - position.seat,
        };
        assert_eq!(evaluation(&position, &settings), evaluation(&other, &settings), "{}", case["name"]);
        let over = |position: &Position| position.over(&settings).map(|over| over.ending);
        assert_eq!(over(&position), over(&other), "{}", case["name"]);
    }
}

#[test]
fn positions_round_trip() {
    for case in cases("lines") {
        let settings = settings(&case);
        let state = state(&case, &settings);
        assert_eq!(State::read(&state.text(&settings), &settings), Ok(state));
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(
        rules in 0..2usize,
        text in texts(&["wwww/1W2/2B1/bbbb b 0-0 0", "1w1W/4/b3/1B2 w 3-2 17", "1w2/4/b3/4 b 0-0 0 2-1"]),
    ) {
        let keys = [("kowalski", "set"), ("piso", "3")];
        let (set, stones) = keys[rules];
        let settings = settings(&serde_json::json!({"set": set, "keys": {"board": "4x4", "stones": stones}}));
        holds(&text, |text| State::read(text, &settings), |state| state.text(&settings))?;
    }
}
