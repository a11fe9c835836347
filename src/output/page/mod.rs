//! The page of an evening: one self-contained file, to read on a phone or to print.
//!
//! Every figure on it is also in `report.json`: `data value="/games/0/balance"` says where. Texts that others wrote
//! reach the page through the template engine alone, which escapes them.

mod commands;
mod drawing;
mod handout;
mod rules_card;
mod sides;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::balance::informative_swings;
use super::bones;
use super::chart::{has_picture, over_by, story};
use super::html;
use super::intervals::rounded_as;
use super::night::{first_word, fit, given, is_played_apart, plays, remedy, sits_out, time, to_do, who};
use super::number::{double, duration_short, grouped, percent_as_set, quantity, round, round_percent};
use super::sheet::{Column, Rows};
use super::verdicts::{Names, sentence, word};
use super::wins::quantity_or_whole;
use super::words::{listed, unbroken};
use crate::analysis::{
    About, BalanceAnswer, Compared, Figure, NightAnswer, NightGame, NightGameAnswer, SeatBalance, SeatFigure,
    SpreadFigures, Verdict,
};
use crate::games::Shown;
use crate::tali::Face;
pub(crate) use commands::{bones_name, game_file};
pub(crate) use handout::handout;
pub(crate) use rules_card::PrintedCard;
use rules_card::rules_card;
pub(super) use sides::sides;

/// The content security policy: no scripts, no requests.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The frame of every page, with its content security policy.
pub(super) fn page(title: &str, policy: Option<&str>, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                @if let Some(policy) = policy { meta http-equiv="Content-Security-Policy" content=(policy); }
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    unbroken(&page.into_string()) + "\n"
}

/// Smaller chances are not shown on a page.
const NEGLIGIBLE: f64 = 1e-9;

/// A figure, with its path in `report.json`.
fn figure(index: &str, text: &str) -> Markup {
    html! { data value=(index) { (text) } }
}

/// A sentence that is also in `report.json`.
fn said(index: &str, text: &str) -> Markup {
    html! { span data-from=(index) { (text) } }
}

/// A name, isolated from the text direction around it.
fn name(text: &str) -> Markup {
    html! { bdi { (text) } }
}

/// The page of an evening.
pub(crate) fn report(answer: &NightAnswer) -> String {
    let body = html! {
        header {
            h1 { (name(&answer.night.title)) }
            p.lead { (said("/sentence", &fit(answer))) }
            nav aria-label="Games" {
                ul {
                    @for (index, game) in answer.games.iter().enumerate() {
                        li { a href={ "#" (anchor(index)) } { (title_of(answer, game)) } }
                    }
                    li { a href="#bones" { "The bones" } }
                }
            }
        }
        main {
            (glance(answer))
            @for (index, game) in answer.games.iter().enumerate() { (article(answer, index, game)) }
            (bones_section(answer))
        }
        footer { (footnotes(answer)) }
    };
    page(&answer.night.title, Some(POLICY), include_str!("report.css"), &body)
}

/// The title of a game, with its players where it is played several times.
fn title_of(answer: &NightAnswer, game: &NightGameAnswer) -> Markup {
    html! { (game.game.setting.game.title) @if is_played_apart(answer, game) { " (" (name(&who(answer, game))) ")" } }
}

fn anchor(index: usize) -> String {
    format!("game-{}", index + 1)
}

/// The file name of a game's picture.
pub(crate) fn chart_name(index: usize, game: &NightGameAnswer) -> String {
    format!("charts/{:02}-{}.png", index + 1, commands::file_name(game.game.setting.game.name))
}

fn glance(answer: &NightAnswer) -> Markup {
    let problems = answer.problems();
    html! {
        section aria-labelledby="glance" {
            h2 id="glance" { "The evening at a glance" }
            @if problems.is_empty() && !answer.is_overrun() { p { "No problems." } } @else {
                h3 { "Problems, worst first" }
                ul.verdicts {
                    @if answer.is_overrun() { li.problem { (said("/sentence", &fit(answer))) } }
                    @for (index, verdict) in &problems {
                        @let game = &answer.games[*index];
                        li.problem {
                            a href={ "#" (anchor(*index)) } { (title_of(answer, game)) } ": "
                            (verdict_sentence(*index, game, verdict))
                        }
                    }
                }
            }
            @let to_do = to_do(answer);
            @if !to_do.is_empty() {
                h3 { "What to do" }
                ul { @for (number, what) in to_do.iter().enumerate() { li { (said(&format!("/to_do/{number}"), what)) } } }
            }
            h3 { "Who plays what" }
            (who_plays(answer))
        }
    }
}

