use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Client, Installation, Kiosk};

fn pairing(code: &Value) -> Value {
    json!({"pairingCode": code})
}

async fn replace_key(kiosk: &Client) -> String {
    let new = kiosk.send(Method::PUT, "/terminal/key", None, &[]).await.succeeded();
    new["terminalKey"].as_str().unwrap().to_owned()
}

fn with_key(kiosk: &Kiosk, key: &str) -> Client {
    let mut client = kiosk.client.clone();
    client.token = Some(key.to_owned());
    client
}

#[tokio::test]
async fn terminal_is_added_paired_once_and_knows_its_location() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let add = async || {
        let lane = json!({"label": " Lane 2 ", "locationId": 2});
        manager.post_once("/admin/terminals", "lane", lane).await.succeeded()
    };
    let added = add().await;
    assert_eq!(add().await, added, "repeated");
    let code = added["pairingCode"].as_str().unwrap();
    assert!(
        code.len() == 8 && code.bytes().all(|digit| digit.is_ascii_digit()),
        "{code}"
    );
    let attendant = site.staff(Role::Attendant).await;
    let entry = |paired: bool, seen: Value| {
        json!({"items": [{"terminalId": added["terminalId"], "label": "Lane 2",
        "locationId": 2, "isPaired": paired, "lastSeenAt": seen}], "nextCursor": null})
    };
    let listed = attendant.get("/admin/terminals").await.succeeded();
    assert_eq!(listed, entry(false, Value::Null));

    // As typed by a person; without an app key.
    let mut kiosk = site.visitor();
    kiosk.app_key = None;
    let typed = format!(" {}-{} ", &code[..4], &code[4..]);
    let paired = kiosk.post("/terminal/pair", pairing(&json!(typed))).await.succeeded();
    assert_eq!(
        (&paired["terminalId"], &paired["locationId"]),
        (&added["terminalId"], &json!(2))
    );
    let again = kiosk.post("/terminal/pair", pairing(&json!(code))).await;
    again.refused(422, "invalid_code");
    // Pairing is a contact: the office shows the terminal as online before its next request.
    let seen = entry(true, json!("2026-11-20T15:00:00Z"));
    assert_eq!(attendant.get("/admin/terminals").await.succeeded(), seen);

    kiosk.token = paired["terminalKey"].as_str().map(str::to_owned);
    let me = kiosk.get("/terminal/me").await;
    assert_eq!(me.header("cache-control"), Some("no-store"));
    assert_eq!(
        me.succeeded(),
        json!({
            "terminalId": added["terminalId"], "label": "Lane 2", "location": {"id": 2, "name": "sparkle East", "taxRate": 81000},
            "site": {"name": "sparkle Wash", "subdomain": "sparkle", "currency": "USD", "timeZone": "America/Phoenix",
                "legalName": "sparkle Wash", "address": [], "taxNumber": "",
                "pricesIncludeTax": false},
            "serverTime": "2026-11-20T15:00:00Z", "journalSince": null,
        })
    );
    assert_eq!(attendant.get("/admin/terminals").await.succeeded(), seen);
}

#[tokio::test]
async fn new_terminal_requires_location_and_label() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for (label, location, field) in [("", 1, "label"), ("Lane", 9, "locationId")] {
        let body = json!({"label": label, "locationId": location});
        let refused = manager
            .post("/admin/terminals", body)
            .await
            .refused(422, "invalid_fields");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    let nowhere = "/admin/terminals/0123456789abcdef";
    manager.delete(nowhere).await.refused(404, "not_found");
    let code = manager.post(&format!("{nowhere}/pairing-code"), json!({})).await;
    code.refused(404, "not_found");
}

#[tokio::test]
async fn pairing_code_expires_and_is_replaced() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let manager = site.staff(Role::Manager).await;
    let body = json!({"label": "Lane", "locationId": 1});
    let added = manager.post("/admin/terminals", body).await.succeeded();
    installation.clock.advance(SignedDuration::from_secs(600));
    let late = site
        .visitor()
        .post("/terminal/pair", pairing(&added["pairingCode"]))
        .await;
    late.refused(422, "expired");
    let path = format!(
        "/admin/terminals/{}/pairing-code",
        added["terminalId"].as_str().unwrap()
    );
    let first = manager.post(&path, json!({})).await.succeeded();
    let second = manager.post(&path, json!({})).await.succeeded();
    assert_ne!(first["pairingCode"], second["pairingCode"]);
    let pair = async |code: &Value| site.visitor().post("/terminal/pair", pairing(code)).await;
    pair(&first["pairingCode"]).await.refused(422, "invalid_code");
    let paired = pair(&second["pairingCode"]).await.succeeded();
    assert_eq!(paired["terminalId"], added["terminalId"]);
}

