//! Releases gift card holds that have expired.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Job, Lane};
use serde::{Deserialize, Serialize};

/// Releases a hold on a gift card, if it is still open.
#[derive(Serialize, Deserialize)]
pub(super) struct Release {
    pub(super) hold_id: String,
}

impl Job for Release {
    /// `suds site check` knows this type and its key: every open hold has such a job.
    const KIND: &'static str = "gift_cards.release";
    const LANE: Lane = Lane::Money;
    // It concerns money: an unreleased hold would keep it off the card.
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.hold_id.clone())
    }
}

pub(super) async fn enqueue(
    db: &mut TenantWrite,
    now: Timestamp,
    due_at: Timestamp,
    release: &Release,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, due_at, release).await
}

/// Cancels the release, because the amount was captured or released.
pub(super) async fn withdraw(db: &mut TenantWrite, release: &Release) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, release).await
}
