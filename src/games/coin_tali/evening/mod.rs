//! A whole evening: round after round, until one seat is left or it is late.

use super::round::{CoinGame, number};
use super::settings::{Raise, Settings};
use super::simulation::{Hands, Mind, Minds, Played, Purses, Table, voted};
use crate::exact::{Enclosure, Missing, Solution, StatisticNumbers, Wanted};
use crate::monte_carlo::{Generator, Moments, Player, Tally};
use crate::process::{Measure, Over, Seats, Statistic};

/// An evening is given up after so many rounds.
pub(super) const LONGEST: u64 = 10_000;

/// By how much an ante is raised or lowered, and how much larger it is after a special round that nobody won.
const RAISE: i64 = 5;

const PER_SEAT: Over = Over::Seats;
pub(super) static UNFINISHED: Statistic =
    Statistic::new("unfinished", "Given up after 10,000 rounds", Over::Game, Measure::Probability);
pub(super) static RUIN: Statistic =
    Statistic::new("ruin", "Is out before the end", PER_SEAT, Measure::Probability);
pub(super) static FIRST_RUIN: Statistic = Statistic::new(
    "first_ruin_mean",
    "Round in which the first seat goes out, if one does, mean",
    Over::Game,
    Measure::Plain,
);
pub(super) static COINS_MEAN: Statistic =
    Statistic::new("coins_mean", "Coppers at the end, mean", PER_SEAT, Measure::Plain);
pub(super) static COINS_SD: Statistic =
    Statistic::new("coins_sd", "Coppers at the end, standard deviation", PER_SEAT, Measure::Deviation);
pub(super) static ROUNDS_MEAN: Statistic =
    Statistic::new("rounds_mean", "Rounds, mean", Over::Game, Measure::Plain);
pub(super) static ROUNDS_SD: Statistic =
    Statistic::new("rounds_sd", "Rounds, standard deviation", Over::Game, Measure::Deviation);
pub(super) static VENUS_MEAN: Statistic =
    Statistic::new("venus_mean", "Venuses in an evening, mean", Over::Game, Measure::Plain);
pub(super) static BANK_MEAN: Statistic = Statistic::new(
    "bank_mean",
    "Coppers that the bank paid out less what it got back, mean",
    Over::Game,
    Measure::Plain,
);

/// An evening while it is played.
struct Evening<'t, 'g> {
    game: &'g CoinGame,
    hands: &'t Hands,
    mind: &'t mut Mind<'g>,
    purses: Purses,
    present: Seats,
    /// Who had a debt when the antes of this round had been paid.
    indebted: Seats,
    game_pot: i64,
    starter: usize,
    ante: i64,
    rounds: u64,
    venuses: u64,
    /// The round in which the first seat went out.
    first_ruin: Option<u64>,
}

/// What came of an evening.
struct Ended {
    /// Who has won it; nobody, if it was given up.
    winners: Seats,
    given_up: bool,
}

impl<'t, 'g> Evening<'t, 'g> {
    /// Everybody pays a gold into the game pot.
    fn new(game: &'g CoinGame, hands: &'t Hands, mind: &'t mut Mind<'g>) -> Self {
        let settings = &game.settings;
        let mut purses = Purses { coins: [0; 8], debts: [0; 8], loans: settings.loans, bank: 0 };
        for (coins, brought) in purses.coins.iter_mut().zip(&settings.purses) {
            *coins = brought - settings.gold;
        }
        Self {
            game,
            hands,
            mind,
            purses,
            present: Seats::first(settings.seats),
            indebted: Seats::NONE,
            game_pot: settings.gold * number(settings.seats),
            starter: 0,
            ante: settings.ante,
            rounds: 0,
            venuses: 0,
            first_ruin: None,
        }
    }

