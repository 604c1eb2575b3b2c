//! Points for payments and refunds, within their transactions.

use platform::db::TenantWrite;
use serde::Serialize;

use super::store::referrals;
use super::{award, referral, rules, settings, store};
use crate::catalog::ProductType;
use crate::error::Fault;
use crate::tenant::TenantContext;
use crate::{identity, site};

/// An order that is paid.
#[derive(Clone, Debug)]
pub struct PaidOrder {
    pub id: i64,
    pub customer_id: i64,
    pub lines: Vec<PaidLine>,
}

/// One of its lines.
#[derive(Clone, Copy, Debug)]
pub struct PaidLine {
    pub id: i64,
    pub product_type: ProductType,
    /// Minor units, net.
    pub price: i64,
}

/// Awards points for an order that was just paid, and checks whether it qualifies a referral. Awards none while the
/// program is off.
///
/// # Errors
/// The database fails, or the line has already earned points.
pub async fn paid(db: &mut TenantWrite, tenant: &TenantContext, order: PaidOrder) -> Result<(), Fault> {
    let sold = order.lines.iter().map(|line| Sold {
        subject: format!("order_line:{}", line.id),
        product_type: line.product_type,
        price: line.price,
    });
    let is_referred = earn(db, tenant, order.customer_id, sold).await?;
    if is_referred && order.lines.iter().any(|line| line.price > 0) {
        referral::qualify(db, tenant, order.customer_id, order.id).await?;
    }
    Ok(())
}

/// Sale that can earn points.
pub(super) struct Sold {
    /// As in the entry.
    pub(super) subject: String,
    pub(super) product_type: ProductType,
    /// Minor units, net.
    pub(super) price: i64,
}

/// Awards points for a sale, and creates the award if they reach the goal. Returns whether a referral of the customer
/// waits for an order.
pub(super) async fn earn(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    sold: impl Iterator<Item = Sold> + Send,
) -> Result<bool, Fault> {
    let settings = settings::within(tenant, db).await?;
    let config = &site::config_within(tenant, db).await?.config;
    let digits = config.currency.fraction_digits();
    let earned: Vec<(String, i64)> = sold
        .filter(|sold| config.loyalty_program && settings.earning_types.contains(&sold.product_type))
        .map(|sold| {
            (
                sold.subject,
                rules::points_for(sold.price, settings.points_per_unit, digits),
            )
        })
        .filter(|(_, points)| *points > 0)
        .collect();
    let total: i64 = earned.iter().map(|(_, points)| points).sum();
    if total > 0 {
        let earned = serde_json::to_string(&earned).map_err(Fault::internal)?;
        store::insert_earned(db, customer_id, &earned, tenant.now().as_millisecond()).await?;
    }
    let standing = store::standing(db, customer_id).await?;
    // If the previous balance reached the goal, a job already creates the next award.
    let goal = settings.point_goal;
    if standing.balance >= goal && standing.balance - total < goal {
        award::make_due(db, tenant, customer_id).await?;
    }
    Ok(standing.is_referred)
}

/// Awards points for a kiosk sale for cash or by its own card reader, as for AirPAY. `net`: minor units.
pub(super) async fn bought_at_kiosk(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (sale_id, net): (i64, i64),
) -> Result<(), Fault> {
    let sold = Sold {
        subject: format!("kiosk_sale:{sale_id}"),
        product_type: ProductType::AirPay,
        price: net,
    };
    // A referral qualifies by an order only.
    earn(db, tenant, customer_id, [sold].into_iter()).await?;
    Ok(())
}

/// A line of an order that was refunded, or part of one.
#[derive(Clone, Debug, Serialize)]
pub struct RefundedLine {
    pub id: i64,
    /// JSON array of the line's ID and its parts' IDs.
    pub lines: String,
    /// Minor units, net, that are not refunded of them.
    pub kept: i64,
    /// Minor units, net, that they were sold for.
    pub sold: i64,
}

/// Deducts the points of lines that were refunded, and of parts their share, whether the program is on or off, and whether the points are spent or not. Where
/// that leaves points owed, unused awards are revoked. A referral that qualified by their order waits for another one.
pub async fn refunded(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    order_id: i64,
    lines: &[RefundedLine],
) -> Result<(), Fault> {
    // The points of a deleted account are gone.
    if identity::find_account(db, customer_id).await?.is_none() {
        return Ok(());
    }
    referral::disqualify(db, customer_id, order_id).await?;
    let lines = serde_json::to_string(lines).map_err(Fault::internal)?;
    store::reverse_earned(db, &lines, tenant.now().as_millisecond()).await?;
    if award::revoke_unused(db, tenant, customer_id, 0).await? > 0 {
        // The goal may be lower than when the revoked award was created.
        award::make_due(db, tenant, customer_id).await?;
    }
    Ok(())
}

/// Voids the points of a customer whose account is being deleted, and erases their referrals.
pub async fn forget(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    let balance = store::balance(db, customer_id).await?;
    if balance != 0 {
        store::insert(db, customer_id, "expire", -balance, None, tenant.now().as_millisecond()).await?;
    }
    Ok(referrals::forget(db, customer_id).await?)
}
