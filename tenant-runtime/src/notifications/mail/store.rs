use platform::db::{TenantRead, TenantWrite};

use super::{LAYOUT, OwnTemplate};

/// The site's own templates for mails of `kind` in every language, the layouts included.
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
