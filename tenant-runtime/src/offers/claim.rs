//! Claiming an offer: counts the claim and adds the item to the wallet in one transaction.

use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::OfferError;
use super::store::{self, Wanted};
use super::{OfferKind, Stored};
use crate::error::Fault;
use crate::http::{Idempotency, Person};
use crate::notifications::inbox::{self, About, Notice};
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::rules::item::Moment;
use crate::wallet::{self, NewItem};
use crate::{identity, site};

/// Claimed offer.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClaimedItem {
    /// Name of the offer and its wallet item.
    name: String,
    /// ID of the wallet item.
    item_id: String,
}

/// The site's local time and its time zone. Don't call it in a transaction.
pub(super) async fn local(tenant: &Tenant) -> Result<(Moment, TimeZone), Fault> {
    let zone = site::saved_config(tenant).await?.config.time_zone.clone();
    Ok((wallet::moment(tenant).await?, zone))
}

/// The location chosen by the caller, otherwise their home location. 0: none.
pub(super) async fn location_of(db: &mut TenantRead, person: &Person, chosen: Option<i64>) -> Result<i64, sqlx::Error> {
    if let Some(chosen) = chosen {
        return Ok(chosen);
    }
    let account = identity::find_account(db, person.id).await?;
    Ok(account.and_then(|account| account.home_location_id).unwrap_or(0))
}

/// Claims the offer `wanted` for `person`.
pub(super) async fn claim(
    tenant: &Tenant,
    person: &Person,
    (kind, wanted): (OfferKind, Wanted<'_>),
    chosen_location: Option<i64>,
    idempotency: &Idempotency,
) -> Result<ClaimedItem, OfferError> {
    let (moment, zone) = local(tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, moment.now, Keep::Days).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    let location = location_of(&mut db, person, chosen_location).await?;
    let accounts = identity::accounts_of_person(&mut db, person.id).await?;
    let found = store::offers(&mut db, kind, wanted, &accounts).await?;
    let found = found.into_iter().next().ok_or_else(|| OfferError::unknown(kind))?;
    found
        .may_be_claimed(location, moment)
        .map_err(|refusal| OfferError::refused(kind, refusal))?;
    let claimed = give(&mut db, tenant, person.id, &found, &zone).await?;
    idempotency.finish(&mut db, &claimed).await?;
    db.commit().await?;
    Ok(claimed)
}

async fn give(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    found: &Stored,
    zone: &TimeZone,
) -> Result<ClaimedItem, Fault> {
    let (offer, now) = (&found.offer, tenant.now());
    let item = NewItem {
        customer_id: Some(customer_id),
        order_line_id: None,
        kind: offer.item(),
        name: &offer.name,
        locations: &offer.locations,
        washes: &[],
        expiry: offer.item_expiry(zone),
        max_uses: 1,
        kiosk: &offer.kiosk,
        gift: None,
    };
    let item_id = wallet::issue(db, tenant, zone, item).await?;
    store::insert_claim(db, found.id, customer_id, item_id, now.as_millisecond()).await?;
    let about = About {
        name: Some(&offer.name),
        ..About::default()
    };
    inbox::notify_about(db, customer_id, Notice::OfferClaimed, about, now).await?;
    Ok(ClaimedItem {
        name: offer.name.clone(),
        item_id: item_id.to_string(),
    })
}