fn who_plays(answer: &NightAnswer) -> Markup {
    let somebody_sits_out = answer.games.iter().any(|game| !game.game.left_out.is_empty());
    let nobody = |names: String| {
        if names.is_empty() {
            html! { "nobody" }
        } else {
            name(&names)
        }
    };
    let table = Rows::of(answer.games.iter().enumerate())
        .words(
            "Game",
            |(index, game)| html! { a href={ "#" (anchor(*index)) } { (game.game.setting.game.title) } },
        )
        .words("Who plays", |(_, game)| name(&who(answer, game)))
        .column(somebody_sits_out.then(|| Column::words("Sits out")), |(_, game)| {
            nobody(sits_out(answer, game))
        })
        .numbers("Times", |(index, game)| {
            figure(&format!("/games/{index}/times"), &game.game.times.to_string())
        })
        .numbers("Takes", |(index, game)| {
            figure(&format!("/games/{index}/minutes_of_all"), &time(&game.total))
        })
        .words("Verdict", |(_, game)| {
            let (word, _) = first_word(game);
            html! { span class=(word) { (word) } }
        });
    rows(&table)
}

/// A table whose rows become cards on a narrow screen.
fn rows<R>(table: &Rows<R, Markup>) -> Markup {
    html::table(&table.section, Some("rows"), Markup::clone)
}

fn verdict_sentence(index: usize, game: &NightGameAnswer, verdict: &Verdict) -> Markup {
    let all = &game.balance.verdicts;
    let number = all.iter().position(|other| other == verdict).unwrap_or(0);
    said(
        &format!("/games/{index}/verdicts/{number}/sentence"),
        &sentence(&game.balance, verdict, Names(&game.names)),
    )
}

