//! The contract of every game in the catalogue, for any bones and rules.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use tali_odds::analysis::{NamedSet, Played, PotAnswer, Setting, WinAnswer};
use tali_odds::exact::{Enclosure, Missing, Number, Solution, Spread, Wanted, solve_chain};
use tali_odds::games::{self, Game, Playable, Players, Rules, Takes, Value};
use tali_odds::monte_carlo::{ChainPlayer, Moments, Plan, Player, Tally, Watch, simulate};
use tali_odds::process::{MarkovChain, Process};
use tali_odds::tali::{Bones, TaliSet, Talus, presets};

use crate::common::{everything, one_in, short_rules};

fn talus(weights: [u64; 4]) -> Talus {
    Talus::from_weights(weights.map(|weight| BigRational::from_integer(weight.into()))).unwrap()
}

fn alike(weights: [u64; 4]) -> TaliSet {
    TaliSet::alike(&talus(weights), 4).unwrap()
}

fn different() -> TaliSet {
    TaliSet::new([[3, 1, 5, 2], [1, 1, 1, 1], [0, 2, 1, 4], [1, 4, 4, 1]].map(talus).to_vec()).unwrap()
}

fn traditional() -> TaliSet {
    presets::TRADITIONAL.bones().set(4).unwrap()
}

/// The numbers of players tested: the fewest, the usual number, and the most. For games with decisions, which take long with many
/// players, the default is only the fewest.
fn tables(game: &Game) -> Vec<usize> {
    let mut players = vec![game.players.least, game.players.usual, game.players.most];
    if !game.policies.is_empty() && !everything() {
        players.truncate(1);
    }
    // Individual results of many seats give too many states to number quickly.
    if !everything() && ["simple-tali", "sparing-tali", "tropa"].contains(&game.name) {
        players.truncate(2);
    }
    players.dedup();
    players
}

fn set_up(game: &Game, rules: &Rules, bones: &[TaliSet]) -> Box<dyn Playable> {
    game.table(rules.clone(), bones).unwrap()
}

fn play(table: &dyn Playable, games: u64, seed: u64, threads: usize) -> Tally {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    simulate(table.player().as_ref(), &Plan { games, seed, threads }, &watch)
}

/// Asserts that the numbers add up to `whole`: exactly if they are exact, otherwise within their bounds.
#[track_caller]
fn add_up<'a>(
    numbers: impl Iterator<Item = &'a Enclosure>,
    whole: &BigRational,
    scale: &BigRational,
    what: &str,
) {
    let (mut low, mut high) = (BigRational::zero(), BigRational::zero());
    for number in numbers {
        low += number.low();
        high += number.high();
    }
    assert!(low <= *whole && *whole <= high, "{what}: {low} to {high}");
    let wide = (&high - &low) / scale;
    assert!(wide < BigRational::new(1.into(), 100_000_000.into()), "{what}: {wide}");
}

fn chances_and_nets_add_up(game: &Game, rules: &Rules, bones: &[TaliSet]) -> Solution {
    let what = format!("{} {rules:?} {bones:?}", game.name);
    let solution = set_up(game, rules, bones).solve();
    if solution.length.mean == Err(Missing::TooLong) {
        // Too many seats to solve, or a board game with too many positions.
        let is_usual = solution.shares.len() <= game.players.usual && rules.changed().is_empty();
        assert!(
            !is_usual || !game.has_bones() || !game.policies.is_empty() && solution.shares.len() > 2,
            "{what}"
        );
        return solution;
    }
    let chances = solution.shares.iter().chain([&solution.nobody, &solution.never]);
    add_up(chances, &BigRational::one(), &BigRational::one(), &what);
    // With a pot from before the round, nets need not add up.
    let closed = rules.value("count") != "\"purse\"";
    if let Some(pot) = solution.pot.as_ref().filter(|_| closed) {
        let nets: Result<Vec<Enclosure>, _> =
            pot.accounts.iter().map(|account| account.net.clone()).collect();
        match nets {
            Ok(nets) if solution.never.high().is_zero() && pot.coins.mean.is_ok() => {
                // Winnings can come from another pot.
                let taken = pot.accounts.iter().filter_map(|account| account.taken.as_ref().ok());
                let taken: BigRational = taken.map(|taken| taken.high().abs()).sum();
                let coins = pot.coins.mean.as_ref().unwrap().high() + taken + BigRational::one();
                add_up(nets.iter(), &BigRational::zero(), &coins, &what);
            }
            _ => {}
        }
    }
    if let Some(pmf) = &solution.length.pmf {
        let sum: f64 = pmf.chances.iter().map(|chance| chance.middle()).sum();
        assert!((sum + pmf.remainder.middle() - 1.0).abs() < 1e-8, "{what}: {sum}");
    }
    solution
}

