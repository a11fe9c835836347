//! Throws that were noted: which bone showed what.

/// What was thrown, as it was noted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Throws {
    /// The bones in the order in which they are first named; one without a name if none is.
    pub bones: Vec<String>,
    /// The values of the column by which throws are grouped, if they are, in the same order.
    pub groups: Vec<String>,
    /// The throws of each bone in each group.
    pub cells: Vec<Cell>,
    /// What else is told of the throws: columns such as `surface`, with their values.
    pub circumstances: Vec<Circumstance>,
    /// What was noticed while they were read.
    pub remarks: Vec<String>,
}

/// The throws of one bone in one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The bone's place in [`Throws::bones`].
    pub bone: usize,
    /// The group's place in [`Throws::groups`].
    pub group: usize,
    /// How often each face was shown.
    pub counts: [u64; 4],
}

/// A column that tells how throws were made, and its first few values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// The column.
    pub column: String,
    /// Its different values, at most [`Circumstance::MOST`].
    pub values: Vec<String>,
    /// Whether there are more.
    pub more: bool,
}

impl Circumstance {
    /// So many values are remembered.
    pub const MOST: usize = 3;
}

/// Which throws are one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pool {
    /// All of them.
    All,
    /// Those of each bone.
    None,
    /// Those with the same value in this column.
    Column(String),
}

/// The throws that make one estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pooled {
    /// What they are called, if there are others.
    pub name: Option<String>,
    /// How many bones were thrown.
    pub bones: usize,
    /// How often each face was shown.
    pub counts: [u64; 4],
}

impl Throws {
    /// How many throws there are.
    pub fn total(&self) -> u64 {
        self.cells.iter().flat_map(|cell| cell.counts).sum()
    }

    /// The counts of those cells that are `kept`.
    fn counts(&self, kept: impl Fn(&Cell) -> bool) -> [u64; 4] {
        let mut counts = [0; 4];
        for cell in self.cells.iter().filter(|cell| kept(cell)) {
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

    /// What is estimated together.
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