fn bones_section(answer: &NightAnswer) -> Markup {
    let owners = |index: usize| {
        let owners = answer.night.guests.iter().filter(|guest| guest.bones == index);
        owners.map(|guest| guest.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    html! {
        section aria-labelledby="bones" {
            h2 id="bones" { "The bones and their uncertainty" }
            @for (index, set) in answer.night.bones.iter().enumerate() {
                h3 { (name(set.name())) }
                @if !owners(index).is_empty() { p { "Cast by " (name(&owners(index))) "." } }
                (chances(answer, index))
                @for note in bones::notes(std::slice::from_ref(set)) { p.faint { (note) } }
            }
        }
    }
}

/// The chance of each face of the tali of a set, with intervals for counted bones.
fn chances(answer: &NightAnswer, index: usize) -> Markup {
    let kinds = answer.night.faces(index).into_iter().enumerate();
    let lines = kinds.flat_map(|(talus, kind)| {
        let interval = kind.throws.is_some().then(|| (talus, kind.clone(), true));
        std::iter::once((talus, kind, false)).chain(interval)
    });
    let head = Rows::of(lines).words("Face", |(_, kind, is_interval)| match &kind.name {
        _ if *is_interval => html! { "95 % interval" },
        Some(own) => name(own),
        None => html! { "Probability" },
    });
    rows(&Face::ALL.into_iter().enumerate().fold(head, |table, (number, face)| {
        table.numbers(format!("{face} {}", face.shape()), |(talus, kind, is_interval)| {
            let at = format!("/night/bones/{index}/chances/{talus}/faces/{number}");
            let face = &kind.faces[number];
            match face.interval.filter(|_| *is_interval) {
                Some(ends_of) => ends(&at, ends_of, round_percent),
                None => figure(&format!("{at}/probability"), &round_percent(&face.probability)),
            }
        })
    }))
}

fn minutes(figure: &Figure) -> String {
    figure.rational().as_ref().map_or_else(|| round(figure), duration_short)
}

/// Both ends of an interval.
fn ends(at: &str, [low, high]: [f64; 2], shown: impl Fn(&Figure) -> String) -> Markup {
    let end = |end: f64| double(end).as_ref().map_or_else(|| "infinite".to_owned(), &shown);
    html! { (figure(&format!("{at}/low"), &end(low))) " to " (figure(&format!("{at}/high"), &end(high))) }
}

/// An interval in a line below its figure; nothing if both ends look the same.
fn below(at: &str, [low, high]: [f64; 2], shown: impl Fn(&Figure) -> String) -> Markup {
    let is_wide = double(low).as_ref().map(&shown) != double(high).as_ref().map(&shown);
    html! { @if is_wide { br; span.faint { (ends(at, [low, high], shown)) } } }
}

/// A figure with an interval below it: for counted bones the credible one, which is at `over_weights` in the document, and for
/// a simulated figure its own.
fn with_interval(at: &str, over_weights: &str, of: &Compared, shown: impl Fn(&Figure) -> String) -> Markup {
    let own = match of.solved {
        Figure::Simulated(_) => of.solved.interval().map(|(ends, _)| ends),
        _ => None,
    };
    html! {
        (figure(at, &shown(&of.solved)))
        @if let Some(credible) = of.credible() { (below(&format!("{over_weights}/credible"), credible.ends(), &shown)) }
        @if let Some(own) = own { (below(at, own, &shown)) }
    }
}

fn article(answer: &NightAnswer, index: usize, game: &NightGameAnswer) -> Markup {
    let balance = &game.balance;
    let names = Names(&game.names);
    let at = format!("/games/{index}");
    let id = anchor(index);
    html! {
        article aria-labelledby=(id) {
            h2 id=(id) { (title_of(answer, game)) }
            ul.verdicts {
                @for verdict in &balance.verdicts {
                    @let word = word(balance, verdict);
                    li class=(word) { span.word { (word) } (verdict_sentence(index, game, verdict)) }
                }
            }
            p { (balance.setting.game.summary) "." }
            p.faint {
                (name(&listed(&answer.night.names(&game.game.seats)))) (play_how(&game.game))
                @if game.game.times > 1 { (figure(&format!("{at}/times"), &game.game.times.to_string())) " games" } @else { "one game" }
                @if game.game.alone && game.game.seats.len() > 1 { " alone" }
                @if game.total.is_endless() { ", which may never end. " }
                @else {
                    ", " @if game.total.is_number() { "about " } (figure(&format!("{at}/minutes_of_all"), &time(&game.total)))
                    @if game.game.rounds() > 1 { " in all" } " on average. "
                }
                @if !game.game.left_out.is_empty() { b { "Sitting out: " } (name(&sits_out(answer, game))) ". " }
                (said(&format!("{at}/given"), &given(answer, game)))
            }
            @if let Some(plays) = plays(game) { p.faint { (said(&format!("{at}/plays"), &plays)) } }
            @for (number, remark) in balance.setting.remarks.iter().enumerate() {
                p.faint { (said(&format!("{at}/remarks/{number}"), remark)) }
            }
            @for (number, remedy_found) in game.remedies.iter().enumerate() {
                div.remedy {
                    p { strong { "House rule: " } (said(&format!("{at}/remedies/{number}/sentence"), &remedy(remedy_found))) }
                    p.faint.command { "Found by " code { (commands::tune(answer, game, remedy_found)) } }
                }
            }
            @if unsolved(game) { p.faint {
                @if game.remedies.is_empty() { "None of the house rules tried fixes the problems without making something else worse." }
                @else { "None of the house rules tried fixes the rest without making something else worse." }
            } }
            @if !balance.is_always_won() && !balance.is_never_won() { (seats(&at, balance, names)) }
            div.columns {
                div.length { (length(&at, balance)) (drawing::of(over_by(&[(String::new(), balance)]))) }
                div.swing { (swing(&at, balance)) }
                @if let Some(story) = story(balance, names) { div.story { (drawing::of(Some(story))) } }
            }
            @let purses = balance.question.purses.as_ref().filter(|_| balance.evening.is_some());
            @let unequal = purses.is_some_and(|(purses, _)| purses.iter().any(|purse| *purse != purses[0]));
            p.faint.command { "To reproduce all figures" @if unequal { " except \"Out of coins\"" } ", run this in the folder of this page: " code { (commands::balance(answer, game)) } }
            // The browser edition has no pictures beside the page.
            @if cfg!(feature = "cli") { p.faint.screen {
                @if has_picture(balance) { "As a picture: " a href=(chart_name(index, game)) { (chart_name(index, game)) } }
                @else { "There is no picture of this game, because it has no figures to draw." }
            } }
            (card(answer, index, balance))
        }
    }
}

/// ` play `, or ` each play ` for a solitaire of several players.
fn play_how(game: &NightGame) -> &'static str {
    match game.seats.len() {
        1 => " plays ",
        _ if game.alone => " each play ",
        _ => " play ",
    }
}

/// Whether some problem has no house rule that fixes it, and more is needed than to rotate the starter.
fn unsolved(game: &NightGameAnswer) -> bool {
    let fixable = |about: About| matches!(about, About::Length | About::Coins | About::Chances);
    let open = |verdict: &&Verdict| {
        verdict.is_problem()
            && fixable(verdict.about)
            && !game.balance.is_evened_by_turns(verdict)
            && !game.remedies.iter().any(|remedy| remedy.about == verdict.about)
    };
    game.balance.verdicts.iter().any(|verdict| open(&verdict))
}

/// The figures of seats on a page.
const COLUMNS: [SeatFigure; 4] =
    [SeatFigure::ADVANTAGE, SeatFigure::NET, SeatFigure::ELEMENT_OF_RISK, SeatFigure::RUINED];

fn seats(at: &str, balance: &BalanceAnswer, names: Names<'_>) -> Markup {
    let has = |of: SeatFigure| balance.seats.iter().any(|seat| seat.get(of).is_some());
    let coins = has(SeatFigure::NET);
    let is_shown = |of: &SeatFigure| match *of {
        SeatFigure::ADVANTAGE => balance.seats.len() > 1,
        of => has(of),
    };
    let worst_of = |seat: &SeatBalance, key: &str, of: &Compared, shown: Shown| {
        let at = format!("{at}/seats/{}/{key}", seat.seat - 1);
        with_interval(&at, &format!("{at}_posterior"), of, |figure| rounded_as(figure, shown))
    };
    // The row below the seats is for games that nobody wins.
    let nobody = balance.nobody.approximate().is_some_and(|nobody| nobody > NEGLIGIBLE);
    let head = Rows::of(balance.seats.iter().map(Some).chain(nobody.then_some(None)))
        .words("Seat", |seat| {
            html! { @if let Some(seat) = seat { (name(&names.of(seat.seat))) (bar(seat)) } @else { "Nobody" } }
        })
        .numbers("Wins", |seat| match seat {
            Some(seat) => worst_of(seat, "win_share", &seat.share, Shown::Percent),
            None => figure(&format!("{at}/nobody"), &round_percent(&balance.nobody)),
        });
    let table = COLUMNS.into_iter().filter(is_shown).fold(head, |table, of| {
        let title = match of {
            SeatFigure::NET => format!("Net {}", balance.setting.money()),
            of => of.title.to_owned(),
        };
        table.numbers(title, |seat| {
            let found = seat.and_then(|seat| Some((seat, seat.get(of)?)));
            html! { @if let Some((seat, found)) = found { (worst_of(seat, of.name, found, of.shown)) } }
        })
    });
    html! {
        h3 { "Who wins" @if coins { ", and what it costs" } }
        (rows(&table))
        @let shares = balance.seats.iter().map(|seat| Some(&seat.share.solved));
        (simulated_note(at, "win_share", shares, "Wins", "games", None))
        @let ruined = balance.seats.iter().map(|seat| seat.solved(SeatFigure::RUINED));
        @let games = balance.evening.as_ref().map(|evening| evening.most_games);
        (simulated_note(at, "ruined", ruined, "Out of coins", "evenings", games))
        @if let Some(pot) = &balance.pot {
            @if coins && pot.pot.mean.solved.is_number() {
                p { "The pot holds " (figure(&format!("{at}/pot_mean"), &round(&pot.pot.mean.solved))) " " (balance.setting.money()) " on average when it is taken." }
            }
        }
    }
}

/// A note on how many games or evenings were simulated, if any.
fn simulated_note<'a>(
    at: &str,
    key: &str,
    figures: impl Iterator<Item = Option<&'a Figure>>,
    what: &str,
    simulated: &str,
    of_games: Option<u64>,
) -> Markup {
    let first = figures.enumerate().find_map(|(seat, figure)| match figure {
        Some(Figure::Simulated(estimate)) => Some((seat, estimate.games)),
        _ => None,
    });
    html! {
        @if let Some((seat, games)) = first {
            p.faint {
                (what) ": simulated in " (figure(&format!("{at}/seats/{seat}/{key}/games"), &grouped(&games)))
                " " (simulated)
                @if let Some(games) = of_games {
                    " of " (figure(&format!("{at}/evening/most_games"), &grouped(&games))) @if games == 1 { " game" } @else { " games" }
                }
                ", with 95 % intervals."
            }
        }
    }
}