/// Values to test for a key that only one game has.
fn own_values(key: &str) -> &'static [&'static str] {
    match key {
        "variants" => &["[fortuna]", "mercury"],
        "prices" => &["{etiam = 0}", "{fortuna = 1000000}"],
        "game_pot" => &["0", "7", "10000000"],
        "purse" => &["100", "{gold = 1}"],
        "raise" => &["down"],
        "loans" => &["true"],
        "layout" => &["[9, 9, 9, 9]", "\"0,1,0,2,0,0/1,0,0,1,0,0 2\""],
        "board" => &["4x4", "8x6"],
        "turning" | "dux" => &["false"],
        _ => &[],
    }
}

/// Rules that make a game unsolvable (a whole evening) or slow to solve (several throws in a turn).
const PLAYED_ALONE: [&str; 2] = ["scope", "throws"];

/// The usual rules, and variants with one key at an end of its range.
fn at_the_ends(game: &Game, players: usize) -> Vec<Rules> {
    let plain = short_rules(game, players);
    let mut all = vec![plain.clone()];
    for key in game.keys.iter().filter(|key| !PLAYED_ALONE.contains(&key.name)) {
        let values: Vec<String> = match key.takes {
            Takes::Whole(least, most) => vec![least.to_string(), most.to_string()],
            // The largest number of counters takes an hour.
            Takes::WholeOfSeats(least, _) => {
                let mut handicap = vec![least; players];
                handicap[0] += 1;
                vec![format!("{handicap:?}")]
            }
            Takes::Coins([least, most])
            | Takes::Number([least, most])
            | Takes::NumberOfSeats([least, most]) => {
                let middle = least + (most - least) / BigRational::from_integer(3.into());
                [least, &middle, most].map(ToString::to_string).to_vec()
            }
            Takes::OneOf(numbers) => numbers.iter().map(ToString::to_string).collect(),
            Takes::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Takes::Casts => vec!["[6431]".to_owned(), "[1111, 1111]".to_owned(), "[4443, 3333]".to_owned()],
            Takes::Own(_) => own_values(key.name).iter().map(|value| (*value).to_owned()).collect(),
            Takes::Numbers => Vec::new(),
        };
        for value in values {
            let mut rules = plain.clone();
            // Fractions need quotation marks.
            let value =
                if value.contains('/') && !value.contains('"') { format!("\"{value}\"") } else { value };
            rules.set(key.name, Value::parse(&value).unwrap()).unwrap();
            // Chances of several events can add up to more than 1.
            if game.table(rules.clone(), &[traditional()]).is_ok() {
                all.push(rules);
            }
        }
    }
    all
}

/// Asserts that all estimates from this many games are within five standard errors.
pub(crate) fn agrees_with_chance(game: &'static Game, rules: &Rules, bones: &[TaliSet], games: u64) {
    let table = set_up(game, rules, bones);
    let solution = table.solve();
    // With too many seats to solve there is nothing to compare games with.
    let is_open = |share: &Enclosure| share.low().is_zero() && share.high().is_one();
    if solution.length.mean == Err(Missing::TooLong) && solution.shares.iter().all(is_open) {
        return;
    }
    let tally = play(table.as_ref(), games, 7, 0);
    assert_eq!(tally.games, games);
    let named = |set: &TaliSet| NamedSet::new(Bones::each("bones", set.tali().to_vec()), 4).unwrap();
    let setting = Setting::new(game, rules.clone(), bones.iter().map(named).collect());
    let played = Played { tally, asked: games, seed: 7, confidence: 0.95 };
    let wins = WinAnswer::new(setting.clone(), &solution, Some(&played), None).simulation.unwrap();
    assert!(wins.largest_z < 5.0, "{} {rules:?} {bones:?}: {}", game.name, wins.largest_z);
    if let Some(pot) = &solution.pot {
        let pots = PotAnswer::new(setting, pot, Some(&played), None).simulation.unwrap();
        assert!(pots.largest_z < 5.0, "{} pot {rules:?} {bones:?}: {}", game.name, pots.largest_z);
    }
}

