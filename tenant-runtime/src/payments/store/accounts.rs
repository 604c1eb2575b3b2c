//! SQL for merchant accounts.

use platform::db::{TenantRead, TenantWrite};

use super::ProcessorRow;

pub(in crate::payments) struct AccountRow {
    pub(in crate::payments) processor: String,
    pub(in crate::payments) endpoints: Option<String>,
    /// Those in the processor row while the account is in use.
    pub(in crate::payments) settings_sealed: Option<Vec<u8>>,
}

/// An account with current or former credentials.
pub(in crate::payments) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<AccountRow>, sqlx::Error> {
    sqlx::query_as!(
        AccountRow,
        r#"SELECT a.processor AS "processor!", a.endpoints AS "endpoints?",
              COALESCE(a.settings_sealed, p.settings_sealed) AS "settings_sealed?: Vec<u8>"
           FROM payments_accounts a LEFT JOIN payments_processor p ON p.account_id = a.id WHERE a.id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// An account that may have charges: the one in use, or a previous one with credentials or used by another copy of the file.
pub(in crate::payments) struct KnownRow {
    pub(in crate::payments) id: i64,
    pub(in crate::payments) processor: String,
    pub(in crate::payments) endpoints: Option<String>,
    pub(in crate::payments) settings_sealed: Option<Vec<u8>>,
    pub(in crate::payments) is_in_use: bool,
    pub(in crate::payments) is_asked: bool,
}

impl KnownRow {
    /// Its processor, if its credentials are stored.
    pub(in crate::payments) fn row(&self) -> Option<ProcessorRow> {
        Some(ProcessorRow {
            name: self.processor.clone(),
            endpoints: self.endpoints.clone()?,
            settings_sealed: self.settings_sealed.clone()?,
            account_id: self.id,
        })
    }
}

/// The account in use, if any, then previous ones, newest first. `now`: in milliseconds.
pub(in crate::payments) async fn known(db: &mut TenantRead, now: i64) -> Result<Vec<KnownRow>, sqlx::Error> {
    sqlx::query_as!(
        KnownRow,
        r#"SELECT a.id AS "id!", a.processor AS "processor!", a.endpoints AS "endpoints?",
              COALESCE(a.settings_sealed, p.settings_sealed) AS "settings_sealed?: Vec<u8>",
              a.left_at IS NULL AS "is_in_use!: bool", COALESCE(a.asked_until > ?1, 0) AS "is_asked!: bool"
           FROM payments_accounts a LEFT JOIN payments_processor p ON p.account_id = a.id
           WHERE a.left_at IS NULL OR a.settings_sealed IS NOT NULL OR a.asked_until > ?1
           ORDER BY a.left_at IS NOT NULL, a.left_at DESC, a.id DESC"#,
        now
    )
    .fetch_all(db.conn())
    .await
}

/// Accounts that another copy of the file has used, where charges are looked up at `now` (in milliseconds), newest first.
pub(in crate::payments) async fn asked_at(db: &mut TenantRead, now: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM payments_accounts WHERE asked_until > ? ORDER BY left_at DESC, id DESC"#,
        now
    )
    .fetch_all(db.conn())
    .await
}

/// Accounts in use, or left at `since` or later (in milliseconds).
pub(in crate::payments) async fn used_since(db: &mut TenantRead, since: i64) -> Result<Vec<UsedRow>, sqlx::Error> {
    sqlx::query_as!(
        UsedRow,
        r#"SELECT a.id AS "id!", a.processor AS "processor!", a.endpoints AS "endpoints?", a.merchant_id AS "merchant_id?",
              COALESCE(a.settings_sealed, p.settings_sealed) AS "settings_sealed?: Vec<u8>", a.left_at AS "left_at?",
              COALESCE(a.left_at, p.updated_at) AS "current_at?: i64"
           FROM payments_accounts a LEFT JOIN payments_processor p ON p.account_id = a.id
           WHERE a.left_at IS NULL OR a.left_at >= ? ORDER BY a.id"#,
        since
    )
    .fetch_all(db.conn())
    .await
}

pub(in crate::payments) struct UsedRow {
    pub(in crate::payments) id: i64,
    pub(in crate::payments) processor: String,
    pub(in crate::payments) endpoints: Option<String>,
    pub(in crate::payments) merchant_id: Option<String>,
    pub(in crate::payments) settings_sealed: Option<Vec<u8>>,
    pub(in crate::payments) left_at: Option<i64>,
    /// When the credentials were last known to be the newest ones, in milliseconds.
    pub(in crate::payments) current_at: Option<i64>,
}

/// Adds a previous account. `left_at`: in milliseconds.
pub(in crate::payments) async fn insert_left(
    db: &mut TenantWrite,
    (processor, endpoints, merchant_id): (&str, &str, &str),
    left_at: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO payments_accounts (processor, endpoints, merchant_id, created_at, left_at) VALUES (?1, ?2, ?3, ?4, ?4)
           RETURNING id AS "id!""#,
        processor,
        endpoints,
        merchant_id,
        left_at
    )
    .fetch_one(db.conn())
    .await
}

