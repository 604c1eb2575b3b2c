//! What follows from what was paid, and from what was refunded, each within the transaction in which it happens.

use platform::db::TenantWrite;

use super::rules::LoyaltySettings;
use super::store::referrals;
use super::{award, referral, rules, settings, store};
use crate::catalog::ProductType;
use crate::error::Fault;
use crate::tenant::Tenant;
use crate::{identity, site};

/// An order that is paid.
#[derive(Clone, Copy, Debug)]
pub struct PaidOrder<'a> {
    pub id: i64,
    pub customer_id: i64,
    pub lines: &'a [PaidLine],
}

/// One of its lines.
#[derive(Clone, Copy, Debug)]
pub struct PaidLine {
    pub id: i64,
    pub product_type: ProductType,
    /// Minor units, net.
    pub price: i64,
}

/// Gives a customer the points for an order, which is paid just now, and lets it qualify a referral. While the program is off no points
/// are given.
///
/// # Errors
/// When the database refuses; it does for a line that gave points already.
pub async fn paid(db: &mut TenantWrite, tenant: &Tenant, order: PaidOrder<'_>) -> Result<(), Fault> {
    let settings = settings::in_force(tenant).await?;
    let earned = earned(tenant, &settings, order.lines).await?;
    let total: i64 = earned.iter().map(|(_, points)| points).sum();
    if total > 0 {
        let earned = serde_json::to_string(&earned).map_err(Fault::internal)?;
        store::insert_earned(db, order.customer_id, &earned, tenant.now().as_millisecond()).await?;
    }
    let standing = store::standing(db, order.customer_id).await?;
    if standing.is_referred && order.lines.iter().any(|line| line.price > 0) {
        referral::qualify(db, tenant, order.customer_id, order.id).await?;
    }
    // Who had the points before has a job that makes the next award.
    let goal = settings.point_goal;
    if standing.balance >= goal && standing.balance - total < goal {
        award::make_due(db, tenant, order.customer_id).await?;
    }
    Ok(())
}

/// The lines that give points, with how many.
async fn earned(tenant: &Tenant, settings: &LoyaltySettings, lines: &[PaidLine]) -> Result<Vec<(i64, i64)>, Fault> {
    let config = &site::saved_config(tenant).await?.config;
    if !config.loyalty_program {
        return Ok(Vec::new());
    }
    let digits = config.currency.fraction_digits();
    let earning = lines
        .iter()
        .filter(|line| settings.earning_types.contains(&line.product_type));
    let points = |line: &PaidLine| rules::points_for(line.price, settings.points_per_unit, digits);
    Ok(earning
        .map(|line| (line.id, points(line)))
        .filter(|(_, points)| *points > 0)
        .collect())
}

/// Takes the points of lines back whose price a customer has got back, whether the program is on or off, and whether they are spent
/// or not. A referral that qualified by their order waits for another one.
///
/// # Errors
/// When the database refuses.
pub async fn refunded(
    db: &mut TenantWrite,
    tenant: &Tenant,
    customer_id: i64,
    order_id: i64,
    lines: &[i64],
) -> Result<(), Fault> {
    // The points of a deleted account are gone.
    if identity::find_account(db, customer_id).await?.is_none() {
        return Ok(());
    }
    referral::disqualify(db, customer_id, order_id).await?;
    let lines = serde_json::to_string(lines).map_err(Fault::internal)?;
    Ok(store::reverse_earned(db, &lines, tenant.now().as_millisecond()).await?)
}

/// Lets the points of a customer lapse whose account is being deleted, and forgets who brought whom.
///
/// # Errors
/// When the database refuses.
pub async fn forget(db: &mut TenantWrite, tenant: &Tenant, customer_id: i64) -> Result<(), Fault> {
    let balance = store::balance(db, customer_id).await?;
    if balance != 0 {
        store::insert(db, customer_id, "expire", -balance, None, tenant.now().as_millisecond()).await?;
    }
    Ok(referrals::forget(db, customer_id).await?)
}
