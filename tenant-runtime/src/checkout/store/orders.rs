use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::checkout::order_seal::OrderSealer;
use crate::checkout::rules::{Order, OrderState, Origin};
use crate::checkout::wire::{Deduction, Quote};
use crate::error::Fault;

struct OrderRow {
    id: i64,
    trans_record_id: String,
    customer_id: i64,
    origin: String,
    state: String,
    total: i64,
    code: String,
    location_id: Option<i64>,
    created_at: i64,
    settled_at: Option<i64>,
    discount_item_id: Option<i64>,
}

impl TryFrom<OrderRow> for Order {
    type Error = sqlx::Error;

    fn try_from(row: OrderRow) -> Result<Self, sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        Ok(Self {
            id: row.id,
            trans_record_id: row.trans_record_id,
            customer_id: row.customer_id,
            origin: Origin::parse(&row.origin),
            state: OrderState::parse(&row.state),
            total: row.total,
            code: row.code,
            location_id: row.location_id,
            created_at: instant(row.created_at)?,
            settled_at: row.settled_at.map(instant).transpose()?,
            discount_item_id: row.discount_item_id,
        })
    }
}

pub(in crate::checkout) struct NewOrder<'a> {
    pub(in crate::checkout) trans_record_id: String,
    pub(in crate::checkout) customer_id: i64,
    pub(in crate::checkout) origin: Origin,
    pub(in crate::checkout) location_id: Option<i64>,
    pub(in crate::checkout) quote: &'a Quote,
    pub(in crate::checkout) fingerprint: &'a [u8; 32],
    /// Whether its request has an idempotency key.
    pub(in crate::checkout) has_key: bool,
    /// Version of the club's terms.
    pub(in crate::checkout) accepted_terms: Option<&'a str>,
    /// The wallet item used as a discount.
    pub(in crate::checkout) discount_item_id: Option<i64>,
    pub(in crate::checkout) now: Timestamp,
}

pub(in crate::checkout) async fn insert_order(db: &mut TenantWrite, new: &NewOrder<'_>) -> Result<Order, sqlx::Error> {
    let (fingerprint, now) = (new.fingerprint.as_slice(), new.now.as_millisecond());
    let origin = new.origin.into_str();
    let amount = |deduction: &Option<Deduction>| deduction.as_ref().map_or(0, |deduction| deduction.amount);
    let (discount, credit) = (amount(&new.quote.discount), amount(&new.quote.credit));
    let seal = order_sealer(db).await?.seal(&new.trans_record_id, new.has_key);
    let seal = seal.as_slice();
    let id = sqlx::query_scalar!(
        r#"INSERT INTO checkout_orders
             (trans_record_id, customer_id, origin, location_id, state, subtotal, taxes, total, currency, fingerprint,
              accepted_terms, discount, discount_item_id, credit, created_at, has_key, seal)
           VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.trans_record_id,
        new.customer_id,
        origin,
        new.location_id,
        new.quote.subtotal,
        new.quote.taxes,
        new.quote.total,
        new.quote.currency,
        fingerprint,
        new.accepted_terms,
        discount,
        new.discount_item_id,
        credit,
        now,
        new.has_key,
        seal
    )
    .fetch_one(db.conn())
    .await?;
    Ok(Order {
        id,
        trans_record_id: new.trans_record_id.clone(),
        customer_id: new.customer_id,
        origin: new.origin,
        state: OrderState::Pending,
        total: new.quote.total,
        code: String::new(),
        location_id: new.location_id,
        created_at: new.now,
        settled_at: None,
        discount_item_id: new.discount_item_id,
    })
}

