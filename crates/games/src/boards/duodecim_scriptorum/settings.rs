//! The rule keys, and the rules as a table plays them.

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::kit::Takes;
use crate::kit::rules::{ReadAs, Readable, Rule, Rules, Value, words};
use tali_core::process::Distribution;

/// The name of the game.
pub(super) const NAME: &str = "duodecim-scriptorum";

/// The last space of a seat's own six, and the last of all.
pub(super) const HOME: u8 = 6;
pub(super) const LAST: u8 = 30;

/// The spaces that both seats walk over, one bit each.
pub(super) const SHARED: u32 = 0x7fff_ff80;

pub(super) const PIECES: Rule<u8> = Rule::whole("pieces", "15", 1..=15, "Each player has _ pieces.");

pub(super) const DIE: Rule<Die> = Rule::new(
    "die",
    "[1, 1, 1, 1, 1, 1]",
    "The faces 1 to 6 of each of the three dice weigh _. [1, 0, 4, 4, 0, 1] is play with three knucklebones.",
);

pub(super) const SUM: Rule<Sum> = Rule::new(
    "sum",
    "\"jump\"",
    "A total of dice moves a piece by _. \"jump\": it is one move, and only the last space counts. \"steps\": die by die, as in \
     backgammon: every landing counts, and a piece may move again, also one that was just placed.",
);

words!(pub(super) enum Sum { "jump" => Jump, "steps" => Steps });

pub(super) const UNUSED: Rule<Unused> = Rule::new(
    "unused",
    "\"forfeit\"",
    "If not all three dice can be used: _. \"forfeit\": the whole turn is lost. \"most\": as many as possible are used.",
);

words!(pub(super) enum Unused { "forfeit" => Forfeit, "most" => Most });

pub(super) const EXIT: Rule<Exit> = Rule::new(
    "exit",
    "\"beyond\"",
    "A piece leaves the board by a total that is _. \"beyond\": it leads beyond space 30. \"exact\": it ends on 31, which \
     `search` and `best` ignore.",
);

words!(pub(super) enum Exit { "beyond" => Beyond, "exact" => Exact });

pub(super) const LEAVE: Rule<Leave> = Rule::new(
    "off",
    "\"any\"",
    "When pieces may leave: _. \"any\": at any time. \"gathered\": only if all own pieces are on the last six spaces or off after the turn.",
);

words!(pub(super) enum Leave { "any" => Any, "gathered" => Gathered });

/// The weights of the faces of each die.
#[derive(Clone, Debug)]
pub(super) struct Die(Vec<BigRational>);

impl Readable for Die {
    const TAKES: Takes =
        Takes::Own("a list of six weights for the faces 1 to 6 of each die, each 0 or more and not all 0");

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        let list = value.list().ok_or(None)?;
        let weights = list.iter().map(|weight| weight.number().cloned());
        let weights: Vec<BigRational> = weights.collect::<Option<_>>().ok_or(None)?;
        odd(&weights).map_or(Ok(Self(weights)), |odd| Err(Some(odd)))
    }
}

/// What is wrong with the weights of a die.
fn odd(numbers: &[BigRational]) -> Option<String> {
    if numbers.len() != 6 {
        return Some(format!("a die has six weights, not {}", numbers.len()));
    }
    if let Some(face) = numbers.iter().position(Signed::is_negative) {
        return Some(format!(
            "the weight of face {} is {}, but a weight is 0 or more",
            face + 1,
            numbers[face]
        ));
    }
    numbers.iter().all(Zero::is_zero).then(|| "no face has a weight above 0".to_owned())
}

/// The reading of the rules by which a table plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each rule is read in one of two ways")]
pub(super) struct Readings {
    /// Whether dice are used one after the other.
    pub steps: bool,
    /// Whether as many dice as possible are used, if not all can be.
    pub most: bool,
    /// Whether a piece only leaves by the exact total.
    pub exact: bool,
    /// Whether pieces only leave once all are gathered.
    pub gathered: bool,
}

