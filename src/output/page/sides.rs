//! Drawings of the four sides of a talus, because real bones carry no numbers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, html};
use serde::Deserialize;

use crate::tali::Face;

/// One side seen from above, 40 wide and 60 high: the outline, and the lines within it.
#[derive(Deserialize)]
struct Side {
    outline: String,
    within: String,
}

/// The drawing of a side. The narrow sides are flat and sinuous; the broad ones have two knobs at each end, and one is hollow
/// while the other bulges. The pocket edition draws the same file.
fn drawing(face: Face) -> &'static Side {
    static SIDES: LazyLock<BTreeMap<u32, Side>> =
        LazyLock::new(|| serde_json::from_str(include_str!("sides.json")).unwrap_or_default());
    static NONE: Side = Side { outline: String::new(), within: String::new() };
    SIDES.get(&face.value()).unwrap_or(&NONE)
}

/// All four sides with their numbers and names, floating at the right.
pub(in crate::output) fn sides() -> Markup {
    html! {
        div style="float: right; display: flex; gap: 3mm; margin: 0 0 1mm 4mm; text-align: center; font-size: 7pt; line-height: 1.1" {
            @for face in Face::ALL {
                @let Side { outline, within } = drawing(face);
                div {
                    svg viewBox="0 0 40 60" aria-hidden="true" style="display: block; height: 9mm; width: auto; margin: 0 auto .5mm" {
                        path d=(outline) fill="#f3ead8" stroke="#6b5a3a" stroke-width="1.5" {}
                        path d=(within) fill=(if face == Face::Three { "#d9c7a3" } else { "none" }) stroke="#6b5a3a" stroke-linecap="round" {}
                    }
                    b { (face) } " " (face.shape())
                }
            }
        }
    }
}

/// A cast as small drawings with their numbers.
pub(super) fn bones(faces: &[Face]) -> Markup {
    html! {
        span.bones aria-hidden="true" {
            @for face in faces {
                svg viewBox="0 0 40 60" {
                    path d=(drawing(*face).outline) {}
                    text x="20" y="40" { (face) }
                }
            }
        }
    }
}
