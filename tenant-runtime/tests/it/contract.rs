//! Errors of the contract: always in the envelope, readable for people.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::{AppKey, Caller, Captcha, Role};

use crate::support::{Installation, Reply};

#[tokio::test]
async fn token_sent_to_a_public_list_must_be_valid() {
    let site = Installation::new().await.site().await;
    let mut visitor = site.visitor();
    for path in ["washes", "bundles", "washClubs", "giftCards", "merchandise"] {
        visitor.token = None;
        visitor.get(&format!("/products/{path}?locationId=1")).await.succeeded();
        visitor.token = Some("x.y.z".to_owned());
        for query in ["", "?locationId=1"] {
            visitor
                .get(&format!("/products/{path}{query}"))
                .await
                .refused(401, "invalid_token");
        }
    }
}

#[tokio::test]
async fn fields_are_camel_case_and_known() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await;
    for (path, body, field, said) in [
        ("/users/homeLocation", json!({}), "locationId", "Input is required."),
        (
            "/users/homeLocation",
            json!({"locationId": 1, "x": 1}),
            "x",
            "Unknown name or value.",
        ),
        (
            "/users/homeLocation",
            json!({"locationId": "one"}),
            "locationId",
            "Invalid value.",
        ),
        (
            "/orders/quote",
            json!({"products": [{"productId": 101, "price": 1}]}),
            "products[0].price",
            "Unknown name or value.",
        ),
        (
            "/orders/quote",
            json!({"products": [[101]]}),
            "products[0]",
            "Invalid value.",
        ),
    ] {
        let refused = customer.post(path, body).await.refused(400, "malformed");
        assert_eq!(refused["fields"][field], said, "{path}: {refused}");
        assert_eq!(refused["errorMessage"], "We couldn't read this request.");
    }
    customer
        .post("/users/homeLocation", json!([1]))
        .await
        .refused(400, "malformed");
    customer
        .post("/users/homeLocation", json!({"locationId": 2}))
        .await
        .succeeded();
    customer
        .post("/users/homeLocation", json!({"locationId": null}))
        .await
        .succeeded();
}

#[tokio::test]
async fn every_body_declares_its_fields() {
    let description =
        serde_json::to_value(tenant_runtime::router::routes().describe(tenant_runtime::router::description())).unwrap();
    let schemas = &description["components"]["schemas"];
    let mut loose = BTreeSet::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            // RFC 6902: what an operation does not define is ignored.
            if schema.is_null() || (path.ends_with("/users") && method == "patch") {
                continue;
            }
            let element = if schema["type"] == "array" {
                &schema["items"]
            } else {
                schema
            };
            let name = element["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            if schemas[name]["additionalProperties"] != json!(false) {
                loose.insert(name.to_owned());
            }
        }
    }
    assert!(loose.is_empty(), "they take any field: {loose:?}");
}

#[tokio::test]
async fn transport_errors_use_the_envelope() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await;
    customer
        .put("/locations", json!({}))
        .await
        .refused(405, "method_not_allowed");
    let large = json!({"locationId": "x".repeat(70_000)});
    customer
        .post("/users/homeLocation", large)
        .await
        .refused(413, "too_large");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let reply = customer
            .send(
                Method::POST,
                "/users/homeLocation",
                Some(json!({"locationId": 1})),
                &[("Content-Type", kind)],
            )
            .await;
        reply.refused(415, "unsupported_media_type");
    }
    let refused = customer
        .get("/users/notifications?status=old")
        .await
        .refused(400, "malformed");
    assert_eq!(refused["fields"]["status"], "Invalid value.");
    let refused = customer.get("/users/purchases/resend").await.refused(400, "malformed");
    assert_eq!(refused["fields"]["transRecordId"], "Input is required.");
    customer.get("/orders/%FF").await.refused(404, "not_found");
    let owner = site.owner().await;
    let refused = owner.get("/admin/orders?limit=many").await.refused(400, "malformed");
    assert_eq!(refused["fields"]["limit"], "Invalid value.");
}

