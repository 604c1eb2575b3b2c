//! CSV export and import of locations.

use serde_json::json;
use tenant_runtime::http::Role;

use super::imported::faults;
use crate::support::{Customer, Installation, TestSite, csv_line};

const IMPORT: &str = "/admin/locations/import";
const DRY: &str = "/admin/locations/import?dryRun=true";

async fn saved(manager: &Customer) -> String {
    let csv = [("Accept", "text/csv")];
    let reply = manager.send(reqwest::Method::GET, "/admin/locations", None, &csv);
    reply.await.text
}

async fn versions(site: &TestSite) -> Vec<(i64, i64, String)> {
    site.rows("SELECT id, version, name FROM catalog_locations ORDER BY id")
        .await
}

#[tokio::test]
async fn exported_locations_can_be_edited_and_imported() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let hours = json!([{"days": "Mon–Fri", "open": "07:00", "close": "21:30"}, {"days": "Sat", "open": "08:00", "close": "24:00"}]);
    let mut east = manager.get("/admin/locations/2").await.succeeded();
    east["location"]["hours"] = hours.clone();
    let change = json!({"version": 1, "location": east["location"]});
    manager.put("/admin/locations/2", change).await.succeeded();
    let before = versions(&site).await;

    let table = saved(&manager).await;
    let same = manager.upload(IMPORT, &table).await.succeeded();
    assert_eq!(
        (&same["unchanged"], &same["changed"], &same["created"]),
        (&2.into(), &0.into(), &0.into()),
        "{table}"
    );
    assert_eq!(versions(&site).await, before, "what came back as it was saved");

    let new = csv_line(
        &table,
        &[
            ("name", "West"),
            ("address1", "9 High St"),
            ("city", "Mesa"),
            ("state", "AZ"),
            ("zip", "85201"),
            ("arrivalNote", "Enter from Oak Street"),
            ("latitude", "33.41"),
            ("longitude", "-111.83"),
            ("hours", "Sun 09:00-17:00"),
            ("washTax", "8,25"),
        ],
    );
    let changed = table.replace(",8.6,5,9,no", ",10,5,9,no") + &new;
    let dry = manager.upload(DRY, &changed).await.succeeded();
    assert_eq!(
        (&dry["imported"], &dry["created"], &dry["changed"], &dry["unchanged"]),
        (&false.into(), &1.into(), &1.into(), &1.into()),
        "{dry}"
    );
    assert_eq!(versions(&site).await, before, "a dry run");
    let done = manager.upload(IMPORT, &changed).await.succeeded();
    assert_eq!(done["imported"], true);
    let washes = site.visitor().get("/products/washes?locationId=1").await.succeeded();
    assert_eq!(washes[0]["taxes"], 200);
    let east = manager.get("/admin/locations/2").await.succeeded();
    assert_eq!((&east["version"], &east["location"]["hours"]), (&json!(2), &hours));
    let west = manager.get("/admin/locations?q=West").await.succeeded();
    let west = &west["items"][0]["location"];
    assert_eq!(
        (&west["longitude"], &west["taxes"], &west["arrivalNote"]),
        (
            &json!(-111.83),
            &json!({"wash": 82_500}),
            &json!("Enter from Oak Street")
        )
    );

    let again = manager.upload(IMPORT, &changed).await;
    assert_eq!(faults(again), ["2 version"], "others have changed it since");
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action LIKE 'location%' ORDER BY id")
        .await;
    let noted: Vec<_> = noted.iter().map(|(action, on)| (&action[..], &on[..])).collect();
    assert_eq!(
        noted,
        [
            ("location_changed", "location:2"),
            ("location_changed", "location:1"),
            ("location_added", "location:3"),
            ("locations_imported", "locations"),
        ]
    );
}

#[tokio::test]
async fn one_error_rejects_the_whole_location_import() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = versions(&site).await;
    let table = "locationId,name,latitude,hours,clubTax\n1,Dawn,33,,5\n2,,95,,\n9,Lost,1,,\n1,East,1,daily,101\n";
    for path in [DRY, IMPORT] {
        let told = faults(manager.upload(path, table).await);
        assert_eq!(
            told,
            [
                "3 latitude",
                "3 name",
                "4 locationId",
                "4 longitude",
                "4 address1",
                "4 city",
                "5 locationId",
                "5 hours",
                "5 clubTax"
            ]
        );
        assert_eq!(versions(&site).await, before);
    }
    for (table, told) in [
        ("locationId,colour\n1,red\n", "1 colour"),
        ("locationId,archived\n1,yes\n2,yes\n", "3 archived"),
    ] {
        assert_eq!(faults(manager.upload(IMPORT, table).await), [told]);
    }
    let attendant = site.staff(Role::Attendant).await;
    attendant.upload(IMPORT, table).await.refused(403, "not_admin");
    let many = "locationId\n".to_owned() + &"1\n".repeat(5_001);
    manager.upload(IMPORT, many).await.refused(422, "invalid_fields");
    manager
        .upload(IMPORT, vec![b'x'; 5 << 20])
        .await
        .refused(413, "too_large");
}

#[tokio::test]
async fn location_import_archives_and_unarchives() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let shown = async || {
        site.visitor()
            .get("/locations")
            .await
            .succeeded()
            .as_array()
            .unwrap()
            .len()
    };
    for (cell, left) in [("yes", 1), ("no", 2)] {
        let table = format!("locationId,archived\n2,{cell}\n");
        let done = manager.upload(IMPORT, table).await.succeeded();
        assert_eq!((&done["changed"], shown().await), (&1.into(), left));
    }
    assert_eq!(versions(&site).await[1].1, 3, "one more each");
}
