use serde_json::json;

use super::*;

fn setup() -> OpenSetup {
    OpenSetup {
        reference: "0123456789abcdef0123456789abcdef".to_owned(),
        session: "1725949780Vux".to_owned(),
        payer: "site-7".to_owned(),
        amount: 0,
        currency: "CAD".parse().unwrap(),
        return_url: "https://wash.example/r".to_owned(),
    }
}

/// A receipt as returned by the QA gateway for a verified card, without unused fields.
fn good() -> Value {
    json!({
        "success": "true",
        "request": {
            "txn_total": "0.00", "cc_total": "0.00", "pay_by_token": "0",
            "cc": {"first6last4": "4242424242", "expiry": "0131", "cardholder": null},
            "ticket": "1725949780Vux", "cust_id": "site-7",
            "order_no": "0123456789abcdef0123456789abcdef", "issuer_id": "024091002301439", "eci": "7",
        },
        "receipt": {
            "result": "a",
            "cc": {
                "result": "a", "order_no": "0123456789abcdef0123456789abcdef_veri", "cust_id": "site-7",
                "transaction_no": "14-0_892", "transaction_code": "06", "amount": "0.00", "response_code": "027",
                "approval_code": "000000", "card_type": "V", "first6last4": "4242424242", "expiry_date": "0131",
                "issuer_id": "024091002301439",
                "tokenize": {"success": "true", "first4last4": "4242***4242", "datakey": "hVndXyN", "status": "001"},
                "fraud": {"cvd": {"result": "1", "status": "success"}},
            },
        },
    })
}

fn judged(response: Value) -> Completion {
    judge(&setup(), serde_json::from_value(response).unwrap())
}

#[test]
fn receipt_returns_the_card() {
    let Completion::Vaulted(card) = judged(good()) else {
        panic!()
    };
    assert_eq!((card.brand.as_str(), card.last_four.as_str()), ("Visa", "4242"));
    assert_eq!((card.expiry_month, card.expiry_year), (1, 2031));
    assert_eq!(card.network_id.as_deref(), Some("024091002301439"));
    assert!(
        !format!("{card:?}").contains("hVndXyN"),
        "a token does not show in debug output"
    );
}

#[test]
fn foreign_receipt_is_rejected() {
    for (pointer, value) in [
        ("/request/ticket", json!("1725949780Other")),
        ("/request/order_no", json!("another")),
        ("/request/cust_id", json!("site-8")),
        ("/request/cust_id", json!(null)),
        ("/request/txn_total", json!("1.00")),
        ("/receipt/cc/order_no", json!("another_veri")),
        ("/receipt/cc", json!(null)),
        ("/receipt", json!(null)),
    ] {
        let mut response = good();
        *response.pointer_mut(pointer).unwrap() = value;
        assert!(matches!(judged(response), Completion::Mismatch(_)), "{pointer}");
    }
}

#[test]
fn declined_or_unstored_card_is_not_saved() {
    for (pointer, value) in [
        ("/receipt/result", json!("d")),
        ("/receipt/cc/response_code", json!("055")),
        ("/receipt/cc/response_code", json!(null)),
        ("/receipt/cc/tokenize", json!(null)),
        ("/receipt/cc/tokenize/success", json!("false")),
        ("/receipt/cc/expiry_date", json!("1331")),
        ("/receipt/cc/first6last4", json!("42")),
    ] {
        let mut response = good();
        *response.pointer_mut(pointer).unwrap() = value;
        assert!(matches!(judged(response), Completion::Refused(_)), "{pointer}");
    }
}

#[test]
fn error_names_only_its_field() {
    let field = |error: Value| field_at_fault(Some(&error)).to_owned();
    assert_eq!(field(json!({"field": "ticket", "message": "invalid ticket"})), "ticket");
    assert_eq!(field(json!({"api_token": "yesguy is wrong"})), "api_token");
    assert_eq!(field_at_fault(None), "no reason given");
}
