//! Extractors for bodies, queries and paths, with errors in the envelope that name the location and are readable for
//! people.

use axum::extract::{FromRequest, FromRequestParts, Request};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use super::ApiError;
use super::named::Named;

const UNREADABLE: &str = "We couldn't read this request.";
const REQUIRED: &str = "Input is required.";
const UNKNOWN: &str = "Unknown name or value.";
const UNEXPECTED: &str = "Invalid value.";

/// A JSON body. Replaces axum's extractor, whose rejections don't use the envelope.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        parse_json(&json_body(request, state).await?).map(Self)
    }
}

/// Reads the body of a JSON request. Its size was limited before.
///
/// # Errors
/// 415 for another or no content type, 400 if it can't be read.
pub async fn json_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::unsupported_media_type());
    }
    Bytes::from_request(request, state)
        .await
        .map_err(|_| ApiError::malformed(UNREADABLE))
}

/// `application/json`, or a JSON-based type such as `application/json-patch+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads `bytes` as JSON of shape `T`.
///
/// # Errors
/// 400 `malformed` that names the place at fault.
pub fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(Named(&mut deserializer)).map_err(|error| {
        let path = error.path().to_string();
        let cause = error.into_inner();
        if cause.is_data() {
            misread(&path, &cause)
        } else {
            ApiError::malformed(UNREADABLE)
        }
    })?;
    deserializer.end().map_err(|_| ApiError::malformed(UNREADABLE))?;
    Ok(value)
}

/// A query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs)
            .map(Self)
            .map_err(|error| misread(&error.path().to_string(), error.inner()))
    }
}

/// Path parameters.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        // Unparsable input names no known field.
        found
            .map(|axum::extract::Path(value)| Self(value))
            .map_err(|_| ApiError::not_found())
    }
}

/// 400: the field at `path`, or one below it, is missing, unknown or has another type. `cause` is for programmers; the
/// message is for people.
fn misread(path: &str, cause: &impl std::fmt::Display) -> ApiError {
    tracing::debug!(path, %cause, "malformed request");
    let (place, message) = explain(path, cause);
    let refusal = ApiError::malformed(UNREADABLE);
    if place == "." {
        refusal
    } else {
        refusal.field(place, message)
    }
}

/// Path of the field that is missing, unknown or has another type, and a sentence for people, from serde's error at `path`.
pub fn explain(path: &str, cause: &impl std::fmt::Display) -> (String, &'static str) {
    let cause = cause.to_string();
    let name = cause.split('`').nth(1).unwrap_or_default();
    if cause.starts_with("missing field") {
        (within(path, name), REQUIRED)
    } else if cause.starts_with("unknown field") {
        (path.to_owned(), UNKNOWN)
    } else {
        (path.to_owned(), UNEXPECTED)
    }
}

fn within(path: &str, name: &str) -> String {
    if path == "." {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Order {
        #[serde(rename = "items")]
        _items: Vec<Item>,
        #[serde(rename = "note")]
        _note: Option<Item>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Item {
        #[serde(rename = "id")]
        _id: i64,
    }

    /// The field with the error and its message.
    fn fault(body: &str) -> (String, String) {
        let error = parse_json::<Order>(body.as_bytes()).unwrap_err();
        assert_eq!(error.message(), UNREADABLE);
        let failure = error.failure(None);
        failure.fields.into_iter().next().unwrap_or_default()
    }

    #[test]
    fn json_errors_name_their_field_in_plain_language() {
        assert!(parse_json::<Order>(br#"{"items":[{"id":1}],"note":{"id":2}}"#).is_ok());
        for (body, place, message) in [
            (r#"{"items":[{"id":"x"}]}"#, "items[0].id", UNEXPECTED),
            (r#"{"items":[{}]}"#, "items[0].id", REQUIRED),
            (r#"{"items":[{"id":1,"size":2}]}"#, "items[0].size", UNKNOWN),
            ("{}", "items", REQUIRED),
            (r#"{"items":[],"items":[]}"#, "", ""),
            (r#"{"items":[]} x"#, "", ""),
            (r#"{"items":["#, "", ""),
            ("", "", ""),
        ] {
            let (found, said) = fault(body);
            assert_eq!((found.as_str(), said.as_str()), (place, message), "{body}");
        }
    }

    #[test]
    fn arrays_are_not_structs() {
        for body in [r#"[[]]"#, r#"{"items":[[1]]}"#, r#"{"items":[],"note":[1]}"#] {
            assert!(parse_json::<Order>(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn only_json_is_accepted() {
        for (kind, taken) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/json-patch+json", true),
            ("text/plain", false),
            ("application/x-www-form-urlencoded", false),
            ("text/json", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
            assert_eq!(is_json(&headers), taken, "{kind}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}
