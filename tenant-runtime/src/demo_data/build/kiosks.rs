//! Kiosk sales with their own tender.

use serde_json::json;

use super::super::rows::{Batch, KioskSaleRow};
use super::super::year::happens;
use super::{Booking, Builder, Ids, next};
use crate::catalog::{ProductType, tax::tax};
use crate::ledger::{Account, Source, Tender};

impl Builder<'_> {
    /// Wash paid at the kiosk of `location`, mostly in cash.
    pub(super) fn sell_at_kiosk(&mut self, batch: &mut Batch, ids: &mut Ids, (location, at): (i64, i64)) {
        let Some((_, lane)) = self.lanes.iter().find(|(of, _)| *of == location) else {
            return;
        };
        let Some(wash) = self.shop.pick(self.random, ProductType::AppWash, location) else {
            return;
        };
        let product = &self.shop.products[wash];
        let taxes = tax(product.price, self.shop.rate(location, product));
        let tender = if happens(self.random, 700) {
            Tender::Cash
        } else {
            Tender::Card
        };
        let id = next(&mut ids.kiosk_sales);
        let amount = product.price + taxes;
        batch.kiosk_sales.push(KioskSaleRow {
            id,
            lane: lane.clone(),
            location,
            lines: json!([{"name": product.name, "price": product.price, "taxes": taxes}]),
            amount,
            taxes,
            tender: tender.into_str(),
            at,
        });
        let txn = format!("kiosk_sale:{id}");
        let booking = Booking {
            txn: &txn,
            source: Source::KioskSale(id),
            order: None,
            location: Some(location),
            at,
        };
        booking.post(batch, Account::Till(tender), amount);
        booking.post(batch, Account::Sales, -product.price);
        booking.post(batch, Account::Tax, -taxes);
    }
}
