//! Pairing and keys of terminals (docs/RULES.md#terminals). Pure.

pub(super) mod payment;
pub(super) mod sale;

use std::sync::LazyLock;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::AddedTerminal;
use crate::clubs::Entitled;
use crate::fields::{Checked, Limits};
use crate::wallet::rules::item::Item;

/// Lifetime of a pairing code.
pub(super) const PAIRING_CODE_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Time for which a replaced key still works, because the response with the new one may be lost.
pub(super) const REPLACED_KEY_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Number of digits of a pairing code.
pub(super) const PAIRING_CODE_LENGTH: usize = 8;

/// A visit is recorded if the last one was this long ago, so that not every request writes.
const SEEN_AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(1);

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<AddedTerminal>);

/// State of a redemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(super) enum RedemptionState {
    /// Also after the reservation has expired: it can still be confirmed.
    Reserved,
    Confirmed,
    Cancelled,
}

/// Redeemed item or club, by ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Redeemed {
    Item(i64),
    Membership(i64),
}

/// Uses and their limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UseCount {
    pub(super) used: i64,
    /// `None`: unlimited.
    pub(super) most: Option<i64>,
}

impl UseCount {
    pub(super) const fn of_item(item: &Item) -> Self {
        Self {
            used: item.uses,
            most: Some(item.max_uses),
        }
    }

    pub(super) fn of_club(entitled: &Entitled) -> Self {
        Self {
            used: entitled.uses.used,
            most: entitled.membership.limit.map(|limit| limit.count),
        }
    }
}

/// Redemption by a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Redemption {
    pub(super) id: String,
    pub(super) of: Redeemed,
    pub(super) state: RedemptionState,
    pub(super) reserved_until: Timestamp,
}

/// The redemption was confirmed and should be canceled, or vice versa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the redemption is already {}", .0.into_str())]
pub(super) struct Settled(pub(super) RedemptionState);

impl Redemption {
    /// Whether an action is needed to reach `wanted`. None if it is already reached.
    ///
    /// # Errors
    /// It was settled differently.
    pub(super) fn may_become(&self, wanted: RedemptionState) -> Result<bool, Settled> {
        match self.state {
            RedemptionState::Reserved => Ok(true),
            state if state == wanted => Ok(false),
            state => Err(Settled(state)),
        }
    }
}

/// Label of a terminal.
pub(super) fn label(entered: &str) -> Checked<String> {
    LIMITS.text("label", entered)
}

/// Stored digest of a key.
pub(super) fn key_hash(key: &str) -> [u8; 32] {
    Sha256::digest(key).into()
}

/// Whether a visit at `now` should be recorded.
pub(super) fn is_seen_anew(last: Option<Timestamp>, now: Timestamp) -> bool {
    last.is_none_or(|last| now.duration_since(last).abs() >= SEEN_AGAIN_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::text;

    #[test]
    fn label_has_a_limited_length() {
        assert_eq!(label("  Lane 1 "), Ok("Lane 1".to_owned()));
        assert_eq!(label(" "), Err(text::REQUIRED));
        assert_eq!(label(&"é".repeat(60)), Ok("é".repeat(60)));
        assert_eq!(label(&"é".repeat(61)), Err(text::TOO_LONG));
    }

    #[test]
    fn redemption_is_settled_once() {
        use RedemptionState::{Cancelled, Confirmed, Reserved};
        let redemption = |state| Redemption {
            id: "r".to_owned(),
            of: Redeemed::Item(1),
            state,
            reserved_until: Timestamp::UNIX_EPOCH,
        };
        for (state, wanted, answer) in [
            (Reserved, Confirmed, Ok(true)),
            (Reserved, Cancelled, Ok(true)),
            (Confirmed, Confirmed, Ok(false)),
            (Cancelled, Cancelled, Ok(false)),
            (Confirmed, Cancelled, Err(Settled(Confirmed))),
            (Cancelled, Confirmed, Err(Settled(Cancelled))),
        ] {
            assert_eq!(redemption(state).may_become(wanted), answer);
        }
    }

    #[test]
    fn contact_is_recorded_once_a_minute_despite_clock_changes() {
        let now: Timestamp = "2026-11-20T15:00:00Z".parse().unwrap();
        assert!(is_seen_anew(None, now));
        assert!(!is_seen_anew(Some(now - SignedDuration::from_secs(59)), now));
        assert!(is_seen_anew(Some(now - SignedDuration::from_secs(60)), now));
        assert!(is_seen_anew(Some(now + SignedDuration::from_hours(1)), now));
    }
}
