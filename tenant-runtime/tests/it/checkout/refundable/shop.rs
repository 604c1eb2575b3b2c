//! A shop with orders of every kind.

use serde_json::{Value, json};

use super::super::parts::House;
use crate::gift_cards::mailed_number;
use crate::support::Kiosk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Washes,
    UsedBundle,
    ShippedMerchandise,
    Gift,
    GiftCard,
    SpentGiftCard,
    EmptyGiftCard,
    ReloadsOfOneCard,
    HeldGiftCard,
    DiscountedWashes,
    FreeWashes,
    Club,
    CreditedClub,
    KioskPayment,
    OpenDispute,
    LostDispute,
    DisputeAfterGiftCard,
    FullyDisputedAfterGiftCard,
}

/// A house with a kiosk that numbers its own orders.
pub(super) struct Shop {
    pub(super) house: House,
    pub(super) kiosk: Kiosk,
    orders: std::cell::Cell<u32>,
}

impl Shop {
    pub(super) async fn open() -> Self {
        let house = House::new().await;
        let ada = House {
            ada: house.ada.with_vehicle().await,
            ..house
        };
        let kiosk = ada.site.kiosk_at(1).await;
        let orders = std::cell::Cell::new(0);
        Self {
            house: ada,
            kiosk,
            orders,
        }
    }

    pub(super) fn key(&self) -> String {
        self.orders.set(self.orders.get() + 1);
        format!("{}", self.orders.get())
    }

    /// Path of a paid order of these units in the back office.
    async fn order(&self, units: Value) -> String {
        let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
            "zipCode": "85004"});
        let order = json!({"products": units, "address": address, "acceptedTerms": true});
        let placed = self
            .house
            .ada
            .post_once("/orders", &self.key(), order)
            .await
            .succeeded();
        assert_eq!(placed["approved"], true, "{placed}");
        self.house.site.run_jobs().await;
        format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap())
    }

    /// Order of a gift card, its ID and its number.
    pub(super) async fn gift_card(&self) -> (String, i64, String) {
        let order = self.order(json!([{"productId": 401}])).await;
        let number = mailed_number(&self.house.site, "gift_card", &self.house.ada.email);
        let cards: Vec<(i64,)> = self.house.site.rows("SELECT MAX(id) FROM gift_cards").await;
        (order, cards[0].0, number)
    }

    async fn use_code(&self) {
        let wallet = self.house.ada.wallet().await;
        let mut codes = wallet
            .iter()
            .map(|item| item["code"].as_str().unwrap().replace(' ', ""));
        let code = codes.find(|code| code.starts_with('2')).unwrap();
        self.kiosk.redeem(&code).await;
    }

    async fn dispute(&self, order: &str, amount: i64) -> String {
        let body = json!({"amount": amount, "reason": "fraud", "respondBy": "2027-01-15", "takeBack": true});
        let path = format!("{order}/disputes");
        let dispute = self.house.manager.post(&path, body).await.succeeded();
        format!("{path}/{}", dispute["disputeId"])
    }

    async fn refund_to_gift_card(&self, order: &str, line: usize) {
        let line = self.house.detail(order).await["lines"][line]["lineId"].clone();
        let body = json!({"lines": [line], "destination": "gift_card"});
        self.house.refund(order, &self.key(), body).await;
    }

    /// A paid order of this kind.
    pub(super) async fn sold(&self, kind: Kind) -> String {
        let two_washes = json!([{"productId": 101}, {"productId": 101}]);
        match kind {
            Kind::Washes => self.order(two_washes).await,
            Kind::UsedBundle => {
                let order = self.order(json!([{"productId": 201}])).await;
                self.use_code().await;
                order
            }
            Kind::ShippedMerchandise => {
                let order = self.order(json!([{"productId": 501}])).await;
                let line = self.house.line(&order).await;
                let path = format!("{order}/lines/{line}/fulfillment");
                self.house
                    .manager
                    .post(&path, json!({"state": "shipped"}))
                    .await
                    .succeeded();
                order
            }
            Kind::Gift => {
                let gift =
                    json!({"productId": 201, "isGift": true, "giftedEmail": "bob@example.com", "giftedTo": "Bob"});
                self.order(json!([gift])).await
            }
            Kind::GiftCard => self.gift_card().await.0,
            Kind::SpentGiftCard | Kind::EmptyGiftCard => {
                let (order, card, _) = self.gift_card().await;
                let spent = if kind == Kind::EmptyGiftCard { 5500 } else { 1234 };
                self.house.site.spend_gift_card(card, spent).await;
                order
            }
            Kind::ReloadsOfOneCard => {
                let (_, card, number) = self.gift_card().await;
                let reload = json!({"productId": 411, "cardNumber": number});
                let order = self.order(json!([reload, reload])).await;
                self.house.site.spend_gift_card(card, 7000).await;
                order
            }
            Kind::HeldGiftCard => {
                let (order, _, number) = self.gift_card().await;
                let body = json!({"cardNumber": number, "amount": 1000, "terminalTxnId": self.key()});
                self.kiosk
                    .post("/terminal/gift-cards/authorize", body)
                    .await
                    .succeeded();
                order
            }
            Kind::DiscountedWashes | Kind::FreeWashes => {
                let amount = if kind == Kind::FreeWashes { 9000 } else { 1500 };
                let code = format!("FREE{}", self.key());
                let award = json!({"type": "DollarDiscTrans", "amount": amount});
                let entered = json!({"name": "Off", "code": code, "award": award});
                self.house.manager.post("/admin/promo-codes", entered).await.succeeded();
                self.house
                    .ada
                    .post("/promo-codes", json!({ "code": code }))
                    .await
                    .succeeded();
                self.order(two_washes).await
            }
            Kind::Club => self.order(json!([{"productId": 301}])).await,
            Kind::CreditedClub => {
                let order = self.order(json!([{"productId": 301}])).await;
                self.order(json!([{"productId": 302}])).await;
                order
            }
            Kind::KioskPayment => {
                let token = self.house.ada.token("TempToken").await;
                let sale = json!({"tempId": token, "amount": 1586, "taxes": 86, "terminalTxnId": self.key(),
                    "lines": [{"name": "Foam", "price": 1000, "taxes": 86}, {"name": "Towel", "price": 500}]});
                let paid = self.kiosk.post("/terminal/payments", sale).await.succeeded();
                let path = format!("/terminal/payments/{}/confirm", paid["paymentId"].as_str().unwrap());
                let body = json!({"terminalTxnId": self.key()});
                self.kiosk.post(&path, body).await.succeeded();
                let newest = self.house.ada.get("/users/purchases").await.succeeded()[0].clone();
                format!("/admin/orders/{}", newest["transRecordId"].as_str().unwrap())
            }
            Kind::OpenDispute | Kind::LostDispute => {
                let order = self
                    .order(json!([{"productId": 101}, {"productId": 101}, {"productId": 201}]))
                    .await;
                let dispute = self.dispute(&order, 1500).await;
                if kind == Kind::LostDispute {
                    let lost = json!({"outcome": "lost"});
                    self.house.manager.post(&dispute, lost).await.succeeded();
                }
                order
            }
            Kind::DisputeAfterGiftCard => {
                let order = self
                    .order(json!([{"productId": 101}, {"productId": 101}, {"productId": 101}]))
                    .await;
                self.refund_to_gift_card(&order, 0).await;
                self.dispute(&order, 1000).await;
                order
            }
            Kind::FullyDisputedAfterGiftCard => {
                let order = self.order(two_washes).await;
                self.refund_to_gift_card(&order, 0).await;
                self.dispute(&order, 2606).await;
                order
            }
        }
    }
}
