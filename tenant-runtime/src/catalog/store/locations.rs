//! Locations: as staff edit them and as customers see them.

use std::collections::BTreeMap;

use platform::db::{TenantRead, TenantWrite};

use super::{json, text};
use crate::catalog::location_entry::{Hours, LocationEntry, LocationRecord};
use crate::catalog::opening_hours::OpeningHours;
use crate::catalog::rules::hours::hours_by_day;
use crate::fields::from_fields;

/// The location `id`, or all of them in their places.
pub(in crate::catalog) async fn records(
    db: &mut TenantRead,
    id: Option<i64>,
) -> Result<Vec<LocationRecord>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", version, active, position, name, address1, address2, city, state, zip, phone, arrival_note,
                  latitude, longitude, hours, opening_hours
           FROM catalog_locations WHERE ?1 IS NULL OR id = ?1 ORDER BY position, id"#,
        id
    )
    .fetch_all(db.conn())
    .await?;
    let rates = sqlx::query!(
        "SELECT location_id, tax_class, rate_ppm FROM catalog_taxes WHERE ?1 IS NULL OR location_id = ?1",
        id
    )
    .fetch_all(db.conn())
    .await?;
    let mut taxes: BTreeMap<i64, BTreeMap<String, i64>> = BTreeMap::new();
    for rate in rates {
        taxes
            .entry(rate.location_id)
            .or_default()
            .insert(rate.tax_class, rate.rate_ppm);
    }
    rows.into_iter()
        .map(|row| {
            let lines: Vec<Hours> = json(&row.hours)?;
            let saved: Option<OpeningHours> = row.opening_hours.as_deref().map(json).transpose()?;
            Ok(LocationRecord {
                location_id: row.id,
                version: row.version,
                archived: row.active == 0,
                position: row.position,
                location: from_fields!(LocationEntry from row {
                    name, address1, address2, city, state, zip, phone, arrival_note, latitude, longitude,
                } opening_hours: hours_by_day(saved, &lines), hours: lines, taxes: taxes.remove(&row.id).unwrap_or_default()),
            })
        })
        .collect()
}

pub(in crate::catalog) async fn ids(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT id AS "id!" FROM catalog_locations ORDER BY position, id"#)
        .fetch_all(db.conn())
        .await
}

/// Updates the location `id`, or adds one at the end. Without an `id`, it gets the next one. Returns the ID.
pub(in crate::catalog) async fn save(
    db: &mut TenantWrite,
    id: Option<i64>,
    location: &LocationEntry,
) -> Result<i64, sqlx::Error> {
    let hours = text(&location.hours)?;
    let opening_hours = location.opening_hours.as_ref().map(text).transpose()?;
    let id = sqlx::query_scalar!(
        r#"INSERT INTO catalog_locations
             (position, id, name, address1, address2, city, state, zip, phone, arrival_note, latitude, longitude, hours,
              opening_hours)
           VALUES ((SELECT COALESCE(MAX(position), 0) + 1 FROM catalog_locations), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
           ON CONFLICT (id) DO UPDATE SET version = version + 1, name = ?2, address1 = ?3, address2 = ?4, city = ?5, state = ?6,
             zip = ?7, phone = ?8, arrival_note = ?9, latitude = ?10, longitude = ?11, hours = ?12,
             opening_hours = ?13
           RETURNING id AS "id!""#,
        id,
        location.name,
        location.address1,
        location.address2,
        location.city,
        location.state,
        location.zip,
        location.phone,
        location.arrival_note,
        location.latitude,
        location.longitude,
        hours,
        opening_hours
    )
    .fetch_one(db.conn())
    .await?;
    sqlx::query!("DELETE FROM catalog_taxes WHERE location_id = ?", id)
        .execute(db.conn())
        .await?;
    insert_taxes(db, id, &location.taxes).await?;
    Ok(id)
}

pub(in crate::catalog) async fn insert_taxes(
    db: &mut TenantWrite,
    id: i64,
    taxes: &BTreeMap<String, i64>,
) -> Result<(), sqlx::Error> {
    for (class, rate) in taxes {
        sqlx::query!(
            "INSERT INTO catalog_taxes (location_id, tax_class, rate_ppm) VALUES (?, ?, ?)",
            id,
            class,
            rate
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}

/// `false`: there is no such location, or it was so before.
pub(in crate::catalog) async fn archive(db: &mut TenantWrite, id: i64, archived: bool) -> Result<bool, sqlx::Error> {
    let active = i64::from(!archived);
    let result = sqlx::query!(
        "UPDATE catalog_locations SET active = ?1, version = version + 1 WHERE id = ?2 AND active <> ?1",
        active,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Puts the locations into the order of `ids`, a JSON list of all of them.
pub(in crate::catalog) async fn order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = text(&ids)?;
    sqlx::query!(
        "UPDATE catalog_locations SET position = place.key + 1 FROM json_each(?) AS place WHERE place.value = catalog_locations.id",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Increments a location's version after a related change elsewhere.
pub(in crate::catalog) async fn touch(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE catalog_locations SET version = version + 1 WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// The site's default location: the first one.
pub(in crate::catalog) async fn default_id(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT id FROM catalog_locations WHERE active = 1 ORDER BY position, id LIMIT 1")
        .fetch_optional(db.conn())
        .await
}

pub(in crate::catalog) async fn exists(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT id FROM catalog_locations WHERE id = ? AND active = 1", id)
        .fetch_optional(db.conn())
        .await?;
    Ok(found.is_some())
}

pub(in crate::catalog) async fn name(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT name FROM catalog_locations WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await
}
