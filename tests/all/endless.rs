//! Simulations of games that may never end. `tests/hostile/endless.toml` tests their solutions.

use crate::common::{json_in, value_of};

#[test]
fn solved_and_simulated_nets_average_over_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    // Half of the games are won with the first throw; the others never end.
    let half = "game \"Half\"\nseats 2\ntable: dead from 0 to 1\nante 2\nturn:\n  roll 1 d6\n  if dead = 0 and sum <= 3: win\n  dead = 1\n";
    write("half.game", half);
    write("threes.toml", "[faces]\n1 = 0\n3 = 1\n4 = 0\n6 = 0\n");
    let pot = json_in(folder.path(), &["pot", "half.game", "--games", "20000"]);
    let simulated = &pot["seats"][0]["simulated"];
    // On average over all games: 4 coins in half of them, minus 2.
    assert!(value_of(simulated).abs() < 0.1, "{simulated}");
    assert!(pot["simulation"]["worst_z"].as_f64().unwrap() > 0.0);
    // Two seats that always throw the same tie forever unless the third throws better.
    let faces = ["--faces", "threes.toml", "--faces", "threes.toml", "--faces", "uniform"];
    let words = [&["pot", "simple-tali", "--players", "3", "--games", "20000"], &faces[..]].concat();
    for seat in json_in(folder.path(), &words)["seats"].as_array().unwrap() {
        let (net, simulated) = (value_of(&seat["net"]), &seat["simulated"]);
        let [low, high] = ["low", "high"].map(|end| simulated[end].as_f64().unwrap());
        assert!(low - 0.05 < net && net < high + 0.05, "{seat}");
    }
}

#[test]
fn few_games_have_no_interval_and_intervals_stay_possible() {
    let folder = tempfile::tempdir().unwrap();
    for (games, has_interval) in [("2", false), ("29", false), ("30", true), ("100", true)] {
        let [win, pot] =
            ["win", "pot"].map(|verb| json_in(folder.path(), &[verb, "augustus", "--games", games]));
        let taken = &pot["simulation"]["taken"];
        for figure in [&win["simulation"]["length_mean"], &taken[0], &taken[1]] {
            assert_eq!(figure["low"].is_number(), has_interval, "{figure}");
            assert!(figure["low"].as_f64().is_none_or(|low| low >= 0.0), "{figure}");
        }
    }
}
