//! Leaving a club.

use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope};

use super::change::change;
use super::error::ClubError;
use super::events::MembershipEvent;
use super::membership::{WashClub, shown};
use super::rules::standing::{EndReason, Event};
use super::{Membership, current, dues, local_day, store};
use crate::http::Person;
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

/// Cancel the caller's wash club
///
/// It can be used to the next billing date, on which it ends without another charge; one with a month that is not paid ends at
/// once. A pause ends at once, too. A club that is cancelled already stays as it is.
#[utoipa::path(delete, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<WashClub>)))]
pub(super) async fn cancel_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<WashClub>, ApiError> {
    Ok(Answer(cancel(&tenant, person.id, &locale).await?))
}

async fn cancel(tenant: &Tenant, customer_id: i64, locale: &Locale) -> Result<WashClub, ClubError> {
    let mut db = tenant.write().await?;
    let membership = current(&mut db, customer_id).await?.ok_or(ClubError::NoMember)?;
    let membership = leave(&mut db, tenant, membership).await?;
    let answer = shown(tenant, &mut db, membership, locale).await?;
    db.commit().await?;
    Ok(answer)
}

/// Cancels a live membership within the transaction `db`. A pause ends first: the days that were paid for can still be used. Answers the
/// membership as it is then.
pub(super) async fn leave(
    db: &mut TenantWrite,
    tenant: &Tenant,
    membership: Membership,
) -> Result<Membership, ClubError> {
    let now = tenant.now();
    let mut membership = membership;
    let dues = dues::dues(db, membership.id).await?;
    if let Some((dues, pause)) = dues.and_then(|dues| dues.pause.map(|pause| (dues, pause))) {
        let today = local_day(tenant, &site::saved_config(tenant).await?.config.time_zone);
        membership = dues.resume(db, now, today).await?;
        store::set_canceled_pause(db, membership.id, Some(pause.until)).await?;
    }
    let charging = store::periods::is_charging(db, membership.id).await?;
    let standing = membership.standing.after(Event::Cancelled { charging });
    let standing = standing.ok_or(ClubError::NoMember)?;
    if standing != membership.standing {
        let end = (!standing.is_live()).then_some(EndReason::Cancelled);
        let event = match end {
            None => MembershipEvent::Cancelled,
            Some(_) => MembershipEvent::Ended,
        };
        change(db, now, &membership, standing, end, event).await?;
        dues::look_again(db, now, membership.id).await?;
        membership.standing = standing;
    }
    Ok(membership)
}
