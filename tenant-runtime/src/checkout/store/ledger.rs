use platform::db::TenantWrite;

pub(in crate::checkout) async fn insert(
    db: &mut TenantWrite,
    txn: &str,
    account: &str,
    amount: i64,
    order_id: i64,
    at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO checkout_ledger (txn_id, account, amount, order_id, at) VALUES (?, ?, ?, ?, ?)",
        txn,
        account,
        amount,
        order_id,
        at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
