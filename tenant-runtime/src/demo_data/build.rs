//! The rows of what happens: every order with all that comes of it, so that each batch leaves good books.

use std::collections::HashSet;

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use platform::keys::SiteKeys;
use platform::random::Random;

use super::Made;
use super::names::DEALS;
use super::rows::{
    Batch, CardRow, ClaimRow, CustomerRow, DealRow, EntryRow, HoldRow, ItemRow, LaneRow, LineRow, MembershipRow,
    MovementRow, OrderRow, PaymentRow, PeriodRow, PointsRow, RedemptionRow, ReversalRow, Surroundings, UseRow,
};
use super::year::{
    DAY, End, Event, Member, Month, Person, Product, Shop, What, Year, happens, midnight, month_start, one_of,
};
use crate::catalog::{LimitPeriod, ProductType, tax::tax};
use crate::{gift_cards, wallet};
use wallet::rules::CodeClass;

const MINUTE: i64 = 60_000;

/// The highest ids so far: what is written counts on from them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ids {
    pub(super) customers: i64,
    pub(super) offers: i64,
    pub(super) orders: i64,
    pub(super) lines: i64,
    pub(super) reversals: i64,
    pub(super) items: i64,
    pub(super) cards: i64,
    pub(super) memberships: i64,
}

/// Takes the next id of a table.
fn next(id: &mut i64) -> i64 {
    *id += 1;
    *id
}

pub(super) struct Builder<'a> {
    shop: &'a Shop,
    keys: &'a SiteKeys,
    random: &'a dyn Random,
    now: i64,
    /// By the index of the person: id and points.
    customers: Vec<(i64, i64)>,
    /// By location.
    lanes: Vec<(i64, String)>,
    deals: Vec<DealRow>,
    /// By the index of the member, once joined.
    memberships: Vec<Option<i64>>,
    /// What the codes of the site are found by: ten random digits collide now and then.
    codes: HashSet<Vec<u8>>,
    pub(super) made: Made,
}

/// An order before it is written.
struct Sale {
    person: usize,
    location: i64,
    at: i64,
    origin: &'static str,
    products: Vec<usize>,
    /// Whether the card is declined.
    is_declined: bool,
    /// What a month of a club costs; `None`: as listed.
    price: Option<i64>,
}

/// An order as it was written.
struct Sold {
    lines: Vec<i64>,
}