fn bar(seat: &SeatBalance) -> Markup {
    let width = seat.share.solved.approximate().map_or(0.0, |share| 100.0 * share.clamp(0.0, 1.0));
    html! { span.bar aria-hidden="true" style={ "width: " (format!("{width:.2}")) "%" } {} }
}

fn length(at: &str, balance: &BalanceAnswer) -> Markup {
    type Words = fn(&Figure) -> String;
    let counted_in = balance.setting.counted_in();
    let lines: [(&str, &str, &str, &SpreadFigures, [Words; 2]); 2] = [
        (counted_in.title(), "length", counted_in.name(), &balance.length, [round, quantity_or_whole]),
        ("Time", "minutes", "minutes", &balance.minutes, [minutes, minutes]),
    ];
    let head = Rows::of(lines).words("Length", |(title, ..)| html! { (title) }).numbers(
        "Mean",
        |(_, key, _, spread, [shown, _])| {
            with_interval(
                &format!("{at}/{key}/mean"),
                &format!("{at}/{key}_mean_posterior"),
                &spread.mean,
                shown,
            )
        },
    );
    let table = [("Median", 1), ("95 %", 2)].into_iter().fold(head, |table, (title, number)| {
        table.numbers(title, |(_, key, unit, spread, [_, shown])| {
            let index = format!("{at}/{key}/quantiles/{number}/{unit}");
            figure(&index, &shown(&spread.quantiles[number].number))
        })
    });
    html! { h3 { "How long one game takes" } (html::table(&table.section, Some("plain"), Markup::clone)) }
}

