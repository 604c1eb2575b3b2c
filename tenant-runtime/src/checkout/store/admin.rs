use jiff::Timestamp;
use platform::db::TenantRead;

use crate::checkout::admin::OrderSummary;
use crate::checkout::rules::order_number;

/// What a list of orders shows.
pub(in crate::checkout) struct Filter {
    pub(in crate::checkout) state: Option<String>,
    /// `trans_record_id`, in lower case; `customers` and `order_id` come from the same words.
    pub(in crate::checkout) words: Option<String>,
    /// The customers whom `words` match, as a JSON array of ids.
    pub(in crate::checkout) customers: String,
    /// The order that `words` name by its number.
    pub(in crate::checkout) order_id: Option<i64>,
    /// Only orders with a smaller id.
    pub(in crate::checkout) before: Option<i64>,
    pub(in crate::checkout) limit: i64,
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
    currency: String,
    code: String,
    created_at: i64,
    settled_at: Option<i64>,
}

/// An order in a list, before it is said who placed it.
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
            customer_name: None,
            customer_email: None,
            location_id: self.location_id,
            subtotal: self.subtotal,
            taxes: self.taxes,
            total: self.total,
            given_back: self.given_back,
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

/// The newest first.
pub(in crate::checkout) async fn orders(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Listed>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.customer_id, o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64", o.currency, o.code,
                  o.created_at, o.settled_at
           FROM checkout_orders o
           WHERE (?1 IS NULL OR o.state = ?1) AND (?2 IS NULL OR o.id < ?2)
             AND (?3 IS NULL OR o.trans_record_id = ?3 OR o.id = ?4
                  OR o.customer_id IN (SELECT value FROM json_each(?5)))
           ORDER BY o.id DESC LIMIT ?6"#,
        filter.state,
        filter.before,
        filter.words,
        filter.order_id,
        filter.customers,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Row::into_listed).collect()
}

pub(in crate::checkout) async fn order(
    db: &mut TenantRead,
    trans_record_id: &str,
) -> Result<Option<Listed>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.customer_id, o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64", o.currency, o.code,
                  o.created_at, o.settled_at
           FROM checkout_orders o WHERE o.trans_record_id = ?"#,
        trans_record_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Row::into_listed).transpose()
}
