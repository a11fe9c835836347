//! A sheet of paper to note throws on, whose columns are those of a file that `fit` reads.

use maud::{Markup, html};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::chart::canvas::{
    Area, CAPTION_LINE, Canvas, Drawn, INK, Type, as_i32, failed, fine, fine_size, wrapped, write,
};
use super::chart::{ChartError, ChartFormat};
use super::number::grouped;
use super::page::page;
use crate::tali::Face;

/// An A4 page in units of 1/96 inch, and the space left at its edges.
const PAGE: (i32, i32) = (794, 1123);
const EDGE: i32 = 45;
/// Above the rows, and below them.
const HEAD: i32 = 150;
const FOOT: i32 = 80;
/// The narrowest and widest a column may be for a bone, the lowest and highest a row, and what a line of its head takes.
const NARROWEST: i32 = 38;
const WIDEST: i32 = 90;
const NUMBER: i32 = 36;
const LOWEST: i32 = 20;
const HIGHEST: i32 = 34;
const HEAD_LINE: i32 = 13;
const BETWEEN: i32 = 12;
/// What heads columns and rows.
const SMALL: Type = Type { size: 12.0, colour: INK, bold: false, anchor: HPos::Center };

/// What is to be noted.
#[derive(Clone, Debug)]
pub(crate) struct ThrowSheet {
    /// The bones, in the order of the columns.
    pub bones: Vec<String>,
    /// How many throws of all of them.
    pub throws: usize,
    /// Whose sheets they are, one after the other; none where there is one sheet for anybody.
    pub throwers: Vec<String>,
}

/// A sheet on which a class counts what one talus shows: a row for each thrower, a column for each face.
#[derive(Clone, Debug)]
pub(crate) struct TallySheet {
    /// How often each of them throws.
    pub throws: usize,
    /// The throwers.
    pub throwers: Vec<String>,
}

/// How the rows of one page stand in blocks side by side.
struct Blocks {
    number: usize,
    rows: usize,
    height: i32,
    /// The height of the row that names the bones.
    head: i32,
    /// The width of a bone's column.
    column: i32,
}

impl ThrowSheet {
    /// The header of the file that the sheet is typed into.
    pub(crate) fn header(&self) -> String {
        let thrower = (!self.throwers.is_empty()).then(|| "thrower".to_owned());
        let names = thrower.into_iter().chain(["throw".to_owned()]).chain(self.bones.iter().cloned());
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written =
            writer.write_record(names.collect::<Vec<_>>()).ok().and_then(|()| writer.into_inner().ok());
        String::from_utf8_lossy(&written.unwrap_or_default()).trim_end().to_owned()
    }

    /// The sheet as a page that prints on A4, on as many pages as it takes.
    pub(crate) fn html(&self) -> String {
        let blocks = self.blocks();
        let per_page = blocks.number * blocks.rows;
        let numbers: Vec<usize> = (1..=self.throws).collect();
        let anybody = [String::new()];
        let throwers = if self.throwers.is_empty() { &anybody[..] } else { &self.throwers };
        let body = html! {
            main {
                @for (thrower, page) in throwers.iter().flat_map(|one| numbers.chunks(per_page).map(move |page| (one, page))) {
                    section {
                        (Self::heading(thrower))
                        div.blocks style={
                            "grid-template-columns: repeat(" (blocks.number) ", 1fr); --row: " (blocks.height) "px; --head: " (blocks.head) "px"
                        } {
                            @for rows in page.chunks(blocks.rows) {
                                table {
                                    thead { tr { th scope="col" { "throw" } @for bone in &self.bones { th scope="col" { (bone) } } } }
                                    tbody { @for row in rows {
                                        tr { th scope="row" { (row) } @for _ in &self.bones { td {} } }
                                    } }
                                }
                            }
                        }
                        p { "Type it into a file as " code { (self.header()) } " and a line for each row, such as "
                            code { (self.example(thrower)) } "; then: "
                            code { "tali-odds fit FILE.csv" @if !self.throwers.is_empty() { " --pool thrower" } } }
                    }
                }
            }
        };
        page("Throw sheet", None, STYLE, &body)
    }

    fn heading(thrower: &str) -> Markup {
        html! {
            h1 { "Throw sheet" }
            p.fields { span { "thrower" @if !thrower.is_empty() { " " b { bdi { (thrower) } } } } span { "surface" } span { "date" } }
            p { "Note the face that lies uppermost: "
                @for (place, face) in Face::ALL.into_iter().enumerate() {
                    @if place > 0 { ", " } b { (face) } " " (face.shape())
                }
                "." }
        }
    }

