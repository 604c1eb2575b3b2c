//! Amounts that an order says can still be refunded: each is accepted as shown. Every test ends with the check of the site's file.

use serde_json::{Value, json};

use super::parts::House;
use crate::gift_cards::mailed_number;
use crate::support::Kiosk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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

const KINDS: [Kind; 18] = [
    Kind::Washes,
    Kind::UsedBundle,
    Kind::ShippedMerchandise,
    Kind::Gift,
    Kind::GiftCard,
    Kind::SpentGiftCard,
    Kind::EmptyGiftCard,
    Kind::ReloadsOfOneCard,
    Kind::HeldGiftCard,
    Kind::DiscountedWashes,
    Kind::FreeWashes,
    Kind::Club,
    Kind::CreditedClub,
    Kind::KioskPayment,
    Kind::OpenDispute,
    Kind::LostDispute,
    Kind::DisputeAfterGiftCard,
    Kind::FullyDisputedAfterGiftCard,
];

/// A house with a kiosk that numbers its own orders.
struct Shop {
    house: House,
    kiosk: Kiosk,
    orders: std::cell::Cell<u32>,
}

impl Shop {
    async fn open() -> Self {
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

    fn key(&self) -> String {
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
    async fn gift_card(&self) -> (String, i64, String) {
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
        let body = json!({"code": code, "terminalTxnId": self.key()});
        let reserved = self.kiosk.post("/terminal/redemptions", body).await.succeeded();
        let confirm = format!(
            "/terminal/redemptions/{}/confirm",
            reserved["redemptionId"].as_str().unwrap()
        );
        let body = json!({"terminalTxnId": self.key()});
        self.kiosk.post(&confirm, body).await.succeeded();
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
    async fn sold(&self, kind: Kind) -> String {
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

    /// Refunds what is requested; asserts that the amount is as shown.
    async fn refund(&self, kind: Kind, order: &str, mut request: Value, amount: i64) {
        request["expectedAmount"] = json!(amount);
        request["override"] = json!(true);
        request["reason"] = json!("Asked");
        let path = match request["lines"] {
            Value::Null if request["parts"].is_null() => format!("{order}/void"),
            _ => format!("{order}/refund"),
        };
        let reply = self.house.manager.post_once(&path, &self.key(), request.clone()).await;
        assert_eq!(reply.status, 200, "{kind:?}: {request}: {}", reply.text);
        let done = reply.succeeded();
        assert_eq!(
            (&done["state"], &done["amount"]),
            (&json!("done"), &json!(amount)),
            "{kind:?}: {request}"
        );
    }

    /// Refunds the largest amount, the smallest, a code and then each line: all that is offered.
    async fn refund_in_pieces(&self, kind: Kind, order: &str) {
        let lines = self.house.detail(order).await["lines"].as_array().unwrap().len();
        for index in 0..lines {
            let offer = async || {
                let detail = self.house.detail(order).await;
                let line = detail["lines"][index].clone();
                let total = detail["refundable"].as_i64().unwrap();
                (line["refundable"].as_i64(), total, line)
            };
            let (Some(_), _, line) = offer().await else { continue };
            let id = line["lineId"].clone();
            let is_card = line["appProductType"].as_str().unwrap().starts_with("GiftCard");
            for largest in [false, true] {
                let (Some(left), total, line) = offer().await else {
                    break;
                };
                let paid = line["price"].as_i64().unwrap() + line["taxes"].as_i64().unwrap();
                let amount = if largest {
                    left.min(paid - 1).min(total)
                } else {
                    left.min(total).min(1)
                };
                if !is_card && amount > 0 && amount < paid {
                    let part = json!({"parts": [{"lineId": id, "amount": amount}]});
                    self.refund(kind, order, part, amount).await;
                }
                let (Some(_), total, line) = offer().await else { break };
                let (unused, quantity) = (line["unused"].as_i64().unwrap(), line["quantity"].as_i64().unwrap());
                let is_bundle = line["appProductType"] == "AppBundle" && line["isGift"] == false;
                let paid = line["price"].as_i64().unwrap() + line["taxes"].as_i64().unwrap();
                let share = paid / quantity;
                if is_bundle && unused > 0 && quantity > 1 && share <= total {
                    let part = json!({"parts": [{"lineId": id, "quantity": 1}]});
                    self.refund(kind, order, part, share).await;
                }
            }
            let (Some(left), total, _) = offer().await else {
                continue;
            };
            if left <= total {
                self.refund(kind, order, json!({"lines": [id]}), left).await;
            }
        }
    }

    /// Refunds as many whole lines as possible at once.
    async fn refund_rest(&self, kind: Kind, order: &str) {
        let detail = self.house.detail(order).await;
        let total = detail["refundable"].as_i64().unwrap();
        let lines = detail["lines"].as_array().unwrap();
        let open = lines.iter().filter(|line| line["reversalId"].is_null());
        let offered: Vec<_> = open.clone().filter(|line| line["refundable"].is_i64()).collect();
        if detail["disputed"] == 0 && offered.len() == open.count() {
            self.refund(kind, order, json!({}), total).await;
            return;
        }
        let (mut sum, mut ids) = (0, Vec::new());
        for line in offered {
            let amount = line["refundable"].as_i64().unwrap();
            if sum + amount <= total {
                sum += amount;
                ids.push(line["lineId"].clone());
            }
        }
        if !ids.is_empty() {
            self.refund(kind, order, json!({"lines": ids}), sum).await;
        }
    }
}

#[tokio::test]
async fn every_amount_that_an_order_offers_is_refunded() {
    for in_pieces in [true, false] {
        let mut shop = Shop::open().await;
        for kind in KINDS {
            if kind == Kind::CreditedClub {
                // The club of the kind before it is still active.
                shop = Shop::open().await;
            }
            let order = shop.sold(kind).await;
            let before = shop.house.detail(&order).await;
            if in_pieces {
                shop.refund_in_pieces(kind, &order).await;
            } else {
                shop.refund_rest(kind, &order).await;
            }
            let after = shop.house.detail(&order).await;
            let refunded = |detail: &Value| detail["givenBack"].as_i64().unwrap();
            assert_eq!(
                refunded(&after) - refunded(&before),
                before["refundable"].as_i64().unwrap() - after["refundable"].as_i64().unwrap(),
                "{kind:?}: {after}"
            );
            let has_rest = matches!(
                kind,
                Kind::OpenDispute | Kind::LostDispute | Kind::DisputeAfterGiftCard | Kind::FullyDisputedAfterGiftCard
            );
            assert!(has_rest || after["refundable"] == 0, "{kind:?}: {after}");
        }
    }
}

/// Refundable amount of each line, and of the order.
async fn offered(shop: &Shop, order: &str) -> (Vec<Option<i64>>, i64) {
    let detail = shop.house.detail(order).await;
    let lines = detail["lines"].as_array().unwrap().iter();
    (
        lines.map(|line| line["refundable"].as_i64()).collect(),
        detail["refundable"].as_i64().unwrap(),
    )
}

#[tokio::test]
async fn order_says_how_much_of_each_line_can_be_refunded() {
    let shop = Shop::open().await;
    for (kind, lines, total) in [
        // 12.00 with 8.6 %.
        (Kind::Washes, vec![Some(1303), Some(1303)], 2606),
        (Kind::UsedBundle, vec![Some(3258)], 3258),
        (Kind::GiftCard, vec![Some(5000)], 5000),
        // 42.66 of 55.00 is left on a card that cost 50.00.
        (Kind::SpentGiftCard, vec![Some(3878)], 3878),
        (Kind::EmptyGiftCard, vec![Some(0)], 0),
        (Kind::HeldGiftCard, vec![None], 0),
        // 35.00 of two reloads is left, of 25.00 each.
        (Kind::ReloadsOfOneCard, vec![Some(2500), Some(2500)], 3500),
        (Kind::DiscountedWashes, vec![Some(489), Some(489)], 978),
        (Kind::FreeWashes, vec![Some(0), Some(0)], 0),
        // All of the first month went toward the second club on its first day.
        (Kind::CreditedClub, vec![Some(0)], 0),
        (Kind::KioskPayment, vec![Some(1086), Some(500)], 1586),
        (Kind::LostDispute, vec![Some(1303), Some(1303), Some(3258)], 4364),
        (Kind::DisputeAfterGiftCard, vec![None, Some(1303), Some(1303)], 1606),
        (Kind::FullyDisputedAfterGiftCard, vec![None, Some(1303)], 0),
    ] {
        let order = shop.sold(kind).await;
        assert_eq!(offered(&shop, &order).await, (lines, total), "{kind:?}");
    }
}

#[tokio::test]
async fn order_shows_the_gift_card_it_loaded() {
    let shop = Shop::open().await;
    let (order, card, number) = shop.gift_card().await;
    let shown = shop.house.detail(&order).await["lines"][0]["loadedCard"].clone();
    assert_eq!(
        shown,
        json!({"cardId": card, "amount": 5500, "balance": 5500, "isHeld": false})
    );
    let body = json!({"cardNumber": number, "amount": 1000, "terminalTxnId": "held"});
    shop.kiosk
        .post("/terminal/gift-cards/authorize", body)
        .await
        .succeeded();
    let shown = shop.house.detail(&order).await["lines"][0]["loadedCard"].clone();
    assert_eq!(
        shown,
        json!({"cardId": card, "amount": 5500, "balance": 4500, "isHeld": true})
    );
}

#[tokio::test]
async fn nothing_is_refundable_while_a_refund_is_in_doubt() {
    let shop = Shop::open().await;
    let order = shop.sold(Kind::Washes).await;
    let stub = &shop.house.site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    let line = shop.house.line(&order).await;
    let open = shop.house.refund(&order, "one", json!({"lines": [line]})).await;
    assert_eq!(open["state"], "unknown");
    stub.set_manners(|manners| manners.loses_reversals = false);
    assert_eq!(offered(&shop, &order).await, (vec![None, None], 0));
    for _ in 0..5 {
        shop.house
            .site
            .installation
            .clock
            .advance(jiff::SignedDuration::from_mins(1));
        shop.house.site.run_jobs().await;
    }
    assert_eq!(offered(&shop, &order).await, (vec![None, Some(1303)], 1303));
}

#[tokio::test]
async fn refund_of_another_amount_than_expected_is_rejected() {
    let shop = Shop::open().await;
    let (order, card, _) = shop.gift_card().await;
    let line = shop.house.line(&order).await;
    // The card is spent after staff opened the order.
    shop.house.site.spend_gift_card(card, 1234).await;
    for (path, body) in [
        ("refund", json!({"lines": [line], "expectedAmount": 5000})),
        ("void", json!({"expectedAmount": 5000})),
    ] {
        let reply = shop.house.manager.post(&format!("{order}/{path}"), body).await;
        let refusal = reply.refused(409, "price_changed");
        assert_eq!(
            refusal["fields"]["expectedAmount"], "The refund amount has changed. Check the new amount.",
            "{refusal}"
        );
    }
    assert_eq!(shop.house.site.installation.stub.charges()[0].refunded, 0);
    let done = shop
        .house
        .refund(&order, "now", json!({"lines": [line], "expectedAmount": 3878}))
        .await;
    assert_eq!((&done["state"], &done["amount"]), (&json!("done"), &json!(3878)));
}
