//! Weights as a faces file.

use crate::analysis::{Estimated, Fitted};
use crate::tali::Prior;

/// A file of bones with these weights, which `--faces` takes.
pub(crate) fn faces_file(fitted: &Fitted) -> String {
    // As long as names and sources may be.
    const LONGEST: usize = 200;
    let quoted = |text: &str| {
        let plain: String =
            text.chars().map(|c| if c.is_control() { '?' } else { c }).take(LONGEST).collect();
        toml::Value::String(plain).to_string()
    };
    let bones = fitted.bones();
    let mut lines = vec![
        format!("# Made by tali-odds {} from counts of throws.", env!("CARGO_PKG_VERSION")),
        format!("name = {}", quoted(bones.name())),
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
