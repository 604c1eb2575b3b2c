//! Staying in a club that was cancelled.

use platform::http::{Answer, ApiError, Envelope};

use super::error::ClubError;
use super::events::notify_of_reactivation;
use super::membership::{WashClub, shown};
use super::rules::standing::Event;
use super::{current, dues, store};
use crate::http::Person;
use crate::language::Locale;
use crate::payments;
use crate::tenant::Tenant;

/// Reactivate the caller's wash club
///
/// For a club that was cancelled and has not ended: it goes on as before, and nothing is charged now. A pause that the cancellation ended
/// isn't restored. 422 `card_required` without a card on file. An active club stays as it is, and the one that was chosen to follow it does not.
#[utoipa::path(put, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<WashClub>)))]
pub(super) async fn reactivate_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<WashClub>, ApiError> {
    Ok(Answer(reactivate(&tenant, person.id, &locale).await?))
}

async fn reactivate(tenant: &Tenant, customer_id: i64, locale: &Locale) -> Result<WashClub, ClubError> {
    let now = tenant.now();
    let processor = payments::processor_of(tenant).await;
    let mut db = tenant.write().await?;
    let mut membership = current(&mut db, customer_id).await?.ok_or(ClubError::NoMember)?;
    let standing = membership.standing.after(Event::Reactivated);
    let standing = standing.ok_or(ClubError::NoMember)?;
    // Who stays does not come to another club either.
    if store::next_plans::withdraw(&mut db, membership.id).await? {
        notify_of_reactivation(&mut db, now, &membership, None).await?;
    }
    if standing != membership.standing {
        // Its next month will be charged, and the card could be removed meanwhile.
        if !payments::has_chargeable_card(&mut db, tenant, &*processor?, customer_id).await? {
            return Err(ClubError::CardRequired);
        }
        let ended_pause = dues::dues(&mut db, membership.id)
            .await?
            .and_then(|dues| dues.canceled_pause_until);
        store::set_canceled_pause(&mut db, membership.id, None).await?;
        store::set_standing(&mut db, membership.id, standing, None, now.as_millisecond()).await?;
        notify_of_reactivation(&mut db, now, &membership, ended_pause).await?;
        dues::look_again(&mut db, now, membership.id).await?;
        membership.standing = standing;
    }
    let answer = shown(tenant, &mut db, membership, locale).await?;
    db.commit().await?;
    Ok(answer)
}
