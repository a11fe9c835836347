//! What all pictures share: the frame, the type, the colours, and the two formats.

use num_traits::ToPrimitive;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
#[cfg(feature = "cli")]
use resvg::{tiny_skia, usvg};

use super::letters::{self, escaped, legible, printable};
#[cfg(feature = "cli")]
use super::outlines::outlined;
use super::{ChartError, ChartFormat};
use crate::output::words;
use crate::tali::Kind;

/// How many steps a unit of the drawing has. plotters rounds every place to a whole number; so fine
/// a one does not show.
const FINE: u32 = 8;

/// Units of the drawing in the steps that plotters counts.
pub(crate) const fn fine(units: i32) -> i32 {
    units * FINE.cast_signed()
}

/// The same for sizes.
pub(crate) const fn fine_size(units: u32) -> u32 {
    units * FINE
}

/// A number of lines or rows, as places are counted.
pub(crate) fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Free space at the left of every text, and between the lines of a caption.
pub(crate) const MARGIN: i32 = 24;
pub(crate) const CAPTION_LINE: i32 = 19;

/// Pixels for each unit of the drawing in a PNG.
#[cfg(feature = "cli")]
const PNG_SCALE: f32 = 2.0;

pub(crate) const INK: RGBColor = RGBColor(34, 34, 34);
pub(crate) const FAINT_INK: RGBColor = RGBColor(95, 95, 95);
pub(crate) const GRID: RGBColor = RGBColor(225, 225, 225);

/// How strong the colour of a band is, within which a line may lie.
pub(crate) const BAND: f64 = 0.18;

/// The palette of Okabe and Ito, which stays apart for every common kind of colour-blindness.
pub(crate) const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 120, 120),
];

/// A colour on paper of that lightness: the paper alone for a depth of 0, the full colour for 1.
pub(crate) fn tint(full: RGBColor, depth: f64, paper: u8) -> RGBColor {
    let mix = |end: u8| {
        let paper = f64::from(paper);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
        let mixed = (paper - (paper - f64::from(end)) * depth.clamp(0.0, 1.0)) as u8;
        mixed
    };
    RGBColor(mix(full.0), mix(full.1), mix(full.2))
}

/// White on a colour where its contrast ratio of WCAG 2 is 4.5 or more, and otherwise black, which then has as much.
pub(crate) fn ink_on(colour: RGBColor) -> RGBColor {
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |RGBColor(red, green, blue): RGBColor| {
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    if 1.05 / (luminance(colour) + 0.05) >= 4.5 { WHITE } else { BLACK }
}

pub(crate) const fn kind_colour(kind: Option<Kind>) -> RGBColor {
    match kind {
        Some(Kind::Venus) => PALETTE[3],
        Some(Kind::Senio) | None => PALETTE[0],
        Some(Kind::Vultures) => PALETTE[5],
        Some(Kind::Canis) => PALETTE[1],
        // Much lighter than Venus, with which a mid grey would merge for many.
        Some(Kind::Void) => RGBColor(205, 205, 205),
    }
}

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What becomes of drawing something.
pub(crate) type Drawn = Result<(), ChartError>;

/// A finished drawing with what it says to those who cannot see it.
pub(crate) struct Canvas {
    svg: String,
    #[cfg(feature = "cli")]
    size: (u32, u32),
    title: String,
    description: String,
}

/// Any error of the drawing library.
pub(crate) fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Drawing(error.to_string())
}

impl Canvas {
    /// Draws on white by `draw`.
    pub(crate) fn draw(
        size: (u32, u32),
        title: &str,
        description: String,
        draw: impl FnOnce(&Area<'_>) -> Drawn,
    ) -> Result<Self, ChartError> {
        let mut svg = String::new();
        {
            let steps = (fine_size(size.0), fine_size(size.1));
            let area = SVGBackend::with_string(&mut svg, steps).into_drawing_area();
            area.fill(&WHITE).map_err(failed)?;
            draw(&area)?;
            area.present().map_err(failed)?;
        }
        let svg = scaled(&svg, size)?;
        Ok(Self {
            svg,
            #[cfg(feature = "cli")]
            size,
            title: title.to_owned(),
            description,
        })
    }

    /// The picture as a file.
    pub(crate) fn encode(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        match format {
            ChartFormat::Svg => Ok(self.described().into_bytes()),
            #[cfg(feature = "cli")]
            ChartFormat::Png => png(&outlined(&self.in_the_font())?),
            #[cfg(not(feature = "cli"))]
            ChartFormat::Png => Err(failed("a .png needs the feature cli; name a .svg")),
        }
    }

    /// The SVG, whose texts are texts that can be searched and read aloud, with a title and a description.
    fn described(&self) -> String {
        let (opening, rest) = self.svg.split_once('>').unwrap_or((&self.svg, ""));
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        let rest = rest.replace("font-family=\"sans-serif\"", "font-family=\"Noto Sans, sans-serif\"");
        format!("{opening} role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>{rest}")
    }

    /// The drawing with a stand-in for each letter that the font lacks, and below it which they are.
    #[cfg(feature = "cli")]
    fn in_the_font(&self) -> String {
        let (svg, told) = letters::with_stand_ins(&self.svg);
        let Some(told) = told else { return svg };
        let small = Type { size: 12.0, ..Type::CAPTION };
        let told = fitted(&told, self.size.0 - 2 * MARGIN.unsigned_abs(), small);
        let RGBColor(red, green, blue) = small.colour;
        let (left, foot) = (fine(MARGIN), fine(self.size.1.cast_signed() - 6));
        let size = small.size * Type::DRAWN * f64::from(FINE);
        let line = format!(
            "<text x=\"{left}\" y=\"{foot}\" font-family=\"sans-serif\" font-size=\"{size}\" fill=\"rgb({red},{green},{blue})\">{told}</text>\n</svg>"
        );
        svg.replacen("</svg>", &line, 1)
    }
}

/// The drawing in its real size: plotters gives it the width and height of its steps.
fn scaled(svg: &str, (width, height): (u32, u32)) -> Result<String, ChartError> {
    let in_steps = format!("width=\"{}\" height=\"{}\" viewBox", fine_size(width), fine_size(height));
    let in_units = format!("width=\"{width}\" height=\"{height}\" viewBox");
    if svg.contains(&in_steps) {
        Ok(svg.replacen(&in_steps, &in_units, 1))
    } else {
        Err(failed("the drawing library changed its frame"))
    }
}

#[cfg(feature = "cli")]
fn png(svg: &str) -> Result<Vec<u8>, ChartError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(failed)?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE).ok_or_else(|| failed("no size"))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("too large"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

/// How a text stands: its size, colour and weight, and which of its ends its place is.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub size: f64,
    pub colour: RGBColor,
    pub bold: bool,
    pub anchor: HPos,
}

