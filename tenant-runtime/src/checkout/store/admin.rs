use jiff::Timestamp;
use platform::db::TenantRead;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::checkout::rules::order_number;
use crate::checkout::wire::{OrderSummary, OrderedProduct};

/// Order filters.
pub(in crate::checkout) struct Filter {
    pub(in crate::checkout) state: Option<String>,
    /// `trans_record_id` in lower case. `customers` and `order_id` are derived from the same search text.
    pub(in crate::checkout) words: Option<String>,
    /// Customers that match `words`, as a JSON array of IDs.
    pub(in crate::checkout) customers: String,
    /// Order with the order number `words`.
    pub(in crate::checkout) order_id: Option<i64>,
    /// Placed at or after this time, in milliseconds.
    pub(in crate::checkout) from: Option<i64>,
    /// Placed before this time, in milliseconds.
    pub(in crate::checkout) until: Option<i64>,
    /// Only these orders, as a JSON array of IDs: see [`needing`] and `disputes::orders_with`.
    pub(in crate::checkout) among: Option<String>,
    /// Only orders of this customer.
    pub(in crate::checkout) customer_id: Option<i64>,
    /// Only orders with a lower ID.
    pub(in crate::checkout) before: Option<i64>,
    pub(in crate::checkout) limit: i64,
}

/// Required action for an order.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OrderNeed)]
pub(in crate::checkout) enum Need {
    /// Find out the result of its payment or refund.
    Settlement,
    /// Pack and ship its goods.
    Shipment,
}

struct Row {
    id: i64,
    customer_id: i64,
    trans_record_id: String,
    state: String,
    location_id: Option<i64>,
    subtotal: i64,
    taxes: i64,
    total: i64,
    given_back: i64,
    refunded_to_gift_cards: i64,
    refund_reasons: String,
    disputed: i64,
    currency: String,
    code: String,
    created_at: i64,
    settled_at: Option<i64>,
}

/// An order in a list, without its customer's name.
pub(in crate::checkout) struct Listed {
    pub(in crate::checkout) id: i64,
    pub(in crate::checkout) customer_id: i64,
    pub(in crate::checkout) summary: OrderSummary,
}

impl Row {
    fn into_listed(self) -> Result<Listed, sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        let summary = OrderSummary {
            order_number: order_number(self.id),
            trans_record_id: self.trans_record_id,
            state: self.state,
            user_id: None,
            customer_name: None,
            customer_email: None,
            products: Vec::new(),
            location_id: self.location_id,
            subtotal: self.subtotal,
            taxes: self.taxes,
            total: self.total,
            given_back: self.given_back,
            refunded_to_gift_cards: self.refunded_to_gift_cards,
            // Values from a newer build are skipped.
            refund_reasons: self
                .refund_reasons
                .split(',')
                .filter_map(|reason| reason.parse().ok())
                .collect(),
            disputed: self.disputed,
            currency: self.currency,
            code: self.code,
            created_at: instant(self.created_at)?,
            settled_at: self.settled_at.map(instant).transpose()?,
        };
        Ok(Listed {
            id: self.id,
            customer_id: self.customer_id,
            summary,
        })
    }
}

/// Orders with the required action `need`, few among many. Orders still being paid count if placed by `asked_by`, in
/// milliseconds.
pub(in crate::checkout) async fn needing(
    db: &mut TenantRead,
    need: Need,
    asked_by: i64,
) -> Result<Vec<i64>, sqlx::Error> {
    match need {
        Need::Settlement => {
            sqlx::query_scalar!(
                r#"SELECT id AS "id!: i64" FROM checkout_orders
                   WHERE state IN ('pending', 'unknown', 'flagged') AND (state <> 'pending' OR created_at <= ?)
                   UNION SELECT order_id FROM checkout_reversals WHERE state = 'unknown'"#,
                asked_by
            )
            .fetch_all(db.conn())
            .await
        }
        Need::Shipment => {
            sqlx::query_scalar!(
                r#"SELECT DISTINCT l.order_id AS "id!: i64"
                   FROM checkout_order_lines l CROSS JOIN checkout_orders o ON o.id = l.order_id
                   WHERE l.fulfillment IN ('queued', 'packed') AND o.state IN ('paid', 'partially_refunded')"#
            )
            .fetch_all(db.conn())
            .await
        }
    }
}

