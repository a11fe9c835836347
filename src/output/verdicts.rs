//! Verdicts as sentences for the host.

use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed};

use super::number::{
    double, duration, duration_within, grouped, percent, percent_as_set, quantity, round, round_percent,
    seldom, you_have,
};
use super::rule;
use crate::analysis::{About, BalanceAnswer, Figure, Mend, Mending, Ruling, SeatFigure, Verdict, record};
use crate::process::Role;

/// The names of the seats: those of their players, or numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// `Seat 2`, or the name of the player.
    pub(crate) fn of(&self, seat: usize) -> String {
        self.0.get(seat.saturating_sub(1)).cloned().unwrap_or_else(|| format!("Seat {seat}"))
    }

    /// The same within a sentence: `seat 2`, or the name of the player.
    fn within(&self, seat: usize) -> String {
        self.0.get(seat.saturating_sub(1)).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    /// The option that sets how many games to simulate; for a night file, its key.
    const fn more_games(&self) -> &'static str {
        if self.0.is_empty() { "--games" } else { "the key games below [[games]] in the night file" }
    }
}

/// The verdict in one word.
pub(crate) fn word(answer: &BalanceAnswer, verdict: &Verdict) -> &'static str {
    match verdict.ruling {
        _ if verdict.is_note() => "note",
        _ if answer.is_evened_by_turns(verdict) => "rotate",
        Ruling::Outside | Ruling::Stated => "problem",
        Ruling::Undecided(_) => "undecided",
        Ruling::Inside => "fine",
    }
}

/// The sentence of a verdict.
pub(crate) fn sentence(answer: &BalanceAnswer, verdict: &Verdict, names: Names<'_>) -> String {
    let seat = || names.of(verdict.seat.unwrap_or(1));
    match verdict.about {
        About::End => end(answer, &verdict.figure),
        About::Length => length(answer, verdict, names),
        About::Coins => coins(answer, verdict, &seat(), names),
        About::Chances => chances(answer, verdict, &seat(), names),
        About::Ruin => ruin(answer, verdict, names),
        About::Purse => format!(
            "{} wins more often than anybody else, yet loses money: {} {} a game.",
            seat(),
            lost(&verdict.figure),
            answer.setting.money()
        ),
        About::IdleRule => idle_rule(answer, &verdict.figure),
        About::Nobody => match round_percent(&verdict.figure).as_str() {
            "100 %" => "Nobody can win with these bones and rules.".to_owned(),
            part => format!("Nobody wins in {part} of the games."),
        },
        About::DeadCasts => {
            format!("{} of the casts change nothing.", round_percent(&verdict.figure))
        }
        About::Success => {
            let (part, one_in) = (round_percent(&verdict.figure), seldom(&verdict.figure));
            format!("The player wins {part} of the games: {one_in}{}.", allowed(verdict))
        }
    }
}

/// The credible interval of a chance, for counted bones: `; given your throws, 38.2 to 51.4 %`.
fn allowed(verdict: &Verdict) -> String {
    // Losses and gains are shown without their signs.
    let ends = verdict.credible.filter(|[low, high]| low < high && low * high >= 0.0);
    let Some([one, other]) = ends.map(|ends| ends.map(f64::abs)) else { return String::new() };
    let percents = |end: f64| double(end).as_ref().map_or_else(|| "infinite".to_owned(), round_percent);
    let (low, high) = (percents(one.min(other)), percents(one.max(other)));
    let low = low.trim_end_matches(" %");
    if low == high.trim_end_matches(" %") {
        String::new()
    } else {
        format!("; given your throws, {low} to {high}")
    }
}

/// A rule that never matters in play, in the game's own words.
fn idle_rule(answer: &BalanceAnswer, missed: &Figure) -> String {
    let misses = answer.wins.figures.iter().find_map(|named| match named.of.role {
        Role::Misses { rule, idle } => Some((rule, idle)),
        _ => None,
    });
    misses.map_or_else(String::new, |(rule, idle)| {
        // Larger numbers mean nothing to a reader.
        const SHOWN: f64 = 1e-12;
        let how_often = match missed.approximate() {
            Some(chance) if chance < SHOWN => "less than once in a million million games".to_owned(),
            _ => format!("once in {} games", seldom(missed).trim_start_matches("1 in ")),
        };
        idle(&answer.setting.rules.value(rule), &how_often)
    })
}

