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

/// What was done about an order, and what is still to be done by itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderHistory {
    /// The latest first.
    acts: Vec<OrderAct>,
    /// Waiting or given up; what is done is no job any more.
    jobs: Vec<OrderJob>,
    /// Where its codes were used, the latest first.
    uses: Vec<CodeUse>,
    /// Where the months of a club that were paid with it were used, the latest first.
    club_uses: Vec<ClubWash>,
}

/// That a code of an order was used.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeUse {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// What the code is for.
    name: String,
    /// The last four digits of the code.
    code_ends: String,
    /// Null: the location has gone.
    location: Option<String>,
    /// As the merchant calls it.
    terminal: String,
}

/// That a member used the club in a month that was paid with an order.
#[derive(Serialize, ToSchema)]
struct ClubWash {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// As the club is called.
    club: String,
    /// Null: the location has gone, or is not known.
    location: Option<String>,
    /// As the merchant calls it; null: it is not known.
    terminal: Option<String>,
}

/// Something that somebody, or the shop by itself, did about an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderAct {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// `customer:3`, or a part of the shop, `checkout`.
    actor: String,
    /// Who that is; null for the shop itself, and once the account is deleted.
    actor_name: Option<String>,
    /// In which role it was done; null: as a customer, or by the shop itself.
    role: Option<String>,
    /// `order_resent`, `mail_sent`
    action: String,
    /// What differs, as it was; null: there was nothing.
    #[schema(value_type = Object, nullable)]
    before: Value,
    /// What differs, as it is; null: there is nothing any more.
    #[schema(value_type = Object, nullable)]
    after: Value,
    /// What belongs to it besides, such as a reason, or which mail.
    #[schema(value_type = Object)]
    detail: Value,
}

/// Work about an order that is not done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderJob {
    job_id: i64,
    /// `checkout.receipt`
    kind: String,
    /// `waiting` or `dead`: given up.
    state: &'static str,
    /// How often it was tried.
    attempts: i64,
    /// When it is tried next, if it waits.
    #[schema(value_type = String, format = DateTime)]
    due_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Why it failed at last.
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
    // As the jobs themselves call what they are about.
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

/// Where the codes of these lines were used.
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

/// Where the club was used in the months that these lines paid.
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

/// The customer whom an id in the audit stands for.
fn customer_of(id: &str) -> Option<i64> {
    id.strip_prefix("customer:")?.parse().ok()
}
