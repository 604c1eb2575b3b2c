//! `suds demo-data`: a year of generated data of a busy car wash, for trials of the product and for measurements at
//! full size. Generated people can't log in and have no card on file. The same seed generates the same year, except for
//! codes and numbers, which are sealed with the site's keys.

mod build;
mod names;
mod rows;
mod store;
mod year;

use jiff::Timestamp;
use platform::keys::SiteKeys;
use platform::random::SeededRandom;
use platform::tenancy::{OpenSite, Unavailable};
use serde::{Deserialize, Serialize};

use crate::clubs::{self, Bill};
use crate::domain::Event;
use crate::{offers, wallet};
use build::Builder;
use year::{Shop, Year};

/// Orders per commit.
const ORDERS_AT_ONCE: usize = 2_000;
/// Customers per commit.
const CUSTOMERS_AT_ONCE: usize = 2_000;

/// Progress callback: done and total.
pub type Progress<'a> = dyn Fn(usize, usize) + Send + Sync + 'a;

/// Amount of data to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    pub customers: usize,
    /// Including club renewals.
    pub orders: usize,
    pub seed: u64,
}

/// Generated data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    pub customers: usize,
    pub orders: usize,
    pub memberships: usize,
    pub gift_cards: usize,
    pub redemptions: usize,
}

/// Reason why no data was generated, or not all.
#[derive(Debug, thiserror::Error)]
pub enum DemoDataError {
    #[error("the site is in a production environment; sample data isn't allowed there")]
    Production,
    #[error("too much sample data; use 1 to 1,000,000 customers and up to 5,000,000 orders")]
    TooMany,
    #[error("the site has no location or no wash to sell; add one first")]
    NothingToSell,
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
}

impl From<sqlx::Error> for DemoDataError {
    fn from(error: sqlx::Error) -> Self {
        Self::File(Unavailable::Db(error.into()))
    }
}

/// Site to fill.
pub struct Site<'a> {
    pub open: &'a OpenSite,
    pub keys: &'a SiteKeys,
    pub is_production: bool,
    pub now: Timestamp,
}

/// Generates a year of sample data up to now. `told` receives the number of customers and orders written, and their
/// total. The books are valid after each commit, so a failure only leaves a shorter year.
///
/// # Errors
/// See [`DemoDataError`].
pub async fn make_up(site: Site<'_>, wanted: Wanted, told: &Progress<'_>) -> Result<Made, DemoDataError> {
    if site.is_production {
        return Err(DemoDataError::Production);
    }
    if !(1..=1_000_000).contains(&wanted.customers) || wanted.orders > 5_000_000 {
        return Err(DemoDataError::TooMany);
    }
    let mut db = site.open.read().await?;
    let shop = store::shop(&mut db).await?;
    let shop = shop.filter(Shop::sells_washes).ok_or(DemoDataError::NothingToSell)?;
    let codes = store::codes(&mut db).await?;
    // Another year at the same site differs.
    let known = u64::try_from(store::last_ids(&mut db).await?.customers).unwrap_or_default();
    drop(db);
    let random = SeededRandom::new(wanted.seed ^ (known << 32));
    let year = Year::draw(&random, &shop, wanted, site.now);
    let total = year.people.len() + year.events.len();

    let mut builder = Builder::new(&shop, site.keys, &random, (site.now, codes));
    let mut done = 0;
    for people in year.people.chunks(CUSTOMERS_AT_ONCE) {
        let mut db = site.open.write().await?;
        let rows = builder.people(store::last_ids(&mut db).await?, people);
        store::insert_customers(&mut db, &rows).await?;
        db.commit().await.map_err(Unavailable::from)?;
        done += people.len();
        told(done, total);
    }
    let mut db = site.open.write().await?;
    let surroundings = builder.surroundings(store::last_ids(&mut db).await?);
    store::insert_surroundings(&mut db, &shop, &surroundings).await?;
    db.commit().await.map_err(Unavailable::from)?;

    for events in year.events.chunks(ORDERS_AT_ONCE) {
        let mut db = site.open.write().await?;
        let batch = builder.orders(store::last_ids(&mut db).await?, &year, events);
        store::insert(&mut db, &shop, &batch).await?;
        for (membership_id, due_at) in &batch.bills {
            let job = Bill {
                membership_id: *membership_id,
            };
            platform::jobs::enqueue(&mut db, site.now, *due_at, &job).await?;
        }
        db.commit().await.map_err(Unavailable::from)?;
        done += events.len();
        told(done, total);
    }
    let mut db = site.open.write().await?;
    if crate::site::prices_include_tax(&mut db).await? {
        let event = Event::PriceBasisChanged { gross: true };
        offers::rebase(&mut db, true).await?;
        wallet::on_event(&mut db, event).await?;
        clubs::rebase_prices(&mut db, true).await?;
    }
    db.commit().await.map_err(Unavailable::from)?;
    Ok(builder.made)
}
