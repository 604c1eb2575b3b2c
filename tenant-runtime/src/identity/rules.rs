//! What people may enter, cleaned as the forms clean it and then checked (000, section 5). Pure.

use std::collections::BTreeMap;

use super::phone;

/// The specification's texts.
pub(super) mod text {
    pub(in crate::identity) const REQUIRED: &str = "Input is required.";
    pub(in crate::identity) const EMAIL: &str = "Please enter a valid email.";
    pub(in crate::identity) const TAKEN: &str = "Email is already associated with an account.";
    pub(in crate::identity) const MONTH: &str = "Please enter a valid Month.";
    pub(in crate::identity) const DAY: &str = "Please enter a valid Day.";
    pub(in crate::identity) const PASSWORD_WORD: &str = "Invalid word not allowed in passwords";
    // The specification states these rules without a text.
    pub(in crate::identity) const PHONE: &str = "Please enter a valid phone number.";
    pub(in crate::identity) const POSTAL_CODE: &str = "Please enter a valid postal code.";
    pub(in crate::identity) const TOO_LONG: &str = "This is too long.";
    pub(in crate::identity) const PASSWORD_LENGTH: &str = "Must have at least 8 characters.";
    pub(in crate::identity) const PASSWORD_LOWER: &str = "Must include a lower case letter.";
    pub(in crate::identity) const PASSWORD_UPPER: &str = "Must include a capital letter.";
    pub(in crate::identity) const PASSWORD_NUMBER: &str = "Must include a number.";
    pub(in crate::identity) const PASSWORD_SPECIAL: &str = "Must include a special character.";
}

/// Message by field.
pub(super) type FieldErrors = BTreeMap<&'static str, &'static str>;

/// A field's value, or the message that says why it is refused.
pub(super) type Checked<T> = Result<T, &'static str>;

const LONGEST_NAME: usize = 60;
const LONGEST_POSTAL_CODE: usize = 16;
/// RFC 5321, section 4.5.3.1.
const LONGEST_EMAIL: usize = 254;
const LONGEST_LOCAL_PART: usize = 64;
/// Bytes; far more than anybody types, few enough to hash.
const LONGEST_PASSWORD: usize = 512;
const LONGEST_REFERRAL_CODE: usize = 40;

/// What a person entered to sign up, as it came.
#[derive(Clone, Copy)]
pub(super) struct Entries<'a> {
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) email: &'a str,
    pub(super) birthday_month: Option<i64>,
    pub(super) birthday_day: Option<i64>,
    pub(super) zip_postal_code: &'a str,
    pub(super) cell_phone_number: &'a str,
    pub(super) referral_code: Option<&'a str>,
    pub(super) password: &'a str,
}

/// The same, clean and valid. The password stays where it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Profile {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) birthday_month: i64,
    pub(super) birthday_day: i64,
    pub(super) zip_postal_code: String,
    pub(super) cell_phone_number: String,
    /// A friend's code, not yet looked up.
    pub(super) referral_code: Option<String>,
}

/// Checks every field, so that a form can show all messages at once.
///
/// # Errors
/// The message of each field at fault, by its name on the wire.
pub(super) fn check(entries: Entries<'_>, country: &str) -> Result<Profile, FieldErrors> {
    let mut notes = Notes::default();
    let profile = Profile {
        first_name: notes.take("firstName", name(entries.first_name)),
        last_name: notes.take("lastName", name(entries.last_name)),
        email: notes.take("email", email(entries.email)),
        birthday_month: notes.take("birthdayMonth", month(entries.birthday_month)),
        birthday_day: notes.take("birthdayDay", day(entries.birthday_month, entries.birthday_day)),
        zip_postal_code: notes.take("zipPostalCode", postal_code(entries.zip_postal_code)),
        cell_phone_number: notes.take("cellPhoneNumber", phone::check(entries.cell_phone_number, country)),
        referral_code: referral_code(entries.referral_code),
    };
    notes.take("password", password(entries.password));
    if notes.0.is_empty() { Ok(profile) } else { Err(notes.0) }
}

/// Collects what is wrong with fields.
#[derive(Default)]
struct Notes(FieldErrors);

impl Notes {
    /// The field's value; where it is refused, its message is noted and a stand-in answered.
    fn take<T: Default>(&mut self, field: &'static str, checked: Checked<T>) -> T {
        checked.unwrap_or_else(|message| {
            self.0.insert(field, message);
            T::default()
        })
    }
}

