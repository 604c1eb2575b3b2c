//! CSV import and export of the catalog. Pure.

use std::collections::{BTreeMap, BTreeSet};

use platform::sheet::Sheet;
use serde::Serialize;

use crate::fields::FieldErrors;

mod cells;
mod columns;
pub(in crate::catalog) mod locations;
pub(in crate::catalog) mod products;

pub(crate) use cells::{Cells, SheetFaults};
pub(crate) use columns::{Column, Formats, number};

/// Most rows that are taken at once.
pub(crate) const MOST_ROWS: usize = 5_000;

/// Record type that a row of a CSV file describes.
pub(in crate::catalog) trait Tabled: Sized {
    /// Fields that staff enter.
    type Entry: Clone + PartialEq + Serialize;

    /// The column that says which one it is.
    const ID: &'static str;
    /// The columns without which nothing can be added.
    const NEEDED: &'static [&'static str];
    /// Error for an unknown ID.
    const UNKNOWN: &'static str;
    /// Error for a duplicate ID.
    const TWICE: &'static str;

    /// Columns of the entry, between `version` and `archived`.
    fn columns() -> Vec<Column<Self::Entry>>;

    /// Entry of a new row before its columns are read, or `None` if the row is rejected.
    fn blank(cells: &mut Cells<'_>) -> Option<Self::Entry>;

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

/// Result of a file without errors.
#[derive(Debug)]
pub(in crate::catalog) struct Plan<E> {
    /// New and changed records.
    pub wanted: Vec<Wanted<E>>,
    pub created: usize,
    pub changed: usize,
    pub unchanged: usize,
}

/// Column names.
pub(in crate::catalog) fn header<R: Tabled>() -> Vec<&'static str> {
    let columns = R::columns();
    let names = columns.iter().map(Column::name);
    [R::ID, "version"]
        .into_iter()
        .chain(names)
        .chain(["archived"])
        .collect()
}

/// Records as rows under [`header`].
pub(in crate::catalog) fn rows<R: Tabled>(records: &[R], formats: &Formats) -> Vec<Vec<String>> {
    let columns = R::columns();
    let row = |record: &R| {
        let mut cells = vec![record.id().to_string(), record.version().to_string()];
        cells.extend(columns.iter().map(|column| column.get(record.entry(), formats)));
        cells.push(if record.archived() { "yes" } else { "no" }.to_owned());
        cells
    };
    records.iter().map(row).collect()
}

/// Plans the import of `sheet` into the `known` records. Missing columns aren't changed. `check` validates and cleans an entry; its
/// errors are recorded in the column that `column_of` returns.
///
/// # Errors
/// Everything that is wrong with it.
fn plan<R: Tabled>(
    sheet: &Sheet,
    known: &BTreeMap<i64, R>,
    formats: &Formats,
    check: impl Fn(&R::Entry) -> Result<R::Entry, FieldErrors>,
    column_of: impl for<'a> Fn(&R::Entry, &'a str) -> &'a str,
) -> Result<Plan<R::Entry>, SheetFaults> {
    check_columns(&sheet.columns, &header::<R>(), R::ID, R::NEEDED)?;
    let columns = R::columns();
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
        let wanted = match before {
            Some(before) => Some(before.entry().clone()),
            None => R::blank(cells.of_new()),
        };
        let wanted = wanted.and_then(|mut entry| {
            for column in &columns {
                column.set(&mut entry, &mut cells, formats);
            }
            cells.checked(check(&entry), |field| column_of(&entry, field))
        });
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

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use platform::money::Currency;
    use platform::sheet::Row;

    use super::*;

    pub(super) fn formats() -> Formats {
        Formats {
            currency: Currency::USD,
            zone: TimeZone::get("America/Phoenix").unwrap(),
        }
    }

    /// CSV file as downloaded.
    pub(super) fn written<R: Tabled>(records: &[R], formats: &Formats) -> Sheet {
        let rows = rows(records, formats).into_iter();
        Sheet {
            columns: header::<R>().into_iter().map(str::to_owned).collect(),
            rows: rows.map(|cells| Row { line: 2, cells }).collect(),
        }
    }
}
