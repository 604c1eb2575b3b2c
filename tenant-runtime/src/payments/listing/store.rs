use platform::db::TenantRead;

/// A payment to compare with a list.
#[derive(Clone, Debug)]
pub(super) struct KnownPayment {
    pub(super) state: String,
    /// Minor units.
    pub(super) refunded: i64,
}

pub(super) async fn known(db: &mut TenantRead, reference: &str) -> Result<Option<KnownPayment>, sqlx::Error> {
    sqlx::query_as!(
        KnownPayment,
        "SELECT state, refunded FROM payments WHERE reference = ?",
        reference
    )
    .fetch_optional(db.conn())
    .await
}

/// When the newest payment was recorded, in milliseconds.
pub(super) async fn newest(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT MAX(created_at) AS "newest: i64" FROM payments"#)
        .fetch_one(db.conn())
        .await
}
