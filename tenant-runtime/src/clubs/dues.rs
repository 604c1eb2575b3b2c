//! Amounts due for a membership and their state, used by billing.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::{self, Job, Lane};
use serde::{Deserialize, Serialize};

use super::events::{Details, MembershipEvent, change, notify_member};
use super::rules::pause::Pause;
use super::rules::standing::{EndReason, Event, Standing};
use super::{Dues, Membership, OpenPeriod, current, store, taxes};
use crate::catalog::tax::Price;
use crate::error::Fault;
use crate::site;

/// Bills a membership whenever something is due. Exists as long as the membership.
#[derive(Serialize, Deserialize)]
pub struct Bill {
    pub membership_id: i64,
}

impl Job for Bill {
    /// `suds site check` knows this type and its key: every membership has such a job.
    const KIND: &'static str = "clubs.bill";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.membership_id.to_string())
    }
}

/// A past-due club, or one being charged, can't be paused.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotNow;

/// Consequence of a decline.
#[derive(Clone, Copy, Debug)]
pub struct Owed {
    /// Local day of the first.
    pub since: Date,
    /// When the card is retried automatically, and the local day of that.
    pub again: Option<(Timestamp, Date)>,
    /// Local day from which the club can't be used.
    pub suspended_on: Date,
}

/// Schedules a check of a membership after the commit of `db`, because something has changed.
pub async fn look_again(db: &mut TenantWrite, now: Timestamp, membership_id: i64) -> Result<(), sqlx::Error> {
    jobs::reschedule(db, now, now, &Bill { membership_id }).await
}

/// Moves retries to their local time in the site's new time zone, and checks every membership again. `before`: revision of
/// the config with the previous one.
pub(super) async fn follow_zone(db: &mut TenantWrite, now: Timestamp, before: i64) -> Result<(), Fault> {
    let change = site::zone_change(db, before).await?;
    for (period_id, at) in store::periods::coming_retries(db, now.as_millisecond()).await? {
        store::periods::move_retry(db, period_id, change.moved_millis(at)).await?;
    }
    Ok(jobs::recheck::<Bill>(db, now).await?)
}

/// Dues of a membership.
pub async fn dues(db: &mut TenantRead, membership_id: i64) -> Result<Option<Dues>, sqlx::Error> {
    store::dues(db, membership_id).await
}

/// 1-based number of the billing period `period_id` of a membership. Unlike its dates, it is the same in each copy of a
/// file, no matter how late the period is charged. `None`: number of the next period.
pub async fn month_number(db: &mut TenantRead, membership_id: i64, period_id: Option<i64>) -> Result<i64, sqlx::Error> {
    let count = store::periods::count_until(db, membership_id, period_id).await?;
    Ok(if period_id.is_some() { count } else { count + 1 })
}

/// Dues of a customer's current membership.
pub async fn dues_of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Option<Dues>, sqlx::Error> {
    match current(db, customer_id).await? {
        Some(membership) => store::dues(db, membership.id).await,
        None => Ok(None),
    }
}

impl Dues {
    /// Price of the month that starts on `start`.
    pub fn price_of(&self, start: Date) -> Price {
        let announced = self.announced.iter().rev().find(|announced| announced.from <= start);
        announced.map_or(self.monthly_price, |announced| announced.monthly)
    }

    /// Opens the period from `start` to the day before `end`, or moves the open one. Later periods are counted from
    /// `anchor`.
    ///
    /// # Errors
    /// The query fails, also because the period was already billed.
    pub async fn open_period(
        &self,
        db: &mut TenantWrite,
        (start, end): (Date, Date),
        anchor: Date,
    ) -> Result<OpenPeriod, sqlx::Error> {
        let rate = taxes::rate(db, self.membership.customer_id).await?;
        let price = self.price_of(start).columns(rate);
        let id = match self.open {
            Some(open) if open.start == start => return Ok(open),
            Some(open) => {
                store::periods::move_due_period(db, open.id, (start, end), price).await?;
                open.id
            }
            None => store::periods::insert_due_period(db, self.membership.id, start, end, price).await?,
        };
        if start != self.membership.next_billing_date {
            store::move_billing(db, self.membership.id, start, anchor).await?;
        }
        Ok(OpenPeriod {
            id,
            start,
            end,
            is_under_way: false,
            order_line_id: None,
            next_attempt_at: None,
            last_try_on: None,
            not_asked_since: None,
        })
    }

    /// The first unpaid day, which the current pause moves.
    pub(super) fn next_billing_date(&self) -> Result<Date, Fault> {
        let date = self.membership.next_billing_date;
        let moved = self.pause.map_or(Some(date), |pause| pause.moved(date, pause.until));
        moved.ok_or_else(|| Fault::internal("the calendar ends"))
    }

    /// Records that the open period is paid.
    pub async fn pay(&self, db: &mut TenantWrite, now: Timestamp, period: OpenPeriod) -> Result<(), Fault> {
        store::periods::set_paid(db, period.id).await?;
        let next = period.end.max(self.membership.next_billing_date);
        store::set_next_billing_date(db, self.membership.id, next).await?;
        store::set_unpaid_since(db, self.membership.id, None).await?;
        let membership = Membership {
            next_billing_date: next,
            ..self.membership.clone()
        };
        let Some(standing) = membership.standing.after(Event::Renewed) else {
            tracing::error!(
                club_membership.id = membership.id,
                "a period of an ended membership was paid and needs review"
            );
            return Ok(());
        };
        Ok(change(db, now, &membership, standing, None, MembershipEvent::Renewed).await?)
    }

