//! Setup guide steps of the catalog.

use jiff::Timestamp;
use platform::audit::{self, Filter};
use platform::db::TenantRead;

use super::location_entry::LocationEntry;
use super::{ProductType, store};

/// Product types for sale.
const SOLD: [ProductType; 6] = [
    ProductType::AppWash,
    ProductType::AppBundle,
    ProductType::AppClub,
    ProductType::GiftCard,
    ProductType::GiftCardRecharge,
    ProductType::Swag,
];

/// Whether there is a location with an address and a position.
pub async fn has_location(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let locations = store::locations::records(db, None).await?;
    Ok(locations
        .iter()
        .any(|record| !record.archived && is_placed(&record.location)))
}

/// 0° north, 0° east is at sea.
fn is_placed(location: &LocationEntry) -> bool {
    let has_address = [&location.address1, &location.city]
        .iter()
        .all(|line| !line.trim().is_empty());
    has_address && (location.latitude, location.longitude) != (0.0, 0.0)
}

/// Whether anything is for sale at `now`.
pub async fn sells_something(db: &mut TenantRead, now: Timestamp) -> Result<bool, sqlx::Error> {
    for kind in SOLD {
        if !store::listings::on_sale(db, kind, now.as_millisecond())
            .await?
            .is_empty()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether tax rates are set, or were saved as none.
pub async fn has_decided_taxes(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    if !store::tax_rates(db).await?.is_empty() {
        return Ok(true);
    }
    let saved = Filter {
        action: Some("taxes_set".to_owned()),
        ..Filter::default()
    };
    Ok(audit::count(db, &saved).await? > 0)
}
