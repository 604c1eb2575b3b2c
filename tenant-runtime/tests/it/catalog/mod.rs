//! Catalog: products and locations.

mod currencies;
mod deleted;
mod entered;
mod examples;
mod geocoding;
mod imported;
mod imported_locations;
mod included_washes;
mod limits;
mod places;
mod taxes;

use crate::support::Installation;

#[tokio::test]
async fn washes_are_listed_by_price_and_taxed_by_location() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    let all = visitor.get("/products/washes").await.succeeded();
    let prices: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|wash| wash["price"].as_i64().unwrap())
        .collect();
    assert_eq!(prices, [2000, 1600, 1200]);
    assert_eq!(all[0]["taxes"], 172, "8.6 % of 20.00 at the site's first location");
    assert_eq!(all[0]["badge"], "Most loved");

    let central = visitor.get("/products/washes?locationId=1").await.succeeded();
    assert_eq!(
        central.as_array().unwrap().len(),
        2,
        "what is sold only in the east is left out"
    );
    let east = visitor.get("/products/washes?locationId=2").await.succeeded();
    assert_eq!(east[0]["taxes"], 162, "8.1 % in the east");
}

#[tokio::test]
async fn customer_without_a_selection_sees_the_home_locations_prices() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await;
    assert_eq!(customer.get("/products/washes").await.succeeded()[0]["taxes"], 172);
    customer
        .post("/users/homeLocation", serde_json::json!({"locationId": 2}))
        .await
        .succeeded();
    assert_eq!(customer.get("/products/washes").await.succeeded()[0]["taxes"], 162);
    assert_eq!(
        customer.get("/products/washes?locationId=1").await.succeeded()[0]["taxes"],
        172
    );
}

/// Lists are cached by location. An unknown location has no list.
#[tokio::test]
async fn unknown_location_counts_as_none() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    let all = visitor.get("/products/washes").await.succeeded();
    for unknown in ["3", "-1", "9223372036854775807"] {
        let listed = visitor
            .get(&format!("/products/washes?locationId={unknown}"))
            .await
            .succeeded();
        assert_eq!(listed, all, "location {unknown}");
    }
}

#[tokio::test]
async fn unchanged_lists_are_not_sent_again() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    for path in ["/products/washes", "/locations", "/merchant", "/accounts/site-config"] {
        let etag = visitor.get(path).await.header("etag").unwrap().to_owned();
        let again = visitor
            .send(reqwest::Method::GET, path, None, &[("If-None-Match", &etag)])
            .await;
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
    }
}

#[tokio::test]
async fn invalid_location_number_is_named() {
    let site = Installation::new().await.site().await;
    let refusal = site
        .visitor()
        .get("/products/washes?locationId=here")
        .await
        .refused(400, "malformed");
    assert!(refusal["fields"]["locationId"].is_string(), "{refusal}");
}

#[tokio::test]
async fn every_product_type_has_its_list() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    let kinds = |list: &serde_json::Value| -> Vec<String> {
        let products = list.as_array().unwrap().iter();
        products
            .map(|product| product["appProductType"].as_str().unwrap().to_owned())
            .collect()
    };
    let bundles = visitor.get("/products/bundles").await.succeeded();
    assert_eq!(
        (kinds(&bundles), &bundles[0]["quantity"]),
        (vec!["AppBundle".to_owned()], &3.into())
    );
    let cards = visitor.get("/products/giftCards").await.succeeded();
    assert_eq!(kinds(&cards), ["GiftCard", "GiftCardRecharge"], "the dearest first");
    assert_eq!((&cards[0]["value"], &cards[0]["taxes"]), (&5500.into(), &0.into()));
    let goods = visitor.get("/products/merchandise").await.succeeded();
    assert_eq!(
        (&goods[0]["fulfillable"], &goods[0]["stock"]),
        (&true.into(), &serde_json::Value::Null)
    );
    assert_eq!(goods[1]["stock"], 2);
}

#[tokio::test]
async fn club_shows_both_prices() {
    let site = Installation::new().await.site().await;
    let clubs = site.visitor().get("/products/washClubs?locationId=1").await.succeeded();
    assert_eq!(clubs[0]["productId"], 302, "the dearest first");
    let club = &clubs[1];
    let prices = ["price", "signupPrice", "monthlyPrice", "taxes"].map(|name| club[name].as_i64().unwrap());
    assert_eq!(prices, [900, 900, 2500, 45]);
    let washes = site.visitor().get("/products/washes").await.succeeded();
    assert!(washes[0]["signupPrice"].is_null() && washes[0]["monthlyPrice"].is_null());
}
