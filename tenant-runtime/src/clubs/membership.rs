//! The caller's club: view, cancel and reactivate.

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ClubError;
use super::events::{Details, MembershipEvent, change, notify_member};
use super::rules::standing::{EndReason, Event, Status};
use super::{Dues, Membership, NextPrice, current, dues, local_day, rules, store, taxes, uses, washes_of};
use crate::error::Fault;
use crate::http::Person;
use crate::identity::Plate;
use crate::language::Locale;
use crate::payments::processor::Initiator;
use crate::tenant::{Tenant, TenantContext};
use crate::{payments, site};

/// Membership for its member.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WashClub {
    name: String,
    /// Washes that members can choose from at each visit, by name. Empty if none were chosen.
    washes: Vec<String>,
    /// `active`, `inactive` or `endbillingpending` (canceled, usable until the next billing date).
    status: &'static str,
    /// Billing status: `ok`, `past_due`, `suspended` (unpaid and unusable) or `paused`.
    billing_state: &'static str,
    /// Uses for display, such as `Unlimited` or `3 of 8 this month`.
    use_count_display: String,
    app_user_vehicle: ClubVehicle,
    /// Local date. For a paused club: the day after the paid days that follow the pause.
    #[schema(format = Date)]
    next_billing_date: String,
    /// First day after the pause; null if not paused.
    #[schema(value_type = Option<String>, format = Date)]
    paused_until: Option<String>,
    /// End of the pause that a cancellation ended early. Null without a pause.
    #[schema(value_type = Option<String>, format = Date)]
    canceled_pause_until: Option<String>,
    /// Locations where it is valid; empty for all.
    locations: Vec<i64>,
    /// Club from the next billing date; null for no change.
    next_club: Option<NextClub>,
    /// Announced monthly price; null for no change.
    next_price: Option<AnnouncedPrice>,
}

/// Scheduled price change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncedPrice {
    /// Minor units, net.
    monthly_price: i64,
    /// Minor units; taxes on `monthlyPrice`.
    monthly_taxes: i64,
    /// First day of the new price: it applies to billing periods that start on or after it.
    #[schema(format = Date)]
    from: String,
}

/// Club selected for future billing periods.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextClub {
    name: String,
    /// Minor units, net.
    monthly_price: i64,
    /// Minor units; taxes on `monthlyPrice`.
    monthly_taxes: i64,
    /// Locations where it will be valid; empty for all.
    locations: Vec<i64>,
}

/// Vehicle of a membership.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubVehicle {
    /// License plate.
    license: String,
    /// State or province of the plate; blank if it has none.
    state: String,
}

impl From<Option<Plate>> for ClubVehicle {
    fn from(plate: Option<Plate>) -> Self {
        let (license, state) = plate.map(|plate| (plate.license, plate.state)).unwrap_or_default();
        Self { license, state }
    }
}

/// Get the caller's wash club
///
/// `null` for customers who never joined a club.
#[utoipa::path(get, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<Option<WashClub>>)))]
pub(super) async fn get_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<Option<WashClub>>, ApiError> {
    let club = washclub_of(&tenant, &mut tenant.read().await?, person.id, &locale).await?;
    Ok(Answer(club))
}

/// Newest membership of a customer.
pub async fn washclub_of(
    tenant: &TenantContext,
    db: &mut TenantRead,
    customer_id: i64,
    locale: &Locale,
) -> Result<Option<WashClub>, Fault> {
    match store::newest(db, customer_id).await? {
        Some(membership) => Ok(Some(shown(tenant, db, membership, locale).await?)),
        None => Ok(None),
    }
}

/// View of `membership` for its member.
pub(super) async fn shown(
    tenant: &TenantContext,
    db: &mut TenantRead,
    membership: Membership,
    locale: &Locale,
) -> Result<WashClub, Fault> {
    let config = site::config_within(tenant, db).await?;
    let today = local_day(tenant, &config.config.time_zone);
    let dues = store::dues(db, membership.id).await?;
    let dues = dues.ok_or_else(|| Fault::internal("a membership is missing"))?;
    let next = store::next_plans::find(db, membership.id).await?;
    let next_price = announced_price(db, &dues).await?;
    let washes = washes_of(db, &membership).await?;
    let uses = uses::of(db, &membership, today, tenant.now()).await?;
    Ok(WashClub {
        use_count_display: locale.say(rules::use_count_display(membership.limit, uses.used)),
        name: membership.name,
        washes,
        status: membership.standing.status.into_str(),
        billing_state: membership.standing.billing.into_str(),
        app_user_vehicle: membership.plate.into(),
        next_billing_date: dues.next_billing_date()?.to_string(),
        paused_until: dues.pause.map(|pause| pause.until.to_string()),
        canceled_pause_until: dues.canceled_pause_until.map(|day| day.to_string()),
        locations: membership.locations,
        next_club: match next {
            Some(next) => {
                let month = taxes::on_month(db, membership.customer_id, next.monthly_price).await?;
                Some(NextClub {
                    name: next.name,
                    locations: next.locations,
                    monthly_price: month.net,
                    monthly_taxes: month.taxes,
                })
            }
            None => None,
        },
        next_price,
    })
}

