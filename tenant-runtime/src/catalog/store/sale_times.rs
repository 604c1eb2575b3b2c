//! Start and end of products' sales.

use platform::db::{TenantRead, TenantWrite};

/// Product with start and end of its sale.
type SaleTimes = (i64, Option<i64>, Option<i64>);

/// Products whose sale starts or ends after `now`, with both times in Unix ms.
pub(in crate::catalog) async fn coming(db: &mut TenantRead, now: i64) -> Result<Vec<SaleTimes>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", on_sale_from, on_sale_until FROM catalog_products
           WHERE MAX(COALESCE(on_sale_from, 0), COALESCE(on_sale_until, 0)) > ?"#,
        now
    );
    let rows = rows.fetch_all(db.conn()).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.on_sale_from, row.on_sale_until))
        .collect())
}

/// Sets start and end of a product's sale, in Unix ms.
pub(in crate::catalog) async fn set(
    db: &mut TenantWrite,
    id: i64,
    (from, until): (Option<i64>, Option<i64>),
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE catalog_products SET version = version + 1, on_sale_from = ?, on_sale_until = ? WHERE id = ?",
        from,
        until,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
