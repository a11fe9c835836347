//! Compares the statistics of throws with `SciPy`, `mpmath` and exact fractions: `tests/oracle/make_fit.py`.

use crate::common::{Row, expected, grouped};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use tali_odds::inference::{
    Beta, ChiSquare, PValue, PosteriorMoments, Power, goodness_of_fit, homogeneity, multinomial_test,
};
use tali_odds::monte_carlo::Draws;
use tali_odds::tali::{Cast, CastTable, Kind, Posterior, Prior, TaliSet, Talus};

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split_whitespace().map(|part| part.parse().ok().unwrap()).collect()
}

fn rational(text: &str) -> BigRational {
    text.parse().unwrap()
}

/// Asserts that a value is within a relative error of the expected one.
#[track_caller]
fn close(found: f64, expected: f64, relative: f64, what: &dyn std::fmt::Debug) {
    let off = (found - expected).abs();
    assert!(off <= relative * expected.abs() + 1e-300, "{what:?}: {found}, not {expected}");
}

fn four<T: std::str::FromStr + std::fmt::Debug>(row: &Row, letter: &str) -> [T; 4]
where
    T::Err: std::fmt::Debug,
{
    [1, 3, 4, 6].map(|face| row[&format!("{letter}{face}")].parse().unwrap())
}

fn talus(weights: [u64; 4]) -> Talus {
    Talus::from_weights(weights.map(|weight| BigRational::from_integer(weight.into()))).unwrap()
}

fn posterior(counts: [u64; 4], alpha: &str) -> Option<Talus> {
    Posterior::new(counts, Prior::parse(alpha).unwrap()).ok().map(Talus::from_posterior)
}

#[test]
fn beta_distribution() {
    for row in expected("fit_beta.csv") {
        let (a, b, at, value) =
            (number(&row["a"]), number(&row["b"]), number(&row["at"]), number(&row["value"]));
        let distribution = Beta::new(a, b);
        // The larger the parameters, the more the last digit of x changes the distribution.
        let slack = 1e-9f64.max(4e-16 * (a + b).sqrt() * 40.0);
        // Above one half it is 1 minus the other tail.
        let near = |found: f64| assert!((found - value).abs() <= slack * value + 1e-10, "{row:?}: {found}");
        match row["what"].as_str() {
            "cdf" => near(distribution.cdf(at)),
            "sf" => near(distribution.sf(at)),
            _ => close(distribution.quantile(at), value, 1e-9, &row),
        }
    }
}

#[track_caller]
fn agrees(found: &ChiSquare, row: &Row) {
    let pearson = found.pearson.as_ref().and_then(ToPrimitive::to_f64).unwrap();
    assert_eq!(found.freedom.to_string(), row["df"], "{row:?}");
    close(pearson, number(&row["chi2"]), 1e-12, row);
    close(found.p_pearson, number(&row["p_chi2"]), 1e-9, row);
}

#[test]
fn goodness_of_fit_tests() {
    let mut exact = 0;
    for row in expected("fit_goodness.csv") {
        let (counts, weights) = (four(&row, "o"), talus(four(&row, "w")));
        agrees(&goodness_of_fit(counts, &weights), &row);
        if !row["p_exact"].is_empty() {
            let p = multinomial_test(counts, &weights, &Draws::default());
            assert_eq!(p, PValue::Exact(rational(&row["p_exact"])), "{row:?}");
            exact += 1;
        }
    }
    assert!(exact >= 25);
}

#[test]
fn simulated_exact_tests_match_the_sum() {
    // From 101 throws on, long weights are tested by simulation and short ones exactly.
    let counts = [12, 45, 52, 11];
    let long = [100_003, 399_997, 399_999, 100_001];
    let PValue::Exact(sum) = multinomial_test(counts, &talus([1, 4, 4, 1]), &Draws::default()) else {
        panic!("120 throws with short weights should be tested exactly")
    };
    let draws = Draws { draws: 100_000, ..Draws::default() };
    let PValue::Drawn { hits, draws } = multinomial_test(counts, &talus(long), &draws) else {
        panic!("120 throws with long weights should be tested by simulation")
    };
    let [sum, hits, draws] = [sum.to_f64(), hits.to_f64(), draws.to_f64()].map(Option::unwrap);
    let share = hits / draws;
    assert!((share - sum).abs() < 5.0 * (sum * (1.0 - sum) / draws).sqrt(), "{share} and {sum}");
}

#[test]
fn homogeneity_tests() {
    for row in expected("fit_homogeneity.csv") {
        let rows: Vec<[u64; 4]> =
            row["table"].split(';').map(|counts| numbers(counts).try_into().unwrap()).collect();
        agrees(&homogeneity(&rows), &row);
    }
}

/// Published p-values; the column `source` names the publication.
#[test]
fn published_p_values() {
    let mut compared = 0;
    for row in expected("fit_published.csv") {
        // A talus has four faces; missing ones get weight 0.
        let padded = |column: &str| {
            let mut numbers: Vec<u64> = numbers(&row[column]);
            numbers.resize(numbers.len().max(4), 0);
            <[u64; 4]>::try_from(numbers).ok()
        };
        let (Some(counts), Some(weights)) = (padded("counts"), padded("weights")) else { continue };
        let PValue::Exact(p) = multinomial_test(counts, &talus(weights), &Draws::default()) else {
            panic!("{row:?} should be tested exactly")
        };
        let printed = &row["printed"];
        let decimals = printed.len() - printed.find('.').unwrap() - 1;
        assert_eq!(format!("{:.decimals$}", p.to_f64().unwrap()), *printed, "{row:?}");
        compared += 1;
    }
    assert!(compared >= 3, "{compared}");
}

