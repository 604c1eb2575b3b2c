use platform::db::{TenantRead, TenantWrite};

/// Change that can be undone.
pub(super) struct Change {
    pub(super) id: i64,
    pub(super) customer_id: i64,
    email: String,
    email_key: String,
    email_confirmed_at: Option<i64>,
    password_hash: String,
    pub(super) created_at: i64,
    pub(super) expires_at: i64,
}

/// The earlier address of an account, as its email needs it.
pub(super) struct Addressed {
    pub(super) customer_id: i64,
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) first_name: String,
    /// Whether it was confirmed.
    pub(super) can_undo: bool,
}

/// Keeps the present address and password of a customer.
pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    now: i64,
    expires_at: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO identity_email_changes
             (customer_id, email, email_key, email_confirmed_at, password_hash, created_at, expires_at)
           SELECT id, email, email_key, email_confirmed_at, password_hash, ?, ? FROM customers WHERE id = ?
           RETURNING id AS "id!""#,
        now,
        expires_at,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn addressed(db: &mut TenantRead, change_id: i64) -> Result<Option<Addressed>, sqlx::Error> {
    sqlx::query_as!(
        Addressed,
        r#"SELECT c.customer_id, c.email, c.email_key, customers.first_name AS "first_name!",
             c.email_confirmed_at IS NOT NULL AS "can_undo!: bool"
           FROM identity_email_changes c JOIN customers ON customers.id = c.customer_id
           WHERE c.id = ? AND customers.deleted_at IS NULL"#,
        change_id
    )
    .fetch_optional(db.conn())
    .await
}

/// The changes of accounts that had this address.
pub(super) async fn of_address(db: &mut TenantRead, email_key: &str) -> Result<Vec<Change>, sqlx::Error> {
    sqlx::query_as!(
        Change,
        r#"SELECT id AS "id!", customer_id, email, email_key, email_confirmed_at, password_hash, created_at, expires_at
           FROM identity_email_changes WHERE email_key = ? AND email_confirmed_at IS NOT NULL ORDER BY id"#,
        email_key
    )
    .fetch_all(db.conn())
    .await
}

/// Whether an account other than `own` can still return to this address.
pub(super) async fn is_kept(
    db: &mut TenantRead,
    email_key: &str,
    own: Option<i64>,
    now: i64,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM identity_email_changes
             WHERE email_key = ? AND customer_id IS NOT ? AND expires_at > ? AND email_confirmed_at IS NOT NULL) AS "kept!: bool""#,
        email_key,
        own,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// Reverts an account to its state before a change. That change and later ones can't be reverted again.
pub(super) async fn restore(db: &mut TenantWrite, change: &Change, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET email = ?, email_key = ?, email_confirmed_at = ?, password_hash = ?, updated_at = ?
         WHERE id = ? AND deleted_at IS NULL",
        change.email,
        change.email_key,
        change.email_confirmed_at,
        change.password_hash,
        now,
        change.customer_id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM identity_email_changes WHERE customer_id = ? AND id >= ?",
        change.customer_id,
        change.id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn forget_expired(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_email_changes WHERE expires_at <= ?", now)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Forgets the earlier addresses of a customer.
pub(in crate::identity) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM identity_email_changes WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