#[tokio::test]
async fn replacement_kiosk_locks_out_the_previous_one() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let old = site.kiosk_at(1).await;
    let newer = with_key(&old, &replace_key(&old).await);
    let owner = site.owner().await;
    let path = format!("/admin/terminals/{}/pairing-code", old.id);
    let code = owner.post(&path, json!({})).await.succeeded();
    newer.get("/terminal/me").await.succeeded();
    let pair = site
        .visitor()
        .post("/terminal/pair", pairing(&code["pairingCode"]))
        .await;
    let key = pair.succeeded()["terminalKey"].as_str().unwrap().to_owned();
    for locked_out in [&old.client, &newer] {
        locked_out.get("/terminal/me").await.refused(401, "invalid_token");
    }
    let kiosk = with_key(&old, &key);
    kiosk.get("/terminal/me").await.succeeded();
    owner.delete(&format!("/admin/terminals/{}", old.id)).await.succeeded();
    kiosk.get("/terminal/me").await.refused(401, "invalid_token");
    kiosk
        .send(Method::PUT, "/terminal/key", None, &[])
        .await
        .refused(401, "invalid_token");
    let listed = owner.get("/admin/terminals").await.succeeded();
    assert_eq!(listed, json!({"items": [], "nextCursor": null}));
}

#[tokio::test]
async fn terminals_are_paginated_despite_removals() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    let mut added = Vec::new();
    for (location, label) in [(2, "A"), (1, "B"), (1, "A"), (1, "B")] {
        let body = json!({"label": label, "locationId": location});
        added.push(owner.post("/admin/terminals", body).await.succeeded()["terminalId"].clone());
    }
    let page = async |cursor: &str| {
        owner
            .get(&format!("/admin/terminals?limit=2{cursor}"))
            .await
            .succeeded()
    };
    let first = page("").await;
    let last = first["nextCursor"].as_str().unwrap();
    let id = first["items"][1]["terminalId"].as_str().unwrap();
    owner.delete(&format!("/admin/terminals/{id}")).await.succeeded();
    let second = page(&format!("&cursor={last}")).await;
    assert_eq!(second["nextCursor"], Value::Null);
    let all: Vec<_> = [&first, &second]
        .iter()
        .flat_map(|page| page["items"].as_array().unwrap())
        .map(|entry| (entry["locationId"].as_i64().unwrap(), entry["label"].as_str().unwrap()))
        .collect();
    assert_eq!(all, [(1, "A"), (1, "B"), (1, "B"), (2, "A")]);
    assert_eq!(second["items"][1]["terminalId"], added[0]);
    let nowhere = owner.get("/admin/terminals?cursor=nothing").await;
    nowhere.refused(400, "malformed");
}

#[tokio::test]
async fn replaced_key_works_until_the_new_one_is_used() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let kiosk = site.kiosk_at(1).await;
    let lost = with_key(&kiosk, &replace_key(&kiosk).await);
    installation.clock.advance(SignedDuration::from_secs(540));
    // The answer was lost: the terminal asks again with the only key that it has.
    let second = with_key(&kiosk, &replace_key(&kiosk).await);
    lost.get("/terminal/me").await.refused(401, "invalid_token");
    second.get("/terminal/me").await.succeeded();
    kiosk.get("/terminal/me").await.succeeded();
    // Ten minutes after the first time, regardless of what happened in between.
    installation.clock.advance(SignedDuration::from_secs(60));
    kiosk.get("/terminal/me").await.refused(401, "invalid_token");
    kiosk
        .send(Method::PUT, "/terminal/key", None, &[])
        .await
        .refused(401, "invalid_token");
    let third = with_key(&kiosk, &replace_key(&second).await);
    third.get("/terminal/me").await.succeeded();
}

#[tokio::test]
async fn persons_and_foreign_terminals_are_rejected() {
    let installation = Installation::new().await;
    let (site, other) = (installation.site().await, installation.site_called("bluewave").await);
    let owner = site.owner().await;
    owner.get("/terminal/me").await.refused(401, "invalid_token");
    let stranger = other.kiosk_at(1).await;
    stranger.get("/terminal/me").await.succeeded();
    let carried = with_key(&site.kiosk_at(1).await, stranger.token.as_deref().unwrap());
    carried.get("/terminal/me").await.refused(401, "invalid_token");
    // Nor is a terminal a person.
    let mut person = owner.client.clone();
    person.token = site.kiosk_at(1).await.client.token;
    person.get("/users").await.refused(401, "invalid_token");
    person.get("/admin/orders").await.refused(401, "invalid_token");
}

#[tokio::test]
async fn pairing_attempts_are_limited() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let code = site.pairing_code(1).await;
    for guess in 0..5 {
        let reply = site
            .visitor()
            .post("/terminal/pair", pairing(&json!(format!("0000000{guess}"))))
            .await;
        reply.refused(422, "invalid_code");
    }
    let refused = site.visitor().post("/terminal/pair", pairing(&json!(code))).await;
    refused.refused(429, "too_many_requests");
}

#[tokio::test]
async fn terminal_removed_while_a_body_arrives_is_rejected() {
    let site = Installation::new().await.site().await;
    let kiosk = site.kiosk_at(1).await;
    let owner = site.owner().await;
    let request = kiosk
        .client
        .begin_post("/terminal/codes/resolve", &json!({"code": "x"}))
        .await;
    owner
        .delete(&format!("/admin/terminals/{}", kiosk.id))
        .await
        .succeeded();
    let response = request.finish().await;
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    assert!(response.contains("invalid_token"), "{response}");
}
