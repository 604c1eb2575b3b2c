//! Builds the rows of events: every order with all its consequences, so that each batch leaves consistent books.

mod clubs;
mod gift_cards;
mod goods;
mod kiosks;
mod orders;

use std::collections::HashSet;

use jiff::Timestamp;
use platform::keys::SiteKeys;
use platform::random::Random;

use super::Made;
use super::names::DEALS;
use super::rows::{Batch, CustomerRow, DealRow, EntryRow, LaneRow, Surroundings};
use super::year::{DAY, Event, Person, Shop, What, Year, happens, one_of};
use crate::catalog::ProductType;
use crate::fields::folded_name;
use crate::ledger::{Account, Source};

const MINUTE: i64 = 60_000;

/// Highest IDs so far. New rows count up from them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ids {
    pub(super) customers: i64,
    pub(super) offers: i64,
    pub(super) orders: i64,
    pub(super) lines: i64,
    pub(super) reversals: i64,
    pub(super) addresses: i64,
    pub(super) items: i64,
    pub(super) cards: i64,
    pub(super) memberships: i64,
    pub(super) kiosk_sales: i64,
}

/// Returns the next ID of a table.
fn next(id: &mut i64) -> i64 {
    *id += 1;
    *id
}

pub(super) struct Builder<'a> {
    shop: &'a Shop,
    keys: &'a SiteKeys,
    random: &'a dyn Random,
    now: i64,
    /// By the customer's index: ID and points.
    customers: Vec<(i64, i64)>,
    /// By location.
    lanes: Vec<(i64, String)>,
    deals: Vec<DealRow>,
    /// By the member's index, once joined.
    memberships: Vec<Option<i64>>,
    /// Digests of the site's codes, because ten random digits sometimes collide.
    codes: HashSet<Vec<u8>>,
    pub(super) made: Made,
}

/// An order to insert.
struct Sale {
    person: usize,
    location: i64,
    at: i64,
    origin: &'static str,
    products: Vec<usize>,
    /// Whether the card is declined.
    is_declined: bool,
    /// Price of a club's period; `None` for the catalog price.
    price: Option<i64>,
}

/// An inserted order.
struct Sold {
    lines: Vec<i64>,
}

impl<'a> Builder<'a> {
    /// `codes`: lookup hashes of the site's existing codes.
    pub(super) fn new(
        shop: &'a Shop,
        keys: &'a SiteKeys,
        random: &'a dyn Random,
        (now, codes): (Timestamp, HashSet<Vec<u8>>),
    ) -> Self {
        Self {
            shop,
            keys,
            random,
            now: now.as_millisecond(),
            customers: Vec::new(),
            lanes: Vec::new(),
            deals: Vec::new(),
            memberships: Vec::new(),
            codes,
            made: Made::default(),
        }
    }

    pub(super) fn people(&mut self, mut ids: Ids, people: &[Person]) -> Vec<CustomerRow> {
        let rows: Vec<CustomerRow> = people
            .iter()
            .map(|person| {
                let id = next(&mut ids.customers);
                self.customers.push((id, 0));
                let (first, last) = (person.first.to_lowercase(), person.last.to_lowercase());
                CustomerRow {
                    id,
                    email: format!("{first}.{last}.{id}@example.com"),
                    first: person.first,
                    last: person.last,
                    folded: folded_name(person.first, person.last),
                    month: self.below(12) + 1,
                    day: self.below(28) + 1,
                    phone: format!("602555{}", self.random.digits(4)),
                    marketing: self.below(2),
                    referral: format!("D{id:06X}"),
                    home: person.home,
                    at: person.at,
                    make: person.car.0,
                    model: person.car.1,
                    year: (2012 + self.below(14)).to_string(),
                    plate: person.plate.clone(),
                    color: person.color,
                    blocked: happens(self.random, 4).then_some(self.now - self.below(90 * DAY)),
                }
            })
            .collect();
        self.made.customers += rows.len();
        rows
    }

