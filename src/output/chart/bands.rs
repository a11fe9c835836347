//! The chances of steps on top of one another, the highest at the bottom.

use std::ops::Range;

use plotters::style::WHITE;
use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Drawn, Type, ink_on, shade};
use super::layout::{HEIGHT, WIDTH};
use super::plot::{Axes, Axis, Place, Plot, Stroke};

/// Bands of steps, the end at the bottom, from light to dark, each with its name: steps next to one another share a band
/// where there is no room for the names of all.
pub(super) fn draw(area: &Area<'_>, points: &[(f64, Vec<f64>)]) -> Drawn {
    const SPACE: [i32; 4] = [88, 44, 10, 54];
    const NAME: [f64; 2] = [48.0, 18.0];
    let right = points.last().map_or(1.0, |(throws, _)| *throws).max(1.0);
    let axes = Axes {
        across: 0.0..right,
        upward: 0.0..100.0,
        space: SPACE,
        below: Some(Axis { title: "casts of one seat", labels: 8 }),
        beside: Some(Axis { title: "percent of the games", labels: 6 }),
        lines: false,
    };
    let mut plot = Plot::without_axes(area, &axes)?;
    let [left_of, right_of, above, below] = SPACE.map(f64::from);
    let size = [f64::from(WIDTH) - left_of - right_of, f64::from(HEIGHT) - above - below];
    let edges = Edges::new(points, [right * NAME[0] / size[0], 100.0 * NAME[1] / size[1]]);
    let bands = edges.bands();
    for (number, band) in bands.iter().enumerate() {
        let edge: Vec<Place> = edges.of(band.start).collect();
        let foot = [(right, 0.0), (0.0, 0.0)];
        plot.polygon(edge.iter().copied().chain(foot).collect(), shade(number, bands.len()))?;
        plot.line(edge, Stroke::solid(WHITE, 1))?;
    }
    plot.draw_axes(&axes)?;
    let last = edges.steps() - 1;
    for (number, band) in bands.iter().enumerate() {
        let name = match (band.start, band.end - 1) {
            (0, _) => "none yet".to_owned(),
            (first, _) if first == last => "all made".to_owned(),
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}\u{2013}{last}"),
        };
        if let Some((_, place)) = edges.roomiest(band).filter(|(room, _)| *room >= edges.name[1]) {
            let colour = ink_on(shade(number, bands.len()));
            plot.text(place, (0, 0), &name, Type { colour, ..Type::FIGURES }.anchored(HPos::Center))?;
        }
    }
    Ok(())
}

/// Where the chances of steps lie that are stacked on one another, the highest at the bottom, in percent.
struct Edges {
    /// After so many throws the upper edge of each step.
    points: Vec<(f64, Vec<f64>)>,
    /// How wide and how high a name is in numbers.
    name: [f64; 2],
}

impl Edges {
    fn new(points: &[(f64, Vec<f64>)], name: [f64; 2]) -> Self {
        let edges = |chances: &[f64]| {
            let sum = |from: usize| 100.0 * chances[from..].iter().sum::<f64>();
            (0..chances.len()).map(sum).collect()
        };
        Self { points: points.iter().map(|(throws, chances)| (*throws, edges(chances))).collect(), name }
    }

    fn steps(&self) -> usize {
        self.points.first().map_or(1, |(_, edges)| edges.len().max(1))
    }

    /// The upper edge of a step.
    fn of(&self, step: usize) -> impl Iterator<Item = Place> + '_ {
        self.points.iter().map(move |(throws, edges)| (*throws, edges[step]))
    }

    /// Where a band has most room for a name, and how high that is: all edges rise to the right.
    fn roomiest(&self, band: &Range<usize>) -> Option<(f64, Place)> {
        // None and all are words, the others numbers.
        let in_words = band.start == 0 || band.end == self.steps();
        let half = if in_words { self.name[0] } else { self.name[0] / 2.0 };
        let lower = |edges: &[f64]| edges.get(band.end).copied().unwrap_or(0.0);
        let places = self.points.iter().filter_map(|(throws, _)| {
            let (_, left) = self.points.iter().rev().find(|(other, _)| *other <= throws - half)?;
            let (_, right) = self.points.iter().find(|(other, _)| *other >= throws + half)?;
            let (low, high) = (lower(right), left[band.start]);
            Some((high - low, (*throws, f64::midpoint(low, high))))
        });
        places.max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// None, all, and the steps between them, of which so many next to one another share a band that each has room for
    /// its name.
    fn bands(&self) -> Vec<Range<usize>> {
        let room = |band: &Range<usize>| self.roomiest(band).map_or(0.0, |(room, _)| room);
        let less = |one: &(usize, f64), other: &(usize, f64)| one.1.total_cmp(&other.1);
        let last = self.steps() - 1;
        let mut between: Vec<Range<usize>> = (1..last).map(|step| step..step + 1).collect();
        while between.len() > 1 {
            let rooms: Vec<(usize, f64)> = between.iter().map(room).enumerate().collect();
            let Some((least, _)) =
                rooms.iter().copied().min_by(less).filter(|(_, room)| *room < self.name[1])
            else {
                break;
            };
            let beside = rooms.iter().copied().filter(|(place, _)| place.abs_diff(least) == 1).min_by(less);
            let first = beside.map_or(least, |(place, _)| place.min(least));
            between[first].end = between.remove(first + 1).end;
        }
        let all = (last > 0).then(|| last..last + 1);
        std::iter::once(0..1).chain(between).chain(all).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_share_a_band_where_one_alone_has_no_room_for_its_name() {
        let early = vec![0.5, 0.01, 0.2, 0.04, 0.02, 0.04, 0.19];
        let late = vec![0.1, 0.02, 0.2, 0.05, 0.02, 0.04, 0.57];
        let bands = |name: [f64; 2]| Edges::new(&[(0.0, early.clone()), (9.0, late.clone())], name).bands();
        assert_eq!(bands([0.0, 10.0]), [0..1, 1..3, 3..6, 6..7]);
        assert_eq!(bands([0.0, 0.1]), [0..1, 1..2, 2..3, 3..4, 4..5, 5..6, 6..7]);
        assert_eq!(bands([0.0, 100.0]), [0..1, 1..6, 6..7]);
        // A long name has no room in what rises by more than its thickness along it.
        let rising = [(0.0, vec![0.9, 0.1, 0.0]), (1.0, vec![0.5, 0.3, 0.2]), (2.0, vec![0.0, 0.2, 0.8])];
        let [short, long] = [0.0, 2.0].map(|wide| Edges::new(&rising, [wide, 1.0]).roomiest(&(1..2)));
        assert!(
            short.is_some_and(|(room, place)| (room - 30.0).abs() < 1e-9 && (place.0 - 1.0).abs() < 1e-9),
            "{short:?}"
        );
        assert!(long.is_some_and(|(room, _)| (room + 70.0).abs() < 1e-9), "{long:?}");
        assert_eq!(Edges::new(&[(0.0, vec![0.5, 0.5])], [0.0, 10.0]).bands(), [0..1, 1..2]);
    }
}