    fn settings(&self) -> &'g Settings {
        &self.game.settings
    }

    /// Those who are left, from a seat on in rolling order.
    fn from(&self, seat: usize) -> Vec<usize> {
        CoinGame::from(self.settings().seats, seat).filter(|seat| self.present.has(*seat)).collect()
    }

    /// A seat goes out; the seat that is left alone, if one is.
    fn out(&mut self, seat: usize) -> Option<usize> {
        self.present = self.present.without(seat);
        self.first_ruin.get_or_insert(self.rounds);
        self.present.alone()
    }

    /// Who is left alone takes what lies in the pots.
    fn alone(&mut self, seat: usize, pot: i64) -> Ended {
        self.purses.coins[seat] += pot + self.game_pot;
        self.game_pot = 0;
        Ended { winners: Seats::one(seat), given_up: false }
    }

    fn play(&mut self, chances: &[f64], generator: &mut Generator) -> Ended {
        let last = match self.settings().rounds {
            0 => LONGEST,
            rounds => rounds,
        };
        while self.rounds < last {
            self.rounds += 1;
            if let Some(ended) = self.round(chances, generator) {
                return ended;
            }
        }
        if self.settings().rounds == 0 {
            return Ended { winners: Seats::NONE, given_up: true };
        }
        let left = self.from(self.starter);
        let number = number(left.len());
        for (place, seat) in left.iter().enumerate() {
            let odd = if place == 0 { self.game_pot % number } else { 0 };
            self.purses.coins[*seat] += self.game_pot / number + odd;
        }
        self.game_pot = 0;
        let seats = self.settings().seats;
        let most = self.purses.coins[..seats].iter().copied().max();
        let winners = (0..seats).filter(|seat| Some(self.purses.coins[*seat]) == most).collect();
        Ended { winners, given_up: false }
    }

    /// A round; how the evening ended, if it did.
    fn round(&mut self, chances: &[f64], generator: &mut Generator) -> Option<Ended> {
        let mut pot = 0;
        for seat in self.from(self.starter) {
            let (paid, stays) = self.purses.owe(seat, self.ante);
            pot += paid;
            if !stays && let Some(alone) = self.out(seat) {
                return Some(self.alone(alone, pot));
            }
        }
        let seats = self.from(self.starter);
        self.indebted = seats.iter().copied().filter(|seat| self.purses.debts[*seat] > 0).collect();
        let mut table = Table {
            game: self.game,
            hands: self.hands,
            mind: self.mind,
            purses: &mut self.purses,
            seats: &seats,
            generator,
        };
        let played = table.play(pot, self.game_pot, self.ante);
        self.venuses += u64::from(played.venus);
        self.game_pot = played.game;
        for out in played.out.iter() {
            if let Some(alone) = self.out(seats[out]) {
                return Some(self.alone(alone, if played.winners.is_empty() { played.pot } else { 0 }));
            }
        }
        if let Some(seat) = voted(chances, generator).filter(|seat| self.present.has(*seat)) {
            self.purses.coins[seat] += self.settings().silver;
            self.purses.bank += self.settings().silver;
        }
        self.settle(&played, &seats)
    }

    /// Debts, the gold after a Venus, and who starts the next round with which ante.
    fn settle(&mut self, played: &Played, seats: &[usize]) -> Option<Ended> {
        for seat in self.from(self.starter) {
            let (purse, debt) = (self.purses.coins[seat], self.purses.debts[seat]);
            if debt == 0 || (purse < debt && !self.indebted.has(seat)) {
                continue;
            }
            let repaid = purse.min(debt);
            self.purses.coins[seat] -= repaid;
            self.purses.bank -= repaid;
            self.purses.debts[seat] = 0;
            if repaid < debt
                && let Some(alone) = self.out(seat)
            {
                return Some(self.alone(alone, 0));
            }
        }
        let winner = (!played.winners.is_empty()).then(|| seats[played.first]);
        if played.venus {
            for seat in self.from(seats[played.first]) {
                if self.purses.coins[seat] >= self.settings().gold {
                    self.purses.coins[seat] -= self.settings().gold;
                    self.game_pot += self.settings().gold;
                } else if let Some(alone) = self.out(seat) {
                    return Some(self.alone(alone, 0));
                }
            }
        }
        self.next(played, seats, winner);
        None
    }

    /// Who starts the next round, and with which ante.
    fn next(&mut self, played: &Played, seats: &[usize], winner: Option<usize>) {
        let before = match (winner, played.caller) {
            (Some(winner), _) => winner,
            (None, Some(caller)) => (seats[caller] + 1) % self.settings().seats,
            (None, None) => (self.starter + 1) % self.settings().seats,
        };
        self.starter = self.from(before).first().copied().unwrap_or(before);
        match winner {
            Some(winner) if winner == self.starter => self.ante = self.raised(),
            Some(_) => {}
            None => self.ante += if played.caller.is_some() { RAISE } else { 1 },
        }
    }

    /// The ante as the starter sets it.
    fn raised(&mut self) -> i64 {
        let (up, down) = (self.ante + RAISE, (self.ante - RAISE).max(1));
        match self.settings().raises[self.starter] {
            Raise::Keep => self.ante,
            Raise::Up => up,
            Raise::Down => down,
            Raise::Best => {
                let seats = self.from(self.starter);
                let (seating, players) = (self.game.seating(&seats), number(seats.len()));
                #[expect(clippy::cast_precision_loss, reason = "coins are few")]
                let mut gain = |ante: i64| {
                    let first = self.game.first(seating, ante * players, self.game_pot, ante);
                    let parts = self.game.settings.parts(seats.len()) as f64;
                    self.mind.gain_of_starter(&first) / parts - ante as f64
                };
                let (mut taken, mut most) = (self.ante, gain(self.ante));
                for ante in [down, up] {
                    let value = gain(ante);
                    if value > most + crate::exact::SLACK {
                        (taken, most) = (ante, value);
                    }
                }
                taken
            }
        }
    }
}