    /// Records a decline for the open period.
    pub async fn owe(&self, db: &mut TenantWrite, now: Timestamp, period_id: i64, owed: Owed) -> Result<(), Fault> {
        put_off(db, period_id, owed.again.map(|(at, _)| at)).await?;
        store::set_unpaid_since(db, self.membership.id, Some(owed.since)).await?;
        let standing = self.standing_after(Event::Declined)?;
        let event = MembershipEvent::Declined {
            again_on: owed.again.map(|(_, day)| day),
            suspended_on: owed.suspended_on,
        };
        Ok(change(db, now, &self.membership, standing, None, event).await?)
    }

    /// Pauses the membership.
    ///
    /// # Errors
    /// The inner one: it is past due, or a month is being charged.
    pub(super) async fn pause(
        &self,
        db: &mut TenantWrite,
        now: Timestamp,
        pause: Pause,
    ) -> Result<Result<(), NotNow>, Fault> {
        let Some(standing) = self
            .membership
            .standing
            .after(Event::Paused)
            .filter(|_| self.open.is_none())
        else {
            return Ok(Err(NotNow));
        };
        store::set_pause(db, self.membership.id, Some(pause)).await?;
        let event = MembershipEvent::Paused { until: pause.until };
        change(db, now, &self.membership, standing, None, event).await?;
        Ok(Ok(()))
    }

    /// Ends a pause on `day`; does nothing without one. Returns the membership.
    pub async fn resume(&self, db: &mut TenantWrite, now: Timestamp, day: Date) -> Result<Membership, Fault> {
        let Some(pause) = self.pause else {
            return Ok(self.membership.clone());
        };
        let next = pause.moved(self.membership.next_billing_date, day);
        let next = next.ok_or_else(|| Fault::internal("the calendar ends"))?;
        let membership = Membership {
            standing: self.standing_after(Event::Resumed)?,
            anchor: next,
            next_billing_date: next,
            ..self.membership.clone()
        };
        store::set_pause(db, membership.id, None).await?;
        store::move_billing(db, membership.id, next, next).await?;
        change(
            db,
            now,
            &membership,
            membership.standing,
            None,
            MembershipEvent::Resumed,
        )
        .await?;
        Ok(membership)
    }

    /// Warns the member that the card on file expires on `last_day`.
    pub async fn warn_of_card(&self, db: &mut TenantWrite, now: Timestamp, last_day: Date) -> Result<(), sqlx::Error> {
        store::set_warned_of_card(db, self.membership.id, last_day).await?;
        notify_member(
            db,
            now,
            &self.membership,
            MembershipEvent::CardExpires { last_day },
            Details::default(),
        )
        .await
    }

    /// Suspends the club until its period is paid.
    pub async fn suspend(&self, db: &mut TenantWrite, now: Timestamp) -> Result<(), Fault> {
        let standing = self.standing_after(Event::GraceOver)?;
        Ok(change(db, now, &self.membership, standing, None, MembershipEvent::Suspended).await?)
    }

    /// Ends a membership that another club replaces, and notifies the member.
    pub(super) async fn make_way(&self, db: &mut TenantWrite, now: Timestamp) -> Result<(), Fault> {
        let (standing, reason) = (self.standing_after(Event::Ended)?, Some(EndReason::Changed));
        Ok(store::set_standing(db, self.membership.id, standing, reason, now.as_millisecond()).await?)
    }

    /// Ends a membership.
    pub async fn end(&self, db: &mut TenantWrite, now: Timestamp, reason: EndReason) -> Result<(), Fault> {
        if !self.membership.standing.is_live() {
            // For example, if its account was deleted during a charge.
            return Ok(store::periods::give_up_open_period(db, self.membership.id).await?);
        }
        let standing = self.standing_after(Event::Ended)?;
        let event = match reason {
            EndReason::Cancelled | EndReason::Changed => MembershipEvent::Ended,
            EndReason::Nonpayment => MembershipEvent::GivenUp,
        };
        Ok(change(db, now, &self.membership, standing, Some(reason), event).await?)
    }

    fn standing_after(&self, event: Event) -> Result<Standing, Fault> {
        let now = self.membership.standing;
        now.after(event)
            .ok_or_else(|| Fault::internal(format!("{event:?} isn't possible for a {now:?} membership")))
    }
}

/// Schedules the next charge of the open period at `again`; `None`: only with a new card.
pub async fn put_off(db: &mut TenantWrite, period_id: i64, again: Option<Timestamp>) -> Result<(), sqlx::Error> {
    store::periods::set_due(db, period_id, again.map(Timestamp::as_millisecond), None).await
}

/// Same, if the bank couldn't be asked since `since`.
pub async fn put_off_unasked(
    db: &mut TenantWrite,
    period_id: i64,
    again: Timestamp,
    since: Timestamp,
) -> Result<(), sqlx::Error> {
    store::periods::set_due(
        db,
        period_id,
        Some(again.as_millisecond()),
        Some(since.as_millisecond()),
    )
    .await
}
