use super::*;

fn receipt(fields: &[(&str, &str)]) -> Receipt {
    let mut all = vec![
        ("ReceiptId", "order-1"),
        ("ReferenceNum", "660188950010010800"),
        ("ResponseCode", "027"),
        ("ISO", "01"),
        ("AuthCode", "T32472"),
        ("Message", "APPROVED           *                    ="),
        ("Complete", "true"),
        ("TransAmount", "12.99"),
        ("TransID", "81-0_900"),
        ("TimedOut", "false"),
        ("IsVisaDebit", "false"),
    ];
    all.retain(|(name, _)| !fields.iter().any(|(other, _)| name == other));
    let inner: String = all
        .iter()
        .chain(fields)
        .map(|(name, value)| format!("<{name}>{value}</{name}>"))
        .collect();
    let nested = "<ResolveData><cust_id>x</cust_id><expdate>2501</expdate></ResolveData>";
    read(&format!(
        "<?xml version=\"1.0\"?><response><receipt>{inner}{nested}</receipt></response>"
    ))
    .unwrap()
}

fn judged(fields: &[(&str, &str)]) -> Outcome {
    judge(&receipt(fields), "order-1", Some("12.99"))
}

#[test]
fn codes_below_fifty_are_approved() {
    let approval = Approval {
        transaction: "81-0_900".to_owned(),
        code: "T32472".to_owned(),
        network_reference: None,
    };
    for code in ["000", "027", "049"] {
        assert_eq!(
            judged(&[("ResponseCode", code)]),
            Outcome::Approved(approval.clone()),
            "{code}"
        );
    }
}

#[test]
fn codes_from_fifty_are_soft_or_hard_declines() {
    for code in ["050", "076", "481", "483", "999"] {
        assert_eq!(
            judged(&[("ResponseCode", code)]),
            Outcome::Declined(Decline::soft(code)),
            "{code}"
        );
    }
    for code in ["051", "057", "059", "477", "479", "482", "983"] {
        assert_eq!(
            judged(&[("ResponseCode", code)]),
            Outcome::Declined(Decline::hard(code)),
            "{code}"
        );
    }
}

#[test]
fn request_not_forwarded_took_no_money() {
    let fields = [
        ("ResponseCode", "null"),
        ("Complete", "false"),
        ("ReceiptId", "Global Error Receipt"),
    ];
    assert_eq!(judged(&fields), Outcome::Declined(Decline::soft(Decline::NOT_SENT)));
}

#[test]
fn mismatching_response_is_unknown() {
    let duplicate = "The transaction was not sent to the host because of a duplicate order id";
    for fields in [
        &[("ReceiptId", "order-2")][..],
        &[("TransAmount", "1299.00")],
        &[("Complete", "false")],
        &[("TimedOut", "true"), ("ResponseCode", "null")],
        &[("ResponseCode", "null"), ("Message", duplicate)],
        &[("ResponseCode", "null")],
        &[("ResponseCode", ""), ("Complete", "false")],
    ] {
        assert!(matches!(judged(fields), Outcome::Unknown(_)), "{fields:?}");
    }
    assert!(read("<html>Service unavailable</html>").is_none());
    assert!(read("").is_none());
}

#[test]
fn status_check_distinguishes_found_and_not_found() {
    let check = |fields: &[(&str, &str)]| found(&receipt(fields), "order-1", "12.99");
    let approval = Approval {
        transaction: "81-0_900".to_owned(),
        code: "T32472".to_owned(),
        network_reference: None,
    };
    assert_eq!(
        check(&[("StatusCode", "027"), ("StatusMessage", "found")]),
        Found::Approved(approval)
    );
    assert_eq!(
        check(&[
            ("StatusCode", "479"),
            ("StatusMessage", "found"),
            ("ResponseCode", "479")
        ]),
        Found::Declined(Decline::hard("479"))
    );
    assert_eq!(
        check(&[
            ("StatusCode", "null"),
            ("StatusMessage", "Not found"),
            ("ReceiptId", "null")
        ]),
        Found::Nothing
    );
    for fields in [
        &[][..],
        &[
            ("StatusCode", "027"),
            ("StatusMessage", "found"),
            ("ReceiptId", "order-2"),
        ],
        &[("StatusCode", "null"), ("StatusMessage", "System error")],
    ] {
        assert!(matches!(check(fields), Found::NoAnswer(_)), "{fields:?}");
    }
    let dearer = check(&[
        ("StatusCode", "027"),
        ("StatusMessage", "found"),
        ("TransAmount", "1.00"),
    ]);
    assert!(matches!(dearer, Found::OtherAmount(_, amount) if amount == "1.00"));
}

#[test]
fn charge_is_serialized_for_the_gateway() {
    let charge = ChargeRequest {
        reference: "order-1".to_owned(),
        payer: "site-7".to_owned(),
        token: "key<&>".to_owned().into(),
        network_id: Some("024091002301439".to_owned()),
        amount: 1299,
        currency: "CAD".parse().unwrap(),
        initiator: Initiator::Customer,
    };
    let text = quick_xml::se::to_string(&Request {
        store_id: "store5",
        api_token: "yesguy",
        status_check: Some("true"),
        res_purchase_cc: Some(purchase(&charge)),
        purchasecorrection: None,
        refund: None,
        res_delete: None,
        res_lookup_masked: None,
    })
    .unwrap();
    for (initiator, letter) in [(Initiator::Merchant, "U"), (Initiator::Recurring, "R")] {
        let charge = ChargeRequest {
            initiator,
            ..charge.clone()
        };
        let indicator = purchase(&charge).cof_info.unwrap().payment_indicator;
        assert_eq!(indicator, letter);
    }
    assert_eq!(
        text,
        "<request><store_id>store5</store_id><api_token>yesguy</api_token><status_check>true</status_check>\
         <res_purchase_cc><data_key>key&lt;&amp;&gt;</data_key><order_id>order-1</order_id><cust_id>site-7</cust_id>\
         <amount>12.99</amount><crypt_type>7</crypt_type><cof_info><payment_indicator>Z</payment_indicator>\
         <payment_information>2</payment_information><issuer_id>024091002301439</issuer_id></cof_info>\
         </res_purchase_cc></request>"
    );
}
