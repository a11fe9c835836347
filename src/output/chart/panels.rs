//! The layout of every chart: a title, a legend, panels in one or several columns, and notes at the foot.

use num_traits::ToPrimitive;

use super::ChartError;
use super::board;
use super::canvas::Canvas;
use super::cells::Cells;
use super::colour::{Colour, PALETTE};
use super::curves::{Curve, Curves, Mark};
use super::dots::{Dots, Labelled, Reference, beside};
use super::legend::{Legend, Sign};
use super::scene::{Area, CAPTION_LINE, Scene, Screen, Type, WIDTH, number};
use crate::analysis::{Cumulative, SpreadFigures};
use crate::games::BoardView;

/// The height of a panel's title, and of each further line of it.
const PANEL_TITLE: f64 = 26.0;
const PANEL_LINE: f64 = 21.0;

/// A chart.
pub(crate) struct Layout {
    pub(super) title: String,
    /// The legend of the colours, line by line.
    pub(super) legend: Vec<Vec<(Colour, String)>>,
    /// The width of each column on a sheet. Other screens have as many columns of about this width as fit.
    pub(super) width: f64,
    pub(super) columns: Vec<Column>,
    /// The text alternative.
    pub(super) description: String,
}

/// Panels below one another, with notes below them.
pub(super) struct Column {
    pub panels: Vec<Panel>,
    pub notes: Vec<String>,
}

/// A panel of a chart, which has a title unless it is the only one.
pub(crate) struct Panel {
    pub title: String,
    pub content: Content,
}

pub(crate) enum Content {
    /// Rows of dots with intervals and a reference line.
    Dots(Dots),
    Curves(Curves),
    Cells(Cells),
    /// A board with its contents.
    Board(BoardView),
}

/// The cumulative distribution of a number in percent, scaled by `factor` to another unit; without points if it is unknown.
pub(super) fn distribution(label: String, spread: &SpreadFigures, factor: f64) -> Curve {
    let known = spread.pmf.as_ref().or(spread.counted.as_ref());
    let points = known.map_or_else(Vec::new, |pmf| Cumulative::new(pmf, factor).points);
    Curve::new(label, points.into_iter().map(|(number, chance)| (number, 100.0 * chance)).collect())
}

/// The axis title for chances of games.
pub(super) const OF_THE_GAMES: &str = "percent of the games";

/// A panel of cumulative distributions, in percent of what `percent` says; `None` if every number is constant.
pub(super) fn distribution_panel(
    title: &str,
    unit: &str,
    percent: &'static str,
    curves: Vec<Curve>,
    simulated: bool,
) -> Option<Panel> {
    let title = if simulated { format!("{title}, simulated") } else { title.to_owned() };
    let varies = curves.iter().any(|curve| curve.points.len() > 2);
    varies.then(|| Panel::curves(title, curves, Mark::Steps, unit, percent))
}

/// A layout with the first of `lines` as its title and the others as notes; `names` are those of the series.
pub(super) fn layout(
    lines: &[String],
    names: &[String],
    mut panels: Vec<Panel>,
) -> Result<Layout, ChartError> {
    if panels.is_empty() {
        return Err(ChartError::Nothing("it has no figures for a chart"));
    }
    let names = if names.len() > 1 { names } else { &[] };
    for panel in &mut panels {
        if let Content::Curves(curves) = &mut panel.content {
            curves.named_above = !names.is_empty();
        }
    }
    Ok(Layout {
        title: lines.first().cloned().unwrap_or_default(),
        legend: names.iter().zip(PALETTE).map(|(name, colour)| vec![(colour, name.clone())]).collect(),
        width: WIDTH,
        description: panels.iter().map(|panel| panel.description(names)).collect::<Vec<_>>().join(" "),
        columns: vec![Column { panels, notes: lines.iter().skip(1).cloned().collect() }],
    })
}

impl Column {
    fn height(&self, screen: Screen, width: f64) -> f64 {
        let number = self.panels.len();
        let height = |panel: &Panel| panel.height(screen, width, number) + panel.title_height(screen, width);
        self.panels.iter().map(height).sum()
    }

    fn notes(&self, screen: Screen, width: f64) -> Vec<String> {
        let lines =
            |note: &String| screen.face(Type::CAPTION).wrapped(&quoted(note), width - 2.0 * screen.margin());
        self.notes.iter().flat_map(lines).collect()
    }

    fn draw_at(&self, area: &mut Area<'_>, mut top: f64) {
        let (screen, width) = (area.screen, area.size.0);
        for panel in &self.panels {
            let height = panel.height(screen, width, self.panels.len());
            panel.draw_at(area, top, height);
            top += height + panel.title_height(screen, width);
        }
    }
}

