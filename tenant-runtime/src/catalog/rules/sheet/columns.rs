//! CSV columns. Each has a name and converts its cell in both directions.

use jiff::tz::TimeZone;
use platform::money::Currency;

use super::Cells;
use crate::fields::TextOf;

/// Column of the entry `E`.
pub(crate) enum Column<E> {
    /// Unconverted text.
    Text { name: &'static str, of: TextOf<E> },
    Cell {
        name: &'static str,
        get: fn(&E, &Formats) -> String,
        /// Updates the entry if the file has this column. Records errors.
        set: fn(&mut E, &mut Cells<'_>, &Formats),
    },
}

/// Currency and time zone of a site.
#[derive(Clone, Debug)]
pub(crate) struct Formats {
    pub currency: Currency,
    pub zone: TimeZone,
}

impl<E: Clone> Column<E> {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Text { name, .. } | Self::Cell { name, .. } => name,
        }
    }

    /// Cell of `entry`.
    pub(crate) fn get(&self, entry: &E, formats: &Formats) -> String {
        match self {
            Self::Text { of, .. } => of(&mut entry.clone()).clone(),
            Self::Cell { get, .. } => get(entry, formats),
        }
    }

    /// Updates the entry from a row if the file has this column.
    pub(crate) fn set(&self, entry: &mut E, cells: &mut Cells<'_>, formats: &Formats) {
        match self {
            Self::Text { name, of } => {
                if let Some(text) = cells.text(name) {
                    *of(entry) = text;
                }
            }
            Self::Cell { set, .. } => set(entry, cells, formats),
        }
    }
}

/// Number as a cell; `None` is blank.
pub(crate) fn number(number: Option<i64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}