/// No word of a parser's, of serde's or of axum's.
#[tokio::test]
async fn error_messages_are_in_plain_language() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let draft = manager.get("/admin/mails/receipt/en").await.succeeded()["parts"].clone();
    let with_markup = |markup: &str| {
        let mut draft = draft.clone();
        draft["markup"] = json!(markup);
        manager.post("/admin/mails/receipt/en/preview", draft)
    };
    let config = |field: &str, value: Value| {
        let config = json!({"revision": 1, "companyName": "A", field: value});
        manager.post("/accounts/site-config", json!({ "siteConfig": config }))
    };
    let replies: [Reply; 8] = [
        with_markup("<mjml><mj-body>").await,
        with_markup("<mjml><nonsense/></mjml>").await,
        config("menuItems", json!([{"tag": 1}])).await,
        config("brand", json!({"font": "Comic Sans"})).await,
        config("currency", json!("doubloons")).await,
        customer.post("/users/homeLocation", json!({"locationId": "one"})).await,
        customer.get("/users/notifications?status=old").await,
        customer.get("/products/washes?locationId=one").await,
    ];
    for reply in replies {
        assert!((400..500).contains(&reply.status), "{}", reply.text);
        for word in [
            "invalid type",
            "expected",
            "deserialize",
            "column",
            "variant",
            "digit",
            "stream",
            "position",
            "origin",
        ] {
            let said = reply.text.replace("as expected", "");
            assert!(!said.contains(word), "{word}: {}", reply.text);
        }
    }
}

#[tokio::test]
async fn description_contains_the_policys_requirements_and_errors() {
    let routes = tenant_runtime::router::routes();
    let table = routes.table();
    let description = serde_json::to_value(routes.describe(tenant_runtime::router::description())).unwrap();
    for entry in table.iter().filter(|entry| entry.described) {
        let method = entry.method.as_str().to_lowercase();
        let operation = &description["paths"][&entry.path][&method];
        let (at, policy) = (format!("{method} {}", entry.path), entry.policy);
        let responses = operation["responses"].as_object().unwrap();
        for status in ["400", "404", "429", "500", "503", "default"] {
            assert!(responses.contains_key(status), "{at} has no {status}");
        }
        let knows = policy.caller > Caller::Anyone;
        assert_eq!(responses.contains_key("401"), knows, "{at}: 401");
        let has_body = !operation["requestBody"].is_null();
        for status in ["413", "415"] {
            assert_eq!(responses.contains_key(status), has_body, "{at}: {status}");
        }
        assert_eq!(responses.contains_key("409"), policy.takes_idempotency_key, "{at}: 409");
        for reference in responses.values().filter_map(|response| response["$ref"].as_str()) {
            let name = reference.rsplit('/').next().unwrap();
            assert!(
                !description["components"]["responses"][name].is_null(),
                "{at}: {reference}"
            );
        }
        let security = operation["security"].as_array().unwrap();
        let needs = |scheme: &str| security.iter().all(|way| !way[scheme].is_null());
        assert_eq!(needs("appKey"), policy.app_key == AppKey::Required, "{at}: app key");
        let by_terminal = policy.caller == Caller::Terminal;
        assert_eq!(needs("terminalKey"), by_terminal, "{at}: terminal key");
        let by_person = policy.caller > Caller::Optional && !by_terminal;
        assert_eq!(needs("session"), by_person, "{at}: session");
        let headers = headers(operation);
        assert!(headers.contains("Accept-Language"), "{at}");
        assert_eq!(
            headers.contains("Captcha-Token"),
            policy.captcha != Captcha::Never,
            "{at}"
        );
        assert_eq!(
            headers.contains("Idempotency-Key"),
            policy.takes_idempotency_key,
            "{at}"
        );
    }
}

fn headers(operation: &Value) -> BTreeSet<&str> {
    let parameters = operation["parameters"].as_array().unwrap().iter();
    let headers = parameters.filter(|parameter| parameter["in"] == "header");
    headers.filter_map(|parameter| parameter["name"].as_str()).collect()
}