    fn example(&self, thrower: &str) -> String {
        let faces = Face::ALL.into_iter().cycle().skip(1).take(self.bones.len()).map(|face| face.to_string());
        let thrower = (!thrower.is_empty()).then(|| thrower.to_owned());
        thrower.into_iter().chain(["1".to_owned()]).chain(faces).collect::<Vec<_>>().join(",")
    }

    /// How wide a block is with columns of that width.
    fn width(&self, column: i32) -> i32 {
        NUMBER + as_i32(self.bones.len()) * column
    }

    /// As many blocks as are side by side on a page, and rows that are as high as there is room for.
    fn blocks(&self) -> Blocks {
        let across = PAGE.0 - 2 * EDGE + BETWEEN;
        let longest = self.bones.iter().map(|name| SMALL.width_of(name)).max().unwrap_or(0);
        let named = i32::try_from(longest).unwrap_or(WIDEST).saturating_add(4).clamp(NARROWEST, WIDEST);
        let side_by_side = (across / (self.width(named) + BETWEEN)).max(1);
        let number = usize::try_from(side_by_side).unwrap_or(1);
        let column =
            ((across / side_by_side - BETWEEN - NUMBER) / as_i32(self.bones.len()).max(1)).min(WIDEST);
        let lines = self.bones.iter().map(|name| head_lines(name, column).len()).max().unwrap_or(1);
        let head = (as_i32(lines) * HEAD_LINE + 6).max(LOWEST);
        let room = PAGE.1 - 2 * EDGE - HEAD - FOOT - head;
        let rows = self.throws.div_ceil(number);
        let height = (room / as_i32(rows).max(1)).clamp(LOWEST, HIGHEST);
        let most = usize::try_from(room / height).unwrap_or(1);
        Blocks { number, rows: rows.min(most), height, head, column }
    }

    /// How many throws fit on one page.
    pub(crate) fn one_page(&self) -> usize {
        let blocks = Self { throws: usize::MAX / 2, ..self.clone() }.blocks();
        blocks.number * blocks.rows
    }

    /// The sheet as one drawing of one page; `None` if it does not fit.
    pub(crate) fn svg(&self) -> Option<Result<Vec<u8>, ChartError>> {
        let blocks = self.blocks();
        (blocks.number * blocks.rows >= self.throws).then(|| self.drawn(&blocks)?.encode(ChartFormat::Svg))
    }

    fn drawn(&self, blocks: &Blocks) -> Result<Canvas, ChartError> {
        let description = format!("A sheet to note {} throws: {}.", self.throws, self.header());
        let size = (PAGE.0.unsigned_abs(), PAGE.1.unsigned_abs());
        Canvas::draw(size, "Throw sheet", description, |area| {
            write(area, "Throw sheet", (EDGE, EDGE + 16), Type::TITLE)?;
            for (field, place) in ["thrower", "surface", "date"].into_iter().zip(0..) {
                let left = EDGE + place * 235;
                write(area, field, (left, EDGE + 62), Type::LABEL)?;
                line(area, [(left + 68, EDGE + 70), (left + 220, EDGE + 70)], 1)?;
            }
            let faces = Face::ALL.map(|face| format!("{face} {}", face.shape())).join(", ");
            let told = format!("Note the face that lies uppermost: {faces}.");
            write(area, &told, (EDGE, EDGE + 102), Type::LABEL)?;
            let numbers: Vec<usize> = (1..=self.throws).collect();
            for (rows, place) in numbers.chunks(blocks.rows).zip(0..) {
                self.draw_block(area, rows, EDGE + place * (self.width(blocks.column) + BETWEEN), blocks)?;
            }
            let foot = PAGE.1 - EDGE - FOOT + 24;
            let typed = format!(
                "Type it into a file as {} and a line for each row, such as {}; then: tali-odds fit FILE.csv",
                self.header(),
                self.example("")
            );
            let room = (PAGE.0 - 2 * EDGE).unsigned_abs();
            let lines = wrapped(&typed, room, Type::CAPTION);
            lines.iter().zip(0..).try_for_each(|(line, place)| {
                write(area, line, (EDGE, foot + place * CAPTION_LINE), Type::CAPTION)
            })
        })
    }

