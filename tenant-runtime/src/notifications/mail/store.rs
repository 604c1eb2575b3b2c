use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::failures::{FailedTemplate, Failure, TemplateFailure};
use super::rules::Sender;
use super::{LAYOUT, OwnTemplate};

/// The site's own templates for emails of `kind` in all languages, including layouts.
pub(super) async fn templates(db: &mut TenantRead, kind: &str) -> Result<Vec<OwnTemplate>, sqlx::Error> {
    let (layout, _) = LAYOUT;
    sqlx::query_as!(
        OwnTemplate,
        r#"SELECT name AS "name!", source FROM notifications_mail_templates
           WHERE substr(name, instr(name, '/') + 1) = ?1 OR substr(name, instr(name, '/') + 1, length(?2) + 1) = ?2 || '.'"#,
        layout,
        kind
    )
    .fetch_all(db.conn())
    .await
}

/// Names of the site's own templates.
pub(super) async fn template_names(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT name AS "name!" FROM notifications_mail_templates ORDER BY name"#)
        .fetch_all(db.conn())
        .await
}

pub(super) async fn set_template(db: &mut TenantWrite, template: &OwnTemplate) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_mail_templates (name, source) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET source = excluded.source",
        template.name,
        template.source
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_template(db: &mut TenantWrite, name: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications_mail_templates WHERE name = ?", name)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// A site's own templates of an email in one language. `None`: the built-in one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnParts {
    pub(super) subject: Option<String>,
    pub(super) text: Option<String>,
    pub(super) markup: Option<String>,
}

pub(super) struct VersionRow {
    pub(super) id: i64,
    pub(super) parts: OwnParts,
    pub(super) saved_at: Timestamp,
    pub(super) saved_by: String,
}

/// ID of the current version, if the template was ever edited.
pub(super) async fn newest_version(
    db: &mut TenantRead,
    kind: &str,
    language: &str,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT MAX(id) AS "id: i64" FROM notifications_mail_versions WHERE kind = ? AND language = ?"#,
        kind,
        language
    )
    .fetch_one(db.conn())
    .await
}

/// Up to `limit` versions, newest first. With `before`, only those before that version.
pub(super) async fn versions(
    db: &mut TenantRead,
    kind: &str,
    language: &str,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<VersionRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", subject, body, markup, saved_at, saved_by FROM notifications_mail_versions
           WHERE kind = ?1 AND language = ?2 AND (?3 IS NULL OR id < ?3) ORDER BY id DESC LIMIT ?4"#,
        kind,
        language,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(VersionRow {
                id: row.id,
                parts: OwnParts {
                    subject: row.subject,
                    text: row.body,
                    markup: row.markup,
                },
                saved_at: Timestamp::from_millisecond(row.saved_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
                saved_by: row.saved_by,
            })
        })
        .collect()
}

/// Returns the version number.
pub(super) async fn insert_version(
    db: &mut TenantWrite,
    (kind, language): (&str, &str),
    parts: &OwnParts,
    now: Timestamp,
    saved_by: &str,
) -> Result<i64, sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query_scalar!(
        r#"INSERT INTO notifications_mail_versions (kind, language, subject, body, markup, saved_at, saved_by)
           VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        kind,
        language,
        parts.subject,
        parts.text,
        parts.markup,
        now,
        saved_by
    )
    .fetch_one(db.conn())
    .await
}

/// Email sender of the site.
pub(super) async fn sender(db: &mut TenantRead) -> Result<Sender, sqlx::Error> {
    let kept = sqlx::query_as!(
        Sender,
        "SELECT name, mailbox, reply_to FROM notifications_mail_sender WHERE id = 1"
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(kept.unwrap_or_default())
}

pub(super) async fn set_sender(db: &mut TenantWrite, sender: &Sender) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_mail_sender (id, name, mailbox, reply_to) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, mailbox = excluded.mailbox, reply_to = excluded.reply_to",
        sender.name,
        sender.mailbox,
        sender.reply_to
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Counts an email for which the template wasn't used.
pub(super) async fn insert_failed_template(
    db: &mut TenantWrite,
    (kind, language): (&str, &str),
    failure: &Failure,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (reason, now) = (failure.reason.into_str(), now.as_millisecond());
    sqlx::query!(
        "INSERT INTO notifications_failed_templates (kind, language, reason, line, emails, failed_at) VALUES (?, ?, ?, ?, 1, ?)
         ON CONFLICT (kind, language) DO UPDATE
         SET reason = excluded.reason, line = excluded.line, emails = emails + 1, failed_at = excluded.failed_at",
        kind,
        language,
        reason,
        failure.line,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Templates that failed, latest first.
pub(super) async fn failed_templates(db: &mut TenantRead) -> Result<Vec<FailedTemplate>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT kind, language, reason, line, emails, failed_at FROM notifications_failed_templates
         ORDER BY failed_at DESC, kind, language"
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let reason = row.reason.parse::<TemplateFailure>();
            let failed_at = Timestamp::from_millisecond(row.failed_at);
            Ok(FailedTemplate {
                kind: row.kind,
                language: row.language,
                reason: reason.map_err(|error: strum::ParseError| sqlx::Error::Decode(error.to_string().into()))?,
                line: row.line,
                emails: row.emails,
                failed_at: failed_at.map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}

pub(super) async fn count_failed_templates(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT COUNT(*) AS "count!: i64" FROM notifications_failed_templates"#)
        .fetch_one(db.conn())
        .await
}

pub(super) async fn delete_failed_template(
    db: &mut TenantWrite,
    kind: &str,
    language: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_failed_templates WHERE kind = ? AND language = ?",
        kind,
        language
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
