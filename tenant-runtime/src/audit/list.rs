use std::collections::HashMap;

use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::audit::{self, Filter, Recorded};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Query, Rows, WantsTable, table};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::fields::local_time;
use crate::identity::{self, Contact};
use crate::site;
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
pub(super) struct EntriesQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<i64>,
    /// Only events by this `userId`.
    #[param(required = false)]
    person: Option<i64>,
    /// Only this action, such as `offer_changed`.
    #[param(required = false)]
    action: Option<String>,
    /// Only events about this resource, such as `order:3`, or this type, such as `order`.
    #[param(required = false)]
    subject: Option<String>,
    /// First day, in the site's time zone.
    #[param(required = false, value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// Last day, in the site's time zone.
    #[param(required = false, value_type = Option<String>, format = Date)]
    to: Option<Date>,
}

/// Event in the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuditEntry {
    id: i64,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Actor, such as `customer:3`.
    actor: String,
    /// Name of the actor; null if the account was deleted.
    actor_name: Option<String>,
    /// Role of the actor at the time of the event.
    role: String,
    /// Action, such as `offer_changed`.
    action: String,
    /// Resource, such as `offer:7`.
    subject: String,
    /// Name of the resource if it is a person with an account.
    subject_name: Option<String>,
    /// Changed fields before the event; null if the resource didn't exist.
    #[schema(value_type = Object, nullable)]
    before: Value,
    /// Changed fields after the event; null if the resource no longer exists.
    #[schema(value_type = Object, nullable)]
    after: Value,
    /// Additional details, such as a reason.
    #[schema(value_type = Object)]
    detail: Value,
    request_id: Option<String>,
}

/// Person who performed an action.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Actor {
    user_id: String,
    /// Null if the account was deleted.
    name: Option<String>,
}

/// Page of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    items: Vec<AuditEntry>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<i64>,
    /// Total number on all pages.
    count: i64,
    /// All actors in the log, regardless of filters.
    people: Vec<Actor>,
    /// All actions in the log, regardless of filters.
    actions: Vec<String>,
}

impl EntriesQuery {
    async fn filter(&self, tenant: &Tenant, limit: i64) -> Result<Filter, ApiError> {
        let zone = site::saved_config(tenant).await?.config.time_zone.clone();
        let midnight = |day: Date| -> Result<i64, ApiError> {
            let midnight = day.to_zoned(zone.clone()).map_err(|_| no_such_day())?;
            Ok(midnight.timestamp().as_millisecond())
        };
        let after = |day: Date| day.tomorrow().map_err(|_| no_such_day());
        let entered = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        Ok(Filter {
            actor: self.person.map(|id| format!("customer:{id}")),
            action: entered(&self.action),
            subject: entered(&self.subject),
            from: self.from.map(midnight).transpose()?,
            until: self.to.map(after).transpose()?.map(midnight).transpose()?,
            before: self.cursor,
            limit,
        })
    }
}

fn no_such_day() -> ApiError {
    ApiError::malformed("Invalid date.")
}

/// List audit log events
///
/// Newest first, without actions as a customer. `Accept: text/csv` returns all events with local times and ignores `limit`.
#[utoipa::path(get, path = "/admin/audit", tag = "admin", params(EntriesQuery),
    responses((status = 200, content((Envelope<AuditPage> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_entries(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<EntriesQuery>,
) -> Result<Response, ApiError> {
    if as_table {
        let filter = query.filter(&tenant, MOST).await?;
        let zone = site::saved_config(&tenant).await?.config.time_zone.clone();
        return table("audit", COLUMNS, pages(tenant, filter, zone)).await;
    }
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let filter = query.filter(&tenant, limit + 1).await?;
    let mut db = tenant.read().await?;
    let mut found = audit::entries(&mut db, &filter).await?;
    let more = found.len() as i64 > limit;
    if more {
        found.pop();
    }
    let page = AuditPage {
        next_cursor: found.last().filter(|_| more).map(|last| last.id),
        items: named(&mut db, found).await?,
        count: audit::count(&mut db, &filter).await?,
        people: people(&mut db).await?,
        actions: audit::actions(&mut db).await?,
    };
    Ok(Answer(page).into_response())
}

/// All matches of `filter`, read in pages of its limit.
fn pages(
    tenant: Tenant,
    filter: Filter,
    zone: TimeZone,
) -> impl Stream<Item = Result<Rows<{ COLUMNS.len() }>, ApiError>> {
    stream::try_unfold((tenant, filter, zone), |(tenant, mut filter, zone)| async move {
        let mut db = tenant.read().await?;
        let found = audit::entries(&mut db, &filter).await?;
        let Some(last) = found.last() else { return Ok(None) };
        filter.before = Some(last.id);
        let entries = named(&mut db, found).await?;
        drop(db);
        let rows = entries.into_iter().map(|entry| entry.row(&zone)).collect();
        Ok(Some((rows, (tenant, filter, zone))))
    })
}

async fn people(db: &mut TenantRead) -> Result<Vec<Actor>, ApiError> {
    let ids: Vec<i64> = audit::actors(db)
        .await?
        .iter()
        .filter_map(|id| customer_of(id))
        .collect();
    let contacts = identity::contacts(db, &ids).await?;
    let actor = |id: i64| Actor {
        user_id: id.to_string(),
        name: contacts
            .iter()
            .find(|contact| contact.id == id)
            .and_then(|contact| contact.name.clone()),
    };
    Ok(ids.into_iter().map(actor).collect())
}

/// The customer for an ID in the audit log.
fn customer_of(id: &str) -> Option<i64> {
    id.strip_prefix("customer:")?.parse().ok()
}

/// Adds the names of actors and subjects whose accounts exist.
async fn named(db: &mut TenantRead, found: Vec<Recorded>) -> Result<Vec<AuditEntry>, ApiError> {
    let people = found.iter().flat_map(|entry| [&entry.actor, &entry.subject]);
    let ids: Vec<i64> = people.filter_map(|id| customer_of(id)).collect();
    let contacts = identity::contacts(db, &ids).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    let name_of = |id: &str| contacts.get(&customer_of(id)?)?.name.clone();
    let entry = |entry: Recorded| AuditEntry {
        actor_name: name_of(&entry.actor),
        subject_name: name_of(&entry.subject),
        id: entry.id,
        at: entry.at,
        actor: entry.actor,
        role: entry.role,
        action: entry.action,
        subject: entry.subject,
        before: entry.before,
        after: entry.after,
        detail: entry.detail,
        request_id: entry.request_id,
    };
    Ok(found.into_iter().map(entry).collect())
}

const COLUMNS: [&str; 10] = [
    "at",
    "person",
    "personName",
    "role",
    "action",
    "subject",
    "before",
    "after",
    "detail",
    "requestId",
];

impl AuditEntry {
    /// Columns as in [`COLUMNS`].
    fn row(self, zone: &TimeZone) -> [String; COLUMNS.len()] {
        let said = |value: &Value| {
            if value.is_null() {
                String::new()
            } else {
                value.to_string()
            }
        };
        [
            local_time(self.at, zone),
            self.actor,
            self.actor_name.unwrap_or_default(),
            self.role,
            self.action,
            self.subject,
            said(&self.before),
            said(&self.after),
            said(&self.detail),
            self.request_id.unwrap_or_default(),
        ]
    }
}
