use std::cmp::Reverse;
use std::collections::HashMap;

use jiff::Timestamp;
use platform::audit::{self, Recorded};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::jobs::{self, JobReport};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::identity::{self, Contact};
use crate::tenant::{Tenant, TenantContext};
use crate::{catalog, checkout, clubs, terminal, wallet};

/// Entries that are shown: no order has more.
const MOST: i64 = 200;

/// Activity of an order and its open background jobs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderHistory {
    /// Events, newest first.
    acts: Vec<OrderAct>,
    /// Scheduled or failed jobs.
    jobs: Vec<OrderJob>,
    /// Uses of its codes, newest first.
    uses: Vec<CodeUse>,
    /// Uses of a club in billing periods paid by it, newest first.
    club_uses: Vec<ClubWash>,
}

/// Use of an order's code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeUse {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Name of the item.
    name: String,
    /// Last four digits of the code.
    code_ends: String,
    /// Null if the location was removed.
    location: Option<String>,
    /// Label of the terminal.
    terminal: String,
}

/// Use of a club in a billing period paid by an order.
#[derive(Serialize, ToSchema)]
struct ClubWash {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Name of the club.
    club: String,
    /// Null if the location was removed or is unknown.
    location: Option<String>,
    /// Label of the terminal; null if unknown.
    terminal: Option<String>,
}

/// Event of an order, by a person or the shop itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderAct {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// `customer:3`, or a component such as `checkout`.
    actor: String,
    /// Name of the actor; null for the shop itself or a deleted account.
    actor_name: Option<String>,
    /// Role of the actor; null for customers and the shop itself.
    role: Option<String>,
    /// Action, such as `order_resent` or `mail_sent`.
    action: String,
    /// Changed fields before the event; null if the resource didn't exist.
    #[schema(value_type = Object, nullable)]
    before: Value,
    /// Changed fields after the event; null if the resource no longer exists.
    #[schema(value_type = Object, nullable)]
    after: Value,
    /// Additional details, such as a reason or the email.
    #[schema(value_type = Object)]
    detail: Value,
}

/// Open background job of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderJob {
    job_id: i64,
    /// Job type, such as `checkout.receipt`.
    kind: String,
    /// `waiting`, or `dead` if it failed.
    state: &'static str,
    /// Number of attempts.
    attempts: i64,
    /// Next attempt, if waiting.
    #[schema(value_type = String, format = DateTime)]
    due_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Last error.
    error: Option<String>,
}

impl From<JobReport> for OrderJob {
    fn from(job: JobReport) -> Self {
        Self {
            job_id: job.id,
            kind: job.kind,
            state: job.state.into(),
            attempts: job.attempts,
            due_at: job.due_at,
            created_at: job.created_at,
            error: job.last_error,
        }
    }
}

/// Get the activity of an order
///
/// Events with actor and changes, sent emails, and open or failed background jobs.
#[utoipa::path(get, path = "/admin/orders/{transRecordId}/history", tag = "admin",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderHistory>)))]
pub(super) async fn get_order_history(
    tenant: Tenant,
    Path(id): Path<String>,
) -> Result<Answer<OrderHistory>, ApiError> {
    let mut db = tenant.read().await?;
    let order = checkout::parts_of_order(&mut db, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let recorded = audit::trail(&mut db, &format!("order:{}", order.id), MOST).await?;
    let people: Vec<i64> = recorded.iter().filter_map(|entry| customer_of(&entry.actor)).collect();
    let contacts = identity::contacts(&mut db, &people).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    let act = |entry: Recorded| OrderAct {
        actor_name: customer_of(&entry.actor).and_then(|id| contacts.get(&id)?.name.clone()),
        at: entry.at,
        actor: entry.actor,
        role: Some(entry.role).filter(|role| !role.is_empty()),
        action: entry.action,
        before: entry.before,
        after: entry.after,
        detail: entry.detail,
    };
    let acts = recorded.into_iter().map(act).collect();
    // Subjects as in the jobs' own payloads.
    let mut work = jobs::about(&mut db, "order_id", &[order.id]).await?;
    work.extend(jobs::about(&mut db, "order_line_id", &order.lines).await?);
    work.extend(jobs::about(&mut db, "reversal_id", &order.reversals).await?);
    let uses = uses_of(&tenant, &mut db, &order.lines).await?;
    let club_uses = washes_of(&mut db, &order.lines).await?;
    Ok(Answer(OrderHistory {
        acts,
        uses,
        club_uses,
        jobs: work.into_iter().map(OrderJob::from).collect(),
    }))
}

/// Redemptions of the codes of these lines.
async fn uses_of(tenant: &TenantContext, db: &mut TenantRead, lines: &[i64]) -> Result<Vec<CodeUse>, ApiError> {
    let sold = wallet::sold_with(tenant, db, lines).await?;
    let ids: Vec<i64> = sold.iter().map(|item| item.id).collect();
    let mut uses = Vec::new();
    for used in terminal::uses_of_items(db, &ids).await? {
        let Some(item) = sold.iter().find(|item| item.id == used.item_id) else {
            continue;
        };
        uses.push(CodeUse {
            at: used.at,
            name: item.name.clone(),
            code_ends: item.code_ends.clone(),
            location: catalog::location_name(db, used.location_id).await?,
            terminal: used.terminal,
        });
    }
    Ok(uses)
}

/// Uses of the club in the months that these lines paid for.
async fn washes_of(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<ClubWash>, ApiError> {
    let mut washes = Vec::new();
    for month in clubs::months_sold_with(db, lines).await? {
        for used in clubs::uses_in(db, &month).await? {
            let location = match used.location_id {
                Some(id) => catalog::location_name(db, id).await?,
                None => None,
            };
            let terminal = match used.redemption_id {
                Some(id) => terminal::terminal_of(db, &id).await?,
                None => None,
            };
            washes.push(ClubWash {
                at: used.at,
                club: month.club.clone(),
                location,
                terminal,
            });
        }
    }
    washes.sort_by_key(|wash| Reverse(wash.at));
    Ok(washes)
}

/// The customer for an ID in the audit log.
fn customer_of(id: &str) -> Option<i64> {
    id.strip_prefix("customer:")?.parse().ok()
}
