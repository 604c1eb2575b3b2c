//! Limits of fields: rules, the API description and the manifest's schema agree.

use std::collections::BTreeSet;
use std::slice;

use serde_json::{Map, Value, json};
use tenant_runtime::http::Role;

use crate::repository::root;
use crate::support::{Customer, Installation};

fn generated(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root(path)).unwrap()).unwrap()
}

/// Fields of a struct, or of an enum's variants.
fn fields(schemas: &Value, name: &str) -> Map<String, Value> {
    let schema = &schemas[name];
    let variants = schema["oneOf"]
        .as_array()
        .map_or(slice::from_ref(schema), Vec::as_slice);
    let fields = variants.iter().filter_map(|variant| variant["properties"].as_object());
    fields
        .flatten()
        .map(|(name, field)| (name.clone(), field.clone()))
        .collect()
}

const KEYWORDS: [&str; 5] = ["minLength", "maxLength", "minimum", "maximum", "maxItems"];

/// Values at the limits of a field, and just outside. `value`: an allowed one.
fn samples(field: &Value, value: &Value) -> [Vec<Value>; 2] {
    let limit = |keyword: &str| field[keyword].as_i64();
    let text = |length: i64| json!("x".repeat(usize::try_from(length).unwrap()));
    let items = |count: i64| Value::Array(vec![value[0].clone(); usize::try_from(count).unwrap()]);
    let longest_item = field["items"]["maxLength"].as_i64();
    let of = |limits: [Option<Value>; 6]| limits.into_iter().flatten().collect();
    [
        of([
            limit("minLength").map(text),
            limit("maxLength").map(text),
            limit("minimum").map(Value::from),
            limit("maximum").map(Value::from),
            limit("maxItems").map(items),
            longest_item.map(|most| json!([text(most)])),
        ]),
        of([
            limit("minLength").map(|_| json!(" ")),
            limit("maxLength").map(|most| text(most + 1)),
            limit("minimum").map(|least| json!(least - 1)),
            limit("maximum").map(|most| json!(most + 1)),
            limit("maxItems").map(|most| items(most + 1)),
            longest_item.map(|most| json!([text(most + 1)])),
        ]),
    ]
}

/// Schema with limits, and a body that has its fields: the path to post it to, where in it the fields are, and what their names
/// in errors begin with.
struct Case {
    schema: &'static str,
    path: &'static str,
    body: Value,
    pointer: &'static str,
    /// Error of a part that has one for all its fields.
    reported: Option<&'static str>,
}

fn cases() -> Vec<Case> {
    let case = |schema, path, pointer, reported, body| Case {
        schema,
        path,
        body,
        pointer,
        reported,
    };
    let location = json!({
        "name": "West", "address1": "9 High St", "address2": "", "city": "Mesa", "state": "", "zip": "", "phone": "",
        "arrivalNote": "", "latitude": 33.41, "longitude": -111.83,
        "hours": [{"days": "Mon–Fri", "open": "07:00", "close": "21:00"}],
    });
    let mut by_day = location.clone();
    by_day.as_object_mut().unwrap().remove("hours");
    by_day["openingHours"] = json!({"week": {}, "special": [
        {"name": "Christmas", "from": "2026-12-25", "to": "2026-12-25"},
    ]});
    let product = |kind: &str, fields: Value| {
        let mut body = json!({"productType": kind, "name": "Foam", "price": 100});
        body.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        body
    };
    let club = product(
        "AppClub",
        json!({"signupPrice": 100, "useLimit": {"count": 2, "per": "day"}}),
    );
    let discount = json!({
        "name": "Free wash", "description": "", "terms": "", "claimLimit": 1, "totalCap": 1,
        "award": {"type": "DollarDiscTrans", "amount": 100}, "expiry": {"type": "relative", "days": 7},
        "kiosk": {"kioskItem": ""},
    });
    let promo = json!({"code": "FOAM", "name": "Foam", "award": {"type": "Item"}});
    let wash = json!({"value": 0, "goodForDays": 7, "details": ["Wax"], "badge": ""});
    let (locations, products, deals) = ("/admin/locations", "/admin/products", "/admin/deals");
    vec![
        case("LocationEntry", locations, "", None, location.clone()),
        case("Hours", locations, "/hours/0", Some("hours"), location),
        case(
            "SpecialHours",
            locations,
            "/openingHours/special/0",
            Some("openingHours"),
            by_day,
        ),
        case("ProductEntry", products, "", None, product("AppWash", wash)),
        case(
            "ProductEntry",
            products,
            "",
            None,
            product("AppBundle", json!({"quantity": 5, "washes": [101]})),
        ),
        case("ProductEntry", products, "", None, product("Swag", json!({"stock": 5}))),
        case("ProductEntry", products, "", None, club.clone()),
        case("UseLimit", products, "/useLimit", Some("useLimit"), club),
        case("OfferManifest", deals, "", None, discount.clone()),
        case("OfferManifest", "/admin/promo-codes", "", None, promo),
        case("Award", deals, "/award", Some("award.amount"), discount.clone()),
        case("OfferExpiry", deals, "/expiry", Some("expiry.days"), discount.clone()),
        case("KioskRules", deals, "/kiosk", Some("kiosk.kioskItem"), discount),
        case(
            "AddedTerminal",
            "/admin/terminals",
            "",
            None,
            json!({"label": "Lane 1", "locationId": 1}),
        ),
    ]
}

