//! Typed request headers.

use http::{HeaderMap, HeaderName, header};

/// Whether `Accept-Encoding` accepts `coding` (RFC 9110, 12.5.3): named, or covered by `*`, with a weight above 0.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let mut any = false;
    for (name, weight) in members(headers, header::ACCEPT_ENCODING).map(split_weight) {
        if name.eq_ignore_ascii_case(coding) {
            return weight > 0.0;
        }
        any |= name == "*" && weight > 0.0;
    }
    any
}

/// Whether a browser is navigating: it accepts HTML explicitly.
pub fn wants_html(headers: &HeaderMap) -> bool {
    members(headers, header::ACCEPT)
        .map(split_weight)
        .any(|(name, _)| name.eq_ignore_ascii_case("text/html"))
}

fn members(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|member| !member.is_empty())
}

fn split_weight(member: &str) -> (&str, f32) {
    let mut parts = member.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts
        .find_map(|part| part.strip_prefix("q="))
        .map_or(1.0, |q| q.trim().parse().unwrap_or(0.0));
    (name, weight)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn encodings_are_weighted() {
        for (value, br, gzip) in [
            ("gzip, deflate, br, zstd", true, true),
            ("br;q=0, gzip;q=0.5", false, true),
            ("*", true, true),
            ("*;q=0.5, br;q=0", false, true),
            ("identity", false, false),
            ("brotli", false, false),
        ] {
            let headers = with(header::ACCEPT_ENCODING, value);
            assert_eq!(
                (accepts(&headers, "br"), accepts(&headers, "gzip")),
                (br, gzip),
                "{value}"
            );
        }
        assert!(!accepts(&HeaderMap::new(), "br"));
    }
}
