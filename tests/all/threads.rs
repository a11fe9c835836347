//! A seed gives the same results on any number of threads, and the program works if the system allows no more threads.

use std::sync::atomic::AtomicBool;

use tali_odds::games;
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::tali::presets;

use crate::common::{everything, short_rules};

/// A thread plays one batch at a time, so more than one batch is needed to show a dependence on threads.
#[test]
fn games_of_a_seed_do_not_depend_on_threads() {
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

    /// The id of a user without processes and privileges.
    const NOBODY: u32 = 65_534;

    /// Whether the tests run as root, to whom process limits do not apply.
    fn is_root() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let ids = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap();
        ids.split_whitespace().nth(1) == Some("0")
    }

    /// A shell that runs a line under a limit of processes and threads.
    fn limited(most: u32, line: &str) -> Command {
        let mut shell = Command::new("sh");
        // Shells have different options for this limit.
        let limit = format!("ulimit -u {most} 2>/dev/null || ulimit -p {most} || exit 99; {line}");
        shell.args(["-c", &limit]).stdin(Stdio::null()).env("XDG_CACHE_HOME", "/dev/null");
        if is_root() {
            shell.uid(NOBODY).gid(NOBODY);
        }
        shell
    }

    #[test]
    fn verbs_work_without_more_threads() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        for example in ["counts.toml", "simulated-throws.csv"] {
            fs::copy(repository("examples").join(example), folder.path().join(example)).unwrap();
        }
        // A copy that any user can run.
        let copy = folder.path().join("tali-odds");
        fs::copy(env!("CARGO_BIN_EXE_tali-odds"), &copy).unwrap();
        let forks = limited(1, "(:); exit 0").stderr(Stdio::null()).status().unwrap();
        assert!(!forks.success(), "the limit has no effect, so this test would show nothing");
        // Limits without extra threads, with one for signals, and with one more for work.
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
