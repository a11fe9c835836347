//! Mendax Tali with a common hand: compared with values computed from the rules alone (`tests/oracle/make_mendax_common.py`),
//! with simulated matches, with a best response to the printed strategy, and with values worked by hand.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use tali_odds::analysis::{Setting, StrategyAnswer};

use crate::answers::{advised, agree, all_are, best_against_random, is_played, number, shares, wins};
use crate::cases::{self, is, texts};
use crate::common::{everything, one_in, rational};

/// The largest table that is solved quickly, by [`size`].
const SOON: usize = 72;

static CASES: LazyLock<Vec<Json>> = LazyLock::new(|| cases::read("mendax_common.json"));

/// The cases of a kind, the first word of their names.
fn of_kind(kind: &str) -> impl Iterator<Item = &'static Json> {
    CASES.iter().filter(move |case| case["name"].as_str().unwrap().split(' ').next() == Some(kind))
}

fn setting(case: &Json) -> Setting {
    cases::setting("mendax-common", case)
}

/// Roughly how long a table takes to solve: hands × counters × throws².
fn size(case: &Json) -> usize {
    let bones = case["faces"][0].as_array().unwrap();
    let faces = |bone: &Json| texts(bone).into_iter().filter(|weight| *weight != "0").count();
    let hands = match bones.as_slice() {
        // The number of multisets of four faces.
        [one] => (0..4).fold(1, |hands, more| hands * (faces(one) + more) / (more + 1)),
        each => each.iter().map(faces).product(),
    };
    let whole = |number: &Json| usize::try_from(number.as_u64().unwrap()).unwrap();
    let rules = &case["rules"];
    let counters = match rules.get("counters") {
        Some(Json::Array(counters)) => counters.iter().map(whole).sum(),
        Some(counters) => 2 * whole(counters),
        None => 20,
    };
    hands * counters * rules.get("throws").map_or(1, whole).pow(2)
}

/// Whether a table is solved quickly, or all are tested.
fn is_wanted(case: &Json) -> bool {
    everything() || size(case) <= SOON
}

/// Whether a figure is the expected number: equal if both are fractions, otherwise within the tolerance.
fn is_near(figure: &Json, wanted: &Json, tolerance: f64) -> bool {
    if let (Some(exact), Some(wanted)) = (figure["exact"].as_str(), wanted.as_str()) {
        return rational(exact) == rational(wanted);
    }
    let wanted = number(wanted);
    let is_near = |value: f64| (value - wanted).abs() <= tolerance * wanted.abs().max(1.0);
    figure["value"].as_f64().is_some_and(is_near)
}

/// The same with the tolerance for values that other code computes precisely.
fn is_exactly(figure: &Json, wanted: &Json) -> bool {
    is_near(figure, wanted, 1e-9)
}

/// Results of fixed policies at tables of two seats.
#[test]
fn results_of_two_seats_match_the_oracle() {
    let one_in = one_in(37);
    let mut compared = BTreeMap::new();
    for case in of_kind("named").step_by(one_in).filter(|case| case["players"] == 2) {
        let document = wins(&setting(case), 0);
        agree(case, &document, &is_exactly, &mut compared);
        assert!(is(&document["never"], &json!("0")), "{}: {}", case["name"], document["never"]);
    }
    for name in ["win_share", "length_variance", "length_pmf", "calls_mean"] {
        assert!(compared[name] >= 400 / one_in, "{name}: {compared:?}");
    }
}

#[test]
fn simulated_matches_match_the_oracle() {
    const GAMES: u32 = 20_000;
    let [mut compared, mut solved] = [0, 0];
    // Fewer tables of two seats, whose odds are solved.
    let is_wanted = |(number, case): &(usize, &Json)| {
        number.is_multiple_of(if case["players"] == 2 { one_in(80) } else { one_in(12) })
    };
    for (_, case) in of_kind("named").enumerate().filter(is_wanted) {
        let counts = is_played(case, &wins(&setting(case), GAMES.into()), GAMES, &is_exactly);
        compared += counts[0];
        solved += if case["players"] == 2 { 0 } else { counts[1] };
    }
    let least = if everything() { [350, 8] } else { [60, 1] };
    assert!(compared > least[0] && solved > least[1], "{compared} {solved}");
}