impl Layout {
    pub(crate) fn draw(&self, screen: Screen) -> Canvas {
        const TITLE_LINE: f64 = 32.0;
        const MOST_TITLE_LINES: f64 = 4.0;
        const FOOT: f64 = 24.0;
        let across = self.columns_across(screen);
        let each = if screen.is_sheet() { self.width } else { screen.width() / number(across) };
        let width = each * number(across);
        let room = width - 2.0 * screen.margin();
        let mut title = quoted(&self.title);
        if screen.is_sheet() {
            title = Type::TITLE.fitted(&title, MOST_TITLE_LINES * room);
        }
        let title = Type::TITLE.wrapped(&title, room);
        let keys = |line: &Vec<(Colour, String)>| {
            line.iter().map(|(colour, label)| (Sign::Dot(*colour), label.clone())).collect()
        };
        let legend = Legend::new(screen, &self.legend.iter().map(keys).collect::<Vec<_>>(), room);
        let legend_top = 22.0 + number(title.len()) * TITLE_LINE;
        let top = legend_top + if self.legend.is_empty() { 0.0 } else { legend.height() + 10.0 };
        // For each line of columns: the top of the columns, the top of their notes, and the bottom of the longest.
        let mut lines = Vec::new();
        let mut height = top;
        for columns in self.columns.chunks(across) {
            let top = height;
            let foot = columns.iter().map(|column| top + column.height(screen, each)).fold(top, f64::max);
            let notes: Vec<Vec<String>> = columns.iter().map(|column| column.notes(screen, each)).collect();
            height = foot + number(notes.iter().map(Vec::len).max().unwrap_or(0)) * CAPTION_LINE + FOOT;
            lines.push((columns, notes, top, foot));
        }
        let scene = Scene::drawn(screen, (width, height), |area| {
            area.write_lines(&title, 34.0, TITLE_LINE, Type::TITLE);
            legend.draw(area, legend_top);
            for (columns, notes, top, foot) in lines {
                for ((column, notes), index) in columns.iter().zip(&notes).zip(0u32..) {
                    let corner = (each * f64::from(index), 0.0);
                    let mut area = area.part(corner, (each, height));
                    column.draw_at(&mut area, top);
                    area.write_lines(notes, foot + 18.0, CAPTION_LINE, screen.face(Type::CAPTION));
                }
            }
        });
        Canvas { scene, title: self.title.clone(), description: self.description.clone() }
    }

    /// The number of columns side by side.
    fn columns_across(&self, screen: Screen) -> usize {
        let fit = (screen.width() / self.width).to_usize().unwrap_or(1);
        let most = self.columns.len().max(1);
        if screen.is_sheet() { most } else { fit.clamp(1, most) }
    }
}

/// The text with quotation marks instead of backticks.
fn quoted(text: &str) -> String {
    if text.matches('`').count() % 2 == 1 {
        return text.to_owned();
    }
    let marks = ["\u{201c}", "\u{201d}"].into_iter().cycle();
    let mut parts = text.split('`');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.zip(marks).fold(first, |text, (part, mark)| text + mark + part)
}

impl Panel {
    /// A panel of dots, for one or several series.
    pub(super) fn dots(
        title: impl Into<String>,
        series: Vec<Vec<Labelled>>,
        unit: &'static str,
        reference: Option<Reference>,
    ) -> Self {
        let dots = Dots { rows: beside(series), unit, reference, bars: false, most: 0.0 };
        Self { title: title.into(), content: Content::Dots(dots) }
    }

    /// A panel of shares in percent, with an axis up to at least `most`.
    pub(super) fn bars(title: impl Into<String>, bars: Vec<Labelled>, most: f64) -> Self {
        let dots = Dots { rows: beside(vec![bars]), unit: "percent", reference: None, bars: true, most };
        Self { title: title.into(), content: Content::Dots(dots) }
    }

    pub(super) fn curves(
        title: impl Into<String>,
        curves: Vec<Curve>,
        mark: Mark,
        x: impl Into<String>,
        y: &'static str,
    ) -> Self {
        let curves = Curves {
            series: curves,
            mark,
            x: x.into(),
            y,
            reference: None,
            marked: None,
            named_above: false,
        };
        Self { title: title.into(), content: Content::Curves(curves) }
    }

    /// The height without the title, if there are `panels` below one another.
    fn height(&self, screen: Screen, width: f64, panels: usize) -> f64 {
        match &self.content {
            Content::Board(view) => board::height(screen, width, view),
            Content::Dots(dots) => dots.height(screen, width),
            Content::Cells(cells) => cells.height(screen, width),
            Content::Curves(curves) => curves.height(screen, width, panels == 1),
        }
    }

    fn title_lines(&self, screen: Screen, width: f64) -> Vec<String> {
        screen.lines(Type::PANEL, &quoted(&self.title), width - 2.0 * screen.margin())
    }

    fn title_height(&self, screen: Screen, width: f64) -> f64 {
        if self.title.is_empty() {
            return 0.0;
        }
        let lines = self.title_lines(screen, width).len();
        PANEL_TITLE + number(lines.saturating_sub(1)) * PANEL_LINE
    }

    /// Draws the panel with a given height, without its title.
    fn draw_at(&self, area: &mut Area<'_>, top: f64, height: f64) {
        let (screen, width) = (area.screen, area.size.0);
        if !self.title.is_empty() {
            let lines = self.title_lines(screen, width);
            area.write_lines(&lines, top + PANEL_TITLE / 2.0, PANEL_LINE, Type::PANEL);
        }
        let mut area = area.part((0.0, top + self.title_height(screen, width)), (width, height));
        match &self.content {
            Content::Dots(dots) => dots.draw(&mut area),
            Content::Curves(curves) => curves.draw(&mut area),
            Content::Cells(cells) => cells.draw(&mut area),
            Content::Board(view) => board::draw(&mut area, view),
        }
    }

    /// The text alternative of the panel.
    fn description(&self, names: &[String]) -> String {
        match &self.content {
            Content::Dots(dots) => format!("{}: {}.", self.title, dots.description(names)),
            Content::Curves(_) if !names.is_empty() => format!("{}: {}.", self.title, names.join(", ")),
            _ => format!("{}.", self.title),
        }
    }
}
