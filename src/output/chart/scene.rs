//! What every picture is made of: lines, areas, dots and texts on a sheet, which become an SVG, a part of a page, or pixels.

use maud::{Markup, html};
use num_traits::ToPrimitive;

use super::letters::{self, legible, printable};
use crate::output::words;
use crate::tali::Kind;

/// The width of a picture of one column.
pub(super) const WIDTH: f64 = 960.0;

/// Free space at the left of every text, and between the lines of a caption.
pub(super) const MARGIN: f64 = 24.0;
pub(super) const CAPTION_LINE: f64 = 19.0;

/// A colour by its parts of red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

pub(super) const WHITE: Colour = Colour(255, 255, 255);
pub(super) const INK: Colour = Colour(34, 34, 34);
pub(super) const FAINT_INK: Colour = Colour(95, 95, 95);
pub(super) const GRID: Colour = Colour(225, 225, 225);

/// The palette of Okabe and Ito, which stays apart for every common kind of colour-blindness.
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
    /// As much of this colour on another: the other alone for a depth of 0, this one for 1.
    pub(super) fn over(self, paper: Self, depth: f64) -> Self {
        let mix = |paper: u8, end: u8| {
            let (paper, end) = (f64::from(paper), f64::from(end));
            (paper + (end - paper) * depth.clamp(0.0, 1.0)).to_u8().unwrap_or(u8::MAX)
        };
        Self(mix(paper.0, self.0), mix(paper.1, self.1), mix(paper.2, self.2))
    }

    /// White on a colour where its contrast ratio of WCAG 2 is 4.5 or more, and otherwise black, which then has as much.
    pub(super) fn ink(self) -> Self {
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = 0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2);
        if 1.05 / (luminance + 0.05) >= 4.5 { WHITE } else { Self(0, 0, 0) }
    }

    pub(super) const fn of_kind(kind: Option<Kind>) -> Self {
        match kind {
            Some(Kind::Venus) => PALETTE[3],
            Some(Kind::Senio) | None => PALETTE[0],
            Some(Kind::Vultures) => PALETTE[5],
            Some(Kind::Canis) => PALETTE[1],
            // Much lighter than Venus, with which a mid grey would merge for many.
            Some(Kind::Void) => Self(205, 205, 205),
        }
    }
}

/// As an SVG names it.
impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Places from left to right and from the top down.
pub(super) type Point = (f64, f64);

/// How a line goes: its colour and its width.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub colour: Colour,
    pub width: f64,
}

impl Stroke {
    pub(super) const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width }
    }
}

/// How a form is filled and edged; how strong its filling is, from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub fill: Option<(Colour, f64)>,
    pub stroke: Option<Stroke>,
}

impl From<Colour> for Look {
    fn from(colour: Colour) -> Self {
        Self { fill: Some((colour, 1.0)), stroke: None }
    }
}

impl From<Stroke> for Look {
    fn from(stroke: Stroke) -> Self {
        Self { fill: None, stroke: Some(stroke) }
    }
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text stands: its size, colour and weight, and which of its ends its place is.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) bold: bool,
    pub(super) anchor: Anchor,
}

impl Type {
    pub(super) const TITLE: Self = Self { size: 23.0, bold: true, ..Self::LABEL };
    pub(super) const PANEL: Self = Self { size: 16.0, bold: true, ..Self::LABEL };
    pub(super) const LABEL: Self = Self { size: 14.4, colour: INK, bold: false, anchor: Anchor::Start };
    /// Figures beside a bar or a dot.
    pub(super) const FIGURES: Self = Self { size: 12.7, ..Self::LABEL };
    pub(super) const CAPTION: Self = Self { size: 12.7, colour: FAINT_INK, ..Self::LABEL };
    /// What is written in small cells, and beside them.
    pub(crate) const SMALL: Self = Self { size: 10.2, ..Self::CAPTION };

    /// How far below its middle a line stands, in sizes of its type.
    pub(super) const FOOT: f64 = 0.25;

    pub(super) const fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// How wide a text is.
    pub(crate) fn width_of(self, text: &str) -> f64 {
        legible(text).chars().map(|c| self.width(c)).sum::<f64>().ceil()
    }

    fn width(self, c: char) -> f64 {
        self.size * letters::width(c, self.bold)
    }

    /// The lines of a text that fit the width.
    pub(crate) fn wrapped(self, text: &str, width: f64) -> Vec<String> {
        words::wrapped(&legible(text), width, |c| self.width(c))
    }

    /// The text if it fits the width, else its beginning and an ellipsis.
    pub(super) fn fitted(self, text: &str, width: f64) -> String {
        let text = legible(text);
        if self.width_of(&text) <= width {
            return text;
        }
        let mut taken = self.width('…');
        let fits = |c: &char| {
            taken += self.width(*c);
            taken <= width
        };
        text.chars().take_while(fits).chain(['…']).collect()
    }
}

/// One thing that is drawn.
pub(super) enum Mark {
    /// A line from point to point, or an area within it.
    Path(Vec<Point>, Look),
    Circle(Point, f64, Look),
    /// One line, its middle at the height of its place; upwards if it is turned.
    Text {
        text: String,
        at: Point,
        face: Type,
        turned: bool,
    },
}

