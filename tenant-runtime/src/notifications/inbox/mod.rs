//! Notifications in the app: one row per event, unread until the list is opened.

mod store;

pub use super::notice::Notice;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::push;
use crate::error::Fault;
use crate::http::{Person, Policy, Routes, limits, routes};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

/// Notifications to count.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Unread,
}

#[derive(Deserialize, IntoParams)]
struct CountQuery {
    #[param(inline)]
    status: Status,
}

/// Subject of a notification.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// ID in the domain that sends it, to look it up by.
    pub subject: Option<&'a str>,
    /// Value for `{name}` in the notification: a purchased item.
    pub name: Option<&'a str>,
    /// Value for `{recipient}`: who it is for.
    pub recipient: Option<&'a str>,
}

/// Notification in a customer's inbox.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    title: String,
    body: String,
    /// BCP 47 tag of title and body: the customer's language, or the site's default for a message that staff wrote.
    language: String,
    read: bool,
    #[schema(value_type = String, format = DateTime)]
    create_date: Timestamp,
}

pub(super) fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(count_unread),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(
            routes!(open_inbox),
            Policy::customer(limits::WRITE)
                .answers_while_held()
                .answers_while_closed(),
        )
}

/// Count unread notifications
#[utoipa::path(get, path = "/users/notifications", tag = "notifications", params(CountQuery),
    responses((status = 200, body = Envelope<i64>)))]
async fn count_unread(
    tenant: Tenant,
    person: Person,
    Query(query): Query<CountQuery>,
) -> Result<Answer<i64>, ApiError> {
    let mut db = tenant.read().await?;
    match query.status {
        Status::Unread => Ok(Answer(store::unread(&mut db, person.id).await?)),
    }
}

/// List notifications and mark them as read
///
/// Newest first, with their previous state.
#[utoipa::path(patch, path = "/users/notifications", tag = "notifications",
    responses((status = 200, body = Envelope<Vec<Notification>>)))]
async fn open_inbox(tenant: Tenant, person: Person) -> Result<Answer<Vec<Notification>>, ApiError> {
    let mut db = tenant.write().await?;
    let list = of_person(&tenant, &mut db, &person).await?;
    if list.iter().any(|notification| !notification.read) {
        store::mark_read(&mut db, person.id, tenant.now().as_millisecond()).await?;
        db.commit().await?;
    }
    Ok(Answer(list))
}

/// The notifications of a customer, the newest first, in the customer's language.
pub async fn of_person(
    tenant: &TenantContext,
    db: &mut TenantRead,
    person: &Person,
) -> Result<Vec<Notification>, Fault> {
    let saved = site::config_within(tenant, db).await?;
    let locale = saved.config.locale_kept(person.language.as_deref());
    let rows = store::list(db, person.id).await?;
    let shown = rows.into_iter().filter_map(|row| {
        // A later build's kind says nothing to this one.
        let notice: Notice = row.kind.parse().ok()?;
        let by_staff = notice == Notice::Message && row.news.body.is_some();
        let language = if by_staff { &saved.config.locale } else { locale.tag() };
        let (title, body) = notice.told_by(&locale, &saved.config.company_name, row.news);
        Some(Notification {
            title,
            body,
            language: language.to_owned(),
            read: row.read,
            create_date: Timestamp::from_millisecond(row.created_at).unwrap_or(Timestamp::UNIX_EPOCH),
        })
    });
    Ok(shown.collect())
}

/// Notifies a customer in the transaction of the event.
pub async fn notify(db: &mut TenantWrite, customer_id: i64, notice: Notice, now: Timestamp) -> Result<(), sqlx::Error> {
    notify_about(db, customer_id, notice, About::default(), now).await
}

/// The same with a subject. It is also sent as a push notification.
pub async fn notify_about(
    db: &mut TenantWrite,
    customer_id: i64,
    notice: Notice,
    about: About<'_>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let id = store::insert(db, customer_id, notice.into_str(), about, now.as_millisecond()).await?;
    push::enqueue(db, customer_id, id, notice.subject(), now).await
}

/// Delivers a message from staff to a customer once, in the transaction that records it.
pub(super) async fn deliver(
    db: &mut TenantWrite,
    customer_id: i64,
    message_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    match store::insert_message(db, customer_id, message_id, now.as_millisecond()).await? {
        Some(id) => push::enqueue(db, customer_id, id, Notice::Message.subject(), now).await,
        None => Ok(()),
    }
}

/// Removes all notifications about `subject`.
pub async fn withdraw(db: &mut TenantWrite, subject: &str) -> Result<(), sqlx::Error> {
    store::delete_about(db, subject).await
}

/// Deletes the notifications of a customer whose account is deleted.
pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_all(db, customer_id).await
}