/// Whether the seats have choices and all play best.
pub(super) fn is_best_play(answer: &BalanceAnswer) -> bool {
    let rules = &answer.setting.rules;
    let is_best = |policy: &&crate::games::PolicyInfo| policy.name == "best";
    !rules.play().is_empty() && rules.played_policies().iter().all(is_best)
}

fn end(answer: &BalanceAnswer, never: &Figure) -> String {
    let setting = &answer.setting;
    let so = if setting.game.policies.is_empty() {
        "With these bones and rules"
    } else if is_best_play(answer) {
        "With best play on all sides"
    } else {
        "Played like this"
    };
    // Simulated games that were cut off might still have ended.
    let is_seen = matches!(never, Figure::Simulated(_));
    match (never.approximate().is_some_and(|never| never >= 1.0), is_seen) {
        (true, false) => format!("{so} it never ends: nobody ever wins."),
        (false, false) => format!("{so} {} of the games never end.", round_percent(never)),
        (true, true) => format!("{so} no simulated game came to an end."),
        (false, true) => {
            format!("{so} {} of the simulated games did not come to an end.", round_percent(never))
        }
    }
}

fn time(minutes: Option<BigRational>) -> String {
    minutes.map_or_else(|| "unknown".to_owned(), |minutes| duration(&minutes))
}

/// Who runs out of coins before the evening is over.
fn ruin(answer: &BalanceAnswer, verdict: &Verdict, names: Names<'_>) -> String {
    let coins = answer.setting.money();
    let how_often = round_percent(&verdict.figure);
    let about = if matches!(verdict.figure, Figure::Simulated(_)) { "about " } else { "" };
    // The rules of a whole evening already set the purses.
    let Some((purses, games)) = answer.question.purses.as_ref().filter(|_| answer.evening.is_some()) else {
        let who = verdict.seat.map_or_else(|| "Each seat".to_owned(), |seat| names.of(seat));
        return format!("{who} runs out of {coins} before the end in {about}{how_often} of evenings.");
    };
    let evening = match games {
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games)),
    };
    let small = |purse: &u64| format!(": a purse of {} is small for this game", grouped(purse));
    match verdict.seat {
        Some(seat) => format!(
            "{} runs out of {coins} in {about}{how_often} of evenings of {evening}{}.",
            names.of(seat),
            purses.get(seat - 1).map_or_else(String::new, small)
        ),
        None => format!(
            "Each seat runs out of {coins} in about {how_often} of evenings of {evening}{}.",
            purses
                .first()
                .filter(|purse| purses.iter().all(|other| other == *purse))
                .map_or_else(String::new, small)
        ),
    }
}

/// The credible interval of a time, for counted bones: ` (2 to 3 hours, given your throws)`.
fn allowed_time(verdict: &Verdict) -> String {
    let ends = verdict.credible.and_then(|[low, high]| {
        let time = |end: f64| Some(duration(&BigRational::from_f64(end)?));
        Some((time(low)?, time(high)?)).filter(|(low, high)| low != high)
    });
    ends.map_or_else(String::new, |(low, high)| {
        // `13 to 16 minutes`.
        let unit = |time: &str| time.split_once(' ').map(|(_, unit)| unit.to_owned());
        let low = if unit(&low) == unit(&high) { low.split(' ').next().unwrap_or(&low) } else { &low };
        format!(" ({low} to {high}, given your throws)")
    })
}

