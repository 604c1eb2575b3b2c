//! Billing periods of clubs and their members' washes.

use jiff::Timestamp;

use super::super::rows::{Batch, MembershipRow, PeriodRow, UseRow};
use super::super::year::{DAY, End, Member, Month, Person, Product, Year, day_of, midnight, month_start};
use super::{Builder, Ids, Installment, MINUTE, Sale, next};
use crate::catalog::LimitPeriod;

impl Builder<'_> {
    /// A month of a club: paid or declined.
    pub(super) fn installment(&mut self, batch: &mut Batch, ids: &mut Ids, year: &Year, due: &Installment) {
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

    /// Inserts a membership in its current state, with the month that is owed, if any.
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
            terms: self.shop.terms_version.clone(),
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

    /// Washes of a member in a period.
    fn wash(&self, batch: &mut Batch, membership: i64, product: &Product, location: i64, (from, until): (i64, i64)) {
        let most = match product.limit {
            Some(limit) if limit.per == LimitPeriod::Month => limit.count,
            _ => 8,
        };
        let mut at = from;
        for _ in 0..most {
            // On another day each time, in the middle of it.
            at += DAY + self.below(6 * DAY);
            let day = day_of(at, &self.shop.zone);
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
}