/// The rules for simulations: the usual ones, and variants with every word that a key accepts.
fn word_rules(game: &Game, players: usize) -> Vec<Rules> {
    let plain = short_rules(game, players);
    let mut all = vec![plain.clone()];
    for key in game.keys.iter().filter(|key| !PLAYED_ALONE.contains(&key.name)) {
        if let Takes::Word(words) = key.takes {
            for word in &words[1..] {
                let mut rules = plain.clone();
                rules.set(key.name, Value::Word((*word).to_owned())).unwrap();
                all.push(rules);
            }
        }
    }
    all
}

fn contract(name: &str) {
    let game = games::find(name).unwrap();
    let by_choice = !game.policies.is_empty();
    let of_rules = if by_choice { game.players.least } else { game.players.usual };
    for players in tables(game) {
        // Chances add up for any bones and at the ends of every rule.
        let kinds = [traditional(), different(), alike([1, 1, 1, 1]), alike([0, 1, 1, 2])];
        // If all share one set, its bones are alike, so that best play is solved quickly.
        let among = |kinds: &[TaliSet]| match kinds.last() {
            Some(last) if game.one_set => vec![last.clone()],
            _ => kinds.iter().cloned().cycle().take(players).collect::<Vec<_>>(),
        };
        let mixed = among(&kinds);
        chances_and_nets_add_up(game, &short_rules(game, players), &mixed);
        // Rules do not depend on the number of seats, and few seats with decisions are solved faster.
        if players != of_rules && !everything() {
            continue;
        }
        for rules in at_the_ends(game, players).into_iter().step_by(one_in(if by_choice { 16 } else { 2 })) {
            let solution = chances_and_nets_add_up(game, &rules, &[traditional()]);
            assert_eq!(solution.shares.len(), players);
        }
        // Solutions and simulations agree. Games of many seats are long, so only few are simulated, and not with bones whose rare
        // casts might not occur at all, such as a Canis in 10,000 casts.
        let (games, kinds) = if players > 4 { (20_000, &kinds[1..3]) } else { (100_000, &kinds[..]) };
        let games = games / one_in(10) as u64;
        if !game.has_throws(&short_rules(game, players)) {
            // Whole boards are not solved, so there is nothing to compare games with.
            continue;
        }
        for rules in word_rules(game, players).into_iter().step_by(one_in(if by_choice { 4 } else { 1 })) {
            agrees_with_chance(game, &rules, &[alike([1, 1, 1, 1])], games);
            agrees_with_chance(game, &rules, &among(kinds), games);
        }
    }
    // The usual table, unless it takes long.
    if game.has_bones() && (!by_choice || everything()) {
        let games = 100_000 / one_in(10) as u64;
        agrees_with_chance(game, &short_rules(game, game.players.usual), &[traditional()], games);
    }
    // With one certain face every outcome is certain or impossible.
    let players = if by_choice && !everything() { game.players.least } else { game.players.usual };
    for face in (0..4).filter(|_| game.has_bones()) {
        let mut weights = [0; 4];
        weights[face] = 1;
        let solution = chances_and_nets_add_up(game, &short_rules(game, players), &[alike(weights)]);
        let by_skill = matches!(game.name, "tropa" | "catapulta" | "pentelitha");
        let certain = |number: &Enclosure| {
            let exact = number.as_exact().unwrap();
            // Shared wins are certain too.
            exact.is_zero() || exact.is_one() || solution.shares.iter().all(|share| share == number)
        };
        if !by_skill {
            let all = solution.shares.iter().chain([&solution.nobody, &solution.never]);
            assert!(all.clone().all(certain), "{name} {weights:?}: {solution:?}");
            if let Ok(sd) = &solution.length.sd {
                assert!(sd.high().is_zero(), "{name} {weights:?}: {sd:?}");
            }
        }
    }
}

crate::common::for_every_game!(contract);

