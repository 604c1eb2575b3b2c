use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::{PublishedText, TextKind};

struct Row {
    id: i64,
    kind: String,
    html: String,
    published_at: i64,
    published_by: String,
}

impl TryFrom<Row> for PublishedText {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let decode = |error: Box<dyn std::error::Error + Send + Sync>| sqlx::Error::Decode(error);
        Ok(Self {
            text_id: row.id,
            kind: row
                .kind
                .parse()
                .map_err(|error: strum::ParseError| decode(error.to_string().into()))?,
            html: row.html,
            published_at: Timestamp::from_millisecond(row.published_at).map_err(|error| decode(error.into()))?,
            published_by: row.published_by,
        })
    }
}

/// Newest version of each policy.
pub(super) async fn newest(db: &mut TenantRead) -> Result<Vec<PublishedText>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", kind, html, published_at, published_by FROM site_texts
           WHERE id IN (SELECT MAX(id) FROM site_texts GROUP BY kind) ORDER BY id"#
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

pub(super) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<PublishedText>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", kind, html, published_at, published_by FROM site_texts WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Versions of a policy, newest first, at most `limit`; `before`: only versions before this one.
pub(super) async fn editions(
    db: &mut TenantRead,
    kind: TextKind,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<PublishedText>, sqlx::Error> {
    let kind: &str = kind.into();
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", kind, html, published_at, published_by FROM site_texts
           WHERE kind = ?1 AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3"#,
        kind,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Returns the version's ID.
pub(super) async fn insert(
    db: &mut TenantWrite,
    kind: TextKind,
    html: &str,
    now: Timestamp,
    published_by: &str,
) -> Result<i64, sqlx::Error> {
    let (kind, now): (&str, i64) = (kind.into(), now.as_millisecond());
    sqlx::query_scalar!(
        r#"INSERT INTO site_texts (kind, html, published_at, published_by) VALUES (?, ?, ?, ?) RETURNING id AS "id!""#,
        kind,
        html,
        now,
        published_by
    )
    .fetch_one(db.conn())
    .await
}
