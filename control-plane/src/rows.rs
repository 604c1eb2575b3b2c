//! Converts stored text and numbers to values. Invalid ones weren't written by this program.

use std::error::Error;
use std::str::FromStr;

use jiff::Timestamp;
use tenant_runtime::fields::{ascii_host, folded};

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

/// Pattern for `LIKE … ESCAPE '\'` that matches folded texts with the words of a search, in their order; `None` for an
/// empty search. SQL must not fold: `LOWER` knows ASCII only in SQLite.
pub(crate) fn matching(search: Option<&str>) -> Option<String> {
    let mut pattern = String::new();
    for word in folded(search?).split_whitespace() {
        pattern.push('%');
        for character in word.chars() {
            if matches!(character, '%' | '_' | '\\') {
                pattern.push('\\');
            }
            pattern.push(character);
        }
    }
    (!pattern.is_empty()).then(|| pattern + "%")
}

/// The same for host names, which are stored in ASCII (IDNA); `None` if the search isn't part of an international name.
pub(crate) fn matching_host(search: Option<&str>) -> Option<String> {
    matching(ascii_host(search?.trim()).as_deref())
}

#[cfg(test)]
mod tests {
    use super::{matching, matching_host};

    #[test]
    fn international_host_is_searched_in_ascii() {
        for (search, pattern) in [
            (Some(" Müller.example"), Some("%xn--mller-kva.example%")),
            (Some("mu\u{308}ller"), Some("%xn--mller-kva%")),
            (Some("example.com"), None),
            (Some("Élodie Lavages"), None),
            (None, None),
        ] {
            assert_eq!(matching_host(search).as_deref(), pattern, "{search:?}");
        }
    }

    #[test]
    fn search_is_folded_and_has_no_wild_cards() {
        for (search, pattern) in [
            (None, None),
            (Some(" \u{a0}"), None),
            (Some("Blue  WAVE"), Some("%blue%wave%")),
            (Some("50%_É"), Some("%50\\%\\_e%")),
        ] {
            assert_eq!(matching(search).as_deref(), pattern, "{search:?}");
        }
    }
}
