pub(super) mod acceptances;
pub(super) mod erase;
pub(super) mod people;
pub(super) mod staff;
pub(super) mod traces;

use platform::db::{TenantRead, TenantWrite};

use super::rules::{Changes, Contact as ContactEntries, Profile};
use super::{Account, Contact};
use crate::fields::folded_name;
use crate::http::Role;

/// Placeholder for accounts that don't exist, so that they cause the same work.
pub(super) const NOBODY: i64 = 0;

pub(super) struct NewCustomer<'a> {
    pub(super) profile: &'a Profile,
    pub(super) email_key: &'a str,
    pub(super) password_hash: &'a str,
    pub(super) opt_in_to_marketing: bool,
    pub(super) referral_code: &'a str,
    pub(super) referred_by: Option<i64>,
    pub(super) now: i64,
}

/// Stored login credentials.
pub(super) struct Credentials {
    pub(super) id: i64,
    pub(super) password_hash: String,
    pub(super) role: Role,
    pub(super) is_blocked: bool,
}

pub(super) async fn insert_customer(db: &mut TenantWrite, new: &NewCustomer<'_>) -> Result<i64, sqlx::Error> {
    let name_folded = folded_name(&new.profile.first_name, &new.profile.last_name);
    sqlx::query_scalar!(
        r#"INSERT INTO customers (email, email_key, password_hash, first_name, last_name, birthday_month, birthday_day,
             zip_postal_code, cell_phone_number, opt_in_to_marketing, referral_code, referred_by, created_at, updated_at, name_folded)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.profile.email,
        new.email_key,
        new.password_hash,
        new.profile.first_name,
        new.profile.last_name,
        new.profile.birthday_month,
        new.profile.birthday_day,
        new.profile.zip_postal_code,
        new.profile.cell_phone_number,
        new.opt_in_to_marketing,
        new.referral_code,
        new.referred_by,
        new.now,
        new.now,
        name_folded
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn credentials(db: &mut TenantRead, email_key: &str) -> Result<Option<Credentials>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", password_hash AS "password_hash!", role,
             blocked_at IS NOT NULL AS "is_blocked!: bool" FROM customers
           WHERE email_key = ? AND deleted_at IS NULL"#,
        email_key
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.and_then(|row| {
        Some(Credentials {
            id: row.id,
            password_hash: row.password_hash,
            role: row.role.parse().ok()?,
            is_blocked: row.is_blocked,
        })
    }))
}

/// Account with this address, or [`NOBODY`]. One row in both cases, so that timing reveals nothing.
pub(super) async fn holder(db: &mut TenantRead, email_key: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(MAX(id), 0) AS "id!: i64" FROM customers WHERE email_key = ? AND deleted_at IS NULL"#,
        email_key
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn account(db: &mut TenantRead, id: i64) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT email AS "email!", email_confirmed_at, role, first_name AS "first_name!", last_name AS "last_name!",
             birthday_month, birthday_day, zip_postal_code AS "zip_postal_code!",
             cell_phone_number AS "cell_phone_number!", opt_in_to_marketing, referral_code, home_location_id,
             role <> 'customer'
               AND EXISTS (SELECT 1 FROM identity_staff_settings WHERE second_factor_required = 1)
               AND NOT EXISTS (SELECT 1 FROM identity_second_factors
                               WHERE customer_id = customers.id AND confirmed_at IS NOT NULL)
             AS "lacks_second_factor!: bool"
           FROM customers WHERE id = ? AND deleted_at IS NULL"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.and_then(|row| {
        Some(Account {
            user_id: id.to_string(),
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            birthday_month: row.birthday_month,
            birthday_day: row.birthday_day,
            zip_postal_code: row.zip_postal_code,
            cell_phone_number: row.cell_phone_number,
            opt_in_to_marketing: row.opt_in_to_marketing != 0,
            referral_code: row.referral_code,
            email_confirmed: row.email_confirmed_at.is_some(),
            role: row.role.parse().ok()?,
            home_location_id: row.home_location_id,
            // Cards belong to another domain.
            cctag: None,
            lacks_second_factor: row.lacks_second_factor,
        })
    }))
}

pub(super) async fn language(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT language FROM customers WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await?;
    Ok(found.flatten())
}

pub(super) async fn set_language(db: &mut TenantWrite, id: i64, tag: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET language = ?1 WHERE id = ?2 AND language IS NOT ?1",
        tag,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn owner_of_referral_code(db: &mut TenantRead, code: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM customers WHERE referral_code = ? AND deleted_at IS NULL"#,
        code
    )
    .fetch_optional(db.conn())
    .await
}