#[test]
fn symmetric_seats_agree_exactly() {
    // In these games the order of the seats does not matter.
    for name in ["simple-tali", "sparing-tali", "tropa", "circus-maximus", "odds-out"] {
        let game = games::find(name).unwrap();
        for players in tables(game) {
            let solution = set_up(game, &game.rules(players).unwrap(), &[different()]).solve();
            let meet = |one: &Enclosure, other: &Enclosure| {
                let exactly = one.as_exact().is_some() && other.as_exact().is_some();
                one == other || !exactly && one.low() <= other.high() && other.low() <= one.high()
            };
            assert!(solution.shares.windows(2).all(|pair| meet(&pair[0], &pair[1])), "{name} {players}");
            if let Some(pot) = &solution.pot {
                let nets: Vec<&Enclosure> =
                    pot.accounts.iter().filter_map(|account| account.net.as_ref().ok()).collect();
                assert!(nets.windows(2).all(|pair| meet(pair[0], pair[1])), "{name} {players}");
            }
        }
    }
}

#[test]
fn the_order_of_a_ladder_does_not_matter() {
    let game = games::find("hounds-and-vultures").unwrap();
    let solved = |ladder: &str| {
        let mut rules = game.rules(2).unwrap();
        rules.set("ladder", Value::parse(ladder).unwrap()).unwrap();
        set_up(game, &rules, &[different(), traditional()]).solve()
    };
    let (up, down) = (solved("[1111, 3333, 4443, 6431]"), solved("[6431, 4443, 1111, 3333]"));
    assert_eq!(up.shares, down.shares);
    assert_eq!((up.length.mean, up.length.sd), (down.length.mean, down.length.sd));
}

#[test]
fn skipping_idle_throws_changes_no_distribution() {
    use tali_odds::games::own;
    use tali_odds::monte_carlo::{ChainPlayer, ProcessPlayer};

    // One rare and one frequent step: 20 and 5.5 throws on average.
    let game = own::read(
        "game \"Two steps\"\nseats 2\ndie first = 0: 19, 1: 1\ndie second = 0: 9, 1: 2\neach seat: at from 0 to 2\n\
         turn:\n  if at = 0: roll first\n  else: roll second\n  at += sum\n  if at = 2: win\n",
    )
    .unwrap();
    let table = game.table(game.rules(2).unwrap(), &[]).unwrap();
    let chain = table.chain(1_000).unwrap();
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let plan = Plan { games: 1_000_000, seed: 11, threads: 0 };
    let (jumped, thrown) = (ChainPlayer::new(&chain), ProcessPlayer::new(&chain));
    let players: [&dyn Player; 3] = [&thrown, &jumped, &*table.player()];
    let [thrown, others @ ..] = players.map(|player| simulate(player, &plan, &watch));
    for other in &others {
        assert_ne!(other.casts.sum.to_bits(), thrown.casts.sum.to_bits());
        let error = ((other.casts.variance() + thrown.casts.variance()) / 1e6).sqrt();
        assert!((other.casts.mean() - thrown.casts.mean()).abs() < 4.0 * error, "{other:?} {thrown:?}");
        let [one, two] = [other, &thrown].map(|tally| tally.shares[0].sum / 1e6);
        assert!((one - two).abs() < 4.0 * (0.5 / 1e6_f64).sqrt(), "{one} {two}");
        // The spread of a geometric distribution is a sharper test than its mean.
        let ratio = other.casts.variance() / thrown.casts.variance();
        assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
    }
    let alone = others[1].statistics["alone_mean"][0];
    assert!((alone.mean() - 25.5).abs() < 4.0 * (alone.variance() / 1e6).sqrt());
}

#[test]
fn seeds_always_give_the_same_games() {
    // Taken from the program itself, to detect changes of the random streams: a seed that you noted must always give these games.
    let narrow = [[1, 0, 0, 0], [0, 0, 1, 0], [1, 2, 2, 1], [0, 1, 0, 3]].map(talus);
    let narrow = TaliSet::new(narrow.to_vec()).unwrap();
    let word = |word: &str| Value::Word(word.to_owned());
    let whole = |number: i64| Value::Number(BigRational::from_integer(number.into()));
    let bone = [("fee_per", word("bone"))];
    let free = [("fee", whole(0))];
    let lost = [("target", whole(31)), ("overshoot", word("lose"))];
    let same = |name: &str, set: &[(&str, Value)], bones: &[TaliSet], wins: &[u64], casts: f64| {
        let game = games::find(name).unwrap();
        let mut rules = game.rules(bones.len()).unwrap();
        for (key, value) in set {
            rules.set(key, value.clone()).unwrap();
        }
        let tally = play(set_up(game, &rules, bones).as_ref(), 20_000, 3, 1);
        let won: Vec<u64> = tally.shares.iter().map(|share| share.count).collect();
        assert_eq!(won, wins, "{name}");
        assert_eq!(tally.casts.sum.to_bits(), casts.to_bits(), "{name}");
    };
    same("augustus", &[], &[traditional(), traditional()], &[10_267, 9_733], 517_011.0);
    // Some casts are possible with only one of the sets.
    same("augustus", &bone, &[narrow, different(), traditional()], &[14_963, 3_780, 1_257], 120_227.0);
    same("augustus", &free, &[traditional(), traditional()], &[10_194, 9_806], 521_184.0);
    same("unum-biga", &lost, &[traditional()], &[2_409], 170_715.0);
}

