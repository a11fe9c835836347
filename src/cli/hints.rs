//! Hints for options and verbs that other programs have.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words that are typed (options, verbs) or missing (`<GAME>`), separated by spaces, and the hint about them.
const HINTS: [(&str, &str); 19] = [
    ("--json", "--format json prints JSON; -o FILE writes the answer to a file"),
    ("--csv", "--format csv prints CSV; -o FILE writes the answer to a file"),
    ("--markdown --md --html --table --text", "--format sets the format: table, json, csv, markdown or html"),
    (
        "--chart --png --svg --plot --graph --image --picture chart plot graph",
        "--chart FILE.png or --chart FILE.svg draws a chart of the answer",
    ),
    (
        "--weights --weight --bones --bone --dice --die --probabilities --preset dice bones weights",
        "--faces sets the bones: a preset, which 'tali-odds presets' lists, or a file of weights",
    ),
    (
        "-n --n -g --simulations --simulate --iterations --runs --trials --samples --sims --exact",
        "--games N sets the number of games to simulate, 0 for none, and --players N the number of players",
    ),
    ("-p --seats --people", "--players N sets the number of players"),
    (
        "-r --house-rule --house-rules --variant --set --option --target --fee --ante",
        "--rule KEY=VALUE changes a rule; 'tali-odds rules GAME' lists the keys",
    ),
    ("--policy --policies --strategy --ai --bot", "--play POLICY sets how seats play"),
    (
        "--money --coins --bankroll --budget --bank",
        "--purse COINS sets what each seat brings, for 'pot' and 'balance'",
    ),
    ("--event", "events need no option and come before the options: tali-odds odds venus 'sum>=14'"),
    ("list ls all catalogue catalog --list", "'tali-odds games' lists the games"),
    ("version -v", "'tali-odds --version' prints the version"),
    (
        "roll throw cast simulate sim run play game start",
        "'tali-odds win GAME' solves and simulates a game; 'tali-odds casts' lists all casts",
    ),
    (
        "probability prob chance chances p event calculate calc",
        "'tali-odds odds EVENT' gives the odds of an event, such as venus, 6643 or 'sum>=14'",
    ),
    (
        "best move solve hint optimal advice help-me ai",
        "'tali-odds advise GAME' finds the best move, and 'tali-odds win GAME' who wins",
    ),
    ("night evening page", "'tali-odds report NIGHT.toml -o DIR' makes a page for an evening"),
    ("<GAME> <GAMES>...", "'tali-odds games' lists the games"),
    ("<EVENT>...", "an event is a cast or a kind, such as 6643, venus or 'sum>=14'"),
];

/// Replaces the advice in the error by a better hint, if there is one.
pub(super) fn hinted(mut usage: clap::Error) -> clap::Error {
    let kinds = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let typed = kinds.iter().find_map(|kind| match usage.get(*kind)? {
        ContextValue::String(typed) => Some(typed.clone()),
        ContextValue::Strings(typed) => typed.first().cloned(),
        _ => None,
    });
    let Some(typed) = typed else { return usage };
    let is_value_wrong = usage.kind() == ErrorKind::ValueValidation
        || matches!(usage.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if !value.is_empty());
    // The name of an option without its value: `--json <FILE>`.
    let word = typed.split([' ', '=']).next().unwrap_or_default();
    let known =
        HINTS.iter().find(|(words, _)| words.split(' ').any(|known| [typed.as_str(), word].contains(&known)));
    let is_game = usage.kind() == ErrorKind::InvalidSubcommand && crate::games::find(&typed).is_ok();
    let hint = match known {
        _ if is_value_wrong => return usage,
        _ if is_game => {
            format!("'tali-odds win {typed}' computes who wins, 'tali-odds rules {typed}' shows how to play")
        }
        Some((_, hint)) => (*hint).to_owned(),
        None if usage.kind() == ErrorKind::UnknownArgument && !typed.starts_with('-') => {
            "options need their names: --players 3, --rule fee=2".to_owned()
        }
        None => {
            // The suggestion to pass it as a value after `--` helps nobody.
            usage.remove(ContextKind::Suggested);
            return usage;
        }
    };
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        usage.remove(kind);
    }
    usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(hint)]));
    usage
}
