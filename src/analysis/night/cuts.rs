//! What to drop from an evening that is too long.

use num_traits::ToPrimitive;

use super::NightAnswer;

/// A game to play less often than planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its index in the evening.
    pub index: usize,
    /// How often it can be played; 0 to drop it.
    pub times: u64,
}

impl NightAnswer {
    /// What to drop so that all games together fit into the evening on average; empty if they fit.
    ///
    /// The longest games are dropped first; of a game planned several times, only those that do not fit beside the others.
    pub fn cuts(&self) -> Vec<Cut> {
        let all = self.games.iter().map(|game| game.total.approximate().unwrap_or(f64::INFINITY));
        let mut longest: Vec<(usize, f64)> = all.enumerate().collect();
        longest.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let most = self.night.minutes.to_f64().unwrap_or(0.0);
        let mut cuts = Vec::new();
        let mut over = self.is_overrun();
        for (at, (index, takes)) in longest.iter().enumerate() {
            if !over {
                break;
            }
            let left = most - longest[at + 1..].iter().map(|(_, minutes)| minutes).sum::<f64>();
            let planned = self.games[*index].game.times;
            let fit = (left / takes * planned.to_f64().unwrap_or(1.0)).floor().to_u64().unwrap_or(0);
            cuts.push(Cut { index: *index, times: fit.min(planned) });
            over = left < 0.0;
        }
        cuts
    }

    /// Whether all games together surely take longer than the available time.
    pub fn is_overrun(&self) -> bool {
        self.fits() == Some(false) || self.total.is_endless()
    }
}
