//! CSV export and import of products.

use tenant_runtime::http::Role;

use crate::support::{Installation, Reply, TestSite, csv_line};

const IMPORT: &str = "/admin/products/import";
const DRY: &str = "/admin/products/import?dryRun=true";

async fn prices(site: &TestSite) -> Vec<(i64, String, i64)> {
    site.rows("SELECT id, name, price FROM catalog_products ORDER BY id")
        .await
}

pub(super) fn faults(reply: Reply) -> Vec<String> {
    let report = reply.succeeded();
    assert_eq!(report["imported"], false);
    let faults = report["faults"].as_array().unwrap().iter();
    faults
        .map(|fault| format!("{} {}", fault["line"], fault["column"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn exported_products_can_be_edited_and_imported() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let csv = [("Accept", "text/csv")];
    let table = manager
        .send(reqwest::Method::GET, "/admin/products", None, &csv)
        .await
        .text;
    let same = manager.upload(IMPORT, &table).await.succeeded();
    assert_eq!((&same["unchanged"], &same["changed"]), (&10.into(), &0.into()));

    let new = csv_line(
        &table,
        &[("productType", "AppWash"), ("name", "'=1+1"), ("price", "7.00")],
    );
    let changed = table.replace(",20.00,", ",21.50,") + &new;
    let before = prices(&site).await;
    let dry = manager.upload(DRY, &changed).await.succeeded();
    assert_eq!(
        (&dry["imported"], &dry["created"], &dry["changed"], &dry["unchanged"]),
        (&false.into(), &1.into(), &2.into(), &8.into()),
        "{dry}"
    );
    assert_eq!(prices(&site).await, before, "a dry run");
    let done = manager.upload(IMPORT, &changed).await.succeeded();
    assert_eq!(done["imported"], true);
    let washes = site.visitor().get("/products/washes").await.succeeded();
    assert_eq!(washes[0]["price"], 2150);
    assert_eq!(washes[3]["name"], "=1+1", "text, and nothing that computes");

    let again = manager.upload(IMPORT, &changed).await;
    assert_eq!(
        faults(again),
        ["2 version", "10 version"],
        "others have changed it since"
    );
    let noted: Vec<(String,)> = site.rows("SELECT action FROM audit WHERE action LIKE 'product%'").await;
    assert_eq!(noted, [("products_imported".to_owned(),)]);
}

#[tokio::test]
async fn one_error_rejects_the_whole_product_import() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = prices(&site).await;
    let table = "productId,name,price\n101,Dawn,13\n102,,20\n9,Lost,1\n103,East,cheap\n";
    for path in [DRY, IMPORT] {
        let told = faults(manager.upload(path, table).await);
        assert_eq!(told, ["3 name", "4 productId", "5 price"]);
        assert_eq!(prices(&site).await, before);
    }
    let columns = manager.upload(IMPORT, "productId,colour\n101,red\n").await;
    assert_eq!(faults(columns), ["1 colour"]);
    let attendant = site.staff(Role::Attendant).await;
    attendant.upload(IMPORT, table).await.refused(403, "not_admin");
}

#[tokio::test]
async fn invalid_file_types_are_distinguished() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let many = "productType,name,price\n".to_owned() + &"AppWash,x,1\n".repeat(50_000);
    for (file, said) in [
        (&b""[..], "empty"),
        (b"name,price\nCaf\xe9,1\n", "UTF-8"),
        (b"productId,price\n101\n", "Line 2"),
        (many.as_bytes(), "5000"),
    ] {
        let refusal = manager.upload(IMPORT, file).await.refused(422, "invalid_fields");
        assert!(refusal["errorMessage"].as_str().unwrap().contains(said), "{refusal}");
    }
    let large = vec![b'x'; 5 << 20];
    manager.upload(IMPORT, large).await.refused(413, "too_large");
}

#[tokio::test]
async fn foreign_spreadsheet_format_is_imported() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let table = "\u{feff}productId;price;details\r\n101;12,75;\"Mousse\nCire\"\r\n";
    let done = manager.upload(IMPORT, table).await.succeeded();
    assert_eq!(done["changed"], 1);
    let read = manager.get("/admin/products/101").await.succeeded();
    assert_eq!(read["product"]["price"], 1275);
    assert_eq!(read["product"]["details"], serde_json::json!(["Mousse", "Cire"]));
}
