//! `fit`

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::args::{AnswerArgs, FitArgs};
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, could_not, shown, wrong};
use super::system::{open, stdin, watched};
use super::texts::cannot_read;
use crate::analysis::{
    FitAnswer, FitQuestion, Fitted, Goal, PlanAnswer, PlanError, PlanQuestion, PowerAnswer,
};

use crate::inference::{Pool, Throws, ThrowsFileError, ThrowsFormat, read_throws};
use crate::messages::abridged;
use crate::output::faces_file;
use crate::tali::{Bones, Event, Face, MAX_TALI, Posterior, Prior, Talus, USUAL_TALI};

pub(super) fn answer(arguments: &FitArgs) -> Result<(), Failure> {
    if arguments.throws.is_none() && !arguments.plan && !arguments.power {
        return Err(wrong!(
            "name a file of throws, or - for standard input; 'tali-odds sheet' prints a sheet to fill in"
        ));
    }
    let (answer, bones) = destinations(arguments)?;
    if arguments.throws.is_none() && bones.is_some() {
        return Err(wrong!("--bones: weights can only be written if throws are read"));
    }
    if arguments.assume.is_some() && !arguments.plan && !arguments.power {
        return Err(wrong!(
            "--assume (or --faces) sets the weights for --plan or --power, but neither is given; --against compares the throws \
             with known weights"
        ));
    }
    let named = [&arguments.throws, &arguments.against, &arguments.assume];
    let inputs: Vec<OsString> = named.into_iter().flatten().cloned().collect();
    if inputs.iter().filter(|input| *input == "-").count() > 1 {
        return Err(wrong!("- is given twice, but standard input can be read only once"));
    }
    let delivery = Delivery::with_bones("fit", &answer, bones.as_deref(), &inputs)?;
    let prior = Prior::parse(&arguments.prior).map_err(|error| wrong!("--prior: {error}"))?;
    let against = arguments.against.as_ref().map(|name| one_talus(name, "--against")).transpose()?;
    let assumed = arguments.assume.as_ref().map(|name| faces::bones(name)).transpose()?;
    let goal = arguments.goal.as_ref().map(|text| Ok((text.clone(), goal(text)?))).transpose()?;
    let of_file = |name: &OsString| fitted(arguments, name, prior.clone(), against.clone());
    let fitted = arguments.throws.as_ref().map(of_file).transpose()?;
    let text = fitted.as_ref().filter(|_| bones.is_some()).map(bones_text).transpose()?;
    let plan = match (goal, arguments.width) {
        (Some((name, goal)), Some(width)) if arguments.plan => {
            Some(plan(arguments, fitted.as_ref(), assumed.as_ref(), prior, (name, goal, width))?)
        }
        _ => None,
    };
    let power = arguments.power.then(|| power(arguments, fitted.as_ref(), assumed, against)).transpose()?;
    delivery.answer_with_bones(&FitAnswer { fitted, plan, power }, text.as_deref())
}

/// The destinations of the answer and of the weights. A .toml file gets the weights, because no form of an answer is
/// TOML.
fn destinations(arguments: &FitArgs) -> Result<(AnswerArgs, Option<PathBuf>), Failure> {
    let (mut answer, bones) = (arguments.answer.clone(), arguments.bones.clone());
    let is_toml = |path: &mut PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    match (answer.form.output.take_if(is_toml), bones) {
        (Some(output), Some(bones)) => Err(wrong!(
            "--bones {} and -o/--output {} would both get the weights, as .toml files; name only one",
            shown(&bones),
            shown(&output)
        )),
        (output, bones) => Ok((answer, bones.or(output))),
    }
}

/// Fits the throws of a file.
fn fitted(
    arguments: &FitArgs,
    name: &OsStr,
    prior: Prior,
    against: Option<(String, Talus)>,
) -> Result<Fitted, Failure> {
    let only = arguments.only.iter().map(|only| {
        let (column, value) = only.split_once('=').ok_or_else(|| {
            wrong!("--only `{}`: choose rows with COLUMN=VALUE, such as --only surface=oak", abridged(only))
        })?;
        Ok((column.trim().to_owned(), value.trim().to_owned()))
    });
    let bone = arguments.bone_column.as_deref().unwrap_or("bone");
    let asked = arguments.pool.as_deref().map(|pool| match pool {
        "all" => Pool::All,
        "none" => Pool::None,
        // Pooling by bone is no pooling at all.
        column if column.eq_ignore_ascii_case(bone) => Pool::None,
        column => Pool::Column(column.to_owned()),
    });
    let format = ThrowsFormat {
        layout: arguments.layout.map(Into::into),
        bone: arguments.bone_column.clone(),
        face: arguments.face_column.clone(),
        cast: arguments.cast_column.clone(),
        count: arguments.count_column.clone(),
        group: match &asked {
            Some(Pool::Column(column)) => Some(column.clone()),
            _ => None,
        },
        only: only.collect::<Result<_, Failure>>()?,
    };
    let (throws, source) = read(name, &format)?;
    let pool = asked.unwrap_or(if throws.bones.len() > 1 { Pool::None } else { Pool::All });
    let question = FitQuestion { pool, prior, against, averaging: arguments.chance.averaging(), source };
    Fitted::new(throws, question).map_err(Failure::wrong)
}

