//! A file with the values of all positions of a game, of which a look-up reads a few kilobytes: `docs/table-format.md`.
//!
//! A heading of 4,096 bytes, in JSON; the values one after the other; and a checksum of each block of them. The contents are
//! never trusted: a file for other rules, or one that is damaged where it is read, is refused.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use crate::kit::{ReadAt, SolutionStore, TableError};

/// The length of the heading, and of a block.
const HEADING: usize = 4_096;
const BLOCK: usize = 4_096;

const VERSION: u64 = 1;

/// The bytes of a value, which is an `f64`.
const WIDTH: usize = 8;

/// The keys of the heading that must have the expected values, in the order in which they are checked.
const KEYS: [&str; 8] =
    ["format", "format_version", "rules", "distributions", "positions", "tables", "bytes", "checksum"];

/// What the values of a table belong to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::boards) struct TableOf {
    /// The name of the game.
    pub game: &'static str,
    /// The rules, each with its key.
    pub rules: Value,
    /// What seats throw: a distribution for each of them, or one for both.
    pub distributions: Value,
    /// The number of positions.
    pub positions: u64,
    /// The number of tables: one; one for each seat to move; or one of lower and one of upper bounds.
    pub tables: u64,
}

/// The values of all positions of a game.
#[derive(Debug)]
pub(in crate::boards) struct ValueTable {
    of: TableOf,
    /// The greatest error of a value.
    bound: f64,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Known(Vec<f64>),
    Stored { file: Box<dyn ReadAt>, block: usize, blocks: Vec<OnceLock<Vec<u8>>> },
}

impl ValueTable {
    /// The table of these values, and their greatest error; the first value is that of the first position.
    pub(in crate::boards) fn new(of: TableOf, values: Vec<f64>, bound: f64) -> Self {
        Self { of, bound, values: Values::Known(values) }
    }

    /// Opens the table in a file, if it is the expected one. Values are read when they are needed.
    ///
    /// # Errors
    ///
    /// [`TableError`], if it is another one, or too short or too long.
    pub(in crate::boards) fn open(file: Box<dyn ReadAt>, of: TableOf) -> Result<Self, TableError> {
        let mut heading = vec![0; HEADING];
        if file.size() < HEADING as u64 {
            return Err(TableError::Damaged(format!(
                "it has {} bytes, but a heading has {HEADING}",
                file.size()
            )));
        }
        file.read_at(0, &mut heading)?;
        let text = std::str::from_utf8(&heading).ok().filter(|text| text.ends_with('\n'));
        let read = text.and_then(|text| serde_json::from_str::<Map<String, Value>>(text).ok());
        let mut read =
            read.ok_or_else(|| TableError::Damaged("its heading is not a JSON object".to_owned()))?;
        let expected = of.heading();
        for key in KEYS {
            let found = read.get(key).unwrap_or(&Value::Null);
            if *found != expected[key] {
                return Err(different(key, found, &expected[key]));
            }
        }
        let sum = read.remove("header");
        if sum != Some(checksum_of_heading(&read)) {
            return Err(TableError::Damaged("its heading does not match its checksum".to_owned()));
        }
        let number =
            |key: &str| read.get(key).and_then(Value::as_f64).filter(|number| (0.0..=1.0).contains(number));
        let block = read.get("block").and_then(Value::as_u64).and_then(|block| usize::try_from(block).ok());
        let block = block.filter(|block| *block > 0 && block % WIDTH == 0 && *block <= 1 << 24);
        let (Some(bound), Some(block)) = (number("bound"), block) else {
            return Err(TableError::Damaged("its heading has no bound or block size".to_owned()));
        };
        let bytes = of.positions * of.tables * WIDTH as u64;
        let blocks = bytes.div_ceil(block as u64);
        let whole = HEADING as u64 + bytes + 4 * blocks;
        if file.size() != whole {
            return Err(TableError::Damaged(format!("it has {} bytes, not {whole}", file.size())));
        }
        let blocks = (0..blocks).map(|_| OnceLock::new()).collect();
        Ok(Self { of, bound, values: Values::Stored { file, block, blocks } })
    }

    /// Returns the file.
    ///
    /// # Errors
    ///
    /// [`TableError`], if it cannot be read from where it is stored.
    pub(in crate::boards) fn bytes(&self) -> Result<Vec<u8>, TableError> {
        let mut heading = self.of.heading();
        heading.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        heading.insert("bound".to_owned(), self.bound.into());
        let first = usize::try_from((self.of.tables - 1) * self.of.positions).unwrap_or(0);
        heading.insert("start".to_owned(), vec![self.value(0)?, self.value(first)?].into());
        heading.insert("block".to_owned(), BLOCK.into());
        heading.insert("header".to_owned(), checksum_of_heading(&heading));
        let mut bytes = Value::Object(heading).to_string().into_bytes();
        bytes.resize(HEADING - 1, b' ');
        bytes.push(b'\n');
        let count = usize::try_from(self.of.positions * self.of.tables).unwrap_or(0);
        bytes.reserve_exact(count * WIDTH + count * WIDTH / BLOCK * 4 + 4);
        for index in 0..count {
            bytes.extend_from_slice(&self.value(index)?.to_le_bytes());
        }
        let sums: Vec<u32> = bytes[HEADING..].chunks(BLOCK).map(crc32fast::hash).collect();
        for sum in sums {
            bytes.extend_from_slice(&sum.to_le_bytes());
        }
        Ok(bytes)
    }

    /// The greatest error of a value.
    pub(in crate::boards) const fn bound(&self) -> f64 {
        self.bound
    }

