//! Random events of a year. Pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use platform::random::Random;

use super::Wanted;
use super::names::{CARS, COLORS, FIRST, LAST};
use crate::catalog::{ProductType, UseLimit};

const DAYS: i32 = 365;
/// Percentage of customers who join a club within the year.
const JOINING: u64 = 15;
/// Relative traffic by hour.
const HOURS: [u64; 24] = [
    0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 12, 14, 15, 15, 15, 14, 13, 11, 8, 5, 3, 1, 0, 0,
];
/// Relative traffic by weekday, starting on Monday.
const WEEK: [u64; 7] = [8, 8, 9, 10, 13, 17, 15];
const HOUR: i64 = 3_600_000;
pub(super) const DAY: i64 = 24 * HOUR;

/// Products and locations of the site.
pub(super) struct Shop {
    pub(super) zone: TimeZone,
    pub(super) currency: String,
    /// Name of the processor.
    pub(super) processor: String,
    /// Club terms as HTML.
    pub(super) terms: String,
    pub(super) terms_version: String,
    /// `None`: no points are earned.
    pub(super) points: Option<Points>,
    pub(super) locations: Vec<i64>,
    pub(super) products: Vec<Product>,
    /// Location, tax class, parts per million.
    pub(super) rates: Vec<(i64, String, i64)>,
}

pub(super) struct Points {
    /// Per hundred minor units.
    pub(super) per_unit: i64,
    pub(super) goal: i64,
}

pub(super) struct Product {
    pub(super) id: i64,
    pub(super) kind: ProductType,
    pub(super) name: String,
    pub(super) price: i64,
    pub(super) value: i64,
    pub(super) signup_price: Option<i64>,
    pub(super) quantity: i64,
    pub(super) limit: Option<UseLimit>,
    pub(super) tax_class: String,
    /// Empty for all locations.
    pub(super) locations: Vec<i64>,
}

impl Shop {
    pub(super) fn sells_washes(&self) -> bool {
        !self.locations.is_empty() && self.products.iter().any(|product| product.kind == ProductType::AppWash)
    }

    /// Tax rate of `product` at `location`, in parts per million.
    pub(super) fn rate(&self, location: i64, product: &Product) -> i64 {
        let rate = self
            .rates
            .iter()
            .find(|(at, class, _)| *at == location && *class == product.tax_class);
        rate.map_or(0, |(_, _, ppm)| *ppm)
    }

    /// Random product of a type, available at `location` if given.
    pub(super) fn pick(&self, random: &dyn Random, kind: ProductType, location: i64) -> Option<usize> {
        let of_kind = |product: &&(usize, &Product)| product.1.kind == kind;
        let listed: Vec<(usize, &Product)> = self.products.iter().enumerate().collect();
        let all: Vec<_> = listed.iter().filter(of_kind).collect();
        let here: Vec<_> = all
            .iter()
            .filter(|(_, product)| product.locations.is_empty() || product.locations.contains(&location))
            .collect();
        let index = |n: usize| random.below(n as u64) as usize;
        match (here.len(), all.len()) {
            (0, 0) => None,
            (0, n) => Some(all[index(n)].0),
            (n, _) => Some(here[index(n)].0),
        }
    }
}

pub(super) struct Person {
    pub(super) at: i64,
    pub(super) first: &'static str,
    pub(super) last: &'static str,
    pub(super) home: i64,
    pub(super) car: (&'static str, &'static str),
    pub(super) color: &'static str,
    pub(super) plate: String,
}

/// A membership from its first day to its last, or until now.
pub(super) struct Member {
    pub(super) person: usize,
    /// Index of the club.
    pub(super) product: usize,
    pub(super) joined: Date,
    pub(super) months: Vec<Month>,
    pub(super) end: End,
}

/// Payment result of a period.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Month {
    Paid,
    /// First declined.
    Recovered,
    /// Declined and never paid.
    Unpaid,
    /// Declined; will be retried at this time.
    Owed(i64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    GoesOn,
    /// When the paid month ends.
    Leaves,
    Left(i64),
    Unpaid(i64),
}

