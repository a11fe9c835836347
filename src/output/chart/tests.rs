//! Tests every kind of chart on screens of all widths: nothing is cut off, nothing overlaps, everything is legible.

use super::cells::{Cells, Row};
use super::colour::{Colour, DARK_PAPER, GRID, PALETTE, TEXT, WHITE};
use super::curves::{Curve, Mark};
use super::dots::{Dot, Labelled, Reference};
use super::panels::{Column, Content, Layout, Panel, layout};
use super::scene::{self, Anchor, Point, Scene, Screen, Type, WIDTH, number};
use crate::games::{BoardView, Content as OnSquare, Square};

const WIDTHS: [f64; 4] = [280.0, 348.0, 760.0, 1280.0];
const LONG: &str =
    "Gnaeus Domitius Ahenobarbus the Younger, consul of the year 32 and great-grandfather of Nero";

fn dot(label: &str, value: f64, shown: &str) -> Labelled {
    let interval = Some([value - 1.5, value + 2.0]);
    (label.to_owned(), Dot { value: Some(value), shown: shown.to_owned(), interval, colour: None })
}

fn line(at: f64, label: &str) -> Reference {
    Reference { at, label: label.to_owned() }
}

fn rows(value: f64) -> Vec<Labelled> {
    let shown = "12.34 %, 1 in 1,234,567";
    vec![dot("Seat 1", value, "50 %"), dot(LONG, 2.0 * value, shown), dot("Nobody", 3.0 * value, shown)]
}

fn dots() -> Vec<Panel> {
    let short = || vec![dot("Seat 1", 49.0, "49.02 %"), dot("Seat 2", 51.0, "50.98 %")];
    let casts = (0..35u8).map(|cast| {
        let value = f64::from(cast) / 2.0 + 1.5;
        let (label, dot) = dot(&format!("66{cast}"), value, "0.01421 %, 1 in 7,038");
        (label, Dot { colour: Some(PALETTE[usize::from(cast) % 4]), ..dot })
    });
    let lengths =
        |factor: f64| (0..5).map(|power| dot(LONG, factor * 9f64.powi(power), "3 h 20 min")).collect();
    vec![
        Panel::dots("Wins", vec![short()], "percent", Some(line(50.0, "even share, 50.00 %"))),
        Panel::dots(
            LONG,
            vec![rows(10.0)],
            "percent",
            Some(line(0.0, "even share, 25.00 %, of all the games")),
        ),
        Panel::dots(
            LONG,
            vec![rows(10.0), rows(11.0), rows(14.0)],
            "coins",
            Some(line(44.0, "nothing gained or lost")),
        ),
        Panel::dots("Far apart", vec![rows(1e6), rows(2e6)], "coins", None),
        Panel::dots("Lengths", vec![lengths(1.0)], "minutes", Some(line(60.0, "wanted"))),
        Panel::bars("Casts", casts.collect(), 20.0),
        Panel::bars("Options", rows(9.0), 0.0),
    ]
}

fn curves() -> Vec<Panel> {
    let curve = |name: &str, slope: f64, factor: f64| {
        let points: Vec<Point> =
            (0..=20u8).map(|x| (factor * f64::from(x), slope * f64::from(x) + 50.0)).collect();
        let around = points.iter().map(|(x, y)| (*x, [y - 3.0, y + 3.0])).collect();
        Curve { around, ..Curve::new(name.to_owned(), points) }
    };
    let of = |mark: Mark, names: &[&str], factor: f64| {
        let slopes = [2.0, -2.0, 2.1, 0.5, 0.4, 0.3, 0.2, 0.1];
        let curves = names.iter().zip(slopes).map(|(name, slope)| curve(name, slope, factor)).collect();
        Panel::curves(LONG, curves, mark, "casts that meet the condition", "percent of the games")
    };
    let marked = |mut panel: Panel, at: usize, label: &str| {
        if let Content::Curves(curves) = &mut panel.content {
            curves.reference = Some(line(60.0, "80 %, the usual target"));
            curves.marked = Some((curves.series[0].points[at], label.to_owned()));
        }
        panel
    };
    vec![
        of(Mark::Steps, &["alone"], 1e7),
        of(
            Mark::Steps,
            &["Seat 1", "Seat 2", "Seat 3", "Seat 4", "Seat 5", "Seat 6", "Seat 7", "Seat 8"],
            1.0,
        ),
        of(Mark::Line, &[LONG, "Marcus", LONG], 1.0),
        of(Mark::Bars, &["uniform", "traditional"], 1.0),
        of(Mark::Bars, &["uniform"], 0.8),
        marked(of(Mark::Points, &["alone"], 123.0), 0, "target = 82, casts = 20, hounds = 3"),
        marked(of(Mark::Steps, &["alone"], 1.0), 20, "median: 18"),
        marked(of(Mark::Line, &["alone"], 1.0), 9, LONG),
    ]
}

