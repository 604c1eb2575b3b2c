//! Orders with their lines, payments and products.

use data_encoding::HEXLOWER;

use super::super::rows::{
    Batch, ClaimRow, ItemRow, LineRow, OrderRow, PaymentRow, PointsRow, RedemptionRow, ReversalRow,
};
use super::super::year::{DAY, Product, day_of, happens};
use super::{Booking, Builder, Ids, MINUTE, Paid, Sale, Sold, next};
use crate::catalog::{ProductType, tax::tax};
use crate::ledger::{Account, Source};
use crate::wallet::{self, rules::CodeClass};

impl Builder<'_> {
    /// Inserts an order with its lines, its payment and the purchased items.
    pub(super) fn sell(&mut self, batch: &mut Batch, ids: &mut Ids, sale: &Sale) -> Sold {
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
                address: None,
                fulfillment: None,
                carrier: None,
                tracking: None,
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
        let paid = Paid {
            sale,
            customer,
            order,
            settled,
            txn: format!("sale:{record}"),
        };
        let back = if returned {
            Some(self.give_back(batch, next(&mut ids.reversals), &paid, &mut lines))
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
                .then(|| self.shop.terms_version.clone()),
            at: sale.at,
            settled,
            origin: sale.origin,
            discount_item: discount.filter(|_| off > 0).map(|(item, _)| item),
            discount: off,
        });
        if !sale.is_declined {
            self.send(batch, &mut ids.addresses, &paid, &mut lines);
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

    /// Sometimes claims a discount for the order. Returns the wallet item and its amount.
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
            expires: Some(day_of(at + 365 * DAY, &self.shop.zone).to_string()),
            used: 0,
            state: "active",
            reversal: None,
            discount: None,
        }
    }

    /// Refunds one line of an order, or all of them.
    fn give_back(&self, batch: &mut Batch, id: i64, paid: &Paid<'_>, lines: &mut [LineRow]) -> ReversalRow {
        let at = paid.settled + MINUTE + self.below(2 * DAY - MINUTE);
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
        let booking = Booking {
            txn: &txn,
            source: Source::Reversal(id),
            at,
            ..paid.booking()
        };
        booking.post(batch, Account::Clearing, -amount);
        booking.post(batch, Account::Sales, sales);
        booking.post(batch, Account::Tax, taxes);
        ReversalRow {
            id,
            order: paid.order,
            amount,
            code: self.random.digits(6),
            at,
        }
    }

    fn book(&self, batch: &mut Batch, paid: &Paid<'_>, lines: &[LineRow], total: i64) {
        let goods = lines.iter().filter(|line| !line.kind.starts_with("GiftCard"));
        let sales: i64 = goods.map(|line| line.price + line.discount).sum();
        let booking = paid.booking();
        booking.post(batch, Account::Clearing, total);
        booking.post(batch, Account::Sales, -sales);
        booking.post(batch, Account::Discounts, lines.iter().map(|line| line.discount).sum());
        booking.post(batch, Account::Tax, -lines.iter().map(|line| line.taxes).sum::<i64>());
    }

    /// Codes for washes, value on gift cards.
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

    /// Inserts a redemption of an item or membership at a kiosk and returns it.
    pub(super) fn redeem(
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

    /// Points for payments, their deduction with refunds, and earned awards.
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
                expires: Some(day_of(paid.settled + 14 * DAY, &self.shop.zone).to_string()),
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
}
