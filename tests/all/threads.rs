//! A seed gives the same on any number of threads; and where the system gives no more of them, the program does with the
//! one that it has.

use std::sync::atomic::AtomicBool;

use tali_odds::games;
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::tali::presets;

use crate::common::{everything, short_rules};

/// A batch is what one thread plays at a time, so that two of them show whether it matters who plays them.
#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for game in games::all() {
        let bones = presets::TRADITIONAL.bones().set(4).unwrap();
        let table = game.table(short_rules(game, game.players.usual), &[bones]).unwrap();
        let player = table.player();
        let games = if everything() { 3 * player.batch() } else { player.batch() + 1 };
        let play = |seed: u64, threads: usize| {
            let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
            simulate(player.as_ref(), &Plan { games, seed, threads }, &watch)
        };
        let one = play(3, 1);
        for threads in [2, 5].into_iter().take(if everything() { 2 } else { 1 }) {
            assert_eq!(one, play(3, threads), "{}", game.name);
        }
        assert_ne!(one, play(4, 1), "{}", game.name);
    }
}

#[cfg(target_os = "linux")]
mod without_threads {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use crate::common::{Run, program, repository};

    /// Somebody who has no processes, and none of the rights of the administrator.
    const NOBODY: u32 = 65_534;

    /// Whether the tests run as the administrator, whom no limit of processes binds.
    fn is_root() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let ids = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap();
        ids.split_whitespace().nth(1) == Some("0")
    }

    /// A shell that runs a line as somebody who may have so many processes and threads together.
    fn limited(most: u32, line: &str) -> Command {
        let mut shell = Command::new("sh");
        // Shells call this limit differently.
        let limit = format!("ulimit -u {most} 2>/dev/null || ulimit -p {most} || exit 99; {line}");
        shell.args(["-c", &limit]).stdin(Stdio::null()).env("XDG_CACHE_HOME", "/dev/null");
        if is_root() {
            shell.uid(NOBODY).gid(NOBODY);
        }
        shell
    }

    #[test]
    fn without_a_thread_to_be_had_every_verb_answers_as_ever() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        for example in ["counts.toml", "simulated-throws.csv"] {
            fs::copy(repository("examples").join(example), folder.path().join(example)).unwrap();
        }
        // Where anybody may run it.
        let copy = folder.path().join("tali-odds");
        fs::copy(env!("CARGO_BIN_EXE_tali-odds"), &copy).unwrap();
        let forks = limited(1, "(:); exit 0").stderr(Stdio::null()).status().unwrap();
        assert!(!forks.success(), "the limit does not bind, and this test would show nothing");
        // None at all, one that listens for signals, and one that works.
        for asked in [
            "casts --faces counts.toml",
            "venus --chart venus.svg",
            "win augustus --games 20000 --format csv",
            "win augustus --games 20000 --threads 2 --format csv",
            "win tropa --faces counts.toml --draws 100 --games 1000 --format csv",
            "pot augustus --purse 20 --games 20000 --format csv",
            "balance odds-out augustus --format csv",
            "tune simple-tali --vary canis_fee=0..4 --want net:seat1=0 --format csv",
            "advise mendax-single --format csv",
            "advise latrunculi --lines 1 --play search:2 --format csv",
            "strategy mendax-common --rule counters=1 --format csv",
            "fit simulated-throws.csv --format csv",
            "games",
        ] {
            let arguments: Vec<&str> = asked.split(' ').collect();
            let usual = Run::from(program(folder.path()).args(&arguments).output().unwrap());
            let limits = if asked.contains("--games") { 1..=3 } else { 1..=1 };
            for most in limits {
                let mut shell = limited(most, "exec \"$0\" \"$@\"");
                let run =
                    Run::from(shell.arg(&copy).args(&arguments).current_dir(folder.path()).output().unwrap());
                assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{asked}, {most}");
                assert_eq!(run.out, usual.out, "{asked}, {most}");
            }
        }
    }
}
