//! Weights as a faces file.

use crate::analysis::{Estimated, Fitted, NamedSet};
use crate::messages::plain;
use crate::tali::{Face, Prior, Talus};

/// A text in quotes, as long as names and sources may be.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 200;
    toml::Value::String(plain(text).chars().take(LONGEST).collect()).to_string()
}

/// The faces or counts of one bone.
fn weights(talus: &Talus) -> String {
    if let Some(posterior) = talus.posterior() {
        let counts = Face::ALL.into_iter().zip(posterior.counts());
        let counts = counts.map(|(face, count)| format!("{face} = {count}")).collect::<Vec<_>>().join(", ");
        let jeffreys = *posterior.prior() == Prior::default();
        let prior = if jeffreys {
            String::new()
        } else {
            format!("prior = {}\n", quoted(&posterior.prior().to_string()))
        };
        return format!("{prior}counts = {{ {counts} }}");
    }
    let faces = Face::ALL.map(|face| format!("{face} = \"{}\"", talus.probability(face)));
    format!("faces = {{ {} }}", faces.join(", "))
}

/// A file of these bones, as they are.
pub(crate) fn bones_file(set: &NamedSet) -> String {
    let mut lines = vec![format!("name = {}", quoted(set.name()))];
    lines.extend(set.bones().source.iter().map(|source| format!("source = {}", quoted(source))));
    let kinds: Vec<(&Talus, usize)> = set.set().kinds().collect();
    match kinds.as_slice() {
        [(talus, _)] if talus.name().is_none() => lines.push(weights(talus)),
        several => {
            for (talus, number) in several {
                lines.push("\n[[tali]]".to_owned());
                lines.extend(talus.name().map(|name| format!("name = {}", quoted(name))));
                lines.extend((*number > 1).then(|| format!("number = {number}")));
                lines.push(weights(talus));
            }
        }
    }
    lines.join("\n") + "\n"
}

/// A file of bones with these weights, which `--faces` takes.
pub(crate) fn faces_file(fitted: &Fitted) -> String {
    let bones = fitted.bones();
    let mut lines = vec![
        format!("# Made by tali-odds {} from counts of throws.", env!("CARGO_PKG_VERSION")),
        format!("name = {}", quoted(&bones.name)),
        format!("source = {}", quoted(&fitted.provenance())),
    ];
    if fitted.question.prior != Prior::default() {
        lines.push(format!("prior = {}", quoted(&fitted.question.prior.to_string())));
    }
    let counts =
        |estimated: &Estimated| estimated.faces.clone().map(|face| format!("{} = {}", face.face, face.count));
    match fitted.estimates.as_slice() {
        [one] => {
            lines.push("\n[counts]".to_owned());
            lines.extend(counts(one));
        }
        several => {
            for estimated in several {
                lines.push("\n[[tali]]".to_owned());
                lines.extend(estimated.name.iter().map(|name| format!("name = {}", quoted(name))));
                lines.extend((estimated.bones > 1).then(|| format!("number = {}", estimated.bones)));
                lines.push(format!("counts = {{ {} }}", counts(estimated).join(", ")));
            }
        }
    }
    lines.join("\n") + "\n"
}