/// Whether several games fit into the available time.
fn length_of_several(answer: &BalanceAnswer, verdict: &Verdict) -> String {
    let games = format!("{} games", grouped(&answer.question.times));
    let all = time(verdict.figure.rational());
    let you_have = verdict.bound.as_ref().map_or_else(String::new, you_have);
    match verdict.ruling {
        Ruling::Outside | Ruling::Stated => format!(
            "{games} take about {all} together{}, but you have only {}. {}",
            allowed_time(verdict),
            time(verdict.bound.clone()),
            conclusion(verdict.figure.rational(), verdict.bound.as_ref())
        ),
        Ruling::Inside => format!("{games} take about {all} together{}.", allowed_time(verdict)),
        Ruling::Undecided(more) => format!(
            "We cannot yet tell whether {games} end in time ({you_have}){}",
            settled_by(more, "they take about all of that")
        ),
    }
}

/// How strongly to put it: far beyond the available time, or a little.
fn conclusion(minutes: Option<BigRational>, bound: Option<&BigRational>) -> &'static str {
    let far = minutes.zip(bound).is_some_and(|(minutes, bound)| {
        minutes > bound * BigRational::from_integer(2.into())
            && minutes > BigRational::from_integer(60.into())
    });
    if far { "Not tonight." } else { "That is too long." }
}

fn length(answer: &BalanceAnswer, verdict: &Verdict, names: Names<'_>) -> String {
    if answer.question.times > 1 {
        return length_of_several(answer, verdict);
    }
    let mean = answer.minutes.mean.solved.rational();
    let you_have = verdict.bound.as_ref().map_or_else(String::new, you_have);
    let conclusion = conclusion(mean.clone(), verdict.bound.as_ref());
    let within = |minutes: Option<BigRational>| {
        minutes.map_or_else(|| "unknown".to_owned(), |minutes| duration_within(&minutes))
    };
    let casts = quantity_of_casts(&answer.length.mean.solved);
    let units = answer.setting.counted_in().name();
    match verdict.ruling {
        Ruling::Outside | Ruling::Stated if mean > verdict.bound => format!(
            "It takes {casts} {units} on average: about {}, but you have only {}{}. {conclusion}",
            time(mean),
            time(verdict.bound.clone()),
            alone(answer, names)
        ),
        Ruling::Outside | Ruling::Stated => format!(
            "It takes {casts} {units} on average, about {}, but 5 % of the games take {} or more, and \
             you have only {}.",
            time(mean),
            time(verdict.figure.rational()),
            time(verdict.bound.clone())
        ),
        Ruling::Inside => {
            let half = answer.minutes.quantiles.iter().find(|quantile| quantile.percent == 50);
            let half = half.and_then(|quantile| quantile.number.rational());
            let all = verdict.figure.rational();
            match half {
                Some(half) if Some(&half) == mean.as_ref() && Some(&half) == all.as_ref() => {
                    format!("It takes {}.", duration(&half))
                }
                Some(half) => {
                    let [half, most] = [duration_within(&half), within(all)];
                    if half == most {
                        format!("95 % of the games are over within {most}.")
                    } else {
                        format!("Half of the games are over within {half}, 95 % within {most}.")
                    }
                }
                None => format!("It takes about {} on average.", time(mean)),
            }
        }
        Ruling::Undecided(games) => format!(
            "We cannot yet tell whether it ends in time ({you_have}){}",
            settled_by(games, "it takes about all of that")
        ),
    }
}

/// How long the fastest seat of a race would take alone.
fn alone(answer: &BalanceAnswer, names: Names<'_>) -> String {
    let climbs = answer.wins.figures.iter().find(|named| matches!(named.of.role, Role::CastsAlone));
    let means = || {
        let figures = climbs.into_iter().flat_map(|named| &named.figures);
        (1..).zip(figures).filter_map(|(seat, figure)| Some((figure.solved.rational()?, seat)))
    };
    means().min().map_or_else(String::new, |(casts, seat)| {
        let who = if means().all(|(other, _)| other == casts) {
            "one player".to_owned()
        } else {
            names.within(seat)
        };
        let minutes = &casts * answer.minutes_each();
        let casts = quantity_of_casts(&Figure::Exact(casts));
        format!("; even {who} alone would need {casts} casts, about {}", duration(&minutes))
    })
}