/// Marks the address as confirmed. The first time is kept.
pub(super) async fn confirm_email(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET email_confirmed_at = COALESCE(email_confirmed_at, ?), updated_at = ? WHERE id = ?",
        now,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn set_role(db: &mut TenantWrite, id: i64, role: Role, now: i64) -> Result<(), sqlx::Error> {
    let role = role.into_str();
    sqlx::query!(
        "UPDATE customers SET role = ?, updated_at = ? WHERE id = ?",
        role,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Whether this is the only owner.
pub(super) async fn is_only_owner(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM customers WHERE id = ?1 AND role = 'owner' AND deleted_at IS NULL)
             AND NOT EXISTS (SELECT 1 FROM customers WHERE id <> ?1 AND role = 'owner' AND deleted_at IS NULL)
           AS "only!: bool""#,
        id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn password_hash(db: &mut TenantRead, id: i64) -> Result<Option<String>, sqlx::Error> {
    let hash = sqlx::query_scalar!(
        "SELECT password_hash FROM customers WHERE id = ? AND deleted_at IS NULL",
        id
    );
    Ok(hash.fetch_optional(db.conn()).await?.flatten())
}

pub(super) async fn set_profile(db: &mut TenantWrite, id: i64, changes: &Changes, now: i64) -> Result<(), sqlx::Error> {
    let name_folded = folded_name(&changes.first_name, &changes.last_name);
    sqlx::query!(
        "UPDATE customers SET first_name = ?, last_name = ?, name_folded = ?, zip_postal_code = ?, cell_phone_number = ?,
           opt_in_to_marketing = ?, updated_at = ? WHERE id = ?",
        changes.first_name,
        changes.last_name,
        name_folded,
        changes.zip_postal_code,
        changes.cell_phone_number,
        changes.opt_in_to_marketing,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// `email_key`: of the address in `contact`.
pub(super) async fn set_contact(
    db: &mut TenantWrite,
    id: i64,
    contact: &ContactEntries,
    email_key: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let name_folded = folded_name(&contact.first_name, &contact.last_name);
    sqlx::query!(
        "UPDATE customers SET first_name = ?, last_name = ?, name_folded = ?, email = ?, email_key = ?, cell_phone_number = ?,
           zip_postal_code = ?, updated_at = ? WHERE id = ?",
        contact.first_name,
        contact.last_name,
        name_folded,
        contact.email,
        email_key,
        contact.cell_phone_number,
        contact.zip_postal_code,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Marks an account's address as unconfirmed.
pub(super) async fn unconfirm_email(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE customers SET email_confirmed_at = NULL WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Blocks an account. A blocked one keeps its time and gets the new reason.
pub(super) async fn block(db: &mut TenantWrite, id: i64, reason: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET blocked_at = COALESCE(blocked_at, ?), blocked_because = ? WHERE id = ?",
        now,
        reason,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Returns whether the account was blocked.
pub(super) async fn unblock(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE customers SET blocked_at = NULL, blocked_because = NULL WHERE id = ? AND blocked_at IS NOT NULL",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(super) async fn set_password_hash(db: &mut TenantWrite, id: i64, hash: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET password_hash = ?, updated_at = ? WHERE id = ?",
        hash,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn set_home_location(
    db: &mut TenantWrite,
    id: i64,
    location_id: Option<i64>,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE customers SET home_location_id = ?, updated_at = ? WHERE id = ?",
        location_id,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The account with this address, if it is confirmed.
pub(super) async fn confirmed_account(db: &mut TenantRead, email_key: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM customers
           WHERE email_key = ? AND email_confirmed_at IS NOT NULL AND deleted_at IS NULL"#,
        email_key
    )
    .fetch_optional(db.conn())
    .await
}

/// `ids`: a JSON array.
pub(super) async fn contacts(db: &mut TenantRead, ids: &str) -> Result<Vec<Contact>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name, last_name, email FROM customers
           WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL"#,
        ids
    )
    .fetch_all(db.conn())
    .await?;
    let contact = |id, first: Option<String>, last: Option<String>, email| Contact {
        id,
        name: first.zip(last).map(|(first, last)| format!("{first} {last}")),
        email,
    };
    Ok(rows
        .into_iter()
        .map(|row| contact(row.id, row.first_name, row.last_name, row.email))
        .collect())
}

/// Customers whose address starts with `words` (lower case), or whose name contains it.
pub(super) async fn matching(db: &mut TenantRead, start: &str, words: Option<&str>) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM customers
           WHERE substr(email_key, 1, length(?1)) = ?1
             OR ?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(?2) AS word
                            WHERE instr(COALESCE(name_folded, lower(last_name || ' ' || first_name), ''), word.value) = 0)"#,
        start,
        words
    )
    .fetch_all(db.conn())
    .await
}
