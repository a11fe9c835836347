//! Charts as PNG, two pixels for each unit.
//!
//! Letters are drawn by their outlines, from left to right. That is enough: the font has neither ligatures nor combining
//! accents, and right-to-left letters have already been replaced by stand-ins.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Stroke as Line, Transform};
use ttf_parser::{GlyphId, OutlineBuilder};

use super::ChartError;
use super::colour::Colour;
use super::letters::{StandIns, face, glyph};
use super::scene::{Anchor, Look, MARGIN, Mark, Point, Scene, Type};

/// Pixels for each unit of the drawing.
const SCALE: f32 = 2.0;

/// The chart as a PNG, with a line below that lists missing letters, if any.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, ChartError> {
    let failed = |error: &str| ChartError::Drawing(error.to_owned());
    let (width, height) = scene.size;
    let size = |units: f64| num_traits::ToPrimitive::to_u32(&(units * f64::from(SCALE)));
    let pixels = size(width).zip(size(height)).and_then(|(width, height)| Pixmap::new(width, height));
    let mut pixels = pixels.ok_or_else(|| failed("too large"))?;
    pixels.fill(Color::WHITE);
    let mut stand_ins = StandIns::default();
    for mark in &scene.marks {
        match mark {
            Mark::Path(points, look) => draw(&mut pixels, path(points, look.fill.is_some()), look),
            Mark::Circle((x, y), radius, look) => {
                draw(&mut pixels, PathBuilder::from_circle(single(*x), single(*y), single(*radius)), look);
            }
            Mark::Text { text, at, face, turned } => {
                write(&mut pixels, &stand_ins.of(text), *at, *face, *turned);
            }
        }
    }
    if let Some(shown) = stand_ins.shown() {
        let shown = Type::SMALL.fitted(&shown, width - 2.0 * MARGIN);
        write(&mut pixels, &shown, (MARGIN, height - 9.0), Type::SMALL, false);
    }
    pixels.encode_png().map_err(|error| failed(&error.to_string()))
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are counted in singles")]
const fn single(units: f64) -> f32 {
    units as f32
}

fn path(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let (x, y) = (single(*x), single(*y));
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn paint(Colour(red, green, blue): Colour, strength: f64) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let mut colour = Color::from_rgba8(red, green, blue, u8::MAX);
    colour.set_alpha(single(strength));
    paint.set_color(colour);
    paint
}

fn draw(pixels: &mut Pixmap, path: Option<Path>, look: &Look) {
    let Some(path) = path else { return };
    let scale = Transform::from_scale(SCALE, SCALE);
    if let Some((colour, strength)) = look.fill {
        pixels.fill_path(&path, &paint(colour, strength), FillRule::Winding, scale, None);
    }
    if let Some(stroke) = look.stroke {
        let line = Line { width: single(stroke.width), ..Line::default() };
        pixels.stroke_path(&path, &paint(stroke.colour, 1.0), &line, scale, None);
    }
}

fn write(pixels: &mut Pixmap, text: &str, at: Point, face: Type, turned: bool) {
    let Some(path) = outline(text, at, face) else { return };
    let turn = if turned {
        Transform::from_rotate_at(270.0, single(at.0), single(at.1))
    } else {
        Transform::identity()
    };
    let index = turn.post_scale(SCALE, SCALE);
    pixels.fill_path(&path, &paint(face.colour, 1.0), FillRule::Winding, index, None);
}

/// The outlines of a line of text; `None` if it is blank.
fn outline(text: &str, (x, y): Point, style: Type) -> Option<Path> {
    let font = face(style.bold)?;
    // Missing letters already have stand-ins; any other white space becomes a space.
    let glyphs = text.chars().filter_map(|c| glyph(font, c).or_else(|| glyph(font, ' ')));
    let glyphs: Vec<GlyphId> = glyphs.collect();
    let scale = single(style.size) / f32::from(font.units_per_em());
    let width = |glyph: &GlyphId| scale * f32::from(font.glyph_hor_advance(*glyph).unwrap_or_default());
    let before = match style.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let left = single(x) - before * glyphs.iter().map(width).sum::<f32>();
    let mut pen = Pen { path: PathBuilder::new(), scale, left, foot: single(y + Type::FOOT * style.size) };
    for glyph in glyphs {
        font.outline_glyph(glyph, &mut pen);
        pen.left += width(&glyph);
    }
    pen.path.finish()
}

/// Collects the outline of a letter.
struct Pen {
    path: PathBuilder,
    scale: f32,
    /// The left edge of the letter.
    left: f32,
    /// The baseline.
    foot: f32,
}

impl Pen {
    /// A point of the font, whose y axis points up.
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale + self.left, self.foot - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::chart::scene::Screen;

    const HUNDRED: Type = Type { size: 100.0, ..Type::LABEL };

    /// In the font, an H is 0.741 wide and 0.714 high, and its ink spans 0.097 to 0.643.
    #[test]
    fn texts_are_placed_by_their_anchor() {
        for (anchor, left) in [(Anchor::Start, 409.7), (Anchor::Middle, 372.65), (Anchor::End, 335.6)] {
            let ink = outline("H", (400.0, 275.0), HUNDRED.anchored(anchor)).unwrap().bounds();
            let sides =
                [(ink.left(), left), (ink.right(), left + 54.6), (ink.top(), 228.6), (ink.bottom(), 300.0)];
            assert!(sides.iter().all(|(is, should)| (is - should).abs() < 0.01), "{ink:?}");
        }
    }

    #[test]
    fn every_letter_has_an_outline_or_is_blank() {
        for bold in [false, true] {
            let font = face(bold).unwrap();
            let known = ('\0'..=char::MAX).filter(|c| glyph(font, *c).is_some());
            let letters = known.inspect(|c| {
                let is_blank = matches!(c, ' ' | '\u{a0}');
                let drawn = outline(&c.to_string(), (0.0, 0.0), Type { bold, ..HUNDRED });
                assert_eq!(drawn.is_none(), is_blank, "{:04X}", u32::from(*c));
            });
            assert!(letters.count() > 700);
        }
    }

    #[test]
    fn any_text_can_be_drawn() {
        for said in [
            "",
            " \u{a0}\u{3000}\t",
            "<b> & \"so\" 'on' ]]>",
            "👩\u{200d}🎲",
            "e\u{328}\u{301}",
            "אולוס 3 %",
            "Ἀῦλος",
            "\u{ad}\u{200e}\u{fe0f}",
            "\u{fffe}",
        ] {
            let text = Mark::Text { text: said.to_owned(), at: (10.0, 10.0), face: HUNDRED, turned: true };
            assert!(
                png(&Scene { size: (40.0, 40.0), screen: Screen::default(), marks: vec![text] }).is_ok(),
                "{said}"
            );
        }
    }
}
