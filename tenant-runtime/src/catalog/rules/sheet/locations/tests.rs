use serde_json::json;

use super::*;
use crate::catalog::rules::sheet::MOST_ROWS;
use crate::catalog::rules::sheet::tests::{formats, written};

fn record(id: i64, archived: bool, days: &str) -> LocationRecord {
    let entry = json!({"name": "Main", "address1": "1 Main St", "city": "Mesa",
        "latitude": 33.415_184, "longitude": -111.831_472, "phone": "+1 602 555 0199", "taxes": {"wash": 86_125},
        "hours": [{"days": days, "open": "07:00", "close": "21:30"}, {"days": "Sun", "open": "22:00", "close": "02:00"}]});
    LocationRecord {
        location_id: id,
        version: 3,
        archived,
        position: id,
        location: locations::location(&serde_json::from_value(entry).unwrap()).unwrap(),
    }
}

fn known() -> BTreeMap<i64, LocationRecord> {
    [
        record(1, false, "Mon–Fri"),
        record(2, false, "Mon; Wed–Fri"),
        record(3, true, "Sat; except on holidays"),
    ]
    .into_iter()
    .map(|record| (record.location_id, record))
    .collect()
}

fn brought(file: &str) -> Result<Plan<LocationEntry>, SheetFaults> {
    plan(
        &platform::sheet::read(file.as_bytes(), MOST_ROWS).unwrap(),
        &known(),
        &formats(),
    )
}

fn faults(file: &str) -> Vec<(u64, String)> {
    let told = brought(file).unwrap_err().told.into_iter();
    told.map(|fault| (fault.line, fault.column)).collect()
}

#[test]
fn reimported_export_changes_nothing() {
    let known = known();
    let records: Vec<_> = known.values().cloned().collect();
    let plan = plan(&written(&records, &formats()), &known, &formats()).unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (0, 0, 3));
}

#[test]
fn import_adds_and_updates_named_rows() {
    let plan = brought(
        "locationId;version;name;address1;city;latitude;longitude;hours;washTax;clubTax\n\
         1;3;Main;1 Main St;Mesa;33,5;-112;;8.25%;0\n;;West;2 Main St;Mesa;33.4;-111.8;\"Mon–Sat 07:00-21:00;\";;5\n",
    )
    .unwrap();
    assert_eq!((plan.created, plan.changed, plan.unchanged), (1, 1, 0));
    let (main, west) = (&plan.wanted[0].entry, &plan.wanted[1].entry);
    assert!((main.latitude - 33.5).abs() < f64::EPSILON);
    assert_eq!((main.hours.len(), &main.phone[..]), (0, "+1 602 555 0199"));
    assert_eq!(main.taxes, [("wash".to_owned(), 82_500)].into());
    assert_eq!(
        (west.hours[0].days.as_str(), west.hours[0].close.as_str()),
        ("Mon–Sat", "21:00")
    );
    assert_eq!(west.taxes, [("club".to_owned(), 50_000)].into());
}

#[test]
fn every_import_error_has_line_and_column() {
    assert_eq!(
        faults("name,address1,latitude\nx,y,1\n"),
        [(1, "city".to_owned()), (1, "longitude".to_owned())],
        "new ones need them"
    );
    let file = "locationId,version,name,city,latitude,hours,washTax,clubTax,archived\n\
        9,,x,y,1,,,,\n1,2,x,y,1,,,,\n1,,x,y,north,Mon 7-late,,101,\n2,,,y,,Mon 07:00-07:00,-1,,maybe\n,,x,y,,,,,\n";
    assert_eq!(
        faults(file),
        [
            (2, "locationId"),
            (2, "longitude"),
            (2, "address1"),
            (3, "version"),
            (4, "locationId"),
            (4, "latitude"),
            (4, "hours"),
            (4, "clubTax"),
            (5, "latitude"),
            (5, "washTax"),
            (5, "hours"),
            (5, "name"),
            (5, "archived"),
            (6, "latitude"),
            (6, "longitude"),
            (6, "address1"),
        ]
        .map(|(line, column)| (line, column.to_owned()))
    );
}

#[test]
fn hours_are_parsed_and_special_days_kept() {
    let mut known = known();
    let main = &mut known.get_mut(&1).unwrap().location;
    let special = json!([{"name": "Christmas", "from": "2026-12-25", "to": "2026-12-25", "hours": []}]);
    main.opening_hours.as_mut().unwrap().special = serde_json::from_value(special.clone()).unwrap();
    let brought = |hours: &str| {
        let file = format!("locationId;hours\n1;\"{hours}\"\n");
        plan(
            &platform::sheet::read(file.as_bytes(), MOST_ROWS).unwrap(),
            &known,
            &formats(),
        )
    };
    let changed = brought("Weekdays 7am-9:30 PM; Sat 8 am – 8 pm").unwrap();
    let main = &changed.wanted[0].entry;
    let lines = main
        .hours
        .iter()
        .map(|line| format!("{} {}-{}", line.days, line.open, line.close));
    assert_eq!(lines.collect::<Vec<_>>(), ["Mon–Fri 07:00-21:30", "Sat 08:00-20:00"]);
    assert_eq!(json!(main.opening_hours.as_ref().unwrap().special), special);
    let fault = &brought("Bank holidays 07:00-20:00").unwrap_err().told[0];
    assert_eq!((fault.line, fault.column.as_str()), (2, "hours"));
}

#[test]
fn last_location_stays_open() {
    let both = "locationId,archived\n1,yes\n2,yes\n";
    assert_eq!(faults(both), [(3, "archived".to_owned())]);
    assert_eq!(brought(&(both.to_owned() + "3,no\n")).unwrap().changed, 3);
    assert_eq!(brought("locationId,archived\n1,yes\n3,yes\n").unwrap().changed, 1);
}
