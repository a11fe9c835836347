//! The data that let a page offer moves by taps without knowing the notation: boards, the squares that moves go from and to, and
//! throws.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use tali_odds::games::Playable;

use crate::cases;
use crate::common::{everything, game_file, items, json as answer, read, repository, value_of};

/// The advice at a position of a game, with more arguments.
fn advice(game: &str, position: Option<&str>, more: &[&str]) -> Json {
    let position = position.map_or_else(Vec::new, |position| vec!["--position", position]);
    answer(&[&["advise", game], more, &position].concat())
}

/// A square of a board: the piece there and how many there are.
type Content = Option<(Option<char>, u64)>;

/// A board on which pieces are moved.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    squares: Vec<Content>,
    waiting: Vec<u64>,
    off: Vec<u64>,
}

impl Board {
    fn of(shown: &Json) -> Self {
        let board = &shown["board"];
        let square = |square: &Json| {
            let piece = square["piece"].as_str().map(|piece| piece.chars().next().unwrap());
            (!square.is_null()).then(|| (piece, square["count"].as_u64().unwrap()))
        };
        let beside = |name: &str| {
            board.get(name).map_or(vec![0, 0], |counts| {
                items(counts).iter().map(|count| count.as_u64().unwrap()).collect()
            })
        };
        let squares: Vec<Content> = items(&board["squares"]).iter().map(square).collect();
        assert_eq!(squares.len() as u64 % board["columns"].as_u64().unwrap(), 0);
        Self { squares, waiting: beside("waiting"), off: beside("off") }
    }

    fn count(&self, index: usize, piece: char) -> u64 {
        self.squares[index].filter(|(there, _)| *there == Some(piece)).map_or(0, |(_, count)| count)
    }

    fn add(&mut self, index: usize, piece: char) {
        self.squares[index] = Some((Some(piece), self.count(index, piece) + 1));
    }

    fn take(&mut self, index: usize, piece: char) {
        let left = self.count(index, piece).checked_sub(1).expect("there should be a piece");
        self.squares[index] = Some(((left > 0).then_some(piece), left));
    }

    /// Moves one piece of a race, which captures a single piece.
    fn race(&mut self, [from, to]: [Option<usize>; 2]) {
        match from {
            Some(from) => self.take(from, 'b'),
            None => self.waiting[0] -= 1,
        }
        let Some(to) = to else {
            self.off[0] += 1;
            return;
        };
        match self.count(to, 'w') {
            0 => {}
            1 => {
                self.take(to, 'w');
                self.waiting[1] += 1;
            }
            more => panic!("{more} pieces block the square"),
        }
        self.add(to, 'b');
    }

    /// The board as the other player sees it; `like` maps squares between the two views.
    fn turned(mut self, like: impl Fn(usize) -> usize) -> Self {
        let swap = |piece: char| if piece == 'b' { 'w' } else { 'b' };
        let squares = (0..self.squares.len()).map(|index| self.squares[like(index)]);
        self.squares = squares.map(|square| square.map(|(piece, count)| (piece.map(swap), count))).collect();
        self.waiting.reverse();
        self.off.reverse();
        self
    }
}

fn steps(option: &Json) -> Vec<[Option<usize>; 2]> {
    let index = |index: &Json| index.as_u64().map(|index| usize::try_from(index).unwrap());
    items(&option["steps"]).iter().map(|step| [index(&step[0]), index(&step[1])]).collect()
}

