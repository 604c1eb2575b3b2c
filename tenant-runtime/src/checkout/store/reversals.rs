use jiff::Timestamp;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};

use super::lines::product_type;
use crate::catalog::ProductType;
use crate::checkout::rules::refund::{Planned, ReturnedLine};
use crate::checkout::rules::reversal::{Kind, NewReversal, RefundOptions, Reversal, ReversalState};
use crate::checkout::rules::shipment::ShipmentState;

struct Row {
    id: i64,
    reference: Option<String>,
    order_id: i64,
    kind: String,
    state: String,
    amount: i64,
    requested_by: String,
    code: String,
    created_at: i64,
    settled_at: Option<i64>,
    reason: Option<String>,
    destination: String,
    restocks: bool,
    ends_membership: bool,
}

impl TryFrom<Row> for Reversal {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        Ok(Self {
            id: row.id,
            reference: row.reference,
            order_id: row.order_id,
            kind: row.kind.parse().unwrap_or(Kind::Refund),
            state: ReversalState::parse(&row.state),
            amount: row.amount,
            requested_by: row.requested_by,
            code: row.code,
            created_at: instant(row.created_at)?,
            settled_at: row.settled_at.map(instant).transpose()?,
            options: RefundOptions {
                reason: row.reason.and_then(|reason| reason.parse().ok()),
                destination: row
                    .destination
                    .parse()
                    .map_err(|_| sqlx::Error::Decode(format!("refund destination {}", row.destination).into()))?,
                restocks: row.restocks,
                ends_membership: row.ends_membership,
            },
        })
    }
}

pub(in crate::checkout) async fn insert(
    db: &mut TenantWrite,
    new: NewReversal<'_>,
    now: Timestamp,
) -> Result<Reversal, sqlx::Error> {
    let (kind, created_at) = (new.kind.into_str(), now.as_millisecond());
    let options = new.options;
    let reason = options.reason.map(|reason| reason.into_str());
    let destination = options.destination.into_str();
    let id = sqlx::query_scalar!(
        r#"INSERT INTO checkout_reversals (reference, order_id, kind, amount, requested_by, created_at, reason, destination,
             restocks, ends_membership)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.reference,
        new.order_id,
        kind,
        new.amount,
        new.requested_by,
        created_at,
        reason,
        destination,
        options.restocks,
        options.ends_membership
    )
    .fetch_one(db.conn())
    .await?;
    Ok(Reversal {
        id,
        reference: Some(new.reference.to_owned()),
        order_id: new.order_id,
        kind: new.kind,
        state: ReversalState::Initiated,
        amount: new.amount,
        requested_by: new.requested_by.to_owned(),
        code: String::new(),
        created_at: now,
        settled_at: None,
        options,
    })
}

pub(in crate::checkout) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Reversal>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", reference, order_id, kind, state, amount, requested_by, code, created_at, settled_at, reason, destination,
             restocks AS "restocks: bool", ends_membership AS "ends_membership: bool"
           FROM checkout_reversals WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Reversal::try_from).transpose()
}

/// Oldest first.
pub(in crate::checkout) async fn of_order(db: &mut TenantRead, order_id: i64) -> Result<Vec<Reversal>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", reference, order_id, kind, state, amount, requested_by, code, created_at, settled_at, reason, destination,
             restocks AS "restocks: bool", ends_membership AS "ends_membership: bool"
           FROM checkout_reversals WHERE order_id = ? ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Reversal::try_from).collect()
}

/// Lines of open reversals that end memberships.
pub(in crate::checkout) async fn lines_of_open_ends(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT l.id AS "id!" FROM checkout_reversals r JOIN checkout_order_lines l ON l.reversal_id = r.id
           WHERE r.state IN ('initiated', 'unknown') AND r.ends_membership = 1"#
    )
    .fetch_all(db.conn())
    .await
}

/// Whether an open reversal includes the line.
pub(in crate::checkout) async fn is_being_returned(db: &mut TenantRead, line_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_order_lines l JOIN checkout_reversals r ON r.id = l.reversal_id
             WHERE l.id = ? AND r.state IN ('initiated', 'unknown')) AS "open!: bool""#,
        line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Settles an open reversal. Returns false if it is already settled.