/// What three dice show, the highest first.
pub(super) type Faces = [u8; 3];

/// A throw, and how its dice can be used.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Throw {
    pub faces: Faces,
    pub chance: f64,
    /// The ways to use one, two or three of the dice: as groups with these totals, or one after the other.
    pub uses: [Vec<Vec<u8>>; 3],
}

impl Throw {
    fn new(faces: Faces, chance: f64, steps: bool) -> Self {
        let [one, two, three] = faces;
        let pairs = [[one, two], [one, three], [two, three]];
        let mut uses = if steps {
            let both = |[one, two]: [u8; 2]| [vec![one, two], vec![two, one]];
            let last = [(three, [one, two]), (two, [one, three]), (one, [two, three])];
            let all =
                last.into_iter().flat_map(|(last, pair)| both(pair).map(|pair| [pair, vec![last]].concat()));
            [faces.map(|die| vec![die]).to_vec(), pairs.into_iter().flat_map(both).collect(), all.collect()]
        } else {
            let both = |[one, two]: [u8; 2]| [vec![one, two], vec![one + two]];
            let all = [
                vec![one, two, three],
                vec![one + two, three],
                vec![one + three, two],
                vec![two + three, one],
                vec![one + two + three],
            ];
            [faces.map(|die| vec![die]).to_vec(), pairs.into_iter().flat_map(both).collect(), all.to_vec()]
        };
        for ways in &mut uses {
            ways.sort_unstable();
            ways.dedup();
        }
        Self { faces, chance, uses }
    }

    /// The sums of one to `dice` of its dice, one bit each.
    pub(super) fn totals(&self, dice: usize) -> u32 {
        let subsets = (1..8u32).filter(|set| set.count_ones() as usize <= dice);
        let total =
            |set: u32| -> u8 { (0..3).filter(|die| set >> die & 1 == 1).map(|die| self.faces[die]).sum() };
        subsets.fold(0, |totals, set| totals | 1 << total(set))
    }

    /// As it is typed.
    pub(super) fn text(&self) -> String {
        self.faces.iter().map(ToString::to_string).collect()
    }
}

/// The rules as a table plays them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub pieces: u8,
    pub readings: Readings,
    /// Throws with their exact probabilities, and in the same order what can be done with them.
    pub distribution: Distribution<Faces>,
    pub throws: Vec<Throw>,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        let readings = Readings {
            steps: rules.get(&SUM) == Sum::Steps,
            most: rules.get(&UNUSED) == Unused::Most,
            exact: rules.get(&EXIT) == Exit::Exact,
            gathered: rules.get(&LEAVE) == Leave::Gathered,
        };
        let weights = (1u8..).zip(rules.get(&DIE).0);
        let die = Distribution::of_chances(weights).unwrap_or_else(|| Distribution::certain(1));
        let distribution = die.and(&die, |one, two| [*one, *two]).and(&die, |[one, two], three| {
            let mut faces = [*one, *two, *three];
            faces.sort_unstable_by(|one, other| other.cmp(one));
            faces
        });
        let throws = distribution.outcomes().iter().zip(distribution.chances());
        let throws = throws.map(|((faces, _), chance)| Throw::new(*faces, chance, readings.steps)).collect();
        Self { pieces: rules.get(&PIECES), readings, distribution, throws }
    }

    /// The index of a throw, if it is possible.
    pub(super) fn index_of(&self, faces: Faces) -> Option<u8> {
        u8::try_from(self.throws.iter().position(|throw| throw.faces == faces)?).ok()
    }

    /// Throws with their exact probabilities.
    pub(super) fn chances(&self) -> impl Iterator<Item = (&Throw, BigRational)> {
        self.throws.iter().map(|throw| (throw, self.distribution.probability(&throw.faces)))
    }
}