#[test]
fn sowings_of_mancala_go_from_their_cell_to_the_last_pebble() {
    let mut shown = advice("mancala", None, &["--play", "search:1"]);
    assert_eq!(shown["board"]["columns"], 6);
    assert_eq!(shown["board"]["taken"], json!([0, 0]));
    let from: BTreeSet<&str> = items(&shown["options"])
        .iter()
        .map(|option| shown["board"]["squares"][steps(option)[0][0].unwrap()]["name"].as_str().unwrap())
        .collect();
    assert_eq!(from, BTreeSet::from(["2", "3", "4", "5"]));
    let (mut sown, mut given) = (0, 0);
    for number in 0..30_usize {
        let squares = items(&shown["board"]["squares"]).to_vec();
        let cell = |index: usize| squares[index]["name"].as_str().unwrap().parse::<usize>().unwrap() - 1;
        let mut cells = [0; 12];
        (0..12).for_each(|index| cells[cell(index)] = squares[index]["count"].as_u64().unwrap());
        let options = items(&shown["options"]);
        if options.is_empty() {
            break;
        }
        for option in options {
            let made = option["do"].as_str().unwrap();
            let after = advice("mancala", option["next"].as_str(), &["--play", "search:1"]);
            let next = items(&after["board"]["squares"]);
            let then = (0..12).map(|index| (cell(index), next[index]["count"].as_u64().unwrap()));
            let mut there = [0; 12];
            then.for_each(|(cell, count)| there[cell] = count);
            assert_eq!(json!(there), option["then"], "{made}");
            if made == "pass" {
                assert!(steps(option).is_empty());
                continue;
            }
            let [[from, to]] = steps(option)[..] else { panic!("{option}") };
            let (from, to) = (cell(from.unwrap()), cell(to.unwrap()));
            assert_eq!(made.trim_start_matches("gift ").parse::<usize>().unwrap() - 1, from);
            let mut lie = cells;
            let mut at = from;
            if made.starts_with("gift") {
                given += 1;
                lie[from] -= 1;
                at = if from < 6 { 6 } else { 0 };
                lie[at] += 1;
            } else {
                sown += 1;
                loop {
                    let pebbles = std::mem::take(&mut lie[at]);
                    for _ in 0..pebbles {
                        at = (at + 1) % 12;
                        lie[at] += 1;
                    }
                    if [1, 2, 4].contains(&lie[at]) {
                        break;
                    }
                }
            }
            assert_eq!(at, to, "{made} of {}", shown["position"]);
            if option["takes"] == 0 {
                assert_eq!(lie, there, "{made} of {}", shown["position"]);
            }
        }
        let next = options[number * 7 % options.len()]["next"].as_str().unwrap().to_owned();
        shown = advice("mancala", Some(&next), &["--play", "search:1"]);
    }
    let gift = advice("mancala", Some("0,0,0,0,0,0/1,0,3,0,2,0 1 20-46"), &[]);
    for option in items(&gift["options"]) {
        let [[from, to]] = steps(option)[..] else { panic!("{option}") };
        let name = |index: Option<usize>| gift["board"]["squares"][index.unwrap()]["name"].clone();
        assert_eq!(format!("gift {}", name(from).as_str().unwrap()), option["do"]);
        assert_eq!(name(to), "1");
        given += 1;
    }
    assert!(sown >= 20 && given >= 2, "{sown} {given}");
}

#[test]
fn moves_of_latrunculi_lead_to_the_next_board() {
    let shown = advice("latrunculi", None, &["--play", "search:1"]);
    assert_eq!(items(&shown["options"]).len(), 81);
    let placing = ["--play", "search:1", "--rule", "setup=placed", "--rule", "dux=false"];
    let mut taken = 0;
    for (rules, first) in [
        (&placing[..2], None),
        (&placing[..2], Some("8w3/5w2w3/4Wbw5/12/12/4w7/2B3bb4/1b10 b 0-0 0")),
        (&placing[..], None),
    ] {
        let mut shown = advice("latrunculi", first, rules);
        for turn in 0..6_usize {
            let (board, options) = (Board::of(&shown), items(&shown["options"]).to_vec());
            let mut ways: Vec<_> = options.iter().map(steps).collect();
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len(), options.len(), "moves should have different squares");
            for option in options.iter().step_by(1 + options.len() / 4) {
                let after = advice("latrunculi", option["next"].as_str(), rules);
                let mover = if shown["turn"] == 1 { ["b", "B"] } else { ["w", "W"] };
                let mut moved = board.clone();
                let [[from, to]] = steps(option)[..] else { panic!("{option}") };
                let piece = match from {
                    Some(from) => moved.squares[from].replace((None, 0)),
                    None => Some((mover[0].chars().next(), 1)),
                };
                assert!(mover.contains(&piece.unwrap().0.unwrap().to_string().as_str()), "{option}");
                let to = to.unwrap();
                assert_eq!(moved.squares[to], Some((None, 0)), "{option}");
                moved.squares[to] = piece;
                let there = Board::of(&after);
                let gone: Vec<usize> =
                    (0..moved.squares.len()).filter(|at| moved.squares[*at] != there.squares[*at]).collect();
                assert_eq!(gone.len() as u64, option["takes"].as_u64().unwrap(), "{option}");
                for at in gone {
                    let stone = moved.squares[at].unwrap().0.unwrap().to_string();
                    assert!(["b", "w"].contains(&stone.as_str()) && !mover.contains(&stone.as_str()));
                    assert_eq!(there.squares[at], Some((None, 0)));
                    taken += 1;
                }
            }
            let next = options[turn * 5 % options.len()]["next"].as_str().unwrap().to_owned();
            shown = advice("latrunculi", Some(&next), rules);
        }
    }
    assert!(taken > 0);
}