    /// The value of a position, by its number; the numbers of a second table follow those of the first.
    ///
    /// # Errors
    ///
    /// [`TableError`], if it cannot be read, or what is read is damaged.
    pub(in crate::boards) fn value(&self, index: usize) -> Result<f64, TableError> {
        let (file, block, blocks) = match &self.values {
            Values::Known(values) => return Ok(values[index]),
            Values::Stored { file, block, blocks } => (file, *block, blocks),
        };
        let (number, within) = (index * WIDTH / block, index * WIDTH % block);
        if blocks[number].get().is_none() {
            let _ = blocks[number].set(self.read_block(file.as_ref(), block, number)?);
        }
        let bytes = blocks[number].get().and_then(|bytes| bytes.get(within..within + WIDTH)?.try_into().ok());
        let value = bytes.map(f64::from_le_bytes).filter(|value| (0.0..=1.0).contains(value));
        value.ok_or_else(|| TableError::Damaged(format!("value {index} is not a probability")))
    }

    fn read_block(&self, file: &dyn ReadAt, block: usize, number: usize) -> Result<Vec<u8>, TableError> {
        let bytes = self.of.positions * self.of.tables * WIDTH as u64;
        let begin = (number * block) as u64;
        let mut contents = vec![0; block.min(usize::try_from(bytes - begin).unwrap_or(block))];
        let mut sum = [0; 4];
        file.read_at(HEADING as u64 + begin, &mut contents)?;
        file.read_at(HEADING as u64 + bytes + 4 * number as u64, &mut sum)?;
        if crc32fast::hash(&contents) != u32::from_le_bytes(sum) {
            return Err(TableError::Damaged(format!("block {number} does not match its checksum")));
        }
        Ok(contents)
    }

    /// The same with all values in memory, after each block is checked.
    ///
    /// # Errors
    ///
    /// [`TableError`], if any cannot be read, or is damaged.
    pub(in crate::boards) fn loaded(self) -> Result<Self, TableError> {
        let Values::Stored { file, block, blocks } = &self.values else { return Ok(self) };
        let count = usize::try_from(self.of.positions * self.of.tables).unwrap_or(0);
        let mut values = Vec::with_capacity(count);
        for number in 0..blocks.len() {
            let contents = self.read_block(file.as_ref(), *block, number)?;
            let doubles = contents
                .chunks_exact(WIDTH)
                .map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap_or_default()));
            values.extend(doubles);
        }
        if let Some(index) = values.iter().position(|value| !(0.0..=1.0).contains(value)) {
            return Err(TableError::Damaged(format!("value {index} is not a probability")));
        }
        Ok(Self { values: Values::Known(values), ..self })
    }
}

impl TableOf {
    /// The part of the heading that its table must have.
    fn heading(&self) -> Map<String, Value> {
        let values: [Value; KEYS.len()] = [
            format!("tali-odds {} table", self.game).into(),
            VERSION.into(),
            self.rules.clone(),
            self.distributions.clone(),
            self.positions.into(),
            self.tables.into(),
            WIDTH.into(),
            "crc32".into(),
        ];
        KEYS.into_iter().map(str::to_owned).zip(values).collect()
    }

    /// The name of its table in a store.
    pub(in crate::boards) fn name(&self) -> String {
        format!("{} {}", self.game, Value::Object(self.heading()))
    }

    /// Returns its table from memory or the store, or solves it now: the values, and their greatest error. What takes long is
    /// then stored.
    ///
    /// # Errors
    ///
    /// The error of the solver, if it cannot be solved.
    pub(in crate::boards) fn stored_or<E: From<TableError>>(
        self,
        store: Option<&dyn SolutionStore>,
        takes_long: bool,
        solve: impl FnOnce() -> Result<(Vec<f64>, f64), E>,
    ) -> Result<Arc<ValueTable>, E> {
        let name = self.name();
        if let Some(table) = store.and_then(|store| store.recall(&name)?.downcast().ok()) {
            return Ok(table);
        }
        let mut files = store.map_or_else(Vec::new, |store| store.open(&name)).into_iter();
        let stored =
            files.find_map(|file| ValueTable::open(file, self.clone()).and_then(ValueTable::loaded).ok());
        let table = if let Some(stored) = stored {
            stored
        } else {
            let (values, bound) = solve()?;
            let table = ValueTable::new(self, values, bound);
            if let Some(store) = store.filter(|_| takes_long) {
                store.keep(&name, table.bytes()?);
            }
            table
        };
        let table = Arc::new(table);
        if let Some(store) = store {
            store.remember(&name, Arc::<ValueTable>::clone(&table));
        }
        Ok(table)
    }
}

/// The difference between headings; in an object, that of its first different entry.
fn different(key: &str, found: &Value, expected: &Value) -> TableError {
    if let (Value::Object(found), Value::Object(expected)) = (found, expected) {
        let other = |(key, expected): &(&String, &Value)| found.get(*key) != Some(*expected);
        if let Some((key, expected)) = expected.iter().find(other) {
            return different(key, found.get(key).unwrap_or(&Value::Null), expected);
        }
    }
    let short = |value: &Value| match value {
        Value::String(text) => tali_core::messages::abridged(text),
        other => tali_core::messages::abridged(&other.to_string()),
    };
    TableError::Other { what: format!("`{key}`"), found: short(found), expected: short(expected) }
}

/// The checksum of a heading without its own key: of the entries in the order in which they are written, without spaces.
fn checksum_of_heading(heading: &Map<String, Value>) -> Value {
    crc32fast::hash(Value::Object(heading.clone()).to_string().as_bytes()).into()
}
