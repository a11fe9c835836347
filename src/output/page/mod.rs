//! The page of an evening: one file that needs nothing else, to be read on a phone or printed.
//!
//! Every figure on it stands in `report.json`: `data value="/games/0/balance"` says where. Texts that others wrote
//! reach the page through the template engine alone, which escapes them.

mod commands;
mod drawing;
mod handout;
mod rules_card;
mod sides;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::balance::telling_swings;
use super::bones;
use super::chart::{has_picture, over_by, story};
use super::night::{first_word, fit, given, is_played_apart, plays, remedy, sits_out, time, to_do, who};
use super::number::{
    double, duration_short, grouped, percent_as_set, quantity, round, round_percent, with_sign,
};
use super::verdicts::{Names, sentence, word};
use super::wins::quantity_or_whole;
use super::words::{text, unbroken};
use crate::analysis::{
    About, BalanceAnswer, Compared, Figure, NightAnswer, NightGameAnswer, SeatBalance, SeatFigure, Verdict,
};
use crate::tali::Face;
pub(crate) use commands::{bones_name, game_file};
pub(crate) use handout::handout;
pub(crate) use rules_card::PrintedCard;
use rules_card::rules_card;
pub(super) use sides::sides;

/// No script runs, and nothing is fetched.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The frame of every page, with what it may do.
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

/// What is so seldom nobody hears of on a page.
const NEVER_MIND: f64 = 1e-9;

/// A figure, with its place in `report.json`.
fn figure(place: &str, text: &str) -> Markup {
    html! { data value=(place) { (text) } }
}

/// A sentence that stands in `report.json` as it is.
fn said(place: &str, text: &str) -> Markup {
    html! { span data-from=(place) { (text) } }
}

/// A name, which no other text runs into whatever its script.
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
                    @for (place, game) in answer.games.iter().enumerate() {
                        li { a href={ "#" (anchor(place)) } { (title_of(answer, game)) } }
                    }
                    li { a href="#bones" { "The bones" } }
                }
            }
        }
        main {
            (glance(answer))
            @for (place, game) in answer.games.iter().enumerate() { (article(answer, place, game)) }
            (bones_section(answer))
        }
        footer { (footnotes(answer)) }
    };
    page(&answer.night.title, Some(POLICY), include_str!("report.css"), &body)
}

/// The title of a game, with its players where there are several of it.
fn title_of(answer: &NightAnswer, game: &NightGameAnswer) -> Markup {
    html! { (game.game.setting.game.title) @if is_played_apart(answer, game) { " (" (name(&who(answer, game))) ")" } }
}

fn anchor(place: usize) -> String {
    format!("game-{}", place + 1)
}