fn cells(columns: usize, rows: usize, text: &str, name: &str, row: &str) -> Panel {
    let cell = |column: usize| {
        let depth = number(column + 1) / number(columns);
        (PALETTE[column % 4].over(WHITE, depth), text.to_owned())
    };
    let cells = Cells {
        corner: "First bid, by your face".to_owned(),
        columns: (0..columns).map(|column| format!("{name}{column}")).collect(),
        rows: (0..rows)
            .map(|index| Row { name: format!("{row}{index}"), cells: (0..columns).map(cell).collect() })
            .collect(),
        widest: WIDTH,
        framed: Some([rows - 1, columns - 1]),
        note: Some("white: wanted, 50.0 percent; blue: less; orange: more; framed: the best".to_owned()),
    };
    Panel { title: LONG.to_owned(), content: Content::Cells(cells) }
}

fn board(columns: usize, content: OnSquare) -> Panel {
    let square = |index: usize| Square {
        name: format!("a{index}"),
        content,
        marked: index == 0,
        reached: false,
        taken: false,
    };
    let view = BoardView {
        beside: std::collections::BTreeMap::new(),
        columns,
        squares: (0..2 * columns).map(square).collect(),
        arrows: vec![(0, columns + 1)],
        rosettes: vec![1],
        above: LONG.to_owned(),
        below: "Stones taken: Black 0, White 0".to_owned(),
    };
    Panel { title: "The board".to_owned(), content: Content::Board(view) }
}

/// A chart of each kind, with very long names.
fn pictures() -> Vec<Layout> {
    let lines = [LONG.to_owned(), format!("Position: {}", "w".repeat(80)), LONG.to_owned()];
    let names = [LONG.to_owned(), "traditional".to_owned(), "bones of the example".to_owned()];
    let of = |panel: Panel, names: &[String]| layout(&lines, names, vec![panel]).unwrap();
    let cards = [
        cells(1, 35, "M 66", "any", "666"),
        cells(7, 35, "fortuna 3", "none, 6666\u{2013}66", "664"),
        cells(40, 12, "56.8", "", "target "),
        cells(31, 70, "0.905", "10", ""),
        cells(3, 4, "100", "a bid of so many sixes ", LONG),
    ];
    let boards = [
        board(12, OnSquare::Piece('B')),
        board(6, OnSquare::Pebbles(12)),
        board(10, OnSquare::Pieces('b', 3)),
    ];
    let mut pictures: Vec<Layout> =
        dots().into_iter().chain(curves()).chain(cards).map(|panel| of(panel, &[])).collect();
    pictures.extend(dots().into_iter().chain(curves()).map(|panel| of(panel, &names)));
    pictures.extend(boards.map(|panel| of(panel, &[])));
    pictures.push(layout(&lines, &[], dots().into_iter().chain(curves()).collect()).unwrap());
    let keys = ["stand", "fortuna with two bones", LONG, "mercury"];
    let column = || Column { panels: dots(), notes: lines.to_vec() };
    pictures.push(Layout {
        title: LONG.to_owned(),
        legend: vec![keys.into_iter().zip(PALETTE).map(|(word, colour)| (colour, word.to_owned())).collect()],
        width: 560.0,
        columns: vec![column(), column(), column()],
        description: String::new(),
    });
    pictures
}

/// The bounding box of a text.
fn index(text: &str, (x, y): Point, face: Type, turned: bool) -> [Point; 2] {
    // Letters are not as high as lines.
    let (width, half) = (face.width_of(text), 0.45 * face.size);
    let before = match face.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    if turned {
        return [(x - half, y - (1.0 - before) * width), (x + half, y + before * width)];
    }
    [(x - before * width, y - half), (x + (1.0 - before) * width, y + half)]
}

fn texts(scene: &Scene) -> Vec<(&str, [Point; 2], Type)> {
    let mut texts = Vec::new();
    for mark in &scene.marks {
        if let scene::Mark::Text { text, at, face, turned } = mark {
            texts.push((text.as_str(), index(text, *at, *face, *turned), *face));
        }
    }
    texts
}

