//! Expiry of an invitation, and the token of its link. Pure.

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use platform::clock::is_valid_until;
use platform::keys::{Purpose, SiteKeys};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::store::Invited;

const KEY: Purpose = Purpose("staff-invitation");

/// Validity from the time the email is requested.
pub(super) const LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);

/// State of an owner's invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OwnerState {
    /// On the team.
    Accepted,
    Pending,
    Expired,
    /// The email couldn't be delivered.
    Bounced,
}

/// Invitation, as in the audit log.
pub(super) fn subject(id: i64) -> String {
    format!("invitation:{id}")
}

/// Token of the link in the newest email, from its row and a secret key.
pub(super) fn token(keys: &SiteKeys, invited: &Invited) -> String {
    let Invited { id, email_key, .. } = invited;
    let row = format!("{id}\n{email_key}\n{}", invited.sent_at.as_millisecond());
    format!("{id}.{}", BASE64URL_NOPAD.encode(&keys.hmac(KEY, row.as_bytes())))
}

/// Invitation ID in a token.
pub(super) fn id_of(token: &str) -> Option<i64> {
    token.split_once('.')?.0.parse().ok()
}

/// Whether `token` is the newest email's.
pub(super) fn opens(keys: &SiteKeys, invited: &Invited, token: &str) -> bool {
    bool::from(self::token(keys, invited).as_bytes().ct_eq(token.as_bytes()))
}

pub(super) fn is_expired(invited: &Invited, now: Timestamp) -> bool {
    !is_valid_until(invited.expires_at, LIFETIME, now)
}

/// First and last name derived from an email address: `olive.owens@example.com` is Olive Owens.
pub(super) fn names_in(address: &str) -> (String, String) {
    let mailbox = address.split('@').next().unwrap_or_default();
    let mut words = mailbox
        .split(|character: char| !character.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect::<String>()
        });
    let first = words.next().unwrap_or_else(|| "Site".to_owned());
    let last = words.collect::<Vec<_>>().join(" ");
    (first, if last.is_empty() { "Owner".to_owned() } else { last })
}

/// Full name, unless it was derived from the address.
pub(super) fn entered_name(invited: &Invited) -> String {
    if has_derived_names(invited) {
        return String::new();
    }
    format!("{} {}", invited.first_name, invited.last_name)
}

/// State of an owner's open invitation.
pub(super) fn state(invited: &Invited, has_bounced: bool, now: Timestamp) -> OwnerState {
    if has_bounced {
        OwnerState::Bounced
    } else if is_expired(invited, now) {
        OwnerState::Expired
    } else {
        OwnerState::Pending
    }
}

/// Whether the names were derived from the address.
pub(super) fn has_derived_names(invited: &Invited) -> bool {
    let (first, last) = names_in(&invited.email);
    invited.first_name == first && invited.last_name == last
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;
    use crate::http::Role;

    fn invited(id: i64, sent_at: i64) -> Invited {
        let sent_at = Timestamp::from_second(sent_at).unwrap();
        Invited {
            id,
            first_name: "Eve".to_owned(),
            last_name: "Lane".to_owned(),
            email: "eve@example.com".to_owned(),
            email_key: "eve@example.com".to_owned(),
            role: Role::Manager,
            language: "en".to_owned(),
            company: None,
            sent_at,
            expires_at: sent_at + LIFETIME,
        }
    }

    #[test]
    fn link_is_valid_only_from_the_newest_email_of_this_site() {
        let keys = SiteKeys::generate(&SeededRandom::new(1));
        let other_site = SiteKeys::generate(&SeededRandom::new(2));
        let (first, again) = (invited(7, 1_900_000_000), invited(7, 1_900_000_060));
        let token = token(&keys, &first);
        assert_eq!(id_of(&token), Some(7));
        assert!(opens(&keys, &first, &token));
        assert!(!opens(&keys, &again, &token), "another was sent since");
        assert!(!opens(&other_site, &first, &token));
        assert!(!opens(&keys, &invited(8, 1_900_000_000), &token));
        assert_eq!([id_of("7"), id_of("x.y"), id_of("")], [None; 3]);
    }

    #[test]
    fn address_suggests_a_name() {
        for (address, first, last) in [
            ("olive.owens@example.com", "Olive", "Owens"),
            ("olive@example.com", "Olive", "Owner"),
            ("o.van_der-berg@example.com", "O", "Van Der Berg"),
            ("42@example.com", "Site", "Owner"),
        ] {
            assert_eq!(names_in(address), (first.to_owned(), last.to_owned()), "{address}");
        }
    }

    #[test]
    fn invitation_expires_after_a_week() {
        let invited = invited(7, 1_900_000_000);
        let end = invited.sent_at + LIFETIME;
        assert!(!is_expired(&invited, end - SignedDuration::from_secs(1)));
        assert!(is_expired(&invited, end));
    }
}
