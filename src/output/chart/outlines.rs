//! Texts as outlines, which is how a PNG has them.
//!
//! What draws the pixels then needs neither fonts nor the shaping of text. The letters of a line stand beside one another
//! from left to right, with the kerning of the font. That is all there is to do: the font has neither ligatures nor accents
//! that stand alone, and letters of scripts from right to left are stand-ins by then.

use std::fmt::Write as _;

use resvg::usvg::roxmltree::{Document, Node};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::ChartError;
use super::letters::{face, glyph, kerning};

/// The drawing with each text as a path, which has the same place, size and colour.
pub(super) fn outlined(svg: &str) -> Result<String, ChartError> {
    let document = Document::parse(svg).map_err(|error| ChartError::Drawing(error.to_string()))?;
    let mut drawn = String::with_capacity(svg.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| node.tag_name().name() == "text") {
        let place = text.range();
        drawn.push_str(&svg[copied..place.start]);
        drawn.extend(as_path(svg, text));
        copied = place.end;
    }
    drawn.push_str(&svg[copied..]);
    Ok(drawn)
}

/// A text as a path of its colour and transform; nothing where it has no size or no place.
fn as_path(svg: &str, text: Node<'_, '_>) -> Option<String> {
    let face = face(text.attribute("font-weight") == Some("bold"))?;
    let number = |name| text.attribute(name)?.parse::<f32>().ok();
    let (x, y, size) = (number("x")?, number("y")?, number("font-size")?);
    let line = Line::of(&in_words(text), face, size);
    let before = match text.attribute("text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let foot = y + text.attribute("dy").and_then(|dy| length(dy, size)).unwrap_or_default();
    let outlines = line.outlines(face, x, -before * line.width(), foot);
    let kept = text.attributes().filter(|kept| matches!(kept.name(), "fill" | "opacity" | "transform"));
    let kept: Vec<&str> = kept.map(|kept| &svg[kept.range()]).collect();
    Some(format!("<path {} d=\"{outlines}\"/>", kept.join(" ")))
}

/// What a text says, with its white space as XML has it drawn: none at its ends, and one space for several.
fn in_words(text: Node<'_, '_>) -> String {
    let said: String = text.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
    let words: Vec<&str> = said.split([' ', '\n', '\r', '\t']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// A length, which may be in units of the size of the font. `ex` is half of it, as for the library that draws the pixels.
fn length(length: &str, size: f32) -> Option<f32> {
    let (number, unit) = if let Some(number) = length.strip_suffix("em") {
        (number, size)
    } else if let Some(number) = length.strip_suffix("ex") {
        (number, size / 2.0)
    } else {
        (length, 1.0)
    };
    Some(number.parse::<f32>().ok()? * unit)
}

/// Letters beside one another, in units of the drawing.
struct Line {
    /// Each with how far behind it the next one begins.
    letters: Vec<(GlyphId, f32)>,
    /// The size of a unit of the font.
    scale: f32,
}

impl Line {
    fn of(text: &str, face: &Face<'_>, size: f32) -> Self {
        let scale = size / f32::from(face.units_per_em());
        // What the font lacks has a stand-in by now, but for white space, which all becomes a space.
        let glyphs = text.chars().filter_map(|c| glyph(face, c).or_else(|| glyph(face, ' ')));
        let glyphs: Vec<GlyphId> = glyphs.collect();
        let letters = glyphs.iter().enumerate().map(|(place, glyph)| {
            let width = f32::from(face.glyph_hor_advance(*glyph).unwrap_or_default());
            let kerning = glyphs.get(place + 1).map_or(0, |next| kerning(face, *glyph, *next));
            (*glyph, (width + f32::from(kerning)) * scale)
        });
        Self { letters: letters.collect(), scale }
    }

    fn width(&self) -> f32 {
        self.letters.iter().map(|(_, width)| width).sum()
    }

    /// As a path has them, where the first begins so far beside `x`.
    fn outlines(&self, face: &Face<'_>, x: f32, mut beside: f32, foot: f32) -> String {
        let mut pen = Pen { drawn: String::new(), scale: self.scale, left: x, foot };
        for (glyph, width) in &self.letters {
            pen.left = x + beside;
            face.outline_glyph(*glyph, &mut pen);
            beside += width;
        }
        pen.drawn
    }
}

/// What writes the outline of a letter as a path has it.
struct Pen {
    drawn: String,
    scale: f32,
    /// Where the letter begins.
    left: f32,
    /// How high it stands.
    foot: f32,
}

impl Pen {
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.drawn.push(command);
        for (x, y) in points {
            // The font counts upwards.
            let _ = write!(self.drawn, "{} {} ", x * self.scale + self.left, self.foot - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.push('Z', &[]);
    }
}

#[cfg(test)]
mod tests {
    use resvg::{tiny_skia::Rect, usvg};

    use super::*;
    use crate::output::chart::letters;

    /// The drawing of one text of size 100 at 400, 300, with these attributes.
    fn drawing(said: &str, attributes: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"600\"><text x=\"400\" y=\"300\" \
             font-size=\"100\" {attributes}>\n{said}\n</text></svg>"
        )
    }

    /// Where the ink of that text is.
    fn ink(said: &str, attributes: &str) -> Rect {
        let svg = outlined(&drawing(said, attributes)).unwrap();
        assert!(!svg.contains("<text"), "{svg}");
        usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap().root().abs_bounding_box()
    }

    #[track_caller]
    fn lies(ink: Rect, left: f32, top: f32, right: f32, bottom: f32) {
        let sides = [(ink.left(), left), (ink.top(), top), (ink.right(), right), (ink.bottom(), bottom)];
        assert!(sides.iter().all(|(is, should)| (is - should).abs() < 0.01), "{ink:?}");
    }

    /// In the font, an H is 0.741 wide, its ink goes from 0.097 to 0.643, and it is 0.714 high.
    #[test]
    fn a_text_stands_where_its_anchor_says() {
        lies(ink("H", ""), 409.7, 228.6, 464.3, 300.0);
        lies(ink("H", "text-anchor=\"start\""), 409.7, 228.6, 464.3, 300.0);
        lies(ink("H", "text-anchor=\"middle\""), 372.65, 228.6, 427.25, 300.0);
        lies(ink("H", "text-anchor=\"end\""), 335.6, 228.6, 390.2, 300.0);
    }

    #[test]
    fn a_text_is_shifted_and_turned() {
        lies(ink("H", "dy=\"0.5ex\""), 409.7, 253.6, 464.3, 325.0);
        lies(ink("H", "dy=\"0.76em\""), 409.7, 304.6, 464.3, 376.0);
        lies(ink("H", "dy=\"-10\""), 409.7, 218.6, 464.3, 290.0);
        lies(ink("H", "transform=\"rotate(90, 400, 300)\""), 400.0, 309.7, 471.4, 364.3);
        lies(ink("H", "transform=\"rotate(270, 400, 300)\" text-anchor=\"end\""), 328.6, 309.8, 400.0, 364.4);
    }

    #[test]
    fn its_colour_and_weight_are_kept() {
        let svg = outlined(&drawing("H", "fill=\"#123456\" opacity=\"0.5\"")).unwrap();
        assert!(svg.contains("<path fill=\"#123456\" opacity=\"0.5\" d=\"M"), "{svg}");
        assert!(ink("H", "font-weight=\"bold\"").width() > ink("H", "").width());
    }

    #[test]
    fn pairs_of_letters_are_kerned() {
        for bold in [false, true] {
            let face = face(bold).unwrap();
            let width = |text| Line::of(text, face, 1000.0).width();
            assert!(width("AV") < width("A") + width("V") - 20.0, "{}", width("AV"));
            assert!((width("HH") - 2.0 * width("H")).abs() < f32::EPSILON);
        }
    }

    #[test]
    fn every_letter_of_the_fonts_has_an_outline_or_is_blank() {
        for bold in [false, true] {
            let face = face(bold).unwrap();
            let mut letters = 0;
            for c in ('\0'..=char::MAX).filter(|c| glyph(face, *c).is_some()) {
                let line = Line::of(&c.to_string(), face, 1.0);
                let blank = matches!(c, ' ' | '\u{a0}');
                assert_eq!(line.outlines(face, 0.0, 0.0, 0.0).is_empty(), blank, "{:04X}", u32::from(c));
                assert!(line.width() > 0.0, "{:04X}", u32::from(c));
                letters += 1;
            }
            assert!(letters > 700, "{letters}");
        }
    }

    #[test]
    fn whatever_is_typed_can_be_drawn() {
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
            let (svg, _) = letters::with_stand_ins(&drawing(&letters::escaped(said), ""));
            usvg::Tree::from_str(&outlined(&svg).unwrap(), &usvg::Options::default()).unwrap();
        }
        // White space counts as XML has it.
        assert_eq!(outlined(&drawing(" A \n B ", "")).unwrap(), outlined(&drawing("A B", "")).unwrap());
        assert_eq!(ink("&lt;&amp;&#x41;", ""), ink("<![CDATA[<&A]]>", ""));
    }
}