/// Checks a race from its start: every throw can be tapped, and every move leads to the board of the next position. Returns the
/// number of moves seen in these turns.
fn race(
    (game, rules, turns): (&str, &[&str], usize),
    like: impl Fn(usize) -> usize,
    check: impl Fn(&Json, &Json),
) -> u64 {
    let mut shown = advice(game, None, rules);
    let mut moves = 0;
    for turn in 0..turns {
        let throws = items(&shown["throws"]).to_vec();
        if throws.is_empty() {
            break;
        }
        let all: f64 = throws.iter().map(|throw| value_of(&throw["probability"])).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
        let throw = &throws[turn * 11 % throws.len()];
        let thrown = advice(game, throw["next"].as_str(), rules);
        if throw["throw"] == 0 {
            shown = thrown;
            continue;
        }
        assert_eq!(thrown["position"], throw["next"]);
        assert_eq!(Board::of(&thrown), Board::of(&shown), "a throw should move nothing");
        check(&thrown, &throw["throw"]);
        let options = items(&thrown["options"]);
        for option in options.iter().step_by(1 + options.len() / 3) {
            let mut board = Board::of(&thrown);
            for step in steps(option) {
                board.race(step);
            }
            let next = advice(game, option["next"].as_str(), rules);
            let board = if option["again"] == true { board } else { board.turned(&like) };
            assert_eq!(Board::of(&next), board, "{} of {}", option["do"], thrown["position"]);
            moves += steps(option).len() as u64;
        }
        shown = advice(game, options[turn * 3 % options.len()]["next"].as_str(), rules);
    }
    moves
}

#[test]
fn aseb_can_be_tapped() {
    // The private squares of one player are above, those of the other below.
    let like = |index: usize| match index / 12 {
        0 => index + 24,
        1 => index,
        _ => index - 24,
    };
    // The legal moves, from the rules alone.
    let legal = |thrown: &Json, throw: &Json| {
        let (board, throw) = (Board::of(thrown), usize::try_from(throw.as_u64().unwrap()).unwrap());
        let slot = |square: usize| if square < 5 { 24 + 4 - square } else { 12 + square - 5 };
        let can = |from: usize| {
            let is_there = if from == 0 { board.waiting[0] > 0 } else { board.count(slot(from), 'b') > 0 };
            let to = from + throw;
            let is_free = to == 17
                || to < 17
                    && board.count(slot(to), 'b') == 0
                    && !([8, 12, 16].contains(&to) && board.count(slot(to), 'w') > 0);
            is_there && is_free
        };
        let can: Vec<[Option<usize>; 2]> = (0..17)
            .filter(|from| can(*from))
            .map(|from| [from, from + throw].map(|at| (1..17).contains(&at).then(|| slot(at))))
            .collect();
        let mut shown: Vec<_> = items(&thrown["options"]).iter().flat_map(steps).collect();
        shown.sort_by_key(|step| can.iter().position(|other| other == step));
        assert_eq!(shown, can, "{}", thrown["position"]);
        let safe: Vec<usize> = [8, 12, 16].map(slot).into();
        assert_eq!(thrown["board"]["safe"], json!(safe));
    };
    let rules = ["--rule", "pieces=3", "--rule"];
    for blank in ["blank=rethrow", "blank=pass"] {
        assert!(race(("aseb", &[&rules[..], &[blank]].concat(), 16), like, legal) >= 12);
    }
}

