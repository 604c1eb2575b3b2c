//! The caller's club.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Membership, local_day, rules, store, taxes, uses};
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
    /// Local date.
    #[schema(format = Date)]
    next_billing_date: String,
    /// Where it works; empty: everywhere.
    locations: Vec<i64>,
    /// What it becomes on the next billing date; null: it stays as it is.
    next_club: Option<NextClub>,
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
    let next = store::next_plans::find(db, membership.id).await?;
    let uses = uses::of(db, &membership, today, tenant.now()).await?;
    Ok(WashClub {
        use_count_display: locale.say(rules::use_count_display(membership.limit, uses.used)),
        name: membership.name,
        status: membership.standing.status.into_str(),
        billing_state: membership.standing.billing.into_str(),
        app_user_vehicle: ClubVehicle {
            license: membership.license.unwrap_or_default(),
        },
        next_billing_date: membership.next_billing_date.to_string(),
        locations: membership.locations,
        next_club: match next {
            Some(next) => {
                let month = taxes::on_month(db, membership.customer_id, next.monthly_price).await?;
                Some(NextClub {
                    name: next.name,
                    monthly_price: month.net,
                    monthly_taxes: month.taxes,
                })
            }
            None => None,
        },
    })
}
