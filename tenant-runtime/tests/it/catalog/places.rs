//! Locations as staff enter, change and archive them.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Installation, TestSite};

fn place(name: &str) -> Value {
    json!({"name": name, "address1": "9 High St", "city": "Mesa", "state": "AZ", "zip": "85201", "phone": "6025550199",
        "arrivalNote": " Enter from Oak Street ", "latitude": 33.41, "longitude": -111.83,
        "hours": [{"days": "Mon–Fri", "open": "07:00", "close": "21:30"}],
        "taxes": {"wash": 100_000}})
}

async fn names(site: &TestSite) -> Vec<String> {
    let locations = site.visitor().get("/locations").await.succeeded();
    let locations = locations.as_array().unwrap().iter();
    locations
        .map(|location| location["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn new_locations_and_their_taxes_apply() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let attendant = site.staff(Role::Attendant).await;
    attendant
        .post("/admin/locations", place("West"))
        .await
        .refused(403, "not_admin");
    let added = manager.post("/admin/locations", place("West")).await.succeeded();
    let id = added["locationId"].as_i64().unwrap();
    assert_eq!(names(&site).await.last().unwrap(), "West");
    assert_eq!(added["location"]["arrivalNote"], "Enter from Oak Street");
    let shown = site.visitor().get("/locations").await.succeeded();
    assert_eq!(
        shown.as_array().unwrap().last().unwrap()["arrivalNote"],
        "Enter from Oak Street"
    );
    assert_eq!(shown[0]["arrivalNote"], "");
    let washes = format!("/products/washes?locationId={id}");
    assert_eq!(site.visitor().get(&washes).await.succeeded()[0]["taxes"], 200);

    let mut location = place("West");
    location["taxes"] = json!({"wash": 50_000, "club": 1_000_000});
    let change = json!({"version": added["version"], "location": location});
    let path = format!("/admin/locations/{id}");
    let changed = manager.put(&path, change.clone()).await.succeeded();
    assert_eq!(changed["location"]["taxes"], json!({"wash": 50_000, "club": 1_000_000}));
    manager.put(&path, change).await.refused(409, "stale_revision");
    assert_eq!(site.visitor().get(&washes).await.succeeded()[0]["taxes"], 100);

    let mut wrong = place(" ");
    wrong["latitude"] = json!(91.0);
    wrong["arrivalNote"] = json!("x".repeat(121));
    wrong["hours"][0]["open"] = json!("nine");
    let refusal = manager
        .post("/admin/locations", wrong)
        .await
        .refused(422, "invalid_fields");
    for field in ["name", "arrivalNote", "latitude", "hours"] {
        assert!(refusal["fields"][field].is_string(), "{field} of {refusal}");
    }
}

#[tokio::test]
async fn hours_by_day_and_text_lines_match() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let mut location = place("West");
    location["hours"] = json!([{"days": "sam. et dim.", "open": "8am", "close": "20h"}]);
    let added = manager.post("/admin/locations", location.clone()).await.succeeded();
    let weekend = json!([{"open": "08:00", "close": "20:00"}]);
    assert_eq!(added["location"]["openingHours"]["week"]["sunday"], weekend);
    assert_eq!(
        added["location"]["hours"],
        json!([{"days": "Sat–Sun", "open": "08:00", "close": "20:00"}])
    );

    let path = format!("/admin/locations/{}", added["locationId"]);
    let christmas = json!([{"name": "Christmas", "from": "2026-12-25", "to": "2026-12-25", "hours": []}]);
    location.as_object_mut().unwrap().remove("hours");
    location["openingHours"] = json!({"week": {"friday": [{"open": "22:00", "close": "02:00"}]}, "special": christmas});
    let change = |version: &Value, location: &Value| json!({"version": version, "location": location});
    let changed = manager
        .put(&path, change(&added["version"], &location))
        .await
        .succeeded();
    let friday = json!([{"days": "Fri", "open": "22:00", "close": "02:00"}]);
    assert_eq!(changed["location"]["hours"], friday);
    let shown = site.visitor().get("/locations").await.succeeded();
    let shown = shown.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&shown["hours"], &shown["openingHours"]["special"]),
        (&friday, &christmas)
    );

    // A client that doesn't know the hours by day.
    location.as_object_mut().unwrap().remove("openingHours");
    location["hours"] = json!([{"days": "Mon", "open": "07:00", "close": "09:00"}]);
    let changed = manager
        .put(&path, change(&changed["version"], &location))
        .await
        .succeeded();
    let hours = &changed["location"]["openingHours"];
    assert_eq!(hours["week"]["monday"], json!([{"open": "07:00", "close": "09:00"}]));
    assert_eq!((&hours["week"]["friday"], &hours["special"]), (&json!([]), &christmas));

    // A client that sends back what it read, with other lines.
    location["openingHours"] = hours.clone();
    location["hours"] = friday.clone();
    let changed = manager
        .put(&path, change(&changed["version"], &location))
        .await
        .succeeded();
    let hours = &changed["location"]["openingHours"];
    assert_eq!(
        (&changed["location"]["hours"], &hours["special"]),
        (&friday, &christmas)
    );
    // A client that sends back what it read, with other hours by day.
    let monday = json!([{"days": "Mon", "open": "07:00", "close": "09:00"}]);
    location["openingHours"]["week"] = json!({"monday": [{"open": "7", "close": "9"}]});
    let changed = manager
        .put(&path, change(&changed["version"], &location))
        .await
        .succeeded();
    assert_eq!(changed["location"]["hours"], monday);
    // Both differ, and from each other.
    location["hours"] = json!([{"days": "Tue", "open": "07:00", "close": "09:00"}]);
    location["openingHours"]["week"] = json!({});
    let refusal = manager.put(&path, change(&changed["version"], &location)).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(refusal["fields"]["hours"].is_string(), "{refusal}");
    location["openingHours"]["week"]["monday"] =
        json!([{"open": "07:00", "close": "12:00"}, {"open": "11:00", "close": "13:00"}]);
    location.as_object_mut().unwrap().remove("hours");
    let refusal = manager.put(&path, change(&changed["version"], &location)).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(refusal["fields"]["openingHours"].is_string(), "{refusal}");

    // Hours that can't be read are shown as they are.
    location.as_object_mut().unwrap().remove("openingHours");
    location["hours"] = json!([{"days": "Bank holidays", "open": "07:00", "close": "09:00"}]);
    let changed = manager
        .put(&path, change(&changed["version"], &location))
        .await
        .succeeded();
    assert_eq!(changed["location"]["hours"], location["hours"]);
    assert!(changed["location"]["openingHours"].is_null(), "{changed}");
}

