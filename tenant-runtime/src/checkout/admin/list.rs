use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::checkout::rules;
use crate::checkout::store::admin::{self, Filter};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
pub(super) struct OrdersQuery {
    /// 1 to 200; 50 without it.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[param(required = false)]
    cursor: Option<String>,
    /// Only orders in this state.
    #[param(required = false)]
    state: Option<String>,
    /// Order number, `transRecordId`, or how the customer's e-mail begins.
    #[param(required = false)]
    q: Option<String>,
}

/// An order in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::checkout) struct OrderSummary {
    pub(in crate::checkout) trans_record_id: String,
    pub(in crate::checkout) order_number: String,
    /// `pending`, `unknown`, `flagged`, `paid`, `failed`, `partially_refunded`, `refunded` or `voided`.
    pub(in crate::checkout) state: String,
    /// Null once the account is deleted.
    pub(in crate::checkout) customer_name: Option<String>,
    pub(in crate::checkout) customer_email: Option<String>,
    pub(in crate::checkout) location_id: Option<i64>,
    /// Minor units.
    pub(in crate::checkout) subtotal: i64,
    /// Minor units.
    pub(in crate::checkout) taxes: i64,
    /// Minor units.
    pub(in crate::checkout) total: i64,
    pub(in crate::checkout) currency: String,
    /// Authorisation code, or the reason of a decline.
    pub(in crate::checkout) code: String,
    #[schema(value_type = String, format = DateTime)]
    pub(in crate::checkout) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(in crate::checkout) settled_at: Option<Timestamp>,
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPage {
    items: Vec<OrderSummary>,
    /// For the next page; null: there is none.
    next_cursor: Option<String>,
}

/// The site's orders, the newest first
#[utoipa::path(get, path = "/admin/orders", tag = "admin", params(OrdersQuery),
    responses((status = 200, body = Envelope<OrderPage>)))]
pub(super) async fn list_orders(
    tenant: Tenant,
    Query(query): Query<OrdersQuery>,
) -> Result<Answer<OrderPage>, ApiError> {
    let cursor = query.cursor.as_deref().filter(|cursor| !cursor.is_empty());
    let before = cursor
        .map(|cursor| {
            cursor
                .parse()
                .map_err(|_| ApiError::malformed("This cursor leads nowhere."))
        })
        .transpose()?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let words = query.q.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let filter = Filter {
        state: query.state.as_deref().filter(|state| !state.is_empty()),
        words: words.map(str::to_lowercase),
        order_id: words.and_then(rules::order_id),
        before,
        // One more tells whether there is another page.
        limit: limit + 1,
    };
    let mut rows = admin::orders(&mut tenant.read().await?, &filter).await?;
    let more = rows.len() as i64 > limit;
    if more {
        rows.pop();
    }
    let next_cursor = rows.last().filter(|_| more).map(|(id, _)| id.to_string());
    Ok(Answer(OrderPage {
        items: rows.into_iter().map(|(_, order)| order).collect(),
        next_cursor,
    }))
}