#[test]
fn odds_of_true_calls_match_the_oracle() {
    // They depend only on the hand and the call, and a match near its end is solved fastest. A unit test also compares those of
    // larger matches.
    let asked = |case: &Json, position: &str| {
        let mut case = case.clone();
        case["rules"]["counters"] = json!(1);
        let (_, rest) = position.split_once(' ').unwrap();
        (size(&case) <= SOON).then(|| (case, format!("1-1 {rest}")))
    };
    let mut compared = 0;
    for case in of_kind("odds").step_by(one_in(6)) {
        let positions = case["values"]["true_odds"].as_array().unwrap();
        let Some((at, _)) = asked(case, positions[0]["position"].as_str().unwrap()) else { continue };
        let setting = setting(&at);
        let table = setting.table().unwrap();
        for wanted in positions {
            let Some((_, position)) = asked(case, wanted["position"].as_str().unwrap()) else { continue };
            let answer = advised(&setting, table.as_ref(), &position)
                .unwrap_or_else(|error| panic!("{} {position}: {error}", case["name"]));
            let found = &answer["figures"]["true_odds"];
            let is_exact = found["exact"].is_string() && is(found, &wanted["true_odds"]);
            assert!(is_exact, "{} {position}: {found}, not {}", case["name"], wanted["true_odds"]);
            compared += 1;
        }
    }
    assert!(compared >= 80, "{compared}");
}

#[test]
fn values_of_best_play_match_the_oracle() {
    const TURNS: usize = 10;
    let (one_in, least) = (one_in(30), if everything() { 67 } else { 40 });
    let (mut tables, mut turns, mut throws) = (0, 0, 0);
    for case in of_kind("best").filter(|case| is_wanted(case)).step_by(one_in) {
        let setting = setting(case);
        let table = setting.table().unwrap();
        let values = &case["values"];
        // The other code has this gap in every turn, and a match can have many turns.
        let tolerance = 40.0f64.mul_add(number(&values["certificate_gap"]), 1e-9);
        let same = |figure: &Json, wanted: &Json| is_near(figure, wanted, tolerance);
        agree(case, &wins(&setting, 0), &same, &mut BTreeMap::new());
        let check = |what: &str, figure: &Json, wanted: &Json| {
            assert!(same(figure, wanted), "{}: {what} is {figure}, not {wanted}", case["name"]);
        };
        let at = |position: &str| {
            advised(&setting, table.as_ref(), position)
                .unwrap_or_else(|error| panic!("{} {position}: {error}", case["name"]))
        };
        let all = values["turn_values"].as_array().unwrap();
        for turn in all.iter().step_by(all.len().div_ceil(TURNS)) {
            let own = usize::from(turn["mover"] == 2);
            let [own, other] = [own, 1 - own].map(|seat| &turn["counters"][seat]);
            let taken_up = match (turn["hand"].as_str(), turn["call"].as_str()) {
                (Some(hand), Some(call)) => format!(" {hand} {call}"),
                _ => String::new(),
            };
            let position = format!("{own}-{other}{taken_up}");
            check(&position, &at(&position)["value"], &turn["value"]);
            turns += 1;
        }
        for turn in values["throw_values"].as_array().into_iter().flatten() {
            let position = turn["position"].as_str().unwrap();
            let answer = at(position);
            let options = answer["options"].as_array().map(Vec::as_slice).unwrap_or_default();
            for (option, wanted) in turn["options"].as_object().unwrap() {
                let found = options.iter().find(|other| other["do"] == option.as_str());
                let found = found.unwrap_or_else(|| panic!("{} {position}: no {option}", case["name"]));
                check(&format!("{position}: {option}"), &found["value"], wanted);
                throws += 1;
            }
        }
        tables += 1;
    }
    let enough = [(tables, least), (turns, 4 * least), (throws, 3 * least)];
    assert!(enough.iter().all(|(found, least)| one_in * found >= *least), "{tables} {turns} {throws}");
}

#[test]
fn values_of_skill_match_the_oracle() {
    let mut compared = 0;
    for case in of_kind("sharpest").filter(|case| is_wanted(case)).step_by(one_in(2)) {
        let (figures, wanted) = (best_against_random(&setting(case)), &case["values"]["best_v_random"]);
        let same = |figure: &Json, wanted: &Json| is_near(figure, wanted, 1e-8);
        assert!(all_are(&figures, wanted, &same), "{}: {figures}, not {wanted}", case["name"]);
        compared += 2;
    }
    assert!(compared >= if everything() { 34 } else { 12 }, "{compared}");
}

