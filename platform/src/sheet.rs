//! Uploaded tables: CSV (RFC 4180) as written by spreadsheets of any country. The counterpart of `http::table`.

use bytes::Bytes;
use csv::{ErrorKind, ReaderBuilder};
use serde::{Deserialize, Serialize};

use crate::http::table::is_guarded;
use crate::sandbox::{Task, raw_bytes};

/// Maximum number of columns.
pub const MOST_COLUMNS: usize = 64;

/// A table with a name over each column.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// Row, with the line of the file where it starts.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub line: u64,
    /// Trimmed cells, one per column.
    pub cells: Vec<String>,
}

/// Reason why a file can't be read as a table.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum SheetError {
    #[error("the file isn't UTF-8")]
    NotUtf8,
    #[error("the file has no columns")]
    Empty,
    #[error("line {line} has a different number of columns than the header")]
    Ragged { line: u64 },
    #[error("the file has too many rows")]
    TooLong,
    #[error("the file has too many columns")]
    TooWide,
    #[error("reading the file takes too much memory or time")]
    Exhausted,
}

/// Reads an uploaded table.
#[derive(Serialize, Deserialize)]
pub struct ReadSheet {
    #[serde(with = "raw_bytes")]
    pub file: Bytes,
    /// Maximum number of rows.
    pub most_rows: usize,
}

impl Task for ReadSheet {
    const KIND: &'static str = "sheet.read";

    type Output = Result<Sheet, SheetError>;

    fn run(self) -> Self::Output {
        read(&self.file, self.most_rows)
    }
}

/// Reads a table of at most `most` rows. Commas, semicolons and tabs part cells, whichever the first line has most of; empty rows
/// are left out.
///
/// # Errors
/// [`SheetError`]
pub fn read(file: &[u8], most: usize) -> Result<Sheet, SheetError> {
    let text = std::str::from_utf8(file).map_err(|_| SheetError::NotUtf8)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        // UTF-16 without a mark.
        return Err(SheetError::NotUtf8);
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(&error))?;
    if header.len() > MOST_COLUMNS {
        return Err(SheetError::TooWide);
    }
    let columns = cells(header);
    if columns.iter().all(String::is_empty) {
        return Err(SheetError::Empty);
    }
    let (mut rows, mut lines) = (Vec::new(), Lines { text, byte: 0, line: 1 });
    for record in reader.records() {
        let record = record.map_err(|error| match error.kind() {
            ErrorKind::UnequalLengths { pos, .. } => SheetError::Ragged {
                line: pos.as_ref().map_or(0, |pos| lines.of(pos)),
            },
            _ => unreadable(&error),
        })?;
        let row = Row {
            line: record.position().map_or(0, |pos| lines.of(pos)),
            cells: cells(&record),
        };
        if row.cells.iter().all(String::is_empty) {
            continue;
        }
        if rows.len() == most {
            return Err(SheetError::TooLong);
        }
        rows.push(row);
    }
    Ok(Sheet { columns, rows })
}

fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| first.bytes().filter(|byte| byte == delimiter).count();
    // On a tie, the last one wins. A text without separators gets the comma.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Counts the lines up to where rows begin. The reader's own count is off by one after `\r\n`.
struct Lines<'a> {
    text: &'a str,
    byte: usize,
    line: u64,
}

impl Lines<'_> {
    fn of(&mut self, position: &csv::Position) -> u64 {
        let bytes = self.text.as_bytes();
        let mut at = usize::try_from(position.byte()).unwrap_or(usize::MAX).min(bytes.len());
        // The previous row's line ending may be unread, and empty lines are skipped.
        while matches!(bytes.get(at), Some(b'\r' | b'\n')) {
            at += 1;
        }
        let passed = bytes.get(self.byte..at).unwrap_or_default();
        self.line += passed.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        self.byte = self.byte.max(at);
        self.line
    }
}

/// The input is in memory and valid text.
fn unreadable(_: &csv::Error) -> SheetError {
    SheetError::NotUtf8
}

fn cells(record: &csv::StringRecord) -> Vec<String> {
    record.iter().map(|cell| text_of(cell.trim())).collect()
}

/// Text of a cell. `http::table` adds an apostrophe before formulas, also before ones that have apostrophes; it is removed here.
fn text_of(cell: &str) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if is_guarded(rest.trim_start_matches('\'')) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(file: &str) -> Vec<(u64, Vec<String>)> {
        let sheet = read(file.as_bytes(), 10).unwrap();
        assert_eq!(sheet.columns, ["name", "price"]);
        sheet.rows.into_iter().map(|row| (row.line, row.cells)).collect()
    }

    #[test]
    fn tables_are_read_as_spreadsheets_write_them() {
        let expected = vec![(2, vec!["Glow, wax".to_owned(), "12.50".to_owned()])];
        for file in [
            "name,price\r\n\"Glow, wax\",12.50\r\n",
            "\u{feff}name,price\n\"Glow, wax\", 12.50 \n,\n\n",
            "name;price\nGlow, wax;12.50\n",
            "name\tprice\nGlow, wax\t12.50",
        ] {
            assert_eq!(rows(file), expected, "{file:?}");
        }
        assert_eq!(
            rows("name,price\r\n\"two\r\nlines\",1\r\nnext,2\r\n\r\nlast,3\r\n")
                .into_iter()
                .map(|(line, _)| line)
                .collect::<Vec<_>>(),
            [2, 4, 6]
        );
    }

    #[test]
    fn formulas_are_read_as_text() {
        let cells: Vec<String> = rows("name,price\n=1+1,'=1+1\n'@x,'tis\n")
            .into_iter()
            .flat_map(|(_, cells)| cells)
            .collect();
        assert_eq!(cells, ["=1+1", "=1+1", "@x", "'tis"]);
    }

    #[test]
    fn invalid_tables_are_rejected() {
        let utf16: Vec<u8> = "name,price\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (file, error) in [
            (&b""[..], SheetError::Empty),
            (b"\n\n", SheetError::Empty),
            (b"name,price\nCaf\xe9,1\n", SheetError::NotUtf8),
            (&utf16, SheetError::NotUtf8),
            (b"name,price\na,1\nb\n", SheetError::Ragged { line: 3 }),
        ] {
            assert_eq!(read(file, 10), Err(error), "{file:?}");
        }
        for wide in ["a,".repeat(1_000_000), format!("{}\n", "a\t".repeat(MOST_COLUMNS))] {
            assert_eq!(read(wide.as_bytes(), 10), Err(SheetError::TooWide));
        }
        let open = format!("name,price\n\"{}", "a,\n".repeat(100_000));
        assert_eq!(read(open.as_bytes(), 10), Err(SheetError::Ragged { line: 2 }));
        let long = "name\n".to_owned() + &"x\n".repeat(11);
        assert_eq!(read(long.as_bytes(), 10), Err(SheetError::TooLong));
    }
}