/// Newest first.
pub(in crate::checkout) async fn orders(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Listed>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.customer_id, o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64",
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done' AND r.destination = 'gift_card') AS "refunded_to_gift_cards!: i64",
                  (SELECT COALESCE(group_concat(r.reason ORDER BY r.id), '') FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "refund_reasons!: String",
                  (SELECT COALESCE(SUM(d.amount), 0) FROM checkout_disputes d
                   WHERE d.order_id = o.id AND d.state <> 'won') AS "disputed!: i64", o.currency, o.code,
                  o.created_at, o.settled_at
           FROM checkout_orders o
           WHERE (?1 IS NULL OR o.state = ?1)
             AND (?2 IS NULL OR o.trans_record_id = ?2 OR o.id = ?3
                  OR o.customer_id IN (SELECT value FROM json_each(?4)))
             AND (?5 IS NULL OR o.created_at >= ?5) AND (?6 IS NULL OR o.created_at < ?6)
             AND (?7 IS NULL OR o.id IN (SELECT value FROM json_each(?7)))
             AND (?8 IS NULL OR o.customer_id = ?8)
             AND (?9 IS NULL OR o.id < ?9)
           ORDER BY o.id DESC LIMIT ?10"#,
        filter.state,
        filter.words,
        filter.order_id,
        filter.customers,
        filter.from,
        filter.until,
        filter.among,
        filter.customer_id,
        filter.before,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Row::into_listed).collect()
}

/// Number of orders that match a filter.
pub(in crate::checkout) async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_orders o
           WHERE (?1 IS NULL OR o.state = ?1)
             AND (?2 IS NULL OR o.trans_record_id = ?2 OR o.id = ?3
                  OR o.customer_id IN (SELECT value FROM json_each(?4)))
             AND (?5 IS NULL OR o.created_at >= ?5) AND (?6 IS NULL OR o.created_at < ?6)
             AND (?7 IS NULL OR o.id IN (SELECT value FROM json_each(?7)))
             AND (?8 IS NULL OR o.customer_id = ?8)"#,
        filter.state,
        filter.words,
        filter.order_id,
        filter.customers,
        filter.from,
        filter.until,
        filter.among,
        filter.customer_id
    )
    .fetch_one(db.conn())
    .await
}

/// Products and quantities by order ID. `ids`: a JSON array.
pub(in crate::checkout) async fn products(
    db: &mut TenantRead,
    ids: &str,
) -> Result<Vec<(i64, OrderedProduct)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT order_id AS "order_id!", name AS "name!", SUM(quantity) FILTER (WHERE part_of IS NULL OR product_type = 'AppBundle') AS "quantity!: i64" FROM checkout_order_lines
           WHERE order_id IN (SELECT value FROM json_each(?)) GROUP BY order_id, name ORDER BY MIN(id)"#,
        ids
    )
    .fetch_all(db.conn())
    .await?;
    let product = |name, quantity| OrderedProduct { name, quantity };
    Ok(rows
        .into_iter()
        .map(|row| (row.order_id, product(row.name, row.quantity)))
        .collect())
}

pub(in crate::checkout) async fn order(
    db: &mut TenantRead,
    trans_record_id: &str,
) -> Result<Option<Listed>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.customer_id, o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64",
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done' AND r.destination = 'gift_card') AS "refunded_to_gift_cards!: i64",
                  (SELECT COALESCE(group_concat(r.reason ORDER BY r.id), '') FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "refund_reasons!: String",
                  (SELECT COALESCE(SUM(d.amount), 0) FROM checkout_disputes d
                   WHERE d.order_id = o.id AND d.state <> 'won') AS "disputed!: i64", o.currency, o.code,
                  o.created_at, o.settled_at
           FROM checkout_orders o WHERE o.trans_record_id = ?"#,
        trans_record_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Row::into_listed).transpose()
}

/// An order with accepted club terms.
pub(in crate::checkout) struct OrderWithTerms {
    pub(in crate::checkout) id: i64,
    pub(in crate::checkout) customer_id: i64,
    pub(in crate::checkout) trans_record_id: String,
    pub(in crate::checkout) created_at: Timestamp,
}

/// Up to `limit` orders with this version of a club's terms, newest first. With `before`, only those before that order.
pub(in crate::checkout) async fn orders_with_terms(
    db: &mut TenantRead,
    version: &str,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<OrderWithTerms>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", customer_id, trans_record_id, created_at FROM checkout_orders
           WHERE accepted_terms = ?1 AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3"#,
        version,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OrderWithTerms {
                id: row.id,
                customer_id: row.customer_id,
                trans_record_id: row.trans_record_id,
                created_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}
