//! Conversion of points to wallet items, one at a time.

use jiff::SignedDuration;
use platform::db::TenantWrite;
use platform::jobs::{self, Job, JobError};
use serde::{Deserialize, Serialize};

use super::tell::{self, Told};
use super::{rules, settings, store};
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::rules::{Expiry, ItemKind};
use crate::wallet::{self, KioskRules, NewItem};
use crate::{identity, site};

/// Default name of an award.
pub(super) const AWARD_NAME: &str = "Free Wash";

/// Interval of the check whether the previous award has left the wallet.
const LOOK_EVERY: SignedDuration = SignedDuration::from_hours(24);

/// Creates the next award of a customer who has enough points but hasn't used the previous award.
#[derive(Serialize, Deserialize)]
pub(super) struct NextAward {
    pub(super) customer_id: i64,
}

impl Job for NextAward {
    /// `suds site check` expects such a job, with its key, for each customer with enough points.
    const KIND: &'static str = "loyalty.next_award";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.customer_id.to_string())
    }
}

/// Creates the award for which a customer has enough points, within the transaction that changes them. If another one
/// must follow later, a job creates it.
pub(super) async fn make_due(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    if !try_make(db, tenant, customer_id).await? {
        let now = tenant.now();
        jobs::enqueue(db, now, now + LOOK_EVERY, &NextAward { customer_id }).await?;
    }
    Ok(())
}

/// The same; `false`: there are the points for another one.
async fn try_make(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<bool, Fault> {
    let goal = settings::within(tenant, db).await?.point_goal;
    let balance = store::balance(db, customer_id).await?;
    if balance < goal {
        return Ok(true);
    }
    let is_on = site::config_within(tenant, db).await?.config.loyalty_program;
    let has_award = wallet::holds(db, tenant, customer_id, ItemKind::AppPoints).await?;
    if !is_on || !rules::is_award_due(balance, goal, has_award) {
        return Ok(false);
    }
    make(db, tenant, customer_id).await?;
    Ok(balance - goal < goal)
}

async fn make(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    let settings = settings::within(tenant, db).await?;
    let now = tenant.now();
    let (goal, days) = (settings.point_goal, settings.award_days);
    let entry = store::insert(db, customer_id, "award", -goal, None, now.as_millisecond()).await?;
    let (item, name) = issue(db, tenant, customer_id, settings.award_name.as_deref(), days).await?;
    store::insert_award(db, entry, item).await?;
    Ok(tell::tell(db, now, customer_id, Told::Award { name, days }).await?)
}

/// Revokes unused awards, newest first, until the balance is at least `floor`, and credits their points. Returns the
/// number of awards.
pub(super) async fn revoke_unused(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    floor: i64,
) -> Result<usize, Fault> {
    let (now, mut revoked) = (tenant.now().as_millisecond(), 0);
    let mut balance = store::balance(db, customer_id).await?;
    for award in store::awards(db, customer_id).await? {
        if balance >= floor {
            break;
        }
        if wallet::revoke_unused(db, award.item_id).await? {
            let subject = format!("award:{}", award.entry_id);
            store::insert(db, customer_id, "adjust", award.cost, Some(&subject), now).await?;
            balance += award.cost;
            revoked += 1;
        }
    }
    Ok(revoked)
}

/// Adds an item to a customer's wallet. Returns its ID and name. `name`: the merchant's, if set.
pub(super) async fn issue(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    name: Option<&str>,
    days: i64,
) -> Result<(i64, String), Fault> {
    let config = &site::config_within(tenant, db).await?.config;
    let kept = identity::kept_language(db, customer_id).await?;
    let name = name.map_or_else(|| config.locale_kept(kept.as_deref()).say(AWARD_NAME), str::to_owned);
    let item = NewItem {
        customer_id: Some(customer_id),
        order_line_id: None,
        kind: ItemKind::AppPoints,
        name: &name,
        locations: &[],
        washes: &[],
        expiry: Expiry::Days(days),
        max_uses: 1,
        kiosk: &KioskRules::default(),
        gift: None,
    };
    let id = wallet::issue(db, tenant, &config.time_zone, item).await?;
    Ok((id, name))
}

/// Looks again a day later, as long as the points are there.
pub(super) async fn make_next(tenant: Tenant, NextAward { customer_id }: NextAward) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    let is_done = try_make(&mut db, &tenant, customer_id).await?;
    db.commit().await?;
    if is_done {
        Ok(())
    } else {
        Err(JobError::NotBefore(tenant.now() + LOOK_EVERY))
    }
}