/// The faces of bones 1 to 4.
type Hand = [u8; 4];

const FACES: Hand = [1, 3, 4, 6];

/// The names of the ranks, from 0.
const CALLS: [&str; 19] = [
    "void", "canis", "3333", "4444", "6666", "S9", "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18",
    "S19", "S20", "S21", "S22", "venus",
];
const VENUS: usize = 18;

fn rank(hand: Hand) -> usize {
    let mut sorted = hand;
    sorted.sort_unstable();
    match sorted {
        [1, 3, 4, 6] => VENUS,
        [1, 1, 1, 1] => 1,
        [3, 3, 3, 3] => 2,
        [4, 4, 4, 4] => 3,
        [6, 6, 6, 6] => 4,
        [1, 1, 1, 6] => 5,
        [.., 6] => usize::from(hand.iter().sum::<u8>()) - 5,
        _ => 0,
    }
}

/// A state before a turn: the counters of both seats, the seat to move (from 0), and the accepted hand with its call.
type State = ([u8; 2], usize, Option<(Hand, usize)>);

/// The numbers of bones thrown in a turn as digits, after a 1.
type Throws = u32;
const NONE_YET: Throws = 1;

/// The printed strategy in a state.
struct Printed {
    value: f64,
    /// The throws, hidden hands and calls of a turn, with probabilities.
    distribution: Vec<(Throws, Hand, usize, f64)>,
    challenge: HashMap<(Throws, usize), f64>,
}

/// A second implementation of the game, with the printed strategy.
struct Check {
    /// The probability of each face of each bone.
    bones: [[f64; 4]; 4],
    /// For each bone, the first one equal to it.
    kinds: [usize; 4],
    recast: bool,
    lowest_call: usize,
    loser_starts: bool,
    throws: usize,
    printed: HashMap<State, Printed>,
}

impl Check {
    fn new(case: &Json, states: &Json) -> Self {
        let bones = case["faces"][0].as_array().unwrap();
        let bone = |index: usize| {
            let weights = &bones[if bones.len() == 1 { 0 } else { index }];
            let weights: Vec<f64> =
                texts(weights).into_iter().map(|text| rational(text).to_f64().unwrap()).collect();
            let all: f64 = weights.iter().sum();
            [0, 1, 2, 3].map(|face| weights[face] / all)
        };
        let kind = |index: usize| if bones.len() == 1 { 0 } else { index };
        let first_like =
            |index: usize| (0..4).find(|other| bones[kind(*other)] == bones[kind(index)]).unwrap();
        let rules = &case["rules"];
        let printed =
            states.as_array().into_iter().flatten().map(|state| {
                printed(state).unwrap_or_else(|| panic!("{}: cannot read {state}", case["name"]))
            });
        Self {
            bones: [0, 1, 2, 3].map(bone),
            kinds: [0, 1, 2, 3].map(first_like),
            recast: rules.get("void").is_none_or(|void| void == "recast"),
            lowest_call: usize::from(rules.get("void").is_none_or(|void| void != "lowest")),
            loser_starts: rules.get("starter").is_some_and(|starter| starter == "loser"),
            throws: rules
                .get("throws")
                .map_or(1, |throws| usize::try_from(throws.as_u64().unwrap()).unwrap()),
            printed: printed.collect(),
        }
    }

    /// The hand as written: equal bones show their faces from high to low.
    fn written(&self, hand: Hand) -> Hand {
        let mut written = hand;
        for first in 0..4 {
            let indices: Vec<usize> = (0..4).filter(|index| self.kinds[*index] == first).collect();
            let mut faces: Vec<u8> = indices.iter().map(|index| hand[*index]).collect();
            faces.sort_unstable_by(|one, other| other.cmp(one));
            for (index, face) in indices.into_iter().zip(faces) {
                written[index] = face;
            }
        }
        written
    }

