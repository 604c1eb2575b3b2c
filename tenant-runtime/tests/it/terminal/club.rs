//! A club is used with a token.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use super::reservation;
use crate::support::{Customer, Installation, Kiosk, Reply, TestSite};

const DAILY: i64 = 301;
const UNLIMITED: i64 = 302;

async fn member_of(product: i64) -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    (site, ada.with_vehicle().await.in_club(product).await)
}

fn wait(site: &TestSite, seconds: i64) {
    site.installation.clock.advance(SignedDuration::from_secs(seconds));
}

async fn reserve(kiosk: &Kiosk, code: &str, txn: &str) -> Reply {
    kiosk.post("/terminal/redemptions", reservation(code, txn)).await
}

async fn settle(kiosk: &Kiosk, redemption: &Value, how: &str) -> Reply {
    let id = redemption["redemptionId"].as_str().unwrap();
    let path = format!("/terminal/redemptions/{id}/{how}");
    kiosk
        .post(&path, json!({ "terminalTxnId": format!("{how}-{id}") }))
        .await
}

async fn shown_uses(ada: &Customer) -> Value {
    ada.get("/users/washclub").await.succeeded()["useCountDisplay"].clone()
}

#[tokio::test]
async fn token_uses_the_club_once_and_its_page_shows_it() {
    let (site, ada) = member_of(DAILY).await;
    let kiosk = site.kiosk_at(2).await;
    let token = ada.ask_token("WashClub").await.succeeded();
    let code = token["tempId"].as_str().unwrap().to_owned();
    assert!(code.len() == 12 && code.starts_with('7'), "{code}");
    assert_eq!(
        (&token["expiresAt"], &token["serverTime"]),
        (&json!("2026-11-20T15:00:30Z"), &json!("2026-11-20T15:00:00Z"))
    );
    let path = format!("/temptoken/{}", token["id"].as_str().unwrap());
    let state = async || ada.get(&path).await.succeeded()["state"].clone();
    assert_eq!(state().await, "live");
    let vehicle =
        json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS1", "color": "Teal", "state": "AZ"});
    let club = |uses: &str| json!({"name": "sparkle Club", "washes": [], "license": "SUDS1", "state": "AZ", "vehicle": vehicle, "useCountDisplay": uses});
    let resolved = kiosk.post("/terminal/codes/resolve", json!({ "code": code })).await;
    assert_eq!(
        resolved.succeeded(),
        json!({"class": "club", "name": "sparkle Club", "itemType": "AppClub", "washes": [], "discount": null, "discountTaxes": 0, "kioskItem": null,
            "allowUpgrade": false, "autoSelect": false, "useLimitCount": 0, "maxUses": 1, "expirationDate": null,
            "club": club("0 of 1 today")})
    );

    let reserved = reserve(&kiosk, &code, "1").await.succeeded();
    assert_eq!(
        (&reserved["state"], &reserved["reservedUntil"], &reserved["maxUses"]),
        (&json!("reserved"), &json!("2026-11-20T15:02:00Z"), &json!(1))
    );
    assert_eq!(reserved["club"], club("0 of 1 today"));
    assert_eq!(reserve(&kiosk, &code, "1").await.succeeded(), reserved, "repeated");
    reserve(&kiosk, &code, "2").await.refused(409, "token_used");
    assert_eq!(state().await, "consumed");
    // A reserved use counts as used.
    ada.ask_token("WashClub").await.refused(409, "limit_reached");
    assert_eq!(shown_uses(&ada).await, "0 of 1 today");
    let confirmed = settle(&kiosk, &reserved, "confirm").await.succeeded();
    assert_eq!(
        (&confirmed["state"], &confirmed["useLimitCount"]),
        (&json!("confirmed"), &json!(1))
    );
    assert_eq!(settle(&kiosk, &reserved, "confirm").await.succeeded(), confirmed);
    settle(&kiosk, &reserved, "cancel")
        .await
        .refused(409, "redemption_over");
    assert_eq!(shown_uses(&ada).await, "1 of 1 today");
    ada.ask_token("WashClub").await.refused(409, "limit_reached");

    // The day ends where the site is: 07:00 UTC.
    site.installation.clock.set("2026-11-21T06:59:59Z".parse().unwrap());
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    ada.ask_token("WashClub").await.refused(409, "limit_reached");
    wait(&site, 1);
    assert_eq!(shown_uses(&ada).await, "0 of 1 today");
    ada.token("WashClub").await;
}

