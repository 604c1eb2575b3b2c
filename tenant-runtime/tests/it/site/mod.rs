mod business;
mod editing;
mod files;
mod mails;
mod map_keys;
mod raw;
mod texts;
mod uploads;

use std::sync::Arc;

use crate::support::Installation;

#[tokio::test]
async fn config_is_complete_and_has_its_color_tones() {
    let site = Installation::new().await.site().await;
    let reply = site.visitor().get("/accounts/site-config").await;
    assert_eq!(reply.header("etag"), Some("\"1\""), "the revision");
    assert!(reply.header("x-request-id").is_some());
    let config = reply.succeeded();
    assert_eq!(config["companyName"], "sparkle Wash");
    assert_eq!(config["revision"], 1);
    assert_eq!(config["timeStamp"], "2026-11-20T15:00:00Z");
    assert_eq!(
        config["menuItems"].as_array().unwrap().len(),
        4,
        "missing default items are inserted"
    );
    assert_eq!(config["tones"]["brand"], "#0b7a75");
}

#[tokio::test]
async fn app_key_works_only_at_its_own_site() {
    let installation = Installation::new().await;
    let (ours, theirs) = (
        installation.site_called("ours").await,
        installation.site_called("theirs").await,
    );
    let mut visitor = ours.visitor();
    for key in [
        None,
        Some(String::new()),
        Some("nonsense".to_owned()),
        Some(theirs.site.app_key.clone()),
    ] {
        visitor.app_key = key;
        visitor.get("/accounts/site-config").await.refused(403, "wrong_app_key");
    }
    let key = visitor.get("/accounts/site-key?subdomain=ours").await.succeeded();
    assert_eq!(key["appKey"], ours.site.app_key.as_str());
}

#[tokio::test]
async fn unknown_host_is_rejected_first() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut visitor = site.visitor();
    for (host, status, code) in [
        ("nobody.localhost", 404, "unknown_site"),
        ("localhost", 404, "unknown_site"),
        ("127.0.0.1", 404, "unknown_site"),
        ("console.localhost", 404, "not_found"),
        ("a.sparkle.localhost", 404, "unknown_site"),
        ("spar_kle.localhost", 400, "malformed"),
    ] {
        host.clone_into(&mut visitor.host);
        visitor.get("/accounts/site-config").await.refused(status, code);
    }
    visitor.host = "nobody.localhost".to_owned();
    let refusal = visitor.get("/locations").await.refused(404, "unknown_site");
    assert_eq!(
        refusal["errorMessage"],
        "We couldn't find the site for the specified subdomain. Please check the subdomain and try again."
    );
    let mut suspended = (*site.site).clone();
    suspended.is_suspended = true;
    installation.set(suspended);
    let reply = site.visitor().get("/locations").await;
    assert!(reply.header("retry-after").is_some());
    reply.refused(503, "site_suspended");
}

#[tokio::test]
async fn merchant_texts_are_sanitized() {
    let site = Installation::new().await.site().await;
    let merchant = site.visitor().get("/merchant").await.succeeded();
    assert_eq!(merchant["support"]["supportFaqs"], "<h3>sparkle?</h3><p>Yes.</p>");
    assert_eq!(merchant["referralPoints"], 1000);
}

#[tokio::test]
async fn damaged_file_affects_only_its_own_site() {
    let installation = Installation::new().await;
    let (well, ill) = (
        installation.site_called("well").await,
        installation.site_called("ill").await,
    );
    installation.runtime.sites.close_all().await;
    let file = installation.site_file(ill.site.id);
    let sound = std::fs::read(&file).unwrap();
    std::fs::write(&file, vec![0x5a; sound.len()]).unwrap();
    ill.visitor().get("/locations").await.refused(503, "site_unavailable");
    well.visitor().get("/locations").await.succeeded();
    std::fs::write(&file, sound).unwrap();
    ill.visitor().get("/locations").await.succeeded();
}

#[tokio::test]
async fn simultaneous_requests_open_a_closed_site() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    installation.runtime.sites.close_all().await;
    let opened: Vec<_> = futures_util::future::join_all((0..32).map(|_| installation.runtime.sites.open(&site.site)))
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert!(
        opened.iter().all(|open| Arc::ptr_eq(open, &opened[0])),
        "one handle for all"
    );
}

#[tokio::test]
async fn unsupported_method_is_rejected_in_the_envelope() {
    let site = Installation::new().await.site().await;
    for (method, path) in [
        (reqwest::Method::DELETE, "/accounts/site-config"),
        (reqwest::Method::POST, "/users/wallet"),
        (reqwest::Method::PUT, "/users"),
        (reqwest::Method::POST, "/uploads/x.svg"),
    ] {
        let reply = site.visitor().send(method, path, None, &[]).await;
        assert!(reply.header("x-request-id").is_some(), "{path}");
        assert!(reply.header("allow").is_some(), "{path}");
        reply.refused(405, "method_not_allowed");
    }
}
