//! Drawing a board.

use super::colour::{Colour, INK, PALETTE, WHITE};
use super::scene::{Anchor, Area, Point, Scene, Screen, Stroke, Type, WIDTH, number};
use crate::games::{BoardView, Content};

/// The height of the lines of text above and below the board.
const LINE: f64 = 30.0;
const MORE_LINE: f64 = 19.0;

/// The least side of a square that has a name on narrow screens.
const NAMED: f64 = 50.0;

/// The colour of lines on the board.
const EDGE: Colour = Colour(170, 150, 120);

/// The longest side of a square.
const LARGEST: f64 = 110.0;

/// The side of a square for the given room, and the size of the whole board.
fn sizes(room: f64, view: &BoardView) -> (f64, (f64, f64)) {
    let columns = view.columns.max(1);
    let side = (room / number(columns)).min(LARGEST);
    (side, (side * number(columns), side * number(view.squares.len() / columns)))
}

/// The part of a width available for the squares.
fn room(screen: Screen, width: f64) -> f64 {
    width - if screen.is_narrow() { 2.0 * screen.margin() } else { 120.0 }
}

/// The lines of text above and below a board.
fn words(screen: Screen, width: f64, view: &BoardView) -> [Vec<String>; 2] {
    let lines = |text: &String| {
        if screen.is_sheet() { vec![text.clone()] } else { Type::LABEL.wrapped(text, room(screen, width)) }
    };
    [&view.above, &view.below].map(lines)
}

/// The height of a board with its texts.
pub(super) fn height(screen: Screen, width: f64, view: &BoardView) -> f64 {
    let more: usize = words(screen, width, view).iter().map(|lines| lines.len().saturating_sub(1)).sum();
    2.0 * LINE + sizes(room(screen, width), view).1.1 + 20.0 + number(more) * MORE_LINE
}

/// Draws a board with the texts above and below it.
pub(super) fn draw(area: &mut Area<'_>, view: &BoardView) {
    let (screen, width) = (area.screen, area.size.0);
    let (_, size) = sizes(room(screen, width), view);
    let [above, below] = words(screen, width, view);
    // Texts wider than the board begin at the margin.
    let widest = above.iter().chain(&below).map(|line| Type::LABEL.width_of(line)).fold(size.0, f64::max);
    let left = (width - size.0) / 2.0;
    let words_left = if screen.is_sheet() { left } else { left.min((width - widest) / 2.0) };
    let write = |area: &mut Area<'_>, lines: &[String], top: f64| {
        for (line, index) in lines.iter().zip(0u32..) {
            area.write(line, (words_left, top + f64::from(index) * MORE_LINE), Type::LABEL);
        }
    };
    let top = LINE + number(above.len().saturating_sub(1)) * MORE_LINE;
    write(area, &above, LINE / 2.0);
    draw_squares(&mut area.part((left, top), size).of_things(), view);
    write(area, &below, top + LINE / 2.0 + size.1);
}

/// The squares of a board without texts, as part of a page.
pub(crate) fn squares(view: &BoardView) -> Scene {
    let screen = Screen::default();
    let size = sizes(room(screen, WIDTH), view).1;
    Scene::drawn(screen, size, |area| draw_squares(area, view))
}