#[tokio::test]
async fn token_is_valid_for_30_seconds_of_the_servers_clock() {
    let (site, ada) = member_of(UNLIMITED).await;
    let kiosk = site.kiosk_at(1).await;
    let resolve = async |code: &str| kiosk.post("/terminal/codes/resolve", json!({ "code": code })).await;
    let read_at = async |code: &str, seconds: i64| {
        let mut body = reservation(code, code);
        body["scannedAt"] = json!(format!("2026-11-20T15:{:02}:{:02}Z", seconds / 60, seconds % 60));
        kiosk.post("/terminal/redemptions", body).await
    };
    let late = ada.token("WashClub").await;
    wait(&site, 29);
    resolve(&late).await.succeeded();
    wait(&site, 2);
    resolve(&late).await.refused(422, "expired");
    reserve(&kiosk, &late, "late").await.refused(422, "expired");
    read_at(&late, 31).await.refused(422, "expired");
    // It was under way when the time was over.
    read_at(&late, 29).await.succeeded();

    let older = ada.token("WashClub").await;
    let newer = ada.token("WashClub").await;
    reserve(&kiosk, &older, "older").await.refused(422, "expired");
    wait(&site, 32);
    read_at(&newer, 31 + 29).await.refused(422, "expired");
    // Forgotten after a day.
    wait(&site, 24 * 3600);
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    ada.token("WashClub").await;
    reserve(&kiosk, &newer, "newer").await.refused(422, "invalid_code");
}

#[tokio::test]
async fn unusable_club_has_no_token() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await;
    ada.ask_token("WashClub").await.refused(404, "not_found");
    ada.ask_token("TempToken").await.refused(422, "card_required");
    ada.ask_token("Coffee").await.refused(400, "malformed");
    let ada = ada.with_card().await.with_vehicle().await.in_club(UNLIMITED).await;
    let kiosk = site.kiosk_at(1).await;
    let shown = ada.token("WashClub").await;
    for (state, code) in [("suspended", "club_suspended"), ("paused", "club_suspended")] {
        let statement = match state {
            "suspended" => "UPDATE club_memberships SET billing_state = 'suspended'",
            _ => "UPDATE club_memberships SET billing_state = 'paused'",
        };
        site.change(statement).await;
        ada.ask_token("WashClub").await.refused(409, code);
        // Nor is one good that was issued before.
        reserve(&kiosk, &shown, state).await.refused(409, code);
    }
    site.change("UPDATE club_memberships SET billing_state = 'ok', locations = '[2]'")
        .await;
    reserve(&kiosk, &shown, "elsewhere")
        .await
        .refused(422, "not_for_this_location");
    let other = installation.site_called("bluewave").await.kiosk_at(1).await;
    reserve(&other, &shown, "foreign").await.refused(422, "invalid_code");
    reserve(&site.kiosk_at(2).await, &shown, "here").await.succeeded();
    site.change("UPDATE club_memberships SET locations = '[]'").await;

    // Cancelled, it can be used to its last day.
    ada.send(Method::DELETE, "/users/washclub", None, &[]).await.succeeded();
    for _ in 0..5 {
        ada.token("WashClub").await;
    }
    let refused = ada.ask_token("TempToken").await;
    assert_eq!(refused.header("retry-after"), Some("10"));
    refused.refused(429, "rate_limited");
}

