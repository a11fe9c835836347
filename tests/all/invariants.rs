//! Invariants of every JSON document.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// Checks the invariants of a document; the error names the place of a violation.
pub(crate) fn holds(document: &Value) -> Result<(), String> {
    everywhere(document, "")
}

fn everywhere(value: &Value, at: &str) -> Result<(), String> {
    match value {
        Value::Object(object) => {
            of_object(object)
                .map_err(|problem| format!("{}: {problem}", if at.is_empty() { "/" } else { at }))?;
            object.iter().try_for_each(|(key, value)| everywhere(value, &format!("{at}/{key}")))
        }
        Value::Array(values) => {
            let mut numbered = values.iter().enumerate();
            numbered.try_for_each(|(index, value)| everywhere(value, &format!("{at}/{index}")))
        }
        _ => Ok(()),
    }
}

fn of_object(object: &Object) -> Result<(), String> {
    figure(object)?;
    // `never` can be the name of a policy instead of a probability.
    let probabilities = object.get("venus").is_none() || object.get("win_share").is_some();
    for key in ["probability", "win_share", "nobody", "never"].into_iter().filter(|_| probabilities) {
        if let Some((low, high)) = object.get(key).and_then(Value::as_object).and_then(bounds)
            && (high < BigRational::zero() || low > BigRational::one())
        {
            return Err(format!("{key} is not a probability: {low} to {high}"));
        }
    }
    if let Some(z) = object.get("worst_z")
        && !(z.is_null() || z.as_f64().is_some_and(f64::is_finite))
    {
        return Err(format!("worst_z is {z}"));
    }
    if let Some(probabilities) = object.get("probabilities").filter(|_| object.contains_key("remainder")) {
        whole(object, probabilities)?;
    }
    if let Some(quantiles) = object.get("quantiles").and_then(Value::as_array) {
        rising(quantiles)?;
    }
    all_cases(object)
}

/// Checks that the probabilities of a distribution and its remainder add up to 1.
fn whole(object: &Object, probabilities: &Value) -> Result<(), String> {
    const ROUNDING: f64 = 1e-9;
    let error = object.get("error").and_then(Value::as_f64).ok_or("a distribution without a bound")?;
    let parts = probabilities.as_array().into_iter().flatten().chain(object.get("remainder"));
    let parts: Vec<f64> = parts.map(Value::as_f64).collect::<Option<_>>().ok_or("no probabilities")?;
    let (sum, number) = (parts.iter().sum::<f64>(), parts.iter().fold(0.0, |number, _| number + 1.0));
    if (sum - 1.0).abs() > ROUNDING + number * error || error > ROUNDING {
        return Err(format!("a distribution adds up to {sum}, with an error of {error}"));
    }
    Ok(())
}

