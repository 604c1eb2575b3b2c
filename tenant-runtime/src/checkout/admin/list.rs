use std::collections::HashMap;

use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Query, Rows, WantsTable, table};
use platform::money::{Currency, decimal};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::checkout::rules::dispute::DisputeState;
use crate::checkout::rules::{self, SWEEP_AFTER};
use crate::checkout::store::admin::{self, Filter, Listed, Need};
use crate::checkout::store::disputes;
use crate::checkout::wire::{OrderSummary, OrderedProduct};
use crate::fields::local_time;
use crate::identity::{self, Contact};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrdersQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
    /// Only orders in this state.
    #[param(required = false)]
    state: Option<String>,
    /// Order number, `transRecordId`, start of the customer's email address, or part of the name.
    #[param(required = false)]
    q: Option<String>,
    /// Only orders of this customer.
    #[param(required = false)]
    user_id: Option<i64>,
    /// First order date, in the site's time zone.
    #[param(required = false, value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// Last order date, in the site's time zone.
    #[param(required = false, value_type = Option<String>, format = Date)]
    to: Option<Date>,
    /// Only orders with this required action.
    #[param(required = false, inline)]
    needs: Option<Need>,
    /// Only orders with a dispute in this state.
    #[param(required = false, inline)]
    dispute: Option<DisputeState>,
}

/// Page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPage {
    items: Vec<OrderSummary>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// Total number on all pages.
    count: i64,
}

