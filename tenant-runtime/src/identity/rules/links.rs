use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything except the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// URL of a page of the site, with an email address in its query.
pub(in crate::identity) fn page_about(origin: &str, page: &str, email: &str) -> String {
    format!("{origin}{page}?email={}", utf8_percent_encode(email, RESERVED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_one_query_value() {
        assert_eq!(
            page_about("https://a.example", "/confirmEmail", "o'neil+a_b~c-d&x=1@b.co"),
            "https://a.example/confirmEmail?email=o%27neil%2Ba_b~c-d%26x%3D1%40b.co"
        );
    }
}
