use platform::db::{TenantRead, TenantWrite};

use super::Vehicle;

/// The vehicle of a customer, if one was entered.
///
/// # Errors
/// When the database refuses.
pub async fn vehicle(db: &mut TenantRead, customer_id: i64) -> Result<Option<Vehicle>, sqlx::Error> {
    sqlx::query_as!(
        Vehicle,
        "SELECT make, model, year, license, color, state FROM identity_vehicles WHERE customer_id = ?",
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

/// Sets the vehicle of a customer, who may have had another one.
pub(in crate::identity) async fn put_vehicle(
    db: &mut TenantWrite,
    customer_id: i64,
    vehicle: &Vehicle,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_vehicles WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    insert_vehicle(db, customer_id, vehicle, now).await
}

pub(super) async fn insert_vehicle(
    db: &mut TenantWrite,
    customer_id: i64,
    vehicle: &Vehicle,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_vehicles (customer_id, make, model, year, license, color, state, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        customer_id,
        vehicle.make,
        vehicle.model,
        vehicle.year,
        vehicle.license,
        vehicle.color,
        vehicle.state,
        now,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::identity) async fn share_plate(db: &mut TenantRead, one: i64, other: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM identity_vehicles a JOIN identity_vehicles b ON b.license = a.license AND b.state = a.state
                          WHERE a.customer_id = ?1 AND b.customer_id = ?2) AS "shared!: bool""#,
        one,
        other
    )
    .fetch_one(db.conn())
    .await
}