pub(super) struct Event {
    pub(super) at: i64,
    pub(super) what: What,
}

pub(super) enum What {
    /// Index of the customer.
    Purchase(usize),
    /// Of a member: number of the month, and whether the card was declined.
    Month {
        member: usize,
        month: usize,
        is_declined: bool,
    },
}

pub(super) struct Year {
    /// By sign-up date.
    pub(super) people: Vec<Person>,
    pub(super) members: Vec<Member>,
    /// In order.
    pub(super) events: Vec<Event>,
}

/// Draws from a list.
pub(super) fn one_of<T: Copy>(random: &dyn Random, list: &[T]) -> Option<T> {
    list.get(random.below(list.len() as u64) as usize).copied()
}

/// Whether something with this probability (per thousand) happens.
pub(super) fn happens(random: &dyn Random, of_a_thousand: u64) -> bool {
    random.below(1000) < of_a_thousand
}

/// Midnight at the start of a day.
pub(super) fn midnight(day: Date, zone: &TimeZone) -> i64 {
    day.to_zoned(zone.clone())
        .map_or(0, |start| start.timestamp().as_millisecond())
}

/// First day of the month that is `months` after the one starting on `anchor`.
pub(super) fn month_start(anchor: Date, months: usize) -> Date {
    anchor.saturating_add(Span::new().months(i64::try_from(months).unwrap_or_default()))
}

impl Year {
    pub(super) fn draw(random: &dyn Random, shop: &Shop, wanted: Wanted, now: Timestamp) -> Self {
        let days = Days::before(now, &shop.zone);
        let people = draw_people(random, shop, wanted.customers, &days);
        let mut year = Self {
            people,
            members: Vec::new(),
            events: Vec::new(),
        };
        year.draw_members(random, shop, &days, wanted.orders);
        let rest = wanted.orders.saturating_sub(year.events.len());
        for _ in 0..rest {
            let at = days.draw(random);
            // Early customers visit most often.
            let known = year.people.partition_point(|person| person.at < at).max(1) as u64;
            let person = random.below(random.below(known) + 1) as usize;
            let at = at.max(year.people[person].at + HOUR / 6).min(days.now - 1000);
            year.events.push(Event {
                at,
                what: What::Purchase(person),
            });
        }
        year.events.sort_by_key(|event| event.at);
        year
    }

    fn draw_members(&mut self, random: &dyn Random, shop: &Shop, days: &Days, orders: usize) {
        for person in 0..self.people.len() {
            if !happens(random, JOINING * 10) {
                continue;
            }
            let Some(product) = shop.pick(random, ProductType::AppClub, self.people[person].home) else {
                return;
            };
            // Most join soon after they sign up.
            let first = self.people[person].at.max(days.starts[0]);
            let weeks = random.below(10) * random.below(10);
            let at = first + HOUR / 5 + i64::try_from(weeks).unwrap_or_default() * DAY;
            if at >= days.now {
                continue;
            }
            let member = self.draw_member(random, shop, days, (person, product, at));
            self.members.push(member);
            // At most a third of the orders are for clubs.
            if self.events.len() * 3 > orders {
                return;
            }
        }
    }

