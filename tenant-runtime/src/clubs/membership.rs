//! The caller's club.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::standing::Status;
use super::{Dues, Membership, local_day, rules, store, taxes, uses};
use crate::error::Fault;
use crate::http::Person;
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

/// A membership as its member sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WashClub {
    name: String,
    /// `active`, `inactive` or `endbillingpending` (cancelled, usable to the next billing date).
    status: &'static str,
    /// How its charges go: `ok`, `past_due` (a month is not paid), `suspended` (so that it cannot be used) or `paused`.
    billing_state: &'static str,
    /// `Unlimited`, `3 of 8 this month`.
    use_count_display: String,
    app_user_vehicle: ClubVehicle,
    /// Local date. Of a paused club: the day after the days that are paid and come after the pause.
    #[schema(format = Date)]
    next_billing_date: String,
    /// The first day after its pause; null: it is not paused.
    #[schema(value_type = Option<String>, format = Date)]
    paused_until: Option<String>,
    /// The day until which it was paused when it was canceled, which ended the pause; null: it wasn't.
    #[schema(value_type = Option<String>, format = Date)]
    canceled_pause_until: Option<String>,
    /// Where it works; empty: everywhere.
    locations: Vec<i64>,
    /// What it becomes on the next billing date; null: it stays as it is.
    next_club: Option<NextClub>,
    /// What its months will cost, as was announced; null: what they cost now.
    next_price: Option<AnnouncedPrice>,
}

/// Another price for the months to come.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncedPrice {
    /// Minor units, net.
    monthly_price: i64,
    /// Minor units, on that.
    monthly_taxes: i64,
    /// Months that begin on it or later cost that.
    #[schema(format = Date)]
    from: String,
}

/// A club that was chosen for the months to come.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextClub {
    name: String,
    /// Minor units, net.
    monthly_price: i64,
    /// Minor units, on that.
    monthly_taxes: i64,
    /// Where it will work; empty: everywhere.
    locations: Vec<i64>,
}

/// The vehicle that a membership is for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubVehicle {
    /// Its number plate at joining.
    license: String,
}

/// The caller's wash club
///
/// `null` for customers who were never members.
#[utoipa::path(get, path = "/users/washclub", tag = "clubs", responses((status = 200, body = Envelope<Option<WashClub>>)))]
pub(super) async fn get_washclub(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<Option<WashClub>>, ApiError> {
    let club = washclub_of(&tenant, &mut tenant.read().await?, person.id, &locale).await?;
    Ok(Answer(club))
}

/// The newest membership of a customer.
///
/// # Errors
/// When the database refuses.
pub async fn washclub_of(
    tenant: &Tenant,
    db: &mut TenantRead,
    customer_id: i64,
    locale: &Locale,
) -> Result<Option<WashClub>, Fault> {
    match store::newest(db, customer_id).await? {
        Some(membership) => Ok(Some(shown(tenant, db, membership, locale).await?)),
        None => Ok(None),
    }
}

/// `membership` as its member sees it.
///
/// # Errors
/// When the database refuses.
pub(super) async fn shown(
    tenant: &Tenant,
    db: &mut TenantRead,
    membership: Membership,
    locale: &Locale,
) -> Result<WashClub, Fault> {
    let config = site::saved_config(tenant).await?;
    let today = local_day(tenant, &config.config.time_zone);
    let dues = store::dues(db, membership.id).await?;
    let dues = dues.ok_or_else(|| Fault::internal("a membership is gone"))?;
    let next = store::next_plans::find(db, membership.id).await?;
    let next_price = announced_price(db, &dues).await?;
    let uses = uses::of(db, &membership, today, tenant.now()).await?;
    Ok(WashClub {
        use_count_display: locale.say(rules::use_count_display(membership.limit, uses.used)),
        name: membership.name,
        status: membership.standing.status.into_str(),
        billing_state: membership.standing.billing.into_str(),
        app_user_vehicle: ClubVehicle {
            license: membership.license.unwrap_or_default(),
        },
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

/// The price that was announced for months that are not paid yet.
async fn announced_price(db: &mut TenantRead, dues: &Dues) -> Result<Option<AnnouncedPrice>, Fault> {
    let Some(next) = dues
        .next_price
        .filter(|_| dues.membership.standing.status == Status::Active)
    else {
        return Ok(None);
    };
    let paid = store::periods::last_paid(db, dues.membership.id).await?;
    if paid.is_some_and(|paid| paid.month.start >= next.from) {
        return Ok(None);
    }
    let month = taxes::on_month(db, dues.membership.customer_id, next.monthly).await?;
    Ok(Some(AnnouncedPrice {
        monthly_taxes: month.taxes,
        monthly_price: month.net,
        from: next.from.to_string(),
    }))
}
