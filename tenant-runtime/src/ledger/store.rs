use platform::db::TenantWrite;

use super::Transaction;

pub(super) async fn insert(
    db: &mut TenantWrite,
    transaction: &Transaction,
    account: &str,
    amount: i64,
) -> Result<(), sqlx::Error> {
    let at = transaction.at.as_millisecond();
    sqlx::query!(
        "INSERT INTO ledger_entries (txn_id, account, amount, order_id, location_id, at) VALUES (?, ?, ?, ?, ?, ?)",
        transaction.id,
        account,
        amount,
        transaction.order_id,
        transaction.location_id,
        at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
