//! What to leave out of an evening that is too long.

use num_traits::ToPrimitive;

use super::NightAnswer;
use crate::analysis::{About, Figure};

/// A game that is to be played less often than was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its place in the evening.
    pub place: usize,
    /// How often it can be played; 0 where it is left out.
    pub times: u64,
}

impl NightAnswer {
    /// What has to go so that every game that is played several times keeps to the time that was set for it, and all games
    /// together to that of the evening, in the mean; none where all fit.
    ///
    /// A game that takes longer than the whole evening goes first. Then fewer games of one that is played several times
    /// are tried, by which least time is lost; where that is not enough, what takes longest goes.
    pub fn cuts(&self) -> Vec<Cut> {
        let mut times: Vec<u64> = (0..self.games.len()).map(|place| self.within_its_time(place)).collect();
        if self.is_overrun() {
            let most = self.most_minutes();
            while self.taken(&times) > most {
                let shorter = self.shorter(&times, most);
                let Some(cut) = shorter.or_else(|| self.longest(&times)) else { break };
                times[cut.place] = cut.times;
            }
        }
        let cut = |(place, times): (usize, u64)| Cut { place, times };
        let is_cut = |cut: &Cut| cut.times < self.games[cut.place].game.times;
        times.into_iter().enumerate().map(cut).filter(is_cut).collect()
    }

    /// Whether all games together are known to take longer than there is time.
    pub fn is_overrun(&self) -> bool {
        self.fits() == Some(false) || self.total.is_endless()
    }

    /// How many minutes nothing takes after these cuts, in the mean.
    pub fn minutes_left(&self, cuts: &[Cut]) -> f64 {
        let times = |place: usize| self.times_after(place, cuts);
        self.most_minutes() - self.taken(&(0..self.games.len()).map(times).collect::<Vec<_>>())
    }

    /// How many minutes more than after these cuts a game takes that takes so many, all its games together.
    pub fn minutes_more(&self, place: usize, cuts: &[Cut], minutes: &Figure) -> Option<f64> {
        let kept = self.times_after(place, cuts);
        Some(minutes.approximate()? - if kept == 0 { 0.0 } else { self.each(place) * float(kept) })
    }

    fn times_after(&self, place: usize, cuts: &[Cut]) -> u64 {
        let cut = cuts.iter().find(|cut| cut.place == place);
        cut.map_or(self.games[place].game.times, |cut| cut.times)
    }

    fn most_minutes(&self) -> f64 {
        self.night.minutes.to_f64().unwrap_or(0.0)
    }

    /// How many minutes it takes all its players to play a game once, in the mean.
    fn each(&self, place: usize) -> f64 {
        let game = &self.games[place];
        game.total.approximate().unwrap_or(f64::INFINITY) / float(game.game.times)
    }

    fn taken(&self, times: &[u64]) -> f64 {
        let of =
            |(place, times): (usize, &u64)| if *times == 0 { 0.0 } else { self.each(place) * float(*times) };
        times.iter().enumerate().map(of).sum()
    }

    /// How often a game can be played in the time that was set for it.
    fn within_its_time(&self, place: usize) -> u64 {
        let game = &self.games[place];
        let times = game.game.times;
        let is_long = game
            .balance
            .verdicts
            .iter()
            .any(|verdict| verdict.about == About::Length && verdict.is_problem());
        let minutes = game.game.minutes.to_f64().filter(|_| is_long && game.game.has_own_minutes);
        let fit = minutes.and_then(|minutes| (minutes / self.each(place)).floor().to_u64());
        fit.filter(|fit| *fit > 0).map_or(times, |fit| fit.min(times))
    }

    /// Fewer games of the one by which least time is lost, if that is enough and no game takes longer than the evening.
    fn shorter(&self, times: &[u64], most: f64) -> Option<Cut> {
        let all = self.taken(times);
        if (0..times.len()).any(|place| times[place] > 0 && self.each(place) > most) {
            return None;
        }
        let fewer = |place: usize| {
            let (now, each) = (times[place], self.each(place));
            let others = all - each * float(now);
            let fit = ((most - others) / each).floor().to_u64().filter(|fit| (1..now).contains(fit))?;
            Some((Cut { place, times: fit }, each * float(now - fit)))
        };
        let cuts = (0..times.len()).filter_map(fewer);
        cuts.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(cut, _)| cut)
    }

    fn longest(&self, times: &[u64]) -> Option<Cut> {
        let played = (0..times.len()).filter(|place| times[*place] > 0);
        let takes = |place: &usize| self.each(*place) * float(times[*place]);
        let longest = played.max_by(|one, other| takes(one).total_cmp(&takes(other)))?;
        Some(Cut { place: longest, times: 0 })
    }
}

fn float(number: u64) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}