/// Seals the next orders, in the transaction that adds them.
///
/// # Errors
/// The query fails, or there are no keys.
pub async fn order_sealer(db: &mut TenantWrite) -> Result<OrderSealer, sqlx::Error> {
    let last = sqlx::query_scalar!(
        r#"SELECT seal AS "seal!" FROM checkout_orders WHERE seal IS NOT NULL ORDER BY id DESC LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await?;
    let no_keys = || sqlx::Error::Configuration("the file was opened without the site's keys".into());
    Ok(OrderSealer::new(db.keys().ok_or_else(no_keys)?, last))
}

/// An order of this customer.
pub(in crate::checkout) async fn find_order(
    db: &mut TenantRead,
    trans_record_id: &str,
    customer_id: i64,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, origin, state, total, code, location_id, created_at, settled_at,
                  discount_item_id
           FROM checkout_orders WHERE trans_record_id = ? AND customer_id = ?"#,
        trans_record_id,
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

/// An order of any customer.
pub(in crate::checkout) async fn find_any_order(
    db: &mut TenantRead,
    trans_record_id: &str,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, origin, state, total, code, location_id, created_at, settled_at,
                  discount_item_id
           FROM checkout_orders WHERE trans_record_id = ?"#,
        trans_record_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

pub(in crate::checkout) async fn find_order_by_id(db: &mut TenantRead, id: i64) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, origin, state, total, code, location_id, created_at, settled_at,
                  discount_item_id
           FROM checkout_orders WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

/// The newest order with the same body, placed at or after `since`, that didn't fail.
pub(in crate::checkout) async fn find_same_body(
    db: &mut TenantRead,
    customer_id: i64,
    fingerprint: &[u8; 32],
    since: i64,
) -> Result<Option<Order>, sqlx::Error> {
    let fingerprint = fingerprint.as_slice();
    let row = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, origin, state, total, code, location_id, created_at, settled_at,
                  discount_item_id
           FROM checkout_orders
           WHERE customer_id = ? AND fingerprint = ? AND created_at >= ? AND state IN ('pending', 'unknown', 'paid')
           ORDER BY id DESC LIMIT 1"#,
        customer_id,
        fingerprint,
        since
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Order::try_from).transpose()
}

/// Whether an order of the customer in the shop is still being settled and blocks another. A flagged order doesn't
/// count.
pub(in crate::checkout) async fn has_blocking_order(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<bool, sqlx::Error> {
    let open = sqlx::query_scalar!(
        "SELECT id FROM checkout_orders
         WHERE customer_id = ? AND origin = 'shop' AND state IN ('pending', 'unknown')",
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(open.is_some())
}

pub(in crate::checkout) async fn set_state(
    db: &mut TenantWrite,
    id: i64,
    state: OrderState,
    code: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (text, now) = (
        state.into_str(),
        (!state.is_unsettled()).then_some(now.as_millisecond()),
    );
    sqlx::query!(
        "UPDATE checkout_orders SET state = ?, code = ?, settled_at = ? WHERE id = ?",
        text,
        code,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Updates the state of a paid order on refunds.
pub(in crate::checkout) async fn move_on(db: &mut TenantWrite, id: i64, state: OrderState) -> Result<(), sqlx::Error> {
    let text = state.into_str();
    sqlx::query!("UPDATE checkout_orders SET state = ? WHERE id = ?", text, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Changes the state of an open order to another open state. An order that staff are handling stays with them.
pub(in crate::checkout) async fn mark_open_order(
    db: &mut TenantWrite,
    id: i64,
    state: OrderState,
) -> Result<(), sqlx::Error> {
    let text = state.into_str();
    sqlx::query!(
        "UPDATE checkout_orders SET state = ? WHERE id = ? AND state IN ('pending', 'unknown')",
        text,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Line of a renewal order, with its membership.
pub(in crate::checkout) struct RenewalRow {
    pub(in crate::checkout) order_line_id: i64,
    /// `None`: an earlier build wrote it.
    pub(in crate::checkout) membership_id: Option<i64>,
}

/// `None`: the order isn't a renewal.
pub(in crate::checkout) async fn renewal(db: &mut TenantRead, id: i64) -> Result<Option<RenewalRow>, sqlx::Error> {
    sqlx::query_as!(
        RenewalRow,
        r#"SELECT l.id AS "order_line_id!", o.membership_id
           FROM checkout_orders o JOIN checkout_order_lines l ON l.order_id = o.id
           WHERE o.id = ? AND o.origin = 'renewal'"#,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Sets the membership that the order `id` renews.
pub(in crate::checkout) async fn set_membership(
    db: &mut TenantWrite,
    id: i64,
    membership_id: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_orders SET membership_id = ? WHERE id = ?",
        membership_id,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Kiosk charges since `since` (Unix ms) that aren't refunded, including unknown ones: number and minor units.
pub(in crate::checkout) async fn charged_at_kiosks(
    db: &mut TenantRead,
    customer_id: i64,
    since: i64,
) -> Result<(i64, i64), sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT COUNT(*) AS "count!: i64", COALESCE(SUM(total), 0) AS "amount!: i64" FROM checkout_orders
           WHERE customer_id = ? AND origin = 'kiosk' AND created_at >= ? AND state NOT IN ('failed', 'voided', 'refunded')"#,
        customer_id,
        since
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.count, row.amount))
}

/// Components of an order's total, in minor units of `currency`.
pub(in crate::checkout) struct Amounts {
    pub(in crate::checkout) subtotal: i64,
    /// Already deducted from the prices, so not in the subtotal.
    pub(in crate::checkout) discount: i64,
    /// Credit isn't either.
    pub(in crate::checkout) credit: i64,
    pub(in crate::checkout) taxes: i64,
    pub(in crate::checkout) currency: String,
}

pub(in crate::checkout) async fn amounts(db: &mut TenantRead, id: i64) -> Result<Amounts, sqlx::Error> {
    sqlx::query_as!(
        Amounts,
        "SELECT subtotal, discount, credit, taxes, currency FROM checkout_orders WHERE id = ?",
        id
    )
    .fetch_one(db.conn())
    .await
}

/// Paid orders of a customer, newest first.
pub(in crate::checkout) async fn paid_orders(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Order>, sqlx::Error> {
    let rows = sqlx::query_as!(
        OrderRow,
        r#"SELECT id AS "id!", trans_record_id, customer_id, origin, state, total, code, location_id, created_at, settled_at,
                  discount_item_id
           FROM checkout_orders
           WHERE customer_id = ? AND state IN ('paid', 'partially_refunded', 'refunded', 'voided')
           ORDER BY created_at DESC, id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// Stores the text that a customer accepts, once per version.
pub(in crate::checkout) async fn keep_terms(
    db: &mut TenantWrite,
    version: &str,
    body: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let now = now.as_millisecond();
    sqlx::query!(
        "INSERT INTO checkout_terms (version, body, first_accepted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        version,
        body,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Version of a club's terms that the customer accepted with an order.
pub(in crate::checkout) async fn accepted_terms(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT accepted_terms FROM checkout_orders WHERE id = ?", order_id)
        .fetch_one(db.conn())
        .await
}

/// The order `id`, which exists.
pub(in crate::checkout) async fn existing(db: &mut TenantRead, id: i64) -> Result<Order, Fault> {
    let order = find_order_by_id(db, id).await?;
    order.ok_or_else(|| Fault::internal("an order is missing"))
}
