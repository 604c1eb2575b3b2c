use super::gateway::{Answer, judge};
use super::*;
use crate::payments::processor::{Approval, Decline};

fn exact(hash: HashCalculation) -> Exacthosted {
    let settings = ExacthostedSettings {
        x_login: "WSP-GOODS-70".to_owned(),
        transaction_key: "AL81Li7D4laXYDtpfgO_lInQ".to_owned(),
        response_key: "response".to_owned(),
        hash,
        gateway_id: "A1".to_owned(),
        password: "p".to_owned(),
        card_amount: 100,
    };
    let client = reqwest::Client::builder().build().unwrap();
    Exacthosted::new(client, EndpointSet::Sandbox, None, settings).unwrap()
}

fn setup() -> OpenSetup {
    OpenSetup {
        reference: "00000010bbbbccccddddeeeeffff0000".to_owned(),
        session: "00000010bbbbccccddddeeeeffff0000".to_owned(),
        payer: "site-7".to_owned(),
        amount: 100,
        currency: "CAD".parse().unwrap(),
        return_url: "https://wash.example/r".to_owned(),
    }
}

#[test]
fn published_signature_vector_matches() {
    let html = "<html><head></head><body>hello from merchant server</body></html>";
    let signature = exact(HashCalculation::Sha1).sign_relay(html).unwrap();
    assert_eq!(signature, "WSP-GOODS-70:1ba55452cc7e799324c69af2b675346b");
}

#[test]
fn form_signature_covers_its_five_fields() {
    let now = Timestamp::from_second(1_900_000_000).unwrap();
    let Form::Post { fields, action, .. } = exact(HashCalculation::Md5).form(&setup(), now) else {
        panic!()
    };
    assert_eq!(action, "https://rpm.demo.e-xact.com/payment");
    let field = |name: &str| fields.iter().find(|(other, _)| *other == name).unwrap().1.clone();
    assert_eq!(
        (field("x_fp_sequence").as_str(), field("x_fp_timestamp").as_str()),
        ("16", "1900000000")
    );
    let key: SecretString = "AL81Li7D4laXYDtpfgO_lInQ".to_owned().into();
    let expected = HashCalculation::Md5.hmac(&key, "WSP-GOODS-70^16^1900000000^1.00^CAD");
    assert_eq!(field("x_fp_hash"), expected);
    assert!(
        !fields.iter().any(|(_, value)| value.contains("AL81Li7D")),
        "the key itself stays here"
    );
}

