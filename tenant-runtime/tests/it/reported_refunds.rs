//! Reports of sales that were refunded on a later day, and of renamed products.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::checkout::parts::House;
use crate::clubs::at;
use crate::reports::{figures, year};
use crate::support::{Customer, PASSWORD};

/// Values of a report by row and measure.
fn rows(report: &Value) -> BTreeMap<String, BTreeMap<String, i64>> {
    let columns: Vec<&str> = report["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["measure"].as_str().unwrap())
        .collect();
    let rows = report["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        let values = row["values"].as_array().unwrap().iter();
        let values = values.map(|value| value.as_i64().unwrap());
        let measures = columns.iter().map(|measure| (*measure).to_owned());
        (row["key"].as_str().unwrap().to_owned(), measures.zip(values).collect())
    })
    .collect()
}

#[tokio::test]
async fn refunds_and_their_taxes_are_the_refunded_amounts_line_by_line() {
    let year = year().await;
    for group in ["day", "week", "month", "location"] {
        let (sales, taxes) = (
            rows(&year.report("sales", group).await),
            rows(&year.report("taxes", group).await),
        );
        for (key, refund) in rows(&year.report("refunds", group).await) {
            let (sales, taxes) = (&sales[&key], &taxes[&key]);
            assert_eq!(
                sales["grossSales"] - sales["discounts"] - sales["refunds"],
                sales["netSales"],
                "{group} {key}"
            );
            assert_eq!(
                (sales["netSales"], sales["taxes"]),
                (taxes["netSales"], taxes["taxes"]),
                "{group} {key}"
            );
            assert_eq!(
                sales["refunds"] + taxes["taxesRefunded"],
                refund["refundedAmount"],
                "{group} {key}"
            );
        }
    }
}

/// A wash is sold with a discount late on one day, and voided early on the next one.
#[tokio::test]
async fn refund_of_a_discounted_sale_is_reported_at_its_price() {
    let house = House::new().await;
    let code = json!({"name": "Five off", "code": "FIVE", "award": {"type": "DollarDiscTrans", "amount": 500}});
    house.manager.post("/admin/promo-codes", code).await.succeeded();
    let entered = house.ada.post("/promo-codes", json!({"code": "FIVE"})).await;
    entered.succeeded();
    let order = house.bought(&[101]).await;
    let report =
        async |manager: &Customer, path: &str| manager.get(&format!("/admin/reports/{path}")).await.succeeded();
    let sold = figures(&report(&house.manager, "sales").await);
    assert_eq!(
        (sold["grossSales"], sold["discounts"], sold["netSales"]),
        (1200, 500, 700)
    );

    at(&house.site, "2026-11-21T18:00:00Z").await;
    let manager = Customer::log_in(&house.site, &house.manager.email, PASSWORD).await;
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    let day = "from=2026-11-21&to=2026-11-21";
    for group in ["day", "week", "month", "location", "product", "tender"] {
        let sales = figures(&report(&manager, &format!("sales?{day}&group={group}")).await);
        assert_eq!(
            (
                sales["grossSales"],
                sales["discounts"],
                sales["refunds"],
                sales["netSales"]
            ),
            (0, 0, 700, -700),
            "{group}"
        );
    }
    assert_eq!(
        figures(&report(&manager, &format!("taxes?{day}")).await)["taxesRefunded"],
        60
    );
    assert_eq!(
        figures(&report(&manager, &format!("payouts?{day}")).await)["refundedAmount"],
        760
    );
    assert_eq!(
        figures(&report(&manager, &format!("offers?{day}")).await)["discountGiven"],
        0
    );

    // Spreadsheets compute with them.
    for (path, row) in [
        ("sales?group=day&", "2026-11-21,,0,0.00,0.00,7.00,-7.00,-0.60"),
        ("payouts?group=day&", "2026-11-21,,0,0.00,7.60,0.00,-7.60"),
        ("taxes?group=day&", "2026-11-21,,-7.00,0.00,0.60,-0.60"),
    ] {
        let path = format!("/admin/reports/{path}{day}");
        let csv = manager.send(Method::GET, &path, None, &[("Accept", "text/csv")]).await;
        assert!(
            csv.text.lines().any(|line| line.trim_end() == row),
            "{path}: {}",
            csv.text
        );
    }
}

#[tokio::test]
async fn renamed_product_is_reported_by_its_latest_name() {
    let house = House::new().await;
    house.bought(&[101]).await;
    let read = house.manager.get("/admin/products/101").await.succeeded();
    let mut product = read["product"].clone();
    product["name"] = json!("Aardvark");
    let change = json!({"version": read["version"], "product": product});
    house.manager.put("/admin/products/101", change).await.succeeded();
    house.bought(&[101]).await;
    for report in ["sales", "liability"] {
        let path = format!("/admin/reports/{report}?group=product");
        let report = house.manager.get(&path).await.succeeded();
        let mut rows = report["rows"].as_array().unwrap().iter();
        let row = rows.find(|row| row["key"] == "101").unwrap();
        assert_eq!(row["label"], "Aardvark", "{path}");
    }
}
