//! Augustus: seats cast in turn, dogs and Senios pay, and the first Venus takes it all.

use super::playing::{Coins, Walking};
use super::{Game, Key, Players, Reads, Takes};
use crate::process::{Ending, Law, Payment, Step, Walk};
use crate::tali::{Cast, CastTable, Face, Kind};

pub(super) static GAME: Game = Game {
    number: 1,
    name: "augustus",
    title: "Emperor Augustus's tali",
    summary: "Cast in turn; Canis and Senio pay into the pot, and the first Venus takes it",
    players: Players::of(2, 12, 2),
    coins: true,
    faces: true,
    keys: &[
        Key {
            name: "fee",
            default: "4",
            takes: Takes::Coins,
            reading: "the coins that a Canis or a Senio pays",
        },
        Key {
            name: "fee_per",
            default: "\"cast\"",
            takes: Takes::Word(&["cast", "bone"]),
            reading: "\"cast\": a Canis or Senio pays the fee once. \"bone\": as in the emperor's letter, every bone that \
                      shows a 1 or a 6 pays it, in any cast but Venus; set fee=1 with it",
        },
        Key {
            name: "ante",
            default: "0",
            takes: Takes::Coins,
            reading: "what every seat pays before the first cast",
        },
    ],
    reading: &[
        "Seats cast in turn, round and round, until one casts Venus.",
        "A Venus pays nothing; it takes the pot and ends the game.",
    ],
    source: "M. J. Speakman, game 1, after a letter of Augustus in Suetonius, Divus Augustus 71",
    reads: Reads::Cast(|rules, cast| match cast.kind() {
        Some(Kind::Venus) => "takes the pot, and the game is over".to_owned(),
        _ if rules.is("fee_per", "bone") => {
            let paying = cast.count(Face::One) + cast.count(Face::Six);
            if paying == 0 { String::new() } else { format!("pays {} times {}", paying, rules.amount("fee")) }
        }
        Some(Kind::Canis | Kind::Senio) => format!("pays {}", rules.amount("fee")),
        _ => String::new(),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let coins = Coins::new(rules, &["fee", "ante"]);
        let fee = coins.of("fee");
        let per_bone = rules.is("fee_per", "bone");
        let cost = |cast: &Cast| match cast.kind() {
            Some(Kind::Venus) => None,
            _ if per_bone => Some(fee * u64::from(cast.count(Face::One) + cast.count(Face::Six))),
            Some(Kind::Canis | Kind::Senio) => Some(fee),
            _ => Some(0),
        };
        let laws = table.bones.iter().map(|set| Law::of_casts(&CastTable::new(set), cost)).collect();
        Ok(coins.counted(Walking(Augustus { laws, ante: coins.of("ante") })))
    },
};

/// In which the state is the seat that casts, and the effect what its cast costs, or that it is Venus.
struct Augustus {
    laws: Vec<Law<Option<u64>>>,
    ante: u64,
}

impl Walk for Augustus {
    type State = usize;
    type Effect = Option<u64>;

    fn seats(&self) -> usize {
        self.laws.len()
    }

    fn start(&self) -> usize {
        0
    }

    fn laws(&self) -> &[Law<Option<u64>>] {
        &self.laws
    }

    fn thrown(&self, seat: usize) -> usize {
        seat
    }

    fn step(&self, seat: usize, cost: Option<u64>) -> Step<usize> {
        match cost {
            None => Step::End(Ending::Won(seat), 0),
            Some(_) => Step::To(self.pass(seat)),
        }
    }

    fn seat(&self, seat: usize) -> usize {
        seat
    }

    fn pass(&self, seat: usize) -> usize {
        (seat + 1) % self.laws.len()
    }

    fn payment(&self, seat: usize, cost: Option<u64>) -> Option<Payment> {
        cost.filter(|coins| *coins > 0).map(|coins| Payment { seat, coins })
    }

    fn ante(&self) -> Option<u64> {
        Some(self.ante)
    }
}
