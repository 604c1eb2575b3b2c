use std::collections::BTreeSet;

use serde_json::json;

use crate::support::Installation;

#[tokio::test]
async fn bundle_is_several_codes_under_one_label() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let body = json!({"products": [{"productId": 201}, {"productId": 101}]});
    let quote = customer.post("/orders/quote", body.clone()).await.succeeded();
    // 8.6 % of 30.00 and of 12.00.
    assert_eq!(
        (&quote["total"], &quote["lines"][0]["isGift"]),
        (&json!(4561), &json!(false))
    );
    assert_eq!(
        quote["requires"],
        json!({"address": false, "terms": false, "vehicle": false})
    );
    assert_eq!(
        customer.post_once("/orders", "key", body).await.succeeded()["approved"],
        true
    );

    let wallet = customer.get("/users/wallet").await.succeeded();
    let of_bundle: Vec<_> = wallet
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["itemType"] == "AppBundle")
        .collect();
    assert_eq!(of_bundle.len(), 3);
    let labels: BTreeSet<_> = of_bundle.iter().map(|item| item["label"].as_str().unwrap()).collect();
    let codes: BTreeSet<_> = of_bundle.iter().map(|item| item["code"].as_str().unwrap()).collect();
    assert_eq!((labels.len(), codes.len()), (1, 3));
    assert!(codes.iter().all(|code| code.starts_with('2')), "{codes:?}");
    let purchases = customer.get("/users/purchases").await.succeeded();
    let bundle = &purchases[0]["purchasedProducts"][0];
    assert_eq!((&bundle["quantity"], &bundle["unitPrice"]), (&json!(1), &json!(3000)));
}
