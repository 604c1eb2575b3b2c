//! Lifetime of tokens and use of refresh tokens. Pure.

use jiff::{SignedDuration, Timestamp};
use platform::clock::{LEEWAY, is_valid_until};
use strum::IntoStaticStr;

use crate::http::Role;

pub(super) const ACCESS_LIFETIME: SignedDuration = SignedDuration::from_mins(60);

pub(super) const REFRESH_LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Longest life of a session, however often it is renewed.
const LONGEST: SignedDuration = SignedDuration::from_hours(180 * 24);

/// The same for the merchant's team.
const LONGEST_OF_TEAM: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Sessions started at this time or earlier have reached their maximum age.
pub(super) fn oldest(role: Role, now: Timestamp) -> Timestamp {
    now - if role > Role::Customer {
        LONGEST_OF_TEAM
    } else {
        LONGEST
    }
}

/// Whether a session has reached its absolute end, or was started in the future, which means that the clock was wrong.
pub(super) fn is_over(began: Timestamp, role: Role, now: Timestamp) -> bool {
    began <= oldest(role, now) || began > now + LEEWAY
}

/// Time for which a password entry counts as recent.
pub(super) const UNLOCKED: SignedDuration = SignedDuration::from_mins(10);

/// Time in which a used refresh token can be used again, for concurrent tabs and lost responses.
const GRACE: SignedDuration = SignedDuration::from_secs(20);

/// Maximum number of successors of a refresh token.
const SUCCESSORS: i64 = 2;

/// Reason why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::identity) enum EndReason {
    LogOut,
    PasswordChanged,
    Replay,
    /// Staff have ended it.
    Staff,
}

/// State of a known refresh token.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenState {
    pub(super) expires_at: Timestamp,
    pub(super) first_used_at: Option<Timestamp>,
    pub(super) successors: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rotation {
    /// Yields a successor.
    Succeed,
    /// Rejected without consequences.
    Refuse,
    /// Was copied: the session ends.
    Replay,
}

pub(super) fn rotation(token: &TokenState, now: Timestamp) -> Rotation {
    match token.first_used_at {
        Some(used) if now.duration_since(used) > GRACE => Rotation::Replay,
        _ if token.successors >= SUCCESSORS => Rotation::Refuse,
        _ if is_valid_until(token.expires_at, REFRESH_LIFETIME, now) => Rotation::Succeed,
        _ => Rotation::Refuse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_900_000_000 + seconds).unwrap()
    }

    fn token(first_used_at: Option<i64>, successors: i64) -> TokenState {
        TokenState {
            expires_at: at(0) + REFRESH_LIFETIME,
            first_used_at: first_used_at.map(at),
            successors,
        }
    }

    #[test]
    fn refresh_token_is_valid_once_and_within_the_grace_period() {
        assert_eq!(rotation(&token(None, 0), at(10)), Rotation::Succeed);
        assert_eq!(rotation(&token(Some(10), 1), at(30)), Rotation::Succeed);
        assert_eq!(rotation(&token(Some(10), 2), at(30)), Rotation::Refuse);
        assert_eq!(rotation(&token(Some(10), 1), at(31)), Rotation::Replay);
        assert_eq!(rotation(&token(Some(10), 2), at(31)), Rotation::Replay);
    }

    #[test]
    fn expired_token_is_rejected_and_a_replay_is_detected() {
        let late = REFRESH_LIFETIME.as_secs();
        assert_eq!(rotation(&token(None, 0), at(late - 1)), Rotation::Succeed);
        assert_eq!(rotation(&token(None, 0), at(late)), Rotation::Refuse);
        assert_eq!(rotation(&token(Some(10), 1), at(late)), Rotation::Replay);
    }

    #[test]
    fn sessions_have_an_absolute_end() {
        for (role, days) in [(Role::Customer, 180), (Role::Attendant, 30), (Role::Owner, 30)] {
            let last = days * 24 * 3600 - 1;
            assert!(!is_over(at(0), role, at(last)), "{role:?}");
            assert!(is_over(at(0), role, at(last + 1)), "{role:?}");
        }
        assert!(!is_over(at(60), Role::Owner, at(0)), "the clock was set back");
        for years in [1, 10] {
            assert!(
                is_over(at(61 + years * 31_536_000), Role::Owner, at(0)),
                "{years} years ahead"
            );
        }
        assert!(is_over(at(61), Role::Customer, at(0)));
    }

    #[test]
    fn clock_set_back_ends_no_session() {
        assert_eq!(rotation(&token(Some(100), 1), at(0)), Rotation::Succeed);
    }

    #[test]
    fn refresh_token_from_the_future_is_rejected() {
        assert_eq!(rotation(&token(None, 0), at(-60)), Rotation::Succeed);
        assert_eq!(rotation(&token(None, 0), at(-61)), Rotation::Refuse);
        assert_eq!(rotation(&token(None, 0), at(-315_360_000)), Rotation::Refuse);
    }
}
