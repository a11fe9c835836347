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
use crate::analysis::{Averaging, EveningAnswer, GamePosterior, Played, PotAnswer, Setting, WinAnswer};
use crate::exact::{Missing, Ruin, Solution, ruin};
use crate::games::{self, Game, GameError, Playable, RuleError, Rules, Value};
use crate::monte_carlo::{EveningPlan, Plan, Watch, simulate, spend_evenings};
use crate::tali::USUAL_TALI;

/// How many games are played if nobody says otherwise.
const USUAL_GAMES: u64 = 1_000_000;

/// As many casts at most are drawn for them; fewer games are played where they are longer.
const MOST_CASTS: f64 = 6e8;

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
        let length = mean_length(&solution);
        let plan = EveningPlan {
            evenings: evenings(arguments, table.cost(length) * pot_arguments.evening.to_f64().unwrap_or(1.0)),
            games: pot_arguments.evening,
            purses: vec![purse.to_f64().unwrap_or(0.0); setting.players],
            seed: arguments.seed,
            threads: arguments.threads,
        };
        let bar = progress(plan.evenings, "evenings");
        let watch = Watch { stop: &stop, played: &|evenings| bar.inc(evenings) };
        PLAYING.store(true, Ordering::Relaxed);
        let spent = spend_evenings(table.player().as_ref(), &plan, &watch);
        PLAYING.store(false, Ordering::Relaxed);
        bar.finish_and_clear();
        let solved = solved_evening(&solution, table.as_ref(), purse, plan.games);
        EveningAnswer::new(purse, &plan, &spent, solved.as_ref(), arguments.confidence)
    });
    setting.remarks.extend(unplayed(arguments, played.as_ref()));
    let answer = PotAnswer::new(setting, pot, played.as_ref(), posterior);
    delivery.answer_with_picture(&answer.with_evening(evening))
}

/// Who is ruined, of two seats that stake as much in every game.
fn solved_evening(solution: &Solution, table: &dyn Playable, purse: u64, games: u64) -> Option<Ruin> {
    let pot = solution.pot.as_ref()?;
    let always = pot.coins.sd.as_ref().ok()?.as_exact().is_some_and(Zero::is_zero);
    let [win, lose] = solution.shares.as_slice() else { return None };
    let coins = pot.coins.mean.as_ref().ok()?.as_exact().filter(|_| always && table.is_never_shared())?;
    let stake = coins / num_rational::BigRational::from_integer(2.into());
    if stake.is_zero() {
        return None;
    }
    let stakes = (num_rational::BigRational::from_integer(purse.into()) / stake).to_integer().to_u64()?;
    ruin(win, lose, stakes, games)
}

/// How many evenings to play: one for every hundred games, but as many as are soon over.
fn evenings(arguments: &GameArgs, cost: f64) -> u64 {
    match arguments.games {
        Some(games) => games.div_ceil(100),
        None => at_most(USUAL_GAMES / 100, MOST_CASTS / cost.max(1.0)).max(1),
    }
}

fn at_most(usual: u64, most: f64) -> u64 {
    most.to_u64().map_or(0, |most| usual.min(most))
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

/// How many games to play: as many as asked for, or as many as are soon done.
fn games(arguments: &GameArgs, solution: &Solution, table: &dyn Playable) -> u64 {
    if let Some(asked) = arguments.games {
        return asked;
    }
    let length = mean_length(solution);
    let cost = if length.is_finite() { table.cost(length) } else { length };
    at_most(USUAL_GAMES, MOST_CASTS / cost.max(1.0))
}

/// The mean number of casts, as far as it is known; games whose casts no counter holds are endless.
fn mean_length(solution: &Solution) -> f64 {
    const LONGEST: f64 = 1e16;
    let length = known_length(solution);
    if length > LONGEST { f64::INFINITY } else { length }
}

fn known_length(solution: &Solution) -> f64 {
    match &solution.length.mean {
        Ok(mean) => mean.high().to_f64().unwrap_or(f64::INFINITY),
        // Games that can be seen never to end are not played on.
        Err(Missing::Endless) => 100.0,
        Err(_) => f64::INFINITY,
    }
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
    let bar = progress(draws, "draws of the weights");
    PLAYING.store(true, Ordering::Relaxed);
    let watch = Watch { stop, played: &|draws| bar.inc(draws) };
    let posterior = GamePosterior::new(setting.game, &setting.rules, &setting.bones, &averaging, &watch);
    PLAYING.store(false, Ordering::Relaxed);
    bar.finish_and_clear();
    posterior
}

/// Plays the games by chance, if any are asked for.
fn play(
    arguments: &GameArgs,
    solution: &Solution,
    table: &dyn Playable,
    stop: &AtomicBool,
) -> Option<Played> {
    let games = games(arguments, solution, table);
    if games == 0 {
        return None;
    }
    let bar = progress(games, "games");
    let start = Instant::now();
    let plan = Plan { games, seed: arguments.seed, threads: arguments.threads };
    let player = table.player();
    PLAYING.store(true, Ordering::Relaxed);
    let tally = simulate(player.as_ref(), &plan, &Watch { stop, played: &|games| bar.inc(games) });
    PLAYING.store(false, Ordering::Relaxed);
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    Some(Played { tally, asked: games, seed: arguments.seed, seconds, confidence: arguments.confidence })
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