#[test]
fn duodecim_scriptorum_can_be_tapped() {
    // The homes are side by side.
    let like = |index: usize| if index / 12 == 1 { 35 - index } else { index };
    let uses_dice = |thrown: &Json, throw: &Json| {
        let dice =
            throw.as_str().unwrap().chars().map(|die| u64::from(die.to_digit(10).unwrap())).sum::<u64>();
        let squares = items(&thrown["board"]["squares"]);
        let space = |index: usize| squares[index]["name"].as_str().unwrap().parse::<u64>().unwrap();
        for option in items(&thrown["options"]) {
            let far = |[from, to]: [Option<usize>; 2]| to.map_or(31, space) - from.map_or(0, space);
            let all: u64 = steps(option).into_iter().map(far).sum();
            assert!(all <= dice, "{option}");
            assert_eq!(steps(option).is_empty(), option["do"] == "forfeit");
        }
    };
    let moves = race(("duodecim-scriptorum", &["--play", "search:1"], 40), like, uses_dice);
    assert!(moves >= 100, "{moves}");
}

#[test]
fn tapped_casts_lead_to_their_position() {
    for (game, casts) in [("mendax-single", 35), ("mendax-common", 23), ("coin-tali", 34)] {
        let shown = advice(game, None, &[]);
        assert_eq!(items(&shown["casts"]).len(), casts, "{game}");
        for cast in items(&shown["casts"]).iter().step_by(17) {
            let thrown = advice(game, cast["next"].as_str(), &[]);
            let (value, there) = (value_of(&cast["value"]), value_of(&thrown["value"]));
            assert!((value - there).abs() < 1e-6, "{game} {cast}: {there}");
            let does = cast["option"].as_str().unwrap();
            let best = thrown["best"].as_str().unwrap();
            assert!(does.starts_with(best) || game == "coin-tali", "{game} {cast}: {best}");
        }
    }
}

/// The text of a position entered in parts, by the description in `docs/data.md`.
fn composed(parts: &[Json]) -> String {
    let text = |part: &Json, key: &str| {
        part.get(key).map_or(String::new(), |text| text.as_str().unwrap().to_owned())
    };
    let part = |part: &Json| {
        let values: Vec<&str> = items(&part["value"]).iter().map(|value| value.as_str().unwrap()).collect();
        if values.is_empty() || (values.len() as u64) < part["values"][0].as_u64().unwrap() {
            return String::new();
        }
        text(part, "before") + &values.join(&text(part, "between")) + &text(part, "behind")
    };
    parts.iter().map(part).collect()
}

/// The possible changes of a part of a position, each as the new values.
fn changes(part: &Json) -> Vec<Vec<Json>> {
    let value = items(&part["value"]).to_vec();
    let [least, most] = [0, 1].map(|end| usize::try_from(part["values"][end].as_u64().unwrap()).unwrap());
    let mut changes = Vec::new();
    if part.get("optional").is_some() || value.len() > least {
        changes.push(value[..if value.len() > least { value.len() - 1 } else { 0 }].to_vec());
    }
    if let Some(lowest) = part.get("least") {
        for number in [lowest, &part["most"]] {
            for slot in 0..value.len().max(1) {
                let mut changed = if value.is_empty() { vec![json!(""); least] } else { value.clone() };
                changed[slot] = json!(number.to_string());
                if changed.iter().all(|value| *value != "") {
                    changes.push(changed);
                }
            }
        }
    }
    for option in part.get("options").map_or(&[][..], |options| items(options)) {
        if most > 1 {
            assert!(value.len() < most, "options need room for another value: {part}");
            changes.push([&value[..], std::slice::from_ref(option)].concat());
        } else {
            changes.push(vec![option.clone()]);
        }
    }
    changes
}

