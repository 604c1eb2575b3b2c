//! CSV export and import of offers.

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::{add_code, add_deal, claim, deals, enter, house, names};
use crate::support::{Customer, Reply, TestSite, csv_line};

const DEALS: &str = "/admin/deals/import";
const CODES: &str = "/admin/promo-codes/import";

async fn table(manager: &Customer, path: &str) -> String {
    let csv = [("Accept", "text/csv")];
    manager.send(Method::GET, path, None, &csv).await.text
}

/// All that a table could change, and who changed it.
async fn rows(site: &TestSite) -> Vec<(i64, i64, String, Option<i64>)> {
    site.rows("SELECT id, version, name, withdrawn_at FROM offers UNION ALL SELECT id, 0, action, NULL FROM audit ORDER BY 1, 2")
        .await
}

fn counts(report: &Value) -> [i64; 3] {
    ["created", "changed", "unchanged"].map(|count| report[count].as_i64().unwrap())
}

fn faults(reply: Reply) -> Vec<String> {
    let report = reply.succeeded();
    assert_eq!(report["imported"], false);
    let faults = report["faults"].as_array().unwrap().iter();
    faults
        .map(|fault| format!("{} {}", fault["line"], fault["column"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn exported_deals_can_be_edited_and_imported() {
    let (site, manager, ada) = house().await;
    let five = json!({
        "award": {"type": "DollarDiscItem", "amount": 550}, "description": "a, b\nc", "terms": "=1+1", "claimLimit": 2,
        "endsAt": "2027-01-01T00:00:00Z", "expiry": {"type": "withOffer"}, "locations": [2],
        "kiosk": {"kioskItem": "PLU 7", "allowUpgrade": true, "autoSelect": false},
    });
    let five = add_deal(&manager, "Five off", five).await;
    let wash = add_deal(&manager, "A wash", json!({})).await;
    let gone = add_deal(&manager, "Gone", json!({})).await;
    manager.delete(&format!("/admin/deals/{gone}")).await.succeeded();
    let saved = table(&manager, "/admin/deals").await;
    claim(&ada, &wash).await.succeeded();
    let before = rows(&site).await;
    let same = manager.upload(DEALS, &saved).await.succeeded();
    assert_eq!((counts(&same), &same["imported"]), ([0, 0, 3], &json!(true)), "{same}");
    assert_eq!(
        rows(&site).await,
        before,
        "what was saved changes nothing, nor does a claim stand in its way"
    );

    let was = manager.get(&format!("/admin/deals/{five}")).await.succeeded();
    let new = csv_line(&saved, &[("name", "New"), ("award", "Item"), ("locations", "1 2")]);
    let changed = saved.replace("Five off", "Six off").replace(",5.50,", ",6.00,") + &new;
    let dry = manager
        .upload(&format!("{DEALS}?dryRun=true"), &changed)
        .await
        .succeeded();
    assert_eq!((counts(&dry), &dry["imported"]), ([1, 1, 2], &json!(false)), "{dry}");
    assert_eq!(rows(&site).await, before, "a dry run");
    let done = manager.upload(DEALS, &changed).await.succeeded();
    assert_eq!((counts(&done), &done["imported"]), ([1, 1, 2], &json!(true)));
    assert_eq!(names(&deals(&ada, "?locationId=2").await), ["Six off", "A wash", "New"]);
    let mut expected = was["offer"].clone();
    expected["name"] = json!("Six off");
    expected["award"]["amount"] = json!(600);
    let now = manager.get(&format!("/admin/deals/{five}")).await.succeeded();
    assert_eq!(
        (&now["offer"], &now["version"]),
        (&expected, &json!(2)),
        "the rest as it was"
    );

    let again = manager.upload(DEALS, &changed).await;
    assert_eq!(faults(again), ["2 version"], "others have changed it since");
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action LIKE 'offers%'")
        .await;
    assert_eq!(noted, [("offers_imported".to_owned(), "deals".to_owned())]);
    let amounts: Vec<(String, String, i64)> = site
        .rows(r#"SELECT "before", "after", detail ->> 'amountsChanged' FROM audit WHERE action = 'offers_imported'"#)
        .await;
    let expected = |amount: i64| json!({"amounts": {format!("offer {five}"): amount}}).to_string();
    assert_eq!(amounts, [(expected(550), expected(600), 1)]);
}

/// Codes claimed before an import are compared with the amounts before that import.
#[tokio::test]
async fn codes_claimed_before_an_import_are_checked() {
    let (site, manager, ada) = house().await;
    let award = json!({"award": {"type": "DollarDiscItem", "amount": 550}});
    let five = add_deal(&manager, "Five off", award).await;
    claim(&ada, &five).await.succeeded();
    let table = format!("id,amount\n{five},6.00\n");
    let done = manager.upload(DEALS, &table).await.succeeded();
    assert_eq!(counts(&done), [0, 1, 0]);
    assert_eq!(site.violations().await, [""; 0]);
    site.change("UPDATE wallet_items SET discount = 700").await;
    let found = site.violations().await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].ends_with("is worth 7.00. Deal “Five off” was never worth that."),
        "{found:?}"
    );
    // An earlier build recorded no amounts.
    site.change("DROP TRIGGER audit_no_update").await;
    site.change("UPDATE audit SET detail = json_remove(detail, '$.amountsChanged') WHERE action = 'offers_imported'")
        .await;
    let found = site.violations().await;
    assert!(found.iter().all(|one| !one.contains("never worth")), "{found:?}");
    site.installation.forget(site.site.id);
}

#[tokio::test]
async fn one_error_rejects_the_whole_offer_import() {
    let (site, manager, ada) = house().await;
    add_code(&manager, "FIVE", json!({})).await;
    let gone = add_code(&manager, "GONE", json!({})).await;
    manager.delete(&format!("/admin/promo-codes/{gone}")).await.succeeded();
    let deal = add_deal(&manager, "A deal", json!({})).await;
    let before = rows(&site).await;
    let bad = format!(
        "id,name,code,award,amount,locations\n,New,NEW,Item,,\n,,five,Item,,\n{deal},A deal,DEAL,Item,,\n,y,Y,Gold,1,\n1,x,FIVE,Item,,7\n"
    );
    for path in [CODES.to_owned(), format!("{CODES}?dryRun=true")] {
        let told = faults(manager.upload(&path, &bad).await);
        assert_eq!(told, ["3 name", "4 id", "5 award", "6 locations"]);
        let taken = faults(manager.upload(&path, "name,code,award\nx,five,Item\n").await);
        assert_eq!(taken, ["2 code"]);
        let withdrawn = faults(
            manager
                .upload(&path, "id,withdrawnAt\n1,2026-11-20T15:00:00Z\n2,\n")
                .await,
        );
        assert_eq!(withdrawn, ["2 withdrawnAt", "3 withdrawnAt"]);
        let columns = faults(manager.upload(&path, "id,colour\n1,red\n").await);
        assert_eq!(columns, ["1 colour"]);
    }
    assert_eq!(rows(&site).await, before);
    manager.upload(CODES, "").await.refused(422, "invalid_fields");
    let attendant = site.staff(Role::Attendant).await;
    attendant.upload(CODES, &bad).await.refused(403, "not_admin");

    // A code that is free again, as spreadsheets of other countries write it.
    let free = "name;code;award;amount\nBack;gone;DollarDiscTrans;2,50\n";
    let done = manager.upload(CODES, free).await.succeeded();
    assert_eq!(counts(&done), [1, 0, 0]);
    enter(&ada, "GONE").await.succeeded();
    assert_eq!(ada.wallet().await[0]["discount"], 250);
}
