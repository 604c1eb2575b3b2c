use serde_json::json;

use crate::support::mailbox::{decoded, mails};
use crate::support::{Installation, manifest, size};

fn order(ids: &[i64]) -> serde_json::Value {
    json!({"products": ids.iter().map(|id| json!({"productId": id})).collect::<Vec<_>>()})
}

#[tokio::test]
async fn customer_buys_two_washes_and_gets_two_codes() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let quote = customer.post("/orders/quote", order(&[101, 102])).await.succeeded();
    // 8.6 % of 12.00 is 1.032, of 20.00 it is 1.72.
    assert_eq!(
        (&quote["subtotal"], &quote["taxes"], &quote["total"]),
        (&json!(3200), &json!(275), &json!(3475))
    );

    let mut body = order(&[101, 102]);
    body["expectedTotal"] = quote["total"].clone();
    let result = customer.post_once("/orders", "first", body).await.succeeded();
    assert_eq!(result["approved"], true);
    assert_eq!(result["total"], 3475);
    assert_eq!(result["orderNumber"], "100001");

    let wallet = customer.get("/users/wallet").await.succeeded();
    let items = wallet.as_array().unwrap();
    assert_eq!(items.len(), 2);
    for item in items {
        let code = item["code"].as_str().unwrap();
        assert!(code.len() == 12 && code.starts_with('1'), "{code}");
        assert_eq!(item["expirationDate"], "2027-11-20");
        assert_eq!((&item["maxUses"], &item["useLimitCount"]), (&json!(1), &json!(0)));
    }
    assert_ne!(items[0]["code"], items[1]["code"]);

    let purchases = customer.get("/users/purchases").await.succeeded();
    assert_eq!(purchases[0]["transRecordId"], result["transRecordId"]);
    assert_eq!(purchases[0]["purchasedProducts"].as_array().unwrap().len(), 2);

    let charges = site.installation.stub.charges();
    assert_eq!(charges.len(), 1);
    assert_eq!(charges[0].amount, 3475);

    site.run_jobs().await;
    let receipts = mails(&site, "receipt", &customer.email);
    assert_eq!(receipts.len(), 1);
    assert!(
        receipts[0].contains("$34.75") && receipts[0].contains("100001"),
        "{}",
        receipts[0]
    );
    let id = result["transRecordId"].as_str().unwrap();
    customer
        .get(&format!("/users/purchases/resend?transRecordId={id}"))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "receipt", &customer.email).len(), 2);
}

#[tokio::test]
async fn free_order_needs_no_card() {
    let site = Installation::new().await.site().await;
    site.change("UPDATE catalog_products SET price = 0 WHERE id = 101")
        .await;
    let customer = site.customer().await.confirmed().await;
    let result = customer.post_once("/orders", "key", order(&[101])).await.succeeded();
    assert_eq!((&result["approved"], &result["total"]), (&json!(true), &json!(0)));
    assert_eq!(customer.wallet().await.len(), 1);
}

#[tokio::test]
async fn code_expires_as_its_product_said_when_bought() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("UPDATE catalog_products SET good_for_days = 30 WHERE id = 101")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
    ada.post_once("/orders", "k", json!({"products": [{"productId": 101}]}))
        .await
        .succeeded();
    let wallet = ada.wallet().await;
    assert_eq!(wallet[0]["expirationDate"], "2026-12-20");
}

#[tokio::test]
async fn site_with_sales_keeps_its_currency() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let save = "INSERT INTO site_configs (config, tones, saved_at, saved_by)
                SELECT json_set(config, '$.currency', 'CAD'), tones, saved_at, 'test' FROM site_configs";
    let tenant = site.tenant().await;
    // Rolled back: nothing was sold yet, so it would do.
    let mut db = tenant.write().await.unwrap();
    sqlx::query(save).execute(db.conn()).await.unwrap();
    drop(db);
    ada.post_once("/orders", "k", json!({"products": [{"productId": 101}]}))
        .await
        .succeeded();
    let mut db = tenant.write().await.unwrap();
    let refusal = sqlx::query(save).execute(db.conn()).await.unwrap_err();
    assert!(refusal.to_string().contains("keeps its currency"), "{refusal}");
}

#[tokio::test]
async fn shop_order_waits_only_for_another_shop_order() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let cart = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "k", cart.clone()).await.succeeded();
    let mut db = site.tenant().await.write().await.unwrap();
    let renewal = "INSERT INTO checkout_orders
        (trans_record_id, customer_id, origin, state, subtotal, taxes, total, currency, fingerprint, created_at)
        SELECT trans_record_id || ?, customer_id, 'renewal', 'pending', 0, 0, 0, currency, x'00', created_at
        FROM checkout_orders LIMIT 1";
    for number in ["a", "b"] {
        sqlx::query(renewal).bind(number).execute(db.conn()).await.unwrap();
    }
    db.commit().await.unwrap();
    ada.post_once("/orders", "l", cart).await.succeeded();
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("DELETE FROM checkout_orders WHERE origin = 'renewal'")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
}