/// Newest credentials and end of a previous account. `current_at` and `left_at`: in milliseconds.
pub(in crate::payments) async fn renew_left(
    db: &mut TenantWrite,
    id: i64,
    (settings_sealed, current_at): (Option<&[u8]>, i64),
    left_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_accounts SET left_at = MAX(left_at, ?4),
             settings_sealed = CASE WHEN settings_sealed IS NULL OR left_at <= ?3 THEN COALESCE(?2, settings_sealed)
                                    ELSE settings_sealed END
         WHERE id = ?1 AND left_at IS NOT NULL",
        id,
        settings_sealed,
        current_at,
        left_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Sets the credentials of the account in use, unless it has newer ones. `current_at`: in milliseconds.
pub(in crate::payments) async fn renew_in_use(
    db: &mut TenantWrite,
    settings_sealed: &[u8],
    current_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_processor SET settings_sealed = ?1, updated_at = ?2
         WHERE id = 1 AND updated_at < ?2 AND settings_sealed <> ?1",
        settings_sealed,
        current_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Looks charges up at an account until a time (in milliseconds).
pub(in crate::payments) async fn ask_until(db: &mut TenantWrite, id: i64, until: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE payments_accounts SET asked_until = ?2 WHERE id = ?1", id, until)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Processor and ID of an account.
pub(in crate::payments) async fn label(
    db: &mut TenantRead,
    id: i64,
) -> Result<Option<(String, Option<String>)>, sqlx::Error> {
    let row = sqlx::query!("SELECT processor, merchant_id FROM payments_accounts WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await?;
    Ok(row.map(|row| (row.processor, row.merchant_id)))
}

/// The account in use. `None`: the site has no processor.
pub(in crate::payments) async fn in_use(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT id AS "id!" FROM payments_accounts WHERE left_at IS NULL"#)
        .fetch_optional(db.conn())
        .await
}

/// The account with this ID at a processor's endpoints, if the site used it.
pub(in crate::payments) async fn find_by_merchant_id(
    db: &mut TenantRead,
    processor: &str,
    endpoints: &str,
    merchant_id: &str,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM payments_accounts WHERE processor = ? AND endpoints = ? AND merchant_id = ?
           ORDER BY id DESC LIMIT 1"#,
        processor,
        endpoints,
        merchant_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(in crate::payments) async fn insert(
    db: &mut TenantWrite,
    processor: &str,
    endpoints: &str,
    merchant_id: &str,
    now: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO payments_accounts (processor, endpoints, merchant_id, created_at) VALUES (?, ?, ?, ?)
           RETURNING id AS "id!""#,
        processor,
        endpoints,
        merchant_id,
        now
    )
    .fetch_one(db.conn())
    .await
}

pub(in crate::payments) async fn set_merchant_id(
    db: &mut TenantWrite,
    id: i64,
    merchant_id: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_accounts SET merchant_id = ?2 WHERE id = ?1",
        id,
        merchant_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Switches back to a previous account.
pub(in crate::payments) async fn rejoin(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_accounts SET left_at = NULL, settings_sealed = NULL WHERE id = ?",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Marks an account as previous. `settings_sealed`: its credentials, for lookups and refunds.
pub(in crate::payments) async fn leave(
    db: &mut TenantWrite,
    id: i64,
    merchant_id: Option<&str>,
    settings_sealed: Option<&[u8]>,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_accounts SET merchant_id = COALESCE(?2, merchant_id), settings_sealed = ?3, left_at = ?4 WHERE id = ?1",
        id,
        merchant_id,
        settings_sealed,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes the credentials of a previous account.
pub(in crate::payments) async fn forget_credentials(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_accounts SET settings_sealed = NULL WHERE id = ? AND left_at IS NOT NULL",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Remaining uses of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::payments) struct OpenWork {
    /// Charges being looked up.
    pub(in crate::payments) charges: i64,
    /// Payments that can be refunded.
    pub(in crate::payments) refundable: i64,
}

/// `since`: settlement time of the oldest payment that the processor still refunds, in Unix ms.
pub(in crate::payments) async fn open_work(db: &mut TenantRead, id: i64, since: i64) -> Result<OpenWork, sqlx::Error> {
    sqlx::query_as!(
        OpenWork,
        r#"SELECT COUNT(*) FILTER (WHERE state IN ('initiated', 'unknown') OR (state = 'declined' AND token_sealed IS NOT NULL))
                AS "charges!: i64",
              COUNT(*) FILTER (WHERE state = 'approved' AND settled_at >= ?2) AS "refundable!: i64"
           FROM payments WHERE account_id = ?1"#,
        id,
        since
    )
    .fetch_one(db.conn())
    .await
}

/// A previous account of the site.
pub(in crate::payments) struct LeftRow {
    pub(in crate::payments) id: i64,
    pub(in crate::payments) processor: String,
    pub(in crate::payments) merchant_id: Option<String>,
    pub(in crate::payments) has_credentials: bool,
    pub(in crate::payments) left_at: i64,
    pub(in crate::payments) cards: i64,
}

/// Previous accounts that still have cards or credentials, newest first, up to 20.
pub(in crate::payments) async fn list_left(db: &mut TenantRead) -> Result<Vec<LeftRow>, sqlx::Error> {
    sqlx::query_as!(
        LeftRow,
        r#"SELECT id AS "id!", processor AS "processor!", merchant_id AS "merchant_id?", settings_sealed IS NOT NULL AS "has_credentials!: bool",
              left_at AS "left_at!", cards AS "cards!: i64"
           FROM (SELECT a.*, (SELECT COUNT(*) FROM payments_cards WHERE account_id = a.id) AS cards FROM payments_accounts a)
           WHERE left_at IS NOT NULL AND (settings_sealed IS NOT NULL OR cards > 0) ORDER BY left_at DESC, id DESC LIMIT 20"#
    )
    .fetch_all(db.conn())
    .await
}

/// Number of customers with a card at the account, and at another one.
pub(in crate::payments) async fn count_cards(db: &mut TenantRead, id: i64) -> Result<(i64, i64), sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT COUNT(*) FILTER (WHERE account_id = ?) AS "here!: i64", COUNT(*) AS "all!: i64" FROM payments_cards"#,
        id
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.here, row.all - row.here))
}

/// Customers with a card on file at the account.
pub(in crate::payments) async fn cardholders(db: &mut TenantRead, id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT customer_id AS "customer_id!" FROM payments_cards WHERE account_id = ?"#,
        id
    )
    .fetch_all(db.conn())
    .await
}
