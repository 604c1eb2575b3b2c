use platform::db::{TenantRead, TenantWrite};

use super::Entry;
use super::entry::Sealed;

pub(super) async fn insert(db: &mut TenantWrite, entry: &Entry<'_>, seal: Option<&[u8]>) -> Result<(), sqlx::Error> {
    let transaction = entry.transaction;
    let (account_kind, account_id) = (entry.account.kind(), entry.account.id());
    let source = &transaction.source;
    let (source_kind, number, hold) = (source.kind(), source.number(), source.hold());
    let at = transaction.at.as_millisecond();
    sqlx::query!(
        "INSERT INTO ledger_entries
             (txn_id, account, account_kind, account_id, source_kind, source_id, amount, order_id, location_id, at, seal)
         VALUES (?1, ?2, ?3, ?4, ?5, COALESCE(?6, ?7), ?8, ?9, ?10, ?11, ?12)",
        transaction.text,
        entry.text,
        account_kind,
        account_id,
        source_kind,
        number,
        hold,
        entry.amount,
        transaction.order_id,
        transaction.location_id,
        at,
        seal
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Whether anything was booked.
pub(super) async fn has_entries(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM ledger_entries) AS "booked!: bool""#)
        .fetch_one(db.conn())
        .await
}

/// End of the ledger.
pub(super) struct End {
    /// The last seal. `None`: nothing is sealed yet.
    pub(super) seal: Option<Vec<u8>>,
    /// Whether entries from before seals existed are waiting for theirs.
    pub(super) is_unsealed: bool,
}

pub(super) async fn end(db: &mut TenantRead) -> Result<End, sqlx::Error> {
    sqlx::query_as!(
        End,
        r#"SELECT is_unsealed AS "is_unsealed!: bool",
                  CASE WHEN NOT is_unsealed THEN
                      (SELECT seal FROM ledger_entries WHERE seal IS NOT NULL ORDER BY id DESC LIMIT 1)
                  END AS "seal?: Vec<u8>"
           FROM (SELECT EXISTS (SELECT 1 FROM ledger_unsealed)
                        AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE seal IS NOT NULL) AS is_unsealed)"#
    )
    .fetch_one(db.conn())
    .await
}

/// An entry as stored.
pub(super) struct Row {
    pub(super) id: i64,
    txn_id: String,
    account: String,
    account_kind: Option<String>,
    account_id: Option<i64>,
    source_kind: Option<String>,
    source_id: Option<String>,
    amount: i64,
    order_id: Option<i64>,
    location_id: Option<i64>,
    at: i64,
}

impl Row {
    pub(super) fn sealed(&self) -> Sealed<'_> {
        Sealed {
            txn_id: &self.txn_id,
            account: &self.account,
            account_kind: self.account_kind.as_deref(),
            account_id: self.account_id,
            source_kind: self.source_kind.as_deref(),
            source_id: self.source_id.clone(),
            amount: self.amount,
            order_id: self.order_id,
            location_id: self.location_id,
            at: self.at,
        }
    }
}

/// The next unsealed entries, up to `limit`.
pub(super) async fn unsealed(db: &mut TenantRead, after: i64, limit: i64) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", txn_id, account, account_kind, account_id, source_kind,
                  CAST(source_id AS TEXT) AS "source_id?: String", amount, order_id, location_id, at
           FROM ledger_entries WHERE id > ? AND seal IS NULL ORDER BY id LIMIT ?"#,
        after,
        limit
    )
    .fetch_all(db.conn())
    .await
}

/// Whether any entry has a seal.
pub(super) async fn has_seals(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE seal IS NOT NULL) AS "has_seals!: bool""#)
        .fetch_one(db.conn())
        .await
}

/// Stores seals. `seals`: a JSON array of `[id, hexadecimal digits]`.
pub(super) async fn set_seals(db: &mut TenantWrite, seals: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE ledger_entries SET seal = unhex(s.value ->> 1) FROM json_each(?) s WHERE ledger_entries.id = s.value ->> 0",
        seals
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Whether no older entry is waiting for its seal.
pub(super) async fn all_are_sealed(db: &mut TenantWrite) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM ledger_unsealed").execute(db.conn()).await?;
    Ok(())
}