/// The means solved for thousands of weights have narrow bounds that overlap those of the whole solution.
#[test]
fn means_alone_match_the_whole_solution() {
    for game in games::all().filter(|game| game.has_bones()) {
        let seats = tables(game).into_iter().filter(|players| *players <= 4);
        for players in seats.take(if everything() { 3 } else { 1 }) {
            let rules = short_rules(game, players);
            let kinds = [traditional(), different(), alike([2, 5, 0, 3]), alike([0, 1, 0, 0])];
            let kinds = kinds.into_iter().filter(|bones| bones.is_alike() || !game.one_set);
            for bones in kinds.step_by(one_in(3)) {
                let table = set_up(game, &rules, &[bones]);
                let (whole, means) = (table.solve(), table.solve_to(Wanted::MEANS));
                let what = format!("{} for {players}", game.name);
                let pairs = numbers(&whole).into_iter().zip(numbers(&means));
                assert_eq!(numbers(&whole).len(), numbers(&means).len(), "{what}");
                for (index, (whole, means)) in pairs.enumerate() {
                    let (whole, means) = match (whole, means) {
                        // Slow numbers are omitted, and certainty is only detected exactly.
                        (_, Err(Missing::TooLong)) | (Err(_), Ok(_)) => continue,
                        (Ok(whole), Ok(means)) => (whole, means),
                        (whole, means) => {
                            assert_eq!(whole.err(), means.err(), "{what}, number {index}");
                            continue;
                        }
                    };
                    assert!(
                        means.low() <= whole.high() && whole.low() <= means.high(),
                        "{what}, number {index}: {means:?}, not {whole:?}"
                    );
                    let scale = means.high().clone().max(BigRational::one());
                    let wide = (means.high() - means.low()) / scale;
                    assert!(
                        wide < BigRational::new(1.into(), 1_000_000.into()),
                        "{what}, number {index}: {wide}"
                    );
                }
            }
        }
    }
}

fn numbers(solution: &Solution) -> Vec<Number> {
    let chances = solution.shares.iter().chain([&solution.nobody, &solution.never]).cloned().map(Ok);
    let specials = solution.statistics.iter().flat_map(|statistic| statistic.numbers.clone());
    let coins = solution.pot.iter().flat_map(|pot| {
        let accounts = pot.accounts.iter().flat_map(|account| [account.paid.clone(), account.taken.clone()]);
        std::iter::once(pot.coins.mean.clone()).chain(accounts)
    });
    chances.chain([solution.length.mean.clone()]).chain(specials).chain(coins).collect()
}

/// Games solved seat by seat agree with their chain of states: with equal and with different bones, for the fewest players, the
/// usual number, one more, and the most whose states can be numbered.
#[test]
fn fast_solutions_match_the_chain_of_states() {
    // The largest chain that is solved within seconds.
    const MOST_MOVES: usize = 60_000;
    let mixed = [different(), traditional(), alike([2, 5, 1, 3]), alike([1, 1, 1, 1])];
    for name in ["hounds-and-vultures", "steps-of-the-senate", "par-tali"] {
        let game = games::find(name).unwrap();
        let mut compared = 0;
        let Players { least, most, usual } = game.players;
        let all = BTreeSet::from([least, usual, (usual + 1).min(most), most]);
        for players in all.into_iter().filter(|players| everything() || *players <= usual) {
            let rules = game.rules(players).unwrap();
            let each: Vec<TaliSet> = mixed.iter().cycle().take(players).cloned().collect();
            for bones in [vec![traditional()], each] {
                let others = if players == least || players == usual && everything() {
                    quick_rules(game, players)
                } else {
                    Vec::new()
                };
                for rules in [rules.clone()].into_iter().chain(others) {
                    let table = set_up(game, &rules, &bones);
                    let Ok(chain) = table.chain(MOST_MOVES) else { continue };
                    let what = format!("{} {rules:?} for {players}", game.name);
                    let solution = table.solve();
                    same_solution(&solution, &solve_chain(&chain, Wanted::ALL), &what);
                    // Simulating tens of thousands of casts takes long.
                    let is_long = solution.length.mean.is_ok_and(|mean| mean.to_f64() > 1_000.0);
                    let games = if is_long { 1_000 } else { 10_000 } / one_in(5) as u64;
                    same_play(table.as_ref(), &chain, games, &what);
                    compared += 1;
                }
            }
        }
        assert!(compared >= 2, "{}: {compared}", game.name);
    }
}

