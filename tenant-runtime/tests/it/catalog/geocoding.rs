//! Positions of addresses, from a service with Nominatim's search call.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::RawQuery;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tokio::net::TcpListener;

use crate::support::Installation;

/// Starts a service that answers every search with `status` and `body`, and redirects to a page that it would find. Returns its
/// URL and the queries it receives.
async fn service(status: StatusCode, body: Value) -> (String, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let kept = Arc::clone(&asked);
    let search = move |RawQuery(query): RawQuery| async move {
        kept.lock().unwrap().push(query.unwrap_or_default());
        (status, [(header::LOCATION, "/elsewhere")], axum::Json(body)).into_response()
    };
    let elsewhere = || async { axum::Json(json!([{"lat": "1", "lon": "2"}])) };
    let router = Router::new()
        .route("/search", get(search))
        .route("/elsewhere", get(elsewhere));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/search", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, asked)
}

#[tokio::test]
async fn position_of_an_address_comes_from_the_service() {
    let places = json!([{"lat": "33.4152", "lon": "-111.8315", "display_name": "1 Main St, Mesa"}]);
    let (url, asked) = service(StatusCode::OK, places).await;
    let site = Installation::with_geocoder(&url).await.site().await;
    let manager = site.staff(Role::Manager).await;
    let path = "/admin/locations/position?address=1%20Main%20St%2C%20Mesa%20%26%20more";
    let found = manager.get(path).await.succeeded();
    assert_eq!(
        found,
        json!({"available": true, "position": {"latitude": 33.4152, "longitude": -111.8315}})
    );
    assert_eq!(
        *asked.lock().unwrap(),
        ["q=1+Main+St%2C+Mesa+%26+more&countrycodes=us&format=jsonv2&limit=1"]
    );
    for address in [" ".to_owned(), "x".repeat(401)] {
        let refusal = manager
            .get(&format!("/admin/locations/position?address={address}"))
            .await;
        let refusal = refusal.refused(422, "invalid_fields");
        assert!(refusal["fields"]["address"].is_string(), "{refusal}");
    }
    let attendant = site.staff(Role::Attendant).await;
    attendant.get(path).await.refused(403, "not_admin");
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn unusable_geocoding_response_yields_no_position() {
    let responses = [
        (StatusCode::OK, json!([])),
        (
            StatusCode::OK,
            json!([{"lat": "north", "lon": "0"}, {"lat": "91", "lon": "0"}]),
        ),
        (StatusCode::OK, json!({"error": "busy"})),
        (StatusCode::TOO_MANY_REQUESTS, json!([{"lat": "1", "lon": "2"}])),
        (StatusCode::FOUND, json!([])),
    ];
    for (status, body) in responses {
        let (url, _) = service(status, body.clone()).await;
        let site = Installation::with_geocoder(&url).await.site().await;
        let manager = site.staff(Role::Manager).await;
        let found = manager.get("/admin/locations/position?address=Mesa").await.succeeded();
        assert_eq!(found, json!({"available": true, "position": null}), "{status} {body}");
    }
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let found = manager.get("/admin/locations/position?address=Mesa").await.succeeded();
    assert_eq!(found, json!({"available": false, "position": null}));
}

#[tokio::test]
async fn lookups_are_limited() {
    let site = Installation::with_limits().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let look_up = || manager.get("/admin/locations/position?address=Mesa");
    for _ in 0..20 {
        look_up().await.succeeded();
    }
    look_up().await.refused(429, "too_many_requests");
}