fn swing(at: &str, balance: &BalanceAnswer) -> Markup {
    let table = Rows::of(informative_swings(balance))
        .words("", |(_, _, title, ..)| html! { (title) })
        .numbers("", |(key, level, _, value, chance)| {
            let index = match level.as_str() {
                "" => format!("{at}/{key}"),
                "0.25" => format!("{at}/{key}/0/probability"),
                _ => format!("{at}/{key}/1/probability"),
            };
            figure(&index, &if *chance { round_percent(value) } else { round(value) })
        });
    html! {
        details {
            summary { h3 { @if balance.setting.game.has_throws(&balance.setting.rules) { "From cast to cast" } @else { "Whether it ends" } } }
            (html::table(&table.section, Some("plain"), Markup::clone))
        }
    }
}

/// The card of a game's rules, printed once if the game is played twice with the same rules.
fn card(answer: &NightAnswer, index: usize, balance: &BalanceAnswer) -> Markup {
    let setting = &balance.setting;
    let same = |other: &NightGameAnswer| {
        other.game.setting.game.name == setting.game.name && other.game.setting.rules == setting.rules
    };
    if let Some(first) = answer.games[..index].iter().position(same) {
        return html! {
            p.faint { "The rules are those of " a href={ "#" (anchor(first)) } { (setting.game.title) } " above." }
        };
    }
    html! {
        section.card aria-label={ "The rules of " (setting.game.title) } {
            h3 { "The rules of " (setting.game.title) ", as played here" }
            (rules_card(setting, |title| html! { h4 { (title) } }))
            p.faint { "Source: " (setting.game.source) "." }
        }
    }
}

fn footnotes(answer: &NightAnswer) -> Markup {
    let followed = answer.games.iter().any(|game| game.balance.swings.followed.is_some());
    let counted = answer.night.bones.iter().any(|bones| bones.set().is_estimated());
    let without_bones =
        answer.games.iter().any(|game| !game.balance.setting.game.has_throws(&game.balance.setting.rules));
    let each = if without_bones { ", a sowing or a ply" } else { "" };
    html! {
        p.faint {
            "Minutes assume " (figure("/night/pace", &quantity(&Figure::Exact(answer.night.pace.clone()), "")))
            " seconds a cast" (each) ". A verdict is given only if a figure, with any interval it has, is within or beyond its limit: the time you have, or a tolerance of "
            (figure("/night/tolerance", &percent_as_set(&answer.night.tolerance))) "."
            @if followed { " If a game has too many positions, its swings come from simulated games." }
            @if counted { " Intervals reflect uncertainty about the counted bones." }
            " Run the commands in this page's folder. All figures, with their methods, are in report.json."
        }
    }
}
