//! Printable sheets for noting throws, with the columns of a file that `fit` reads.

use maud::{Markup, html};
use num_traits::ToPrimitive;

use super::chart::{Type, number};
use super::number::grouped;
use super::page::{page, sides};
use crate::tali::Face;

/// An A4 page in units of 1/96 inch, and its margin.
const PAGE: (f64, f64) = (794.0, 1123.0);
const EDGE: f64 = 45.0;
/// The space above and below the rows.
const HEAD: f64 = 150.0;
const FOOT: f64 = 80.0;
/// The least and greatest width of a bone's column and height of a row, and the height of a line of its heading.
const NARROWEST: f64 = 38.0;
const WIDEST: f64 = 90.0;
const NUMBER: f64 = 36.0;
const LOWEST: f64 = 20.0;
const HIGHEST: f64 = 34.0;
const HEAD_LINE: f64 = 13.0;
const BETWEEN: f64 = 12.0;
/// The type of column and row headings.
const SMALL: Type = Type::SMALL;

/// A sheet with one row for each throw.
#[derive(Clone, Debug)]
pub(crate) struct ThrowSheet {
    /// The bones, in the order of the columns.
    pub bones: Vec<String>,
    /// The number of throws of all the bones.
    pub throws: usize,
    /// The throwers, one sheet each; empty for a single sheet without a name.
    pub throwers: Vec<String>,
}

/// A sheet on which a class counts the faces of one talus: a row for each thrower, a column for each face.
#[derive(Clone, Debug)]
pub(crate) struct TallySheet {
    /// The number of throws of each thrower.
    pub throws: usize,
    /// The throwers.
    pub throwers: Vec<String>,
}

/// The layout of the rows of a page in blocks side by side.
struct Blocks {
    number: usize,
    rows: usize,
    height: f64,
    /// The height of the row that names the bones.
    head: f64,
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

    /// The sheet as HTML that prints on A4 pages.
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
            (sides())
            h1 { "Throw sheet" }
            p.fields { span { "thrower" @if !thrower.is_empty() { " " b { bdi { (thrower) } } } } span { "surface" } span { "date" } }
            p { "Write down the number of the side that is up." }
        }
    }

    fn example(&self, thrower: &str) -> String {
        let faces = Face::ALL.into_iter().cycle().skip(1).take(self.bones.len()).map(|face| face.to_string());
        let thrower = (!thrower.is_empty()).then(|| thrower.to_owned());
        thrower.into_iter().chain(["1".to_owned()]).chain(faces).collect::<Vec<_>>().join(",")
    }

    /// As many blocks side by side as fit on a page, with rows as high as possible.
    fn blocks(&self) -> Blocks {
        let bones = number(self.bones.len().max(1));
        let across = PAGE.0 - 2.0 * EDGE + BETWEEN;
        let longest = self.bones.iter().map(|name| SMALL.width_of(name)).fold(0.0, f64::max);
        let named = (longest + 4.0).clamp(NARROWEST, WIDEST);
        let blocks = (across / (NUMBER + bones * named + BETWEEN)).floor().max(1.0);
        let column = ((across / blocks - BETWEEN - NUMBER) / bones).min(WIDEST);
        let lines = self.bones.iter().map(|name| SMALL.wrapped(name, column).len()).max().unwrap_or(1);
        let head = (number(lines) * HEAD_LINE + 6.0).max(LOWEST);
        let room = PAGE.1 - 2.0 * EDGE - HEAD - FOOT - head;
        let number_of_blocks = blocks.to_usize().unwrap_or(1);
        let rows = self.throws.div_ceil(number_of_blocks).max(1);
        let height = (room / number(rows)).floor().clamp(LOWEST, HIGHEST);
        let most = (room / height).to_usize().unwrap_or(1);
        Blocks { number: number_of_blocks, rows: rows.min(most), height, head }
    }
}

impl TallySheet {
    /// What to type into the file: its header, and the row of a thrower with these counts.
    pub(crate) fn typed(thrower: &str, counts: [usize; 4]) -> [String; 2] {
        let row = |first: &str, rest: [String; 4]| {
            std::iter::once(first.to_owned()).chain(rest).collect::<Vec<_>>().join(",")
        };
        [
            row("thrower", Face::ALL.map(|face| face.to_string())),
            row(thrower, counts.map(|count| count.to_string())),
        ]
    }

    /// The sheet as HTML that prints on A4 pages.
    pub(crate) fn html(&self) -> String {
        const ROWS: usize = 30;
        let throws = grouped(&self.throws);
        // Plausible counts that add up to the number of throws: 4, 17, 15 and 4 of 40.
        let (rare, concave) = (self.throws / 10, self.throws * 17 / 40);
        let counts = [rare, concave, self.throws - 2 * rare - concave, rare];
        let [header, example] = Self::typed(&self.throwers[0], counts);
        let body = html! {
            main {
                @for page in self.throwers.chunks(ROWS) {
                    section.tally {
                        (sides())
                        h1 { "Tally sheet" }
                        p.fields { span { "class" } span { "surface" } span { "date" } }
                        p { "Everyone throws one talus " (throws) " times and notes here how often each side was up, in tally \
                        marks or as a number. A row adds up to " (throws) "." }
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
                            code { (example) } " (the thrower's number or name, then the counts); then: "
                            code { "tali-odds fit FILE.csv --pool thrower --against traditional" } }
                    }
                }
            }
        };
        page("Tally sheet", None, STYLE, &body)
    }
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