/// A number of casts: whole from 1,000 on, else with four digits.
fn quantity_of_casts(mean: &Figure) -> String {
    match mean.rational() {
        Some(casts) if casts >= BigRational::from_integer(1000.into()) => {
            grouped(&casts.round().to_integer())
        }
        _ => quantity(mean, ""),
    }
}

fn settled_by(games: Option<u64>, otherwise: &str) -> String {
    match games {
        Some(games) => format!("; {} more simulated games would settle it.", grouped(&games)),
        None => format!("; {otherwise}."),
    }
}

/// Fewer games say nothing about how many more it takes.
const FEW_GAMES: u64 = 400;

fn undecided(answer: &BalanceAnswer, verdict: &Verdict, games: Option<u64>, names: Names<'_>) -> String {
    let otherwise = if answer.posterior.is_some() {
        "more throws of the bones would settle it"
    } else {
        "it would take too long to solve"
    };
    let simulated = match &verdict.figure {
        Figure::Simulated(estimate) if estimate.games < FEW_GAMES => Some(estimate.games),
        _ => None,
    };
    let settled = match simulated {
        // Too few games to extrapolate from.
        Some(few) => {
            let games = if few == 1 { "game was" } else { "games were" };
            format!("; only {few} {games} simulated. Simulate more with {}.", names.more_games())
        }
        None => settled_by(games, otherwise),
    };
    let (what, within) = match verdict.about {
        About::Coins => ("coins", format!("{} of what is paid in", tolerance(answer))),
        _ => match tolerance(answer).trim_end_matches(" %") {
            "1" => ("chances", "1 percentage point".to_owned()),
            points => ("chances", format!("{points} percentage points")),
        },
    };
    format!("We cannot yet tell whether the {what} are fair to within {within}{settled}")
}

fn tolerance(answer: &BalanceAnswer) -> String {
    percent_as_set(&answer.question.tolerance)
}

/// A part compared with the tolerance: with more digits if rounding would make the two equal.
fn part(answer: &BalanceAnswer, part: &Figure) -> String {
    let tolerance = Figure::Exact(answer.question.tolerance.clone());
    let rounded = round_percent(part);
    let alike = rounded.replace(".0", "") == round_percent(&tolerance).replace(".0", "");
    if alike { percent(part) } else { rounded }
}

fn lost(net: &Figure) -> String {
    let positive = net.rational().map(|net| Figure::Exact(net.abs()));
    positive.as_ref().map_or_else(String::new, round)
}

fn coins(answer: &BalanceAnswer, verdict: &Verdict, seat: &str, names: Names<'_>) -> String {
    let risk = verdict.figure.rational();
    let part = risk.as_ref().map_or_else(String::new, |risk| part(answer, &Figure::Exact(risk.abs())));
    let loses = if risk.is_some_and(|risk| risk.is_negative()) { "loses" } else { "gains" };
    match verdict.ruling {
        Ruling::Inside | Ruling::Stated if verdict.rests_on_nothing() => {
            "Nobody gains or loses money in the long run.".to_owned()
        }
        Ruling::Inside | Ruling::Stated => {
            format!(
                "The coins are fair to within {}; at worst, {} {loses} {part} of what they pay in.",
                tolerance(answer),
                names.within(verdict.seat.unwrap_or(1))
            )
        }
        Ruling::Outside => {
            let staked = if answer.staked_besides.is_positive() { "stake" } else { "pay in" };
            let net = about(answer, verdict).map_or_else(String::new, |net| format!("{net} a game, "));
            let (allowed, turns) = (allowed(verdict), turns(answer, verdict));
            format!("{seat} {loses} {net}{part} of what they {staked}{allowed}.{turns}")
        }
        Ruling::Undecided(games) => undecided(answer, verdict, games, names),
    }
}