fn read(name: &OsStr, format: &ThrowsFormat) -> Result<(Throws, String), Failure> {
    let path = Path::new(name);
    let (throws, source) = if name == "-" {
        (read_throws(stdin(), format), "standard input".to_owned())
    } else {
        let file = open(path).map_err(|error| cannot_read(path, &error))?;
        let called = path.file_name().map_or_else(|| shown(path), |name| shown(Path::new(name)));
        (read_throws(file, format), called)
    };
    let called = if name == "-" { source.clone() } else { shown(path) };
    let throws = throws.map_err(|error| match error {
        ThrowsFileError::Read(error) => could_not!("cannot read {called}: {error}"),
        error => wrong!("{called}: {error}"),
    });
    Ok((throws?, source))
}

/// The faces file of the fitted bones, or an error if they do not fit into one.
fn bones_text(fitted: &Fitted) -> Result<String, Failure> {
    let several = fitted.estimates.len() > 1;
    let bones: usize = fitted.estimates.iter().map(|estimated| estimated.bones).sum();
    if several && bones > MAX_TALI {
        return Err(wrong!(
            "--bones: there are {bones} separate bones, but a faces file has at most {MAX_TALI}; pool them with --pool all, or \
             choose some with --only"
        ));
    }
    if let (true, Some(bone)) = (several, fitted.throws.bone_in_two_groups()) {
        let bone = if bone.is_empty() { "the same bone" } else { bone };
        return Err(wrong!(
            "--bones: {bone} was thrown in several groups, but a faces file has only one entry for it; choose one group with --only"
        ));
    }
    Ok(faces_file(fitted))
}

/// The common talus of bones that are all alike, with their name.
fn one_talus(name: &OsStr, option: &str) -> Result<(String, Talus), Failure> {
    let bones = faces::bones(name)?;
    alike(&bones).map_err(|()| {
        wrong!(
            "{option} {}: these bones differ from each other; give bones that are all alike",
            shown(Path::new(name))
        )
    })
}

fn alike(bones: &Bones) -> Result<(String, Talus), ()> {
    let set = bones.set(USUAL_TALI).or_else(|_| bones.set(1)).map_err(|_| ())?;
    set.common_talus().map(|talus| (bones.name.clone(), talus.clone())).ok_or(())
}

/// Parses the goal: an event such as `venus`, or `face:6`.
fn goal(text: &str) -> Result<Goal, Failure> {
    let wrong = |what: String| wrong!("--for `{}`: {what}", abridged(text));
    if let Some(face) = text.strip_prefix("face:") {
        return face.trim().parse().map(Goal::Face).map_err(|error| wrong(format!("{error}")));
    }
    let event = Event::parse(text, USUAL_TALI);
    event.map(Goal::Event).map_err(|error| wrong(format!("{error}; write an event such as venus, or face:6")))
}

fn plan(
    arguments: &FitArgs,
    fitted: Option<&Fitted>,
    assumed: Option<&Bones>,
    prior: Prior,
    (name, goal, width): (String, Goal, f64),
) -> Result<PlanAnswer, Failure> {
    let usual = crate::tali::presets::TRADITIONAL.bones();
    let of_throws = fitted.map(Fitted::bones);
    let bones = assumed.or(of_throws.as_ref()).unwrap_or(&usual);
    let wrong = |error: crate::tali::BonesError| wrong!("--plan: {}: {error}", bones.name);
    let made = fitted.filter(|_| assumed.is_none()).map_or(0, |fitted| {
        let throws = fitted.estimates.iter().map(|estimated| estimated.posterior.throws());
        u64::try_from(throws.min().unwrap_or(0)).unwrap_or(u64::MAX)
    });
    let question = PlanQuestion {
        name,
        goal,
        width,
        assumed: bones.set(USUAL_TALI).map_err(wrong)?,
        assumed_name: bones.name.clone(),
        prior,
        averaging: arguments.chance.averaging(),
        made,
    };
    watched(0, "draws", |watch| PlanAnswer::new(question, watch)).map_err(|error| match error {
        PlanError::Ended => Failure::CouldNot(error.into()),
        error => wrong!("--plan: {error}"),
    })
}

fn power(
    arguments: &FitArgs,
    fitted: Option<&Fitted>,
    assumed: Option<Bones>,
    against: Option<(String, Talus)>,
) -> Result<PowerAnswer, Failure> {
    let Some((against, tested)) = against else {
        return Err(wrong!("--power: give the weights to distinguish from with --against"));
    };
    let distinguished =
        || wrong!("--assume: these bones differ from each other; give bones that are all alike");
    let (name, truth) = match (assumed, fitted) {
        (Some(bones), _) => alike(&bones).map_err(|()| distinguished())?,
        (None, Some(fitted)) if fitted.estimates.len() > 1 => {
            return Err(wrong!(
                "--power: the bones have separate estimates; pool them with --pool all, choose some rows with --only, or give \
                 their weights with --assume"
            ));
        }
        (None, Some(fitted)) => {
            let all = fitted.throws.pooled(&Pool::All).into_iter().next().map(|pooled| pooled.counts);
            let posterior = Posterior::new(all.unwrap_or_default(), fitted.question.prior.clone())
                .map_err(Failure::wrong)?;
            (fitted.bones().name, Talus::from_posterior(posterior))
        }
        (None, None) => alike(&crate::tali::presets::TRADITIONAL.bones()).map_err(|()| distinguished())?,
    };
    if Face::ALL.into_iter().all(|face| truth.probability(face) == tested.probability(face)) {
        return Err(wrong!(
            "--power: {name} and {against} have the same weights; name others with --assume or --against"
        ));
    }
    Ok(PowerAnswer::new((&name, &truth), (&against, &tested), &arguments.chance.averaging()))
}
