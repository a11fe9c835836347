//! The four sides of a talus, drawn: real bones carry no numbers.

use maud::{Markup, html};

use crate::tali::Face;

/// The outline of the bone as it lies with a side uppermost, 40 wide and 60 high, and what is seen within.
///
/// The narrow sides are flat and sinuous. The broad ones have two knobs at each end: one is hollow, the other bulges.
const fn drawing(face: Face) -> (&'static str, &'static str) {
    match face {
        Face::One => (
            "M14 4C18 1 25 2 27 7C29 12 27 17 27 23C27 31 30 37 29 45C28 54 23 58 18 57C12 56 11 51 12 45C13 38 11 31 11 22C11 13 10 8 14 4Z",
            "",
        ),
        Face::Three => (
            "M6 8C7 3 13 1 16 4C18 6 22 6 24 4C27 1 33 3 34 8C36 16 33 24 33 30C33 36 36 44 34 52C33 57 27 59 24 56C22 54 18 54 16 56\
             C13 59 7 57 6 52C4 44 7 36 7 30C7 24 4 16 6 8Z",
            "M20 14C28 14 29 22 29 30C29 38 28 46 20 46C12 46 11 38 11 30C11 22 12 14 20 14ZM15 19C13 26 13 34 15 41M19 17C17 26 17 34 19 43",
        ),
        Face::Four => (
            "M6 9C7 3 13 1 16 5C18 8 22 8 24 5C27 1 33 3 34 9C37 17 37 23 37 30C37 37 36 44 34 51C33 57 27 59 24 55C22 52 18 52 16 55\
             C13 59 7 57 6 51C4 44 3 37 3 30C3 23 4 17 6 9Z",
            "M16 5C15 10 15 14 16 18M24 5C25 10 25 14 24 18M16 55C15 50 15 46 16 42M24 55C25 50 25 46 24 42M30 22C33 27 33 33 30 38M26 24C28 28 28 32 26 36",
        ),
        Face::Six => (
            "M12 5C17 0 28 2 29 9C30 16 23 18 23 25C23 32 31 36 31 45C31 54 24 59 17 57C10 55 11 47 15 42C18 38 17 34 13 28C9 21 7 11 12 5Z",
            "M19 9C23 15 17 20 18 27C19 34 25 38 24 48",
        ),
    }
}

/// All four with their numbers and what they are called, at the right of what follows.
pub(in crate::output) fn sides() -> Markup {
    html! {
        div style="float: right; display: flex; gap: 3mm; margin: 0 0 1mm 4mm; text-align: center; font-size: 7pt; line-height: 1.1" {
            @for face in Face::ALL {
                @let (outline, within) = drawing(face);
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

/// The bones as they lie, small and with their numbers.
pub(super) fn bones(faces: &[Face]) -> Markup {
    html! {
        span.bones aria-hidden="true" {
            @for face in faces {
                svg viewBox="0 0 40 60" {
                    path d=(drawing(*face).0) {}
                    text x="20" y="40" { (face) }
                }
            }
        }
    }
}
