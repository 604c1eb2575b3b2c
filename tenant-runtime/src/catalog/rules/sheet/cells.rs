//! Cells of a row and their errors.

use std::collections::BTreeMap;

use jiff::Timestamp;
use platform::money::{Currency, parse_decimal};
use platform::sheet::Row;

use crate::fields::FieldErrors;
use crate::fields::text::REQUIRED;

/// Maximum number of errors reported at once.
const MOST_FAULTS: usize = 100;

/// Characters of a column name in an error.
const LONGEST_COLUMN: usize = 60;

/// Error in a CSV file, with its line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SheetFault {
    pub line: u64,
    pub column: String,
    pub message: &'static str,
}

/// Errors in a file, the first ones in full.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SheetFaults {
    pub told: Vec<SheetFault>,
    pub count: usize,
}

impl SheetFaults {
    pub(crate) fn add(&mut self, line: u64, column: &str, message: &'static str) {
        self.count += 1;
        if self.told.len() < MOST_FAULTS {
            self.told.push(SheetFault {
                line,
                // The whole file can be one column name.
                column: column.chars().take(LONGEST_COLUMN).collect(),
                message,
            });
        }
    }

    /// `value`, if nothing is wrong.
    pub(crate) fn none_or<T>(self, value: T) -> Result<T, Self> {
        if self.count > 0 { Err(self) } else { Ok(value) }
    }
}

/// Message for a cell that isn't an amount in `currency`.
fn no_amount(currency: &Currency) -> &'static str {
    if currency.fraction_digits() == 0 {
        "Enter an amount, such as 1250."
    } else {
        "Enter an amount, such as 12.50."
    }
}

/// Message for a cell with thousands separators.
fn grouped_amount(currency: &Currency) -> &'static str {
    if currency.fraction_digits() == 0 {
        "Enter the amount without thousands separators, such as 1250."
    } else {
        "Enter the amount without thousands separators and with a decimal point, such as 1250.50."
    }
}

/// Whether a cell has thousands separators, or may have: `1,250` is 1250 in some countries and one and a quarter in others. Files have a
/// decimal point when they are exported, so that `1.250` is clear. The client's forms follow the same rule (`amount.ts`; both read
/// `cases/entered-amounts.json`).
fn may_be_grouped(cell: &str) -> bool {
    let is_separator = |c: char| !c.is_ascii_digit();
    if !cell.starts_with(|c| !is_separator(c)) || !cell.chars().all(|c| !is_separator(c) || SEPARATORS.contains(&c)) {
        return false;
    }
    let parts: Vec<&str> = cell.split(is_separator).collect();
    match parts[..] {
        [whole, fraction] => {
            let is_group = fraction.len() == 3 && whole.len() <= 3 && !whole.starts_with('0');
            !cell.contains('.') && is_group
        }
        _ => parts.len() > 2,
    }
}

/// Characters that separate thousands or decimals somewhere.
const SEPARATORS: [char; 7] = ['.', ',', ' ', '\u{a0}', '\u{202f}', '\'', '’'];

/// Minor units of a cell, with a decimal point or comma.
fn amount(cell: &str, currency: &Currency) -> Option<i64> {
    if may_be_grouped(cell) {
        return None;
    }
    parse_decimal(&cell.replace(',', "."), currency)
}

/// The cells of a row by their columns.
pub(crate) struct Cells<'a> {
    row: &'a Row,
    by_column: BTreeMap<&'a str, &'a str>,
    faults: &'a mut SheetFaults,
    /// Whether the row adds a record.
    new: bool,
    /// Whether this row is at fault.
    wrong: bool,
}

impl<'a> Cells<'a> {
    pub(crate) fn of(columns: &'a [String], row: &'a Row, faults: &'a mut SheetFaults) -> Self {
        let cells = row.cells.iter().map(String::as_str);
        Self {
            row,
            by_column: columns.iter().map(String::as_str).zip(cells).collect(),
            faults,
            new: false,
            wrong: false,
        }
    }

    /// For a row that adds a record, which needs all required columns.
    pub(crate) fn of_new(&mut self) -> &mut Self {
        self.new = true;
        self
    }