    /// The results of throwing these bones of a hand, if that is allowed; the last throw is repeated until it can be called.
    fn thrown(&self, hand: Hand, bones: u8, is_last: bool) -> Option<Vec<(Hand, f64)>> {
        let mut results = vec![(hand, 1.0)];
        for index in (0..4).filter(|index| bones >> index & 1 == 1) {
            let faces = |(hand, chance): (Hand, f64)| {
                FACES.into_iter().zip(self.bones[index]).filter(|(_, weight)| *weight > 0.0).map(
                    move |(face, weight)| {
                        let mut shown = hand;
                        shown[index] = face;
                        (shown, chance * weight)
                    },
                )
            };
            results = results.into_iter().flat_map(faces).collect();
        }
        if !self.recast || bones == 0 {
            return Some(results);
        }
        let ranked: f64 = results.iter().filter(|(hand, _)| rank(*hand) > 0).map(|(_, chance)| chance).sum();
        if is_last {
            results.retain(|(hand, _)| rank(*hand) > 0);
            for (_, chance) in &mut results {
                *chance /= ranked;
            }
        }
        (ranked > 0.0).then_some(results)
    }

    /// Checks that a printed distribution has only legal calls, on hands with possible frequencies for these bones.
    fn is_lawful(&self, state: &State, printed: &Printed) -> Result<(), String> {
        let (_, _, before) = state;
        let all: f64 = printed.distribution.iter().map(|(.., chance)| chance).sum();
        if (all - 1.0).abs() > 1e-9 {
            return Err(format!("the distribution adds up to {all}"));
        }
        let least = before.map_or(self.lowest_call, |(_, call)| call + 1);
        let mut by_number: BTreeMap<Throws, HashMap<Hand, f64>> = BTreeMap::new();
        for (throws, hand, call, chance) in &printed.distribution {
            if *call < least || (self.recast && rank(*hand) == 0) || *chance < 0.0 {
                return Err(format!("{} on {hand:?} is not allowed", CALLS[*call]));
            }
            *by_number.entry(*throws).or_default().entry(self.written(*hand)).or_default() += chance;
        }
        if self.throws > 1 {
            return Ok(());
        }
        for (throws, hands) in by_number {
            let number = throws - 10 * NONE_YET;
            let of_number = |bones: &u8| bones.count_ones() == number && (before.is_some() || number == 4);
            let distributions: Vec<HashMap<Hand, f64>> = (0..16)
                .filter(of_number)
                .filter_map(|bones| self.thrown(before.map_or([0; 4], |(hand, _)| hand), bones, true))
                .map(|results| {
                    results.into_iter().fold(HashMap::new(), |mut distribution, (hand, chance)| {
                        *distribution.entry(self.written(hand)).or_default() += chance;
                        distribution
                    })
                })
                .collect();
            let often: f64 = hands.values().sum();
            let all = hands.keys().chain(distributions.iter().flat_map(HashMap::keys));
            // Whichever bones are thrown, the frequency of a hand is between those of the worst and the best choice.
            for hand in all {
                let found = hands.get(hand).copied().unwrap_or(0.0);
                let chances = || {
                    distributions.iter().map(|distribution| distribution.get(hand).copied().unwrap_or(0.0))
                };
                let most = chances().fold(0.0, f64::max);
                let least = chances().fold(1.0, f64::min);
                if found > often.mul_add(most, 1e-9) || found < often.mul_add(least, -1e-9) {
                    return Err(format!("{number} bones do not make {hand:?} {found} of {often} times"));
                }
            }
        }
        Ok(())
    }
}

/// Reads a printed state, if it is valid.
fn printed(state: &Json) -> Option<(State, Printed)> {
    let call = |text: &Json| CALLS.iter().position(|call| text == call);
    let hand = |text: &Json| -> Option<Hand> {
        let faces = text.as_str()?.bytes().map(|face| face.checked_sub(b'0'));
        faces.collect::<Option<Vec<u8>>>()?.try_into().ok()
    };
    let throws = |text: &Json| {
        let mut numbers = text.as_str()?.split('/');
        numbers.try_fold(NONE_YET, |throws, number| Some(10 * throws + number.parse::<Throws>().ok()?))
    };
    let counters = |seat: usize| u8::try_from(state["counters"][seat].as_u64()?).ok();
    let before = match &state["hand"] {
        Json::Null => None,
        text => Some((hand(text)?, call(&state["call"])?)),
    };
    let list = |name: &str| state[name].as_array().into_iter().flatten();
    let distribution = list("calls").map(|entry| {
        let announced = throws(&entry["throws"])?;
        Some((announced, hand(&entry["hand"])?, call(&entry["call"])?, entry["p"].as_f64()?))
    });
    let challenge = list("challenge")
        .map(|entry| Some(((throws(&entry["throws"])?, call(&entry["call"])?), entry["p"].as_f64()?)));
    let printed = Printed {
        value: state["value"]["value"].as_f64()?,
        distribution: distribution.collect::<Option<_>>()?,
        challenge: challenge.collect::<Option<_>>()?,
    };
    let mover = match state["mover"].as_u64()? {
        1 => 0,
        2 => 1,
        _ => return None,
    };
    Some((([counters(0)?, counters(1)?], mover, before), printed))
}

