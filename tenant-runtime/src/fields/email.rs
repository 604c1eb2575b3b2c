//! Validation of email addresses. Pure.

use platform::text::visible;
use reqwest::Url;

use super::{Checked, text};

/// RFC 5321, section 4.5.3.1.
const LONGEST_EMAIL: usize = 254;
const LONGEST_LOCAL_PART: usize = 64;

/// An email address as commonly written: a dot-atom (RFC 5322, section 3.2.3) and a host name with at least one dot.
pub fn email(entered: &str) -> Checked<String> {
    let visible = visible(entered);
    let email = visible.trim();
    if email.is_empty() {
        return Err(text::REQUIRED);
    }
    let email = with_ascii_domain(email);
    let valid = email.len() <= LONGEST_EMAIL
        && email
            .rsplit_once('@')
            .is_some_and(|(local, host)| is_local_part(local) && is_host_name(host));
    if valid { Ok(email) } else { Err(text::EMAIL) }
}

/// `email` with an international domain in its ASCII form (IDNA): `x@exämple.com` becomes `x@xn--exmple-cua.com`.
fn with_ascii_domain(email: &str) -> String {
    let ascii = email.rsplit_once('@').and_then(|(local, host)| {
        let host = ascii_host(host)?;
        Some(format!("{local}@{host}"))
    });
    ascii.unwrap_or_else(|| email.to_owned())
}

/// ASCII form (IDNA) of an international host name or of its labels; `None` for anything else.
pub fn ascii_host(host: &str) -> Option<String> {
    if host.is_ascii() || host.contains(['/', '?', '#', ':', '\\', '[', '@']) || host.contains(char::is_whitespace) {
        return None;
    }
    let url = Url::parse(&format!("https://{host}/")).ok()?;
    url.host_str().map(str::to_owned)
}

fn is_local_part(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte))
    };
    local.len() <= LONGEST_LOCAL_PART && local.split('.').all(is_atom)
}

fn is_host_name(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = host.rsplit('.').next().unwrap_or_default();
    host.contains('.')
        && host.split('.').all(is_label)
        && top.len() >= 2
        && !top.bytes().all(|byte| byte.is_ascii_digit())
}

/// Normalized address, which is equal for all spellings of a mailbox.
pub fn email_key(email: &str) -> String {
    with_ascii_domain(visible(email).trim()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn international_domain_is_stored_in_ascii() {
        for entered in [
            "x@exämple.com",
            "x@EXÄMPLE.com",
            "x@exa\u{308}mple.com",
            "x@xn--exmple-cua.com",
        ] {
            assert_eq!(email(entered).as_deref(), Ok("x@xn--exmple-cua.com"), "{entered}");
            assert_eq!(email_key(entered), "x@xn--exmple-cua.com", "{entered}");
        }
        for bad in ["x@exämple", "x@ä/b.com", "ü@example.com", "x@exämple.com:25"] {
            assert_eq!(email(bad), Err(text::EMAIL), "{bad}");
        }
    }

    #[test]
    fn emails_follow_the_pattern() {
        for good in [
            "a@b.co",
            " ann.o'neil+wash@mail.example.com ",
            "x_1%@sub-domain.example.museum",
        ] {
            assert_eq!(email(good).as_deref(), Ok(good.trim()));
        }
        for bad in [
            "ann",
            "ann@",
            "@example.com",
            "ann@example",
            "ann@@example.com",
            "ann@exa mple.com",
            "ann @example.com",
            ".ann@example.com",
            "a..b@example.com",
            "ann.@example.com",
            "ann@-example.com",
            "ann@example-.com",
            "ann@example..com",
            "ann@127.0.0.1",
            "ann@example.c",
            "<script>@example.com",
            "\"ann\"@example.com",
            "ann@example.com\r\nBcc: b@example.com",
            "änn@example.com",
            "🚗@example.com",
            &format!("{}@example.com", "a".repeat(65)),
            &format!("a@{}.com", "b".repeat(10_000)),
        ] {
            assert_eq!(email(bad), Err(text::EMAIL), "{bad}");
        }
        assert_eq!(
            email("\u{feff}ann@exam\u{ad}ple.com\u{200b} ").as_deref(),
            Ok("ann@example.com")
        );
        assert_eq!(email_key("\u{200e}Ann@example.com\u{200b}"), "ann@example.com");
        assert_eq!(email("  "), Err(text::REQUIRED));
        assert_eq!(email_key(" Ann@Example.COM "), "ann@example.com");
    }
}
