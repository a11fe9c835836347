//! Drawings inside a page, whose style sheet sets the colours of lines and texts.

use maud::{Markup, html};

use super::name;
use crate::output::chart::{Content, Panel, Scene};

/// A drawing with its text alternative.
pub(super) fn drawing(scene: &Scene, said: &str) -> Markup {
    let (width, height) = scene.size();
    html! {
        svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(said) { (scene.elements()) }
    }
}

/// Curves with their legend; nothing for another kind of panel.
pub(super) fn of(panel: Option<Panel>) -> Markup {
    let Some(Panel { title, content: Content::Curves(curves) }) = panel else { return html! {} };
    let has_unit = title.starts_with("Percentage");
    let shown = if has_unit { title } else { format!("{title}, in {}", curves.y) };
    html! {
        figure {
            (drawing(&curves.small(), &shown))
            @if curves.series.len() > 1 {
                ul.key {
                    @for (curve, colour) in curves.keys() {
                        li {
                            svg viewBox="0 0 14 8" aria-hidden="true" { path stroke=(colour) stroke-width="3" d="M0 4H14" {} }
                            (name(&curve.label))
                        }
                    }
                }
            }
            figcaption { (shown) "." }
        }
    }
}
