use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::rules::{Kind, State, Token};

/// A token with its identifiers.
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) customer_id: i64,
    pub(super) token: Token,
}

struct Row {
    id: i64,
    customer_id: i64,
    state: String,
    issued_at: i64,
    expires_at: i64,
}

impl TryFrom<Row> for Stored {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        Ok(Self {
            id: row.id,
            customer_id: row.customer_id,
            token: Token {
                state: row
                    .state
                    .parse()
                    .map_err(|_| sqlx::Error::Decode(format!("token state {}", row.state).into()))?,
                issued_at: instant(row.issued_at)?,
                expires_at: instant(row.expires_at)?,
            },
        })
    }
}

/// ID of the token. `None`: another one has this code.
pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    kind: Kind,
    code_hmac: &[u8],
    token: Token,
) -> Result<Option<i64>, sqlx::Error> {
    let (kind, issued_at, expires_at) = (
        kind.into_str(),
        token.issued_at.as_millisecond(),
        token.expires_at.as_millisecond(),
    );
    sqlx::query_scalar!(
        r#"INSERT INTO temp_tokens (customer_id, kind, code_hmac, issued_at, expires_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (code_hmac) DO NOTHING RETURNING id AS "id!""#,
        customer_id,
        kind,
        code_hmac,
        issued_at,
        expires_at
    )
    .fetch_optional(db.conn())
    .await
}

/// A customer's token.
pub(super) async fn of_customer(db: &mut TenantRead, customer_id: i64, id: i64) -> Result<Option<Stored>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", customer_id, state, issued_at, expires_at FROM temp_tokens WHERE customer_id = ? AND id = ?"#,
        customer_id,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Stored::try_from).transpose()
}

pub(super) async fn find_by_code(
    db: &mut TenantRead,
    kind: Kind,
    code_hmac: &[u8],
) -> Result<Option<Stored>, sqlx::Error> {
    let kind = kind.into_str();
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", customer_id, state, issued_at, expires_at FROM temp_tokens WHERE code_hmac = ? AND kind = ?"#,
        code_hmac,
        kind
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Stored::try_from).transpose()
}

/// Live token of a customer, if any.
pub(super) async fn find_live(
    db: &mut TenantRead,
    customer_id: i64,
    kind: Kind,
) -> Result<Option<Stored>, sqlx::Error> {
    let kind = kind.into_str();
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", customer_id, state, issued_at, expires_at FROM temp_tokens
           WHERE customer_id = ? AND kind = ? AND state = 'live'"#,
        customer_id,
        kind
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Stored::try_from).transpose()
}

/// Ends a live token. Returns false if it is no longer live.
pub(super) async fn end(db: &mut TenantWrite, id: i64, state: State) -> Result<bool, sqlx::Error> {
    let state = state.into_str();
    let result = sqlx::query!(
        "UPDATE temp_tokens SET state = ? WHERE id = ? AND state = 'live'",
        state,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Deletes what ended before `before` (Unix ms).
pub(super) async fn delete_old(db: &mut TenantWrite, before: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM temp_tokens WHERE expires_at < ?", before)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Deletes the tokens of an account being deleted.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM temp_tokens WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
