//! The most common passwords, and those made of the account's own address. Pure.

use sha2::{Digest as _, Sha256};

/// Bytes of a digest.
const LENGTH: usize = 5;

/// The 10,000 most frequent passwords of zxcvbn's list (MIT license), as sorted prefixes of their SHA-256. Each is there in lower case
/// and again without special characters.
static DIGESTS: &[u8] = include_bytes!("common-passwords.bin");

/// Shortest part of an address that a password must not contain.
const SHORTEST_NAME: usize = 4;

/// Whether `entered` is one of the most common passwords. Case, special characters and look-alikes such as `@` for `a` don't count.
pub(super) fn is_common(entered: &str) -> bool {
    let lower = entered.to_lowercase();
    let plain: String = lower.chars().map(letter_of).collect();
    [letters(&lower), letters(&plain), lower]
        .iter()
        .any(|form| is_listed(form))
}

/// Whether `entered` contains the name in front of the @ of `email`.
pub(super) fn is_made_of(entered: &str, email: &str) -> bool {
    let email = email.trim().to_lowercase();
    let name = email.split(['@', '+']).next().unwrap_or_default();
    let name = letters(name);
    name.chars().count() >= SHORTEST_NAME && letters(&entered.to_lowercase()).contains(&name)
}

fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}

fn letter_of(character: char) -> char {
    match character {
        '@' => 'a',
        '$' => 's',
        '0' => 'o',
        '!' => 'i',
        other => other,
    }
}

fn is_listed(form: &str) -> bool {
    let digest = Sha256::digest(form);
    let (digests, _) = DIGESTS.as_chunks::<LENGTH>();
    digests
        .binary_search_by(|listed| listed.as_slice().cmp(&digest[..LENGTH]))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_recognized() {
        for common in [
            "Welcome-1",
            "Qwerty123!",
            "P@ssw0rd",
            "Trustno1!",
            "!Iloveyou1",
            "Zaq1!2wsx",
            "ABC123",
        ] {
            assert!(is_common(common), "{common}");
        }
        for rare in ["Bubbles-42", "Sudsy-Foam-7", "Aa1!aaaa", "\u{dc}nder_4ge", "", "!!"] {
            assert!(!is_common(rare), "{rare}");
        }
    }

    #[test]
    fn passwords_made_of_the_address_are_recognized() {
        for (entered, email) in [
            ("Ann.Smith-1", "ann.smith@example.com"),
            ("AnnSmith1!", "ann.smith+wash@example.com"),
            ("My-MARIE-9", "Marie@example.com"),
        ] {
            assert!(is_made_of(entered, email), "{entered}");
        }
        for (entered, email) in [
            ("Sudsy-Foam-7", "ada@example.com"),
            ("Ada-Lovelace-1", "ada@example.com"),
            ("Example-com-1", "marie@example.com"),
            ("Sudsy-Foam-7", ""),
        ] {
            assert!(!is_made_of(entered, email), "{entered}");
        }
    }
}
