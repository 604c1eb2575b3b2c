//! Setup guide steps of the catalog.

use jiff::Timestamp;
use platform::audit::{self, Filter};
use platform::db::TenantRead;

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

/// Whether there is a location.
pub async fn has_location(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    Ok(store::locations::default_id(db).await?.is_some())
}

/// Whether anything is for sale at `now`.
pub async fn sells_something(db: &mut TenantRead, now: Timestamp) -> Result<bool, sqlx::Error> {
    for kind in SOLD {
        if !store::products::on_sale(db, kind, now.as_millisecond())
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