/// A best response to the printed strategy of the other seat.
struct Response<'a> {
    check: &'a Check,
    own: usize,
    known: HashMap<State, f64>,
    /// The values of the best calls on a hand after some throws, by state.
    calls: HashMap<(State, Throws, Hand), f64>,
}

impl<'a> Response<'a> {
    fn new(check: &'a Check, own: usize) -> Self {
        Self { check, own, known: HashMap::new(), calls: HashMap::new() }
    }

    /// The win share of the own seat from a turn on.
    fn share(&mut self, state: &State) -> f64 {
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let (counters, mover, before) = state;
        let share = if let Some(out) = counters.iter().position(|counters| *counters == 0) {
            if out == self.own { 0.0 } else { 1.0 }
        } else if *mover == self.own {
            self.after_best_throw(state, NONE_YET, before.map_or([0; 4], |(hand, _)| hand), 0b1111)
        } else {
            self.against_distribution(state)
        };
        self.known.insert(*state, share);
        share
    }

    /// The shares after a challenge and after acceptance of a call; `None` where not allowed.
    fn answered(&mut self, (counters, mover, _): &State, hand: Hand, call: usize) -> [Option<f64>; 2] {
        let receiver = 1 - mover;
        let challenged = (call > 0).then(|| {
            let payer = if rank(hand) >= call { receiver } else { *mover };
            let mut left = *counters;
            left[payer] -= 1;
            self.share(&(left, if self.check.loser_starts { payer } else { receiver }, None))
        });
        let accepted = (call < VENUS)
            .then(|| self.share(&(*counters, receiver, Some((self.check.written(hand), call)))));
        [challenged, accepted]
    }

    /// The share when the other moves by its distribution: its hand is hidden, the number of bones thrown and the call are seen.
    fn against_distribution(&mut self, state: &State) -> f64 {
        let check = self.check;
        // The other never reaches a state that is not printed, so any play will do.
        let (_, _, before) = state;
        let any: Vec<_> = before.iter().map(|(hand, call)| (10 * NONE_YET, *hand, call + 1, 1.0)).collect();
        let printed = check.printed.get(state).map(|printed| &printed.distribution);
        let distribution = printed.filter(|distribution| !distribution.is_empty()).unwrap_or(&any);
        assert!(!distribution.is_empty(), "the opening {state:?} is not printed");
        let mut seen: BTreeMap<(Throws, usize), [Option<f64>; 2]> = BTreeMap::new();
        for (throws, hand, call, chance) in distribution {
            let answered = self.answered(state, *hand, *call);
            let sums = seen.entry((*throws, *call)).or_insert([Some(0.0); 2]);
            for (sum, share) in sums.iter_mut().zip(answered) {
                *sum = sum.zip(share).map(|(sum, share)| chance.mul_add(share, sum));
            }
        }
        seen.values().map(|answers| answers.iter().flatten().copied().fold(f64::MIN, f64::max)).sum()
    }

    /// The share of the own turn after these throws, if only the `free` bones can be thrown again.
    fn after_best_throw(&mut self, state: &State, throws: Throws, hand: Hand, free: u8) -> f64 {
        let check = self.check;
        let number = throws.ilog10() as usize;
        let is_opening = state.2.is_none() && number == 0;
        let mut best = f64::MIN;
        if !is_opening {
            // Throwing none of an accepted hand is announced too.
            let announced = if number == 0 { 10 * NONE_YET } else { throws };
            best = self.best_call(state, announced, hand);
        }
        if number == check.throws {
            return best;
        }
        for bones in (1..16u8).filter(|bones| bones & free == *bones && (*bones == 0b1111 || !is_opening)) {
            let Some(results) = check.thrown(hand, bones, number + 1 == check.throws) else { continue };
            let announced = 10 * throws + bones.count_ones();
            let share = |(result, chance)| chance * self.after_best_throw(state, announced, result, bones);
            best = best.max(results.into_iter().map(share).sum());
        }
        best
    }

