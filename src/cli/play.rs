//! `win` and `pot`

use num_traits::Zero;

use super::advise::at;
use super::args::{GameArgs, PotArgs, WinArgs};
use super::deliver::Delivery;
use super::failure::{Failure, could_not, wrong};
use super::game_file;
use super::system;
use super::table::{purse_is_enough, set_up};
use crate::analysis::{
    Averaging, EveningAnswer, Figure, GamePosterior, Played, PotAnswer, Setting, WinAnswer, can_play,
    is_unsolved, remark_on_games, usual_evenings, usual_games,
};
use crate::exact::{Solution, Wanted};
use crate::games::{Decisions, Playable};
use crate::monte_carlo::{Plan, simulate};

pub(super) fn win(WinArgs { game: arguments, from }: &WinArgs) -> Result<(), Failure> {
    let delivery = Delivery::new("win", &arguments.answer, &arguments.table.inputs_with(&arguments.game))?;
    let (mut setting, mut table) = set_up(&arguments.game, &arguments.table)?;
    if from.position.is_some() || from.moves.is_some() {
        table = at(&setting, table.as_ref(), from)?;
        setting.note(table.as_ref());
        setting.position = table.decisions().and_then(Decisions::position);
        setting.moves.clone_from(&from.moves);
    }
    table.check_policies().map_err(Failure::wrong)?;
    let solution = system::solving(table.as_mut(), |table| table.solve_to(Wanted::WITHOUT_COINS));
    can_play(table.as_ref(), &solution, arguments.games.unwrap_or(0)).map_err(Failure::wrong)?;
    let posterior = draw_weights(arguments, &setting, table.as_ref(), false);
    let played = play(arguments, &solution, table.as_ref());
    setting.remarks.extend(on_games(arguments, played.as_ref()));
    let mut answer = WinAnswer::new(setting, &solution, played.as_ref(), posterior);
    for (seat, range) in table.decisions().map(Decisions::best_ranges).unwrap_or_default() {
        answer.seats[seat].best_range = Some(range.map(Figure::from));
    }
    answer.length.form = arguments.pmf_form();
    answer.scores.iter_mut().for_each(|score| score.spread.form = arguments.pmf_form());
    if arguments.answer.chart.is_some() {
        answer.progress = table.progress();
    }
    delivery.answer_with_picture(&answer)
}

pub(super) fn pot(pot_arguments: &PotArgs) -> Result<(), Failure> {
    let arguments = &pot_arguments.game;
    let game = game_file::find(&arguments.game)?;
    if game.coins.is_none() && game_file::is_file(&arguments.game) {
        return Err(wrong!(
            "{} is not played for coins: its file has no ante, and nobody pays or takes coins",
            game.name
        ));
    }
    if game.coins.is_none() {
        let with = game_file::names(|game| game.coins.is_some());
        return Err(wrong!("{} is not played for coins; these are: {with}", game.name));
    }
    let purse = pot_arguments.purse;
    if purse.is_some() && arguments.games == Some(0) {
        return Err(wrong!("--purse: evenings have to be simulated; leave out --games 0"));
    }
    let delivery = Delivery::new("pot", &arguments.answer, &arguments.table.inputs_with(&arguments.game))?;
    let (mut setting, mut table) = set_up(&arguments.game, &arguments.table)?;
    table.check_policies().map_err(Failure::wrong)?;
    if let Some(purse) = purse {
        purse_is_enough(&setting, table.as_ref(), purse)?;
    }
    let solution = system::solving(table.as_mut(), |table| table.solve());
    can_play(table.as_ref(), &solution, arguments.games.unwrap_or(0)).map_err(Failure::wrong)?;
    let Some(pot) = &solution.pot else {
        return Err(could_not!("{} has no pot", game.name));
    };
    if purse.is_some() && !solution.never.as_exact().is_some_and(Zero::is_zero) && !is_unsolved(&solution) {
        return Err(wrong!(
            "--purse: with these bones and rules a game may never end, so no evening is long enough"
        ));
    }
    let posterior = draw_weights(arguments, &setting, table.as_ref(), true);
    let played = play(arguments, &solution, table.as_ref());
    let evening = purse.and_then(|purse| {
        let evenings = match arguments.games {
            Some(games) => games.div_ceil(100),
            None => usual_evenings(table.as_ref(), &solution, pot_arguments.evening),
        };
        let (purses, plan) = (vec![purse; setting.players], (evenings, pot_arguments.evening));
        system::played(evenings, "evenings", |watch| {
            EveningAnswer::spend(table.as_ref(), &solution, &purses, plan, &arguments.luck.averaging(), watch)
        })
    });
    setting.remarks.extend(table.remark_on_coins().map(str::to_owned));
    setting.remarks.extend(purse.and_then(|_| table.purses().remark_on_purses()));
    setting.remarks.extend(on_games(arguments, played.as_ref()));
    setting.capped = WinAnswer::new(setting.clone(), &solution, played.as_ref(), None).capped();
    let mut answer = PotAnswer::new(setting, pot, played.as_ref(), posterior);
    let spreads = answer.seats.iter_mut().filter_map(|seat| seat.net_spread.as_mut());
    spreads.chain([&mut answer.pot]).for_each(|spread| spread.form = arguments.pmf_form());
    answer.evening = evening;
    delivery.answer_with_picture(&answer)
}

/// The remark on the simulated games, unless simulation was turned off.
fn on_games(arguments: &GameArgs, played: Option<&Played>) -> Option<String> {
    let wanted = arguments.games.is_none() || played.is_some();
    wanted.then(|| remark_on_games(played.map(|played| &played.tally))).flatten()
}

/// Solves the game for weights drawn from their posterior, if any bones were counted.
fn draw_weights(
    arguments: &GameArgs,
    setting: &Setting,
    table: &dyn Playable,
    coins: bool,
) -> Option<GamePosterior> {
    if !setting.bones.iter().any(|bones| bones.set().is_estimated()) {
        return None;
    }
    let draws =
        arguments.luck.chance.draws.unwrap_or_else(|| GamePosterior::usual_draws(table.workload().effort()));
    let averaging = Averaging { draws: Some(draws), ..arguments.luck.averaging() };
    system::played(draws, "draws of the weights", |watch| {
        GamePosterior::new(setting.game, &setting.rules, &setting.bones, coins, &averaging, watch)
    })
}

/// Simulates the games, if any are requested.
fn play(arguments: &GameArgs, solution: &Solution, table: &dyn Playable) -> Option<Played> {
    let games = arguments.games.unwrap_or_else(|| usual_games(table, solution));
    if games == 0 {
        return None;
    }
    let plan = Plan { games, seed: arguments.luck.chance.seed, threads: arguments.luck.threads };
    let player = table.player();
    let tally = system::played(games, "games", |watch| simulate(player.as_ref(), &plan, watch));
    Some(Played {
        tally,
        asked: games,
        seed: arguments.luck.chance.seed,
        confidence: arguments.luck.chance.confidence,
    })
}
