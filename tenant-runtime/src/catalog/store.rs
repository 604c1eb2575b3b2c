use std::collections::BTreeMap;

use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};
use serde::de::DeserializeOwned;

use super::tax::Taxes;

pub(super) mod listings;
pub(super) mod locations;
pub(super) mod products;
pub(super) mod sale_times;

pub(super) async fn tax_rate(db: &mut TenantRead, location: i64, tax_class: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT rate_ppm FROM catalog_taxes WHERE location_id = ? AND tax_class = ?",
        location,
        tax_class
    )
    .fetch_optional(db.conn())
    .await
}

/// Location, class and rate of everything taxed.
pub(super) async fn tax_rates(db: &mut TenantRead) -> Result<Vec<(i64, String, i64)>, sqlx::Error> {
    let rows = sqlx::query!("SELECT location_id, tax_class, rate_ppm FROM catalog_taxes")
        .fetch_all(db.conn())
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.location_id, row.tax_class, row.rate_ppm))
        .collect())
}

/// Rates of a location now, and those that it had at `at` (milliseconds) or later.
pub(super) async fn rates_since(db: &mut TenantRead, location: i64, at: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT rate_ppm FROM catalog_taxes WHERE location_id = ?1
         UNION SELECT rate_ppm FROM catalog_earlier_taxes WHERE location_id = ?1 AND until > ?2",
        location,
        at
    )
    .fetch_all(db.conn())
    .await
}

/// Keeps the rates of a location, or of all locations, as those until `now` (milliseconds), before they change. Forgets
/// those that ended before `oldest`.
pub(super) async fn keep_rates(
    db: &mut TenantWrite,
    location: Option<i64>,
    (oldest, now): (i64, i64),
) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM catalog_earlier_taxes WHERE until < ?", oldest)
        .execute(db.conn())
        .await?;
    sqlx::query!(
        "INSERT INTO catalog_earlier_taxes (location_id, rate_ppm, until)
         SELECT DISTINCT location_id, rate_ppm, ?2 FROM catalog_taxes WHERE ?1 IS NULL OR location_id = ?1
         ON CONFLICT (location_id, rate_ppm) DO UPDATE SET until = excluded.until",
        location,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Rates by the state that orders are shipped to.
pub(super) async fn ship_to_rates(db: &mut TenantRead) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!("SELECT state, rate_ppm FROM catalog_ship_to_taxes")
        .fetch_all(db.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (row.state, row.rate_ppm)).collect())
}

/// Replaces all rates with `taxes`.
pub(super) async fn set_taxes(db: &mut TenantWrite, taxes: &Taxes) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM catalog_taxes").execute(db.conn()).await?;
    sqlx::query!("DELETE FROM catalog_ship_to_taxes")
        .execute(db.conn())
        .await?;
    for location in &taxes.locations {
        locations::insert_taxes(db, location.location_id, &location.rates).await?;
    }
    for (state, rate) in &taxes.ship_to {
        insert_ship_to_rate(db, state, *rate).await?;
    }
    Ok(())
}

pub(super) async fn insert_ship_to_rate(db: &mut TenantWrite, state: &str, rate: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO catalog_ship_to_taxes (state, rate_ppm) VALUES (?, ?)",
        state,
        rate
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn ship_to_rate(db: &mut TenantRead, state: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT rate_ppm FROM catalog_ship_to_taxes WHERE state = ?", state)
        .fetch_optional(db.conn())
        .await
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(undecodable)
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
