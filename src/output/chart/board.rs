//! A board as it lies on the table.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Drawn, INK, PALETTE, Type, as_i32, failed, fine, fine_size, write};
use super::layout::WIDTH;
use crate::games::{BoardView, Content};

/// How high the lines above and below the board are.
const LINE: i32 = 30;

/// The longest side of a square.
const LARGEST: i32 = 110;

/// How high a board is drawn.
pub(super) fn height(view: &BoardView) -> i32 {
    2 * LINE + side(view) * as_i32(view.squares.len() / view.columns.max(1)) + 20
}

/// How wide and high a square is.
fn side(view: &BoardView) -> i32 {
    ((WIDTH.cast_signed() - 120) / as_i32(view.columns).max(1)).min(LARGEST)
}

/// Draws each square with its name and what lies there; where a best move begins it is framed.
pub(super) fn draw(area: &Area<'_>, view: &BoardView) -> Drawn {
    let side = side(view);
    let left = (WIDTH.cast_signed() - side * as_i32(view.columns)) / 2;
    let rows = as_i32(view.squares.len() / view.columns.max(1));
    write(area, &view.above, (left, LINE / 2), Type::LABEL)?;
    for (place, square) in view.squares.iter().enumerate() {
        if square.content == Content::Outside {
            continue;
        }
        let (row, column) = (place / view.columns, place % view.columns);
        let (x, y) = (left + side * as_i32(column), LINE + side * as_i32(row));
        let corners = [(fine(x), fine(y)), (fine(x + side), fine(y + side))];
        area.draw(&Rectangle::new(corners, RGBColor(246, 240, 228).filled())).map_err(failed)?;
        area.draw(&Rectangle::new(corners, RGBColor(170, 150, 120).stroke_width(fine_size(1))))
            .map_err(failed)?;
        let middle = (x + side / 2, y + side / 2);
        let round = |radius: i32, style: ShapeStyle| {
            area.draw(&Circle::new((fine(middle.0), fine(middle.1)), fine(radius), style)).map_err(failed)
        };
        match square.content {
            Content::Piece(letter) => draw_piece(area, letter, middle, side)?,
            Content::Pieces(letter, count) => draw_pieces(area, letter, count, middle, side)?,
            _ => {}
        }
        let Content::Pebbles(pebbles) = square.content else {
            let name = Type { size: 10.0, ..Type::CAPTION };
            write(area, &square.name, (x + 4, y + side - 7), name)?;
            continue;
        };
        let empty = pebbles == 0;
        let ground = if empty { RGBColor(250, 248, 242) } else { RGBColor(224, 206, 172) };
        round(side * 2 / 5, ground.filled())?;
        if square.marked {
            round(side * 2 / 5, PALETTE[1].stroke_width(fine_size(4)))?;
        }
        let ink = if empty { RGBColor(160, 150, 135) } else { INK };
        let number = Type { size: f64::from(side) * 0.3, colour: ink, ..Type::LABEL };
        write(area, &pebbles.to_string(), middle, number.anchored(HPos::Center))?;
        let name = Type { size: 12.0, ..Type::CAPTION };
        write(area, &square.name, (x + 6, y + 11), name)?;
    }
    let centre = |place: usize| {
        let (row, column) = (place / view.columns, place % view.columns);
        (left + side * as_i32(column) + side / 2, LINE + side * as_i32(row) + side / 2)
    };
    for (from, to) in &view.arrows {
        draw_arrow(area, centre(*from), centre(*to), side)?;
    }
    write(area, &view.below, (left, LINE + side * rows + LINE / 2), Type::LABEL)
}

/// A stone as a disc, a dux as a larger one with a ring, black or white.
fn draw_piece(area: &Area<'_>, letter: char, (x, y): (i32, i32), side: i32) -> Drawn {
    let black = letter.eq_ignore_ascii_case(&'b');
    let (ground, edge) = if black { (RGBColor(45, 45, 45), INK) } else { (WHITE, RGBColor(90, 90, 90)) };
    let is_dux = letter.is_ascii_uppercase();
    let round = |radius: i32, style: ShapeStyle| {
        area.draw(&Circle::new((fine(x), fine(y)), fine(radius), style)).map_err(failed)
    };
    let radius = if is_dux { side * 2 / 5 } else { side / 3 };
    round(radius, ground.filled())?;
    round(radius, edge.stroke_width(fine_size(2)))?;
    if is_dux { round(radius / 2, PALETTE[5].stroke_width(fine_size(4))) } else { Ok(()) }
}

/// A stone with how many there are, if more than one.
fn draw_pieces(area: &Area<'_>, letter: char, count: u8, middle: (i32, i32), side: i32) -> Drawn {
    draw_piece(area, letter, middle, side)?;
    if count < 2 {
        return Ok(());
    }
    let colour = if letter == 'b' { WHITE } else { INK };
    let number = Type { size: f64::from(side) * 0.3, colour, ..Type::LABEL };
    write(area, &count.to_string(), middle, number.anchored(HPos::Center))
}

/// An arrow from one square to another; one that turns a corner goes along the rank last.
fn draw_arrow(area: &Area<'_>, from: (i32, i32), to: (i32, i32), side: i32) -> Drawn {
    let head = side / 5;
    let corner = (from.0, to.1);
    let (across, upward) = if corner == to || to.1 == from.1 {
        ((to.0 - from.0).signum(), (to.1 - from.1).signum())
    } else {
        ((to.0 - from.0).signum(), 0)
    };
    let style = PALETTE[1].stroke_width(fine_size(3));
    let at = |(x, y): (i32, i32)| (fine(x), fine(y));
    let line = |points: Vec<(i32, i32)>| area.draw(&PathElement::new(points, style)).map_err(failed);
    line(vec![at(from), at(corner), at(to)])?;
    // The head opens against the way it goes.
    let wing = |turn: i32| {
        let (back, beside) = ((across * head, upward * head), (upward * turn * head, across * turn * head));
        (to.0 - back.0 + beside.0, to.1 - back.1 + beside.1)
    };
    line(vec![at(wing(1)), at(to), at(wing(-1))])
}