/// Enters positions of a table by changing parts in this many steps. Every text must parse, every offered option must be kept,
/// and complete forms must be positions. Returns the numbers of complete and incomplete forms.
fn enter(game: &str, table: &dyn Playable, from: Option<&str>, steps: usize, is_sure: bool) -> [usize; 2] {
    let decisions = table.decisions().unwrap();
    let shown = |text: Option<&str>| {
        let form = decisions.form(text).unwrap();
        let parts = serde_json::to_value(&form).unwrap();
        assert_eq!(composed(items(&parts)), form.text(), "{game}");
        (parts, form.is_complete())
    };
    // By default only some changes of a part are tried.
    let most = if everything() { 1_000 } else { 4 };
    let mut counts = [0; 2];
    let mut parts = shown(from).0;
    for step in 0..steps {
        let mut next = Vec::new();
        for (slot, part) in items(&parts).iter().enumerate() {
            let all = changes(part);
            for (number, change) in all.iter().enumerate() {
                if (number + slot + step) % all.len().div_ceil(most) > 0 {
                    continue;
                }
                let mut changed = items(&parts).to_vec();
                changed[slot]["value"] = json!(change);
                let text = composed(&changed);
                let (read, is_complete) = shown(Some(&text));
                let there = &items(&read)[slot];
                if !change.is_empty() && change.len() as u64 >= part["values"][0].as_u64().unwrap() {
                    assert_eq!(json!(change), there["value"], "{game}: {text}");
                }
                // Reading is idempotent.
                let again = composed(items(&read));
                assert_eq!(shown(Some(&again)).0, read, "{game}: {text}, {again}");
                assert_eq!(items(&read)[..slot].len(), slot);
                counts[usize::from(!is_complete)] += 1;
                if is_complete {
                    let position = decisions.advise(Some(&again));
                    assert!(!is_sure || position.is_ok(), "{game}: {again}: {:?}", position.err());
                    if let Ok(advice) = position {
                        let same = shown(Some(&advice.position)).0;
                        let same = decisions.advise(Some(&composed(items(&same)))).unwrap();
                        assert_eq!(same, advice, "{game}: {again}");
                    }
                }
                next.push(read);
            }
        }
        parts = next.swap_remove(step * 37 % next.len());
    }
    counts
}

/// A table with these players and rules.
fn table(game: &str, players: usize, rules: &Json) -> Box<dyn Playable> {
    let case =
        json!({"players": players, "faces": [[["1", "4", "4", "1"]]], "rules": rules, "play": ["best"]});
    cases::setting(game, &case).table().unwrap()
}

#[test]
fn positions_of_mendax_single_can_be_entered_in_parts() {
    let two = enter("mendax-single", &*table("mendax-single", 2, &json!({})), Some("6 v 1"), 8, true);
    let three = table("mendax-single", 3, &json!({}));
    let three = enter("mendax-single", &*three, Some("63 v 2 1: 1x6 @2"), 4, true);
    assert!(two[0] >= 60 && three[0] >= 20, "{two:?} {three:?}");
}

#[test]
fn positions_of_mendax_common_can_be_entered_in_parts() {
    let mut all = [0, 0];
    let once = table("mendax-common", 2, &json!({"counters": 2}));
    let twice = table("mendax-common", 2, &json!({"counters": 1, "throws": 2}));
    for (table, from) in [
        (&once, "2-1"),
        (&once, "1-2 6433 S16"),
        (&once, "2-2 6433 S16 2 ? S18"),
        (&once, "2-2 3333 canis 4 6643"),
        (&twice, "1-1 6433 S16 3"),
        (&twice, "1-1 4 6433"),
    ] {
        let counts = enter("mendax-common", &**table, Some(from), 1, true);
        all = [all[0] + counts[0], all[1] + counts[1]];
    }
    assert!(all[0] >= 50 && all[1] >= 5, "{all:?}");
    assert!(table("mendax-common", 3, &json!({})).decisions().unwrap().form(None).is_none());
}

#[test]
fn positions_of_coin_tali_can_be_entered_in_parts() {
    let plain = table("coin-tali", 2, &json!({}));
    let gaze = json!({"name": "Medusa", "powers": [{"name": "gaze", "cost": 2, "turn": 1}]});
    let gift = json!({"name": "Crassus", "powers": [{"name": "gift", "cost": 1, "add": 3}]});
    let rich = json!({"variants": ["mercury", "jove"], "characters": [gift, gaze, gift]});
    let (three, rich) = (table("coin-tali", 3, &json!({})), table("coin-tali", 3, &rich));
    let mut all = [0, 0];
    for (table, from) in [
        (&plain, None),
        (&plain, Some("2/2 best=6443 roll=4331")),
        (&three, Some("3/3 best=6443 tied=2 roll=4331 pot=8")),
        (&three, Some("2/3 won ante=6 game=300")),
        (&rich, Some("3/3 roll=4331 jove=2 in=2,3 best=6443")),
    ] {
        let counts = enter("coin-tali", &**table, from, 1, true);
        all = [all[0] + counts[0], all[1] + counts[1]];
    }
    assert!(all[0] >= 60, "{all:?}");
}