/// The next price that was announced for months that aren't paid yet.
async fn announced_price(db: &mut TenantRead, dues: &Dues) -> Result<Option<AnnouncedPrice>, Fault> {
    if dues.membership.standing.status != Status::Active {
        return Ok(None);
    }
    let paid = store::periods::last_paid(db, dues.membership.id).await?;
    let is_ahead = |next: &&NextPrice| paid.as_ref().is_none_or(|paid| paid.month.start < next.from);
    let Some(next) = dues.announced.iter().find(is_ahead) else {
        return Ok(None);
    };
    let month = taxes::on_month(db, dues.membership.customer_id, next.monthly).await?;
    Ok(Some(AnnouncedPrice {
        monthly_taxes: month.taxes,
        monthly_price: month.net,
        from: next.from.to_string(),
    }))
}

/// Cancel the caller's wash club
///
/// It stays usable until the next billing date, then ends without another charge. A past-due club ends immediately. Canceling
/// ends a pause. Canceling a canceled club changes nothing.
#[utoipa::path(delete, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<WashClub>)))]
pub(super) async fn cancel_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<WashClub>, ApiError> {
    Ok(Answer(cancel(&tenant, person.id, &locale).await?))
}

async fn cancel(tenant: &Tenant, customer_id: i64, locale: &Locale) -> Result<WashClub, ClubError> {
    let mut db = tenant.write().await?;
    let membership = current(&mut db, customer_id).await?.ok_or(ClubError::NoMember)?;
    let membership = leave(&mut db, tenant, membership).await?;
    let answer = shown(tenant, &mut db, membership, locale).await?;
    db.commit().await?;
    Ok(answer)
}

/// Cancels an active membership within the transaction `db`. A pause ends first, because the paid days can still be
/// used. Returns the resulting membership.
pub(super) async fn leave(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    membership: Membership,
) -> Result<Membership, ClubError> {
    let now = tenant.now();
    let mut membership = membership;
    let dues = dues::dues(db, membership.id).await?;
    if let Some((dues, pause)) = dues.and_then(|dues| dues.pause.map(|pause| (dues, pause))) {
        let today = local_day(tenant, &site::config_within(tenant, db).await?.config.time_zone);
        membership = dues.resume(db, now, today).await?;
        store::set_canceled_pause(db, membership.id, Some(pause.until)).await?;
    }
    let charging = store::periods::is_charging(db, membership.id).await?;
    let standing = membership.standing.after(Event::Cancelled { charging });
    let standing = standing.ok_or(ClubError::NoMember)?;
    if standing != membership.standing {
        let end = (!standing.is_live()).then_some(EndReason::Cancelled);
        let event = match end {
            None => MembershipEvent::Cancelled,
            Some(_) => MembershipEvent::Ended,
        };
        change(db, now, &membership, standing, end, event).await?;
        dues::look_again(db, now, membership.id).await?;
        membership.standing = standing;
    }
    Ok(membership)
}

/// Reactivate the caller's wash club
///
/// Continues a canceled club that hasn't ended; nothing is charged now. A pause that the cancellation ended isn't restored. 422
/// `card_required` without a card on file. For an active club, only cancels a scheduled club change.
#[utoipa::path(put, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<WashClub>)))]
pub(super) async fn reactivate_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<WashClub>, ApiError> {
    Ok(Answer(reactivate(&tenant, person.id, &locale).await?))
}

async fn reactivate(tenant: &Tenant, customer_id: i64, locale: &Locale) -> Result<WashClub, ClubError> {
    let now = tenant.now();
    let processor = payments::processor_of(tenant).await;
    let mut db = tenant.write().await?;
    let mut membership = current(&mut db, customer_id).await?.ok_or(ClubError::NoMember)?;
    let standing = membership.standing.after(Event::Reactivated);
    let standing = standing.ok_or(ClubError::NoMember)?;
    // A member who stays doesn't change clubs either.
    if store::next_plans::withdraw(&mut db, membership.id).await? {
        notify_member(
            &mut db,
            now,
            &membership,
            MembershipEvent::Reactivated,
            Details::default(),
        )
        .await?;
    }
    if standing != membership.standing {
        // The next month will be charged, and the card could have been removed in between.
        let processor = processor?;
        if !payments::has_chargeable_card(&mut db, tenant, &processor, customer_id, Initiator::Customer).await? {
            return Err(ClubError::CardRequired);
        }
        let ended_pause = dues::dues(&mut db, membership.id)
            .await?
            .and_then(|dues| dues.canceled_pause_until);
        store::set_canceled_pause(&mut db, membership.id, None).await?;
        store::set_standing(&mut db, membership.id, standing, None, now.as_millisecond()).await?;
        let details = Details {
            ended_pause,
            prices: None,
        };
        notify_member(&mut db, now, &membership, MembershipEvent::Reactivated, details).await?;
        dues::look_again(&mut db, now, membership.id).await?;
        membership.standing = standing;
    }
    let answer = shown(tenant, &mut db, membership, locale).await?;
    db.commit().await?;
    Ok(answer)
}
