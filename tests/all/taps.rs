//! What lets a page offer what can be done by taps, without knowing how positions and moves are written: boards, the squares from
//! which and to which moves go, and throws.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::common::{items, json as answer, value_of};

/// What is best at a position of a game by some rules.
fn advice(game: &str, position: Option<&str>, more: &[&str]) -> Json {
    let position = position.map_or_else(Vec::new, |position| vec!["--position", position]);
    answer(&[&["advise", game], more, &position].concat())
}

/// A square of a board: the piece there and how many there are.
type Content = Option<(Option<char>, u64)>;

/// A board as pieces are moved on it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    squares: Vec<Content>,
    waiting: Vec<u64>,
    off: Vec<u64>,
}

impl Board {
    fn of(told: &Json) -> Self {
        let board = &told["board"];
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
        let left = self.count(index, piece).checked_sub(1).expect("a piece stands there");
        self.squares[index] = Some(((left > 0).then_some(piece), left));
    }

    /// One piece of a race moves, and captures a single one.
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
            more => panic!("{more} pieces block"),
        }
        self.add(to, 'b');
    }

    /// As the other player sees it, if a square of one has its like for the other.
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
fn a_sowing_of_mancala_goes_from_its_cell_to_where_its_last_pebble_lies() {
    let mut told = advice("mancala", None, &["--play", "search:1"]);
    assert_eq!(told["board"]["columns"], 6);
    assert_eq!(told["board"]["taken"], json!([0, 0]));
    let from: BTreeSet<&str> = items(&told["options"])
        .iter()
        .map(|option| told["board"]["squares"][steps(option)[0][0].unwrap()]["name"].as_str().unwrap())
        .collect();
    assert_eq!(from, BTreeSet::from(["2", "3", "4", "5"]));
    let (mut sown, mut given) = (0, 0);
    for number in 0..30_usize {
        let squares = items(&told["board"]["squares"]).to_vec();
        let cell = |index: usize| squares[index]["name"].as_str().unwrap().parse::<usize>().unwrap() - 1;
        let mut cells = [0; 12];
        (0..12).for_each(|index| cells[cell(index)] = squares[index]["count"].as_u64().unwrap());
        let options = items(&told["options"]);
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
            assert_eq!(at, to, "{made} of {}", told["position"]);
            if option["takes"] == 0 {
                assert_eq!(lie, there, "{made} of {}", told["position"]);
            }
        }
        let next = options[number * 7 % options.len()]["next"].as_str().unwrap().to_owned();
        told = advice("mancala", Some(&next), &["--play", "search:1"]);
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
fn a_move_of_latrunculi_applied_to_the_board_gives_the_board_that_follows() {
    let told = advice("latrunculi", None, &["--play", "search:1"]);
    assert_eq!(items(&told["options"]).len(), 81);
    let placing = ["--play", "search:1", "--rule", "setup=placed", "--rule", "dux=false"];
    let mut taken = 0;
    for (rules, first) in [
        (&placing[..2], None),
        (&placing[..2], Some("8w3/5w2w3/4Wbw5/12/12/4w7/2B3bb4/1b10 b 0-0 0")),
        (&placing[..], None),
    ] {
        let mut told = advice("latrunculi", first, rules);
        for turn in 0..6_usize {
            let (board, options) = (Board::of(&told), items(&told["options"]).to_vec());
            let mut ways: Vec<_> = options.iter().map(steps).collect();
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len(), options.len(), "every move has squares of its own");
            for option in options.iter().step_by(1 + options.len() / 4) {
                let after = advice("latrunculi", option["next"].as_str(), rules);
                let mover = if told["turn"] == 1 { ["b", "B"] } else { ["w", "W"] };
                let mut moved = board.clone();
                let [[from, to]] = steps(option)[..] else { panic!("{option}") };
                let piece = match from {
                    Some(from) => std::mem::replace(&mut moved.squares[from], Some((None, 0))),
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
            told = advice("latrunculi", Some(&next), rules);
        }
    }
    assert!(taken > 0);
}

/// A race from its beginning on: every throw can be tapped, and every move leads from the board where it is made to that of
/// the position that follows; so many moves were seen in so many turns.
fn race(
    (game, rules, turns): (&str, &[&str], usize),
    like: impl Fn(usize) -> usize,
    check: impl Fn(&Json, &Json),
) -> u64 {
    let mut told = advice(game, None, rules);
    let mut moves = 0;
    for turn in 0..turns {
        let throws = items(&told["throws"]).to_vec();
        if throws.is_empty() {
            break;
        }
        let all: f64 = throws.iter().map(|throw| value_of(&throw["probability"])).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
        let throw = &throws[turn * 11 % throws.len()];
        let thrown = advice(game, throw["next"].as_str(), rules);
        if throw["throw"] == 0 {
            told = thrown;
            continue;
        }
        assert_eq!(thrown["position"], throw["next"]);
        assert_eq!(Board::of(&thrown), Board::of(&told), "a throw moves nothing");
        check(&thrown, &throw["throw"]);
        let options = items(&thrown["options"]);
        for option in options.iter().step_by(1 + options.len() / 3) {
            let mut board = Board::of(&thrown);
            steps(option).into_iter().for_each(|step| board.race(step));
            let next = advice(game, option["next"].as_str(), rules);
            let board = if option["again"] == true { board } else { board.turned(&like) };
            assert_eq!(Board::of(&next), board, "{} of {}", option["do"], thrown["position"]);
            moves += steps(option).len() as u64;
        }
        told = advice(game, options[turn * 3 % options.len()]["next"].as_str(), rules);
    }
    moves
}

#[test]
fn a_game_of_aseb_can_be_tapped() {
    // The private squares of one lie above, those of the other below.
    let like = |index: usize| match index / 12 {
        0 => index + 24,
        1 => index,
        _ => index - 24,
    };
    // What can be moved by the rules alone.
    let legal = |thrown: &Json, throw: &Json| {
        let (board, throw) = (Board::of(thrown), usize::try_from(throw.as_u64().unwrap()).unwrap());
        let place = |square: usize| if square < 5 { 24 + 4 - square } else { 12 + square - 5 };
        let can = |from: usize| {
            let is_there = if from == 0 { board.waiting[0] > 0 } else { board.count(place(from), 'b') > 0 };
            let to = from + throw;
            let is_free = to == 17
                || to < 17
                    && board.count(place(to), 'b') == 0
                    && !([8, 12, 16].contains(&to) && board.count(place(to), 'w') > 0);
            is_there && is_free
        };
        let can: Vec<[Option<usize>; 2]> = (0..17)
            .filter(|from| can(*from))
            .map(|from| [from, from + throw].map(|at| (1..17).contains(&at).then(|| place(at))))
            .collect();
        let mut told: Vec<_> = items(&thrown["options"]).iter().flat_map(steps).collect();
        told.sort_by_key(|step| can.iter().position(|other| other == step));
        assert_eq!(told, can, "{}", thrown["position"]);
        let safe: Vec<usize> = [8, 12, 16].map(place).into();
        assert_eq!(thrown["board"]["safe"], json!(safe));
    };
    let rules = ["--rule", "pieces=3", "--rule"];
    for blank in ["blank=rethrow", "blank=pass"] {
        assert!(race(("aseb", &[&rules[..], &[blank]].concat(), 16), like, legal) >= 12);
    }
}

#[test]
fn a_game_of_twelve_lines_can_be_tapped() {
    // The homes lie side by side.
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
fn a_cast_that_is_tapped_leads_to_the_position_in_which_it_lies() {
    for (game, casts) in [("mendax-single", 35), ("mendax-common", 23), ("coin-tali", 34)] {
        let told = advice(game, None, &[]);
        assert_eq!(items(&told["casts"]).len(), casts, "{game}");
        for cast in items(&told["casts"]).iter().step_by(17) {
            let thrown = advice(game, cast["next"].as_str(), &[]);
            let (value, there) = (value_of(&cast["value"]), value_of(&thrown["value"]));
            assert!((value - there).abs() < 1e-6, "{game} {cast}: {there}");
            let does = cast["option"].as_str().unwrap();
            let best = thrown["best"].as_str().unwrap();
            assert!(does.starts_with(best) || game == "coin-tali", "{game} {cast}: {best}");
        }
    }
}
