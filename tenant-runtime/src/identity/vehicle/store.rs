use platform::db::{TenantRead, TenantWrite};

use super::Vehicle;

/// Vehicle of a customer, if any.
pub async fn vehicle(db: &mut TenantRead, customer_id: i64) -> Result<Option<Vehicle>, sqlx::Error> {
    sqlx::query_as!(
        Vehicle,
        "SELECT make, model, year, license, color, state FROM identity_vehicles WHERE customer_id = ?",
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn put_vehicle(
    db: &mut TenantWrite,
    customer_id: i64,
    vehicle: &Vehicle,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_vehicles WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
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
