//! Notifications from staff to customers: to one by email address, or to a segment.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use platform::audit;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Query};
use platform::idempotency::Keep;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use platform::quota::{self, Quota};
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::IntoStaticStr;
use utoipa::{IntoParams, ToSchema};

use crate::error::{ErrorCode, Fault};
use crate::fields::{self, invalid_field, invalid_fields};
use crate::http::{IdempotentJson, Person};
use crate::jobs::on_job;
use crate::notifications::messages::{self, SentMessage, To, rules};
use crate::runtime::SharedRuntime;
use crate::tenant::{Tenant, TenantContext};
use crate::{catalog, clubs, identity};

/// Customers of one job, so that a long list never keeps the site's only writer for long.
const AT_ONCE: usize = 100;

const SHOWN: i64 = 50;

/// Campaigns of a site to a segment. Customers who get one every day stop reading.
const BROADCASTS: Quota = Quota {
    name: "broadcasts",
    count: 5,
    per: SignedDuration::from_hours(24),
};

/// Notifications by a staff member to single customers.
const TARGETED: Quota = Quota {
    name: "targeted_messages",
    count: 60,
    per: SignedDuration::from_hours(1),
};

/// Customer segment.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Segment {
    All,
    /// Current members of a club.
    Members,
    /// Former members of a club.
    Lapsed,
    /// Customers with this home location.
    Location,
}

/// Notification to a customer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetBody {
    email: String,
    /// At most 80 characters. Default: the company name.
    #[serde(default)]
    title: Option<String>,
    /// At most 500 characters. Default: a notice about a new message.
    #[serde(default)]
    body: Option<String>,
}

/// Notification to a customer segment.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BroadcastBody {
    #[schema(inline)]
    segment: Segment,
    /// Location of the segment `location`.
    #[serde(default)]
    location_id: Option<i64>,
    #[serde(default)]
    title: Option<String>,
    body: String,
    /// Number of recipients the sender confirmed. The notification isn't sent to more.
    recipients: i64,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct SegmentQuery {
    #[param(inline)]
    segment: Segment,
    /// Location of the segment `location`.
    #[param(required = false)]
    location_id: Option<i64>,
}

/// Delivers a notification.
#[derive(Serialize, Deserialize)]
struct Deliver {
    message_id: i64,
    customers: Vec<i64>,
}

impl Job for Deliver {
    const KIND: &'static str = "back_office.deliver_message";
    const LANE: Lane = Lane::Mail;
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, hand_out);
}

/// Send a notification to a customer
///
/// It appears in the inbox immediately, and as a push notification if the customer allows it.
#[utoipa::path(post, path = "/notifications/target", tag = "notifications", request_body = TargetBody,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn write_to_customer(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<TargetBody>,
) -> Result<Answer<bool>, ApiError> {
    let email = fields::email(&entered.email).map_err(|message| invalid_field("email", message))?;
    let written = rules::written(entered.title.as_deref(), entered.body.as_deref()).map_err(invalid_fields)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let customer = identity::account_with(&mut db, &email).await?.ok_or_else(|| {
        let message = "No customer has this email address.";
        ErrorCode::NotFound.because(message).field("email", message)
    })?;
    take(&mut db, &tenant, TARGETED, &person.actor()).await?;
    let message = messages::write(&mut db, (To::Customer(customer), 1), person.id, &written, now).await?;
    messages::deliver(&mut db, customer, message, now).await?;
    note(
        &mut db,
        &tenant,
        &person,
        (&format!("customer:{customer}"), json!({ "message": message })),
    )
    .await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Count the recipients of a segment
///
/// Counts opted-in customers only.
#[utoipa::path(get, path = "/admin/notifications/recipients", tag = "admin", params(SegmentQuery),
    responses((status = 200, body = Envelope<i64>)))]
pub(super) async fn count_recipients(
    tenant: Tenant,
    Query(query): Query<SegmentQuery>,
) -> Result<Answer<i64>, ApiError> {
    let mut db = tenant.read().await?;
    let to = addressed(&mut db, query.segment, query.location_id).await?;
    Ok(Answer(recipients(&mut db, to).await?.len() as i64))
}

/// List notifications to segments, newest first
#[utoipa::path(get, path = "/admin/notifications", tag = "admin", responses((status = 200, body = Envelope<Vec<SentMessage>>)))]
pub(super) async fn list_messages(tenant: Tenant) -> Result<Answer<Vec<SentMessage>>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(messages::sent(&mut db, None, SHOWN).await?))
}

