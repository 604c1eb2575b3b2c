//! Leaving a club.

use platform::http::{Answer, ApiError, Envelope};

use super::change::change;
use super::error::ClubError;
use super::membership::{WashClub, shown};
use super::rules::standing::{EndReason, Event};
use super::tell::Told;
use super::{current, dues, local_day, store};
use crate::http::Person;
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

/// Cancel the caller's wash club
///
/// It can be used to the next billing date, on which it ends without another charge; one with a month that is not paid ends at
/// once. A club that is cancelled already stays as it is.
#[utoipa::path(delete, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<WashClub>)))]
pub(super) async fn cancel_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<WashClub>, ApiError> {
    Ok(Answer(cancel(&tenant, person.id, &locale).await?))
}

async fn cancel(tenant: &Tenant, customer_id: i64, locale: &Locale) -> Result<WashClub, ClubError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let mut membership = current(&mut db, customer_id).await?.ok_or(ClubError::NoMember)?;
    if let Some(paused) = dues::dues(&mut db, membership.id)
        .await?
        .filter(|dues| dues.pause.is_some())
    {
        // The days that were paid for can still be used.
        let today = local_day(tenant, &site::saved_config(tenant).await?.config.time_zone);
        membership = paused.resume(&mut db, now, today).await?;
    }
    let charging = store::periods::is_charging(&mut db, membership.id).await?;
    let standing = membership.standing.after(Event::Cancelled { charging });
    let standing = standing.ok_or(ClubError::NoMember)?;
    if standing != membership.standing {
        let end = (!standing.is_live()).then_some(EndReason::Cancelled);
        let told = match end {
            None => Told::Cancelled,
            Some(_) => Told::Ended,
        };
        change(&mut db, now, &membership, standing, end, told).await?;
        dues::look_again(&mut db, now, membership.id).await?;
        membership.standing = standing;
    }
    let answer = shown(tenant, &mut db, membership, locale).await?;
    db.commit().await?;
    Ok(answer)
}
