//! Rewards for referring a friend (docs/RULES.md#referrals).

use jiff::SignedDuration;
use platform::db::{TenantRead, TenantWrite};
use platform::http::Text;
use platform::jobs::{self, Job, JobError};
use serde::{Deserialize, Serialize};

use super::award;
use super::rules::LoyaltySettings;
use super::store::referrals::{self, Referral, ReferralRecord};
use super::tell::{self, Told};
use super::{settings, store};
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};
use crate::{identity, site};

/// For which an order of the friend must not be refunded.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);

/// Settling a referral that has qualified.
#[derive(Serialize, Deserialize)]
pub(super) struct Settle {
    friend_id: i64,
}

impl Job for Settle {
    /// `suds site check` knows this type and its key: a qualified referral has such a job.
    const KIND: &'static str = "loyalty.referral";

    fn key(&self) -> Option<String> {
        Some(self.friend_id.to_string())
    }
}

/// Records a referral.
pub(super) async fn begin(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    friend_id: i64,
    referrer_id: i64,
) -> Result<(), Fault> {
    Ok(referrals::insert(db, friend_id, referrer_id, tenant.now().as_millisecond()).await?)
}

/// Lets the referral of a customer qualify by an order that is paid just now; without one nothing happens.
pub(super) async fn qualify(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    order_id: i64,
) -> Result<(), Fault> {
    let account = identity::find_account(db, customer_id).await?;
    if !account.is_some_and(|account| account.email_confirmed) {
        return Ok(());
    }
    if referrals::qualify(db, customer_id, order_id).await? {
        let now = tenant.now();
        jobs::enqueue(db, now, now + PATIENCE, &Settle { friend_id: customer_id }).await?;
    }
    Ok(())
}

/// Makes a referral wait for another order, because part of the qualifying order was refunded too early.
pub(super) async fn disqualify(db: &mut TenantWrite, customer_id: i64, order_id: i64) -> Result<(), sqlx::Error> {
    if referrals::disqualify(db, customer_id, order_id).await? {
        jobs::withdraw(db, &Settle { friend_id: customer_id }).await?;
    }
    Ok(())
}

/// Rewards both sides. Rejects a referral if both sides seem to be the same person, or if the friend was rewarded
/// before.
pub(super) async fn settle(tenant: Tenant, Settle { friend_id }: Settle) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let Some(referral) = referrals::qualified(&mut db, friend_id).await? else {
        return Ok(());
    };
    let rejection = rejection(&mut db, referral).await?;
    if !referrals::settle(&mut db, friend_id, rejection, now.as_millisecond()).await? {
        return Ok(());
    }
    if rejection.is_none() {
        referrals::note_rewarded(&mut db, friend_id).await?;
        let settings = settings::within(&tenant, &mut db).await?;
        if settings.rewards_referrer {
            reward(&mut db, &tenant, &settings, referral.referrer_id, friend_id).await?;
        }
        if settings.rewards_friend {
            reward(&mut db, &tenant, &settings, friend_id, friend_id).await?;
        }
    }
    Ok(db.commit().await?)
}

/// Reason against rewarding a referral: something both customers share, or an earlier reward for the friend.
async fn rejection(db: &mut TenantRead, referral: Referral) -> Result<Option<&'static str>, sqlx::Error> {
    let (friend, referrer) = (referral.friend_id, referral.referrer_id);
    if identity::share_device(db, friend, referrer).await? {
        return Ok(Some("device"));
    }
    if let Some(shared) = identity::shared_identifier(db, friend, referrer).await? {
        return Ok(Some(shared.into_str()));
    }
    let accounts = identity::accounts_of_person(db, friend).await?;
    let was_rewarded = referrals::was_any_rewarded(db, &accounts).await?;
    Ok(was_rewarded.then_some("rewarded"))
}

/// Points, or while the program is off an item.
async fn reward(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    settings: &LoyaltySettings,
    customer_id: i64,
    friend_id: i64,
) -> Result<(), Fault> {
    let now = tenant.now();
    let saved = site::config_within(tenant, db).await?;
    let reward = if saved.config.loyalty_program {
        let points = site::referral_points(db).await?;
        if points == 0 {
            return Ok(());
        }
        let subject = format!("friend:{friend_id}");
        store::insert(
            db,
            customer_id,
            "referral",
            points,
            Some(&subject),
            now.as_millisecond(),
        )
        .await?;
        award::make_due(db, tenant, customer_id).await?;
        let kept = identity::kept_language(db, customer_id).await?;
        let text = Text::new("{points} points").with("points", points);
        saved.config.locale_kept(kept.as_deref()).say(text)
    } else {
        let name = settings.referral_award_name.as_deref();
        award::issue(db, tenant, customer_id, name, settings.award_days)
            .await?
            .1
    };
    Ok(tell::tell(db, now, customer_id, Told::Referral { reward }).await?)
}

/// Referrals that a customer is part of, oldest first.
pub async fn referrals_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<ReferralRecord>, sqlx::Error> {
    referrals::of_customer(db, customer_id).await
}
