//! What to leave out of an evening that is too long.

use num_traits::ToPrimitive;

use super::NightAnswer;

/// A game that is to be played less often than was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its place in the evening.
    pub place: usize,
    /// How often it can be played; 0 where it is left out.
    pub times: u64,
}

impl NightAnswer {
    /// What has to go so that all games together keep to the time of the evening, in the mean; none where they fit.
    ///
    /// What takes longest goes first, and of a game that is played several times only as many as do not fit beside the others.
    pub fn cuts(&self) -> Vec<Cut> {
        let all = self.games.iter().map(|game| game.total.approximate().unwrap_or(f64::INFINITY));
        let mut longest: Vec<(usize, f64)> = all.enumerate().collect();
        longest.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let most = self.night.minutes.to_f64().unwrap_or(0.0);
        let mut cuts = Vec::new();
        let mut over = self.is_overrun();
        for (at, (place, takes)) in longest.iter().enumerate() {
            if !over {
                break;
            }
            let left = most - longest[at + 1..].iter().map(|(_, minutes)| minutes).sum::<f64>();
            let planned = self.games[*place].game.times;
            let fit = (left / takes * planned.to_f64().unwrap_or(1.0)).floor().to_u64().unwrap_or(0);
            cuts.push(Cut { place: *place, times: fit.min(planned) });
            over = left < 0.0;
        }
        cuts
    }

    /// Whether all games together are known to take longer than there is time.
    pub fn is_overrun(&self) -> bool {
        self.fits() == Some(false) || self.total.is_endless()
    }
}