/// Send a notification to a segment
///
/// Sent to opted-in customers by background jobs, once each. 409 `stale_revision` if the segment has grown beyond
/// `recipients`.
#[utoipa::path(post, path = "/admin/notifications", tag = "admin", request_body = BroadcastBody,
    responses((status = 200, body = Envelope<i64>)))]
pub(super) async fn write_to_segment(
    tenant: Tenant,
    person: Person,
    IdempotentJson { value, idempotency }: IdempotentJson<BroadcastBody>,
) -> Result<Answer<i64>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::ForGood).await? {
        return Ok(Answer(serde_json::from_str(&stored).map_err(Fault::internal)?));
    }
    if value.body.trim().is_empty() {
        return Err(invalid_field("body", fields::text::REQUIRED));
    }
    let written = rules::written(value.title.as_deref(), Some(&value.body)).map_err(invalid_fields)?;
    let to = addressed(&mut db, value.segment, value.location_id).await?;
    let customers = recipients(&mut db, to).await?;
    let count = customers.len() as i64;
    if count == 0 {
        return Err(invalid_field("segment", "This audience has no recipients."));
    }
    if count > value.recipients {
        return Err(ErrorCode::StaleRevision.because("The audience has grown. Check the number of recipients."));
    }
    take(&mut db, &tenant, BROADCASTS, "site").await?;
    let message = messages::write(&mut db, (to, count), person.id, &written, now).await?;
    for some in customers.chunks(AT_ONCE) {
        let job = Deliver {
            message_id: message,
            customers: some.to_vec(),
        };
        jobs::enqueue(&mut db, now, now, &job).await?;
    }
    let detail = json!({ "segment": value.segment.into_str(), "location": value.location_id, "recipients": count });
    note(&mut db, &tenant, &person, (&format!("message:{message}"), detail)).await?;
    idempotency.finish(&mut db, &count).await?;
    db.commit().await?;
    Ok(Answer(count))
}

async fn hand_out(tenant: Tenant, job: Deliver) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    // Customers may have left since, or opted out.
    for customer in identity::still_wanting_news(&mut db, &job.customers).await? {
        messages::deliver(&mut db, customer, job.message_id, now).await?;
    }
    Ok(db.commit().await?)
}

async fn addressed(db: &mut TenantRead, segment: Segment, location_id: Option<i64>) -> Result<To, ApiError> {
    Ok(match segment {
        Segment::All => To::All,
        Segment::Members => To::Members,
        Segment::Lapsed => To::Lapsed,
        Segment::Location => {
            let id = location_id.ok_or_else(|| invalid_field("locationId", fields::text::REQUIRED))?;
            if !catalog::location_exists(db, id).await? {
                return Err(invalid_field("locationId", "Unknown location."));
            }
            To::Location(id)
        }
    })
}

/// Recipients: customers who opted in to offers and news and aren't blocked.
async fn recipients(db: &mut TenantRead, to: To) -> Result<Vec<i64>, ApiError> {
    let home = match to {
        To::Location(id) => Some(id),
        _ => None,
    };
    let mut wanting = identity::wanting_news(db, home).await?;
    let (now, before) = clubs::members_and_lapsed(db).await?;
    let among: Option<BTreeSet<i64>> = match to {
        To::Members => Some(now.into_iter().collect()),
        To::Lapsed => Some(before.into_iter().collect()),
        _ => None,
    };
    if let Some(among) = among {
        wanting.retain(|id| among.contains(id));
    }
    Ok(wanting)
}

async fn take(db: &mut TenantWrite, tenant: &TenantContext, quota: Quota, key: &str) -> Result<(), ApiError> {
    let quota = quota.times(tenant.runtime.limits.scale());
    let taken = quota::take(db, quota, key, tenant.now()).await?;
    taken.map_err(|wait| {
        let refusal = ErrorCode::TooManyRequests.because("You've sent too many notifications. Try again later.");
        refusal.retry_after(wait.as_seconds())
    })
}

async fn note(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    (subject, detail): (&str, serde_json::Value),
) -> Result<(), sqlx::Error> {
    let entry = audit::Entry {
        actor: &person.actor(),
        action: "message_sent",
        subject,
        detail,
    };
    audit::record(db, tenant.now(), entry).await
}
