//! Lists as CSV (RFC 4180) for spreadsheets. Rows are written as pages are read, so that long lists need no memory.

use std::convert::Infallible;
use std::io;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use csv::{Terminator, WriterBuilder};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};
use http::request::Parts;
use http::{HeaderMap, header};

use super::ApiError;

/// Whether a client names `text/csv` in `Accept`. One that accepts anything gets JSON.
#[derive(Clone, Copy, Debug)]
pub struct WantsTable(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for WantsTable {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(wants_table(&parts.headers)))
    }
}

/// Like [`WantsTable`], before the handler runs.
pub fn wants_table(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut kinds = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    kinds.any(|kind| {
        let kind = kind.split(';').next().unwrap_or_default();
        kind.trim().eq_ignore_ascii_case("text/csv")
    })
}

/// Byte order mark. Without it, Excel doesn't read a table as UTF-8 and shows `Ã¤` for `ä`.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Table rows, read in batches.
pub type Rows<const N: usize> = Vec<[String; N]>;

/// Streams `pages` under `header` as the download `<name>.csv`.
///
/// # Errors
/// The first page can't be read. A later failure truncates the response, which clients detect.
pub async fn table<const N: usize>(
    name: &str,
    header: [&str; N],
    pages: impl Stream<Item = Result<Rows<N>, ApiError>> + Send + 'static,
) -> Result<Response, ApiError> {
    let mut pages = Box::pin(pages);
    let mut first = vec![header.map(str::to_owned)];
    first.extend(pages.try_next().await?.unwrap_or_default());
    let rest = pages.map_err(|error| {
        error.log_cause();
        io::Error::other(error)
    });
    let chunks = stream::iter([Ok(first)]).chain(rest);
    let rows = chunks.map(|rows| rows.and_then(|rows| written(&rows)));
    let mark = stream::iter([Ok(Bytes::from_static(MARK))]);
    Ok(download(name, Body::from_stream(mark.chain(rows))))
}

/// Answers `rows`, which are few and as long as `header`, as the download `<name>.csv`.
///
/// # Errors
/// They can't be written.
pub fn small_table(name: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<Response, ApiError> {
    let header = header.iter().map(|cell| (*cell).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let bytes = written(&rows).map_err(ApiError::internal)?;
    Ok(download(name, [MARK, &bytes].concat().into()))
}

fn download(name: &str, body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.csv\""),
        ),
        (header::VARY, "accept".to_owned()),
    ];
    (headers, body).into_response()
}

fn written<R: AsRef<[String]>>(rows: &[R]) -> io::Result<Bytes> {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.as_ref().iter().map(|cell| inert(cell)))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(bytes.into())
}

/// Cell that spreadsheets never interpret as a formula. Negative numbers stay numbers. A text that looks like the result gets
/// another apostrophe, so that `sheet` reads back exactly what was written.
fn inert(cell: &str) -> String {
    if is_guarded(cell.trim_start_matches('\'')) && !is_number(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// Whether spreadsheets could interpret a text as a formula, because of its first character.
pub(crate) fn is_guarded(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Whether a cell is a decimal number, such as `-12.50`.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let is_whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) => is_whole(whole) && is_whole(fraction),
        None => is_whole(digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_not_calculated() {
        let rows = [
            "plain",
            "",
            "a,b",
            "\"x\"\r\n",
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "a=b",
        ]
        .map(|cell| [cell.to_owned(), "end".to_owned()]);
        let expected = "plain,end\r\n,end\r\n\"a,b\",end\r\n\"\"\"x\"\"\r\n\",end\r\n'=1+1,end\r\n'+1,end\r\n-1,end\r\n\
                        '@SUM(A1),end\r\n'\t=1,end\r\n\"'\r=1\",end\r\na=b,end\r\n";
        assert_eq!(written(&rows).unwrap(), expected);
    }

    #[test]
    fn negative_numbers_are_not_text() {
        for number in ["-5.00", "-1", "-0.05", "-123456789012", "7"] {
            assert_eq!(inert(number), number);
        }
        for text in ["-", "-.5", "-5.", "-1-1", "-1+cmd", "--1", "-5 Wash", "+1", "-1e5"] {
            assert_eq!(inert(text), format!("'{text}"));
        }
    }

    #[tokio::test]
    async fn tables_start_with_a_byte_order_mark() {
        let rows = || vec![["Wäsche".to_owned()]];
        let small = small_table("few", &["name"], rows().into_iter().map(Vec::from)).unwrap();
        let long = table("many", ["name"], stream::iter([Ok(rows())])).await.unwrap();
        for answer in [small, long] {
            let bytes = axum::body::to_bytes(answer.into_body(), 100).await.unwrap();
            assert_eq!(bytes, "\u{feff}name\r\nWäsche\r\n");
        }
    }

    #[test]
    fn exported_text_is_read_back_unchanged() {
        for text in [
            "=Plus",
            "'=1+1 Wash",
            "''=1",
            "-5 Wash",
            "'90s Classic",
            "''90s",
            "'-5",
            "-5",
            "@x",
            "'tis",
            "'",
        ] {
            let file = written(&[["name".to_owned()], [text.to_owned()]]).unwrap();
            let sheet = crate::sheet::read(&file, 10).unwrap();
            assert_eq!(sheet.rows[0].cells, [text], "{file:?}");
        }
    }

    #[tokio::test]
    async fn csv_is_selected_by_media_type() {
        for (accept, wanted) in [
            ("text/csv", true),
            ("application/json, Text/CSV;q=0.9", true),
            ("*/*", false),
            ("text/*", false),
            ("", false),
        ] {
            let request = http::Request::builder()
                .header(header::ACCEPT, accept)
                .body(())
                .unwrap();
            let WantsTable(found) = WantsTable::from_request_parts(&mut request.into_parts().0, &())
                .await
                .unwrap();
            assert_eq!(found, wanted, "{accept}");
        }
    }
}