fn returned(hash: HashCalculation) -> Returned {
    let signature = hash.digest("responseWSP-GOODS-7021513769841.00");
    let name = if hash == HashCalculation::Md5 {
        "x_MD5_Hash"
    } else {
        "x_SHA1_Hash"
    };
    [
        ("x_response_code", "1"),
        ("x_login", "WSP-GOODS-70"),
        ("x_auth_code", "ET187443"),
        ("x_trans_id", "2151376984"),
        ("x_invoice_num", "00000010bbbbccccddddeeeeffff0000"),
        ("x_cust_id", "site-7"),
        ("x_amount", "1.00"),
        ("x_currency_code", "CAD"),
        ("Card_Number", "############4242"),
        ("Expiry_Date", "0131"),
        ("TransactionCardType", "VISA"),
        (name, &signature),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect()
}

#[test]
fn signed_relay_returns_the_card() {
    for hash in [HashCalculation::Md5, HashCalculation::Sha1] {
        let Completion::Vaulted(card) = exact(hash).judge(&setup(), &returned(hash)) else {
            panic!()
        };
        assert_eq!(card.token.expose_secret(), "ET187443/2151376984");
        assert_eq!(
            (card.brand.as_str(), card.last_four.as_str(), card.expiry_year),
            ("Visa", "4242", 2031)
        );
        let verification = card.verification.unwrap();
        assert_eq!(
            (verification.transaction.as_str(), verification.amount),
            ("ET187443/2151376984", 100)
        );
    }
}

#[test]
fn foreign_or_unsigned_relay_is_rejected() {
    for (name, value) in [
        ("x_SHA1_Hash", ""),
        ("x_SHA1_Hash", "0000000000000000000000000000000000000000"),
        ("x_trans_id", "2151376985"),
        ("x_amount", "0.01"),
        ("x_login", "WSP-OTHER"),
        ("x_invoice_num", "another"),
        ("x_cust_id", "site-8"),
        ("x_currency_code", "USD"),
    ] {
        let mut returned = returned(HashCalculation::Sha1);
        returned.insert(name.to_owned(), value.to_owned());
        let completion = exact(HashCalculation::Sha1).judge(&setup(), &returned);
        assert!(matches!(completion, Completion::Unproven(_)), "{name}: {completion:?}");
    }
    let mut declined = returned(HashCalculation::Sha1);
    declined.insert("x_response_code".to_owned(), "2".to_owned());
    assert!(matches!(
        exact(HashCalculation::Sha1).judge(&setup(), &declined),
        Completion::Refused(None)
    ));
    let mut poor = returned(HashCalculation::Sha1);
    poor.remove("Expiry_Date");
    let Completion::Refused(Some(verification)) = exact(HashCalculation::Sha1).judge(&setup(), &poor) else {
        panic!()
    };
    assert_eq!(verification.transaction, "ET187443/2151376984");
}

#[test]
fn responses_are_classified() {
    let answer = |change: &str| -> Answer {
        let mut value = serde_json::json!({
            "transaction_error": 0, "transaction_approved": 1, "exact_resp_code": "00", "bank_resp_code": "100",
            "authorization_num": "ET1", "transaction_tag": "9", "amount": "12.99", "reference_no": "r",
        });
        let change: serde_json::Value = serde_json::from_str(change).unwrap();
        value
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        serde_json::from_value(value).unwrap()
    };
    let judged = |change: &str| judge(&answer(change), "r", "12.99");
    let approval = Approval {
        transaction: "ET1/9".to_owned(),
        code: "ET1".to_owned(),
        network_reference: None,
    };
    assert_eq!(judged("{}"), Outcome::Approved(approval));
    let declined = r#"{"transaction_approved": 0, "bank_resp_code": "302"}"#;
    assert_eq!(judged(declined), Outcome::Declined(Decline::soft("302")));
    let lost = r#"{"transaction_approved": 0, "bank_resp_code": "502"}"#;
    assert_eq!(judged(lost), Outcome::Declined(Decline::hard("502")));
    let refused =
        r#"{"transaction_error": 1, "transaction_approved": 0, "exact_resp_code": "27", "bank_resp_code": ""}"#;
    assert_eq!(judged(refused), Outcome::Declined(Decline::soft(Decline::NOT_SENT)));
    for change in [
        r#"{"reference_no": "s"}"#,
        r#"{"amount": "1.00"}"#,
        r#"{"transaction_error": 1, "exact_resp_code": "27", "bank_resp_code": "100"}"#,
    ] {
        assert!(matches!(judged(change), Outcome::Unknown(_)), "{change}");
    }
    for code in (0..100)
        .map(|code| format!("{code:02}"))
        .chain(["F1".to_owned(), String::new()])
    {
        let error = format!(
            r#"{{"transaction_error": 1, "transaction_approved": 0, "exact_resp_code": "{code}", "bank_resp_code": ""}}"#
        );
        let refused = ["14", "22", "25", "31", "40", "42", "54", "64", "69"].contains(&code.as_str());
        let open = [
            "08", "10", "12", "16", "17", "18", "19", "20", "21", "23", "24", "30", "56", "61", "63", "70", "72", "76",
            "77", "79", "F1", "",
        ];
        match judged(&error) {
            Outcome::Declined(decline) => {
                assert_eq!(decline.code, Decline::NOT_SENT, "{code}");
                assert!(!open.contains(&code.as_str()), "{code}");
            }
            outcome => assert!(
                matches!(outcome, Outcome::Unknown(_)) && !refused,
                "{code}: {outcome:?}"
            ),
        }
    }
}