    /// The value of the best call, if the hand can be called.
    fn best_call(&mut self, state: &State, throws: Throws, hand: Hand) -> f64 {
        let check = self.check;
        if check.recast && rank(hand) == 0 {
            return f64::MIN;
        }
        let key = (*state, throws, check.written(hand));
        if let Some(known) = self.calls.get(&key) {
            return *known;
        }
        let least = state.2.map_or(check.lowest_call, |(_, call)| call + 1);
        let mut best = f64::MIN;
        for call in least..=VENUS {
            let printed = check.printed.get(state);
            let often = printed.and_then(|printed| printed.challenge.get(&(throws, call))).copied();
            let share = match self.answered(state, hand, call) {
                [Some(challenged), Some(accepted)] => {
                    let often = often.unwrap_or(0.0);
                    often.mul_add(challenged, (1.0 - often) * accepted)
                }
                [Some(only), None] | [None, Some(only)] => only,
                [None, None] => unreachable!("every call is challenged or accepted"),
            };
            best = best.max(share);
        }
        self.calls.insert(key, best);
        best
    }
}

/// Asserts that a best response gains nothing against the printed strategy of either seat, at each score at which a round can
/// start.
fn certify(faces: &Json, rules: &Json) {
    let name = format!("{faces} {rules}");
    let case =
        json!({"name": name, "players": 2, "faces": [faces], "rules": rules, "play": ["best", "best"]});
    let setting = setting(&case);
    let table = setting.table().unwrap();
    let strategy = table.decisions().unwrap().strategy().unwrap_or_else(|error| panic!("{name}: {error}"));
    let document = serde_json::to_value(StrategyAnswer { setting: setting.clone(), card: strategy }).unwrap();
    let check = Check::new(&case, &document["states"]);
    for (state, printed) in check.printed.iter().filter(|(_, printed)| !printed.distribution.is_empty()) {
        check.is_lawful(state, printed).unwrap_or_else(|problem| panic!("{name} {state:?}: {problem}"));
    }
    let counters = |seat: usize| rules["counters"].get(seat).unwrap_or(&rules["counters"]).as_u64().unwrap();
    let start = ([0, 1].map(|seat| u8::try_from(counters(seat)).unwrap()), 0, None);
    let opening = check.printed.get(&start).unwrap_or_else(|| panic!("{name}: no opening is printed"));
    let share = &shares(&wins(&setting, 0))[0];
    assert!(is_near(share, &json!(opening.value), 1e-9), "{name}: {share}, but {} is printed", opening.value);
    let mut responses = [0, 1].map(|own| Response::new(&check, own));
    for (state, printed) in check.printed.iter().filter(|((_, _, before), _)| before.is_none()) {
        let (counters, mover, _) = state;
        for response in &mut responses {
            let due = if response.own == *mover { printed.value } else { 1.0 - printed.value };
            let wins = response.share(state);
            assert!(
                (wins - due).abs() <= 1e-9,
                "{name}: at {counters:?}, seat {} to start, seat {} wins {wins} against the printed strategy, not {due}",
                mover + 1,
                response.own + 1
            );
        }
    }
}

/// Certifies every `void` with these numbers of counters and every `starter`.
fn certify_all(faces: &Json, counters: &[Json], throws: u32) {
    for void in ["recast", "lowest", "bluff"] {
        for counters in counters {
            // With one counter each there is no second round.
            let starters = ["challenger", "loser"].into_iter().take(if *counters == 1 { 1 } else { 2 });
            for starter in starters {
                certify(
                    faces,
                    &json!({"counters": counters, "void": void, "starter": starter, "throws": throws}),
                );
            }
        }
    }
}

/// The numbers of counters to certify: one each, and the others if every case is tested.
fn counters(others: &[Json]) -> Vec<Json> {
    let others = if everything() { others } else { &[] };
    [&[json!(1)], others].concat()
}

#[test]
fn best_responses_gain_nothing_with_bones_of_two_faces() {
    let bones = json!([["1/3", "0", "0", "2/3"]]);
    certify_all(&bones, &counters(&[json!(2), json!([1, 2])]), 1);
    certify_all(&bones, &[json!(1)], 2);
}

#[test]
fn best_responses_gain_nothing_with_bones_of_three_faces() {
    certify_all(&json!([["0", "2/5", "2/5", "1/5"]]), &counters(&[json!(2)]), 1);
}

#[test]
fn best_responses_gain_nothing_with_traditional_bones() {
    for counters in counters(&[json!([1, 2])]) {
        certify(&json!([["1/10", "2/5", "2/5", "1/10"]]), &json!({"counters": counters}));
    }
}

