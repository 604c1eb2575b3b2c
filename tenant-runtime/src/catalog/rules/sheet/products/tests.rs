use serde_json::json;

use super::*;
use crate::catalog::rules::sheet::MOST_ROWS;
use crate::catalog::rules::sheet::tests::{formats, written};

fn record(id: i64, product: serde_json::Value) -> ProductRecord {
    ProductRecord {
        product_id: id,
        version: 3,
        archived: false,
        example: false,
        deletable: true,
        position: id,
        product: serde_json::from_value(product).unwrap(),
    }
}

fn known() -> BTreeMap<i64, ProductRecord> {
    let wash = json!({"productType": "AppWash", "name": "=Glow", "price": 1250, "details": ["a", "b"],
        "locations": [1], "logo": {"image": "/uploads/x.png", "alpha": 0.5}});
    let mug = json!({"productType": "Swag", "name": "Mug", "price": 900, "stock": 8});
    [record(1, wash), record(2, mug)]
        .into_iter()
        .map(|record| (record.product_id, record))
        .collect()
}

fn brought(file: &str) -> Result<Plan<ProductEntry>, SheetFaults> {
    let sheet = platform::sheet::read(file.as_bytes(), MOST_ROWS).unwrap();
    plan(&sheet, &known(), &[1, 2], &formats())
}

fn faults(file: &str) -> Vec<(u64, String)> {
    let faults = brought(file).unwrap_err();
    faults
        .told
        .into_iter()
        .map(|fault| (fault.line, fault.column))
        .collect()
}

#[test]
fn reimported_export_changes_nothing() {
    let known = known();
    let records: Vec<_> = known.values().cloned().collect();
    let plan = plan(&written(&records, &formats()), &known, &[1, 2], &formats()).unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (0, 0, 2));
}

#[test]
fn import_adds_and_updates_named_rows() {
    let plan =
        brought("productId,productType,name,price,stock,stockSeen\n2,,Big mug,\"9,50\",12,10\n,AppWash,Rinse,5,,\n");
    let plan = plan.unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (1, 1, 0));
    let mug = &plan.wanted[0].entry;
    assert_eq!(
        (mug.name.as_str(), mug.price, mug.stock),
        ("Big mug", 950, Some(10)),
        "two were sold since it was saved"
    );
    assert_eq!(plan.wanted[1].entry.price, 500);
    let kept = brought("productId,price\n1,13\n").unwrap();
    assert_eq!(kept.wanted[0].entry.details, ["a", "b"]);
}

#[test]
fn every_import_error_has_line_and_column() {
    assert_eq!(faults("productId,colour\n1,red\n"), [(1, "colour".to_owned())]);
    assert_eq!(
        faults("productType,name\nAppWash,x\n"),
        [(1, "price".to_owned())],
        "new ones need it"
    );
    let file = "productId,version,productType,name,price,locations\n\
        9,,,x,1,\n1,2,,x,1,\n1,,AppClub,x,1,\n,Swag,Swag,,x,1\n,,Car,x,1,\n,,AppWash,x,1,7\n2,,,x,,a\n";
    assert_eq!(
        faults(file),
        [
            (2, "productId"),
            (3, "version"),
            (4, "productId"),
            (4, "productType"),
            (5, "version"),
            (5, "price"),
            (5, "name"),
            (6, "productType"),
            (7, "locations"),
            (8, "price"),
            (8, "locations"),
        ]
        .map(|(line, column)| (line, column.to_owned()))
    );
    let many = "productId\n".to_owned() + &"9\n".repeat(300);
    let faults = brought(&many).unwrap_err();
    assert!(faults.count >= 300 && faults.told.len() == 100);
}
