//! Wash clubs: memberships and their paid months (docs/RULES.md#clubs).

mod admin;
mod due_renewals;
mod dues;
mod error;
mod events;
mod join;
mod membership;
mod plan_change;
mod products;
pub mod rules;
mod sold;
mod store;
mod taxes;
mod uses;

pub use due_renewals::{DueRenewal, due_renewals};
pub use dues::{Bill, Owed, dues, dues_of_customer, look_again, month_number, put_off, put_off_unasked};
pub use join::join;
pub use membership::{AnnouncedPrice, ClubVehicle, NextClub, WashClub, washclub_of};
pub use plan_change::{
    ChosenClub, ClubChange, MonthCredit, change_of_club, chosen_club, chosen_with, drop_refunded, follow_plan,
};
pub use sold::{
    ClubUse, PaidClubMonth, SoldMonth, end_refunded, is_being_charged, joined_with, last_paid_month, months_paid_with,
    months_sold_with, uses_in,
};
pub use store::periods::{membership_charged_with, set_charging, set_unknown};
pub use uses::{Entitled, cancel_use, confirm_use, entitled, entitled_by_plate, member, reserve_use};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Handlers;

use crate::catalog::tax::Price;
use crate::catalog::{self, UseLimit};
use crate::domain::Event;
use crate::error::Fault;
use crate::http::{Policy, Routes, limits, routes};
use crate::identity::{self, Plate};
use crate::runtime::SharedRuntime;
use crate::tenant::TenantContext;
use rules::pause::Pause;
use rules::standing::{Standing, Status};

/// Terms of a club at the time of sale. Catalog changes don't affect existing members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Of every further period.
    pub monthly_price: Price,
    /// `None`: unlimited.
    pub use_limit: Option<UseLimit>,
}

impl Plan {
    /// The use limit in columns.
    fn limit_columns(&self) -> (Option<i64>, Option<&'static str>) {
        self.use_limit.map(|limit| (limit.count, limit.per.into_str())).unzip()
    }
}

/// Purchase of a membership, from its order line.
#[derive(Clone, Copy, Debug)]
pub struct NewMember<'a> {
    pub customer_id: i64,
    pub order_line_id: i64,
    pub product_id: i64,
    pub name: &'a str,
    /// Net minor units of the first period: payment and credit.
    pub price: i64,
    /// The same with tax, for a club sold at a gross price.
    pub gross_price: Option<i64>,
    /// The month of the previous club whose rest was credited, if any.
    pub credited_period_id: Option<i64>,
    /// Local day on which it replaces the previous club, without payment before then. `None`: immediately.
    pub starts_on: Option<Date>,
    pub plan: Plan,
    /// Empty for all locations.
    pub locations: &'a [i64],
    /// Washes that members can choose from at each visit, by name.
    pub washes: &'a [String],
    /// Version of the accepted terms.
    pub accepted_terms: &'a str,
}

/// A customer's membership.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    pub id: i64,
    pub customer_id: i64,
    pub name: String,
    pub standing: Standing,
    /// `None`: unlimited.
    pub limit: Option<UseLimit>,
    /// Empty for all locations.
    pub locations: Vec<i64>,
    /// Washes that members can choose from at each visit, by name, as of the sale. Empty if none were chosen.
    pub washes: Vec<String>,
    /// License plate, as the member's vehicle has it while the club lasts.
    pub plate: Option<Plate>,
    /// Day from which its months are counted.
    pub anchor: Date,
    pub next_billing_date: Date,
}

/// An unpaid month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPeriod {
    pub id: i64,
    pub start: Date,
    /// First day after the period.
    pub end: Date,
    /// Whether a charge for it was sent and its result isn't known.
    pub is_under_way: bool,
    /// The order line being charged. `None`: no charge is in progress.
    pub order_line_id: Option<i64>,
    /// `None`: only a new card allows another attempt.
    pub next_attempt_at: Option<Timestamp>,
    /// Local day until which staff allowed retries. `None`: the usual schedule.
    pub last_try_on: Option<Date>,
    /// Since when the bank couldn't be asked. `None`: the last attempt got a response, or it has not been tried.
    pub not_asked_since: Option<Timestamp>,
}

/// Price of a month from a certain day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextPrice {
    pub monthly: Price,
    /// First day of the new price: it applies to billing periods that start on or after it.
    pub from: Date,
}

/// A membership for billing.
#[derive(Clone, Debug)]
pub struct Dues {
    pub membership: Membership,
    pub product_id: i64,
    /// Price of a further month, unless another was announced.
    pub monthly_price: Price,
    /// Announced prices by their first day. Each applies until the next one.
    pub announced: Vec<NextPrice>,
    /// Local day of the open month's first decline.
    pub unpaid_since: Option<Date>,
    /// Expiry date of the card that the member was warned about.
    pub warned_of_card: Option<Date>,
    pub pause: Option<Pause>,
    /// Until when it was paused when its member or staff canceled it. `None`: it wasn't paused.
    pub canceled_pause_until: Option<Date>,
    pub open: Option<OpenPeriod>,
}

/// Next renewal of a membership.
#[derive(Clone, Debug)]
pub struct RenewalTerms {
    pub club: String,
    pub date: Date,
    /// Minor units, including taxes.
    pub total: i64,
}

