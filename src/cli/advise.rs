//! `advise` and `strategy`

use super::args::{AdviseArgs, PositionArgs, StrategyArgs, TableArgs};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use super::game_file;
use super::system;
use super::table::set_up;
use crate::analysis::{AdviceAnswer, PositionFormAnswer, Setting, StrategyAnswer};
use crate::exact::BestPlayError;
use crate::games::{AdviceError, Decisions, Play, Playable};

/// The policy of best play.
const BEST: &str = "best";

pub(super) fn advise(arguments: &AdviseArgs) -> Result<(), Failure> {
    let delivery = Delivery::new("advise", &arguments.answer, &arguments.table.inputs_with(&arguments.game))?;
    let position = arguments.from.position.as_deref();
    let mut asked = arguments.table.clone();
    // Without --players, the position gives the number of players.
    if let (Ok(game), None) = (game_file::find(&arguments.game), asked.house.players) {
        asked.house.players = position.and_then(game.players_in).filter(|players| game.seats(Some(*players)));
    }
    asked.reads_parts = true;
    by_best_play(&arguments.game, &mut asked);
    let (mut setting, mut table) = set_up(&arguments.game, &asked)?;
    if arguments.parts {
        let form = decisions(&setting, table.as_ref())?.form(position);
        let form = form.ok_or_else(|| {
            wrong!(
                "--parts: positions of {name} have no parts; 'tali-odds rules {name}' shows how to write them",
                name = setting.game.name
            )
        })?;
        return delivery.answer(&PositionFormAnswer { setting, form });
    }
    let mut position = position;
    if let Some(moves) = &arguments.from.moves {
        table = at(&setting, table.as_ref(), &arguments.from)?;
        setting.moves = Some(moves.clone());
        position = None;
    }
    let (advice, form, value) = system::solving(table.as_mut(), |table| {
        let decisions = decisions(&setting, table)?;
        is_asked_of_best_play(&setting, decisions)?;
        let mut advice = decisions.advise(position).map_err(failure)?;
        if let Some(depth) = arguments.lines {
            advice.count(&decisions.lines(position, depth).map_err(failure)?, depth);
        }
        Ok((advice, decisions.form(position), decisions.value_unit()))
    })?;
    let mut answer = AdviceAnswer { form, ..AdviceAnswer::new(setting, advice, value, arguments.explain) };
    if let Some(most) = arguments.top {
        answer.shorten(most);
    }
    delivery.answer_with_picture(&answer)
}

/// Checks that no policy is named if advice supposes best play anyway.
fn is_asked_of_best_play(setting: &Setting, decisions: &dyn Decisions) -> Result<(), Failure> {
    match fixed_policy(setting).filter(|_| decisions.supposes_best_play()) {
        Some(play) => Err(wrong!(
            "--play {play}: in {}, the value of a move supposes best play by both sides, or as far as `search` looks ahead; \
             `win --play {play}` plays games",
            setting.game.name
        )),
        None => Ok(()),
    }
}

/// The first policy that is neither best play nor a search for it.
fn fixed_policy(setting: &Setting) -> Option<&Play> {
    setting.rules.play().iter().find(|play| ![BEST, "search"].contains(&play.name()))
}

/// If no policy is named and the game has best play, sets that instead of the game's usual policy.
fn by_best_play(game: &str, asked: &mut TableArgs) {
    let has_best =
        game_file::find(game).is_ok_and(|game| game.policies.iter().any(|policy| policy.name == BEST));
    if has_best && asked.play.is_empty() {
        asked.play = vec![BEST.to_owned()];
    }
}

pub(super) fn strategy(arguments: &StrategyArgs) -> Result<(), Failure> {
    let delivery =
        Delivery::new("strategy", &arguments.answer, &arguments.table.inputs_with(&arguments.game))?;
    let mut asked = arguments.table.clone();
    by_best_play(&arguments.game, &mut asked);
    let (setting, mut table) = set_up(&arguments.game, &asked)?;
    if !arguments.table.play.is_empty() && fixed_policy(&setting).is_some() {
        return Err(failure(AdviceError::CARD_OF_BEST));
    }
    let (strategy, file) = system::solving(table.as_mut(), |table| {
        let decisions = decisions(&setting, table)?;
        let file = arguments.solve.then(|| decisions.table_file()).transpose().map_err(failure)?;
        Ok::<_, Failure>((decisions.strategy().map_err(failure)?, file))
    })?;
    delivery.with_table(file).answer_with_picture(&StrategyAnswer { setting, card: strategy })
}

/// The table at a position (by default the first), after the moves given.
pub(super) fn at(
    setting: &Setting,
    table: &dyn Playable,
    from: &PositionArgs,
) -> Result<Box<dyn Playable>, Failure> {
    let decisions = decisions(setting, table)?;
    let table = match (from.position.as_deref(), from.moves.as_deref()) {
        (Some(position), None) => decisions.at(position),
        (position, moves) => decisions.after(position, moves.unwrap_or_default()),
    };
    table.map_err(failure)
}

/// The decisions of the game, or an error if it has none.
fn decisions<'t>(setting: &Setting, table: &'t dyn Playable) -> Result<&'t dyn Decisions, Failure> {
    table.decisions().ok_or_else(|| {
        let with = game_file::names(|game| !game.policies.is_empty());
        wrong!("{} has no decisions; games with decisions: {with}", setting.game.name)
    })
}

fn failure(error: AdviceError) -> Failure {
    match error {
        AdviceError::Position(error) => wrong!("--position: {error}"),
        AdviceError::Moves(error) => wrong!("--moves: {error}"),
        AdviceError::NoBest(BestPlayError::ComesBack(_) | BestPlayError::CoinsComeBack) => {
            wrong!(
                "{error}; with more, name a policy for all seats but one: --play best --play random --play random"
            )
        }
        AdviceError::TooLarge => Failure::CouldNot(error.into()),
        error => Failure::wrong(error),
    }
}