/// Checks that a figure is well formed and its parts are consistent.
fn figure(object: &Object) -> Result<(), String> {
    let Some(method) = object.get("method").and_then(Value::as_str) else {
        let unexplained = object.get("value").is_some_and(Value::is_null) && !object.contains_key("why");
        return if unexplained { Err("no value, and no word why".to_owned()) } else { Ok(()) };
    };
    let known = ["exact", "numerical", "simulated", "asymptotic", "searched"].contains(&method);
    let Some(value) = object.get("value").filter(|_| known) else {
        return if known { Ok(()) } else { Err(format!("the method `{method}`")) };
    };
    if value.is_null() {
        return if object.contains_key("why") { Ok(()) } else { Err("no value, and no word why".to_owned()) };
    }
    let value = number(value).ok_or_else(|| format!("the value {value}"))?;
    match method {
        "exact" => {
            let exact = object.get("exact").and_then(number).ok_or("no exact form")?;
            if !near(&value, &exact) {
                return Err(format!("{} beside {exact}", object["value"]));
            }
        }
        "numerical" => {
            let error = object.get("error").and_then(number);
            match (error, object.get("low").and_then(number), object.get("high").and_then(number)) {
                (Some(error), ..) if !error.is_negative() => {}
                (_, Some(low), Some(high)) if low <= high => {}
                _ => return Err("no bounds".to_owned()),
            }
        }
        // Few games have no interval.
        "simulated" if object.get("low").is_some_and(Value::is_null) => {
            let few = object.get("games").and_then(Value::as_u64).is_some_and(|games| games < 1_000);
            return if few { Ok(()) } else { Err("no interval, despite many games".to_owned()) };
        }
        "simulated" => {
            let ends = ["low", "high"].map(|end| object.get(end).and_then(number));
            let [Some(low), Some(high)] = ends else { return Err("no interval".to_owned()) };
            if value < low || value > high {
                return Err(format!("{} outside of {low} to {high}", object["value"]));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The exact value of a number or of a fraction in a string.
fn number(value: &Value) -> Option<BigRational> {
    match value {
        // Reducing fractions of thousands of digits would be too slow.
        Value::String(text) => {
            let (above, below) = text.split_once('/').unwrap_or((text, "1"));
            let below: BigInt = below.parse().ok().filter(BigInt::is_positive)?;
            Some(BigRational::new_raw(above.parse().ok()?, below))
        }
        Value::Number(number) => match number.as_i128() {
            Some(whole) => Some(BigInt::from(whole).into()),
            None => number.as_f64().and_then(BigRational::from_float),
        },
        _ => None,
    }
}

/// Whether two numbers are equal up to the rounding of doubles.
fn near(one: &BigRational, other: &BigRational) -> bool {
    let crosswise = other.numer() * one.denom();
    let apart = (one.numer() * other.denom() - &crosswise).abs();
    // Doubles below the smallest normal one, 2⁻¹⁰²², have fewer digits.
    &apart * 10u64.pow(12) <= crosswise.abs() || apart << 1022u32 <= one.denom() * other.denom()
}

/// The sum, not reduced.
fn sum(one: &BigRational, other: &BigRational) -> BigRational {
    if one.denom() == other.denom() {
        return BigRational::new_raw(one.numer() + other.numer(), one.denom().clone());
    }
    let above = one.numer() * other.denom() + other.numer() * one.denom();
    BigRational::new_raw(above, one.denom() * other.denom())
}

/// The bounds of a solved figure.
fn bounds(figure: &Object) -> Option<(BigRational, BigRational)> {
    let part = |key: &str| figure.get(key).and_then(number);
    match figure.get("method")?.as_str()? {
        "exact" => part("exact").map(|exact| (exact.clone(), exact)),
        "numerical" => part("low").zip(part("high")).or_else(|| {
            let (value, error) = (part("value")?, part("error")?);
            // The value itself is rounded.
            let error = error + value.abs() * BigRational::from_float(f64::EPSILON)?;
            Some((&value - &error, value + error))
        }),
        _ => None,
    }
}

/// Checks that quantiles rise with their level.
fn rising(quantiles: &[Value]) -> Result<(), String> {
    let level = |quantile: &Value| quantile.get("q").and_then(number);
    let reached = |quantile: &Value| {
        ["exact", "casts", "minutes", "coins"].into_iter().find_map(|key| quantile.get(key).and_then(number))
    };
    for pair in quantiles.windows(2) {
        let [Some(lower), Some(upper)] = [level(&pair[0]), level(&pair[1])] else { continue };
        let [Some(before), Some(after)] = [reached(&pair[0]), reached(&pair[1])] else { continue };
        if lower >= upper || before > after {
            return Err(format!("the quantiles {} and {}", pair[0], pair[1]));
        }
    }
    Ok(())
}

/// Checks that, if all are solved, the probabilities that somebody wins, nobody wins, or the game never ends add up to 1.
fn all_cases(object: &Object) -> Result<(), String> {
    let of = |value: Option<&Value>| value.and_then(Value::as_object).and_then(bounds);
    let shares = object
        .get("seats")
        .and_then(Value::as_array)
        .map(|seats| seats.iter().map(|seat| of(seat.get("win_share"))).collect::<Option<Vec<_>>>());
    let never = of(object.get("never")).or_else(|| {
        let (low, high) = of(object.get("completion"))?;
        Some((BigRational::one() - high, BigRational::one() - low))
    });
    let (Some(Some(shares)), Some(nobody), Some(never)) = (shares, of(object.get("nobody")), never) else {
        return Ok(());
    };
    let (mut low, mut high) = (BigRational::zero(), BigRational::zero());
    for (from, to) in shares.into_iter().chain([nobody, never]) {
        low = sum(&low, &from);
        high = sum(&high, &to);
    }
    if low > BigRational::one() || high < BigRational::one() {
        return Err(format!("all cases add up to {low} to {high}"));
    }
    Ok(())
}

#[test]
fn violations_are_found() {
    use serde_json::json;

    let half = json!({ "value": 0.5, "method": "exact", "exact": "1/2" });
    let none = json!({ "value": 0.0, "method": "exact", "exact": "0" });
    let game = |share: &Value| json!({ "seats": [{ "win_share": half }, { "win_share": share }], "nobody": none, "never": none });
    assert_eq!(holds(&game(&half)), Ok(()));
    let a_bit_more = json!({ "value": 0.5, "method": "numerical", "low": "1/2", "high": "501/1000" });
    assert_eq!(holds(&game(&a_bit_more)), Ok(()));
    for (wrong, says) in [
        (game(&json!({ "value": 0.25, "method": "exact", "exact": "1/4" })), "/: all cases"),
        (game(&json!({ "value": 0.4, "method": "exact", "exact": "1/2" })), "/seats/1/win_share: 0.4"),
        (json!({ "a": { "value": null, "method": "exact" } }), "/a: no value"),
        (json!({ "probability": { "value": 2, "method": "exact", "exact": "2" } }), "not a probability"),
        (json!({ "value": 1, "method": "simulated", "low": 2, "high": 3 }), "outside"),
        (json!({ "value": 1, "method": "numerical", "error": -1 }), "no bounds"),
        (json!({ "quantiles": [{ "q": 0.5, "casts": 2 }, { "q": 0.9, "casts": 1 }] }), "quantiles"),
        (json!({ "worst_z": "NaN" }), "worst_z"),
        (json!({ "probabilities": [1.0, 0.5], "error": 0.0, "remainder": 0.5 }), "adds up to 2"),
        (json!({ "probabilities": [1.0], "error": null, "remainder": 0.0 }), "without a bound"),
        (json!({ "probabilities": [0.5], "error": 1.0, "remainder": 0.0 }), "an error of 1"),
    ] {
        let problem = holds(&wrong).unwrap_err();
        assert!(problem.contains(says), "`{says}` is missing: {problem}");
    }
}