/// What is known of an evening without playing it: nothing but that somebody wins it, if it ends.
pub(super) fn unsolved(game: &CoinGame, wanted: Wanted) -> Solution {
    let seats = game.settings.seats;
    let nothing = || Err(Missing::TooLong);
    let one = |of| StatisticNumbers::one(of, nothing());
    let each = |of| StatisticNumbers::several(of, (0..seats).map(|_| nothing()).collect());
    let statistics = vec![
        one(&ROUNDS_MEAN),
        one(&ROUNDS_SD),
        one(&UNFINISHED),
        each(&RUIN),
        one(&FIRST_RUIN),
        each(&COINS_MEAN),
        each(&COINS_SD),
        one(&VENUS_MEAN),
        one(&BANK_MEAN),
    ];
    Solution { nobody: Enclosure::zero(), statistics, ..Solution::unknown(seats, wanted.coins) }
}

/// Plays evenings.
pub(super) struct EveningPlayer<'a> {
    game: &'a CoinGame,
    hands: Hands,
    minds: Minds<'a>,
}

impl<'a> EveningPlayer<'a> {
    pub(super) fn new(game: &'a CoinGame) -> Self {
        Self { game, hands: Hands::new(game), minds: Minds::new() }
    }

    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_with(&self, mind: &mut Mind<'a>, evenings: u64, generator: &mut Generator, tally: &mut Tally) {
        let settings = &self.game.settings;
        let chances = settings.votes();
        let mut ruin = vec![Moments::default(); settings.seats];
        let mut coins: Vec<Vec<f64>> = vec![Vec::new(); settings.seats];
        let mut rounds = Vec::new();
        let [mut unfinished, mut first_ruin, mut venuses, mut bank] = [Moments::default(); 4];
        for _ in 0..evenings {
            let mut evening = Evening::new(self.game, &self.hands, mind);
            let ended = evening.play(&chances, generator);
            if ended.given_up {
                tally.never_ended();
            } else {
                tally.won(ended.winners, evening.rounds);
            }
            unfinished.add(if ended.given_up { 1.0 } else { 0.0 });
            if let Some(round) = evening.first_ruin {
                first_ruin.add(round as f64);
            }
            venuses.add(evening.venuses as f64);
            bank.add(evening.purses.bank as f64);
            rounds.push(evening.rounds as f64);
            for seat in 0..settings.seats {
                ruin[seat].add(if evening.present.has(seat) { 0.0 } else { 1.0 });
                let has = evening.purses.coins[seat];
                coins[seat].push(has as f64);
                // What it brought is what it paid, and what it goes home with what it took.
                let brought = settings.purses[seat];
                tally.paid[seat].add(brought as f64);
                tally.taken[seat].add(has as f64);
                tally.net[seat].add((has - brought) as f64);
            }
        }
        tally.count(&UNFINISHED, &[unfinished]);
        tally.count(&RUIN, &ruin);
        tally.count(&FIRST_RUIN, &[first_ruin]);
        let of_seats = |of: fn(&[f64]) -> Moments| coins.iter().map(|coins| of(coins)).collect::<Vec<_>>();
        tally.count(&COINS_MEAN, &of_seats(moments));
        tally.count(&COINS_SD, &of_seats(distances));
        tally.count(&ROUNDS_MEAN, &[moments(&rounds)]);
        tally.count(&ROUNDS_SD, &[distances(&rounds)]);
        tally.count(&VENUS_MEAN, &[venuses]);
        tally.count(&BANK_MEAN, &[bank]);
    }
}

fn moments(numbers: &[f64]) -> Moments {
    let mut moments = Moments::default();
    for number in numbers {
        moments.add(*number);
    }
    moments
}