/// Terms of the next renewal of a customer's active membership, for receipts.
pub async fn renewal_terms(db: &mut TenantRead, customer_id: i64) -> Result<Option<RenewalTerms>, sqlx::Error> {
    let dues = dues_of_customer(db, customer_id).await?;
    let Some(dues) = dues.filter(|dues| dues.membership.standing.status == Status::Active) else {
        return Ok(None);
    };
    let date = dues.membership.next_billing_date;
    let total = taxes::on_month(db, customer_id, dues.price_of(date)).await?.gross();
    Ok(Some(RenewalTerms {
        club: dues.membership.name,
        date,
        total,
    }))
}

/// Number of members who owe a month.
pub async fn unpaid_members(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::members::count_unpaid(db).await
}

pub fn routes() -> Routes {
    let own = Policy::customer(limits::WRITE).answers_while_closed();
    Routes::default()
        .call(
            routes!(membership::get_washclub),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(routes!(membership::cancel_washclub), own)
        .call(routes!(membership::reactivate_washclub), own)
        .call(
            routes!(products::list_wash_clubs),
            Policy::optional(limits::READ).team_only_while_closed(),
        )
        .and(admin::routes())
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    events::register_jobs(handlers, runtime);
    sold::register_jobs(handlers, runtime);
}

fn following(anchor: Date, start: Date) -> Result<Date, Fault> {
    rules::following(anchor, start).ok_or_else(|| Fault::internal("the calendar ends"))
}

fn local_day(tenant: &TenantContext, time_zone: &TimeZone) -> Date {
    tenant.now().to_zoned(time_zone.clone()).date()
}

/// Current membership of a customer: active, or canceled but not yet ended.
pub async fn current(db: &mut TenantRead, customer_id: i64) -> Result<Option<Membership>, sqlx::Error> {
    let newest = store::newest(db, customer_id).await?;
    Ok(newest.filter(|membership| membership.standing.is_live()))
}

/// Names of the washes that a membership includes. One from before the club named any includes those that the club names
/// now.
pub async fn washes_of(db: &mut TenantRead, membership: &Membership) -> Result<Vec<String>, sqlx::Error> {
    if !membership.washes.is_empty() {
        return Ok(membership.washes.clone());
    }
    let product_id = store::product_of(db, membership.id).await?;
    washes_named_by(db, product_id).await
}

/// Names of the washes that the club `product_id` includes now.
async fn washes_named_by(db: &mut TenantRead, product_id: i64) -> Result<Vec<String>, sqlx::Error> {
    let club = catalog::find(db, product_id).await?;
    Ok(club.map(|club| club.washes).unwrap_or_default())
}

/// Whether the next month of a customer's club will be charged to the card on file. Not for a canceled club.
pub async fn needs_card(db: &mut TenantRead, customer_id: i64) -> Result<bool, Fault> {
    let membership = store::newest(db, customer_id).await?;
    Ok(membership.is_some_and(|membership| membership.standing.status == Status::Active))
}

/// Keeps the vehicle and the price basis of memberships up to date.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    match event {
        Event::VehicleChanged { customer_id } => {
            let plate = identity::plate_of(db, customer_id).await?;
            Ok(store::set_plate(db, customer_id, plate.as_ref()).await?)
        }
        Event::PriceBasisChanged { gross } => Ok(rebase_prices(db, gross).await?),
        Event::TimeZoneChanged { before } => dues::follow_zone(db, tenant.now(), before).await,
        _ => Ok(()),
    }
}

/// Keeps members' charges unchanged when prices start or stop including tax.
pub async fn rebase_prices(db: &mut TenantWrite, gross: bool) -> Result<(), sqlx::Error> {
    for member in store::prices::of_members(db).await? {
        let rate = taxes::rate(db, member.customer_id).await?;
        let rebased = |price: Price| price.rebased(gross, rate).columns(rate);
        store::prices::set(
            db,
            member.membership_id,
            rebased(member.monthly),
            member.next_plan.map(rebased),
        )
        .await?;
        for announced in store::prices::announced(db, member.membership_id).await? {
            let price = rebased(announced.monthly);
            store::prices::announce(db, member.membership_id, announced.from, price).await?;
        }
    }
    Ok(())
}

/// Current members, and former ones.
pub async fn members_and_lapsed(db: &mut TenantRead) -> Result<(Vec<i64>, Vec<i64>), sqlx::Error> {
    store::members::now_and_before(db).await
}

/// Whether a customer is or was in a club, with this account or another one of the same person. New members pay the
/// joining price.
pub async fn was_ever_member(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    let accounts = identity::accounts_of_person(db, customer_id).await?;
    store::was_ever_member(db, &accounts).await
}

/// Whether the club chosen with an order line to start later was dropped before its start.
pub async fn was_dropped(db: &mut TenantRead, order_line_id: i64) -> Result<bool, sqlx::Error> {
    store::next_plans::was_dropped(db, order_line_id).await
}

/// Ends the membership of an account being deleted, immediately and without refund.
pub async fn end_for_deletion(db: &mut TenantWrite, customer_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    store::end_for_deletion(db, customer_id, now.as_millisecond()).await
}
