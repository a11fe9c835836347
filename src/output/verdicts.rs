//! What a host should know, in sentences.

use num_rational::BigRational;
use num_traits::Signed;

use super::number::{duration, duration_within, grouped, percent, quantity, seldom, there_are};
use crate::analysis::{About, BalanceAnswer, Figure, Ruling, Verdict, record};
use crate::process::Role;

/// How the seats of a game are called: by their players, or by number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// `Seat 2`, or the name of the player.
    pub(crate) fn of(&self, seat: usize) -> String {
        self.0.get(seat.saturating_sub(1)).cloned().unwrap_or_else(|| format!("Seat {seat}"))
    }
}

/// The word for a ruling.
pub(crate) fn word(verdict: &Verdict) -> &'static str {
    match verdict.ruling {
        _ if verdict.is_note() => "note",
        Ruling::Outside | Ruling::Stated => "problem",
        Ruling::Undecided(_) => "undecided",
        Ruling::Inside => "fine",
    }
}

/// The sentence of a verdict.
pub(crate) fn sentence(answer: &BalanceAnswer, verdict: &Verdict, names: Names<'_>) -> String {
    let title = answer.setting.game.title;
    let seat = || names.of(verdict.seat.unwrap_or(1));
    match verdict.about {
        About::End => end(title, &verdict.figure),
        About::Length => length(answer, verdict, names),
        About::Coins => coins(answer, verdict, &seat()),
        About::Chances => chances(answer, verdict, &seat()),
        About::Purse => format!(
            "{} wins {title} more often than anybody else, yet loses money: {} coins a game.",
            seat(),
            lost(&verdict.figure)
        ),
        About::IdleRule => idle_rule(answer, &verdict.figure),
        About::Nobody => match percent(&verdict.figure).as_str() {
            "100 %" => format!("Nobody can win {title} with these bones and rules."),
            part => format!("Nobody wins in {part} of the games."),
        },
        About::DeadCasts => {
            format!("{} of the casts change nothing.", percent(&verdict.figure))
        }
        About::Success => {
            format!("It comes out in {} of the games: {}.", percent(&verdict.figure), seldom(&verdict.figure))
        }
    }
}

/// A rule that binds nobody, in the words of the game.
fn idle_rule(answer: &BalanceAnswer, missed: &Figure) -> String {
    let misses = answer.wins.figures.iter().find_map(|named| match named.of.role {
        Role::Misses { rule, idle } => Some((rule, idle)),
        _ => None,
    });
    misses.map_or_else(String::new, |(rule, idle)| {
        idle(&answer.setting.rules.value(rule), seldom(missed).trim_start_matches("1 in "))
    })
}

fn end(title: &str, never: &Figure) -> String {
    if never.approximate().is_some_and(|never| never >= 1.0) {
        format!("With these bones and rules {title} never ends: nobody ever wins.")
    } else {
        format!("With these bones and rules {title} never ends in {} of the games.", percent(never))
    }
}

fn time(minutes: Option<BigRational>) -> String {
    minutes.map_or_else(|| "unknown".to_owned(), |minutes| duration(&minutes))
}

fn length(answer: &BalanceAnswer, verdict: &Verdict, names: Names<'_>) -> String {
    let title = answer.setting.game.title;
    let mean = answer.minutes.mean.solved.rational();
    let there_are = verdict.bound.as_ref().map_or_else(String::new, there_are);
    // Far beyond what there is, or only a little.
    let far = mean.as_ref().zip(verdict.bound.as_ref()).is_some_and(|(mean, bound)| {
        *mean > bound * BigRational::from_integer(2.into()) && *mean > BigRational::from_integer(60.into())
    });
    let conclusion = if far { "Not tonight." } else { "That is too long." };
    let within = |minutes: Option<BigRational>| {
        minutes.map_or_else(|| "unknown".to_owned(), |minutes| duration_within(&minutes))
    };
    let casts = quantity_of_casts(&answer.length.mean.solved);
    match verdict.ruling {
        Ruling::Outside | Ruling::Stated if mean > verdict.bound => format!(
            "{title} takes {casts} casts on average: about {}, and {there_are}{}. {conclusion}",
            time(mean),
            alone(answer, names)
        ),
        Ruling::Outside | Ruling::Stated => format!(
            "{title} takes {casts} casts on average, about {}, but 5 % of the games take {} or more, and \
             {there_are}.",
            time(mean),
            time(verdict.figure.rational())
        ),
        Ruling::Inside => {
            let half = answer.minutes.quantiles.iter().find(|quantile| quantile.percent == 50);
            let half = half.and_then(|quantile| quantile.number.rational());
            let all = verdict.figure.rational();
            match half {
                Some(half) if Some(&half) == mean.as_ref() && Some(&half) == all.as_ref() => {
                    format!("It takes {}.", duration(&half))
                }
                Some(half) if Some(&half) == all.as_ref() => {
                    format!("95 % of the games are over within {}.", duration_within(&half))
                }
                Some(half) => format!(
                    "Half of the games are over within {}, 95 % within {}.",
                    duration_within(&half),
                    within(all)
                ),
                None => format!("It takes about {} on average.", time(mean)),
            }
        }
        Ruling::Undecided(games) => format!(
            "Whether {title} is over in time, when {there_are}, is undecided{}",
            settled_by(games, "it takes about the time there is")
        ),
    }
}

