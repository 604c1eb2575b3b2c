//! Redemption of wallet items by terminals. Callers check authorization and record the result.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::SiteKeys;

use super::jobs::{self, Release};
use super::rules::item::{Item, Moment, Refusal};
use super::rules::{self, CodeClass};
use super::store::redeemed;
use super::{CODE_LOOKUP, KioskRules};
use crate::catalog::rules::allowed_at;
use crate::catalog::tax::Price;
use crate::error::Fault;
use crate::site::{self, SavedConfig};
use crate::tenant::{Tenant, TenantContext};

/// Reason why a code can't be redeemed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeRefusal {
    #[error("a digit of the code is wrong or missing")]
    Mistyped,
    /// Also where it is another site's.
    #[error("no item has this code")]
    Unknown,
    #[error("it was used")]
    Used,
    #[error("it has expired")]
    Expired,
    #[error("it was voided")]
    Revoked,
    #[error("it's for other locations")]
    Elsewhere,
    #[error("another terminal is redeeming it")]
    Reserved,
}

impl From<Refusal> for CodeRefusal {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Used => Self::Used,
            Refusal::Expired => Self::Expired,
            Refusal::Revoked => Self::Revoked,
            Refusal::Reserved => Self::Reserved,
        }
    }
}

/// Item with its code.
#[derive(Debug)]
pub struct Coded {
    pub id: i64,
    pub class: CodeClass,
    pub name: String,
    pub item_type: String,
    /// Amount of the discount. `None` for other items.
    pub discount: Option<Price>,
    pub kiosk: KioskRules,
    /// Washes that a code of the bundle can be used for, by name.
    pub washes: Vec<String>,
    /// Empty for all locations.
    locations: Vec<i64>,
    pub item: Item,
}

impl Coded {
    /// Whether it can be redeemed at `location` now. Reasons that apply to all locations come first.
    ///
    /// # Errors
    /// The reason why not.
    pub fn may_be_redeemed(&self, location: i64, moment: Moment) -> Result<(), CodeRefusal> {
        match self.item.is_free(moment) {
            Ok(()) | Err(Refusal::Reserved) if !allowed_at(&self.locations, location) => Err(CodeRefusal::Elsewhere),
            free => Ok(free?),
        }
    }
}

/// Now, where the site is.
///
/// # Errors
/// The site's config can't be read.
pub async fn moment(tenant: &Tenant) -> Result<Moment, Fault> {
    Ok(moment_by(tenant, &*site::saved_config(tenant).await?))
}

/// The same for callers that hold a connection.
///
/// # Errors
/// The site's config can't be read.
pub async fn moment_within(tenant: &TenantContext, db: &mut TenantRead) -> Result<Moment, Fault> {
    Ok(moment_by(tenant, &*site::config_within(tenant, db).await?))
}

fn moment_by(tenant: &TenantContext, config: &SavedConfig) -> Moment {
    let now = tenant.now();
    Moment {
        now,
        today: now.to_zoned(config.config.time_zone.clone()).date(),
    }
}

/// Item with the code `entered`, typed or scanned.
///
/// # Errors
/// The inner error is [`CodeRefusal::Mistyped`] or [`CodeRefusal::Unknown`].
pub async fn find_by_code(
    db: &mut TenantRead,
    keys: &SiteKeys,
    entered: &str,
) -> Result<Result<Coded, CodeRefusal>, Fault> {
    let Some(code) = rules::read_code(entered) else {
        return Ok(Err(CodeRefusal::Mistyped));
    };
    let found = redeemed::find_by_code(db, &keys.hmac(CODE_LOOKUP, code.as_bytes())).await?;
    let (Some(found), Some(class)) = (found, CodeClass::of(&code)) else {
        return Ok(Err(CodeRefusal::Unknown));
    };
    Ok(Ok(Coded {
        id: found.id,
        class,
        name: found.name,
        item_type: found.item_type,
        discount: found.discount,
        kiosk: found.kiosk,
        washes: serde_json::from_str(&found.washes).map_err(Fault::internal)?,
        locations: serde_json::from_str(&found.locations).map_err(Fault::internal)?,
        item: found.item,
    }))
}

/// Customer who owns or owned the item with this code.
///
/// # Errors
/// The inner error is [`CodeRefusal::Unknown`], also for items without an owner.
pub async fn owner_of_code(
    db: &mut TenantRead,
    keys: &SiteKeys,
    code: &str,
) -> Result<Result<i64, CodeRefusal>, sqlx::Error> {
    let found = redeemed::owner_of_code(db, &keys.hmac(CODE_LOOKUP, code.as_bytes())).await?;
    Ok(found.flatten().ok_or(CodeRefusal::Unknown))
}

/// Holds an item that was found in this transaction for the redemption `by`; until when. It is let go by then unless it is used.
///
/// # Errors
/// The inner one says why it can't be redeemed at `location`.
pub async fn reserve(
    db: &mut TenantWrite,
    coded: &mut Coded,
    by: &str,
    location: i64,
    moment: Moment,
) -> Result<Result<Timestamp, CodeRefusal>, Fault> {
    if let Err(refusal) = coded.may_be_redeemed(location, moment) {
        return Ok(Err(refusal));
    }
    let until = match coded.item.reserve(by, moment) {
        Ok(until) => until,
        Err(refusal) => return Ok(Err(refusal.into())),
    };
    redeemed::update(db, coded.id, &coded.item).await?;
    jobs::enqueue(db, moment.now, until, &release_of(coded.id, by)).await?;
    Ok(Ok(until))
}

/// Uses the item `id` once for the redemption `by`. Returns the updated item.
///
/// # Errors
/// The inner error is the reason why not.
pub async fn confirm(
    db: &mut TenantWrite,
    id: i64,
    by: &str,
    now: Timestamp,
) -> Result<Result<Item, CodeRefusal>, Fault> {
    let mut item = item(db, id).await?;
    if let Err(refusal) = item.confirm(by, now) {
        return Ok(Err(refusal.into()));
    }
    redeemed::update(db, id, &item).await?;
    jobs::withdraw(db, &release_of(id, by)).await?;
    Ok(Ok(item))
}

/// Releases the item `id` if the redemption `by` holds it. Returns the updated item.
pub async fn cancel(db: &mut TenantWrite, id: i64, by: &str) -> Result<Item, Fault> {
    let item = redeemed::release(db, id, by).await?;
    jobs::withdraw(db, &release_of(id, by)).await?;
    item.ok_or_else(|| Fault::internal("a redemption's item is missing"))
}

/// The item `id`, which a redemption names.
pub async fn item(db: &mut TenantRead, id: i64) -> Result<Item, Fault> {
    let item = redeemed::find(db, id).await?;
    item.ok_or_else(|| Fault::internal("a redemption's item is missing"))
}

fn release_of(id: i64, by: &str) -> Release {
    Release {
        item_id: id,
        by: by.to_owned(),
    }
}
