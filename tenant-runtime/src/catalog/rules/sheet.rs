//! The catalogue as a table: what a table that somebody brings makes of it. Pure.

use std::collections::{BTreeMap, BTreeSet};

use platform::sheet::Sheet;

mod cells;
pub(in crate::catalog) mod locations;
pub(in crate::catalog) mod products;

pub(crate) use cells::{Cells, SheetFaults};

/// Most rows that are taken at once.
pub(crate) const MOST_ROWS: usize = 5_000;

/// What a row of a table can be about.
pub(in crate::catalog) trait Tabled {
    /// What staff say of it.
    type Entry: PartialEq;

    /// What the columns are called.
    const COLUMNS: &'static [&'static str];
    /// The column that says which one it is.
    const ID: &'static str;
    /// The columns without which nothing can be added.
    const NEEDED: &'static [&'static str];
    /// Said where there is none with this id.
    const UNKNOWN: &'static str;
    /// Said where two rows have the same id.
    const TWICE: &'static str;

    fn id(&self) -> i64;
    fn version(&self) -> i64;
    fn archived(&self) -> bool;
    fn entry(&self) -> &Self::Entry;
}

/// One as a row wants it.
#[derive(Clone, Debug)]
pub(in crate::catalog) struct Wanted<E> {
    /// Of the file.
    pub line: u64,
    /// `None`: it is a new one.
    pub id: Option<i64>,
    pub entry: E,
    pub archived: bool,
}

/// What comes of a table without a mistake.
#[derive(Debug)]
pub(in crate::catalog) struct Plan<E> {
    /// What is new, and what differs from what there is.
    pub wanted: Vec<Wanted<E>>,
    pub created: usize,
    pub changed: usize,
    pub unchanged: usize,
}

/// What `sheet` makes of those that are `known`. `entry` makes one of a row and of what was known of it, and notes what is wrong. A
/// column that is not there leaves what it would say as it is.
///
/// # Errors
/// Everything that is wrong with it.
fn plan<R: Tabled>(
    sheet: &Sheet,
    known: &BTreeMap<i64, R>,
    entry: impl Fn(&mut Cells<'_>, Option<&R::Entry>) -> Option<R::Entry>,
) -> Result<Plan<R::Entry>, SheetFaults> {
    check_columns(&sheet.columns, R::COLUMNS, R::ID, R::NEEDED)?;
    let mut faults = SheetFaults::default();
    let mut plan = Plan {
        wanted: Vec::new(),
        created: 0,
        changed: 0,
        unchanged: 0,
    };
    let mut named = BTreeSet::new();
    for row in &sheet.rows {
        let mut cells = Cells::of(&sheet.columns, row, &mut faults);
        let id = cells.number(R::ID).flatten();
        let before = id.and_then(|id| known.get(&id));
        match id {
            Some(_) if before.is_none() => cells.refuse(R::ID, R::UNKNOWN),
            Some(id) if !named.insert(id) => cells.refuse(R::ID, R::TWICE),
            _ => {}
        }
        let version = cells.number("version").flatten();
        if let (Some(before), Some(version)) = (before, version)
            && before.version() != version
        {
            cells.refuse("version", "This changed after you exported the file. Export it again.");
        }
        let wanted = entry(&mut cells, before.map(R::entry));
        let archived = cells.read("archived", yes_or_no, "Enter yes or no.").flatten();
        let Some(entry) = wanted.filter(|_| !cells.is_wrong()) else {
            continue;
        };
        let archived = archived.unwrap_or_else(|| before.is_some_and(R::archived));
        match before {
            None => plan.created += 1,
            Some(before) if *before.entry() == entry && before.archived() == archived => {
                plan.unchanged += 1;
                continue;
            }
            Some(_) => plan.changed += 1,
        }
        plan.wanted.push(Wanted {
            line: row.line,
            id,
            entry,
            archived,
        });
    }
    faults.none_or(plan)
}

/// Whether a table has columns that are `known`, each once, and without the one that says which row is which, `id`, all that are
/// `needed` to add something.
///
/// # Errors
/// The columns that are wrong.
pub(crate) fn check_columns(
    columns: &[String],
    known: &[&str],
    id: &str,
    needed: &[&'static str],
) -> Result<(), SheetFaults> {
    let mut faults = SheetFaults::default();
    let mut seen = BTreeSet::new();
    for column in columns {
        if !known.contains(&column.as_str()) {
            faults.add(1, column, "Unknown column.");
        } else if !seen.insert(column.as_str()) {
            faults.add(1, column, "This column appears twice.");
        }
    }
    if !seen.contains(id) {
        for needed in needed.iter().filter(|needed| !seen.contains(*needed)) {
            faults.add(1, needed, "This column is missing.");
        }
    }
    faults.none_or(())
}

fn yes_or_no(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// The same as a cell.
fn said(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}