    pub(crate) fn is_new(&self) -> bool {
        self.new
    }

    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong
    }

    pub(crate) fn refuse(&mut self, column: &str, message: &'static str) {
        self.wrong = true;
        self.faults.add(self.row.line, column, message);
    }

    /// Value of a column, if the file has it. `Some(None)` for an empty cell.
    pub(crate) fn read<T>(
        &mut self,
        column: &str,
        parse: impl FnOnce(&str) -> Option<T>,
        message: &'static str,
    ) -> Option<Option<T>> {
        let cell = *self.by_column.get(column)?;
        if cell.is_empty() {
            return Some(None);
        }
        let parsed = parse(cell);
        if parsed.is_none() {
            self.refuse(column, message);
        }
        Some(parsed)
    }

    /// Value of a required column. A missing column is an error only in new rows.
    pub(in crate::catalog) fn needed<T>(
        &mut self,
        column: &str,
        parse: impl FnOnce(&str) -> Option<T>,
        message: &'static str,
    ) -> Option<T> {
        match self.by_column.get(column) {
            Some(cell) if !cell.is_empty() => self.read(column, parse, message).flatten(),
            None if !self.new => None,
            _ => {
                self.refuse(column, REQUIRED);
                None
            }
        }
    }

    pub(crate) fn number(&mut self, column: &str) -> Option<Option<i64>> {
        self.read(column, |cell| cell.parse().ok(), "Enter a whole number.")
    }

    /// Minor units.
    pub(crate) fn amount(&mut self, column: &str, currency: &Currency) -> Option<Option<i64>> {
        let message = self.amount_message(column, currency);
        self.read(column, |cell| amount(cell, currency), message)
    }

    /// Minor units that are not left empty.
    pub(in crate::catalog) fn needed_amount(&mut self, column: &str, currency: &Currency) -> Option<i64> {
        let message = self.amount_message(column, currency);
        self.needed(column, |cell| amount(cell, currency), message)
    }

    /// Message if the cell isn't an amount.
    fn amount_message(&self, column: &str, currency: &Currency) -> &'static str {
        let is_grouped = self.by_column.get(column).is_some_and(|cell| may_be_grouped(cell));
        if is_grouped {
            grouped_amount(currency)
        } else {
            no_amount(currency)
        }
    }

    pub(crate) fn instant(&mut self, column: &str) -> Option<Option<Timestamp>> {
        self.read(
            column,
            |cell| cell.parse().ok(),
            "Enter a time, such as 2027-05-01T06:00:00Z.",
        )
    }

    /// The ids of locations.
    pub(crate) fn locations(&mut self, column: &str) -> Option<Option<Vec<i64>>> {
        self.ids(column, "Enter location numbers, such as 1 2.")
    }

    /// IDs, separated by spaces or semicolons.
    pub(crate) fn ids(&mut self, column: &str, message: &'static str) -> Option<Option<Vec<i64>>> {
        let ids = |cell: &str| {
            cell.split([' ', ';'])
                .filter(|id| !id.is_empty())
                .map(|id| id.parse().ok())
                .collect()
        };
        self.read(column, ids, message)
    }

    pub(crate) fn text(&self, column: &str) -> Option<String> {
        self.by_column.get(column).map(|cell| (*cell).to_owned())
    }

    /// Validated value. `None` after reporting the columns of invalid fields.
    pub(crate) fn checked<T>(
        &mut self,
        checked: Result<T, FieldErrors>,
        column_of: impl for<'b> Fn(&'b str) -> &'b str,
    ) -> Option<T> {
        let errors = match checked {
            Ok(value) => return Some(value),
            Err(errors) => errors,
        };
        for (field, message) in errors {
            self.refuse(column_of(&field), message);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_in_forms() {
        let json = include_str!("../../../../../web/src/shared/format/cases/entered-amounts.json");
        let cases: Vec<(String, String, String, serde_json::Value)> = serde_json::from_str(json).unwrap();
        let of_files: Vec<_> = cases.iter().filter(|(_, point, ..)| point == ".").collect();
        assert!(of_files.len() > 15);
        for (code, _, cell, expected) in of_files {
            let currency = code.parse().unwrap();
            assert_eq!(amount(cell, &currency), expected.as_i64(), "{code} {cell}");
            assert_eq!(may_be_grouped(cell), expected == "grouped", "{code} {cell}");
        }
    }
}
