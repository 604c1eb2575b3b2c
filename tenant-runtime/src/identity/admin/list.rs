use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use jiff::tz::TimeZone;
use platform::http::{Answer, ApiError, Envelope, Query, Rows, WantsTable, table};
use platform::text::visible;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::{IntoParams, ToSchema};

use super::summary::CustomerSummary;
use crate::fields::{Search, cursor, cursor_key, email_key, local_time};
use crate::identity::rules::search;
use crate::identity::store::people::{self, Filter, Listed};
use crate::site;
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Customer segment of a list.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::identity) enum Standing {
    /// Email address isn't confirmed.
    Unconfirmed,
    /// Login is blocked.
    Blocked,
    /// Team members.
    Staff,
}

/// Sort order.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::identity) enum Sort {
    /// Latest sign-ups first.
    #[default]
    Newest,
    /// By last name.
    Name,
    /// Latest activity first.
    Seen,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(in crate::identity) struct CustomersQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
    /// Start of the email address or license plate, part of the name, or digits of the phone number.
    #[param(required = false)]
    q: Option<String>,
    #[param(required = false, inline)]
    standing: Option<Standing>,
    /// Only customers with this home location.
    #[param(required = false)]
    location_id: Option<i64>,
    /// Default: `newest`.
    #[param(required = false, inline)]
    sort: Option<Sort>,
}

/// Page of customers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct CustomerPage {
    items: Vec<CustomerSummary>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// Total number on all pages.
    count: i64,
}

impl CustomersQuery {
    fn filter(&self, limit: i64, country: &str) -> Result<Filter, ApiError> {
        let entered = visible(self.q.as_deref().unwrap_or_default());
        let words = Some(entered.trim()).filter(|words| !words.is_empty());
        let after = cursor_key(self.cursor.as_deref()).ok_or_else(|| ApiError::malformed("Invalid cursor."))?;
        Ok(Filter {
            start: words.map(email_key),
            words: Search::of(words).json(),
            digits: words.and_then(|words| search::phone(words, country)),
            plate: words.and_then(search::plate),
            standing: self.standing.map(|standing| standing.into_str()),
            location_id: self.location_id,
            sort: self.sort.unwrap_or_default().into_str(),
            limit,
            after,
        })
    }
}

/// List customers
///
/// `Accept: text/csv` returns all customers with local times and ignores `limit`.
#[utoipa::path(get, path = "/admin/customers", tag = "admin", params(CustomersQuery),
    responses((status = 200, content((Envelope<CustomerPage> = "application/json"), (String = "text/csv")))))]
pub(in crate::identity) async fn list_customers(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<CustomersQuery>,
) -> Result<Response, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let country = &saved.config.country;
    if as_table {
        let zone = saved.config.time_zone.clone();
        return table(
            "customers",
            COLUMNS.map(|(name, _)| name),
            pages(tenant, query.filter(MOST, country)?, zone),
        )
        .await;
    }
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let filter = query.filter(limit + 1, country)?;
    let mut db = tenant.read().await?;
    let mut listed = people::list(&mut db, &filter).await?;
    let more = listed.len() as i64 > limit;
    if more {
        listed.pop();
    }
    let page = CustomerPage {
        next_cursor: listed.last().filter(|_| more).map(|last| cursor(&last.key)),
        items: listed.into_iter().map(|listed| listed.summary).collect(),
        count: people::count(&mut db, &filter).await?,
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
        let listed = people::list(&mut tenant.read().await?, &filter).await?;
        let Some(last) = listed.last() else { return Ok(None) };
        filter.after = Some(last.key.clone());
        let row = |listed: &Listed| COLUMNS.map(|(_, get)| get(&listed.summary, &zone));
        let rows = listed.iter().map(row).collect();
        Ok(Some((rows, (tenant, filter, zone))))
    })
}

/// Cell of a customer's row.
type Cell = fn(&CustomerSummary, &TimeZone) -> String;

/// Columns of the CSV file.
const COLUMNS: [(&str, Cell); 12] = [
    ("userId", |customer, _| customer.user_id.clone()),
    ("name", |customer, _| customer.name.clone()),
    ("email", |customer, _| customer.email.clone()),
    ("cellPhoneNumber", |customer, _| customer.cell_phone_number.clone()),
    ("license", |customer, _| customer.license.clone().unwrap_or_default()),
    ("licenseState", |customer, _| {
        customer.license_state.clone().unwrap_or_default()
    }),
    ("role", |customer, _| customer.role.into_str().to_owned()),
    ("emailConfirmed", |customer, _| customer.email_confirmed.to_string()),
    ("blocked", |customer, _| customer.blocked.to_string()),
    ("homeLocationId", |customer, _| {
        customer.home_location_id.map(|id| id.to_string()).unwrap_or_default()
    }),
    ("createdAt", |customer, zone| local_time(customer.created_at, zone)),
    ("lastSeenAt", |customer, zone| {
        customer.last_seen_at.map(|at| local_time(at, zone)).unwrap_or_default()
    }),
];
