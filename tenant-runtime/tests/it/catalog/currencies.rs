//! Sites in currencies that don't have two fraction digits.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite, manifest};

async fn site_in(currency: &str) -> (TestSite, Customer) {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("currency".to_owned(), currency.into());
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let manager = site.staff(Role::Manager).await;
    (site, manager)
}

async fn import(manager: &Customer, price: &str) -> Value {
    let file = format!("productId,price\n101,{price}\n");
    manager.upload("/admin/products/import", file).await.succeeded()
}

#[tokio::test]
async fn amounts_have_the_fraction_digits_of_the_currency() {
    for (currency, exported, entered, refused) in [
        ("JPY", "1200", ("2824", 2824), "28.24"),
        ("KRW", "1200", ("12000", 12_000), "1.5"),
        ("KWD", "1.200", ("1.25", 1250), "1.2345"),
        ("BHD", "1.200", ("0.005", 5), "0.0005"),
        ("USD", "12.00", ("28.24", 2824), "28.245"),
    ] {
        let (site, manager) = site_in(currency).await;
        let accept = [("Accept", "text/csv")];
        let csv = manager.send(Method::GET, "/admin/products", None, &accept).await.text;
        assert!(
            csv.contains(&format!("sparkle Sunrise,{exported},")),
            "{currency}: {csv}"
        );
        let fault = import(&manager, refused).await;
        assert_eq!(
            (&fault["imported"], &fault["faults"][0]["column"]),
            (&json!(false), &json!("price")),
            "{currency}"
        );
        let example = if exported == "1200" { "1250" } else { "12.50" };
        assert_eq!(
            fault["faults"][0]["message"],
            format!("Enter an amount, such as {example}."),
            "{currency}"
        );
        // Thousands in some countries, and decimals in others.
        let ambiguous = import(&manager, "\"1,250\"").await;
        let fault = &ambiguous["faults"][0];
        let message = fault["message"].as_str().unwrap();
        assert_eq!(
            (&fault["line"], &fault["column"]),
            (&json!(2), &json!("price")),
            "{currency}: {ambiguous}"
        );
        assert!(
            message.starts_with("Enter the amount without thousands separators"),
            "{currency}: {message}"
        );
        let (text, minor) = entered;
        assert_eq!(import(&manager, text).await["changed"], 1, "{currency}");
        let product = manager.get("/admin/products/101").await.succeeded();
        assert_eq!(product["product"]["price"], minor, "{currency}");
        let washes = site.visitor().get("/products/washes").await.succeeded();
        let wash = washes.as_array().unwrap().iter().find(|wash| wash["productId"] == 101);
        assert_eq!(wash.unwrap()["price"], minor, "{currency}");
    }
}