/// What every picture of a game is called.
pub(crate) fn chart_name(place: usize, game: &NightGameAnswer) -> String {
    format!("charts/{:02}-{}.png", place + 1, commands::file_name(game.game.setting.game.name))
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
                    @for (place, verdict) in &problems {
                        @let game = &answer.games[*place];
                        li.problem {
                            a href={ "#" (anchor(*place)) } { (title_of(answer, game)) } ": "
                            (verdict_sentence(*place, game, verdict))
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
            @let somebody_sits_out = answer.games.iter().any(|game| !game.game.left_out.is_empty());
            div.table tabindex="0" {
                table.rows {
                    thead { tr {
                        th scope="col" { "Game" } th scope="col" { "Who plays" }
                        @if somebody_sits_out { th scope="col" { "Sits out" } }
                        th.n scope="col" { "Times" } th.n scope="col" { "Takes" } th scope="col" { "Verdict" }
                    } }
                    tbody {
                        @for (place, game) in answer.games.iter().enumerate() {
                            @let (word, _) = first_word(game);
                            tr {
                                th scope="row" { a href={ "#" (anchor(place)) } { (game.game.setting.game.title) } }
                                td data-label="Who plays" { (name(&who(answer, game))) }
                                @if somebody_sits_out {
                                    td data-label="Sits out" {
                                        @let out = sits_out(answer, game);
                                        @if out.is_empty() { "nobody" } @else { (name(&out)) }
                                    }
                                }
                                td.n data-label="Times" { (figure(&format!("/games/{place}/times"), &game.game.times.to_string())) }
                                td.n data-label="Takes" { (figure(&format!("/games/{place}/minutes_of_all"), &time(&game.total))) }
                                td class=(word) data-label="Verdict" { (word) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn verdict_sentence(place: usize, game: &NightGameAnswer, verdict: &Verdict) -> Markup {
    let all = &game.balance.verdicts;
    let number = all.iter().position(|other| other == verdict).unwrap_or(0);
    said(
        &format!("/games/{place}/verdicts/{number}/sentence"),
        &sentence(&game.balance, verdict, Names(&game.names)),
    )
}

fn bones_section(answer: &NightAnswer) -> Markup {
    let owners = |place: usize| {
        let owners = answer.night.guests.iter().filter(|guest| guest.bones == place);
        owners.map(|guest| guest.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    html! {
        section aria-labelledby="bones" {
            h2 id="bones" { "The bones, and how sure they are" }
            @for (place, set) in answer.night.bones.iter().enumerate() {
                h3 { (name(set.name())) }
                @if !owners(place).is_empty() { p { "Cast by " (name(&owners(place))) "." } }
                div.table tabindex="0" { table.rows {
                    thead { tr {
                        th scope="col" { "Face" }
                        @for face in Face::ALL { th.n scope="col" { (face) " " (face.shape()) } }
                    } }
                    tbody {
                        @for (talus, kind) in answer.night.faces(place).iter().enumerate() {
                            tr {
                                th scope="row" { @match &kind.name { Some(own) => (name(own)), None => "Probability" } }
                                @for (number, face) in kind.faces.iter().enumerate() {
                                    td.n data-label=(labelled(number)) {
                                        (figure(&format!("/night/bones/{place}/chances/{talus}/faces/{number}/probability"),
                                            &round_percent(&face.probability)))
                                    }
                                }
                            }
                            @if kind.throws.is_some() {
                                tr {
                                    th scope="row" { "95 % interval" }
                                    @for (number, face) in kind.faces.iter().enumerate() {
                                        td.n data-label=(labelled(number)) {
                                            @if let Some([low, high]) = face.interval {
                                                @let at = format!("/night/bones/{place}/chances/{talus}/faces/{number}");
                                                (figure(&format!("{at}/low"), &end_of(low, round_percent))) " to "
                                                (figure(&format!("{at}/high"), &end_of(high, round_percent)))
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                } }
                @for note in bones::notes(std::slice::from_ref(set)) { p.faint { (note) } }
            }
        }
    }
}

/// What a cell of a face is called where the head of its column is not seen.
fn labelled(number: usize) -> String {
    Face::ALL.get(number).map_or_else(String::new, |face| format!("{face} {}", face.shape()))
}

/// What a number is called on the page that is an end of an interval.
fn end_of(end: f64, shown: fn(&Figure) -> String) -> String {
    text(double(end).as_ref().map(shown))
}

fn signed(figure: &Figure) -> String {
    with_sign(figure, round(figure))
}

fn signed_percent(figure: &Figure) -> String {
    with_sign(figure, round_percent(figure))
}

fn minutes(figure: &Figure) -> String {
    text(figure.rational().as_ref().map(duration_short))
}

fn article(answer: &NightAnswer, place: usize, game: &NightGameAnswer) -> Markup {
    let balance = &game.balance;
    let names = Names(&game.names);
    let at = format!("/games/{place}");
    let id = anchor(place);
    html! {
        article aria-labelledby=(id) {
            h2 id=(id) { (title_of(answer, game)) }
            ul.verdicts {
                @for verdict in &balance.verdicts {
                    @let word = word(balance, verdict);
                    li class=(word) { span.word { (word) } (verdict_sentence(place, game, verdict)) }
                }
            }
            p { (balance.setting.game.summary) "." }
            p.faint {
                "Played by " (name(&who(answer, game)))
                @if game.game.times > 1 { ", " (figure(&format!("{at}/times"), &game.game.times.to_string())) " times" }
                @if !game.game.left_out.is_empty() { "; " b { "sits out: " } (name(&sits_out(answer, game))) }
                @if game.total.is_endless() { ". It may never end. " }
                @else { ". It takes " (figure(&format!("{at}/minutes_of_all"), &time(&game.total))) " in all on average. " }
                (said(&format!("{at}/given"), &given(game)))
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
                @if game.remedies.is_empty() { "No single house rule that was tried fixes what is wrong without making something else worse." }
                @else { "No single house rule that was tried fixes the rest without making something else worse." }
            } }
            @if !balance.is_always_won() && !balance.is_never_won() { (seats(&at, balance, names)) }
            div.columns {
                div.length { (length(&at, balance)) (drawing::of(over_by(&[(String::new(), balance)]))) }
                div.swing { (swing(&at, balance)) }
                @if let Some(story) = story(balance, names) { div.story { (drawing::of(Some(story))) } }
            }
            @let purses = balance.question.purses.as_ref().filter(|_| balance.evening.is_some());
            @let unequal = purses.is_some_and(|(purses, _)| purses.iter().any(|purse| *purse != purses[0]));
            p.faint.command { "For all figures" @if unequal { " but who runs out of " (balance.setting.money()) } ", run this in the folder of this page: " code { (commands::balance(answer, game)) } }
            // A page in a browser stands alone, without pictures beside it.
            @if cfg!(feature = "cli") { p.faint.screen {
                @if has_picture(balance) { "The same as a picture: " a href=(chart_name(place, game)) { (chart_name(place, game)) } }
                @else { "There is no picture of this game, as nothing is known of it that could be drawn." }
            } }
            (card(answer, place, balance))
        }
    }
}

/// Whether there is a problem that no house rule was found for.
fn unsolved(game: &NightGameAnswer) -> bool {
    let fixable = |about: About| matches!(about, About::Length | About::Coins | About::Chances);
    let open = |verdict: &&Verdict| {
        verdict.is_problem()
            && fixable(verdict.about)
            && !game.remedies.iter().any(|remedy| remedy.about == verdict.about)
    };
    game.balance.verdicts.iter().any(|verdict| open(&verdict))
}

fn seats(at: &str, balance: &BalanceAnswer, names: Names<'_>) -> Markup {
    let has = |of: SeatFigure| balance.seats.iter().any(|seat| seat.get(of).is_some());
    let coins = has(SeatFigure::NET);
    let ruin = has(SeatFigure::RUINED);
    let several = balance.seats.len() > 1;
    let posterior = balance.posterior.is_some();
    let games = balance.evening.as_ref().map_or_else(String::new, |evening| evening.most_games.to_string());
    html! {
        h3 { "Who wins" @if coins { ", and what it costs" } }
        div.table tabindex="0" { table.rows {
            thead { tr {
                th scope="col" { "Seat" } th.n scope="col" { "Wins" }
                @if several { th.n scope="col" { "Above or below an even share" } }
                @if coins { th.n scope="col" { "Net " (balance.setting.money()) } th.n scope="col" { "Net gain, % of coins paid" } }
                @if ruin { th.n scope="col" {
                    @if games.is_empty() { "Ruined before the end" } @else {
                        "Ruined within " (figure(&format!("{at}/evening/most_games"), &games)) @if games == "1" { " game" } @else { " games" }
                    }
                } }
            } }
            tbody {
                @for (number, seat) in balance.seats.iter().enumerate() {
                    @let at = format!("{at}/seats/{number}");
                    tr {
                        th scope="row" { (name(&names.of(seat.seat))) (bar(seat)) }
                        td.n data-label="Wins" {
                            (figure(&format!("{at}/win_share"), &round_percent(&seat.share.solved)))
                            @if posterior { (interval(&format!("{at}/win_share_posterior"), &seat.share, round_percent)) }
                            (simulated_interval(&format!("{at}/win_share"), &seat.share.solved))
                        }
                        @if several { td.n data-label="Above or below an even share" { (figure(&format!("{at}/advantage"), &text(seat.solved(SeatFigure::ADVANTAGE).map(signed_percent)).replace(" %", " points"))) } }
                        @if coins {
                            td.n data-label={ "Net " (balance.setting.money()) } { @if let Some(net) = seat.get(SeatFigure::NET) {
                                (figure(&format!("{at}/net"), &signed(&net.solved)))
                                @if posterior { (interval(&format!("{at}/net_posterior"), net, signed)) }
                            } }
                            td.n data-label="Net gain, % of coins paid" { @if let Some(risk) = seat.solved(SeatFigure::ELEMENT_OF_RISK) {
                                (figure(&format!("{at}/element_of_risk"), &signed_percent(risk)))
                            } }
                        }
                        @if ruin { td.n data-label="Ruined" { @if let Some(ruined) = seat.solved(SeatFigure::RUINED) {
                            @let at = format!("{at}/ruined");
                            (figure(&at, &round_percent(ruined)))
                            (simulated_interval(&at, ruined))
                        } } }
                    }
                }
                @if balance.nobody.approximate().is_some_and(|nobody| nobody > NEVER_MIND) {
                    tr { th scope="row" { "Nobody" } td.n data-label="Wins" { (figure(&format!("{at}/nobody"), &round_percent(&balance.nobody))) } }
                }
            }
        } }
        @let shares = balance.seats.iter().map(|seat| Some(&seat.share.solved));
        (in_so_many(at, "win_share", shares, "Wins", "games"))
        @let ruined = balance.seats.iter().map(|seat| seat.solved(SeatFigure::RUINED));
        (in_so_many(at, "ruined", ruined, "Ruin", "evenings"))
        @if let Some(pot) = &balance.pot {
            @if coins && pot.pot.mean.solved.is_number() {
                p { "The pot holds " (figure(&format!("{at}/pot_mean"), &round(&pot.pot.mean.solved))) " " (balance.setting.money()) " on average when it is taken." }
            }
        }
    }
}

fn interval(at: &str, of: &Compared, shown: fn(&Figure) -> String) -> Markup {
    let credible = of.posterior.as_ref().map(|posterior| &posterior.credible);
    // Ends that are written alike tell nothing.
    let wide = credible.filter(|credible| end_of(credible.low, shown) != end_of(credible.high, shown));
    html! {
        @if let Some(credible) = wide {
            br;
            span.faint {
                (figure(&format!("{at}/credible/low"), &end_of(credible.low, shown))) " to "
                (figure(&format!("{at}/credible/high"), &end_of(credible.high, shown)))
            }
        }
    }
}

/// The interval of a chance that was simulated.
fn simulated_interval(at: &str, of: &Figure) -> Markup {
    html! {
        @if let (Figure::Simulated(_), Some(([low, high], _))) = (of, of.interval()) {
            br;
            span.faint {
                (figure(&format!("{at}/low"), &end_of(low, round_percent))) " to "
                (figure(&format!("{at}/high"), &end_of(high, round_percent)))
            }
        }
    }
}

/// In how many games or evenings what the seats have was simulated, if it was.
fn in_so_many<'a>(
    at: &str,
    key: &str,
    figures: impl Iterator<Item = Option<&'a Figure>>,
    what: &str,
    simulated: &str,
) -> Markup {
    let first = figures.enumerate().find_map(|(seat, figure)| match figure {
        Some(Figure::Simulated(estimate)) => Some((seat, estimate.games)),
        _ => None,
    });
    html! {
        @if let Some((seat, games)) = first {
            p.faint {
                (what) ": simulated in " (figure(&format!("{at}/seats/{seat}/{key}/games"), &grouped(&games)))
                " " (simulated) ", with 95 % intervals."
            }
        }
    }
}

fn bar(seat: &SeatBalance) -> Markup {
    let width = seat.share.solved.approximate().map_or(0.0, |share| 100.0 * share.clamp(0.0, 1.0));
    html! { span.bar aria-hidden="true" style={ "width: " (format!("{width:.2}")) "%" } {} }
}

fn length(at: &str, balance: &BalanceAnswer) -> Markup {
    let counted_in = balance.setting.counted_in();
    let rows = [(counted_in.title(), "length", &balance.length), ("Time", "minutes", &balance.minutes)];
    let unit = |what: &str| if what == "length" { counted_in.name() } else { "minutes" };
    html! {
        h3 { "How long one game takes" }
        div.table tabindex="0" { table {
            thead { tr {
                th scope="col" { "Length" } th.n scope="col" { "Mean" } th.n scope="col" { "Median" }
                th.n scope="col" { "95 %" }
            } }
            tbody {
                @for (title, what, spread) in rows {
                    tr {
                        th scope="row" { (title) }
                        @let told = |number: &Figure, of_casts: fn(&Figure) -> String| match number.rational() {
                            Some(minutes) if what == "minutes" => duration_short(&minutes),
                            _ => of_casts(number),
                        };
                        td.n {
                            (figure(&format!("{at}/{what}/mean"), &told(&spread.mean.solved, round)))
                            (interval(&format!("{at}/{what}_mean_posterior"), &spread.mean, if what == "minutes" { minutes } else { round }))
                        }
                        @for number in [1, 2] {
                            td.n { (figure(&format!("{at}/{what}/quantiles/{number}/{}", unit(what)),
                                &told(&spread.quantiles[number].number, quantity_or_whole))) }
                        }
                    }
                }
            }
        } }
    }
}

fn swing(at: &str, balance: &BalanceAnswer) -> Markup {
    html! {
        details {
            summary { h3 { @if balance.setting.game.has_throws(&balance.setting.rules) { "From cast to cast" } @else { "Whether it ends" } } }
            div.table tabindex="0" { table {
                tbody {
                    @for (key, level, title, value, chance) in telling_swings(balance) {
                        @let place = match level.as_str() { "" => format!("{at}/{key}"), "0.25" => format!("{at}/{key}/0/probability"),
                            _ => format!("{at}/{key}/1/probability") };
                        tr { th scope="row" { (title) } td.n { (figure(&place, &if chance { round_percent(value) } else { round(value) })) } }
                    }
                }
            } }
        }
    }
}

/// The card of a game's rules; of one that is played twice by the same rules, once.
fn card(answer: &NightAnswer, place: usize, balance: &BalanceAnswer) -> Markup {
    let setting = &balance.setting;
    let same = |other: &NightGameAnswer| {
        other.game.setting.game.name == setting.game.name && other.game.setting.rules == setting.rules
    };
    if let Some(first) = answer.games[..place].iter().position(same) {
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
            "Minutes are those of " (figure("/night/pace", &quantity(&Figure::Exact(answer.night.pace.clone()), "")))
            " seconds a cast" (each) "; verdicts are passed where the whole interval is within a tolerance of "
            (figure("/night/tolerance", &percent_as_set(&answer.night.tolerance))) " or beyond it."
            @if followed { " Where a game has too many positions, its swings are from simulated games." }
            @if counted { " Intervals are those of the weights that the counts of the bones leave possible." }
            " Commands work in the folder in which this page lies. All figures, with how each was come by, are in report.json."
        }
    }
}