/// Letters of any script, hyphen, apostrophe and single spaces; everything else is dropped.
pub(super) fn name(entered: &str) -> Checked<String> {
    let kept: String = entered
        .chars()
        .map(|character| match character {
            // What telephones type for an apostrophe.
            '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
            other if other.is_whitespace() => ' ',
            other => other,
        })
        .filter(|character| character.is_alphabetic() || matches!(character, '-' | '\'' | ' '))
        .collect();
    let name = kept
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if !name.chars().any(char::is_alphabetic) {
        Err(text::REQUIRED)
    } else if name.chars().count() > LONGEST_NAME {
        Err(text::TOO_LONG)
    } else {
        Ok(name)
    }
}

/// An address as people write it: a dot-atom (RFC 5322, section 3.2.3) and a host name with at least one dot.
pub(super) fn email(entered: &str) -> Checked<String> {
    let email = entered.trim();
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

/// The form of an address in which two spellings of one mailbox compare equal.
pub(super) fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

fn month(entered: Option<i64>) -> Checked<i64> {
    entered
        .filter(|month| (1..=12).contains(month))
        .ok_or(if entered.is_none() { text::REQUIRED } else { text::MONTH })
}

/// 1 to the days of the month; 29 February counts, since no year is asked for. Without a valid month: 1 to 31.
fn day(month: Option<i64>, entered: Option<i64>) -> Checked<i64> {
    let last = match month {
        Some(2) => 29,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    };
    entered
        .filter(|day| (1..=last).contains(day))
        .ok_or(if entered.is_none() { text::REQUIRED } else { text::DAY })
}

/// At least one word character; what the code looks like beyond that is the country's affair.
pub(super) fn postal_code(entered: &str) -> Checked<String> {
    let code = entered.trim();
    if code.is_empty() {
        Err(text::REQUIRED)
    } else if code.chars().count() > LONGEST_POSTAL_CODE
        || code.contains(char::is_control)
        || !code.contains(|c: char| c.is_ascii_alphanumeric() || c == '_')
    {
        Err(text::POSTAL_CODE)
    } else {
        Ok(code.to_owned())
    }
}

pub(super) fn password(entered: &str) -> Checked<()> {
    let special = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control();
    if entered.is_empty() {
        Err(text::REQUIRED)
    } else if entered.len() > LONGEST_PASSWORD {
        Err(text::TOO_LONG)
    } else if entered.to_lowercase().contains("password") {
        Err(text::PASSWORD_WORD)
    } else if entered.chars().count() < 8 {
        Err(text::PASSWORD_LENGTH)
    } else if !entered.contains(char::is_lowercase) {
        Err(text::PASSWORD_LOWER)
    } else if !entered.contains(char::is_uppercase) {
        Err(text::PASSWORD_UPPER)
    } else if !entered.contains(char::is_numeric) {
        Err(text::PASSWORD_NUMBER)
    } else if !entered.contains(special) {
        Err(text::PASSWORD_SPECIAL)
    } else {
        Ok(())
    }
}

/// A friend's code in the spelling in which codes are kept. One that nobody can have is as good as none: it costs the
/// friend a reward, not the newcomer an account.
fn referral_code(entered: Option<&str>) -> Option<String> {
    let code = entered?.trim().trim_start_matches('#').to_ascii_uppercase();
    let possible =
        !code.is_empty() && code.len() <= LONGEST_REFERRAL_CODE && code.bytes().all(|b| b.is_ascii_alphanumeric());
    possible.then_some(code)
}

/// For codes that people read to each other: of characters that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B) one at most, and no
/// vowels, so that no words arise.
pub(super) const REFERRAL_ALPHABET: &str = "23456789CDFGHJKMNPQRTVWX";
pub(super) const REFERRAL_LENGTH: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Entries<'static> {
        Entries {
            first_name: "Ann",
            last_name: "O'Neil-Smith",
            email: "ann@example.com",
            birthday_month: Some(2),
            birthday_day: Some(29),
            zip_postal_code: "85004",
            cell_phone_number: "(602) 555-0143",
            referral_code: Some("#k7qpm2x"),
            password: "Bubbles-42",
        }
    }

    #[test]
    fn good_entries_are_cleaned() {
        let profile = check(entries(), "US").unwrap();
        assert_eq!(profile.cell_phone_number, "6025550143");
        assert_eq!(profile.referral_code.as_deref(), Some("K7QPM2X"));
        assert_eq!(profile.last_name, "O'Neil-Smith");
    }

    #[test]
    fn every_field_at_fault_is_named() {
        let nothing = Entries {
            first_name: "",
            last_name: " ",
            email: "",
            birthday_month: None,
            birthday_day: None,
            zip_postal_code: "",
            cell_phone_number: "",
            referral_code: None,
            password: "",
        };
        let errors = check(nothing, "US").unwrap_err();
        assert_eq!(errors.len(), 8);
        assert!(errors.values().all(|message| *message == text::REQUIRED), "{errors:?}");
    }

    #[test]
    fn names_keep_letters_only() {
        for (entered, kept) in [
            ("  Ann   Mary ", "Ann Mary"),
            ("<script>alert(1)</script>", "scriptalertscript"),
            ("D\u{2019}Arcy", "D'Arcy"),
            ("Zoë", "Zoë"),
            ("محمد\u{202e}", "محمد"),
            ("李\u{200b}雷", "李雷"),
            ("Ann 🚗", "Ann"),
            ("R2-D2", "R-D"),
            ("Ann\r\nBcc: x", "Ann Bcc x"),
        ] {
            assert_eq!(name(entered).as_deref(), Ok(kept), "{entered}");
        }
        for nothing in ["", "123", "- '", "🚗", "\u{202e}"] {
            assert_eq!(name(nothing), Err(text::REQUIRED), "{nothing}");
        }
        assert!(name(&"a".repeat(60)).is_ok());
        assert_eq!(name(&"a".repeat(10_000)), Err(text::TOO_LONG));
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
            "ann@exämple.com",
            "🚗@example.com",
            &format!("{}@example.com", "a".repeat(65)),
            &format!("a@{}.com", "b".repeat(10_000)),
        ] {
            assert_eq!(email(bad), Err(text::EMAIL), "{bad}");
        }
        assert_eq!(email("  "), Err(text::REQUIRED));
        assert_eq!(email_key(" Ann@Example.COM "), "ann@example.com");
    }

    #[test]
    fn birthdays_exist() {
        assert_eq!(month(Some(0)), Err(text::MONTH));
        assert_eq!(month(Some(13)), Err(text::MONTH));
        assert_eq!(month(Some(12)), Ok(12));
        for (month, last) in [(1, 31), (2, 29), (4, 30), (6, 30), (9, 30), (11, 30), (12, 31)] {
            assert_eq!(day(Some(month), Some(last)), Ok(last));
            assert_eq!(day(Some(month), Some(last + 1)), Err(text::DAY));
        }
        assert_eq!(day(Some(1), Some(0)), Err(text::DAY));
        assert_eq!(day(Some(13), Some(31)), Ok(31));
    }

    #[test]
    fn postal_codes_have_a_word_character() {
        for good in ["85004", "K1A 0B1", "LS1 4DY", "_"] {
            assert!(postal_code(good).is_ok(), "{good}");
        }
        for bad in ["-", "<>", "85004\u{0}", &"1".repeat(17)] {
            assert_eq!(postal_code(bad), Err(text::POSTAL_CODE), "{bad}");
        }
    }

    #[test]
    fn passwords_follow_the_rule() {
        for good in ["Bubbles-42", "Aa1!aaaa", "Ünder_4ge", "Aa1 aaa!"] {
            assert_eq!(password(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("", text::REQUIRED),
            ("Aa1!aaa", text::PASSWORD_LENGTH),
            ("AA1!AAAA", text::PASSWORD_LOWER),
            ("aa1!aaaa", text::PASSWORD_UPPER),
            ("Aab!aaaa", text::PASSWORD_NUMBER),
            ("Aa1aaaaa", text::PASSWORD_SPECIAL),
            ("Aa1 aaaa", text::PASSWORD_SPECIAL),
            ("MyPassword1!", text::PASSWORD_WORD),
            ("PASSWORD", text::PASSWORD_WORD),
        ] {
            assert_eq!(password(bad), Err(why), "{bad}");
        }
        assert_eq!(password(&format!("Aa1!{}", "a".repeat(10_000))), Err(text::TOO_LONG));
    }

    #[test]
    fn impossible_referral_codes_are_none() {
        for none in ["", "#", "<script>", "a b", &"A".repeat(41)] {
            assert_eq!(referral_code(Some(none)), None, "{none}");
        }
    }
}
