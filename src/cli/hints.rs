//! What helps somebody who types what is natural elsewhere.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What is typed (options, verbs, what has to stand there), and what helps.
const HINTS: [(&str, &str); 19] = [
    ("--json", "--format json prints JSON; -o FILE writes the answer into a file"),
    ("--csv", "--format csv prints CSV; -o FILE writes the answer into a file"),
    (
        "--markdown --md --html --table --text",
        "--format says how it is printed: table, json, csv, markdown or html",
    ),
    (
        "--chart --png --svg --plot --graph --image --picture chart plot graph",
        "--chart FILE.png or --chart FILE.svg draws the answer of a verb",
    ),
    (
        "--weights --weight --bones --bone --dice --die --probabilities --preset dice bones weights",
        "--faces says how the bones fall: a preset, which 'tali-odds presets' lists, or a file of weights",
    ),
    (
        "-n --n -g --simulations --simulate --iterations --runs --trials --samples --sims --exact",
        "--games N says how many games are simulated, 0 for none, and --players N how many play",
    ),
    ("-p --seats --people", "--players N says how many play"),
    (
        "-r --house-rule --house-rules --variant --set --option --target --fee --ante",
        "--rule KEY=VALUE changes a rule; 'tali-odds rules GAME' lists the keys",
    ),
    ("--policy --policies --strategy --ai --bot", "--play POLICY says how seats play"),
    (
        "--money --coins --bankroll --budget --bank",
        "--purse COINS says what everybody brings: of 'pot' and 'balance'",
    ),
    ("--event", "events stand by themselves, before the options: tali-odds odds venus 'sum>=14'"),
    ("list ls all catalogue catalog --list", "'tali-odds games' lists the games"),
    ("version -v", "'tali-odds --version' prints the version"),
    (
        "roll throw cast simulate sim run play game start",
        "'tali-odds win GAME' solves a game and plays it by chance; 'tali-odds casts' lists what can be thrown",
    ),
    (
        "probability prob chance chances p event calculate calc",
        "'tali-odds odds EVENT' gives the odds of an event, such as venus, 6643 or 'sum>=14'",
    ),
    (
        "best move solve hint optimal advice help-me ai",
        "'tali-odds advise GAME' says what is best, and 'tali-odds win GAME' who wins",
    ),
    ("night evening page", "'tali-odds report NIGHT.toml -o DIR' makes the page of an evening"),
    ("<GAME> <GAMES>...", "'tali-odds games' lists the games"),
    ("<EVENT>...", "an event is a cast or a kind, such as 6643, venus or 'sum>=14'"),
];

/// The error with what helps, in place of advice that does not.
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
    // Of an option that wants a value: `--json <FILE>`.
    let word = typed.split([' ', '=']).next().unwrap_or_default();
    let known =
        HINTS.iter().find(|(words, _)| words.split(' ').any(|known| [typed.as_str(), word].contains(&known)));
    let is_game = usage.kind() == ErrorKind::InvalidSubcommand && crate::games::find(&typed).is_ok();
    let hint = match known {
        _ if is_value_wrong => return usage,
        _ if is_game => {
            format!("'tali-odds win {typed}' says who wins, 'tali-odds rules {typed}' how it is played")
        }
        Some((_, hint)) => (*hint).to_owned(),
        None if usage.kind() == ErrorKind::UnknownArgument && !typed.starts_with('-') => {
            "options are named: --players 3, --rule fee=2".to_owned()
        }
        None => {
            // That it could be a value after `--` helps nobody.
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