/// Draws each square with its name and content; a frame marks where a best move begins.
fn draw_squares(area: &mut Area<'_>, view: &BoardView) {
    let screen = area.screen;
    let (side, _) = sizes(area.size.0, view);
    let corner = |index: usize| (side * number(index % view.columns), side * number(index / view.columns));
    let middle = |index: usize| {
        let (x, y) = corner(index);
        (x + side / 2.0, y + side / 2.0)
    };
    for (index, square) in view.squares.iter().enumerate() {
        if square.content == Content::Outside {
            continue;
        }
        let ((x, y), middle) = (corner(index), middle(index));
        let corners = [(x, y), (x + side, y + side)];
        area.rectangle(corners, Colour(246, 240, 228));
        area.rectangle(corners, Stroke::new(EDGE, 1.0));
        if view.rosettes.contains(&index) {
            draw_rosette(area, middle, side);
        }
        let count = screen.face(Type { size: side * 0.25, ..Type::LABEL }).anchored(Anchor::Middle);
        match square.content {
            Content::Piece(letter) => draw_piece(area, letter, middle, side),
            Content::Pieces(letter, number) => {
                draw_piece(area, letter, middle, side);
                if number > 1 {
                    let colour = if letter == 'b' { WHITE } else { INK };
                    area.write(&number.to_string(), middle, Type { colour, ..count });
                }
            }
            Content::Pebbles(pebbles) => {
                let empty = pebbles == 0;
                area.circle(
                    middle,
                    side * 0.4,
                    if empty { Colour(250, 248, 242) } else { Colour(224, 206, 172) },
                );
                if square.marked {
                    area.circle(middle, side * 0.4, Stroke::new(PALETTE[1], 4.0));
                }
                let colour = if empty { Colour(160, 150, 135) } else { INK };
                area.write(&pebbles.to_string(), middle, Type { colour, ..count });
            }
            Content::Nothing | Content::Outside => {}
        }
        let name = if matches!(square.content, Content::Pebbles(_)) {
            (x + 6.0, y + 11.0)
        } else {
            (x + 4.0, y + side - 7.0)
        };
        // Without room beside its content, a square has no name.
        if side >= NAMED || !screen.is_narrow() {
            area.write(&square.name, name, screen.face(Type::SMALL));
        }
    }
    for (from, to) in &view.arrows {
        draw_arrow(area, middle(*from), middle(*to), side);
    }
}

/// A rosette, as ancient boards have on their safe squares.
fn draw_rosette(area: &mut Area<'_>, middle: Point, side: f64) {
    const PETALS: usize = 8;
    let ink = Stroke::new(EDGE, 1.5);
    for petal in 0..PETALS {
        let way = std::f64::consts::TAU * number(petal) / number(PETALS);
        let at = |length: f64, turn: f64| {
            let (sine, cosine) = (way + turn).sin_cos();
            (middle.0 + side * length * sine, middle.1 - side * length * cosine)
        };
        area.path([middle, at(0.17, 0.35), at(0.3, 0.0), at(0.17, -0.35), middle], ink);
    }
}

/// A stone as a disc, a dux as a larger one with a ring, black or white.
fn draw_piece(area: &mut Area<'_>, letter: char, middle: Point, side: f64) {
    let black = letter.eq_ignore_ascii_case(&'b');
    let (ground, edge) = if black { (Colour(45, 45, 45), INK) } else { (WHITE, Colour(90, 90, 90)) };
    let is_dux = letter.is_ascii_uppercase();
    let radius = side * if is_dux { 0.4 } else { 0.33 };
    area.circle(middle, radius, ground);
    area.circle(middle, radius, Stroke::new(edge, 2.0));
    if is_dux {
        area.circle(middle, radius / 2.0, Stroke::new(PALETTE[5], 4.0));
    }
}

/// An arrow from one square to another; one that turns a corner goes along the rank last.
fn draw_arrow(area: &mut Area<'_>, from: Point, to: Point, side: f64) {
    let head = side / 5.0;
    let corner = (from.0, to.1);
    // The direction in which it arrives.
    let way = |from: f64, to: f64| if (to - from).abs() < 0.5 { 0.0 } else { (to - from).signum() };
    let across = way(from.0, to.0);
    let upward = if across.abs() > 0.0 && way(from.1, to.1).abs() > 0.0 { 0.0 } else { way(from.1, to.1) };
    // The head points in that direction.
    let wing = |turn: f64| {
        let (back, beside) = ((across * head, upward * head), (upward * turn * head, across * turn * head));
        (to.0 - back.0 + beside.0, to.1 - back.1 + beside.1)
    };
    let line = Stroke::new(PALETTE[1], 3.0);
    area.path([from, corner, to], line);
    area.path([wing(1.0), to, wing(-1.0)], line);
}
