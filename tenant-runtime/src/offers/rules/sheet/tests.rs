use jiff::tz::TimeZone;

use super::*;

fn formats() -> Formats {
    Formats {
        currency: Currency::USD,
        zone: TimeZone::get("America/Phoenix").unwrap(),
    }
}

fn now() -> Timestamp {
    "2026-11-20T15:00:00Z".parse().unwrap()
}

fn stored(id: i64, entered: serde_json::Value, withdrawn_at: Option<Timestamp>) -> Stored {
    let entered: OfferManifest = serde_json::from_value(entered).unwrap();
    Stored {
        id,
        version: 2,
        offer: check(OfferKind::Promo, &entered, &[1, 2], now()).unwrap(),
        withdrawn_at,
        claimed: crate::offers::Claimed {
            by_customer: 0,
            in_all: 7,
        },
    }
}

fn known() -> Vec<Stored> {
    let five = serde_json::json!({"name": "=Five, off", "code": "FIVE", "award": {"type": "DollarDiscItem", "amount": 500},
        "endsAt": "2027-01-01T00:00:00Z", "claimLimit": 2, "totalCap": 9, "expiry": {"type": "withOffer"},
        "locations": [1, 2], "description": "a\nb", "terms": "t", "kiosk": {"kioskItem": "PLU 7"}});
    let wash = serde_json::json!({"name": "Wash", "code": "WASH", "award": {"type": "Item"}});
    let gone = serde_json::json!({"name": "Gone", "code": "GONE", "award": {"type": "Item"}});
    vec![
        stored(1, five, None),
        stored(2, wash, None),
        stored(3, gone, Some(now())),
    ]
}

fn brought(file: &str) -> Result<Plan, SheetFaults> {
    let sheet = platform::sheet::read(file.as_bytes(), 100).unwrap();
    let formats = formats();
    let ground = Ground::new((OfferKind::Promo, known()), &[1, 2], &formats, now());
    plan(&sheet, &ground)
}

fn faults(file: &str) -> Vec<String> {
    let told = brought(file).unwrap_err().told.into_iter();
    told.map(|fault| format!("{} {}", fault.line, fault.column)).collect()
}

#[test]
fn reimported_export_changes_nothing() {
    let row = |stored: &Stored| platform::sheet::Row {
        line: 2,
        cells: row(stored, &formats()),
    };
    let sheet = Sheet {
        columns: header().into_iter().map(str::to_owned).collect(),
        rows: known().iter().map(row).collect(),
    };
    let formats = formats();
    let ground = Ground::new((OfferKind::Promo, known()), &[1, 2], &formats, now());
    let plan = plan(&sheet, &ground).unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (0, 0, 3));
    assert!(plan.wanted.is_empty());
}

#[test]
fn import_adds_and_updates_named_rows() {
    let plan =
        brought("id,name,code,award,amount\n1,Six off,FIVE,,6\n,New,NEW,DollarDiscTrans,\"1,50\"\n,Again,gone,Item,\n");
    let plan = plan.unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (2, 1, 0));
    let [six, new, _] = plan.wanted.as_slice() else {
        panic!("{plan:?}");
    };
    let before = known().remove(0).offer;
    let expected = Offer {
        name: "Six off".into(),
        award: Award::DollarDiscItem { amount: 600 },
        ..before
    };
    assert_eq!((six.id, &six.offer), (Some(1), &expected), "and the rest as it was");
    assert_eq!(
        (new.id, new.offer.award, new.offer.starts_at, new.offer.claim_limit),
        (None, Award::DollarDiscTrans { amount: 150 }, now(), 1)
    );
    // Removes the amount. Values without a column stay unchanged.
    let plan = brought("id,award\n1,Item\n").unwrap();
    assert_eq!(plan.wanted[0].offer.award, Award::Item);
    let plan = brought("id,award\n1,DollarDiscTrans\n").unwrap();
    assert_eq!(plan.wanted[0].offer.award, Award::DollarDiscTrans { amount: 500 });
}

#[test]
fn each_import_error_has_its_place() {
    for (file, told) in [
        ("colour,id,id\n,1,1\n", vec!["1 colour", "1 id"]),
        ("name\nx\n", vec!["1 code", "1 award"]),
        ("id,name\n9,x\nx,y\n1,\n", vec!["2 id", "3 id", "4 name"]),
        ("id\n1\n1\n", vec!["3 id"]),
        ("id,version\n1,1\n", vec!["2 version"]),
        ("id,award,amount\n1,Gold,5\n2,Item,5\n", vec!["2 award", "3 amount"]),
        (
            "id,award,amount\n2,DollarDiscItem,\n1,,5000\n",
            vec!["2 amount", "3 amount"],
        ),
        ("id,name,code,award\n,x,NEW,\n", vec!["2 award"]),
        ("id,endsAt\n1,\n", vec!["2 endsAt"]),
        (
            "id,claimLimit,totalCap\n1,0,0\n2,x,1\n",
            vec!["2 claimLimit", "2 totalCap", "3 claimLimit"],
        ),
        ("id,locations\n1,7\n2,here\n", vec!["2 locations", "3 locations"]),
        (
            "id,withdrawnAt\n1,2026-11-20T15:00:00Z\n3,\n",
            vec!["2 withdrawnAt", "3 withdrawnAt"],
        ),
        ("id,name\n3,Other\n", vec!["2 id"]),
        ("id,name,code,award\n,x,five,Item\n2,,WASH,\n", vec!["2 code", "3 name"]),
        ("name,code,award\nx,NEW,Item\ny,new,Item\n", vec!["3 code"]),
        ("id,code\n1,WASH\n2,FIVE\n", vec!["2 code", "3 code"]),
    ] {
        assert_eq!(faults(file), told, "{file}");
    }
    let deal = platform::sheet::read(b"name,award,code\nx,Item,SUDS\n", 100).unwrap();
    let formats = formats();
    let ground = Ground::new((OfferKind::Deal, Vec::new()), &[], &formats, now());
    assert_eq!(plan(&deal, &ground).unwrap_err().told[0].column, "code");
}
