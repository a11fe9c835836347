//! What every picture is made of: lines, areas, dots and texts on a sheet, which become an SVG, a part of a page, or pixels.

use maud::{Markup, html};
use num_traits::ToPrimitive;

use super::colour::{Colour, DARK_PAPER, FAINT_INK, INK, LEGIBLE, WHITE};
use super::letters::{self, legible, printable};
use crate::output::words;

/// The width of a picture of one column.
pub(super) const WIDTH: f64 = 960.0;

/// Free space at the left of every text, and between the lines of a caption.
pub(super) const MARGIN: f64 = 24.0;
pub(super) const CAPTION_LINE: f64 = 19.0;

/// What a picture is drawn for: the sheet of a document, unless another width or dark paper is asked for.
///
/// On a sheet, names that are too long end in an ellipsis; on any other screen they are wrapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Screen {
    width: f64,
    dark: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Self { width: WIDTH, dark: false }
    }
}

impl Screen {
    /// A screen of so many CSS pixels, or of the nearest number that there is a layout for.
    #[cfg(any(test, not(feature = "cli")))]
    pub(crate) fn new(width: f64, dark: bool) -> Self {
        Self { width: width.clamp(280.0, 1280.0), dark }
    }

    pub(super) const fn width(self) -> f64 {
        self.width
    }

    pub(super) const fn is_dark(self) -> bool {
        self.dark
    }

    pub(super) fn is_sheet(self) -> bool {
        self == Self::default()
    }

    /// Whether what usually is side by side is below one another.
    pub(super) fn is_narrow(self) -> bool {
        const NARROW: f64 = 700.0;
        self.width < NARROW
    }

    pub(super) const fn paper(self) -> Colour {
        if self.dark { DARK_PAPER } else { WHITE }
    }

    /// Free space at both sides.
    pub(super) fn margin(self) -> f64 {
        if self.is_narrow() { 8.0 } else { MARGIN }
    }

    /// The type in a size that is legible: on narrow screens none is smaller than 14.
    pub(super) fn face(self, face: Type) -> Type {
        const LEAST: f64 = 14.0;
        if self.is_narrow() { Type { size: face.size.max(LEAST), ..face } } else { face }
    }

    /// The lines of a text within a width: as many as it takes, or on a sheet one that may end in an ellipsis.
    pub(super) fn lines(self, face: Type, text: &str, width: f64) -> Vec<String> {
        if self.is_sheet() { vec![face.fitted(text, width)] } else { face.wrapped(text, width) }
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
    /// The colour on which it is written, unless that is the paper.
    pub(super) ground: Option<Colour>,
}

impl Type {
    pub(super) const TITLE: Self = Self { size: 23.0, bold: true, ..Self::LABEL };
    pub(super) const PANEL: Self = Self { size: 16.0, bold: true, ..Self::LABEL };
    pub(super) const LABEL: Self =
        Self { size: 14.4, colour: INK, bold: false, anchor: Anchor::Start, ground: None };
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

    /// The same in the ink for that ground.
    pub(super) fn on(self, ground: Colour) -> Self {
        Self { colour: ground.ink(), ground: Some(ground), ..self }
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
    pub(super) screen: Screen,
    pub(super) marks: Vec<Mark>,
}

/// A part of a sheet, with places of its own from its upper left corner on.
pub(super) struct Area<'a> {
    scene: &'a mut Scene,
    corner: Point,
    pub(super) size: (f64, f64),
    pub(super) screen: Screen,
    /// Whether colours are those of things, the same on any paper.
    as_they_are: bool,
}

impl Scene {
    /// Draws on an empty sheet by `draw`.
    pub(super) fn drawn(screen: Screen, size: (f64, f64), draw: impl FnOnce(&mut Area<'_>)) -> Self {
        let mut scene = Self { size, screen, marks: Vec::new() };
        draw(&mut Area { scene: &mut scene, corner: (0.0, 0.0), size, screen, as_they_are: false });
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
                            textLength=[self.length(text, *face)] lengthAdjust=[self.length(text, *face).map(|_| "spacingAndGlyphs")]
                            text-anchor=[face.anchor.name()] font-weight=[face.bold.then_some("bold")]
                            transform=[turned.then(|| format!("rotate(270 {} {})", tenths(*x), tenths(*y)))] { (printable(text)) }
                    }
                }
                "\n"
            }
        }
    }
}

impl Scene {
    /// How long a text is to be where the layout left it just so much room, whatever font there is; unknown of letters that
    /// the own font lacks.
    fn length(&self, text: &str, face: Type) -> Option<f64> {
        (!self.screen.is_sheet() && letters::are_known(text)).then(|| face.width_of(text))
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
        Area { scene: self.scene, corner, size, ..*self }
    }

    /// The same, whose colours are those of things.
    pub(super) fn of_things(self) -> Self {
        Self { as_they_are: true, ..self }
    }

    const fn placed(&self, (x, y): Point) -> Point {
        (self.corner.0 + x, self.corner.1 + y)
    }

    /// The colour as it is on the paper of the screen, with a contrast of so much at least.
    fn shown(&self, colour: Colour, least: f64) -> Colour {
        if self.screen.dark && !self.as_they_are { colour.on_dark(least) } else { colour }
    }

    /// A form in the colours that are shown.
    fn look(&self, look: impl Into<Look>) -> Look {
        let Look { fill, stroke } = look.into();
        Look {
            fill: fill.map(|(colour, strength)| (self.shown(colour, 1.0), strength)),
            stroke: stroke.map(|stroke| Stroke { colour: self.shown(stroke.colour, 1.0), ..stroke }),
        }
    }

    pub(super) fn path(&mut self, points: impl IntoIterator<Item = Point>, look: impl Into<Look>) {
        let points = points.into_iter().map(|point| self.placed(point)).collect();
        self.scene.marks.push(Mark::Path(points, self.look(look)));
    }

    /// A rectangle by two of its corners.
    pub(super) fn rectangle(&mut self, [from, to]: [Point; 2], look: impl Into<Look>) {
        self.path([from, (to.0, from.1), to, (from.0, to.1), from], look);
    }

    pub(super) fn circle(&mut self, middle: Point, radius: f64, look: impl Into<Look>) {
        let middle = self.placed(middle);
        self.scene.marks.push(Mark::Circle(middle, radius, self.look(look)));
    }

    /// Writes one line, its middle at the height of `at`.
    pub(super) fn write(&mut self, text: &str, at: Point, face: Type) {
        self.write_turned(text, at, face, false);
    }

    /// Writes one line upwards.
    pub(super) fn write_upwards(&mut self, text: &str, at: Point, face: Type) {
        self.write_turned(text, at, face, true);
    }

    fn write_turned(&mut self, text: &str, at: Point, face: Type, turned: bool) {
        if text.is_empty() && !self.screen.is_sheet() {
            return;
        }
        let at = self.placed(at);
        let colour = match face.ground {
            Some(ground) => self.shown(ground, 1.0).ink(),
            None => self.shown(face.colour, LEGIBLE),
        };
        let face = Type { colour, ..face };
        self.scene.marks.push(Mark::Text { text: text.to_owned(), at, face, turned });
    }

    /// Writes lines below one another, flush with the margin.
    pub(super) fn write_lines(&mut self, lines: &[String], top: f64, step: f64, face: Type) {
        for (line, place) in lines.iter().zip(0u32..) {
            self.write(line, (self.screen.margin(), top + f64::from(place) * step), face);
        }
    }
}

/// A number of lines, rows or columns, as places are counted.
pub(crate) fn number(number: usize) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}
