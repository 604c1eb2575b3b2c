//! Amounts that an order says can still be refunded: each is accepted as shown. Every test ends with the check of the site's file.

mod shop;

use serde_json::{Value, json};

use shop::{Kind, Shop};

impl Shop {
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

    /// Line `index` of an order if it can be refunded, its refundable amount and that of the order.
    async fn offer(&self, order: &str, index: usize) -> Option<(Value, i64, i64)> {
        let detail = self.house.detail(order).await;
        let line = detail["lines"][index].clone();
        let left = line["refundable"].as_i64()?;
        Some((line, left, detail["refundable"].as_i64().unwrap()))
    }

    /// Refunds an amount of a line: the smallest or the largest.
    async fn refund_amount(&self, kind: Kind, order: &str, index: usize, largest: bool) {
        let Some((line, left, total)) = self.offer(order, index).await else {
            return;
        };
        let is_card = line["appProductType"].as_str().unwrap().starts_with("GiftCard");
        let paid = line["price"].as_i64().unwrap() + line["taxes"].as_i64().unwrap();
        let most = left.min(paid - 1).min(total);
        let amount = if largest { most } else { most.min(1) };
        if !is_card && amount > 0 {
            let part = json!({"parts": [{"lineId": line["lineId"], "amount": amount}]});
            self.refund(kind, order, part, amount).await;
        }
    }

    /// Refunds one unused code of a bundle.
    async fn refund_code(&self, kind: Kind, order: &str, index: usize) {
        let Some((line, _, total)) = self.offer(order, index).await else {
            return;
        };
        let (unused, quantity) = (line["unused"].as_i64().unwrap(), line["quantity"].as_i64().unwrap());
        let share = (line["price"].as_i64().unwrap() + line["taxes"].as_i64().unwrap()) / quantity;
        let is_bundle = line["appProductType"] == "AppBundle" && line["isGift"] == false;
        if is_bundle && unused > 0 && quantity > 1 && share <= total {
            let part = json!({"parts": [{"lineId": line["lineId"], "quantity": 1}]});
            self.refund(kind, order, part, share).await;
        }
    }

    /// Refunds the smallest amount, a code and the largest amount of each line, then the rest of it: all that is offered.
    async fn refund_in_pieces(&self, kind: Kind, order: &str) {
        let lines = self.house.detail(order).await["lines"].as_array().unwrap().len();
        for index in 0..lines {
            for largest in [false, true] {
                self.refund_amount(kind, order, index, largest).await;
                self.refund_code(kind, order, index).await;
            }
            if let Some((line, left, total)) = self.offer(order, index).await
                && left <= total
            {
                self.refund(kind, order, json!({"lines": [line["lineId"]]}), left).await;
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

    /// Refunds all that an order of this kind offers.
    async fn refund_all_of(&self, kind: Kind, in_pieces: bool) {
        let order = self.sold(kind).await;
        let before = self.house.detail(&order).await;
        if in_pieces {
            self.refund_in_pieces(kind, &order).await;
        } else {
            self.refund_rest(kind, &order).await;
        }
        let after = self.house.detail(&order).await;
        let amount = |detail: &Value, name: &str| detail[name].as_i64().unwrap();
        assert_eq!(
            amount(&after, "givenBack") - amount(&before, "givenBack"),
            amount(&before, "refundable") - amount(&after, "refundable"),
            "{kind:?}: {after}"
        );
        assert!(before["disputed"] != 0 || after["refundable"] == 0, "{kind:?}: {after}");
    }
}

/// Refunds all that orders of these kinds offer, in pieces and at once.
async fn refund_all(kinds: &[Kind]) {
    let shop = Shop::open().await;
    for kind in kinds.iter().copied() {
        for in_pieces in [true, false] {
            shop.refund_all_of(kind, in_pieces).await;
        }
    }
}

#[tokio::test]
async fn every_amount_offered_for_items_is_refunded() {
    refund_all(&[
        Kind::Washes,
        Kind::UsedBundle,
        Kind::ShippedMerchandise,
        Kind::Gift,
        Kind::KioskPayment,
    ])
    .await;
}

#[tokio::test]
async fn every_amount_offered_for_gift_cards_is_refunded() {
    refund_all(&[
        Kind::GiftCard,
        Kind::SpentGiftCard,
        Kind::EmptyGiftCard,
        Kind::ReloadsOfOneCard,
        Kind::HeldGiftCard,
    ])
    .await;
}

#[tokio::test]
async fn every_amount_offered_for_discounted_items_is_refunded() {
    refund_all(&[Kind::DiscountedWashes, Kind::FreeWashes]).await;
}

#[tokio::test]
async fn every_amount_offered_for_clubs_is_refunded() {
    // A customer is a member of one club at a time.
    for kind in [Kind::Club, Kind::CreditedClub] {
        for in_pieces in [true, false] {
            Shop::open().await.refund_all_of(kind, in_pieces).await;
        }
    }
}

#[tokio::test]
async fn every_amount_offered_for_disputed_orders_is_refunded() {
    refund_all(&[
        Kind::OpenDispute,
        Kind::LostDispute,
        Kind::DisputeAfterGiftCard,
        Kind::FullyDisputedAfterGiftCard,
    ])
    .await;
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
        (Kind::CreditedClub, vec![None], 0),
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