/// The squares of the distances from their mean, one less of which than there are numbers is free.
#[expect(clippy::cast_precision_loss, reason = "numbers are few")]
fn distances(numbers: &[f64]) -> Moments {
    let (mean, number) = (moments(numbers).mean(), numbers.len() as f64);
    let freedom = number / (number - 1.0).max(1.0);
    let mut distances = Moments::default();
    for one in numbers {
        distances.add((one - mean).powi(2) * freedom);
    }
    distances
}

impl Player for EveningPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        self.minds.with(self.game, |mind| self.play_with(mind, games, generator, tally));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::coin_tali::policies::Policy;
    use crate::games::coin_tali::round::Seat;
    use crate::games::{Rules, Value, find};
    use crate::tali::presets;

    fn game(rules: &[(&str, &str)], players: usize, policy: Policy) -> CoinGame {
        let mut agreed: Rules = find("coin-tali").unwrap().rules(players).unwrap();
        for (key, value) in rules {
            agreed.set(key, Value::parse(value).unwrap()).unwrap();
        }
        let bones = presets::TRADITIONAL.bones().set(4).unwrap();
        let seats = (0..players).map(|_| Seat { bones: bones.clone(), policy }).collect();
        let mut game = CoinGame::new(Settings::new(&agreed), seats);
        game.seat_all();
        game
    }

    /// What the seats have at the end is what they brought, and what the bank gave or took.
    #[test]
    fn no_copper_is_lost_or_made() {
        type Table<'a> = (&'a [(&'a str, &'a str)], usize, Policy);
        let all = ("variants", "[etiam, mercury, fortuna, jove]");
        let small = ("purse", "{gold = 1, silver = 1, copper = 1}");
        let tables: [Table<'_>; 9] = [
            (&[], 5, Policy::Never),
            (&[all, ("loans", "true"), ("raise", "up")], 4, Policy::Behind),
            (&[("variants", "[mercury]"), ("loans", "true"), small, ("dog", "7")], 3, Policy::Void),
            (&[all, ("fees", "roll"), ("gold", "20"), ("purse", "20")], 4, Policy::Venus),
            (&[("purse", "[100, 101, 250]"), ("ante", "9")], 3, Policy::Never),
            (&[("rounds", "7"), ("variants", "[etiam]"), ("role_play", "[0.5, 0.3, 0.1]")], 3, Policy::Venus),
            (&[("variants", "[fortuna]"), ("raise", "best"), ("rounds", "6")], 2, Policy::Best),
            (&[("variants", "[jove]"), ("loans", "true"), ("rounds", "8"), ("ante", "20")], 2, Policy::Best),
            (&[("variants", "[mercury]"), ("rounds", "5")], 2, Policy::Card),
        ];
        for (rules, players, policy) in tables {
            let game = game(rules, players, policy);
            let (hands, mut mind) = (Hands::new(&game), Mind::new(&game));
            let chances = game.settings.votes();
            let mut generator = Generator::new(7, 0);
            let brought: i64 = game.settings.purses.iter().sum();
            for _ in 0..200 {
                let mut evening = Evening::new(&game, &hands, &mut mind);
                let ended = evening.play(&chances, &mut generator);
                let has: i64 = evening.purses.coins.iter().sum();
                let what = format!("{rules:?}, {evening:?}", evening = evening.purses);
                assert_eq!(has + evening.game_pot, brought + evening.purses.bank, "{what}");
                assert!(evening.purses.coins.iter().all(|coins| *coins >= 0), "{what}");
                assert!(ended.given_up || !ended.winners.is_empty(), "{what}");
                if game.settings.rounds == 0 && !ended.given_up {
                    assert_eq!(evening.present.number(), 1, "{what}");
                    assert_eq!(evening.present, ended.winners, "{what}");
                } else {
                    assert!(evening.rounds <= game.settings.rounds, "{what}");
                }
            }
        }
    }

    /// A bank that lends is owed what it paid and 5, once.
    #[test]
    fn debts_are_what_was_lent_and_five() {
        let mut purses = Purses { coins: [3; 8], debts: [0; 8], loans: true, bank: 0 };
        assert_eq!(purses.owe(0, 10), (10, true));
        assert_eq!((purses.coins[0], purses.debts[0], purses.bank), (0, 12, 7));
        assert_eq!(purses.owe(0, 4), (4, true));
        assert_eq!((purses.debts[0], purses.bank), (16, 11));
        purses.loans = false;
        assert_eq!(purses.owe(1, 10), (3, false));
        assert_eq!((purses.coins[1], purses.debts[1], purses.bank), (0, 0, 11));
        assert_eq!(purses.owe(2, 3), (3, true));
    }
}
