use jiff::Timestamp;
use platform::db::TenantRead;

use crate::checkout::admin::OrderSummary;
use crate::checkout::rules::order_number;

/// What a list of orders shows.
pub(in crate::checkout) struct Filter {
    pub(in crate::checkout) state: Option<String>,
    /// `trans_record_id`, or how the customer's e-mail begins; in lower case.
    pub(in crate::checkout) words: Option<String>,
    /// The order that `words` name by its number.
    pub(in crate::checkout) order_id: Option<i64>,
    /// Only orders with a smaller id.
    pub(in crate::checkout) before: Option<i64>,
    pub(in crate::checkout) limit: i64,
}

struct Row {
    id: i64,
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
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
}

impl Row {
    fn into_summary(self) -> Result<(i64, OrderSummary), sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        let summary = OrderSummary {
            order_number: order_number(self.id),
            trans_record_id: self.trans_record_id,
            state: self.state,
            customer_name: self
                .first_name
                .zip(self.last_name)
                .map(|(first, last)| format!("{first} {last}")),
            customer_email: self.email,
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
        Ok((self.id, summary))
    }
}

/// The newest first, each with its id.
pub(in crate::checkout) async fn orders(
    db: &mut TenantRead,
    filter: &Filter,
) -> Result<Vec<(i64, OrderSummary)>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64", o.currency, o.code, o.created_at, o.settled_at, c.first_name, c.last_name, c.email
           FROM checkout_orders o JOIN customers c ON c.id = o.customer_id
           WHERE (?1 IS NULL OR o.state = ?1) AND (?2 IS NULL OR o.id < ?2)
             AND (?3 IS NULL OR o.trans_record_id = ?3 OR o.id = ?4 OR substr(c.email_key, 1, length(?3)) = ?3)
           ORDER BY o.id DESC LIMIT ?5"#,
        filter.state,
        filter.before,
        filter.words,
        filter.order_id,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Row::into_summary).collect()
}

pub(in crate::checkout) async fn order(
    db: &mut TenantRead,
    trans_record_id: &str,
) -> Result<Option<(i64, OrderSummary)>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT o.id AS "id!", o.trans_record_id, o.state, o.location_id, o.subtotal, o.taxes, o.total,
                  (SELECT COALESCE(SUM(r.amount), 0) FROM checkout_reversals r
                   WHERE r.order_id = o.id AND r.state = 'done') AS "given_back!: i64", o.currency, o.code, o.created_at, o.settled_at, c.first_name, c.last_name, c.email
           FROM checkout_orders o JOIN customers c ON c.id = o.customer_id WHERE o.trans_record_id = ?"#,
        trans_record_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Row::into_summary).transpose()
}