/// The same for games with decisions, under fixed policies.
#[test]
fn solutions_under_policies_match_the_chain_of_states() {
    const MOST_MOVES: usize = 400_000;
    for (name, rules, plays) in [
        ("mendax-single", &[("tali", "1")][..], &["cautious", "honest", "random", "bluffing", "safe"][..]),
        ("mendax-single", &[("tali", "[1, 2]")], &["honest"]),
        ("mendax-common", &[("counters", "1")], &["honest", "cautious", "random", "bluffing"]),
        ("coin-tali", &[("variants", "[mercury]")], &["best", "venus", "behind", "void", "never"]),
        ("coin-tali", &[("variants", "[etiam, fortuna]")], &["best"]),
    ] {
        let game = games::find(name).unwrap();
        for play in plays {
            let mut rules_of_table = game.rules(2).unwrap();
            for (key, value) in rules {
                rules_of_table.set(key, Value::parse(value).unwrap()).unwrap();
            }
            rules_of_table.set_play(&play.split(' ').collect::<Vec<_>>()).unwrap();
            let what = format!("{name} {rules:?} {play}");
            for bones in [traditional(), alike([2, 5, 1, 3])] {
                let table = set_up(game, &rules_of_table, &[bones]);
                let chain = table.chain(MOST_MOVES).unwrap_or_else(|error| panic!("{what}: {error}"));
                same_solution(&table.solve(), &solve_chain(&chain, Wanted::ALL), &what);
                same_play(table.as_ref(), &chain, 20_000 / one_in(4) as u64, &what);
            }
        }
    }
}

/// Rules under which games are short enough to be solved state by state.
fn quick_rules(game: &Game, players: usize) -> Vec<Rules> {
    let shorter: &[(&str, &str)] = match game.name {
        "century" => &[("casts", "5"), ("target", "20")],
        "circus-maximus" => &[("laps", "1"), ("casts_per_lap", "1"), ("favour", "9")],
        "steps-of-the-senate" | "hounds-and-vultures" => &[("ladder", "[3333, 6431]")],
        "catapulta" => &[("target", "60")],
        "sparing-tali" => &[("rounds", "2")],
        _ => return word_rules(game, players)[1..].to_vec(),
    };
    let mut rules = game.rules(players).unwrap();
    for (key, value) in shorter {
        rules.set(key, Value::parse(value).unwrap()).unwrap();
    }
    vec![rules]
}

/// Asserts that two solutions agree on all that both contain.
#[track_caller]
fn same_solution(fast: &Solution, slow: &Solution, what: &str) {
    for counted in &slow.statistics {
        let of = fast.statistics.iter().find(|statistic| statistic.of == counted.of);
        let of = of.unwrap_or_else(|| panic!("{what}: {} is missing", counted.of.name));
        same_numbers(&of.numbers, &counted.numbers, &format!("{what}, {}", counted.of.name));
    }
    let spread = |spread: &Spread| [spread.mean.clone(), spread.sd.clone()];
    let of = |solution: &Solution| -> Vec<Number> {
        let chances = solution.shares.iter().chain([&solution.nobody, &solution.never]).cloned().map(Ok);
        // A chain need not have payments.
        let coins = solution.pot.iter().filter(|_| slow.pot.is_some()).flat_map(|pot| {
            let accounts =
                pot.accounts.iter().flat_map(|account| [account.paid.clone(), account.taken.clone()]);
            spread(&pot.coins).into_iter().chain(accounts)
        });
        chances.chain(spread(&solution.length)).chain(coins).collect()
    };
    same_numbers(&of(fast), &of(slow), what);
    if let (Some(fast), Some(slow)) = (&fast.length.pmf, &slow.length.pmf) {
        let slow_at = |number: &BigRational| -> f64 {
            let at = (0..slow.chances.len()).filter(|index| slow.support.at(*index) == *number);
            at.map(|index| slow.chances[index].middle()).sum()
        };
        for (index, chance) in fast.chances.iter().enumerate().take(40) {
            let number = fast.support.at(index);
            let off = (chance.middle() - slow_at(&number)).abs();
            assert!(off < 1e-9, "{what}, {number} casts: {chance:?}");
        }
    }
}

