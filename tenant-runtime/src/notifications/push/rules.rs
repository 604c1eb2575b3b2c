//! Validation of registrations, and expiry of push messages. Pure.

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use platform::push::Subscription;

use crate::fields::{Checked, FieldErrors, Notes};

/// Maximum devices per customer. The least recently used one is removed.
pub(super) const MOST_DEVICES: i64 = 10;

/// Time for which push services store a notification. Afterward, it is only in the customer's inbox.
const NEWS: SignedDuration = SignedDuration::from_hours(3 * 24);

const NO_SUBSCRIPTION: &str = "Invalid push subscription.";
const NO_TOKEN: &str = "Invalid push token.";

/// Remaining time in which an event at `created_at` is pushed; `None` if it is too old.
pub(super) fn time_left(created_at: Timestamp, now: Timestamp) -> Option<SignedDuration> {
    let left = (created_at + NEWS).duration_since(now);
    left.is_positive().then_some(left.min(NEWS))
}

/// The subscription sent by a browser. Its keys are base64url, padded or not. `takes`: whether messages to its endpoint
/// would be sent.
pub(super) fn subscription(
    endpoint: String,
    p256dh: &str,
    auth: &str,
    takes: impl FnOnce(&str) -> bool,
) -> Result<Subscription, FieldErrors> {
    let mut notes = Notes::default();
    let is_taken = takes(&endpoint);
    notes.take("endpoint", is_taken.then_some(()).ok_or(NO_SUBSCRIPTION));
    let subscription = Subscription {
        endpoint,
        p256dh: decoded(p256dh),
        auth: notes.take("keys.auth", decoded(auth).try_into().map_err(|_| NO_SUBSCRIPTION)),
    };
    let has_key = subscription.has_a_usable_key();
    notes.take("keys.p256dh", has_key.then_some(()).ok_or(NO_SUBSCRIPTION));
    notes.into_result(subscription)
}

/// Token of an app.
pub(super) fn token(entered: &str) -> Checked<&str> {
    let is_one = (1..=4096).contains(&entered.len()) && entered.bytes().all(|byte| byte.is_ascii_graphic());
    is_one.then_some(entered).ok_or(NO_TOKEN)
}

fn decoded(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD
        .decode(text.trim_end_matches('=').as_bytes())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn each_part_of_a_subscription_is_checked() {
        let of = |p256dh: &str, auth: &str, takes| {
            let endpoint = "https://push.example/1".to_owned();
            subscription(endpoint, p256dh, auth, |_| takes)
                .map(|subscription| subscription.p256dh.len())
                .map_err(|errors| errors.into_keys().collect::<Vec<_>>())
        };
        assert_eq!(of(KEY, AUTH, true), Ok(65));
        assert_eq!(of(&format!("{KEY}="), &format!("{AUTH}=="), true), Ok(65));
        assert_eq!(of(KEY, AUTH, false), Err(vec!["endpoint".into()]));
        assert_eq!(of(AUTH, AUTH, true), Err(vec!["keys.p256dh".into()]));
        assert_eq!(of(KEY, KEY, true), Err(vec!["keys.auth".into()]));
        assert_eq!(of("", "", false).unwrap_err().len(), 3);
    }

    #[test]
    fn tokens_are_visible_ascii() {
        assert!(token("dQw4:APA91b-_x").is_ok());
        for no_token in ["", "a b", "é", &"x".repeat(4097)] {
            assert!(token(no_token).is_err());
        }
    }

    #[test]
    fn old_notifications_are_not_pushed() {
        let at: Timestamp = "2030-01-01T00:00:00Z".parse().unwrap();
        let after = |hours| time_left(at, at + SignedDuration::from_hours(hours));
        assert_eq!(after(0), Some(NEWS));
        assert_eq!(after(71), Some(SignedDuration::from_hours(1)));
        assert_eq!(after(72), None);
        assert_eq!(after(-5), Some(NEWS), "a clock that was set back");
    }
}
