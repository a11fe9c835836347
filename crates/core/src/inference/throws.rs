//! Recorded throws: which bone showed what.

/// Recorded throws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Throws {
    /// The bones in the order in which they are first named; one bone without a name if none is named.
    pub bones: Vec<String>,
    /// The values of the column by which throws are grouped, if there is one, in the same order.
    pub groups: Vec<String>,
    /// The throws of each bone in each group.
    pub cells: Vec<Cell>,
    /// How the throws were made: columns such as `surface`, with their values.
    pub circumstances: Vec<Circumstance>,
    /// Remarks made while reading them.
    pub remarks: Vec<String>,
}

/// The throws of one bone in one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The bone's index in [`Throws::bones`].
    pub bone: usize,
    /// The group's index in [`Throws::groups`].
    pub group: usize,
    /// How often each face was shown.
    pub counts: [u64; 4],
}

/// A column that says how throws were made, and its first few values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// The name of the column.
    pub column: String,
    /// Its different values, at most [`Circumstance::MOST`].
    pub values: Vec<String>,
    /// Whether there are more.
    pub more: bool,
}

impl Circumstance {
    /// The most values that are stored.
    pub const MOST: usize = 3;
}

/// Which throws are pooled into one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pool {
    /// All of them.
    All,
    /// The throws of each bone.
    None,
    /// The throws with the same value in this column.
    Column(String),
}

/// The pooled throws of one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pooled {
    /// The name of the pool, if there are several.
    pub name: Option<String>,
    /// The number of bones thrown.
    pub bones: usize,
    /// How often each face was shown.
    pub counts: [u64; 4],
}

impl Throws {
    /// The number of throws.
    pub fn total(&self) -> u64 {
        self.cells.iter().flat_map(|cell| cell.counts).sum()
    }

    /// The sum of the counts of some cells.
    fn counts(&self, stored: impl Fn(&Cell) -> bool) -> [u64; 4] {
        let mut counts = [0; 4];
        for cell in self.cells.iter().filter(|cell| stored(cell)) {
            for (sum, count) in counts.iter_mut().zip(cell.counts) {
                *sum += count;
            }
        }
        counts
    }

    /// The counts of each bone.
    pub fn by_bone(&self) -> Vec<[u64; 4]> {
        (0..self.bones.len()).map(|bone| self.counts(|cell| cell.bone == bone)).collect()
    }

    /// The counts of each group.
    pub fn by_group(&self) -> Vec<[u64; 4]> {
        (0..self.groups.len()).map(|group| self.counts(|cell| cell.group == group)).collect()
    }

    /// The throws of each estimate.
    pub fn pooled(&self, pool: &Pool) -> Vec<Pooled> {
        let several =
            |names: &[String], name: &str| (names.len() > 1 || !name.is_empty()).then(|| name.to_owned());
        match pool {
            Pool::All => vec![Pooled { name: None, bones: self.bones.len(), counts: self.counts(|_| true) }],
            Pool::None => {
                let of_bone = |(name, counts): (&String, [u64; 4])| Pooled {
                    name: several(&self.bones, name),
                    bones: 1,
                    counts,
                };
                self.bones.iter().zip(self.by_bone()).map(of_bone).collect()
            }
            Pool::Column(_) => {
                let of_group = |(group, (name, counts)): (usize, (&String, [u64; 4]))| {
                    let bones = self.cells.iter().filter(|cell| cell.group == group).count();
                    Pooled { name: several(&self.groups, name), bones, counts }
                };
                self.groups.iter().zip(self.by_group()).enumerate().map(of_group).collect()
            }
        }
    }

    /// The first bone that was thrown in more than one group, if there is one.
    pub fn bone_in_two_groups(&self) -> Option<&str> {
        let twice = |bone: &usize| self.cells.iter().filter(|cell| cell.bone == *bone).count() > 1;
        (0..self.bones.len()).find(twice).map(|bone| self.bones[bone].as_str())
    }
}