/// Asserts that numbers are equal as far as they are known.
#[track_caller]
fn same_numbers(fast: &[Number], slow: &[Number], what: &str) {
    assert_eq!(fast.len(), slow.len(), "{what}");
    for (index, (fast, slow)) in fast.iter().zip(slow).enumerate() {
        match (fast, slow) {
            (Ok(fast), Ok(slow)) => {
                let (low, high) = (fast.low().max(slow.low()), fast.high().min(slow.high()));
                assert!(low <= high, "{what}, number {index}: {} and {}", fast.to_f64(), slow.to_f64());
                if let (Some(fast), Some(slow)) = (fast.as_exact(), slow.as_exact()) {
                    assert_eq!(fast, slow, "{what}, number {index}");
                }
            }
            (_, Err(Missing::TooLong)) | (Err(Missing::TooLong), _) => {}
            (fast, slow) => {
                assert_eq!(fast.is_ok(), slow.is_ok(), "{what}, number {index}: {fast:?} {slow:?}");
            }
        }
    }
}

/// Asserts that two players agree within five standard errors of their difference.
#[track_caller]
fn same_play(table: &dyn Playable, chain: &MarkovChain, games: u64, what: &str) {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let plan = |seed: u64| Plan { games, seed, threads: 0 };
    let fast = simulate(table.player().as_ref(), &plan(17), &watch);
    let slow = simulate(&ChainPlayer::new(chain), &plan(18), &watch);
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    let close = |one: &Moments, other: &Moments, name: &str| {
        let games = games as f64;
        let moments = |moments: &Moments| {
            let mean = moments.sum / games;
            (mean, moments.squares / games - mean * mean)
        };
        let ((one, variance), (other, others)) = (moments(one), moments(other));
        let error = ((variance + others) / games).sqrt() + 1e-9 * one.abs();
        assert!((one - other).abs() <= 5.0 * error, "{what}, {name}: {one} and {other}, {error}");
    };
    let pairs = [
        (&fast.shares, &slow.shares, "share"),
        (&fast.paid, &slow.paid, "paid"),
        (&fast.net, &slow.net, "net"),
    ];
    for (one, other, name) in pairs.into_iter().take(if chain.ante().is_some() { 3 } else { 1 }) {
        one.iter().zip(other).for_each(|(one, other)| close(one, other, name));
    }
    close(&fast.casts, &slow.casts, "casts");
    if chain.ante().is_some() {
        close(&fast.pot, &slow.pot, "pot");
    }
    same_figures(&fast, &slow, what);
}

/// Asserts that two players agree on every figure counted from states.
#[track_caller]
#[expect(clippy::cast_precision_loss, reason = "few games")]
fn same_figures(fast: &Tally, slow: &Tally, what: &str) {
    let close = |(one, error): (f64, f64), (other, of_other): (f64, f64), name: &str| {
        let error = error.hypot(of_other) + 1e-9;
        assert!((one - other).abs() <= 5.0 * error, "{what}, {name}: {one} and {other}, {error}");
    };
    let of_moments = |moments: &Moments| (moments.mean(), (moments.variance() / moments.count as f64).sqrt());
    for (name, counted) in &slow.statistics {
        let numbers = &fast.statistics[name];
        assert_eq!(numbers.len(), counted.len(), "{what}, {name}");
        for (one, other) in numbers.iter().zip(counted).filter(|(one, other)| one.count * other.count > 0) {
            close(of_moments(one), of_moments(other), name);
        }
    }
    for (name, counted) in &slow.ratios {
        let numbers = &fast.ratios[name];
        if let (Some(one), Some(other)) = (numbers.ratio(), counted.ratio()) {
            close((one, numbers.error()), (other, counted.error()), name);
        }
    }
}