/// What a seat gains or loses in a game, in words: `about 0.3 coins`; `None` where that is unknown.
fn about(answer: &BalanceAnswer, verdict: &Verdict) -> Option<String> {
    let seat = answer.seats.get(verdict.seat?.checked_sub(1)?)?;
    let net = seat.solved(SeatFigure::NET)?.approximate()?.abs();
    let coins = answer.setting.money();
    Some(match net {
        ..0.05 => format!("less than a tenth of {}", one_of(coins)),
        0.45..0.55 => format!("about half {}", one_of(coins)),
        0.95..1.05 => format!("about {}", one_of(coins)),
        ..10.0 => format!("about {net:.1} {coins}"),
        _ => format!("about {} {coins}", grouped(&format!("{net:.0}"))),
    })
}

/// `a coin`, `a copper`.
fn one_of(coins: &str) -> String {
    format!("a {}", coins.trim_end_matches('s'))
}

/// The remedy that needs no other rule.
fn turns(answer: &BalanceAnswer, verdict: &Verdict) -> &'static str {
    if answer.is_evened_by_turns(verdict) { " Fair if you rotate who begins." } else { "" }
}

fn chances(answer: &BalanceAnswer, verdict: &Verdict, seat: &str, names: Names<'_>) -> String {
    // The difference of two shares, in percentage points.
    let difference = part(answer, &verdict.figure);
    let points = difference.trim_end_matches(" %");
    let first = verdict.seat.unwrap_or(1);
    // Of two seats, each is the best or the worst.
    let rival = (answer.seats.len() == 2).then(|| names.within(if first == 1 { 2 } else { 1 }));
    match verdict.ruling {
        Ruling::Inside | Ruling::Stated if verdict.rests_on_nothing() => {
            let shown = matches!(verdict.figure, Figure::Simulated(_));
            let shown = if shown { ", as far as simulated games can tell" } else { "" };
            format!("All seats win equally often{shown}.")
        }
        Ruling::Inside | Ruling::Stated => {
            let by = match rival {
                Some(rival) => format!("more often than {rival}, but only by {points} percentage points"),
                None => {
                    format!(
                        "most often, but only {points} percentage points more than the seat that wins least"
                    )
                }
            };
            format!("The chances are fair: {} wins {by}.", names.within(first))
        }
        Ruling::Outside => {
            let by = match rival {
                Some(rival) => format!("more often than {rival}, by {points} percentage points"),
                None => format!("most often, {points} percentage points more than the seat that wins least"),
            };
            format!(
                "{seat} wins {by}{}.{}",
                allowed(verdict).replace(" %", " percentage points"),
                turns(answer, verdict)
            )
        }
        Ruling::Undecided(games) => undecided(answer, verdict, games, names),
    }
}

/// What to do about a problem, short enough for a button: `Ante 8 instead of 0.`
pub(super) fn mending(answer: &BalanceAnswer, mend: &Mend) -> String {
    match &mend.how {
        Mending::Turns => "Let the starter rotate.".to_owned(),
        Mending::Rule { key, was, value, .. } => {
            format!("{}.", rule::instead(&answer.setting, key, was, value))
        }
    }
}

/// A balance as JSON, its verdicts with their sentences.
pub(crate) struct BalanceRecord<'a> {
    pub answer: &'a BalanceAnswer,
    pub names: Names<'a>,
}

record!(BalanceRecord<'_>, Self { answer, names } =>
    ..answer.without_verdicts(),
    "verdicts": answer.verdicts.iter().map(|verdict| Said(answer, verdict, *names)).collect::<Vec<_>>(),
    "mends"?: answer.mends.as_ref().map(|mends| mends.iter().map(|mend| Mended(answer, mend, *names)).collect::<Vec<_>>()),
);

struct Mended<'a>(&'a BalanceAnswer, &'a Mend, Names<'a>);

record!(Mended<'_>, Self(answer, mend, names) =>
    ..mend,
    "sentence": mending(answer, mend),
    "holds"?: mend.verdict().map(|(after, verdict)| Said(after, verdict, *names)),
);

struct Said<'a>(&'a BalanceAnswer, &'a Verdict, Names<'a>);

record!(Said<'_>, Self(answer, verdict, names) =>
    ..verdict,
    "evened_by_turns"?: answer.is_evened_by_turns(verdict).then_some(true),
    "sentence": sentence(answer, verdict, *names),
);