    pub(super) fn surroundings(&mut self, mut ids: Ids) -> Surroundings {
        let at = self.now - 366 * DAY;
        let lane = |location: &i64| LaneRow {
            id: self.token(),
            location: *location,
            at,
        };
        let lanes: Vec<LaneRow> = self.shop.locations.iter().map(lane).collect();
        self.lanes = lanes.iter().map(|lane| (lane.location, lane.id.clone())).collect();
        let washes = self
            .shop
            .products
            .iter()
            .filter(|product| product.kind == ProductType::AppWash);
        let dearest = washes.map(|product| product.price).max().unwrap_or_default();
        self.deals = DEALS
            .iter()
            .map(|(name, description, off)| DealRow {
                id: next(&mut ids.offers),
                name,
                description,
                award: if off.is_some() { "DollarDiscTrans" } else { "Item" },
                amount: off.map(|hundredths| (dearest * hundredths / 100).max(1)),
                at,
            })
            .collect();
        let deals = self.deals.clone();
        Surroundings { lanes, deals }
    }

    pub(super) fn orders(&mut self, mut ids: Ids, year: &Year, events: &[Event]) -> Batch {
        let mut batch = Batch::default();
        self.memberships.resize(year.members.len(), None);
        for event in events {
            match event.what {
                What::Purchase(person) => self.purchase(&mut batch, &mut ids, year, (person, event.at)),
                What::Month {
                    member,
                    month,
                    is_declined,
                } => {
                    let at = Installment {
                        index: member,
                        month,
                        at: event.at,
                        is_declined,
                    };
                    self.installment(&mut batch, &mut ids, year, &at);
                }
            }
        }
        self.made.orders += batch.orders.len();
        self.made.memberships += batch.memberships.len();
        self.made.gift_cards += batch.cards.len();
        self.made.redemptions += batch.redemptions.len();
        batch
    }

    fn purchase(&mut self, batch: &mut Batch, ids: &mut Ids, year: &Year, (person, at): (usize, i64)) {
        let home = year.people[person].home;
        let location = if happens(self.random, 800) {
            home
        } else {
            one_of(self.random, &self.shop.locations).unwrap_or(home)
        };
        let count = if happens(self.random, 120) { 2 } else { 1 };
        let products = (0..count).filter_map(|_| {
            let kind = match self.random.below(100) {
                0..84 => ProductType::AppWash,
                84..94 => ProductType::AppBundle,
                94..98 => ProductType::GiftCard,
                _ => ProductType::Swag,
            };
            self.shop
                .pick(self.random, kind, location)
                .or_else(|| self.shop.pick(self.random, ProductType::AppWash, location))
        });
        let sale = Sale {
            person,
            location,
            at,
            origin: "shop",
            products: products.collect(),
            is_declined: happens(self.random, 35),
            price: None,
        };
        self.sell(batch, ids, &sale);
        if happens(self.random, 60) {
            self.sell_at_kiosk(batch, ids, (location, at));
        }
    }

    /// A uniform number from 0 to below `n`.
    fn below(&self, n: i64) -> i64 {
        i64::try_from(self.random.below(u64::try_from(n).unwrap_or_default())).unwrap_or_default()
    }

    fn token(&self) -> String {
        self.random.string("0123456789abcdefghjkmnpqrstvwxyz", 22)
    }
}

/// Charged billing period of a club.
struct Installment {
    index: usize,
    month: usize,
    at: i64,
    is_declined: bool,
}

/// A paid order.
struct Paid<'a> {
    sale: &'a Sale,
    customer: i64,
    order: i64,
    settled: i64,
    txn: String,
}

impl Paid<'_> {
    fn booking(&self) -> Booking<'_> {
        Booking {
            txn: &self.txn,
            source: Source::Sale(self.order),
            order: Some(self.order),
            location: Some(self.sale.location),
            at: self.settled,
        }
    }
}

/// A ledger transaction.
struct Booking<'a> {
    txn: &'a str,
    source: Source,
    order: Option<i64>,
    location: Option<i64>,
    at: i64,
}

impl Booking<'_> {
    /// Adds an entry, unless it is 0.
    fn post(&self, batch: &mut Batch, account: Account, amount: i64) {
        if amount != 0 {
            batch.entries.push(EntryRow {
                txn: self.txn.to_owned(),
                account: account.text(),
                account_kind: account.kind(),
                account_id: account.id(),
                source_kind: self.source.kind(),
                source_number: self.source.number(),
                hold: self.source.hold().map(str::to_owned),
                amount,
                order: self.order,
                location: self.location,
                at: self.at,
            });
        }
    }
}
