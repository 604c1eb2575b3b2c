//! Validation of email addresses. Pure.

use platform::text::visible;

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
    let valid = email.len() <= LONGEST_EMAIL
        && email
            .rsplit_once('@')
            .is_some_and(|(local, host)| is_local_part(local) && is_host_name(host));
    if valid { Ok(email.to_owned()) } else { Err(text::EMAIL) }
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
    visible(email).trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "ann@exämple.com",
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