/// A sheet with what is drawn on it, the last on top.
pub(crate) struct Scene {
    pub(super) size: (f64, f64),
    pub(super) marks: Vec<Mark>,
}

/// A part of a sheet, with places of its own from its upper left corner on.
pub(super) struct Area<'a> {
    scene: &'a mut Scene,
    corner: Point,
    pub(super) size: (f64, f64),
}

impl Scene {
    /// Draws an empty sheet by `draw`.
    pub(super) fn drawn(size: (f64, f64), draw: impl FnOnce(&mut Area<'_>)) -> Self {
        let mut scene = Self { size, marks: Vec::new() };
        draw(&mut Area { scene: &mut scene, corner: (0.0, 0.0), size });
        scene
    }

    /// How wide and high it is.
    pub(crate) const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// What is within the SVG: texts are texts that can be searched and read aloud.
    pub(crate) fn elements(&self) -> Markup {
        let form = |d: String, look: &Look| {
            let (fill, strength) = look
                .fill
                .map_or(("none".to_owned(), 1.0), |(colour, strength)| (colour.to_string(), strength));
            html! {
                path d=(d) fill=(fill) fill-opacity=[Some(strength).filter(|strength| *strength < 1.0)]
                    stroke=[look.stroke.map(|stroke| stroke.colour)] stroke-width=[look.stroke.map(|stroke| stroke.width)] {}
            }
        };
        html! {
            @for mark in &self.marks {
                @match mark {
                    Mark::Path(points, look) => {
                        @let points: Vec<String> = points.iter().map(|(x, y)| format!("{} {}", tenths(*x), tenths(*y))).collect();
                        (form(format!("M{}{}", points.join("L"), if look.fill.is_some() { "Z" } else { "" }), look))
                    }
                    Mark::Circle((x, y), radius, look) => {
                        @let (x, y, radius) = (tenths(x - radius), tenths(*y), tenths(*radius));
                        @let around = tenths(2.0 * radius);
                        (form(format!("M{x} {y}a{radius} {radius} 0 1 0 {around} 0a{radius} {radius} 0 1 0 -{around} 0Z"), look))
                    }
                    Mark::Text { text, at: (x, y), face, turned } => {
                        text x=(tenths(*x)) y=(tenths(y + Type::FOOT * face.size)) font-size=(face.size) fill=(face.colour)
                            text-anchor=[face.anchor.name()] font-weight=[face.bold.then_some("bold")]
                            transform=[turned.then(|| format!("rotate(270 {} {})", tenths(*x), tenths(*y)))] { (printable(text)) }
                    }
                }
                "\n"
            }
        }
    }
}

/// One decimal is enough for the eye.
fn tenths(units: f64) -> f64 {
    (10.0 * units).round() / 10.0
}

impl Anchor {
    /// As an SVG names it, where it says so.
    const fn name(self) -> Option<&'static str> {
        match self {
            Self::Start => None,
            Self::Middle => Some("middle"),
            Self::End => Some("end"),
        }
    }
}

impl Area<'_> {
    /// A part of it.
    pub(super) fn part(&mut self, corner: Point, size: (f64, f64)) -> Area<'_> {
        let corner = self.placed(corner);
        Area { scene: self.scene, corner, size }
    }

    const fn placed(&self, (x, y): Point) -> Point {
        (self.corner.0 + x, self.corner.1 + y)
    }

    pub(super) fn path(&mut self, points: impl IntoIterator<Item = Point>, look: impl Into<Look>) {
        let points = points.into_iter().map(|point| self.placed(point)).collect();
        self.scene.marks.push(Mark::Path(points, look.into()));
    }

    /// A rectangle by two of its corners.
    pub(super) fn rectangle(&mut self, [from, to]: [Point; 2], look: impl Into<Look>) {
        self.path([from, (to.0, from.1), to, (from.0, to.1), from], look);
    }

    pub(super) fn circle(&mut self, middle: Point, radius: f64, look: impl Into<Look>) {
        let middle = self.placed(middle);
        self.scene.marks.push(Mark::Circle(middle, radius, look.into()));
    }

    /// Writes one line, its middle at the height of `at`.
    pub(super) fn write(&mut self, text: &str, at: Point, face: Type) {
        let at = self.placed(at);
        self.scene.marks.push(Mark::Text { text: text.to_owned(), at, face, turned: false });
    }

    /// Writes one line upwards.
    pub(super) fn write_upwards(&mut self, text: &str, at: Point, face: Type) {
        let at = self.placed(at);
        self.scene.marks.push(Mark::Text { text: text.to_owned(), at, face, turned: true });
    }

    /// Writes lines below one another, flush with the margin.
    pub(super) fn write_lines(&mut self, lines: &[String], top: f64, step: f64, face: Type) {
        for (line, place) in lines.iter().zip(0u32..) {
            self.write(line, (MARGIN, top + f64::from(place) * step), face);
        }
    }
}

/// A number of lines, rows or columns, as places are counted.
pub(crate) fn number(number: usize) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}
