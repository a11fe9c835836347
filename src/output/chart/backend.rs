//! The drawing backend for plotters: an area of a scene.

use std::convert::Infallible;

use num_traits::ToPrimitive;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::colour::Colour;
use super::scene::{Anchor, Area, Look, Point, Stroke, Type};

/// Plotters uses integer coordinates, so they are in hundredths, too fine to be seen.
const FINE: f64 = 100.0;

/// A length in plotters' coordinates.
pub(super) fn fine(length: f64) -> i32 {
    (FINE * length).round().to_i32().unwrap_or(0)
}

fn coarse((x, y): BackendCoord) -> Point {
    (f64::from(x) / FINE, f64::from(y) / FINE)
}

/// Drawing on a scene never fails.
type Drawn = Result<(), DrawingErrorKind<Infallible>>;

pub(super) struct Backend<'a, 'b>(pub &'a mut Area<'b>);

/// The look of a form, unless it is invisible.
fn look<S: BackendStyle>(style: &S, fill: bool) -> Option<Look> {
    let BackendColor { alpha, rgb: (red, green, blue) } = style.color();
    let colour = Colour(red, green, blue);
    let stroke = || Look::from(Stroke::new(colour, f64::from(style.stroke_width()) / FINE));
    let look = if fill { Look { fill: Some((colour, alpha)), stroke: None } } else { stroke() };
    (alpha > 0.0).then_some(look)
}

impl Backend<'_, '_> {
    fn path<S: BackendStyle>(
        &mut self,
        points: impl IntoIterator<Item = BackendCoord>,
        style: &S,
        fill: bool,
    ) {
        if let Some(look) = look(style, fill) {
            self.0.path(points.into_iter().map(coarse), look);
        }
    }
}

impl DrawingBackend for Backend<'_, '_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.0.size;
        (fine(width).unsigned_abs(), fine(height).unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.path([from, to], style, false);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.path(points, style, false);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.path([from, (to.0, from.1), to, (from.0, to.1), from], style, fill);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        middle: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if let Some(look) = look(style, fill) {
            self.0.circle(coarse(middle), f64::from(radius) / FINE, look);
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.path(points, style, true);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let (face, (x, y)) = (face(style), coarse(at));
        // In a scene, the vertical anchor of a line is its middle.
        let down = match style.anchor().v_pos {
            VPos::Top => face.size / 2.0,
            VPos::Center => 0.0,
            VPos::Bottom => -face.size / 2.0,
        };
        match style.transform() {
            FontTransform::Rotate270 => self.0.write_upwards(text, (x + down, y), face),
            _ => self.0.write(text, (x, y + down), face),
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let face = face(style);
        Ok((fine(face.width_of(text)).unsigned_abs(), fine(face.size).unsigned_abs()))
    }
}

/// The type of a text; its size is in scene units, not in hundredths.
fn face<S: BackendTextStyle>(style: &S) -> Type {
    let (red, green, blue) = style.color().rgb;
    let anchor = match style.anchor().h_pos {
        HPos::Left => Anchor::Start,
        HPos::Center => Anchor::Middle,
        HPos::Right => Anchor::End,
    };
    let bold = matches!(style.style(), FontStyle::Bold);
    Type { size: style.size(), colour: Colour(red, green, blue), bold, anchor, ground: None }
}