/// Posts the body of `case` with other values of a field: those at its limits are taken, others are reported.
async fn assert_limits(manager: &Customer, case: &Case, name: &str, field: &Value) {
    let Case {
        path, body, pointer, ..
    } = case;
    let reported = case.reported.unwrap_or(name);
    let [at, outside] = samples(field, &body.pointer(pointer).unwrap()[name]);
    let with = |value: &Value| {
        let mut body = body.clone();
        body.pointer_mut(pointer).unwrap()[name] = value.clone();
        body
    };
    for value in at {
        let reply = manager.post(path, with(&value)).await;
        assert!(
            reply.body["fields"][reported].is_null(),
            "{path}: {name} {value}: {}",
            reply.text
        );
    }
    for value in outside {
        let refusal = manager.post(path, with(&value)).await.refused(422, "invalid_fields");
        assert!(
            refusal["fields"][reported].is_string(),
            "{path}: {name} {value}: {refusal}"
        );
    }
}

#[tokio::test]
async fn rules_accept_exactly_the_values_within_documented_limits() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let schemas = generated("docs/openapi.json")["components"]["schemas"].take();
    let mut untested = BTreeSet::new();
    let mut tested = BTreeSet::new();
    for case in cases() {
        manager.post(case.path, case.body.clone()).await.succeeded();
        for (name, field) in fields(&schemas, case.schema) {
            let is_text = field["type"] == "string" || field["type"] == json!(["string", "null"]);
            let is_free = field["format"].is_string() || field["enum"].is_array() || case.schema == "Hours";
            assert!(
                !is_text || is_free || field["maxLength"].is_u64(),
                "{}.{name} needs a `max_length`",
                case.schema
            );
            if KEYWORDS.iter().any(|keyword| !field[keyword].is_null()) {
                untested.insert((case.schema, name.clone()));
                if case.body.pointer(case.pointer).unwrap().get(&name).is_some() {
                    assert_limits(&manager, &case, &name, &field).await;
                    tested.insert((case.schema, name));
                }
            }
        }
    }
    assert_eq!(tested, untested, "add the missing fields to `cases`");
}

#[tokio::test]
async fn survey_questions_are_limited_as_documented() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let schemas = generated("docs/openapi.json")["components"]["schemas"].take();
    let entry = fields(&schemas, "QuestionEntry");
    let choices = &entry["choices"];
    let most = |limit: &Value| usize::try_from(limit.as_u64().unwrap()).unwrap();
    let longest_choice = most(&choices["items"]["maxLength"]);
    // Different choices.
    let choices_of = |count: usize, length: usize| {
        let texts: Vec<String> = (0..count).map(|index| format!("{index:0length$}")).collect();
        json!({"question": "Why?", "kind": "choice", "choices": texts})
    };
    let questions = |count: u64| Value::Array((0..count).map(|_| json!({"question": "Why?"})).collect());
    let most_questions = fields(&schemas, "SurveyChange")["questions"]["maxItems"]
        .as_u64()
        .unwrap();
    let [at, outside] = samples(&entry["question"], &Value::Null);
    let accepted = at.into_iter().map(|question| json!([{ "question": question }])).chain([
        json!([choices_of(most(&choices["maxItems"]), longest_choice)]),
        questions(most_questions),
    ]);
    for questions in accepted {
        manager.save("/survey/merchant", questions).await.succeeded();
    }
    let rejected = outside
        .into_iter()
        .map(|question| ("[0].question", json!([{ "question": question }])))
        .chain([
            ("[0].choices", json!([choices_of(most(&choices["maxItems"]) + 1, 1)])),
            ("[0].choices[0]", json!([choices_of(2, longest_choice + 1)])),
            ("questions", questions(most_questions + 1)),
        ]);
    for (field, questions) in rejected {
        let refusal = manager
            .save("/survey/merchant", questions)
            .await
            .refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{field}: {refusal}");
    }
}

#[test]
fn manifest_schema_has_the_limits_of_the_api_description() {
    let schemas = generated("docs/openapi.json")["components"]["schemas"].take();
    let declared = generated("docs/schema/merchant.schema.json")["$defs"].take();
    for (entry, manifest) in [
        ("LocationEntry", "LocationManifest"),
        ("ProductEntry", "ProductManifest"),
        ("OfferManifest", "OfferManifest"),
        ("Hours", "Hours"),
        ("OpeningHours", "OpeningHours"),
        ("SpecialHours", "SpecialHours"),
        ("UseLimit", "UseLimit"),
        ("KioskRules", "KioskRules"),
        ("Award", "Award"),
        ("OfferExpiry", "OfferExpiry"),
    ] {
        let declared = fields(&declared, manifest);
        for (name, field) in fields(&schemas, entry) {
            for keyword in KEYWORDS {
                let declared = &declared[&name];
                assert_eq!(declared[keyword], field[keyword], "{manifest}.{name}: {keyword}");
                let items = (&declared["items"][keyword], &field["items"][keyword]);
                assert_eq!(items.0, items.1, "{manifest}.{name}: {keyword} of items");
            }
        }
    }
}
