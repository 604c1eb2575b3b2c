use jiff::Timestamp;
use serde_json::Value;

use super::Change;
use crate::db::{TenantRead, TenantWrite};

/// Entry by a person with a role.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub id: i64,
    pub at: Timestamp,
    pub actor: String,
    pub role: String,
    pub action: String,
    pub subject: String,
    pub before: Value,
    pub after: Value,
    pub detail: Value,
    pub request_id: Option<String>,
}

/// Filters; `None` doesn't filter.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub actor: Option<String>,
    pub action: Option<String>,
    /// A subject such as `order:3`, or a type such as `order`.
    pub subject: Option<String>,
    /// Milliseconds: the start, and the first instant after the end.
    pub from: Option<i64>,
    pub until: Option<i64>,
    /// Only entries with a lower ID.
    pub before: Option<i64>,
    pub limit: i64,
}

struct Row {
    id: i64,
    at: i64,
    actor: String,
    role: String,
    action: String,
    subject: String,
    before: Option<String>,
    after: Option<String>,
    detail: String,
    request_id: Option<String>,
}

impl Row {
    fn into_recorded(self) -> Recorded {
        let read = |text: Option<String>| {
            text.and_then(|text| serde_json::from_str(&text).ok())
                .unwrap_or_default()
        };
        Recorded {
            id: self.id,
            at: Timestamp::from_millisecond(self.at).unwrap_or(Timestamp::MIN),
            actor: self.actor,
            role: self.role,
            action: self.action,
            subject: self.subject,
            before: read(self.before),
            after: read(self.after),
            detail: read(Some(self.detail)),
            request_id: self.request_id,
        }
    }
}

pub(super) async fn insert(
    db: &mut TenantWrite,
    at: i64,
    (actor, action, subject): (&str, &'static str, &str),
    change: &Change,
) -> Result<(), sqlx::Error> {
    let request_id = db.request().map(|id| id.as_str().to_owned());
    let role = db.role_of(actor);
    let [before, after] = [&change.before, &change.after].map(|value| (!value.is_null()).then(|| value.to_string()));
    let detail = if change.detail.is_null() {
        "{}".to_owned()
    } else {
        change.detail.to_string()
    };
    sqlx::query!(
        r#"INSERT INTO audit (at, actor, role, action, subject, "before", "after", detail, request_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"#,
        at,
        actor,
        role,
        action,
        subject,
        before,
        after,
        detail,
        request_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn entries(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Recorded>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", at, actor, role AS "role!", action, subject, "before", "after", detail, request_id
           FROM audit
           WHERE role IS NOT NULL
             AND (?1 IS NULL OR actor = ?1) AND (?2 IS NULL OR action = ?2)
             AND (?3 IS NULL OR subject = ?3 OR substr(subject, 1, length(?3) + 1) = ?3 || ':')
             AND (?4 IS NULL OR at >= ?4) AND (?5 IS NULL OR at < ?5) AND (?6 IS NULL OR id < ?6)
           ORDER BY id DESC LIMIT ?7"#,
        filter.actor,
        filter.action,
        filter.subject,
        filter.from,
        filter.until,
        filter.before,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(Row::into_recorded).collect())
}

pub(super) async fn trail(db: &mut TenantRead, subject: &str, limit: i64) -> Result<Vec<Recorded>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", at, actor, COALESCE(role, '') AS "role!: String", action, subject, "before", "after", detail,
                  request_id
           FROM audit WHERE subject = ? ORDER BY id DESC LIMIT ?"#,
        subject,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(Row::into_recorded).collect())
}

pub(super) async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM audit
           WHERE role IS NOT NULL
             AND (?1 IS NULL OR actor = ?1) AND (?2 IS NULL OR action = ?2)
             AND (?3 IS NULL OR subject = ?3 OR substr(subject, 1, length(?3) + 1) = ?3 || ':')
             AND (?4 IS NULL OR at >= ?4) AND (?5 IS NULL OR at < ?5)"#,
        filter.actor,
        filter.action,
        filter.subject,
        filter.from,
        filter.until
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn actions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT DISTINCT action FROM audit WHERE role IS NOT NULL ORDER BY action")
        .fetch_all(db.conn())
        .await
}

pub(super) async fn actors(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT DISTINCT actor FROM audit WHERE role IS NOT NULL ORDER BY actor")
        .fetch_all(db.conn())
        .await
}
