//! Compares reports with the ledger of a generated year.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::checkout::parts::House;
use crate::demo_data::{SMALL, small_year};
use crate::support::Customer;
use crate::support::{Installation, TestSite};

const FROM: &str = "2026-05-04";
const TO: &str = "2026-10-17";

pub struct Year {
    site: TestSite,
    manager: Customer,
    /// Of the days from [`FROM`] to [`TO`], in milliseconds.
    window: (i64, i64),
}

pub async fn year() -> Year {
    let site = Installation::new().await.site().await;
    small_year(&site, SMALL).await;
    let manager = site.staff(Role::Manager).await;
    let zone: Vec<(String,)> = site.rows("SELECT config ->> 'timeZone' FROM site_configs").await;
    let zone = TimeZone::get(&zone[0].0).unwrap();
    let midnight = |day: Date| day.to_zoned(zone.clone()).unwrap().timestamp().as_millisecond();
    let (from, to): (Date, Date) = (FROM.parse().unwrap(), TO.parse().unwrap());
    let window = (midnight(from), midnight(to.tomorrow().unwrap()));
    Year { site, manager, window }
}

impl Year {
    pub async fn report(&self, name: &str, group: &str) -> Value {
        let path = format!("/admin/reports/{name}?from={FROM}&to={TO}&group={group}");
        self.manager.get(&path).await.succeeded()
    }

    /// Value of a query over the report's days.
    async fn counted(&self, statement: &'static str) -> i64 {
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        sqlx::query_scalar(statement)
            .bind(self.window.0)
            .bind(self.window.1)
            .fetch_one(db.conn())
            .await
            .unwrap()
    }
}

/// The figures of a report by what they measure.
pub fn figures(report: &Value) -> BTreeMap<String, i64> {
    let figures = report["figures"].as_array().unwrap().iter();
    figures
        .map(|figure| {
            (
                figure["measure"].as_str().unwrap().to_owned(),
                figure["value"].as_i64().unwrap(),
            )
        })
        .collect()
}

/// The sums of the columns of a report.
fn sums(report: &Value) -> BTreeMap<String, i64> {
    let columns = report["columns"].as_array().unwrap().iter().enumerate();
    columns
        .map(|(at, column)| {
            let rows = report["rows"].as_array().unwrap().iter();
            let sum = rows.map(|row| row["values"][at].as_i64().unwrap()).sum();
            (column["measure"].as_str().unwrap().to_owned(), sum)
        })
        .collect()
}

const SALES: &str = "SELECT -SUM(amount) FROM ledger_entries WHERE account = 'sales' AND at >= ? AND at < ?";
const DISCOUNTS: &str =
    "SELECT SUM(amount) FROM ledger_entries WHERE account = 'discounts' AND amount > 0 AND at >= ? AND at < ?";
const RETURNED_DISCOUNTS: &str =
    "SELECT -SUM(amount) FROM ledger_entries WHERE account = 'discounts' AND amount < 0 AND at >= ? AND at < ?";
const TAX: &str = "SELECT -SUM(amount) FROM ledger_entries WHERE account = 'tax' AND at >= ? AND at < ?";
const CLEARING: &str = "SELECT SUM(amount) FROM ledger_entries WHERE account = 'clearing' AND at >= ? AND at < ?";
const TILLS: &str = "SELECT SUM(amount) FROM ledger_entries WHERE account LIKE 'till:%' AND at >= ? AND at < ?";
const KIOSKS: &str = "SELECT -SUM(amount) FROM ledger_entries WHERE account = 'kiosks' AND at >= ? AND at < ?";

#[tokio::test]
async fn sales_and_taxes_match_the_ledger_in_every_grouping() {
    let year = year().await;
    let (sales, discounts) = (year.counted(SALES).await, year.counted(DISCOUNTS).await);
    let (taxes, returned) = (year.counted(TAX).await, year.counted(RETURNED_DISCOUNTS).await);
    for group in ["day", "week", "month", "location", "product", "tender"] {
        let report = year.report("sales", group).await;
        let (figures, sums) = (figures(&report), sums(&report));
        assert_eq!(figures, sums, "{group}");
        assert_eq!(figures["netSales"], sales - discounts + returned, "{group}");
        assert_eq!(figures["grossSales"] - figures["refunds"], sales + returned, "{group}");
        assert_eq!(figures["discounts"], discounts, "{group}");
        assert!(figures["refunds"] > 0 && discounts > 0, "{figures:?}");
        if group != "product" {
            assert_eq!(figures["taxes"], taxes, "{group}");
        }
    }
    for group in ["location", "day", "week", "month"] {
        let figures = figures(&year.report("taxes", group).await);
        assert_eq!(figures["taxes"], taxes, "{group}");
        assert_eq!(figures["taxesCollected"] - figures["taxesRefunded"], taxes, "{group}");
        assert_eq!(figures["netSales"], sales - discounts + returned, "{group}");
    }
}

