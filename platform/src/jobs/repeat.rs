//! Repeats completed jobs when later events require it, such as a bounced email.

use crate::causes::undecodable;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::store;
use crate::db::{TenantRead, TenantWrite};
use crate::telemetry::links;

/// Data to repeat a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeatable {
    pub kind: String,
    /// As stored. Only the job's type can read it.
    pub payload: String,
}

/// Data to repeat the job `id`, even if it would have no effect a second time: such jobs have a field named `again`.
/// `None` if the job no longer exists.
pub async fn repeatable(db: &mut TenantRead, id: i64) -> Result<Option<Repeatable>, sqlx::Error> {
    let Some((kind, payload)) = store::work_of(db, id).await? else {
        return Ok(None);
    };
    let mut work: Value = serde_json::from_str(&payload).map_err(undecodable)?;
    if let Some(again) = work.get_mut("again") {
        *again = json!(true);
    }
    Ok(Some(Repeatable {
        kind,
        payload: work.to_string(),
    }))
}

/// Inserts the job again in the transaction `db`; it runs after the commit, as soon as possible.
pub async fn repeat(db: &mut TenantWrite, now: Timestamp, work: &Repeatable) -> Result<(), sqlx::Error> {
    let row = store::NewRow {
        kind: &work.kind,
        unique_key: None,
        payload: work.payload.clone(),
        due_at: now.as_millisecond(),
        created_at: now.as_millisecond(),
        request_id: db.request().map(|request| request.as_str().to_owned()),
        trace_parent: links::current(),
    };
    store::insert(db, &row).await?;
    db.enqueued(row.due_at);
    Ok(())
}