/// How long the fastest seat of a race would take by itself.
fn alone(answer: &BalanceAnswer, names: Names<'_>) -> String {
    let climbs = answer.wins.figures.iter().find(|named| matches!(named.of.role, Role::CastsAlone));
    let means = || {
        let figures = climbs.into_iter().flat_map(|named| &named.figures);
        (1..).zip(figures).filter_map(|(seat, figure)| Some((figure.solved.rational()?, seat)))
    };
    means().min().map_or_else(String::new, |(casts, seat)| {
        let who =
            if means().all(|(other, _)| other == casts) { "one player".to_owned() } else { names.of(seat) };
        let minutes = &casts * answer.minutes_each();
        let casts = quantity_of_casts(&Figure::Exact(casts));
        format!("; even {who} alone would need {casts} casts, about {}", duration(&minutes))
    })
}

/// Whole casts where there are many, else four digits.
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
        Some(games) => format!(": {} more games would settle it.", grouped(&games)),
        None => format!(": {otherwise}."),
    }
}

/// From fewer games nothing is foretold.
const FEW_GAMES: u64 = 400;

fn undecided(answer: &BalanceAnswer, what: &str, figure: &Figure, games: Option<u64>) -> String {
    let otherwise = if answer.posterior.is_some() {
        "more throws of the bones would settle it"
    } else {
        "it would take too long to solve"
    };
    let simulated = match figure {
        Figure::Simulated(estimate) if estimate.games < FEW_GAMES => Some(estimate.games),
        _ => None,
    };
    let settled = match simulated {
        // So few games do not tell either how many more it takes.
        Some(few) => format!(": only {few} games were simulated. Simulate more of them."),
        None => settled_by(games, otherwise),
    };
    format!("Whether the {what} are fair to within {} is undecided{settled}", tolerance(answer))
}

fn tolerance(answer: &BalanceAnswer) -> String {
    percent(&Figure::Exact(answer.question.tolerance.clone()))
}

fn lost(net: &Figure) -> String {
    let positive = net.rational().map(|net| Figure::Exact(net.abs()));
    positive.map_or_else(String::new, |net| quantity(&net, ""))
}

fn coins(answer: &BalanceAnswer, verdict: &Verdict, seat: &str) -> String {
    let risk = verdict.figure.rational();
    let part = risk.as_ref().map_or_else(String::new, |risk| percent(&Figure::Exact(risk.abs())));
    let loses = if risk.is_some_and(|risk| risk.is_negative()) { "loses" } else { "gains" };
    match verdict.ruling {
        Ruling::Inside | Ruling::Stated if verdict.rests_on_nothing() => {
            "Nobody gains or loses money in the long run.".to_owned()
        }
        Ruling::Inside | Ruling::Stated => {
            format!(
                "The coins are fair to within {}: {seat} {loses} {part} of what they pay in.",
                tolerance(answer)
            )
        }
        Ruling::Outside if answer.staked_besides.is_positive() => {
            format!("{seat} {loses} {part} of what they stake, in the long run.")
        }
        Ruling::Outside => format!("{seat} {loses} {part} of what they pay in, in the long run."),
        Ruling::Undecided(games) => undecided(answer, "coins", &verdict.figure, games),
    }
}

fn chances(answer: &BalanceAnswer, verdict: &Verdict, seat: &str) -> String {
    // Of two shares, in points of a percent.
    let difference = percent(&verdict.figure);
    let points = difference.trim_end_matches(" %");
    match verdict.ruling {
        Ruling::Inside | Ruling::Stated if verdict.rests_on_nothing() => {
            let told = matches!(verdict.figure, Figure::Simulated(_));
            let told = if told { ", as far as simulated games can tell" } else { "" };
            format!("Every seat wins as often as any other{told}.")
        }
        Ruling::Inside | Ruling::Stated => format!(
            "The chances are fair: {seat} wins most often, but only {points} percentage points more than the seat that wins least."
        ),
        Ruling::Outside => {
            format!("{seat} wins most often, {points} percentage points more than the seat that wins least.")
        }
        Ruling::Undecided(games) => undecided(answer, "chances", &verdict.figure, games),
    }
}

/// A balance for other programs, its verdicts with their sentences.
pub(crate) struct BalanceRecord<'a> {
    pub answer: &'a BalanceAnswer,
    pub names: Names<'a>,
}

record!(BalanceRecord<'_>, Self { answer, names } =>
    ..answer.without_verdicts(),
    "verdicts": answer.verdicts.iter().map(|verdict| Said(answer, verdict, *names)).collect::<Vec<_>>(),
);

struct Said<'a>(&'a BalanceAnswer, &'a Verdict, Names<'a>);

record!(Said<'_>, Self(answer, verdict, names) =>
    ..verdict,
    "sentence": sentence(answer, verdict, *names),
);
