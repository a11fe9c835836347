//! The elements of every chart: lines, areas, dots and texts on a sheet, which become an SVG, a part of a page, or pixels.

use maud::{Markup, html};
use num_traits::ToPrimitive;

use super::colour::{Colour, DARK_PAPER, FAINT_INK, INK, LEGIBLE, WHITE};
use super::letters::{self, legible, printable};
use crate::output::words;

/// The width of a chart with one column.
pub(super) const WIDTH: f64 = 960.0;

/// Free space at the left of every text, and between the lines of a caption.
pub(super) const MARGIN: f64 = 24.0;
pub(super) const CAPTION_LINE: f64 = 19.0;

/// The target of a chart: by default a sheet in a document, otherwise a screen of another width or with dark paper.
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
    /// A screen of that width in CSS pixels, or of the nearest width that has a layout.
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

    /// Whether elements that are usually side by side are below one another.
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

    /// The type in a legible size: on narrow screens at least 14.
    pub(super) fn face(self, face: Type) -> Type {
        const LEAST: f64 = 14.0;
        if self.is_narrow() { Type { size: face.size.max(LEAST), ..face } } else { face }
    }

    /// The lines of a text within a width: as many as needed, or on a sheet one that may end in an ellipsis.
    pub(super) fn lines(self, face: Type, text: &str, width: f64) -> Vec<String> {
        if self.is_sheet() { vec![face.fitted(text, width)] } else { face.wrapped(text, width) }
    }
}

/// A point: x to the right, y down.
pub(super) type Point = (f64, f64);

/// The look of a line: its colour and its width.
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

/// The fill and outline of a form, with the opacity of the fill from 0 to 1.
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

/// The part of a text at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The type of a text: its size, colour, weight and anchor.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) bold: bool,
    pub(super) anchor: Anchor,
    /// The background colour, unless it is the paper.
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
    /// Texts in small cells, and beside them.
    pub(crate) const SMALL: Self = Self { size: 10.2, ..Self::CAPTION };

    /// The distance from the middle of a line down to its baseline, in units of its type size.
    pub(super) const FOOT: f64 = 0.25;

    pub(super) const fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The type in the ink for that background.
    pub(super) fn on(self, ground: Colour) -> Self {
        Self { colour: ground.ink(), ground: Some(ground), ..self }
    }

    /// The width of a text.
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

/// A drawn element.
pub(super) enum Mark {
    /// A line from point to point, or an area within it.
    Path(Vec<Point>, Look),
    Circle(Point, f64, Look),
    /// One line of text, vertically centred at its position; upwards if it is turned.
    Text {
        text: String,
        at: Point,
        face: Type,
        turned: bool,
    },
}

/// A sheet with its elements, the last on top.
pub(crate) struct Scene {
    pub(super) size: (f64, f64),
    pub(super) screen: Screen,
    pub(super) marks: Vec<Mark>,
}

/// A part of a sheet, with coordinates from its own upper left corner.
pub(super) struct Area<'a> {
    scene: &'a mut Scene,
    corner: Point,
    pub(super) size: (f64, f64),
    pub(super) screen: Screen,
    /// Whether colours stay the same on any paper, as for pieces of a game.
    as_they_are: bool,
}

impl Scene {
    /// An empty sheet drawn on by `draw`.
    pub(super) fn drawn(screen: Screen, size: (f64, f64), draw: impl FnOnce(&mut Area<'_>)) -> Self {
        let mut scene = Self { size, screen, marks: Vec::new() };
        draw(&mut Area { scene: &mut scene, corner: (0.0, 0.0), size, screen, as_they_are: false });
        scene
    }

    /// The width and the height.
    pub(crate) const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The content of the SVG: texts stay text that can be searched and read aloud.
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
    /// The length to which a viewer fits a text with any font, because the layout reserved that much; `None` if the bundled font
    /// lacks a letter.
    fn length(&self, text: &str, face: Type) -> Option<f64> {
        (!self.screen.is_sheet() && letters::are_known(text)).then(|| face.width_of(text))
    }
}

/// Rounded to one decimal, which is precise enough.
fn tenths(units: f64) -> f64 {
    (10.0 * units).round() / 10.0
}

impl Anchor {
    /// The SVG name, except for the default.
    const fn name(self) -> Option<&'static str> {
        match self {
            Self::Start => None,
            Self::Middle => Some("middle"),
            Self::End => Some("end"),
        }
    }
}

impl Area<'_> {
    /// A part of the area.
    pub(super) fn part(&mut self, corner: Point, size: (f64, f64)) -> Area<'_> {
        let corner = self.placed(corner);
        Area { scene: self.scene, corner, size, ..*self }
    }

    /// The area with colours that stay the same on any paper.
    pub(super) fn of_things(self) -> Self {
        Self { as_they_are: true, ..self }
    }

    const fn placed(&self, (x, y): Point) -> Point {
        (self.corner.0 + x, self.corner.1 + y)
    }

    /// The colour as shown on the screen's paper, with at least the given contrast.
    fn shown(&self, colour: Colour, least: f64) -> Colour {
        if self.screen.dark && !self.as_they_are { colour.on_dark(least) } else { colour }
    }

    /// The look of a form in the colours of the screen.
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

    /// Draws a rectangle by two of its corners.
    pub(super) fn rectangle(&mut self, [from, to]: [Point; 2], look: impl Into<Look>) {
        self.path([from, (to.0, from.1), to, (from.0, to.1), from], look);
    }

    pub(super) fn circle(&mut self, middle: Point, radius: f64, look: impl Into<Look>) {
        let middle = self.placed(middle);
        self.scene.marks.push(Mark::Circle(middle, radius, self.look(look)));
    }

    /// Writes one line of text, vertically centred at `at`.
    pub(super) fn write(&mut self, text: &str, at: Point, face: Type) {
        self.write_turned(text, at, face, false);
    }

    /// Writes one line of text upwards.
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
        for (line, index) in lines.iter().zip(0u32..) {
            self.write(line, (self.screen.margin(), top + f64::from(index) * step), face);
        }
    }
}

/// A number of lines, rows or columns as a coordinate.
pub(crate) fn number(number: usize) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}
