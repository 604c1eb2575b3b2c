use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

/// Friend and referrer.
#[derive(Clone, Copy, Debug)]
pub(in crate::loyalty) struct Referral {
    pub(in crate::loyalty) friend_id: i64,
    pub(in crate::loyalty) referrer_id: i64,
}

pub(in crate::loyalty) async fn insert(
    db: &mut TenantWrite,
    friend_id: i64,
    referrer_id: i64,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_referrals (friend_id, referrer_id, created_at) VALUES (?, ?, ?)",
        friend_id,
        referrer_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Returns whether the referral was waiting for an order.
pub(in crate::loyalty) async fn qualify(
    db: &mut TenantWrite,
    friend_id: i64,
    order_id: i64,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE loyalty_referrals SET state = 'qualified', order_id = ?2 WHERE friend_id = ?1 AND state = 'pending'",
        friend_id,
        order_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns whether the referral had qualified with this order.
pub(in crate::loyalty) async fn disqualify(
    db: &mut TenantWrite,
    friend_id: i64,
    order_id: i64,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE loyalty_referrals SET state = 'pending', order_id = NULL
         WHERE friend_id = ?1 AND order_id = ?2 AND state = 'qualified'",
        friend_id,
        order_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// A friend's referral that qualified and isn't settled.
pub(in crate::loyalty) async fn qualified(
    db: &mut TenantRead,
    friend_id: i64,
) -> Result<Option<Referral>, sqlx::Error> {
    sqlx::query_as!(
        Referral,
        "SELECT friend_id, referrer_id FROM loyalty_referrals WHERE friend_id = ? AND state = 'qualified'",
        friend_id
    )
    .fetch_optional(db.conn())
    .await
}

/// Settles a referral; `false` if it was already settled. `rejection`: the reason; `None` if it is awarded.
pub(in crate::loyalty) async fn settle(
    db: &mut TenantWrite,
    friend_id: i64,
    rejection: Option<&'static str>,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE loyalty_referrals
         SET state = CASE WHEN ?2 IS NULL THEN 'awarded' ELSE 'rejected' END, rejection = ?2, settled_at = ?3
         WHERE friend_id = ?1 AND state = 'qualified'",
        friend_id,
        rejection,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Records that an account was rewarded as a referred friend, for as long as the site exists.
pub(in crate::loyalty) async fn note_rewarded(db: &mut TenantWrite, friend_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_rewarded_friends (friend_id) VALUES (?) ON CONFLICT DO NOTHING",
        friend_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Whether any of these accounts was rewarded as a referred friend.
pub(in crate::loyalty) async fn was_any_rewarded(db: &mut TenantRead, accounts: &[i64]) -> Result<bool, sqlx::Error> {
    let accounts = serde_json::to_string(accounts).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM loyalty_rewarded_friends WHERE friend_id IN (SELECT value FROM json_each(?)))
           AS "rewarded!: bool""#,
        accounts
    )
    .fetch_one(db.conn())
    .await
}

/// Referral in the data export of either person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferralRecord {
    /// Role of the customer: `friend` or `referrer`.
    pub side: String,
    pub state: String,
    #[schema(value_type = String, format = DateTime)]
    pub signed_up_at: Timestamp,
}

pub(in crate::loyalty) async fn of_customer(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<ReferralRecord>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT CASE WHEN friend_id = ?1 THEN 'friend' ELSE 'referrer' END AS "side!: String", state, created_at
           FROM loyalty_referrals WHERE friend_id = ?1 OR referrer_id = ?1 ORDER BY created_at, friend_id"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ReferralRecord {
                side: row.side,
                state: row.state,
                signed_up_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}

/// Number of a customer's referrals, and of those rewarded.
pub(in crate::loyalty) async fn counts(db: &mut TenantRead, referrer_id: i64) -> Result<(i64, i64), sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT COUNT(*) AS "friends!: i64", COUNT(*) FILTER (WHERE state = 'awarded') AS "awarded!: i64"
           FROM loyalty_referrals WHERE referrer_id = ?"#,
        referrer_id
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.friends, row.awarded))
}

/// Deletes the referrals by and of a customer.
pub(in crate::loyalty) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM loyalty_referrals WHERE friend_id = ?1 OR referrer_id = ?1",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
