//! SQL of the team.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::fields::folded_name;
use crate::http::Role;

/// Team member.
#[derive(Clone, Debug)]
pub struct Colleague {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub has_second_factor: bool,
    /// `None`: never.
    pub last_seen_at: Option<Timestamp>,
}

/// Account with an email address.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    pub id: i64,
    pub role: Role,
    /// Whether the address is confirmed. If not, anyone who proves ownership of the address takes over the account.
    pub is_confirmed: bool,
}

/// New team member who wasn't a customer.
pub struct Newcomer<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: &'a str,
    pub email_key: &'a str,
    /// Empty without one.
    pub cell_phone_number: &'a str,
    pub language: &'a str,
}

pub(in crate::identity) struct NewColleague<'a> {
    pub(in crate::identity) newcomer: &'a Newcomer<'a>,
    pub(in crate::identity) password_hash: &'a str,
    pub(in crate::identity) referral_code: &'a str,
    pub(in crate::identity) now: i64,
}

pub(in crate::identity) async fn colleagues(db: &mut TenantRead) -> Result<Vec<Colleague>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name AS "first_name!", last_name AS "last_name!", email AS "email!", role,
             EXISTS (SELECT 1 FROM identity_second_factors
                     WHERE customer_id = customers.id AND confirmed_at IS NOT NULL) AS "has_second_factor!: bool",
             (SELECT MAX(last_used_at) FROM identity_sessions WHERE customer_id = customers.id) AS "last_seen_at: i64"
           FROM customers WHERE role <> 'customer' AND deleted_at IS NULL
           ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'manager' THEN 1 ELSE 2 END, first_name, last_name, id"#
    )
    .fetch_all(db.conn())
    .await?;
    let colleagues = rows.into_iter().filter_map(|row| {
        Some(Colleague {
            id: row.id,
            name: format!("{} {}", row.first_name, row.last_name),
            email: row.email,
            role: row.role.parse().ok()?,
            has_second_factor: row.has_second_factor,
            last_seen_at: row.last_seen_at.and_then(|at| Timestamp::from_millisecond(at).ok()),
        })
    });
    Ok(colleagues.collect())
}

pub(in crate::identity) async fn holder(db: &mut TenantRead, email_key: &str) -> Result<Option<Holder>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", role, email_confirmed_at FROM customers WHERE email_key = ? AND deleted_at IS NULL"#,
        email_key
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.and_then(|row| {
        Some(Holder {
            id: row.id,
            role: row.role.parse().ok()?,
            is_confirmed: row.email_confirmed_at.is_some(),
        })
    }))
}

/// Without the fields that only customers have.
pub(in crate::identity) async fn insert(db: &mut TenantWrite, new: &NewColleague<'_>) -> Result<i64, sqlx::Error> {
    let name_folded = folded_name(new.newcomer.first_name, new.newcomer.last_name);
    sqlx::query_scalar!(
        r#"INSERT INTO customers (email, email_key, password_hash, first_name, last_name, zip_postal_code,
             cell_phone_number, referral_code, language, created_at, updated_at, name_folded)
           VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.newcomer.email,
        new.newcomer.email_key,
        new.password_hash,
        new.newcomer.first_name,
        new.newcomer.last_name,
        new.newcomer.cell_phone_number,
        new.referral_code,
        new.newcomer.language,
        new.now,
        new.now,
        name_folded
    )
    .fetch_one(db.conn())
    .await
}

/// Names and cell phone number.
pub(in crate::identity) async fn set_details(
    db: &mut TenantWrite,
    id: i64,
    newcomer: &Newcomer<'_>,
    now: i64,
) -> Result<(), sqlx::Error> {
    let name_folded = folded_name(newcomer.first_name, newcomer.last_name);
    sqlx::query!(
        "UPDATE customers SET first_name = ?, last_name = ?, name_folded = ?, cell_phone_number = ?, updated_at = ?
         WHERE id = ?",
        newcomer.first_name,
        newcomer.last_name,
        name_folded,
        newcomer.cell_phone_number,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