fn each(dark: bool, check: impl Fn(Screen, &Scene)) {
    for width in WIDTHS {
        let screen = Screen::new(width, dark);
        for picture in pictures() {
            check(screen, &picture.draw(screen).scene);
        }
    }
}

/// The tolerance for lengths, too small to see.
const HAIR: f64 = 1.0;

#[test]
fn everything_is_within_the_width() {
    each(false, |screen, scene| {
        let (width, height) = scene.size;
        assert!((width - screen.width()).abs() < 0.01, "{width} for {screen:?}");
        for mark in &scene.marks {
            let (points, what) = match mark {
                scene::Mark::Path(points, _) => (points.clone(), "a path"),
                scene::Mark::Circle((x, y), radius, _) => {
                    (vec![(x - radius, *y), (x + radius, *y)], "a circle")
                }
                scene::Mark::Text { text, at, face, turned } => {
                    assert!(!text.contains('…'), "{screen:?}: {text}");
                    (index(text, *at, *face, *turned).to_vec(), text.as_str())
                }
            };
            for (x, y) in points {
                let within = (-HAIR..=width + HAIR).contains(&x) && (-HAIR..=height + HAIR).contains(&y);
                assert!(within, "{screen:?}: {what} at {x} {y} of {width} {height}");
            }
        }
    });
}

#[test]
fn texts_are_apart_and_large_enough() {
    each(false, |screen, scene| {
        let texts = texts(scene);
        for (index, (text, [from, to], face)) in texts.iter().enumerate() {
            assert!(!screen.is_narrow() || face.size >= 14.0, "{screen:?}: {text} of {}", face.size);
            for (other, [first, last], _) in &texts[..index] {
                let across = to.0.min(last.0) - from.0.max(first.0);
                let down = to.1.min(last.1) - from.1.max(first.1);
                assert!(
                    across <= HAIR || down <= HAIR,
                    "{screen:?}: '{text}' on '{other}' by {across} {down}"
                );
            }
        }
    });
}

#[test]
fn everything_has_contrast_on_dark_paper() {
    each(true, |screen, scene| {
        // Boards have their own colours.
        let wood = Colour(246, 240, 228);
        let is = |mark: &scene::Mark, ground: Colour| matches!(mark, scene::Mark::Path(_, look) if look.fill.is_some_and(|(fill, _)| fill == ground));
        let has_board = scene.marks.iter().any(|mark| is(mark, wood));
        for (position_of_mark, mark) in scene.marks.iter().enumerate().filter(|_| !has_board) {
            match mark {
                scene::Mark::Text { text, at, face, .. } => {
                    let ground =
                        scene.marks[..position_of_mark].iter().rev().find_map(|mark| filled_at(mark, *at));
                    let contrast = face.colour.contrast(ground.unwrap_or(DARK_PAPER));
                    assert!(contrast >= TEXT, "{screen:?}: {text} has {contrast}");
                }
                scene::Mark::Path(_, look) => {
                    let stroke = look.stroke.filter(|stroke| stroke.colour != GRID.on_dark(1.0));
                    let contrast = stroke.map_or(21.0, |stroke| stroke.colour.contrast(DARK_PAPER));
                    assert!(contrast >= 3.0, "{screen:?}: a line has {contrast}");
                }
                scene::Mark::Circle(..) => {}
            }
        }
    });
}

/// The colour of a filled rectangle at a point.
fn filled_at(mark: &scene::Mark, (x, y): Point) -> Option<Colour> {
    let scene::Mark::Path(points, look) = mark else { return None };
    let (fill, strength) = look.fill?;
    let within = |of: fn(&Point) -> f64, at: f64| {
        let ends = points.iter().map(of);
        ends.clone().fold(f64::INFINITY, f64::min) <= at && at <= ends.fold(f64::NEG_INFINITY, f64::max)
    };
    (strength >= 1.0 && within(|point| point.0, x) && within(|point| point.1, y)).then_some(fill)
}

#[test]
fn sheets_have_fixed_width_and_shorten_names() {
    let scenes: Vec<Scene> = pictures().iter().map(|picture| picture.draw(Screen::default()).scene).collect();
    let is_wide = |scene: &Scene, width: f64| (scene.size.0 - width).abs() < 0.01;
    assert!(scenes.iter().all(|scene| is_wide(scene, WIDTH) || is_wide(scene, 3.0 * 560.0)));
    assert!(texts(&scenes[1]).iter().any(|(text, ..)| text.ends_with('…')));
}
