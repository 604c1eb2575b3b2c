use super::{common_passwords, text};
use crate::fields::{Checked, FieldErrors, Notes};

/// Bytes; far longer than typed passwords, short enough to hash.
const LONGEST_PASSWORD: usize = 512;

/// `email`: of the account, which the password must not be made of.
pub(in crate::identity) fn password(entered: &str, email: &str) -> Checked<()> {
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
    } else if common_passwords::is_common(entered) {
        Err(text::PASSWORD_COMMON)
    } else if common_passwords::is_made_of(entered, email) {
        Err(text::PASSWORD_EMAIL)
    } else {
        Ok(())
    }
}

/// Checks a new password of the account with the address `email` in `field` and, where the form has one, its repetition in
/// `confirmPassword`.
///
/// # Errors
/// The message of each field at fault.
pub fn new_password(
    field: &'static str,
    entered: &str,
    repeated: Option<&str>,
    email: &str,
) -> Result<(), FieldErrors> {
    let mut notes = Notes::default();
    notes.take(field, password(entered, email));
    if repeated.is_some_and(|repeated| repeated != entered) {
        notes.take("confirmPassword", Err::<(), _>(text::MISMATCH));
    }
    notes.into_result(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "marie@example.com";

    #[test]
    fn passwords_follow_the_rule() {
        for good in ["Bubbles-42", "Aa1!aaaa", "Ünder_4ge", "Aa1 aaa!"] {
            assert_eq!(password(good, EMAIL), Ok(()), "{good}");
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
            ("Welcome-1", text::PASSWORD_COMMON),
            ("Marie-Wash-1", text::PASSWORD_EMAIL),
        ] {
            assert_eq!(password(bad, EMAIL), Err(why), "{bad}");
        }
        assert_eq!(
            password(&format!("Aa1!{}", "a".repeat(10_000)), EMAIL),
            Err(text::TOO_LONG)
        );
    }

    #[test]
    fn repeated_password_must_match() {
        assert_eq!(new_password("password", "Bubbles-42", None, EMAIL), Ok(()));
        assert_eq!(
            new_password("password", "Bubbles-42", Some("Bubbles-42"), EMAIL),
            Ok(())
        );
        let errors = new_password("newPassword", "bubbles", Some("Bubbles-42"), EMAIL).unwrap_err();
        let expected = [
            ("newPassword".into(), text::PASSWORD_LENGTH),
            ("confirmPassword".into(), text::MISMATCH),
        ];
        assert_eq!(errors, expected.into());
    }
}
