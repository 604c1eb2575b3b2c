use platform::db::{TenantRead, TenantWrite};

use super::Identifier;

pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    identifier: Identifier,
    digest: &[u8],
) -> Result<(), sqlx::Error> {
    let identifier = identifier.into_str();
    sqlx::query!(
        "INSERT INTO identity_digests (customer_id, identifier, digest) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        customer_id,
        identifier,
        digest
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_email(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM identity_digests WHERE customer_id = ? AND identifier = 'email'",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Other accounts, including deleted ones, with the customer's address, or with both a card and a license plate of the
/// customer.
pub(super) async fn others(db: &mut TenantRead, customer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT other.customer_id AS "id!" FROM identity_digests own
           JOIN identity_digests other ON other.identifier = own.identifier AND other.digest = own.digest
           WHERE own.customer_id = ?1 AND other.customer_id <> ?1
           GROUP BY other.customer_id
           HAVING MAX(own.identifier = 'email') OR (MAX(own.identifier = 'card') AND MAX(own.identifier = 'plate'))"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Whether two accounts ever had the same address, card or license plate.
pub(super) async fn is_shared(
    db: &mut TenantRead,
    one: i64,
    other: i64,
    identifier: Identifier,
) -> Result<bool, sqlx::Error> {
    let identifier = identifier.into_str();
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM identity_digests a JOIN identity_digests b ON b.identifier = a.identifier AND b.digest = a.digest
               WHERE a.customer_id = ?1 AND b.customer_id = ?2 AND a.identifier = ?3) AS "shared!: bool""#,
        one,
        other,
        identifier
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn undigested(db: &mut TenantRead, after: i64, limit: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM customers
           WHERE id > ? AND deleted_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM identity_digests WHERE customer_id = customers.id AND identifier = 'email')
           ORDER BY id LIMIT ?"#,
        after,
        limit
    )
    .fetch_all(db.conn())
    .await
}
