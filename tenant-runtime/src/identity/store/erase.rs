//! Erases the row of a deleted account.

use platform::db::TenantWrite;

/// Erases a customer's identity from their row, and deletes data that belongs only to them.
pub(in crate::identity) async fn erase(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET email = NULL, email_key = NULL, email_confirmed_at = NULL, password_hash = NULL,
           role = 'customer', first_name = NULL, last_name = NULL, name_folded = NULL, birthday_month = NULL, birthday_day = NULL,
           zip_postal_code = NULL, cell_phone_number = NULL, opt_in_to_marketing = 0, home_location_id = NULL,
           language = NULL, blocked_at = NULL, blocked_because = NULL,
           updated_at = ?, deleted_at = ?
         WHERE id = ?",
        now,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    // Refresh tokens are deleted with their sessions.
    sqlx::query!("DELETE FROM identity_sessions WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    sqlx::query!("DELETE FROM identity_acceptances WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    sqlx::query!("DELETE FROM identity_devices WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    sqlx::query!("DELETE FROM identity_vehicles WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    sqlx::query!("DELETE FROM identity_mailed_links WHERE customer_id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}