#[test]
fn best_responses_gain_nothing_with_two_kinds_of_bones() {
    let (one, other) = (["1/3", "0", "0", "2/3"], ["0", "1/2", "1/2", "0"]);
    certify_all(&json!([one, other, one, other]), &counters(&[json!(2)]), 1);
}

/// The document of two seats.
fn of_two(bones: &[[&str; 4]], rules: &Json, play: [&str; 2]) -> Json {
    let case = json!({"players": 2, "faces": [bones], "rules": rules, "play": play});
    wins(&setting(&case), 0)
}

/// Bones that show nothing but 4.
const FOURS: [[&str; 4]; 1] = [["0", "0", "1", "0"]];

#[test]
fn certain_hands_win_the_round_for_the_starter() {
    // The starter calls 4444. A challenge is wrong, and the starter knows any higher call to be a lie. So the starter wins the
    // round by being challenged, and the other starts the next.
    for (counters, wins) in [
        (json!(1), ["1", "0"]),
        // The winners alternate until both have one counter left, and then seat 1 starts.
        (json!(2), ["1", "0"]),
        // Seat 1 wins the first round and seat 2 the second.
        (json!([1, 2]), ["0", "1"]),
        (json!([2, 1]), ["1", "0"]),
    ] {
        for starter in ["challenger", "loser"] {
            for void in ["recast", "lowest", "bluff"] {
                let rules = json!({"counters": counters, "starter": starter, "void": void});
                let shares = shares(&of_two(&FOURS, &rules, ["best", "best"]));
                for (share, wins) in shares.iter().zip(wins) {
                    assert!(is_near(share, &json!(wins), 1e-9), "{rules}: {shares:?}");
                }
            }
        }
    }
}

#[test]
fn calls_of_simple_policies_with_certain_hands() {
    for (policy, calls, lies) in [
        // Seat 1 calls 4444, rank 3. Each then calls one rank more, until seat 2 calls rank 18, which must be challenged.
        ("honest", "16", "15/16"),
        // 4444 is true with probability 1, and any higher call with 0.
        ("cautious", "2", "1/2"),
    ] {
        let values = json!({
            "win_share": ["1", "0"],
            "length_mean": "1",
            "calls_mean": calls,
            "lie_share": lies,
            "under_share": "0",
            "challenge_right": "1",
        });
        let document = of_two(&FOURS, &json!({"counters": 1}), [policy, policy]);
        agree(&json!({"name": policy, "values": values}), &document, &is, &mut BTreeMap::new());
    }
}

#[test]
fn every_opening_is_challenged_if_voids_are_bluffs() {
    // So the starter calls the lowest rank, and wins with every ranked hand.
    let weights = [1, 4, 4, 1];
    let mut ranked = 0;
    for throw in 0..256usize {
        let faces = [0, 1, 2, 3].map(|index| throw >> (2 * index) & 3);
        if rank(faces.map(|face| FACES[face])) > 0 {
            ranked += faces.map(|face| weights[face]).iter().product::<u32>();
        }
    }
    assert_eq!((ranked, 10_000), (247 * 16, 625 * 16));
    let rules = json!({"counters": 1, "void": "bluff"});
    let document = of_two(&[["1/10", "2/5", "2/5", "1/10"]], &rules, ["best", "best"]);
    for (share, wanted) in shares(&document).iter().zip(["247/625", "378/625"]) {
        assert!(is_near(share, &json!(wanted), 1e-9), "{share}");
    }
}

#[test]
fn hands_that_never_rank_are_thrown_for_ever() {
    let three = ["0", "1", "0", "0"];
    let bones = [three, three, three, FOURS[0]];
    for play in [["best", "best"], ["honest", "cautious"], ["random", "bluffing"]] {
        let document = of_two(&bones, &json!({"counters": 2}), play);
        assert!(is(&document["never"], &json!("1")), "{play:?}: {}", document["never"]);
        for share in shares(&document) {
            assert!(is(&share, &json!("0")), "{play:?}: {share}");
        }
    }
    // Under other rules a void is allowed.
    for void in ["lowest", "bluff"] {
        let document = of_two(&bones, &json!({"counters": 1, "void": void}), ["best", "best"]);
        assert!(is(&document["never"], &json!("0")), "{void}: {}", document["never"]);
    }
}
