//! Events of a membership that its member is notified of: in the app immediately, and by email after the commit.
//! `Notice` has a row for each.

use jiff::Timestamp;
use jiff::civil::Date;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::rules::standing::{EndReason, Standing};
use super::{Membership, store, taxes};
use crate::catalog::tax::Price;
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// Event of a membership. The names are kept with waiting emails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MembershipEvent {
    /// It can be used until its next billing date.
    Cancelled,
    Reactivated,
    /// It replaced another club, whose month counted toward it.
    Changed,
    /// It will replace another club on the next billing date.
    Chosen,
    /// Its next month is paid. The receipt is the email about it.
    Renewed,
    /// The card was declined for its month. `again_on`: day of the automatic retry.
    Declined {
        again_on: Option<Date>,
        suspended_on: Date,
    },
    /// The card that pays for it is valid until that day.
    CardExpires {
        last_day: Date,
    },
    /// It is paused until that day.
    Paused {
        until: Date,
    },
    Resumed,
    /// From that day on, a month costs this price in minor units. `gross`: with tax.
    Price {
        monthly: i64,
        #[serde(default)]
        gross: bool,
        from: Date,
    },
    /// It can't be used until its month is paid.
    Suspended,
    /// It ended because its month wasn't paid.
    GivenUp,
    /// It can no longer be used.
    Ended,
}

impl MembershipEvent {
    const fn notice(self) -> Notice {
        match self {
            Self::Cancelled => Notice::ClubCancelled,
            Self::Reactivated => Notice::ClubReactivated,
            Self::Changed => Notice::ClubChanged,
            Self::Chosen => Notice::ClubChosen,
            Self::Renewed => Notice::ClubRenewed,
            Self::Declined { .. } => Notice::ClubUnpaid,
            Self::CardExpires { .. } => Notice::ClubCardExpires,
            Self::Paused { .. } => Notice::ClubPaused,
            Self::Resumed => Notice::ClubResumed,
            Self::Price { .. } => Notice::ClubPrice,
            Self::Suspended => Notice::ClubSuspended,
            Self::GivenUp => Notice::ClubGivenUp,
            Self::Ended => Notice::ClubEnded,
        }
    }
}

/// Email about an event. It describes the situation at that time, regardless of later changes.
#[derive(Serialize, Deserialize)]
struct ClubMail {
    customer_id: i64,
    #[serde(rename = "told")]
    event: MembershipEvent,
    club: String,
    next_billing_date: Date,
    /// Last day of the pause that the cancellation ended and the reactivation doesn't restore.
    #[serde(default)]
    ended_pause: Option<Date>,
    /// Prices of a month before and after a change of the club or its price. Emails of earlier builds have none.
    #[serde(default)]
    prices: Option<MonthlyPrices>,
}

/// Prices of a month before and after a change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct MonthlyPrices {
    before: (i64, bool),
    after: (i64, bool),
}

impl MonthlyPrices {
    pub(super) const fn new(before: Price, after: Price) -> Self {
        Self {
            before: (before.amount(), before.is_gross()),
            after: (after.amount(), after.is_gross()),
        }
    }

    /// Both as shown to the member. The earlier one only if it differs.
    fn shown(self, rate: i64, prices_include_tax: bool) -> (i64, Option<i64>) {
        let shown = |(amount, gross)| Price::new(amount, gross).shown(rate, prices_include_tax);
        let (before, after) = (shown(self.before), shown(self.after));
        (after, Some(before).filter(|before| *before != after))
    }
}

impl Job for ClubMail {
    const KIND: &'static str = "clubs.mail";
    const LANE: Lane = Lane::Mail;
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
}

/// Facts of an event that only some emails have.
#[derive(Clone, Copy, Default)]
pub(super) struct Details {
    /// Last day of a pause that a cancellation ended.
    pub(super) ended_pause: Option<Date>,
    /// For a change of the club or its price.
    pub(super) prices: Option<MonthlyPrices>,
}

impl From<MonthlyPrices> for Details {
    fn from(prices: MonthlyPrices) -> Self {
        Self {
            ended_pause: None,
            prices: Some(prices),
        }
    }
}

/// Notifies the member of `membership`, within the transaction of the event.
pub(super) async fn notify_member(
    db: &mut TenantWrite,
    now: Timestamp,
    membership: &Membership,
    event: MembershipEvent,
    details: Details,
) -> Result<(), sqlx::Error> {
    let subject = format!("club_membership:{}", membership.id);
    let about = About {
        subject: Some(&subject),
        name: Some(&membership.name),
        recipient: None,
    };
    inbox::notify_about(db, membership.customer_id, event.notice(), about, now).await?;
    if event.notice().email().is_none() {
        return Ok(());
    }
    let mail = ClubMail {
        customer_id: membership.customer_id,
        event,
        club: membership.name.clone(),
        next_billing_date: membership.next_billing_date,
        ended_pause: details.ended_pause,
        prices: details.prices,
    };
    jobs::enqueue(db, now, now, &mail).await
}

/// Sets the status of `membership` to `standing` and notifies the member. `end`: why it ended, if it did.
pub(super) async fn change(
    db: &mut TenantWrite,
    now: Timestamp,
    membership: &Membership,
    standing: Standing,
    end: Option<EndReason>,
    event: MembershipEvent,
) -> Result<(), sqlx::Error> {
    store::set_standing(db, membership.id, standing, end, now.as_millisecond()).await?;
    if end.is_some() {
        store::periods::give_up_open_period(db, membership.id).await?;
    }
    notify_member(db, now, membership, event, Details::default()).await
}

async fn send(tenant: Tenant, job: ClubMail) -> Result<(), JobError> {
    let Some(kind) = job.event.notice().email() else {
        return Ok(());
    };
    let saved = site::saved_config(&tenant).await?;
    let mut db = tenant.read().await?;
    let Some(account) = identity::find_account(&mut db, job.customer_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, job.customer_id).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/washClub", tenant.origin());
    let (mut again_on, mut suspended_on, mut card_expires, mut paused_until, mut price, mut price_from) =
        (None, None, None, None, None, None);
    let rate = taxes::rate(&mut db, job.customer_id).await?;
    let tax_included = saved.config.prices_include_tax;
    match job.event {
        MembershipEvent::Declined {
            again_on: again,
            suspended_on: suspended,
        } => (again_on, suspended_on) = (again, Some(suspended)),
        MembershipEvent::CardExpires { last_day } => card_expires = Some(last_day),
        MembershipEvent::Paused { until } => paused_until = Some(until),
        MembershipEvent::Price { monthly, gross, from } => {
            price = Some(Price::new(monthly, gross).shown(rate, tax_included));
            price_from = Some(from);
        }
        _ => {}
    }
    drop(db);
    let today = tenant.now().to_zoned(saved.config.time_zone.clone()).date();
    let prices = job.prices.map(|prices| prices.shown(rate, tax_included));
    let date = |day: Option<Date>| day.map(|day| formats.date(day));
    let details = context! {
        club => job.club,
        next_billing_date => formats.date(job.next_billing_date),
        again_on => date(again_on),
        suspended_on => date(suspended_on),
        suspended => suspended_on.is_some_and(|day| day <= today),
        card_expires => date(card_expires),
        paused_until => date(paused_until),
        ended_pause => date(job.ended_pause),
        price => prices.map(|(after, _)| after).or(price).map(|amount| formats.money(amount)),
        price_before => prices.and_then(|(_, before)| before).map(|amount| formats.money(amount)),
        price_from => date(price_from),
        tax_included,
    };
    let mail = Mail {
        kind,
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mail::send(&tenant, &saved, &mail).await
}
