//! `win` and `pot`

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use num_traits::{ToPrimitive, Zero};

use super::args::{GameArgs, PotArgs};
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, shown};
use crate::analysis::{
    Averaging, EveningAnswer, GamePosterior, Played, PotAnswer, Setting, WinAnswer, usual_evenings,
    usual_games,
};
use crate::exact::Solution;
use crate::games::{self, Game, GameError, Playable, RuleError, Rules, Value};
use crate::monte_carlo::{EveningPlan, Plan, Watch, simulate};
use crate::tali::USUAL_TALI;

/// The largest file of rules that is read, in bytes.
const LARGEST: u64 = 1 << 16;

pub(super) fn win(arguments: &GameArgs) -> Result<(), Failure> {
    let (delivery, mut setting, table) = set_up(arguments)?;
    let solution = table.solve();
    let stop = on_ctrl_c()?;
    let posterior = draw_weights(arguments, &setting, table.as_ref(), &stop);
    let played = play(arguments, &solution, table.as_ref(), &stop);
    setting.remarks.extend(unplayed(arguments, played.as_ref()));
    let answer = WinAnswer::new(setting, &solution, played.as_ref(), posterior);
    let progress = if arguments.answer.chart.is_some() { table.progress() } else { Vec::new() };
    delivery.answer_with_picture(&answer.with_progress(progress))
}

pub(super) fn pot(pot_arguments: &PotArgs) -> Result<(), Failure> {
    let arguments = &pot_arguments.game;
    let game = games::find(&arguments.game).map_err(Failure::wrong)?;
    if !game.coins {
        let with: Vec<&str> = games::ALL.iter().filter(|game| game.coins).map(|game| game.name).collect();
        return Err(Failure::Wrong(anyhow!(
            "{} is not played for coins; these are: {}",
            game.name,
            with.join(", ")
        )));
    }
    let purse = pot_arguments.purse;
    if purse.is_some() && arguments.games == Some(0) {
        return Err(Failure::Wrong(anyhow!("--purse: evenings are played by chance; leave out --games 0")));
    }
    let (delivery, mut setting, table) = set_up(arguments)?;
    let solution = table.solve();
    let Some(pot) = &solution.pot else {
        return Err(Failure::CouldNot(anyhow!("{} has no pot", game.name)));
    };
    if purse.is_some() && !solution.never.as_exact().is_some_and(Zero::is_zero) {
        let why =
            "--purse: with these bones and rules a game may go on for ever, and no evening is long enough";
        return Err(Failure::Wrong(anyhow!(why)));
    }
    let stop = on_ctrl_c()?;
    let posterior = draw_weights(arguments, &setting, table.as_ref(), &stop);
    let played = play(arguments, &solution, table.as_ref(), &stop);
    let evening = purse.map(|purse| {
        let evenings = match arguments.games {
            Some(games) => games.div_ceil(100),
            None => usual_evenings(table.as_ref(), &solution, pot_arguments.evening),
        };
        let plan = EveningPlan {
            evenings,
            games: pot_arguments.evening,
            purses: vec![purse.to_f64().unwrap_or(0.0); setting.players],
            seed: arguments.seed,
            threads: arguments.threads,
        };
        let purses = vec![purse; setting.players];
        watched(evenings, "evenings", &stop, |watch| {
            EveningAnswer::spend(table.as_ref(), &solution, &purses, &plan, arguments.confidence, watch)
        })
    });
    setting.remarks.extend(unplayed(arguments, played.as_ref()));
    let answer = PotAnswer::new(setting, pot, played.as_ref(), posterior);
    delivery.answer_with_picture(&answer.with_evening(evening))
}

/// The table that is asked for, all of it checked.
fn set_up(arguments: &GameArgs) -> Result<(Delivery, Setting, Box<dyn Playable>), Failure> {
    let inputs = arguments
        .faces
        .iter()
        .cloned()
        .chain(arguments.rules.iter().map(|path| path.clone().into_os_string()));
    let delivery = Delivery::new(&arguments.answer, &inputs.collect::<Vec<_>>())?;
    let game = games::find(&arguments.game).map_err(Failure::wrong)?;
    let players = arguments.players.unwrap_or(game.players.usual);
    let mut rules = game.rules(players).map_err(Failure::wrong)?;
    if let Some(path) = &arguments.rules {
        read_rules(path, game, &mut rules)?;
    }
    let mut seen: Vec<&str> = Vec::new();
    for rule in &arguments.rule {
        let Some((key, value)) = rule.split_once('=') else {
            return Err(Failure::Wrong(anyhow!(
                "--rule `{rule}`: a rule is given as KEY=VALUE, such as --rule fee=2"
            )));
        };
        if seen.contains(&key.trim()) {
            return Err(Failure::Wrong(anyhow!("--rule {} is given twice", key.trim())));
        }
        seen.push(key.trim());
        let changed = Value::parse(value).and_then(|value| rules.set(key.trim(), value));
        changed.map_err(|error| Failure::Wrong(anyhow!("--rule {}: {error}", key.trim())))?;
    }
    let bones = faces::sets(&arguments.faces, USUAL_TALI)?;
    let sets: Vec<_> = bones.iter().map(|bones| bones.set().clone()).collect();
    let table = game.table(rules.clone(), &sets).map_err(|error| match error {
        GameError::Rule(RuleError::TooLong) => Failure::CouldNot(error.into()),
        error => Failure::wrong(error),
    })?;
    Ok((delivery, Setting { game, players, rules, bones, remarks: Vec::new() }, table))
}