#[test]
fn casts_of_bones_that_share_an_estimate() {
    let mut distributions = 0;
    for rows in grouped(expected("fit_dirichlet.csv"), &["c1", "c3", "c4", "c6", "alpha", "k"]) {
        let Some(talus) = posterior(four(&rows[0], "c"), &rows[0]["alpha"]) else { continue };
        let tali = rows[0]["k"].parse().unwrap();
        let distribution = CastTable::averaged(&TaliSet::alike(&talus, tali).unwrap());
        for row in &rows {
            let found = distribution.probability(&Cast::parse(&row["cast"], tali).unwrap());
            assert_eq!(found, rational(&row["exact"]), "{row:?}");
            close(found.to_f64().unwrap(), number(&row["value"]), 1e-12, &row);
            distributions += 1;
        }
    }
    assert!(distributions > 1000, "{distributions}");
}

#[test]
fn casts_of_bones_in_groups() {
    for rows in grouped(expected("fit_groups.csv"), &["groups"]) {
        // A bone that was never thrown cannot be in a set.
        if rows[0]["groups"].contains("[0 0 0 0]") {
            continue;
        }
        let kinds = rows[0]["groups"].split('|').map(|group| {
            let (number, counts) = group.trim_end_matches(']').split_once("x[").unwrap();
            let counts: Vec<u64> = numbers(counts);
            (posterior(counts.try_into().unwrap(), "1/2").unwrap(), number.parse().unwrap())
        });
        let distribution = CastTable::averaged(&TaliSet::of(kinds).unwrap());
        for row in &rows {
            let found = distribution.probability(&Cast::parse(&row["cast"], 4).unwrap());
            assert_eq!(found, rational(&row["exact"]), "{row:?}");
        }
    }
}

#[test]
fn posterior_averages_of_kinds() {
    let (mut found, mut too_long) = (0, 0);
    for rows in grouped(expected("fit_kinds.csv"), &["c1", "c3", "c4", "c6", "alpha", "kind"]) {
        let Some(talus) = posterior(four(&rows[0], "c"), &rows[0]["alpha"]) else { continue };
        let set = TaliSet::alike(&talus, 4).unwrap();
        let kind: Kind = rows[0]["kind"].parse().unwrap();
        let moments = PosteriorMoments::new(&set, |cast| cast.kind() == Some(kind));
        let distribution = CastTable::averaged(&set);
        for row in &rows {
            let at = || row["at"].parse::<u64>().unwrap();
            let average = match row["figure"].as_str() {
                "probability" | "mean" => {
                    Some(distribution.probability_that(|cast| cast.kind() == Some(kind)))
                }
                "within" => moments.within(&[at()]).pop().unwrap(),
                "running" => moments.running(u32::try_from(at()).unwrap()),
                _ => continue,
            };
            match average {
                Some(average) => {
                    assert_eq!(average, rational(&row["value"]), "{row:?}");
                    found += 1;
                }
                None => too_long += 1,
            }
        }
    }
    assert!(found > 150 && too_long < 20, "{found}, {too_long}");
}

#[test]
fn power_of_the_test() {
    for row in expected("fit_power.csv") {
        let power = Power::new(&talus(four(&row, "t")), &talus(four(&row, "w")), number(&row["level"]));
        close(power.of(number(&row["n"])), number(&row["power"]), 1e-9, &row);
    }
    for row in expected("fit_power_n.csv") {
        let power = Power::new(&talus(four(&row, "t")), &talus(four(&row, "w")), number(&row["level"]));
        assert_eq!(power.throws(number(&row["power"])), Some(row["n"].parse().unwrap()), "{row:?}");
    }
}

/// The power from simulated series of few throws agrees with the sum over all counts, within five standard errors.
#[test]
fn power_with_few_throws() {
    let draws = Draws { draws: 20_000, ..Draws::default() };
    for row in expected("fit_power_few.csv") {
        let power = Power::new(&talus(four(&row, "t")), &talus(four(&row, "w")), number(&row["level"]));
        let found = power.simulated(row["n"].parse().unwrap(), &draws).to_f64().unwrap() / 20_000.0;
        let wanted = number(&row["power"]);
        let error = (wanted * (1.0 - wanted) / 20_000.0).sqrt();
        assert!((found - wanted).abs() <= 5.0 * error + 1e-4, "{row:?}: {found}");
    }
    // The fewest throws with each power.
    let power = Power::new(&talus([1, 4, 4, 1]), &talus([1, 1, 1, 1]), 0.05);
    for (wanted, fewest) in [(0.5, 17), (0.8, 29), (0.9, 35), (0.99, 57)] {
        let found = power.fewest(wanted, &draws).unwrap();
        assert!(found.abs_diff(fewest) <= 2, "{wanted}: {found} throws, not {fewest}");
    }
}