#[test]
fn positions_of_game_files_can_be_entered_in_parts() {
    let mut all = [0, 0];
    for (file, rules, from) in [
        ("pig", json!({"goal": 20}), None),
        ("pig", json!({"goal": 20}), Some("seat=2 score=10,13 total=4 after=6,roll")),
        ("farkle-one", json!({}), None),
        ("shut-the-box", json!({}), None),
    ] {
        let path = repository(&game_file(file));
        let game = tali_odds::games::own::read(&read(&path)).unwrap();
        let case = json!({"players": game.players.usual, "faces": [[["1", "4", "4", "1"]]], "rules": rules, "play": ["best"]});
        let table = cases::setting_of(game, &case).table().unwrap();
        let counts = enter(file, &*table, from, 2, false);
        all = [all[0] + counts[0], all[1] + counts[1]];
    }
    assert!(all[0] >= 40, "{all:?}");
}

#[test]
fn impossible_parts_are_dropped_and_incomplete_forms_reported() {
    let parts = |game: &str, more: &[&str]| answer(&[&["advise", game, "--parts"], more].concat());
    let value = |shown: &Json, name: &str| {
        let part = items(&shown["form"]).iter().find(|part| part["name"] == name).cloned();
        part.map_or(Json::Null, |part| part["value"].clone())
    };
    let shown = parts("mendax-single", &["--players", "3"]);
    assert_eq!((&shown["position"], &shown["complete"]), (&json!(" v 4 4 @1"), &json!(false)));
    assert_eq!(value(&shown, "hand"), json!([]));
    let shown = parts("mendax-single", &["--position", "63 v 3: 2x4 1x4 3x4"]);
    assert_eq!((&shown["position"], &shown["complete"]), (&json!("63 v 3: 2x4 @1"), &json!(true)));
    let bids = items(&shown["form"]).iter().find(|part| part["name"] == "bids").unwrap();
    assert_eq!(bids["options"], json!(["3x4", "4x4", "5x4"]));
    let shown = parts("mendax-single", &["--position", "6 v 1: 5"]);
    let bids = items(&shown["form"]).iter().find(|part| part["name"] == "bids").unwrap();
    assert_eq!(bids["options"], json!(["6", "7", "8", "9", "10", "11", "12"]));
    let shown = parts("mendax-common", &["--position", "10-9 6433"]);
    assert_eq!((value(&shown, "call"), &shown["complete"]), (json!([]), &json!(false)));
    let shown = parts("mendax-common", &["--position", "10-9 6433 S16 2 1111"]);
    assert_eq!((&shown["position"], &shown["complete"]), (&json!("10-9 6433 S16 2"), &json!(false)));
    let shown = parts("coin-tali", &["--position", "1/3 best=6443 pot=7 roll=6431"]);
    assert_eq!((&shown["position"], &shown["complete"]), (&json!("1/3 pot=7"), &json!(true)));
    let advised = advice("coin-tali", Some("2/3 best=6443"), &[]);
    assert_eq!(value(&advised, "best"), json!(["6443"]));
    let refused = crate::common::run(&["advise", "aseb", "--parts"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--parts") && refused.err.contains("aseb"), "{}", refused.err);
}

#[test]
fn knowledge_is_listed_step_by_step() {
    let shown =
        answer(&["strategy", &repository("examples/games/bluffing/kuhn-poker.game").display().to_string()]);
    let steps = |line: &Json| -> Vec<String> {
        let step =
            |step: &Json| format!("{} {}", step["about"].as_str().unwrap(), step["is"].as_str().unwrap());
        items(&line["steps"]).iter().map(step).collect()
    };
    let all: Vec<String> = items(&shown["knowledge"]).iter().map(|line| steps(line).join(", ")).collect();
    assert_eq!(
        all,
        [
            "You are seat 1, card 1",
            "You are seat 1, card 1, Then check, Then bet",
            "You are seat 1, card 2",
            "You are seat 1, card 2, Then check, Then bet",
            "You are seat 1, card 3",
            "You are seat 1, card 3, Then check, Then bet",
            "You are seat 2, card 1, Then bet",
            "You are seat 2, card 1, Then check",
            "You are seat 2, card 2, Then bet",
            "You are seat 2, card 2, Then check",
            "You are seat 2, card 3, Then bet",
            "You are seat 2, card 3, Then check",
        ]
    );
    assert_eq!(shown["knowledge"][1]["position"], "seat=1 card=1 after=check,bet");
}
