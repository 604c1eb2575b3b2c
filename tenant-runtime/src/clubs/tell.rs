//! What members are told of their club: in the app at once, and by mail after the commit.

use jiff::Timestamp;
use jiff::civil::Date;
use minijinja::context;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};

use super::{Membership, taxes};
use crate::catalog::tax::Price;
use crate::identity;
use crate::jobs::on_job;
use crate::notifications::inbox::{self, About, Notice};
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::Tenant;

/// What has happened to a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Told {
    /// It can be used to its next billing date.
    Cancelled,
    Reactivated,
    /// It has taken the place of another club, whose month went towards it.
    Changed,
    /// It takes the place of another club on that one's next billing date.
    Chosen,
    /// Its next month is paid; the receipt says so by mail.
    Renewed,
    /// The card was declined for its month. `again_on`: when it is tried again by itself.
    Declined {
        again_on: Option<Date>,
        suspended_on: Date,
    },
    /// The card that pays it is good to that day only.
    CardExpires {
        last_day: Date,
    },
    /// It rests until that day.
    Paused {
        until: Date,
    },
    Resumed,
    /// Its months cost that, in minor units, from that day on. `gross`: with tax.
    Price {
        monthly: i64,
        #[serde(default)]
        gross: bool,
        from: Date,
    },
    /// It cannot be used until its month is paid.
    Suspended,
    /// It ended because nobody paid its month.
    GivenUp,
    /// It cannot be used any more.
    Ended,
}

impl Told {
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

    /// As its templates are called; `None`: another mail tells it.
    const fn mail(self) -> Option<&'static str> {
        match self {
            Self::Cancelled => Some("club_cancelled"),
            Self::Reactivated => Some("club_reactivated"),
            Self::Changed => Some("club_changed"),
            Self::Chosen => Some("club_chosen"),
            Self::Renewed => None,
            Self::Declined { .. } => Some("club_unpaid"),
            Self::CardExpires { .. } => Some("club_card_expires"),
            Self::Paused { .. } => Some("club_paused"),
            Self::Resumed => Some("club_resumed"),
            Self::Price { .. } => Some("club_price"),
            Self::Suspended => Some("club_suspended"),
            Self::GivenUp => Some("club_given_up"),
            Self::Ended => Some("club_ended"),
        }
    }
}

/// The mail about it. What it says is how things stood then, whatever happens before it is sent.
#[derive(Serialize, Deserialize)]
struct ClubMail {
    customer_id: i64,
    told: Told,
    club: String,
    next_billing_date: Date,
}

impl Job for ClubMail {
    const KIND: &'static str = "clubs.mail";
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, send);
}

/// Tells the member of `membership`, within the transaction in which it happens.
///
/// # Errors
/// When the database refuses.
pub(super) async fn tell(
    db: &mut TenantWrite,
    now: Timestamp,
    membership: &Membership,
    told: Told,
) -> Result<(), sqlx::Error> {
    let subject = format!("club_membership:{}", membership.id);
    let about = About {
        subject: Some(&subject),
        name: Some(&membership.name),
        recipient: None,
    };
    inbox::notify_about(db, membership.customer_id, told.notice(), about, now).await?;
    if told.mail().is_none() {
        return Ok(());
    }
    let mail = ClubMail {
        customer_id: membership.customer_id,
        told,
        club: membership.name.clone(),
        next_billing_date: membership.next_billing_date,
    };
    jobs::enqueue(db, now, now, &mail).await
}

async fn send(tenant: Tenant, job: ClubMail) -> Result<(), JobError> {
    let Some(kind) = job.told.mail() else { return Ok(()) };
    let mut db = tenant.read().await?;
    let Some(account) = identity::find_account(&mut db, job.customer_id).await? else {
        return Ok(());
    };
    let kept = identity::kept_language(&mut db, job.customer_id).await?;
    let saved = site::saved_config(&tenant).await?;
    let formats = saved.config.formats(kept.as_deref());
    let link = format!("{}/washClub", tenant.origin());
    let (mut again_on, mut suspended_on, mut card_expires, mut paused_until, mut price) =
        (None, None, None, None, None);
    match job.told {
        Told::Declined {
            again_on: again,
            suspended_on: suspended,
        } => (again_on, suspended_on) = (again, Some(suspended)),
        Told::CardExpires { last_day } => card_expires = Some(last_day),
        Told::Paused { until } => paused_until = Some(until),
        Told::Price { monthly, gross, from } => {
            let rate = taxes::rate(&mut db, job.customer_id).await?;
            let shown = Price::new(monthly, gross).shown(rate, saved.config.prices_include_tax);
            price = Some((shown, from));
        }
        _ => {}
    }
    drop(db);
    let date = |day: Option<Date>| day.map(|day| formats.date(day));
    let details = context! {
        club => job.club,
        next_billing_date => formats.date(job.next_billing_date),
        again_on => date(again_on),
        suspended_on => date(suspended_on),
        card_expires => date(card_expires),
        paused_until => date(paused_until),
        price => price.map(|(monthly, _)| formats.money(monthly)),
        price_from => date(price.map(|(_, from)| from)),
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
