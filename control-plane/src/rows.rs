//! Converts stored text and numbers to values. Invalid ones weren't written by this program.

use std::error::Error;
use std::str::FromStr;

use jiff::Timestamp;

/// Parses a stored text.
///
/// # Errors
/// [`sqlx::Error::ColumnDecode`] that names the column.
pub(crate) fn parsed<T>(column: &'static str, text: &str) -> Result<T, sqlx::Error>
where
    T: FromStr,
    T::Err: Error + Send + Sync + 'static,
{
    text.parse().map_err(|source| sqlx::Error::ColumnDecode {
        index: String::from(column),
        source: Box::new(source),
    })
}

/// A stored instant (milliseconds UTC).
///
/// # Errors
/// [`sqlx::Error::ColumnDecode`] that names the column.
pub(crate) fn instant(column: &'static str, ms: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(ms).map_err(|source| sqlx::Error::ColumnDecode {
        index: String::from(column),
        source: Box::new(source),
    })
}

/// Pattern for `LIKE … ESCAPE '\'` that matches texts containing `words`.
pub(crate) fn containing(words: &str) -> String {
    let mut pattern = String::from("%");
    for character in words.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}
