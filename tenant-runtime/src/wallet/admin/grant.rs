use platform::audit;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::catalog::{self, Listing, ProductType};
use crate::error::{ErrorCode, Fault};
use crate::fields::{Notes, invalid_field, invalid_fields, text};
use crate::http::{IdempotentJson, Person};
use crate::identity;
use crate::notifications::inbox::{self, About, Notice};
use crate::site;
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::rules::{Expiry, ItemKind};
use crate::wallet::{self, KioskRules, NewItem};

/// Free wash or bundle for a customer.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::wallet) struct Grant {
    /// Wash or bundle from the catalog.
    product_id: i64,
    /// Reason for the audit log. At most 200 characters.
    reason: String,
}

/// Codes granted to a customer.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::wallet) struct Granted {
    name: String,
    /// Number of codes.
    count: i64,
}

/// Grant a customer a free wash or bundle
///
/// Not a sale, so nothing is booked. The codes work like purchased ones.
#[utoipa::path(post, path = "/admin/customers/{userId}/items", tag = "admin", request_body = Grant,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<Granted>)))]
pub(in crate::wallet) async fn grant_item(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    IdempotentJson { value, idempotency }: IdempotentJson<Grant>,
) -> Result<Answer<Granted>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::ForGood).await? {
        return Ok(Answer(serde_json::from_str(&stored).map_err(Fault::internal)?));
    }
    if id == person.id {
        return Err(ErrorCode::NotAdmin.because("You can't change your own wallet. Ask a teammate."));
    }
    if identity::find_account(&mut db, id).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let mut notes = Notes::default();
    let reason = notes.take("reason", text::reason(&value.reason));
    notes.into_result(()).map_err(invalid_fields)?;
    let listing = catalog::find(&mut db, value.product_id).await?;
    let (listing, kind) = listing
        .and_then(|listing| Some((kind_of(listing.product_type)?, listing)))
        .map(|(kind, listing)| (listing, kind))
        .ok_or_else(|| invalid_field("productId", "Choose a wash or a bundle."))?;
    let granted = give(&mut db, &tenant, id, (&listing, kind)).await?;
    let entry = audit::Entry {
        actor: &person.actor(),
        action: "item_granted",
        subject: &format!("customer:{id}"),
        detail: json!({ "product": listing.id, "name": granted.name, "count": granted.count, "reason": reason }),
    };
    audit::record(&mut db, now, entry).await?;
    idempotency.finish(&mut db, &granted).await?;
    db.commit().await?;
    Ok(Answer(granted))
}

const fn kind_of(product: ProductType) -> Option<ItemKind> {
    match product {
        ProductType::AppWash => Some(ItemKind::AppWash),
        ProductType::AppBundle => Some(ItemKind::AppBundle),
        _ => None,
    }
}

async fn give(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (listing, kind): (&Listing, ItemKind),
) -> Result<Granted, Fault> {
    let zone = site::config_within(tenant, db).await?.config.time_zone.clone();
    let count = listing.quantity.unwrap_or(1);
    for _ in 0..count {
        let item = NewItem {
            customer_id: Some(customer_id),
            order_line_id: None,
            kind,
            name: &listing.name,
            locations: &listing.locations,
            washes: &listing.washes,
            expiry: listing.good_for_days.map_or(Expiry::Year, Expiry::Days),
            max_uses: 1,
            kiosk: &KioskRules::default(),
            gift: None,
        };
        wallet::issue(db, tenant, &zone, item).await?;
    }
    let about = About {
        name: Some(&listing.name),
        ..About::default()
    };
    inbox::notify_about(db, customer_id, Notice::ItemGranted, about, tenant.now()).await?;
    Ok(Granted {
        name: listing.name.clone(),
        count,
    })
}
