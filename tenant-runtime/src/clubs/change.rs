//! A membership stands elsewhere from now on.

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::events::{MembershipEvent, notify_member};
use super::rules::standing::{EndReason, Standing};
use super::{Membership, store};

/// Writes that `membership` has come to `standing`, and tells its member. `end`: why it is over, if it is.
///
/// # Errors
/// When the database refuses.
pub(super) async fn change(
    db: &mut TenantWrite,
    now: Timestamp,
    membership: &Membership,
    standing: Standing,
    end: Option<EndReason>,
    event: MembershipEvent,
) -> Result<(), sqlx::Error> {
    store::set_standing(db, membership.id, standing, end, now.as_millisecond()).await?;
    if end.is_some() {
        store::periods::give_up_open_period(db, membership.id).await?;
    }
    notify_member(db, now, membership, event).await
}
