//! SQL of customer lists for staff.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::{Deserialize, Serialize};

#[cfg(doc)]
use crate::fields::Search;
use crate::fields::folded_name;
use crate::identity::admin::summary::CustomerSummary;

/// Customer segment of a list.
pub(in crate::identity) struct Filter {
    /// Start of an email address. The other terms are derived from the same search text.
    pub(in crate::identity) start: Option<String>,
    /// Words of the name ([`Search::json`]).
    pub(in crate::identity) words: Option<String>,
    pub(in crate::identity) digits: Option<String>,
    pub(in crate::identity) plate: Option<String>,
    pub(in crate::identity) standing: Option<&'static str>,
    pub(in crate::identity) location_id: Option<i64>,
    pub(in crate::identity) sort: &'static str,
    pub(in crate::identity) limit: i64,
    /// Only customers after this one.
    pub(in crate::identity) after: Option<Key>,
}

/// Sort key of a customer in a list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::identity) struct Key {
    id: i64,
    name: String,
    /// Latest activity in milliseconds; 0 for none.
    seen: i64,
}

/// Customer in a list.
pub(in crate::identity) struct Listed {
    pub(in crate::identity) summary: CustomerSummary,
    pub(in crate::identity) key: Key,
}

pub(in crate::identity) async fn list(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Listed>, sqlx::Error> {
    let after = filter.after.clone();
    let after_id = after.as_ref().map(|key| key.id);
    let Key { name, seen, .. } = after.unwrap_or_default();
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name AS "first_name!", last_name AS "last_name!", email AS "email!",
             cell_phone_number AS "cell_phone_number!", role AS "role!", email_confirmed AS "email_confirmed!: bool",
             blocked AS "blocked!: bool", home_location_id, created_at AS "created_at!", license AS "license?", license_state AS "license_state?",
             name AS "name!: String", seen AS "seen!: i64"
           FROM (
             SELECT c.id, c.first_name, c.last_name, c.email, c.cell_phone_number, c.role, c.home_location_id, c.created_at,
               c.email_confirmed_at IS NOT NULL AS email_confirmed, c.blocked_at IS NOT NULL AS blocked, v.license, v.state AS license_state,
               COALESCE(c.name_folded, lower(c.last_name || ' ' || c.first_name)) AS name,
               COALESCE((SELECT MAX(s.last_used_at) FROM identity_sessions s WHERE s.customer_id = c.id), 0) AS seen
             FROM customers c LEFT JOIN identity_vehicles v ON v.customer_id = c.id
             WHERE c.deleted_at IS NULL
               AND (?1 IS NULL OR substr(c.email_key, 1, length(?1)) = ?1
                    OR ?11 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(?11) AS word
                                   WHERE instr(COALESCE(c.name_folded, lower(c.last_name || ' ' || c.first_name)), word.value) = 0)
                    OR ?2 IS NOT NULL AND instr(c.cell_phone_number, ?2) > 0
                    OR ?3 IS NOT NULL AND substr(v.license, 1, length(?3)) = ?3)
               AND (?4 IS NULL OR ?4 = 'unconfirmed' AND c.email_confirmed_at IS NULL
                    OR ?4 = 'blocked' AND c.blocked_at IS NOT NULL OR ?4 = 'staff' AND c.role <> 'customer')
               AND (?5 IS NULL OR c.home_location_id = ?5))
           WHERE ?8 IS NULL
             OR ?6 = 'name' AND (name > ?9 OR name = ?9 AND id < ?8)
             OR ?6 = 'seen' AND (seen, id) < (?10, ?8)
             OR ?6 = 'newest' AND id < ?8
           ORDER BY CASE ?6 WHEN 'name' THEN name END, CASE ?6 WHEN 'seen' THEN seen END DESC, id DESC
           LIMIT ?7"#,
        filter.start,
        filter.digits,
        filter.plate,
        filter.standing,
        filter.location_id,
        filter.sort,
        filter.limit,
        after_id,
        name,
        seen,
        filter.words
    )
    .fetch_all(db.conn())
    .await?;
    let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
    rows.into_iter()
        .map(|row| {
            let key = Key {
                id: row.id,
                name: row.name,
                seen: row.seen,
            };
            let summary = CustomerSummary {
                user_id: row.id.to_string(),
                name: format!("{} {}", row.first_name, row.last_name),
                email: row.email,
                cell_phone_number: row.cell_phone_number,
                license: row.license,
                license_state: row.license_state,
                role: row
                    .role
                    .parse()
                    .map_err(|_| sqlx::Error::Decode(format!("role {}", row.role).into()))?,
                email_confirmed: row.email_confirmed,
                blocked: row.blocked,
                home_location_id: row.home_location_id,
                created_at: instant(row.created_at)?,
                last_seen_at: Some(row.seen).filter(|at| *at > 0).map(instant).transpose()?,
            };
            Ok(Listed { summary, key })
        })
        .collect()
}

