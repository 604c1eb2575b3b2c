//! Audit log, by actor and time.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use reqwest::Method;
use serde_json::{Value, json};

use super::Demo;
use crate::support::{Installation, create, merchants};

fn acts(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|row| row["action"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn audit_log_is_filtered_by_action_actor_and_day() {
    let demo = Demo::start().await;
    let owner = demo.owner("dev").await;
    for name in ["ann", "bob", "cem"] {
        let email = format!("{name}@provider.example");
        let body = json!({ "email": email, "role": "viewer", "password": demo.staff("dev").1 });
        owner.post("/provider/staff", body).await;
    }
    let me = owner.get("/provider/me").await["id"].as_str().unwrap().to_owned();

    let all = owner.get("/provider/audit?limit=200").await;
    let made = acts(&all).iter().filter(|act| **act == "staff.create").count();
    assert_eq!(made, 4, "{all}");
    let theirs = format!("/provider/audit?actor={me}&action=staff.create");
    let found = owner.get(&format!("{theirs}&limit=2")).await;
    assert_eq!(acts(&found), ["staff.create"; 2]);
    let rest = format!("{theirs}&limit=2&cursor={}", found["nextCursor"].as_str().unwrap());
    let rest = owner.get(&rest).await;
    assert_eq!((acts(&rest), &rest["nextCursor"]), (vec!["staff.create"], &Value::Null));
    assert_eq!(acts(&owner.get("/provider/audit?action=staff.remove").await), [""; 0]);
    // Filter options are independent of the filters.
    let people = found["people"].as_array().unwrap();
    assert_eq!(people[0], json!({ "id": "demo", "email": null }));
    assert!(
        people.iter().any(|one| one["id"] == me && one["email"].is_string()),
        "{people:?}"
    );
    assert!(found["actions"].as_array().unwrap().contains(&json!("staff.create")));
    assert_eq!(found["actions"], rest["actions"]);

    // The date differs between the first and the last time zone.
    let now: Timestamp = all["items"][0]["at"].as_str().unwrap().parse().unwrap();
    let day_in = |zone: &str| now.to_zoned(TimeZone::get(zone).unwrap()).date();
    for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let day = day_in(zone);
        let of = |from: &str, to: &str| format!("{theirs}&timeZone={zone}&from={from}&to={to}&limit=1");
        let on = |day: jiff::civil::Date| of(&day.to_string(), &day.to_string());
        assert_eq!(acts(&owner.get(&on(day)).await).len(), 1, "{zone}");
        for other in [day.yesterday().unwrap(), day.tomorrow().unwrap()] {
            let newest = owner.get(&on(other)).await;
            let is_of_that_day = |row: &Value| {
                let at: Timestamp = row["at"].as_str().unwrap().parse().unwrap();
                at.to_zoned(TimeZone::get(zone).unwrap()).date() == other
            };
            assert!(
                newest["items"].as_array().unwrap().iter().all(is_of_that_day),
                "{zone}: {newest}"
            );
        }
        assert_eq!(
            acts(&owner.get(&of("1999-01-01", "9999-12-31")).await).len(),
            1,
            "{zone}"
        );
    }
    assert_eq!(acts(&owner.get("/provider/audit?from=9999-12-31").await), [""; 0]);
    for (field, wrong) in [
        ("timeZone", "timeZone=Mars/Olympus"),
        ("from", "from=2026-02-30"),
        ("to", "to=soon"),
    ] {
        let (status, answer) = owner.call(Method::GET, &format!("/provider/audit?{wrong}"), None).await;
        assert_eq!((status, &answer["errorCode"]), (400, &json!("malformed")), "{answer}");
        assert!(answer.to_string().contains(field), "{answer}");
    }
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_filters_the_audit_log() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let found = installation.json(&["audit", "--action", "site.create", "--from", "2020-01-01"]);
    assert_eq!(acts(&found), ["site.create"]);
    assert_eq!(found["people"], json!([{ "id": "cli", "email": null }]));
    let zone = ["audit", "--time-zone", "Europe/Berlin", "--to", "2020-01-01"];
    assert_eq!(acts(&installation.json(&zone)), [""; 0]);
    let nowhere = installation.run(&["audit", "--time-zone", "Mars/Olympus"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("use a time zone, such as Europe/Berlin"));
    let no_day = installation.run(&["audit", "--from", "2026-02-30"]);
    assert_eq!(no_day.status.code(), Some(2));
}