/// Reads a file of rules: one `KEY = VALUE` a line.
fn read_rules(path: &Path, game: &Game, rules: &mut Rules) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure::CouldNot(anyhow!("cannot read {}: {error}", shown(path)));
    let mut text = String::new();
    File::open(path).map_err(cannot)?.take(LARGEST + 1).read_to_string(&mut text).map_err(cannot)?;
    if text.len() as u64 > LARGEST {
        return Err(Failure::Wrong(anyhow!(
            "{} is larger than 64 KiB; a file of rules has a few lines",
            shown(path)
        )));
    }
    let wrong = |error: games::RulesFileError| Failure::Wrong(anyhow!("{}: {error}", shown(path)));
    games::read_rules(&text, game, rules).map_err(wrong)
}

/// Why no games were played, where they were not.
fn unplayed(arguments: &GameArgs, played: Option<&Played>) -> Option<String> {
    let wanted = arguments.games.is_none() && played.is_none();
    wanted
        .then(|| "No games were played by chance: with these bones and rules they take too long.".to_owned())
}

/// What Ctrl-C sets, so that games are ended with the estimate so far. Another one after that, or not one
/// batch of games over in time, ends the program, which has written nothing by then.
pub(super) fn on_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    const SOON: Duration = Duration::from_millis(500);
    const PATIENCE: Duration = Duration::from_secs(3);
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    let handled = ctrlc::set_handler(move || {
        let again = first.is_some_and(|first| first.elapsed() > SOON);
        if again && PLAYING.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        first.get_or_insert_with(Instant::now);
        if handler.swap(true, Ordering::Relaxed) {
            return;
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            if PLAYING.load(Ordering::Relaxed) {
                let why = anyhow!(
                    "these games are so long that not one batch of them was over; ask for fewer with --games or --draws"
                );
                Failure::CouldNot(why).report();
                std::process::exit(1);
            }
        });
    });
    handled.map_err(|error| Failure::CouldNot(anyhow!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// Whether games are being played, which takes as long as it takes.
static PLAYING: AtomicBool = AtomicBool::new(false);

/// Solves the game for weights that the throws leave possible, if any bones were counted.
fn draw_weights(
    arguments: &GameArgs,
    setting: &Setting,
    table: &dyn Playable,
    stop: &AtomicBool,
) -> Option<GamePosterior> {
    if !setting.bones.iter().any(|bones| bones.set().is_estimated()) {
        return None;
    }
    let draws = arguments.draws.draws.unwrap_or_else(|| GamePosterior::usual_draws(table.effort()));
    let averaging = Averaging { draws: Some(draws), ..arguments.averaging() };
    watched(draws, "draws of the weights", stop, |watch| {
        GamePosterior::new(setting.game, &setting.rules, &setting.bones, &averaging, watch)
    })
}

/// Plays the games by chance, if any are asked for.
fn play(
    arguments: &GameArgs,
    solution: &Solution,
    table: &dyn Playable,
    stop: &AtomicBool,
) -> Option<Played> {
    let games = arguments.games.unwrap_or_else(|| usual_games(table, solution));
    if games == 0 {
        return None;
    }
    let start = Instant::now();
    let plan = Plan { games, seed: arguments.seed, threads: arguments.threads };
    let player = table.player();
    let tally = watched(games, "games", stop, |watch| simulate(player.as_ref(), &plan, watch));
    let seconds = start.elapsed().as_secs_f64();
    Some(Played { tally, asked: games, seed: arguments.seed, seconds, confidence: arguments.confidence })
}

/// Does what is left to chance with a bar that shows how far it is, and lets Ctrl-C end it.
pub(super) fn watched<T>(
    number: u64,
    what: &str,
    stop: &AtomicBool,
    work: impl FnOnce(&Watch<'_>) -> T,
) -> T {
    let bar = progress(number, what);
    PLAYING.store(true, Ordering::Relaxed);
    let done = work(&Watch { stop, played: &|number| bar.inc(number) });
    PLAYING.store(false, Ordering::Relaxed);
    bar.finish_and_clear();
    done
}

/// A bar on standard error, if that is a terminal and it takes a while.
fn progress(number: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(number);
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}}/{{human_len}} {what}, {{eta}} left; Ctrl-C for the estimate so far"
    ));
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
