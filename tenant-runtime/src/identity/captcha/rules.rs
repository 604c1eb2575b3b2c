//! Rules for captcha providers: valid keys and the meaning of responses. Pure.

use serde::Deserialize;

use super::vendor::{CaptchaEndpoints, CaptchaManifest};
use crate::fields::{Checked, FieldErrors, Notes, text};

/// Maximum length of a key. The providers' keys have at most fifty characters.
const LONGEST_KEY: usize = 200;

/// Test secrets from the providers' guides that accept everyone.
const FOR_TESTS: [&str; 5] = [
    "1x0000000000000000000000000000000AA",
    "2x0000000000000000000000000000000AA",
    "3x0000000000000000000000000000000AA",
    "0x0000000000000000000000000000000000000000",
    "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe",
];

/// Whether a provider's response for this secret names the page's real host: for test keys, it names its own.
pub(super) fn says_where(secret: &str) -> bool {
    !FOR_TESTS.contains(&secret)
}

/// Keys as stored.
///
/// # Errors
/// A message for each invalid field.
pub(super) fn check(typed: CaptchaManifest, production: bool) -> Result<CaptchaManifest, FieldErrors> {
    let mut notes = Notes::default();
    let site_key = notes.take("siteKey", key(&typed.site_key));
    let secret = key(&typed.secret).and_then(|secret| match production && FOR_TESTS.contains(&&*secret) {
        true => Err("This is a test key that lets everyone pass. Enter your own."),
        false => Ok(secret),
    });
    let secret = notes.take("secret", secret);
    if production && typed.endpoints == CaptchaEndpoints::Stub {
        notes.take::<()>("endpoints", Err("The test captcha is for trial sites only."));
    }
    notes.into_result(CaptchaManifest {
        site_key,
        secret,
        ..typed
    })
}

fn key(entered: &str) -> Checked<String> {
    let entered = entered.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    match entered.len() {
        0 => Err(text::REQUIRED),
        1..=LONGEST_KEY if entered.chars().all(plain) => Ok(entered.to_owned()),
        _ => Err("Enter up to 200 letters, digits, dots, hyphens and underscores."),
    }
}

/// Provider's response to a token verification.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Answer {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
    /// Host of the page on which it was solved.
    #[serde(default)]
    hostname: Option<String>,
}

/// Meaning of the response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The token is valid and wasn't checked before. `at`: host of the page, if the provider says.
    Human {
        at: Option<String>,
    },
    Refused,
    /// The provider doesn't know this secret key.
    WrongSecret,
    /// No usable response about the token.
    NoAnswer,
}

/// Codes as listed in the providers' guides. An unlisted one says nothing about the token, so its sender isn't
/// rejected.
pub(super) fn verdict(answer: &Answer) -> Verdict {
    let says = |of: &dyn Fn(&str) -> bool| answer.error_codes.iter().any(|code| of(code));
    if answer.success {
        Verdict::Human {
            at: answer.hostname.clone().filter(|host| !host.is_empty()),
        }
    } else if says(&|code| code.contains("secret") || code == "invalid-sitekey" || code == "not-using-dummy-passcode") {
        Verdict::WrongSecret
    } else if says(&|code| code.contains("response") || code == "timeout-or-duplicate" || code == "bad-request") {
        Verdict::Refused
    } else {
        Verdict::NoAnswer
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::vendor::CaptchaVendor;
    use super::*;

    fn typed(endpoints: CaptchaEndpoints, site_key: &str, secret: &str) -> CaptchaManifest {
        CaptchaManifest {
            vendor: CaptchaVendor::Turnstile,
            endpoints,
            site_key: site_key.to_owned(),
            secret: secret.to_owned(),
        }
    }

    fn at_fault(typed: CaptchaManifest, production: bool) -> Vec<String> {
        let errors = check(typed, production).err().unwrap_or_default();
        errors.into_keys().map(|field| field.into_owned()).collect()
    }

    #[test]
    fn keys_are_single_words() {
        let kept = check(typed(CaptchaEndpoints::Production, " 0x4AAA-_b ", "0x4AAA.c"), true).unwrap();
        assert_eq!((&*kept.site_key, &*kept.secret), ("0x4AAA-_b", "0x4AAA.c"));
        for wrong in ["", " ", "two words", "k&response=x", &"x".repeat(201)] {
            let fields = at_fault(typed(CaptchaEndpoints::Production, wrong, wrong), false);
            assert_eq!(fields, ["secret", "siteKey"], "{wrong}");
        }
    }

    #[test]
    fn production_rejects_the_stub_and_test_secrets() {
        assert_eq!(at_fault(typed(CaptchaEndpoints::Stub, "k", "s"), true), ["endpoints"]);
        assert!(at_fault(typed(CaptchaEndpoints::Stub, "k", "s"), false).is_empty());
        for secret in FOR_TESTS {
            assert_eq!(
                at_fault(typed(CaptchaEndpoints::Production, "k", secret), true),
                ["secret"]
            );
            assert!(at_fault(typed(CaptchaEndpoints::Production, "k", secret), false).is_empty());
        }
    }

    #[test]
    fn test_keys_accept_foreign_hosts() {
        assert!(FOR_TESTS.iter().all(|secret| !says_where(secret)));
        assert!(says_where("0x4AAA.c"));
    }

    #[test]
    fn provider_responses_are_classified() {
        let meant = |answer: serde_json::Value| verdict(&serde_json::from_value(answer).unwrap());
        let codes = |codes: &[&str]| meant(json!({"success": false, "error-codes": codes}));
        let human = |at: Option<&str>| Verdict::Human {
            at: at.map(str::to_owned),
        };
        assert_eq!(
            meant(json!({"success": true, "hostname": "x.example", "error-codes": []})),
            human(Some("x.example"))
        );
        for nowhere in [
            json!({"success": true}),
            json!({"success": true, "hostname": null}),
            json!({"success": true, "hostname": ""}),
        ] {
            assert_eq!(meant(nowhere), human(None));
        }
        for code in [
            "invalid-input-response",
            "timeout-or-duplicate",
            "invalid-or-already-seen-response",
            "already-seen-response",
            "bad-request",
        ] {
            assert_eq!(codes(&[code]), Verdict::Refused, "{code}");
        }
        for code in [
            "invalid-input-secret",
            "missing-input-secret",
            "sitekey-secret-mismatch",
        ] {
            assert_eq!(codes(&["invalid-input-response", code]), Verdict::WrongSecret, "{code}");
        }
        for unknown in [&["internal-error"][..], &["on-holiday"], &[]] {
            assert_eq!(codes(unknown), Verdict::NoAnswer, "{unknown:?}");
        }
    }
}
