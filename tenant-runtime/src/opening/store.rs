use platform::db::{TenantRead, TenantWrite};

pub(super) struct StateRow {
    pub(super) is_open: bool,
    pub(super) first_opened_at: Option<i64>,
    pub(super) changed_at: i64,
    pub(super) changed_by: String,
    pub(super) closed_text: String,
}

pub(super) async fn state(db: &mut TenantRead) -> Result<Option<StateRow>, sqlx::Error> {
    sqlx::query_as!(
        StateRow,
        r#"SELECT is_open AS "is_open!: bool", first_opened_at, changed_at, changed_by, closed_text
           FROM opening_state WHERE id = 1"#
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn set_state(db: &mut TenantWrite, state: &StateRow) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO opening_state (id, is_open, first_opened_at, changed_at, changed_by, closed_text)
         VALUES (1, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, first_opened_at = excluded.first_opened_at,
           changed_at = excluded.changed_at, changed_by = excluded.changed_by, closed_text = excluded.closed_text",
        state.is_open,
        state.first_opened_at,
        state.changed_at,
        state.changed_by,
        state.closed_text
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn confirmed(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT subject AS "subject!" FROM opening_confirmations ORDER BY subject"#)
        .fetch_all(db.conn())
        .await
}

/// `false`: already confirmed.
pub(super) async fn confirm(db: &mut TenantWrite, subject: &str, at: i64, by: &str) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "INSERT INTO opening_confirmations (subject, confirmed_at, confirmed_by) VALUES (?, ?, ?)
         ON CONFLICT (subject) DO NOTHING",
        subject,
        at,
        by
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}