impl OrdersQuery {
    async fn filter(&self, tenant: &TenantContext, db: &mut TenantRead, limit: i64) -> Result<Filter, ApiError> {
        let entered = |text: &Option<String>| {
            text.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let before =
            entered(&self.cursor).map(|cursor| cursor.parse().map_err(|_| ApiError::malformed("Invalid cursor.")));
        let words = entered(&self.q);
        let customers = match &words {
            Some(words) => identity::matching(db, words).await?,
            None => Vec::new(),
        };
        let needing = match self.needs {
            Some(need) => {
                let asked_by = (tenant.now() - SWEEP_AFTER).as_millisecond();
                Some(admin::needing(db, need, asked_by).await?)
            }
            None => None,
        };
        let disputed = match self.dispute {
            Some(state) => Some(disputes::orders_with(db, state).await?),
            None => None,
        };
        let among = match (needing, disputed) {
            (Some(mut needing), Some(disputed)) => {
                needing.retain(|id| disputed.contains(id));
                Some(needing)
            }
            (needing, disputed) => needing.or(disputed),
        };
        let among = among.map(|ids| serde_json::to_string(&ids).map_err(ApiError::internal));
        let zone = site::config_within(tenant, db).await?.config.time_zone.clone();
        let midnight = |day: Date| -> Result<i64, ApiError> {
            let midnight = day.to_zoned(zone.clone()).map_err(|_| no_such_day())?;
            Ok(midnight.timestamp().as_millisecond())
        };
        let after = |day: Date| day.tomorrow().map_err(|_| no_such_day());
        Ok(Filter {
            customers: serde_json::to_string(&customers).map_err(ApiError::internal)?,
            state: entered(&self.state),
            order_id: words.as_deref().and_then(rules::order_id),
            words: words.map(|words| words.to_lowercase()),
            from: self.from.map(midnight).transpose()?,
            until: self.to.map(after).transpose()?.map(midnight).transpose()?,
            among: among.transpose()?,
            customer_id: self.user_id,
            before: before.transpose()?,
            limit,
        })
    }
}

fn no_such_day() -> ApiError {
    ApiError::malformed("Invalid date.")
}

/// List orders, newest first
///
/// `Accept: text/csv` returns all orders with decimal amounts and local times and ignores `limit`.
#[utoipa::path(get, path = "/admin/orders", tag = "admin", params(OrdersQuery),
    responses((status = 200, content((Envelope<OrderPage> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_orders(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<OrdersQuery>,
) -> Result<Response, ApiError> {
    if as_table {
        let filter = query.filter(&tenant, &mut tenant.read().await?, MOST).await?;
        let zone = site::saved_config(&tenant).await?.config.time_zone.clone();
        return table("orders", COLUMNS, pages(tenant, filter, zone)).await;
    }
    let mut db = tenant.read().await?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let filter = query.filter(&tenant, &mut db, limit + 1).await?;
    let mut rows = admin::orders(&mut db, &filter).await?;
    let more = rows.len() as i64 > limit;
    if more {
        rows.pop();
    }
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    let items = described(&mut db, rows).await?;
    let count = admin::count(&mut db, &filter).await?;
    let page = OrderPage {
        items,
        next_cursor,
        count,
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
        let listed = admin::orders(&mut db, &filter).await?;
        let Some(last) = listed.last() else { return Ok(None) };
        filter.before = Some(last.id);
        let orders = described(&mut db, listed).await?;
        drop(db);
        let rows = orders.iter().map(|order| order.row(&zone)).collect::<Result<_, _>>()?;
        Ok(Some((rows, (tenant, filter, zone))))
    })
}

/// Adds each order's customer, if their account exists, and its lines.
async fn described(db: &mut TenantRead, listed: Vec<Listed>) -> Result<Vec<OrderSummary>, ApiError> {
    let ids: Vec<i64> = listed.iter().map(|order| order.customer_id).collect();
    let contacts = identity::contacts(db, &ids).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    let ids: Vec<i64> = listed.iter().map(|order| order.id).collect();
    let ids = serde_json::to_string(&ids).map_err(ApiError::internal)?;
    let mut products: HashMap<i64, Vec<OrderedProduct>> = HashMap::new();
    for (order, product) in admin::products(db, &ids).await? {
        products.entry(order).or_default().push(product);
    }
    let summary = |order: Listed| {
        let contact = contacts.get(&order.customer_id);
        OrderSummary {
            user_id: contact.map(|contact| contact.id.to_string()),
            customer_name: contact.and_then(|contact| contact.name.clone()),
            customer_email: contact.and_then(|contact| contact.email.clone()),
            products: products.remove(&order.id).unwrap_or_default(),
            ..order.summary
        }
    };
    Ok(listed.into_iter().map(summary).collect())
}

/// The order with this `transRecordId`, and its ID.
///
/// # Errors
/// 404 if it doesn't exist.
pub(super) async fn summary_of(db: &mut TenantRead, trans_record_id: &str) -> Result<(i64, OrderSummary), ApiError> {
    let listed = admin::order(db, trans_record_id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let id = listed.id;
    let order = described(db, vec![listed]).await?.pop();
    Ok((id, order.ok_or_else(ApiError::not_found)?))
}

const COLUMNS: [&str; 18] = [
    "orderNumber",
    "transRecordId",
    "state",
    "createdAt",
    "settledAt",
    "customerName",
    "customerEmail",
    "products",
    "locationId",
    "subtotal",
    "taxes",
    "total",
    "givenBack",
    "disputed",
    "currency",
    "code",
    "refundReasons",
    "refundedToGiftCards",
];

impl OrderSummary {
    /// Columns as in [`COLUMNS`].
    fn row(&self, zone: &TimeZone) -> Result<[String; COLUMNS.len()], ApiError> {
        let currency: Currency = self.currency.parse().map_err(ApiError::internal)?;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        Ok([
            self.order_number.clone(),
            self.trans_record_id.clone(),
            self.state.clone(),
            local_time(self.created_at, zone),
            self.settled_at.map(|at| local_time(at, zone)).unwrap_or_default(),
            text(&self.customer_name),
            text(&self.customer_email),
            self.products
                .iter()
                .map(OrderedProduct::to_string)
                .collect::<Vec<_>>()
                .join(", "),
            self.location_id.map(|id| id.to_string()).unwrap_or_default(),
            decimal(self.subtotal, &currency),
            decimal(self.taxes, &currency),
            decimal(self.total, &currency),
            decimal(self.given_back, &currency),
            decimal(self.disputed, &currency),
            self.currency.clone(),
            self.code.clone(),
            self.refund_reasons
                .iter()
                .map(|reason| reason.into_str())
                .collect::<Vec<_>>()
                .join(", "),
            decimal(self.refunded_to_gift_cards, &currency),
        ])
    }
}