impl Type {
    pub(crate) const TITLE: Self = Self { size: 27.0, colour: INK, bold: true, anchor: HPos::Left };
    pub(crate) const SUBTITLE: Self = Self { size: 19.0, colour: FAINT_INK, bold: false, anchor: HPos::Left };
    pub(crate) const PANEL: Self = Self { size: 19.0, colour: INK, bold: true, anchor: HPos::Left };
    pub(crate) const LABEL: Self = Self { size: 17.0, colour: INK, bold: false, anchor: HPos::Left };
    /// Figures beside a bar or a dot.
    pub(crate) const FIGURES: Self = Self { size: 15.0, ..Self::LABEL };
    pub(crate) const CAPTION: Self = Self { size: 15.0, colour: FAINT_INK, bold: false, anchor: HPos::Left };

    pub(crate) const fn anchored(self, anchor: HPos) -> Self {
        Self { anchor, ..self }
    }

    /// How much of its size a text has in the drawing: plotters divides every size by 1.24 on its way to the SVG.
    const DRAWN: f64 = 1.05 / 1.24;

    /// The same in plotters' terms.
    pub(crate) fn style(self) -> TextStyle<'static> {
        let weight = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let style = TextStyle::from(("sans-serif", self.size * 1.05 * f64::from(FINE), weight));
        TextStyle { color: self.colour.to_backend_color(), ..style }.pos(Pos::new(self.anchor, VPos::Center))
    }

    /// How wide a text is.
    pub(crate) fn width_of(self, text: &str) -> u32 {
        let width: f64 = legible(text).chars().map(|c| self.width(c)).sum();
        width.ceil().to_u32().unwrap_or(u32::MAX)
    }

    fn width(self, c: char) -> f64 {
        self.size * Self::DRAWN * letters::width(c, self.bold)
    }
}

/// Writes one line, its middle at the height of `place`.
pub(crate) fn write(area: &Area<'_>, text: &str, place: (i32, i32), face: Type) -> Drawn {
    let place = (fine(place.0), fine(place.1));
    area.draw_text(&printable(text), &face.style(), place).map_err(failed)
}

/// Writes lines below one another, flush with the margin.
pub(crate) fn write_lines(area: &Area<'_>, lines: &[String], top: i32, step: i32, face: Type) -> Drawn {
    lines.iter().zip(0..).try_for_each(|(line, place)| write(area, line, (MARGIN, top + place * step), face))
}

/// The lines of a text that fit the width.
pub(crate) fn wrapped(text: &str, width: u32, face: Type) -> Vec<String> {
    words::wrapped(&legible(text), f64::from(width), |c| face.width(c))
}

/// The text if it fits the width, else its beginning and an ellipsis.
pub(crate) fn fitted(text: &str, width: u32, face: Type) -> String {
    let text = legible(text);
    if face.width_of(&text) <= width {
        return text;
    }
    let mut taken = face.width('…');
    let fits = |c: &char| {
        taken += face.width(*c);
        taken <= f64::from(width)
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// From light to the dark blue of the palette.
pub(super) fn shade(step: usize, steps: usize) -> RGBColor {
    let mixed = |light: u8, dark: u8| {
        let (light, dark) = (usize::from(light), usize::from(dark));
        let part = (light * (steps - 1 - step) + dark * step) / (steps - 1).max(1);
        u8::try_from(part).unwrap_or(u8::MAX)
    };
    let RGBColor(red, green, blue) = PALETTE[0];
    RGBColor(mixed(238, red), mixed(232, green), mixed(213, blue))
}
