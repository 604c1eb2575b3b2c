//! Validation of app names, IDs and signing identities. Pure.

use tenant_runtime::fields::{Checked, text};

use super::AppIds;

/// Maximum length shown by the stores.
const LONGEST_NAME: usize = 30;
const MOST_FINGERPRINTS: usize = 5;

const UNSEEN: &str = "This name contains characters that can't be displayed.";
const NO_TEAM: &str = "Enter an Apple team ID: 10 capital letters and digits.";
const NO_FINGERPRINT: &str = "Enter a SHA-256 fingerprint: 32 pairs of hexadecimal digits.";
const TOO_MANY: &str = "Enter up to five fingerprints.";

/// App name as requested.
///
/// # Errors
/// It is empty, too long, or contains invisible or bidirectional control characters.
pub fn app_name(entered: &str) -> Checked<String> {
    let name = entered.trim();
    if name.is_empty() {
        return Err(text::REQUIRED);
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(text::TOO_LONG);
    }
    if name.chars().any(is_unseen) {
        return Err(UNSEEN);
    }
    Ok(name.to_owned())
}

/// Default name of an app.
pub fn default_name(company: &str) -> String {
    let seen = company.chars().filter(|character| !is_unseen(*character));
    let name: String = seen.take(LONGEST_NAME).collect();
    name.trim().to_owned()
}

/// Control characters, characters that change text direction, and characters that XML doesn't allow.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}')
}

/// IDs derived from a site's host name in reverse order. Apple allows letters, digits and hyphens. Android needs Java
/// identifiers, so hyphens become underscores, which host names don't contain.
pub fn ids_of_host(host: &str) -> AppIds {
    let name = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let labels: Vec<&str> = name.rsplit('.').filter(|label| !label.is_empty()).collect();
    let words: Vec<String> = labels.iter().map(|label| java_word(label)).collect();
    AppIds {
        bundle_id: at_least_two(labels.join(".")),
        application_id: at_least_two(words.join(".")),
    }
}

/// IDs have at least two parts.
fn at_least_two(id: String) -> String {
    if id.contains('.') { id } else { format!("site.{id}") }
}

fn java_word(label: &str) -> String {
    let mut word: String = label
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '_'
            }
        })
        .collect();
    if !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        word.insert_str(0, "n_");
    }
    if JAVA.contains(&word.as_str()) {
        word.push('_');
    }
    word
}

/// Reserved words of Java.
const JAVA: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// Team ID of the Apple Developer Program. `None`: none was entered.
///
/// # Errors
/// It is invalid.
pub fn apple_team_id(entered: &str) -> Checked<Option<String>> {
    let id = entered.trim();
    if id.is_empty() {
        return Ok(None);
    }
    let fits = id.len() == 10
        && id
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if fits { Ok(Some(id.to_owned())) } else { Err(NO_TEAM) }
}

/// Certificate fingerprints as tools print them: `AB:CD:…`, in any case.
///
/// # Errors
/// One is invalid, or there are too many.
pub fn android_fingerprints(entered: &[String]) -> Checked<Vec<String>> {
    let mut fingerprints = Vec::new();
    for text in entered {
        let fingerprint = text.trim().to_ascii_uppercase();
        if fingerprint.is_empty() || fingerprints.contains(&fingerprint) {
            continue;
        }
        let pairs: Vec<&str> = fingerprint.split(':').collect();
        let is_pair = |pair: &&str| pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit());
        if pairs.len() != 32 || !pairs.iter().all(is_pair) {
            return Err(NO_FINGERPRINT);
        }
        fingerprints.push(fingerprint);
    }
    if fingerprints.len() > MOST_FINGERPRINTS {
        return Err(TOO_MANY);
    }
    Ok(fingerprints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_valid_in_both_stores() {
        for (host, apple, android) in [
            ("sparkle.example.com", "com.example.sparkle", "com.example.sparkle"),
            ("foam-co.example.com:8080", "com.example.foam-co", "com.example.foam_co"),
            ("4wash.class.app", "app.class.4wash", "app.class_.n_4wash"),
            ("localhost", "site.localhost", "site.localhost"),
        ] {
            let ids = ids_of_host(host);
            assert_eq!((&*ids.bundle_id, &*ids.application_id), (apple, android), "{host}");
        }
    }

    #[test]
    fn names_are_short_and_visible() {
        for good in ["Foam & Co.", "\"]]>$(x)", "🚗 Wash", "מגדל שטיפה"] {
            assert_eq!(app_name(good), Ok(good.to_owned()));
        }
        assert_eq!(app_name(&"x".repeat(300)), Err(text::TOO_LONG));
        assert_eq!(app_name("  "), Err(text::REQUIRED));
        for bad in ["a\nb", "a\u{202e}b", "a\u{0}", "a\u{ffff}"] {
            assert_eq!(app_name(bad), Err(UNSEEN), "{bad:?}");
        }
        assert_eq!(default_name(&"Long ".repeat(20)).chars().count(), 29);
    }

    #[test]
    fn signing_identities_are_validated() {
        assert_eq!(apple_team_id(" ABCDE12345 "), Ok(Some("ABCDE12345".to_owned())));
        assert_eq!(apple_team_id(""), Ok(None));
        for bad in ["abcde12345", "ABCDE1234", "ABCDE1234\"", "ABCDE123456"] {
            assert_eq!(apple_team_id(bad), Err(NO_TEAM));
        }
        let good = vec!["ab"; 32].join(":");
        let taken = android_fingerprints(&[good.clone(), String::new(), good.to_ascii_uppercase()]);
        assert_eq!(taken, Ok(vec![good.to_ascii_uppercase()]));
        for bad in [
            "AB",
            &good.replace(':', ""),
            &format!("{good}:ab"),
            &good.replace("ab", "xy"),
        ] {
            assert_eq!(android_fingerprints(&[bad.to_owned()]), Err(NO_FINGERPRINT), "{bad}");
        }
        let many: Vec<String> = (0..6).map(|n| vec![format!("0{n}"); 32].join(":")).collect();
        assert_eq!(android_fingerprints(&many), Err(TOO_MANY));
    }
}