    fn draw_block(&self, area: &Area<'_>, rows: &[usize], left: i32, blocks: &Blocks) -> Drawn {
        let Blocks { height, column, head: head_height, .. } = *blocks;
        let top = EDGE + HEAD;
        let first = top + head_height;
        let bottom = first + as_i32(rows.len()) * height;
        let right = left + self.width(column);
        let heads = std::iter::once("throw").chain(self.bones.iter().map(String::as_str));
        for (head, place) in heads.zip(0..) {
            let (start, width) =
                if place == 0 { (left, NUMBER) } else { (left + NUMBER + (place - 1) * column, column) };
            let lines = head_lines(head, width);
            let upper = top + (head_height - (as_i32(lines.len()) - 1) * HEAD_LINE) / 2;
            for (text, line) in lines.iter().zip(0..) {
                write(area, text, (start + width / 2, upper + line * HEAD_LINE), SMALL)?;
            }
            line(area, [(start, top), (start, bottom)], 1)?;
        }
        line(area, [(right, top), (right, bottom)], 1)?;
        line(area, [(left, top), (right, top)], 1)?;
        for (row, place) in rows.iter().zip(0..) {
            let upper = first + place * height;
            line(area, [(left, upper), (right, upper)], if place == 0 { 2 } else { 1 })?;
            write(area, &row.to_string(), (left + NUMBER / 2, upper + height / 2), SMALL)?;
        }
        line(area, [(left, bottom), (right, bottom)], 1)
    }
}

impl TallySheet {
    /// What is typed of it: the header of the file, and the row of a thrower of whom every face showed as often as that.
    pub(crate) fn typed(thrower: &str, counts: [usize; 4]) -> [String; 2] {
        let row = |first: &str, rest: [String; 4]| {
            std::iter::once(first.to_owned()).chain(rest).collect::<Vec<_>>().join(",")
        };
        [
            row("thrower", Face::ALL.map(|face| face.to_string())),
            row(thrower, counts.map(|count| count.to_string())),
        ]
    }

    /// The sheet as a page that prints on A4, on as many pages as it takes.
    pub(crate) fn html(&self) -> String {
        const ROWS: usize = 30;
        let throws = grouped(&self.throws);
        let quarter = self.throws / 4;
        let [header, example] =
            Self::typed(&self.throwers[0], [quarter, quarter, quarter, self.throws - 3 * quarter]);
        let body = html! {
            main {
                @for page in self.throwers.chunks(ROWS) {
                    section.tally {
                        h1 { "Tally sheet" }
                        p.fields { span { "class" } span { "surface" } span { "date" } }
                        p { "Each throws one talus " (throws) " times and notes here how often each face lay uppermost ("
                            @for (place, face) in Face::ALL.into_iter().enumerate() {
                                @if place > 0 { ", " } b { (face) } " " (face.shape())
                            }
                            "), in strokes or as a number. A row adds up to " (throws) "." }
                        table {
                            thead { tr {
                                th scope="col" { "thrower" }
                                @for face in Face::ALL { th scope="col" { (face) } }
                            } }
                            tbody { @for thrower in page {
                                tr { th scope="row" { bdi { (thrower) } } @for _ in Face::ALL { td {} } }
                            } }
                        }
                        p { "Type the counts into a file as " code { (header) } " and a line for each thrower, such as "
                            code { (example) } "; then: " code { "tali-odds fit FILE.csv --pool thrower --against traditional" } }
                    }
                }
            }
        };
        page("Tally sheet", None, STYLE, &body)
    }
}

/// What heads a column, in lines that are no wider.
fn head_lines(name: &str, width: i32) -> Vec<String> {
    wrapped(name, width.unsigned_abs(), SMALL)
}

fn line(area: &Area<'_>, ends: [(i32, i32); 2], width: u32) -> Drawn {
    let ends = ends.map(|(x, y)| (fine(x), fine(y))).to_vec();
    area.draw(&PathElement::new(ends, INK.stroke_width(fine_size(width)))).map_err(failed)
}

const STYLE: &str = "
@page { size: A4; margin: 12mm }
body { font: 11pt/1.4 'Noto Sans', system-ui, sans-serif; color: #222; background: #fff; margin: 1em auto; max-width: 186mm }
section { break-after: page }
section:last-child { break-after: auto }
h1 { font-size: 18pt; margin: 0 0 .3em }
p { margin: .6em 0 }
.fields { display: flex; flex-wrap: wrap; gap: 1em }
.fields span { flex: 1 1 8em; border-bottom: 1px solid #222 }
.blocks { display: grid; gap: 3mm }
table { box-sizing: border-box; border-collapse: collapse; align-self: start; table-layout: fixed; width: 100% }
th, td { box-sizing: border-box; border: 1px solid #555; text-align: center; height: var(--row); line-height: 1; padding: 0 .5mm; font-size: 9pt }
th { font-weight: 600; overflow-wrap: anywhere }
thead th { font-size: 8pt; font-weight: 400; height: var(--head) }
.tally table { --row: 6.7mm; --head: 6mm } .tally th:first-child { width: 34%; text-align: left }
thead th:first-child { width: 10mm }
tbody th { font-weight: 400; color: #444 }
code { font-size: 10pt }
";