pub(in crate::checkout) async fn set_state(
    db: &mut TenantWrite,
    id: i64,
    state: ReversalState,
    code: &str,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let (text, settled_at) = (
        state.into_str(),
        (!state.is_unsettled()).then_some(now.as_millisecond()),
    );
    let result = sqlx::query!(
        "UPDATE checkout_reversals SET state = ?, code = ?, settled_at = ?
         WHERE id = ? AND state IN ('initiated', 'unknown')",
        text,
        code,
        settled_at,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// A void that the processor no longer accepts becomes a refund.
pub(in crate::checkout) async fn become_refund(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE checkout_reversals SET kind = 'refund' WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// A line of a paid order with its current state.
pub(in crate::checkout) struct SoldLine {
    pub(in crate::checkout) id: i64,
    /// `None`: not a product in the catalog.
    pub(in crate::checkout) product_id: Option<i64>,
    pub(in crate::checkout) product_type: ProductType,
    pub(in crate::checkout) name: String,
    /// Minor units, net.
    pub(in crate::checkout) price: i64,
    /// Discount in minor units. Original price = price + discount + credit.
    pub(in crate::checkout) discount: i64,
    /// Credit for the rest of the previous club's period, in minor units.
    pub(in crate::checkout) credit: i64,
    /// Minor units.
    pub(in crate::checkout) taxes: i64,
    pub(in crate::checkout) is_gift: bool,
    pub(in crate::checkout) gifted_email: Option<String>,
    pub(in crate::checkout) gifted_to: Option<String>,
    pub(in crate::checkout) card_last_four: Option<String>,
    pub(in crate::checkout) address_id: Option<i64>,
    pub(in crate::checkout) fulfillment: Option<ShipmentState>,
    pub(in crate::checkout) carrier: Option<String>,
    pub(in crate::checkout) tracking: Option<String>,
    pub(in crate::checkout) reversal_id: Option<i64>,
    /// Refunded or being refunded, in minor units.
    pub(in crate::checkout) refunded: i64,
    /// Line that this part was split from. `None`: it is an original line.
    pub(in crate::checkout) part_of: Option<i64>,
    /// Codes of a bundle, otherwise 1.
    pub(in crate::checkout) quantity: i64,
    /// Names of the washes that a club or bundle includes.
    pub(in crate::checkout) washes: Vec<String>,
}

impl SoldLine {
    pub(in crate::checkout) fn returned(&self) -> ReturnedLine {
        ReturnedLine {
            reversal_id: self.reversal_id,
            paid: self.price + self.taxes,
            refunded: self.refunded,
            discount: self.discount,
        }
    }
}

pub(in crate::checkout) async fn sold_lines(db: &mut TenantRead, order_id: i64) -> Result<Vec<SoldLine>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", product_id, product_type, name, price, discount, credit, taxes, is_gift AS "is_gift: bool", gifted_email,
                  gifted_to, card_last_four, address_id, fulfillment, carrier, tracking, reversal_id, refunded, part_of, quantity, washes
           FROM checkout_order_lines WHERE order_id = ? ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SoldLine {
                id: row.id,
                product_id: row.product_id,
                product_type: product_type(&row.product_type)?,
                name: row.name,
                price: row.price,
                discount: row.discount,
                credit: row.credit,
                taxes: row.taxes,
                is_gift: row.is_gift,
                gifted_email: row.gifted_email,
                gifted_to: row.gifted_to,
                card_last_four: row.card_last_four,
                address_id: row.address_id,
                fulfillment: row.fulfillment.as_deref().and_then(|state| state.parse().ok()),
                carrier: row.carrier,
                tracking: row.tracking,
                reversal_id: row.reversal_id,
                refunded: row.refunded,
                part_of: row.part_of,
                quantity: row.quantity,
                washes: serde_json::from_str(&row.washes).map_err(undecodable)?,
            })
        })
        .collect()
}

/// Records that `reversal_id` refunds this line. Returns false if another reversal does.
pub(in crate::checkout) async fn claim_line(
    db: &mut TenantWrite,
    reversal_id: i64,
    line: Planned,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE checkout_order_lines SET reversal_id = ?, refunded = ? WHERE id = ? AND reversal_id IS NULL",
        reversal_id,
        line.amount,
        line.line_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Releases the lines of a declined reversal.
pub(in crate::checkout) async fn release_lines(db: &mut TenantWrite, reversal_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_order_lines SET reversal_id = NULL, refunded = 0 WHERE reversal_id = ?",
        reversal_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// `ids`: a JSON array.
pub(in crate::checkout) async fn orders_of(db: &mut TenantRead, ids: &str) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id!", o.trans_record_id AS "trans_record_id!"
           FROM checkout_reversals r JOIN checkout_orders o ON o.id = r.order_id
           WHERE r.id IN (SELECT value FROM json_each(?))"#,
        ids
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.trans_record_id)).collect())
}
