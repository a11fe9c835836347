//! The colours of charts, on white and on dark paper.

use num_traits::ToPrimitive;

use crate::tali::Kind;

/// A colour: red, green and blue, in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

pub(super) const WHITE: Colour = Colour(255, 255, 255);
pub(super) const INK: Colour = Colour(34, 34, 34);
pub(super) const FAINT_INK: Colour = Colour(95, 95, 95);
pub(super) const GRID: Colour = Colour(225, 225, 225);

/// The paper of a dark screen, and the ink on it.
pub(super) const DARK_PAPER: Colour = Colour(0x16, 0x18, 0x1b);
pub(super) const DARK_INK: Colour = Colour(0xe8, 0xe6, 0xe1);

/// The least contrast ratio of texts, and one a little higher, as a margin for rounding.
pub(super) const TEXT: f64 = 4.5;
pub(super) const LEGIBLE: f64 = 4.6;

/// The palette of Okabe and Ito, distinguishable with every common kind of colour blindness.
pub(super) const PALETTE: [Colour; 8] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(0, 0, 0),
    Colour(230, 159, 0),
    Colour(86, 180, 233),
    Colour(120, 120, 120),
];

impl Colour {
    /// This colour over another: the other for a depth of 0, this one for 1.
    pub(super) fn over(self, paper: Self, depth: f64) -> Self {
        let mix = |paper: u8, end: u8| {
            let (paper, end) = (f64::from(paper), f64::from(end));
            (paper + (end - paper) * depth.clamp(0.0, 1.0)).to_u8().unwrap_or(u8::MAX)
        };
        Self(mix(paper.0, self.0), mix(paper.1, self.1), mix(paper.2, self.2))
    }

    /// The ink for this ground: white if its WCAG 2 contrast ratio is 4.5 or more, otherwise black, which then has as much.
    pub(super) fn ink(self) -> Self {
        if self.contrast(WHITE) >= TEXT { WHITE } else { Self(0, 0, 0) }
    }

    /// The contrast ratio of WCAG 2 with another colour, from 1 to 21.
    pub(super) fn contrast(self, other: Self) -> f64 {
        let [one, other] = [self, other].map(|colour| luminance(colour.linear()) + 0.05);
        one.max(other) / one.min(other)
    }

    /// Linear red, green and blue, from 0 to 1.
    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The corresponding colour on dark paper, with the same hue. Its contrast with the paper grows with this colour's contrast
    /// with white and is at least `least`.
    pub(super) fn on_dark(self, least: f64) -> Self {
        /// Below 1, so that light colours stand out more on dark than they do on white.
        const POWER: f64 = 0.65;
        let part = self.contrast(WHITE).ln() / INK.contrast(WHITE).ln();
        if part <= 0.0 || part >= 1.0 {
            return if part <= 0.0 { DARK_PAPER } else { DARK_INK };
        }
        let contrast = DARK_INK.contrast(DARK_PAPER).powf(part.powf(POWER)).max(least);
        let wanted = contrast * (luminance(DARK_PAPER.linear()) + 0.05) - 0.05;
        let light = self.linear();
        // As bright as the hue allows, then towards white.
        let factor = (wanted / luminance(light)).min(1.0 / light.into_iter().fold(0.0, f64::max));
        let light = light.map(|part| part * factor);
        let white = ((wanted - luminance(light)) / (1.0 - luminance(light))).max(0.0);
        let [red, green, blue] = light.map(|part| {
            let part = part + (1.0 - part) * white;
            let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
            (255.0 * part).round().to_u8().unwrap_or(u8::MAX)
        });
        Self(red, green, blue)
    }

    pub(super) const fn of_kind(kind: Option<Kind>) -> Self {
        match kind {
            Some(Kind::Venus) => PALETTE[3],
            Some(Kind::Senio) | None => PALETTE[0],
            Some(Kind::Vultures) => PALETTE[5],
            Some(Kind::Canis) => PALETTE[1],
            // Much lighter than Venus, which many could not distinguish from a mid grey.
            Some(Kind::Void) => Self(205, 205, 205),
        }
    }
}

/// The colour in SVG notation.
impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The relative luminance of linear light, from 0 to 1.
fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_paper_keeps_contrast_and_hue() {
        assert_eq!(
            [WHITE, INK, PALETTE[4]].map(|colour| colour.on_dark(1.0)),
            [DARK_PAPER, DARK_INK, DARK_INK]
        );
        for colour in PALETTE.into_iter().chain([FAINT_INK]) {
            assert!(colour.on_dark(1.0).contrast(DARK_PAPER) >= 3.0, "{colour}");
            let text = colour.on_dark(LEGIBLE);
            assert!(text.contrast(DARK_PAPER) >= TEXT, "{colour} {text}");
            let order =
                |Colour(red, green, blue): Colour| [red.cmp(&green), green.cmp(&blue), red.cmp(&blue)];
            assert!(order(colour) == order(text) || colour == PALETTE[4], "{colour} {text}");
        }
        // Texts are legible on cells of every shade.
        for (colour, depth) in
            PALETTE.into_iter().flat_map(|colour| (0..=20u8).map(move |depth| (colour, depth)))
        {
            let ground = colour.over(WHITE, f64::from(depth) / 20.0).on_dark(1.0);
            assert!(ground.ink().contrast(ground) >= TEXT, "{ground}");
        }
    }
}