#[tokio::test]
async fn receipt_links_to_the_purchase() {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let gift = json!({"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"});
    let (wash, card, shirt) = (
        json!({"productId": 201}),
        json!({"productId": 401}),
        json!({"productId": 502}),
    );
    let in_wallet = ["Open wallet:", "Open wallet", "/wallet"];
    let elsewhere = ["View purchases:", "View purchases", "/purchaseHistory"];
    let dans_le_portefeuille = ["Ouvrir mon portefeuille\u{202f}:", "Ouvrir mon portefeuille", "/wallet"];
    let ailleurs = ["Voir mes achats\u{202f}:", "Voir mes achats", "/purchaseHistory"];
    for (locale, own, others) in [
        ("en-US", in_wallet, elsewhere),
        ("fr-CA", dans_le_portefeuille, ailleurs),
    ] {
        let mut manifest = manifest("sparkle");
        manifest.site_config.insert("locale".to_owned(), json!(locale));
        let installation = Installation::new().await;
        let site = installation
            .site_from("sparkle", std::path::Path::new("."), &manifest)
            .await;
        let customer = site.customer().await.confirmed().await.with_card().await;
        for (key, products, said, unsaid) in [
            ("gift", json!([gift]), others, own),
            ("card", json!([card]), others, own),
            ("goods", json!([shirt]), others, own),
            ("both", json!([gift, shirt, wash]), own, others),
        ] {
            let body = json!({"products": products, "address": address});
            let result = customer.post_once("/orders", key, body).await.succeeded();
            assert_eq!(result["approved"], true, "{key}");
            site.run_jobs().await;
            let receipt = decoded(&mails(&site, "receipt", &customer.email).pop().unwrap());
            for text in said {
                assert!(receipt.contains(text), "{locale}, {key}: {text} in {receipt}");
            }
            for text in unsaid {
                assert!(!receipt.contains(text), "{locale}, {key}: {text} in {receipt}");
            }
        }
    }
}

#[tokio::test]
async fn repeated_order_is_one_order() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let first = customer.post_once("/orders", "key", order(&[101])).await.succeeded();
    let again = customer.post_once("/orders", "key", order(&[101])).await.succeeded();
    assert_eq!(first, again);
    customer
        .post_once("/orders", "key", order(&[102]))
        .await
        .refused(422, "key_reused");
    // Without a key an identical body soon after is the same order; later it is a new one.
    assert_eq!(customer.post("/orders", order(&[101])).await.succeeded(), first);
    site.installation.clock.advance(jiff::SignedDuration::from_secs(11));
    assert_ne!(customer.post("/orders", order(&[101])).await.succeeded(), first);
    let id = first["transRecordId"].as_str().unwrap();
    assert_eq!(customer.get(&format!("/orders/{id}")).await.succeeded(), first);
    assert_eq!(site.installation.stub.charges().len(), 2);
}

/// docs/RULES.md#promises, 3: 100 purchases at the gate (`SUDS_STORM` says another number, such as the release's 1,000), each sent
/// 2–10 times at once, half of the senders disconnecting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_repeats_charge_each_purchase_once() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let mut answers = std::collections::BTreeSet::new();
    let purchases = size("SUDS_STORM", 100);
    for purchase in 0..purchases {
        let key = format!("storm-{purchase}");
        let cart = [&[101][..], &[101, 201], &[201, 102, 101]][purchase % 3];
        let copies = 2 + purchase % 9;
        let sent = (0..copies).map(|copy| {
            let (client, key) = (customer.client.clone(), key.clone());
            async move {
                let send = async { loop_until_settled(&client, &key, cart).await };
                if copy % 2 == 1 {
                    // This one hangs up long before the answer.
                    tokio::time::timeout(std::time::Duration::from_millis(2), send)
                        .await
                        .ok()
                } else {
                    Some(send.await)
                }
            }
        });
        let replies: Vec<_> = futures_util::future::join_all(sent)
            .await
            .into_iter()
            .flatten()
            .collect();
        assert!(replies.windows(2).all(|pair| pair[0] == pair[1]), "identical answers");
        answers.insert(replies[0]["transRecordId"].as_str().unwrap().to_owned());
    }
    assert_eq!(answers.len(), purchases);
    assert_eq!(site.installation.stub.charges().len(), purchases, "one charge each");
}

async fn loop_until_settled(client: &crate::support::Client, key: &str, cart: &[i64]) -> serde_json::Value {
    loop {
        let reply = client.post_once("/orders", key, order(cart)).await;
        match reply.body["errorCode"].as_str() {
            Some("in_progress" | "payment_pending" | "busy") => {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            _ => return reply.succeeded(),
        }
    }
}