/// Number of customers that match a filter.
pub(in crate::identity) async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64"
           FROM customers c LEFT JOIN identity_vehicles v ON v.customer_id = c.id
           WHERE c.deleted_at IS NULL
             AND (?1 IS NULL OR substr(c.email_key, 1, length(?1)) = ?1
                  OR ?6 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(?6) AS word
                                 WHERE instr(COALESCE(c.name_folded, lower(c.last_name || ' ' || c.first_name)), word.value) = 0)
                  OR ?2 IS NOT NULL AND instr(c.cell_phone_number, ?2) > 0
                  OR ?3 IS NOT NULL AND substr(v.license, 1, length(?3)) = ?3)
             AND (?4 IS NULL OR ?4 = 'unconfirmed' AND c.email_confirmed_at IS NULL
                  OR ?4 = 'blocked' AND c.blocked_at IS NOT NULL OR ?4 = 'staff' AND c.role <> 'customer')
             AND (?5 IS NULL OR c.home_location_id = ?5)"#,
        filter.start,
        filter.digits,
        filter.plate,
        filter.standing,
        filter.location_id,
        filter.words
    )
    .fetch_one(db.conn())
    .await
}

/// Opted-in customers who can log in; `home`: only those with this home location; `among`: a JSON array of IDs.
pub(in crate::identity) async fn wanting_news(
    db: &mut TenantRead,
    home: Option<i64>,
    among: Option<&str>,
) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM customers
           WHERE opt_in_to_marketing = 1 AND deleted_at IS NULL AND blocked_at IS NULL
             AND (?1 IS NULL OR home_location_id = ?1)
             AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))
           ORDER BY id"#,
        home,
        among
    )
    .fetch_all(db.conn())
    .await
}

/// When an account was blocked, and why.
#[derive(Clone, Debug)]
pub struct Block {
    pub at: Timestamp,
    pub reason: String,
}

/// Account details visible only to staff.
pub struct Background {
    pub created_at: Timestamp,
    /// `None`: not blocked.
    pub block: Option<Block>,
    /// BCP 47.
    pub language: Option<String>,
    pub referred_by: Option<i64>,
}

/// Staff details of an account; `None` if deleted.
pub async fn background(db: &mut TenantRead, id: i64) -> Result<Option<Background>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT created_at, blocked_at, blocked_because, language, referred_by FROM customers
         WHERE id = ? AND deleted_at IS NULL",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
    row.map(|row| {
        let blocked_at = row.blocked_at.map(instant).transpose()?;
        Ok(Background {
            created_at: instant(row.created_at)?,
            block: blocked_at
                .zip(row.blocked_because)
                .map(|(at, reason)| Block { at, reason }),
            language: row.language,
            referred_by: row.referred_by,
        })
    })
    .transpose()
}

/// Folds up to `limit` names that aren't folded yet. Returns their number.
pub(in crate::identity) async fn fold_names(db: &mut TenantWrite, limit: i64) -> Result<usize, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name AS "first_name!", last_name AS "last_name!" FROM customers
           WHERE name_folded IS NULL AND deleted_at IS NULL ORDER BY id LIMIT ?"#,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    for row in &rows {
        let folded = folded_name(&row.first_name, &row.last_name);
        sqlx::query!("UPDATE customers SET name_folded = ? WHERE id = ?", folded, row.id)
            .execute(db.conn())
            .await?;
    }
    Ok(rows.len())
}