impl<'a> Builder<'a> {
    /// `codes`: what those of the site are found by already.
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
                84..95 => ProductType::AppBundle,
                _ => ProductType::GiftCard,
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
    }

    /// Writes an order with its lines and money, and what was bought.
    fn sell(&mut self, batch: &mut Batch, ids: &mut Ids, sale: &Sale) -> Sold {
        let (customer, _) = self.customers[sale.person];
        let order = next(&mut ids.orders);
        let record = self.random.string("0123456789abcdefghjkmnpqrstvwxyz", 20);
        let settled = sale.at + 2_000;
        let discount = self.claim(batch, ids, customer, sale);
        let shop = self.shop;
        let products: Vec<&Product> = sale.products.iter().map(|index| &shop.products[*index]).collect();

        let (mut subtotal, mut taxes, mut off) = (0, 0, 0);
        let mut lines = Vec::new();
        for product in &products {
            let listed = sale.price.unwrap_or(product.price);
            let taken = match discount {
                Some((_, amount)) if !product.kind.is_stored_value() => (amount - off).min(listed),
                _ => 0,
            };
            let rate = self.shop.rate(sale.location, product);
            let price = listed - taken;
            let line = LineRow {
                id: next(&mut ids.lines),
                order,
                product: product.id,
                kind: product.kind.into_str().to_owned(),
                name: product.name.clone(),
                price,
                taxes: tax(price, rate),
                rate,
                value: product.value,
                quantity: product.quantity,
                discount: taken,
                monthly: (product.kind == ProductType::AppClub).then_some(product.price),
                limit: product.limit.map(|limit| limit.count),
                per: product.limit.map(|limit| limit.per.into_str().to_owned()),
                reversal: None,
                refunded: 0,
            };
            subtotal += line.price;
            taxes += line.taxes;
            off += taken;
            lines.push(line);
        }
        let total = subtotal + taxes;
        let can_return = off == 0 && products.iter().all(|product| product.kind == ProductType::AppWash);
        let returned =
            !sale.is_declined && can_return && total > 0 && happens(self.random, 25) && settled + 2 * DAY < self.now;
        let back = if returned {
            Some(self.give_back(batch, next(&mut ids.reversals), order, settled, &mut lines))
        } else {
            None
        };
        let back_amount = back.as_ref().map_or(0, |back| back.amount);
        let code = if sale.is_declined {
            "Declined".to_owned()
        } else {
            self.random.digits(6)
        };
        if total > 0 {
            batch.payments.push(PaymentRow {
                reference: format!("demo{order}"),
                order,
                customer,
                amount: total,
                refunded: back_amount,
                state: match (sale.is_declined, back_amount == total) {
                    (true, _) => "declined",
                    (false, true) => "refunded",
                    (false, false) => "approved",
                },
                code: code.clone(),
                transaction: (!sale.is_declined).then(|| format!("demo-{order}")),
                initiator: if sale.origin == "renewal" {
                    "recurring"
                } else {
                    "customer"
                },
                decline: sale.is_declined.then_some("soft"),
                at: sale.at,
            });
        }
        batch.orders.push(OrderRow {
            id: order,
            record: record.clone(),
            customer,
            location: sale.location,
            state: match (sale.is_declined, back_amount) {
                (true, _) => "failed",
                (false, 0) => "paid",
                (false, amount) if amount == total => "refunded",
                (false, _) => "partially_refunded",
            },
            subtotal,
            taxes,
            code,
            terms: lines
                .iter()
                .any(|line| line.monthly.is_some())
                .then(|| self.shop.terms.clone()),
            at: sale.at,
            settled,
            origin: sale.origin,
            discount_item: discount.filter(|_| off > 0).map(|(item, _)| item),
            discount: off,
        });
        if !sale.is_declined {
            let paid = Paid {
                sale,
                customer,
                order,
                settled,
                txn: format!("sale:{record}"),
            };
            self.book(batch, &paid, &lines, total);
            for (line, product) in lines.iter().zip(&products) {
                self.hand_out(batch, ids, &paid, line, product);
            }
            self.earn(batch, ids, &paid, &lines);
            if let Some(back) = back {
                batch.reversals.push(back);
            }
        }
        let sold = Sold {
            lines: lines.iter().map(|line| line.id).collect(),
        };
        batch.lines.extend(lines);
        sold
    }

    /// Claims a deal for the order, now and then. Answers the item and what it takes off.
    fn claim(&mut self, batch: &mut Batch, ids: &mut Ids, customer: i64, sale: &Sale) -> Option<(i64, i64)> {
        if sale.origin != "shop" || sale.price.is_some() || !happens(self.random, 70) {
            return None;
        }
        let deal = &self.deals[self.random.below(self.deals.len() as u64) as usize];
        let (offer, name, amount) = (deal.id, deal.name, deal.amount);
        let takes_off = sale
            .products
            .iter()
            .map(|index| &self.shop.products[*index])
            .any(|product| !product.kind.is_stored_value() && product.price > 0);
        let is_spent = amount.is_some() && takes_off && !sale.is_declined;
        let item = next(&mut ids.items);
        let class = if amount.is_some() {
            CodeClass::Discount
        } else {
            CodeClass::Award
        };
        let at = sale.at - 5 * MINUTE;
        let row = ItemRow {
            name: name.to_owned(),
            discount: amount,
            used: i64::from(is_spent),
            state: if is_spent { "used" } else { "active" },
            ..self.item(item, customer, class, at)
        };
        let kind = if amount.is_some() { "DollarDiscTrans" } else { "Item" };
        batch.items.push(ItemRow { kind, ..row });
        batch.claims.push(ClaimRow {
            offer,
            customer,
            item,
            at,
        });
        Some((item, amount?)).filter(|_| is_spent)
    }

    fn item(&mut self, id: i64, customer: i64, class: CodeClass, at: i64) -> ItemRow {
        let code = loop {
            let code = wallet::new_code(self.keys, self.random, class);
            if self.codes.insert(code.lookup.to_vec()) {
                break code;
            }
        };
        ItemRow {
            id,
            customer,
            line: None,
            kind: "AppWash",
            name: String::new(),
            lookup: HEXLOWER.encode(&code.lookup),
            sealed: HEXLOWER.encode(&code.sealed),
            at,
            expires: Some(super::year::day_of(at + 365 * DAY, &self.shop.zone).to_string()),
            used: 0,
            state: "active",
            reversal: None,
            discount: None,
        }
    }

    /// Gives one line of an order back, or all of them.
    fn give_back(&self, batch: &mut Batch, id: i64, order: i64, settled: i64, lines: &mut [LineRow]) -> ReversalRow {
        let at = settled + MINUTE + self.below(2 * DAY - MINUTE);
        let count = if happens(self.random, 700) { 1 } else { lines.len() };
        let (mut sales, mut taxes) = (0, 0);
        for line in lines.iter_mut().take(count) {
            line.reversal = Some(id);
            line.refunded = line.price + line.taxes;
            sales += line.price;
            taxes += line.taxes;
        }
        let amount = sales + taxes;
        let txn = format!("reversal:{id}");
        post(batch, &txn, Some(order), at, "clearing", -amount);
        post(batch, &txn, Some(order), at, "sales", sales);
        post(batch, &txn, Some(order), at, "tax", taxes);
        ReversalRow {
            id,
            order,
            amount,
            code: self.random.digits(6),
            at,
        }
    }

    fn book(&self, batch: &mut Batch, paid: &Paid<'_>, lines: &[LineRow], total: i64) {
        let (order, at) = (Some(paid.order), paid.settled);
        let goods = lines.iter().filter(|line| !line.kind.starts_with("GiftCard"));
        let sales: i64 = goods.map(|line| line.price + line.discount).sum();
        post(batch, &paid.txn, order, at, "clearing", total);
        post(batch, &paid.txn, order, at, "sales", -sales);
        post(
            batch,
            &paid.txn,
            order,
            at,
            "discounts",
            lines.iter().map(|line| line.discount).sum(),
        );
        post(
            batch,
            &paid.txn,
            order,
            at,
            "tax",
            -lines.iter().map(|line| line.taxes).sum::<i64>(),
        );
    }

    /// Codes for washes, the money on a gift card.
    fn hand_out(&mut self, batch: &mut Batch, ids: &mut Ids, paid: &Paid<'_>, line: &LineRow, product: &Product) {
        let (class, kind) = match product.kind {
            ProductType::AppWash => (CodeClass::Wash, "AppWash"),
            ProductType::AppBundle => (CodeClass::Bundle, "AppBundle"),
            ProductType::GiftCard => return self.issue_card(batch, next(&mut ids.cards), paid, line),
            _ => return,
        };
        for _ in 0..line.quantity {
            let item = next(&mut ids.items);
            let used_at = paid.settled + 5 * MINUTE + self.below(14) * self.below(DAY);
            let is_used = line.reversal.is_none() && used_at < self.now && happens(self.random, 860);
            let row = self.item(item, paid.customer, class, paid.settled);
            batch.items.push(ItemRow {
                line: Some(line.id),
                kind,
                name: line.name.clone(),
                used: i64::from(is_used),
                state: match line.reversal {
                    Some(_) => "revoked",
                    None if is_used => "used",
                    None => "active",
                },
                reversal: line.reversal,
                ..row
            });
            if is_used {
                self.redeem(batch, (Some(item), None), paid.sale.location, used_at);
            }
        }
    }

    /// Writes that a kiosk took an item or let a member in; answers the redemption.
    fn redeem(
        &self,
        batch: &mut Batch,
        (item, membership): (Option<i64>, Option<i64>),
        location: i64,
        at: i64,
    ) -> Option<String> {
        let (_, lane) = self.lanes.iter().find(|(of, _)| *of == location)?;
        let id = self.token();
        batch.redemptions.push(RedemptionRow {
            id: id.clone(),
            lane: lane.clone(),
            location,
            item,
            membership,
            at,
        });
        Some(id)
    }

    fn issue_card(&self, batch: &mut Batch, card: i64, paid: &Paid<'_>, line: &LineRow) {
        let number = gift_cards::new_number(self.keys, self.random);
        let (at, account) = (paid.settled, format!("gift_card:{card}"));
        batch.cards.push(CardRow {
            id: card,
            lookup: HEXLOWER.encode(&number.lookup),
            sealed: HEXLOWER.encode(&number.sealed),
            last_four: number.last_four,
            line: line.id,
            name: line.name.clone(),
            buyer: paid.customer,
            at,
        });
        if line.value != 0 {
            batch.movements.push(MovementRow {
                card,
                kind: "issue",
                amount: line.value,
                line: Some(line.id),
                hold: None,
                at,
            });
        }
        post(batch, &paid.txn, Some(paid.order), at, &account, -line.value);
        post(
            batch,
            &paid.txn,
            Some(paid.order),
            at,
            "adjustment",
            line.value - line.price,
        );
        // Spent in pieces at a kiosk.
        let mut left = line.value;
        let mut spent_at = at;
        while left > 0 && happens(self.random, 600) {
            spent_at += MINUTE + self.below(40 * DAY);
            let Some((location, lane)) = self.lanes.iter().find(|(of, _)| *of == paid.sale.location) else {
                return;
            };
            if spent_at >= self.now {
                return;
            }
            let amount = 1 + self.below(left);
            let id = self.token();
            let txn = format!("hold:{id}");
            batch.movements.push(MovementRow {
                card,
                kind: "redeem",
                amount: -amount,
                line: None,
                hold: Some(id.clone()),
                at: spent_at,
            });
            batch.holds.push(HoldRow {
                id,
                card,
                lane: lane.clone(),
                location: *location,
                amount,
                at: spent_at,
            });
            post(batch, &txn, None, spent_at, &account, amount);
            post(batch, &txn, None, spent_at, "kiosks", -amount);
            left -= amount;
        }
    }

    /// Points for what was paid, what is taken back with it, and the award for which they are enough.
    fn earn(&mut self, batch: &mut Batch, ids: &mut Ids, paid: &Paid<'_>, lines: &[LineRow]) {
        let Some(points) = &self.shop.points else { return };
        let mut balance = self.customers[paid.sale.person].1;
        for line in lines {
            let earned = line.price * points.per_unit / 100;
            if !["AppWash", "AppClub"].contains(&line.kind.as_str()) || earned == 0 {
                continue;
            }
            let entry = |kind, points| PointsRow {
                customer: paid.customer,
                kind,
                points,
                subject: Some(format!("order_line:{}", line.id)),
                at: paid.settled,
            };
            batch.points.push(entry("earn", earned));
            balance += earned;
            if line.reversal.is_some() {
                batch.points.push(entry("reverse", -earned));
                balance -= earned;
            }
        }
        while balance >= points.goal {
            balance -= points.goal;
            batch.points.push(PointsRow {
                customer: paid.customer,
                kind: "award",
                points: -points.goal,
                subject: None,
                at: paid.settled,
            });
            let item = next(&mut ids.items);
            let used_at = paid.settled + self.below(14 * DAY);
            let is_used = used_at < self.now && happens(self.random, 700);
            let row = self.item(item, paid.customer, CodeClass::Award, paid.settled);
            batch.items.push(ItemRow {
                kind: "AppPoints",
                name: "Loyalty Award".to_owned(),
                expires: Some(super::year::day_of(paid.settled + 14 * DAY, &self.shop.zone).to_string()),
                used: i64::from(is_used),
                state: if is_used { "used" } else { "active" },
                ..row
            });
            if is_used {
                self.redeem(batch, (Some(item), None), paid.sale.location, used_at);
            }
        }
        self.customers[paid.sale.person].1 = balance;
    }

    /// A month of a club: paid, or declined.
    fn installment(&mut self, batch: &mut Batch, ids: &mut Ids, year: &Year, due: &Installment) {
        let member = &year.members[due.index];
        let person = &year.people[member.person];
        let product = &self.shop.products[member.product];
        let price = match due.month {
            0 => product.signup_price.unwrap_or(product.price),
            _ => product.price,
        };
        let sale = Sale {
            person: member.person,
            location: person.home,
            at: due.at,
            origin: if due.month == 0 { "shop" } else { "renewal" },
            products: vec![member.product],
            is_declined: due.is_declined,
            price: Some(price),
        };
        let sold = self.sell(batch, ids, &sale);
        let Some(&line) = sold.lines.first() else { return };
        let membership = match self.memberships[due.index] {
            Some(id) => id,
            None => {
                let id = next(&mut ids.memberships);
                self.memberships[due.index] = Some(id);
                self.join(batch, id, member, person, (line, price, due.at));
                id
            }
        };
        if due.is_declined {
            return;
        }
        let (start, end) = (
            month_start(member.joined, due.month),
            month_start(member.joined, due.month + 1),
        );
        batch.periods.push(PeriodRow {
            membership,
            start: start.to_string(),
            end: end.to_string(),
            amount: price,
            state: "paid",
            attempts: if member.months.get(due.month) == Some(&Month::Recovered) {
                2
            } else {
                1
            },
            again: None,
            line: Some(line),
        });
        self.wash(
            batch,
            membership,
            product,
            person.home,
            (due.at, midnight(end, &self.shop.zone)),
        );
    }

    /// Writes a membership as it stands now, with the month that is owed, if any.
    fn join(
        &self,
        batch: &mut Batch,
        id: i64,
        member: &Member,
        person: &Person,
        (line, price, joined): (i64, i64, i64),
    ) {
        let product = &self.shop.products[member.product];
        let last = member.months.last().copied().unwrap_or(Month::Paid);
        let paid = match last {
            Month::Paid | Month::Recovered => member.months.len(),
            Month::Unpaid | Month::Owed(_) => member.months.len() - 1,
        };
        let next_day = month_start(member.joined, paid);
        let (status, ended, reason) = match member.end {
            End::GoesOn => ("active", None, None),
            End::Leaves => ("endbillingpending", None, None),
            End::Left(at) => ("inactive", Some(at), Some("cancelled")),
            End::Unpaid(at) => ("inactive", Some(at), Some("nonpayment")),
        };
        let (customer, _) = self.customers[member.person];
        batch.memberships.push(MembershipRow {
            id,
            customer,
            line,
            product: product.id,
            name: product.name.clone(),
            price,
            monthly: product.price,
            limit: product.limit.map(|limit| limit.count),
            per: product.limit.map(|limit| limit.per.into_str().to_owned()),
            plate: person.plate.clone(),
            terms: self.shop.terms.clone(),
            anchor: member.joined.to_string(),
            next: next_day.to_string(),
            status,
            billing: if matches!(last, Month::Owed(_)) {
                "past_due"
            } else {
                "ok"
            },
            joined,
            ended,
            reason,
            unpaid_since: matches!(last, Month::Owed(_)).then(|| next_day.to_string()),
        });
        let open = match last {
            Month::Owed(again) => Some(("due", Some(again))),
            Month::Unpaid => Some(("unpaid", None)),
            Month::Paid | Month::Recovered => None,
        };
        if let Some((state, again)) = open {
            batch.periods.push(PeriodRow {
                membership: id,
                start: next_day.to_string(),
                end: month_start(member.joined, paid + 1).to_string(),
                amount: product.price,
                state,
                attempts: 1,
                again,
                line: None,
            });
        }
        if ended.is_none() {
            let due = match last {
                Month::Owed(again) => again,
                _ => midnight(next_day, &self.shop.zone) + DAY / 3,
            };
            let due = Timestamp::from_millisecond(due.max(self.now + MINUTE)).unwrap_or(Timestamp::MAX);
            batch.bills.push((id, due));
        }
    }

    /// What a member washes within a month.
    fn wash(&self, batch: &mut Batch, membership: i64, product: &Product, location: i64, (from, until): (i64, i64)) {
        let most = match product.limit {
            Some(limit) if limit.per == LimitPeriod::Month => limit.count,
            _ => 8,
        };
        let mut at = from;
        for _ in 0..most {
            // On another day each time, in the middle of it.
            at += DAY + self.below(6 * DAY);
            let day = super::year::day_of(at, &self.shop.zone);
            let noon = midnight(day, &self.shop.zone) + DAY / 3 + self.below(DAY / 3);
            if noon >= until.min(self.now) || noon <= from {
                return;
            }
            let Some(redemption) = self.redeem(batch, (None, Some(membership)), location, noon) else {
                return;
            };
            batch.uses.push(UseRow {
                membership,
                day: day.to_string(),
                location,
                at: noon,
                redemption,
            });
        }
    }

    /// An even draw from 0 to below `n`.
    fn below(&self, n: i64) -> i64 {
        i64::try_from(self.random.below(u64::try_from(n).unwrap_or_default())).unwrap_or_default()
    }

    fn token(&self) -> String {
        self.random.string("0123456789abcdefghjkmnpqrstvwxyz", 22)
    }
}

/// A month of a club that is charged.
struct Installment {
    index: usize,
    month: usize,
    at: i64,
    is_declined: bool,
}

/// An order that was paid.
struct Paid<'a> {
    sale: &'a Sale,
    customer: i64,
    order: i64,
    settled: i64,
    txn: String,
}

/// Adds an entry of the ledger; nothing for 0.
fn post(batch: &mut Batch, txn: &str, order: Option<i64>, at: i64, account: &str, amount: i64) {
    if amount != 0 {
        batch.entries.push(EntryRow {
            txn: txn.to_owned(),
            account: account.to_owned(),
            amount,
            order,
            at,
        });
    }
}
