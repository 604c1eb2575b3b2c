//! Uses of clubs by terminals. Authorization and results belong to the terminals' domain.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};

use super::rules::plates::{self, UnclearPlate};
use super::rules::uses::{Counted, UseRefusal, Uses, has_use_left, is_usable};
use super::store;
use super::store::uses::NewUse;
use super::{Membership, current};
use crate::catalog::rules::allowed_at;
use crate::error::Fault;

/// Member with the number of uses in the period.
#[derive(Clone, Debug)]
pub struct Entitled {
    pub membership: Membership,
    pub uses: Uses,
}

impl Entitled {
    /// Whether the club may be used now. `location`: the location, or `None` if unknown.
    ///
    /// # Errors
    /// The reason. Reasons that apply to all locations have priority.
    pub fn may_use(&self, location: Option<i64>) -> Result<(), UseRefusal> {
        let membership = &self.membership;
        is_usable(membership.standing)?;
        has_use_left(membership.limit, self.uses)?;
        match location {
            Some(location) if !allowed_at(&membership.locations, location) => Err(UseRefusal::Elsewhere),
            _ => Ok(()),
        }
    }
}

/// Uses of `membership` that count for the local day `day`, at `now`.
pub(super) async fn of(
    db: &mut TenantRead,
    membership: &Membership,
    day: Date,
    now: Timestamp,
) -> Result<Uses, sqlx::Error> {
    let (start, next) = store::periods::period_of(db, membership.id, day).await?;
    let counted = Counted::of(membership.limit, (start.unwrap_or(day), next), day);
    store::uses::uses(db, membership.id, counted, now.as_millisecond()).await
}

/// Entitlement of a customer on the local day `today`; `None` without an active club.
pub async fn entitled(
    db: &mut TenantRead,
    customer_id: i64,
    today: Date,
    now: Timestamp,
) -> Result<Option<Entitled>, sqlx::Error> {
    match current(db, customer_id).await? {
        Some(membership) => with_uses(db, membership, today, now).await.map(Some),
        None => Ok(None),
    }
}

/// Entitlement of the member with this license plate, by the state or province too if the caller knows it.
///
/// # Errors
/// The inner one says why it isn't one member.
pub async fn entitled_by_plate(
    db: &mut TenantRead,
    license: &str,
    state: Option<&str>,
    today: Date,
    now: Timestamp,
) -> Result<Result<Entitled, UnclearPlate>, sqlx::Error> {
    let found = store::with_license(db, license).await?;
    match plates::only_member(found, state) {
        Ok(membership) => with_uses(db, membership, today, now).await.map(Ok),
        Err(unclear) => Ok(Err(unclear)),
    }
}

/// Entitlement of the membership `id` named by a redemption, in any state.
pub async fn member(db: &mut TenantRead, id: i64, today: Date, now: Timestamp) -> Result<Entitled, Fault> {
    let membership = store::find(db, id).await?;
    let membership = membership.ok_or_else(|| Fault::internal("a redemption's membership is missing"))?;
    Ok(with_uses(db, membership, today, now).await?)
}

async fn with_uses(
    db: &mut TenantRead,
    membership: Membership,
    today: Date,
    now: Timestamp,
) -> Result<Entitled, sqlx::Error> {
    let uses = of(db, &membership, today, now).await?;
    Ok(Entitled { membership, uses })
}

/// Reserves a use of `entitled`, found in this transaction, for the redemption `by` until `until`. It counts toward the
/// limit.
///
/// # Errors
/// The inner one is the reason why the club can't be used at `location`.
pub async fn reserve_use(
    db: &mut TenantWrite,
    entitled: &Entitled,
    by: &str,
    location: i64,
    today: Date,
    (now, until): (Timestamp, Timestamp),
) -> Result<Result<(), UseRefusal>, sqlx::Error> {
    if let Err(refusal) = entitled.may_use(Some(location)) {
        return Ok(Err(refusal));
    }
    let new = NewUse {
        membership_id: entitled.membership.id,
        redemption_id: by,
        used_on: today,
        location_id: location,
        reserved_until: until.as_millisecond(),
        at: now.as_millisecond(),
    };
    store::uses::insert_use(db, &new).await?;
    Ok(Ok(()))
}

/// Counts the use reserved by the redemption `by`. If a kiosk reports the wash late, it counts for the day of the
/// reservation, if that day had a use left.
///
/// # Errors
/// The inner one is the reason why it doesn't count.
pub async fn confirm_use(db: &mut TenantWrite, by: &str, now: Timestamp) -> Result<Result<(), UseRefusal>, Fault> {
    let reserved = store::uses::reserved_use(db, by).await?;
    let reserved = reserved.ok_or_else(|| Fault::internal("a redemption's use is missing"))?;
    if reserved.reserved_until <= now.as_millisecond() {
        let late = member(db, reserved.membership_id, reserved.used_on, now).await?;
        if let Err(refusal) = has_use_left(late.membership.limit, late.uses) {
            return Ok(Err(refusal));
        }
    }
    store::uses::confirm_use(db, by, now.as_millisecond()).await?;
    Ok(Ok(()))
}

/// Releases a use reserved by the redemption `by`.
pub async fn cancel_use(db: &mut TenantWrite, by: &str) -> Result<(), sqlx::Error> {
    store::uses::release_use(db, by).await
}