#[tokio::test]
async fn kiosk_payments_are_reported_separately() {
    let year = year().await;
    let report = year.report("sales", "tender").await;
    let column = |measure: &str| {
        let columns = report["columns"].as_array().unwrap();
        columns.iter().position(|column| column["measure"] == measure).unwrap()
    };
    let of = |taker: &str, measure: &str| {
        let rows = report["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["key"] == taker).unwrap();
        row["values"][column(measure)].as_i64().unwrap()
    };
    let kiosks = ["kiosk_cash", "kiosk_card"];
    let taken: i64 = kiosks
        .iter()
        .map(|taker| of(taker, "netSales") + of(taker, "taxes"))
        .sum();
    assert_eq!(taken, year.counted(TILLS).await);
    let told = "SELECT SUM(amount) FROM terminal_sales WHERE sold_at >= ? AND sold_at < ? AND tender = 'cash'";
    assert_eq!(
        of("kiosk_cash", "netSales") + of("kiosk_cash", "taxes"),
        year.counted(told).await
    );
    let sold = "SELECT COUNT(*) FROM terminal_sales WHERE sold_at >= ? AND sold_at < ?";
    let orders: i64 = kiosks.iter().map(|taker| of(taker, "orders")).sum();
    assert_eq!(orders, year.counted(sold).await);
    assert!(
        of("kiosk_card", "orders") > 0 && of("processor", "refunds") > 0,
        "{report}"
    );
    // The processor owes nothing of it.
    let by_day = figures(&year.report("payouts", "day").await);
    assert_eq!(by_day["payout"], year.counted(CLEARING).await);
    // Each sale is at its kiosk's location, none under "everything else".
    let places = year.report("sales", "location").await;
    assert!(
        places["rows"].as_array().unwrap().iter().all(|row| row["key"] != ""),
        "{places}"
    );
}

#[tokio::test]
async fn refunds_are_grouped_by_reason() {
    let year = year().await;
    let refunded = "SELECT SUM(amount) FROM checkout_reversals WHERE settled_at >= ? AND settled_at < ?";
    let refunded = year.counted(refunded).await;
    for group in ["reason", "day", "week", "month", "location"] {
        let report = year.report("refunds", group).await;
        let figures = figures(&report);
        assert_eq!(figures, sums(&report), "{group}");
        assert_eq!(figures["refundedAmount"], refunded, "{group}");
    }
    let payouts = figures(&year.report("payouts", "day").await);
    assert_eq!(payouts["refundedAmount"], refunded);
}

#[tokio::test]
async fn refund_report_counts_cards_and_gift_cards_apart() {
    let house = House::new().await;
    let refunds = [
        ("service", json!({"refundReason": "service_problem"})),
        (
            "wrong",
            json!({"refundReason": "wrong_item", "destination": "gift_card"}),
        ),
        (
            "again",
            json!({"refundReason": "service_problem", "destination": "gift_card"}),
        ),
        ("none", json!({})),
    ];
    let mut price = 0;
    for (key, mut body) in refunds {
        let order = house.bought(&[101]).await;
        body["lines"] = json!([house.line(&order).await]);
        let done = house.refund(&order, key, body).await;
        assert_eq!(done["state"], "done");
        price = done["amount"].as_i64().unwrap();
    }
    let order = house.bought(&[101]).await;
    let body = json!({"lines": [house.line(&order).await], "refundReason": "fraud"});
    let stub = &house.site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    assert_eq!(house.refund(&order, "lost", body).await["state"], "unknown");
    stub.set_manners(|manners| manners.loses_reversals = false);

    let report = house.manager.get("/admin/reports/refunds").await.succeeded();
    assert_eq!(
        (&report["group"], &report["groups"]),
        (&json!("reason"), &json!(["reason", "day", "week", "month", "location"]))
    );
    let rows = report["rows"].as_array().unwrap().iter();
    let rows: BTreeMap<_, _> = rows.map(|row| (row["key"].as_str().unwrap(), &row["values"])).collect();
    assert_eq!(
        rows,
        BTreeMap::from([
            ("", &json!([1, price, 0, price])),
            ("service_problem", &json!([2, price, price, 2 * price])),
            ("wrong_item", &json!([1, 0, price, price])),
        ])
    );
    let csv = house
        .manager
        .send(Method::GET, "/admin/reports/refunds", None, &[("Accept", "text/csv")])
        .await;
    let amount = |minor: i64| format!("{}.{:02}", minor / 100, minor % 100);
    let lines: Vec<_> = csv.text.lines().map(str::trim_end).collect();
    assert_eq!(
        lines[0],
        "reason,name,refundCount,refundedToCards,refundedToGiftCards,refundedAmount"
    );
    let row = format!("wrong_item,,1,0.00,{0},{0}", amount(price));
    assert!(lines.contains(&row.as_str()), "{}", csv.text);
    let attendant = house.site.staff(Role::Attendant).await;
    attendant.get("/admin/reports/refunds").await.refused(403, "not_admin");
}

#[tokio::test]
async fn payouts_gift_cards_and_discounts_match_the_ledger() {
    let year = year().await;
    for group in ["day", "week", "month"] {
        let payouts = figures(&year.report("payouts", group).await);
        assert_eq!(payouts["payout"], year.counted(CLEARING).await);
        assert_eq!(payouts["chargedAmount"] - payouts["refundedAmount"], payouts["payout"]);
    }
    for group in ["location", "hour", "day", "week", "month"] {
        let redeemed = figures(&year.report("redemptions", group).await);
        assert_eq!(redeemed["giftCardPayments"], year.counted(KIOSKS).await, "{group}");
        let confirmed = "SELECT COUNT(*) FROM terminal_redemptions WHERE settled_at >= ? AND settled_at < ?";
        assert_eq!(redeemed["redemptions"], year.counted(confirmed).await, "{group}");
        let kinds = redeemed["codes"] + redeemed["clubUses"];
        assert_eq!(kinds, redeemed["redemptions"]);
    }
    let given = figures(&year.report("offers", "offer").await)["discountGiven"];
    assert_eq!(given, year.counted(DISCOUNTS).await);

    let loaded = "SELECT -SUM(amount) FROM ledger_entries
                  WHERE account LIKE 'gift_card:%' AND amount < 0 AND at >= ? AND at < ?";
    let owed = "SELECT -SUM(amount) FROM ledger_entries WHERE account LIKE 'gift_card:%' AND (at >= ? OR 1) AND at < ?";
    let liability = year.report("liability", "month").await;
    let figures = figures(&liability);
    assert_eq!(figures["giftCardsLoaded"], year.counted(loaded).await);
    assert_eq!(figures["giftCardBalance"], year.counted(owed).await);
    // Each month starts with the previous month's closing balance.
    let last = liability["rows"].as_array().unwrap().last().unwrap();
    assert_eq!(last["values"][2], figures["giftCardBalance"]);
    let unused: Vec<(i64,)> = year
        .site
        .rows("SELECT COUNT(*) FROM wallet_items WHERE state = 'active' AND order_line_id IS NOT NULL")
        .await;
    assert_eq!(figures["unusedCodes"], unused[0].0);
    assert_eq!(
        sums(&year.report("liability", "product").await)["unusedCodes"],
        unused[0].0
    );
}

#[tokio::test]
async fn member_report_matches_the_memberships() {
    let year = year().await;
    let paid = "SELECT -SUM(e.amount) FROM ledger_entries e JOIN checkout_order_lines l ON l.order_id = e.order_id
                WHERE e.account = 'sales' AND l.product_type = 'AppClub' AND e.at >= ? AND e.at < ?";
    let joined = "SELECT COUNT(*) FROM club_memberships WHERE joined_at >= ? AND joined_at < ?";
    let left = "SELECT COUNT(*) FROM club_memberships WHERE ended_at >= ? AND ended_at < ?";
    for group in ["day", "week", "month", "product"] {
        let report = year.report("members", group).await;
        let figures = figures(&report);
        assert_eq!(figures["clubSales"], year.counted(paid).await, "{group}");
        assert_eq!(figures["joined"], year.counted(joined).await, "{group}");
        assert_eq!(figures["left"], year.counted(left).await, "{group}");
        let last = report["rows"].as_array().unwrap().last().unwrap();
        if group != "product" {
            assert_eq!(last["values"][0], figures["members"], "{group}");
        }
    }
    let figures = figures(&year.report("members", "month").await);
    assert!(figures["members"] > 0 && figures["monthlyRevenue"] > 0, "{figures:?}");
    assert!((0..=10_000).contains(&figures["churn"]) && (0..=10_000).contains(&figures["recovery"]));
}

#[tokio::test]
async fn report_is_compared_exported_and_validated() {
    let year = year().await;
    let now = year.report("sales", "month").await;
    assert_eq!(
        (&now["previousFrom"], &now["previousTo"]),
        (&"2025-11-18".into(), &"2026-05-03".into())
    );
    let path = "/admin/reports/sales?from=2025-11-18&to=2026-05-03";
    let before = year.manager.get(path).await.succeeded();
    assert_eq!(now["figures"][0]["previous"], before["figures"][0]["value"]);
    assert_eq!(
        (&before["group"], &before["groups"][1]),
        (&"day".into(), &"week".into())
    );

    let path = format!("/admin/reports/sales?from={FROM}&to={TO}&group=location");
    let csv = year
        .manager
        .send(Method::GET, &path, None, &[("Accept", "text/csv")])
        .await;
    assert_eq!(csv.status, 200);
    let mut lines = csv.text.lines();
    let head = "location,name,orders,grossSales,discounts,refunds,netSales,taxes";
    assert_eq!(lines.next(), Some(head));
    assert_eq!(
        lines.count(),
        year.report("sales", "location").await["rows"].as_array().unwrap().len()
    );

    for (query, field) in [
        ("from=2026-11-02&to=2026-11-01", "to"),
        ("from=2015-01-01", "from"),
        ("group=hour", "group"),
    ] {
        let refused = year.manager.get(&format!("/admin/reports/sales?{query}")).await;
        assert!(refused.text.contains(&format!("\"{field}\":")), "{}", refused.text);
        refused.refused(422, "invalid_fields");
    }
    let attendant = year.site.staff(Role::Attendant).await;
    attendant.get("/admin/reports/sales").await.refused(403, "not_admin");
}