    fn draw_member(
        &mut self,
        random: &dyn Random,
        shop: &Shop,
        days: &Days,
        (person, product, at): (usize, usize, i64),
    ) -> Member {
        let joined = day_of(at, &shop.zone);
        let index = self.members.len();
        let mut month_at = |at, month, is_declined| {
            let what = What::Month {
                member: index,
                month,
                is_declined,
            };
            self.events.push(Event { at, what });
        };
        month_at(at, 0, false);
        let mut months = vec![Month::Paid];
        let mut end = End::GoesOn;
        while end == End::GoesOn {
            let month = months.len();
            let start = midnight(month_start(joined, month), &shop.zone);
            let charged = start + 8 * HOUR + i64::try_from(random.below(3_600_000)).unwrap_or_default();
            if charged >= days.now {
                if happens(random, 40) {
                    end = End::Leaves;
                }
                break;
            }
            if happens(random, 45) {
                end = End::Left(start);
            } else if happens(random, 50) {
                month_at(charged, month, true);
                let again = charged + 3 * DAY;
                let over = start + 14 * DAY;
                if again >= days.now {
                    months.push(Month::Owed(again));
                    break;
                }
                if happens(random, 650) {
                    month_at(again, month, false);
                    months.push(Month::Recovered);
                } else if over < days.now {
                    month_at(again, month, true);
                    months.push(Month::Unpaid);
                    end = End::Unpaid(over);
                } else {
                    month_at(again, month, true);
                    months.push(Month::Owed(days.now + DAY));
                    break;
                }
            } else {
                month_at(charged, month, false);
                months.push(Month::Paid);
            }
        }
        Member {
            person,
            product,
            joined,
            months,
            end,
        }
    }
}

/// Local day of an instant.
pub(super) fn day_of(at: i64, zone: &TimeZone) -> Date {
    Timestamp::from_millisecond(at)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(zone.clone())
        .date()
}

fn draw_people(random: &dyn Random, shop: &Shop, count: usize, days: &Days) -> Vec<Person> {
    let year = days.now - days.starts[0];
    let mut signed_up: Vec<i64> = (0..count)
        .map(|_| {
            // A third signed up before the year.
            let back = i64::try_from(random.below(1_000_000)).unwrap_or_default() * (year + year / 2) / 1_000_000;
            (days.now - HOUR - back).max(0)
        })
        .collect();
    signed_up.sort_unstable();
    let person = |at| Person {
        at,
        first: one_of(random, &FIRST).unwrap_or_default(),
        last: one_of(random, &LAST).unwrap_or_default(),
        home: one_of(random, &shop.locations).unwrap_or_default(),
        car: one_of(random, &CARS).unwrap_or_default(),
        color: one_of(random, &COLORS).unwrap_or_default(),
        plate: random.string("ABCDEFGHJKLMNPRSTUVWXYZ0123456789", 7),
    };
    signed_up.into_iter().map(person).collect()
}

/// The days of the year, weighted by how busy they are.
struct Days {
    starts: Vec<i64>,
    /// Cumulative traffic until the end of each day.
    until: Vec<u64>,
    now: i64,
}

impl Days {
    fn before(now: Timestamp, zone: &TimeZone) -> Self {
        let today = now.to_zoned(zone.clone()).date();
        let mut busy = 0;
        let (mut starts, mut until) = (Vec::new(), Vec::new());
        for back in (0..DAYS).rev() {
            let day = today.saturating_sub(Span::new().days(back));
            // Summer is busier than winter, and the business grows by a third.
            let season = 100 - (i64::from(day.day_of_year()) - 182).unsigned_abs() / 4;
            let growth = 300 + u64::try_from(DAYS - back).unwrap_or_default() * 100 / 365;
            let weekday = WEEK.get(usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default());
            busy += weekday.copied().unwrap_or(10) * season * growth;
            starts.push(midnight(day, zone));
            until.push(busy);
        }
        Self {
            starts,
            until,
            now: now.as_millisecond(),
        }
    }

    fn draw(&self, random: &dyn Random) -> i64 {
        let busy = random.below(self.until.last().copied().unwrap_or(1));
        let day = self
            .until
            .partition_point(|until| *until <= busy)
            .min(self.starts.len() - 1);
        let mut hour_left = random.below(HOURS.iter().sum());
        let mut hour = 0;
        for (index, weight) in HOURS.iter().enumerate() {
            if hour_left < *weight {
                hour = index;
                break;
            }
            hour_left -= weight;
        }
        let within = i64::try_from(random.below(3_600_000)).unwrap_or_default();
        let at = self.starts[day] + i64::try_from(hour).unwrap_or_default() * HOUR + within;
        // The rest of today hasn't happened yet.
        if at < self.now { at } else { at - DAY }
    }
}
