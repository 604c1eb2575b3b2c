//! Two-factor authentication: authenticator codes (RFC 6238) and backup codes.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use jiff::Timestamp;
use secrecy::SecretString;
use sha2::{Digest as _, Sha256};
use totp_rs::{Builder, Secret, Totp};

use crate::random::Random;
use crate::text::visible;

/// Allowed clock difference, in steps of 30 seconds.
const SKEW: u16 = 1;

/// Number of backup codes.
const RECOVERY_CODES: usize = 10;

/// Characters in each half of a backup code.
const HALF: usize = 5;

/// Without letters and digits that look alike.
const READABLE: &str = "abcdefghjkmnpqrstuvwxyz23456789";

/// Secret shared with an authenticator.
#[derive(Clone)]
pub struct SharedSecret([u8; 20]);

impl SharedSecret {
    pub fn generate(random: &dyn Random) -> Self {
        Self(random.bytes())
    }

    /// From stored bytes. `None`: invalid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Text for authenticators without a camera.
    pub fn to_text(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// URL for the authenticator's QR code. `issuer`: the site or company that asks for codes.
    pub fn to_url(&self, issuer: &str, account: &str) -> String {
        let [issuer, account] = [issuer, account].map(|text| {
            let escaped: String = form_urlencoded::byte_serialize(text.replace(':', " ").as_bytes()).collect();
            escaped.replace('+', "%20")
        });
        format!(
            "otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}",
            self.to_text()
        )
    }

    /// The step of `code`, if it is valid now and its step comes after `last_step`. Each code works once.
    pub fn step_of(&self, code: &str, now: Timestamp, last_step: i64) -> Option<i64> {
        let digits: String = visible(code)
            .chars()
            .filter(|character| !character.is_whitespace())
            .collect();
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let step = self.totp().check(&digits, u64::try_from(now.as_second()).ok()?)?;
        i64::try_from(step).ok().filter(|step| *step > last_step)
    }

    /// The current code, as an authenticator shows it.
    pub fn code_at(&self, now: Timestamp) -> String {
        let seconds = u64::try_from(now.as_second()).unwrap_or_default();
        self.totp().generate(seconds).to_string()
    }

    fn totp(&self) -> Totp {
        Builder::new()
            .with_secret(Secret::new(Box::from(self.0)))
            .with_skew(SKEW)
            .build_noncompliant()
    }
}

/// New recovery codes, such as `k7qpm-2xw4r`.
pub fn recovery_codes(random: &dyn Random) -> Vec<String> {
    let half = || random.string(READABLE, HALF);
    (0..RECOVERY_CODES).map(|_| format!("{}-{}", half(), half())).collect()
}

/// Whether `text` can be a backup code. Codes of authenticators can't.
pub fn is_like_recovery_code(text: &str) -> bool {
    text.chars().filter(|character| character.is_alphanumeric()).count() == 2 * HALF
}

/// Input for the slow hash of a backup code, from its digest. Earlier builds stored the digest itself, so what they stored
/// can be hashed without the code.
pub fn recovery_code_secret(digest: &[u8]) -> SecretString {
    HEXLOWER.encode(digest).into()
}

/// Digest of a backup code, independent of its formatting.
pub fn recovery_code_digest(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(|character| character.is_alphanumeric()).collect();
    Sha256::digest(plain.to_lowercase()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SeededRandom;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// RFC 6238, appendix B. We use the last six of its eight digits.
    #[test]
    fn codes_match_rfc_6238() {
        let secret = SharedSecret::from_bytes(b"12345678901234567890").unwrap();
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(secret.code_at(at(second)), code);
            assert_eq!(secret.step_of(code, at(second), 0), Some(second / 30));
        }
    }

    #[test]
    fn codes_allow_one_step_of_drift_and_no_reuse() {
        let secret = SharedSecret::generate(&SeededRandom::new(1));
        let now = 1_900_000_000;
        let (code, step) = (secret.code_at(at(now)), now / 30);
        for seconds in [-30, 0, 30] {
            assert_eq!(secret.step_of(&code, at(now + seconds), 0), Some(step), "{seconds}");
        }
        for seconds in [-90, 90] {
            assert_eq!(secret.step_of(&code, at(now + seconds), 0), None, "{seconds}");
        }
        assert_eq!(secret.step_of(&code, at(now), step), None, "used");
        let spaced = format!("{} {}", &code[..3], &code[3..]);
        assert_eq!(secret.step_of(&spaced, at(now), step - 1), Some(step));
        for other in ["", "12345", "1234567", "abcdef", "１２３４５６"] {
            assert_eq!(secret.step_of(other, at(now), 0), None, "{other}");
        }
    }

    #[test]
    fn provisioning_uri_names_site_and_account() {
        let secret = SharedSecret::from_bytes(b"12345678901234567890").unwrap();
        assert_eq!(
            secret.to_url("Foam & Co: Wash", "ann+x@example.com"),
            "otpauth://totp/Foam%20%26%20Co%20%20Wash:ann%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Foam%20%26%20Co%20%20Wash"
        );
    }

    #[test]
    fn backup_codes_differ_and_match_in_any_format() {
        let codes = recovery_codes(&SeededRandom::new(1));
        let distinct: std::collections::BTreeSet<_> = codes.iter().collect();
        assert_eq!((codes.len(), distinct.len()), (10, 10));
        let typed = codes[0].to_uppercase().replace('-', " ");
        assert_eq!(recovery_code_digest(&typed), recovery_code_digest(&codes[0]));
        assert_ne!(recovery_code_digest(&codes[0]), recovery_code_digest(&codes[1]));
        assert!(is_like_recovery_code(&typed) && !is_like_recovery_code("123 456"));
    }
}