#[tokio::test]
async fn canceled_redemption_keeps_the_use_and_consumes_the_token() {
    let (site, ada) = member_of(DAILY).await;
    let kiosk = site.kiosk_at(1).await;
    let code = ada.token("WashClub").await;
    let redemption = reserve(&kiosk, &code, "1").await.succeeded();
    let cancelled = settle(&kiosk, &redemption, "cancel").await.succeeded();
    assert_eq!(
        (&cancelled["state"], &cancelled["useLimitCount"]),
        (&json!("cancelled"), &json!(0))
    );
    reserve(&kiosk, &code, "2").await.refused(409, "token_used");

    // One kiosk takes its time, so that the use is another's.
    let slow = reserve(&kiosk, &ada.token("WashClub").await, "slow").await.succeeded();
    wait(&site, 120);
    let quick = reserve(&kiosk, &ada.token("WashClub").await, "quick").await.succeeded();
    settle(&kiosk, &slow, "confirm").await.refused(409, "limit_reached");
    settle(&kiosk, &quick, "confirm").await.succeeded();
    settle(&kiosk, &slow, "confirm").await.refused(409, "limit_reached");
    // The next day has its own use.
    wait(&site, 24 * 3600);
    settle(&kiosk, &slow, "confirm").await.refused(409, "limit_reached");
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    let cut_off = reserve(&kiosk, &ada.token("WashClub").await, "cut-off")
        .await
        .succeeded();
    wait(&site, 3 * 24 * 3600);
    let late = settle(&kiosk, &cut_off, "confirm").await.succeeded();
    assert_eq!(late["state"], "confirmed");
    let days: Vec<(String,)> = site
        .rows("SELECT used_on FROM club_uses WHERE reserved_until IS NULL ORDER BY id")
        .await;
    assert_eq!(days, [("2026-11-20".to_owned(),), ("2026-11-21".to_owned(),)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_64_simultaneous_requests_gets_the_token() {
    let (site, ada) = member_of(UNLIMITED).await;
    let code = Arc::new(ada.token("WashClub").await);
    let mut kiosks = Vec::new();
    for location in [1, 2, 1, 2] {
        kiosks.push(site.kiosk_at(location).await);
    }
    let racers: Vec<_> = (0..64)
        .map(|racer| {
            let (kiosk, code) = (kiosks[racer % kiosks.len()].clone(), Arc::clone(&code));
            tokio::spawn(async move {
                loop {
                    let reply = reserve(&kiosk, &code, &racer.to_string()).await;
                    match reply.status {
                        // A kiosk repeats its request.
                        503 => tokio::time::sleep(Duration::from_millis(50)).await,
                        200 => return true,
                        _ => {
                            reply.refused(409, "token_used");
                            return false;
                        }
                    }
                }
            })
        })
        .collect();
    let mut winners = 0;
    for racer in racers {
        winners += usize::from(racer.await.unwrap());
    }
    assert_eq!(winners, 1);
}

#[tokio::test]
async fn plate_lookup_finds_members_only() {
    let (site, ada) = member_of(DAILY).await;
    let kiosk = site.kiosk_at(1).await;
    let plate = async |plate: &str| kiosk.get(&format!("/terminal/plates/{plate}")).await;
    let club = plate("suds-1").await.succeeded();
    assert_eq!(
        (&club["license"], &club["name"]),
        (&json!("SUDS1"), &json!("sparkle Club"))
    );
    plate("OTHER").await.refused(404, "not_found");
    plate("---").await.refused(404, "not_found");
    let redemption = reserve(&kiosk, &ada.token("WashClub").await, "1").await.succeeded();
    settle(&kiosk, &redemption, "confirm").await.succeeded();
    plate("SUDS1").await.refused(409, "limit_reached");
    ada.leave().await;
    plate("SUDS1").await.refused(404, "not_found");
}

#[tokio::test]
async fn plate_of_two_states_is_looked_up_with_its_state() {
    let (site, ada) = member_of(DAILY).await;
    let kiosk = site.kiosk_at(1).await;
    let other = site
        .customer_with_email("bea@example.com")
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_plate("SUDS 1", "CA")
        .await
        .in_club(DAILY)
        .await;
    let plate = async |query: &str| kiosk.get(&format!("/terminal/plates/SUDS1{query}")).await;
    let unclear = plate("").await;
    assert!(unclear.text.contains("AZ, CA"), "{}", unclear.text);
    unclear.refused(409, "several_members");
    let redemption = reserve(&kiosk, &other.token("WashClub").await, "1").await.succeeded();
    settle(&kiosk, &redemption, "confirm").await.succeeded();
    plate("?state=CA").await.refused(409, "limit_reached");
    let club = plate("?state=az").await.succeeded();
    assert_eq!((&club["license"], &club["state"]), (&json!("SUDS1"), &json!("AZ")));
    plate("?state=NV").await.refused(404, "not_found");
    let owner = site.owner().await;
    let listed = owner.get("/admin/customers?q=suds-1").await.succeeded();
    let states: Vec<_> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["licenseState"].clone())
        .collect();
    assert_eq!(states, ["CA", "AZ"], "both are shown to staff");
    let club = ada.get("/users/washclub").await.succeeded();
    assert_eq!(club["appUserVehicle"], json!({"license": "SUDS1", "state": "AZ"}));
    other.leave().await;
    assert_eq!(plate("").await.succeeded()["state"], "AZ", "the only member left");
}