#[tokio::test]
async fn archived_location_is_hidden_and_sells_nothing() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site.customer().await;
    ada.post("/users/homeLocation", json!({"locationId": 2}))
        .await
        .succeeded();
    let two = json!({"ids": [2]});
    manager.post("/admin/locations/archive", two.clone()).await.succeeded();
    assert_eq!(names(&site).await.len(), 1);
    let washes = ada.get("/products/washes").await.succeeded();
    assert_eq!(washes[0]["taxes"], 172, "as at the first location");
    let sold: Vec<_> = washes
        .as_array()
        .unwrap()
        .iter()
        .map(|wash| &wash["productId"])
        .collect();
    assert_eq!(sold, [102, 101], "what is sold there only is sold nowhere");
    let cart = json!({"products": [{"productId": 103}]});
    ada.post("/orders/quote", cart.clone())
        .await
        .refused(422, "invalid_fields");
    ada.post("/users/homeLocation", json!({"locationId": 2}))
        .await
        .refused(422, "invalid_fields");
    let last = json!({"ids": [1]});
    manager
        .post("/admin/locations/archive", last)
        .await
        .refused(422, "invalid_fields");

    // Limits to an archived location stay, and can be changed.
    let read = manager.get("/admin/products/103").await.succeeded();
    let change = json!({"version": 1, "product": read["product"]});
    manager.put("/admin/products/103", change).await.succeeded();

    let archived = manager.get("/admin/locations?archived=true").await.succeeded();
    assert_eq!(
        (&archived["count"], &archived["items"][0]["locationId"]),
        (&json!(1), &json!(2))
    );
    manager.post("/admin/locations/restore", two).await.succeeded();
    ada.post("/orders/quote", cart).await.succeeded();
}

#[tokio::test]
async fn first_location_sets_the_initial_prices() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let taxes = async || site.visitor().get("/products/washes").await.succeeded()[0]["taxes"].clone();
    assert_eq!(taxes().await, 172);
    let place = json!({"id": 2, "before": 1});
    manager.put("/admin/locations/order", place).await.succeeded();
    assert_eq!(taxes().await, 162);
    assert!(names(&site).await[0].contains("East"));
}

#[tokio::test]
async fn locations_are_searched_and_exported() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let found = manager.get("/admin/locations?q=tempe").await.succeeded();
    assert_eq!(
        (&found["count"], &found["items"][0]["locationId"]),
        (&json!(1), &json!(2))
    );
    let csv = [("Accept", "text/csv")];
    let table = manager
        .send(reqwest::Method::GET, "/admin/locations", None, &csv)
        .await
        .text;
    assert!(table.lines().count() == 3 && table.contains(",8.6,5,9,no"), "{table}");
}
