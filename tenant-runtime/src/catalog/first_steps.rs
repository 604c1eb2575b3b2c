//! Setup guide steps of the catalog.

use jiff::Timestamp;
use platform::audit::{self, Filter};
use platform::db::TenantRead;

use super::{ProductType, store};

/// What a shop sells.
const SOLD: [ProductType; 6] = [
    ProductType::AppWash,
    ProductType::AppBundle,
    ProductType::AppClub,
    ProductType::GiftCard,
    ProductType::GiftCardRecharge,
    ProductType::Swag,
];

/// Whether there is a wash to drive to.
///
/// # Errors
/// When the database refuses.
pub async fn has_location(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    Ok(store::locations::default_id(db).await?.is_some())
}

/// Whether anything can be bought at `now`.
///
/// # Errors
/// When the database refuses.
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

/// Whether rates of taxes are set, or somebody has saved that there are none.
///
/// # Errors
/// When the database refuses.
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
