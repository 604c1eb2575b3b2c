use super::*;

fn sale(code: &str, transaction: &str) -> Response {
    read(&format!(
        "<CreditCardSaleResponse xmlns='https://transaction.elementexpress.com'><Response>\
         <ExpressResponseCode>{code}</ExpressResponseCode><ExpressResponseMessage>m</ExpressResponseMessage>\
         <Batch><HostBatchID>24</HostBatchID></Batch><Card><CardLogo>Visa</CardLogo></Card>\
         <Transaction>{transaction}</Transaction></Response></CreditCardSaleResponse>"
    ))
    .unwrap()
}

const APPROVED: &str = "<TransactionID>291916655</TransactionID><ApprovalNumber>000013</ApprovalNumber>\
     <ReferenceNumber>r</ReferenceNumber><ApprovedAmount>32.00</ApprovedAmount>";

fn approved() -> Approval {
    Approval {
        transaction: "291916655".to_owned(),
        code: "000013".to_owned(),
        network_reference: None,
    }
}

#[test]
fn sale_is_classified_by_code_and_reference() {
    assert_eq!(
        judge(&sale("0", APPROVED), "r", Some("32.00")),
        Outcome::Approved(approved())
    );
    for (code, outcome) in [
        ("20", Outcome::Declined(Decline::soft("20"))),
        ("21", Outcome::Declined(Decline::hard("21"))),
        ("24", Outcome::Declined(Decline::hard("24"))),
        ("25", Outcome::Declined(Decline::soft("25"))),
        ("101", Outcome::Declined(Decline::soft(Decline::NOT_SENT))),
        ("103", Outcome::Declined(Decline::soft(Decline::NOT_SENT))),
    ] {
        assert_eq!(judge(&sale(code, ""), "r", Some("32.00")), outcome, "{code}");
    }
    for code in [
        "5", "22", "23", "26", "30", "90", "99", "105", "1001", "1002", "", "null",
    ] {
        assert!(
            matches!(judge(&sale(code, APPROVED), "r", Some("32.00")), Outcome::Unknown(_)),
            "{code}"
        );
    }
    for (reference, amount) in [("other", "32.00"), ("r", "3200.00")] {
        assert!(matches!(
            judge(&sale("0", APPROVED), reference, Some(amount)),
            Outcome::Unknown(_)
        ));
    }
    assert!(read("<html>sorry</html>").is_none());
}

#[test]
fn query_returns_the_outcome_of_a_sale() {
    let query = |code: &str, items: &str| {
        read(&format!(
            "<TransactionQueryResponse xmlns='https://reporting.elementexpress.com'><Response>\
             <ExpressResponseCode>{code}</ExpressResponseCode><ReportingData><Items>{items}</Items></ReportingData>\
             </Response></TransactionQueryResponse>"
        ))
        .unwrap()
    };
    let item_of = |kind: &str, code: &str, reference: &str, status: &str, approved: &str| {
        format!(
            "<Item><TransactionID>291916655</TransactionID><AcceptorID>1</AcceptorID><ApprovalNumber>000013</ApprovalNumber>\
             <ExpressResponseCode>{code}</ExpressResponseCode><ReferenceNumber>{reference}</ReferenceNumber>\
             <ApprovedAmount>{approved}</ApprovedAmount><TransactionAmount>32.00</TransactionAmount>\
             <TransactionStatus>{status}</TransactionStatus><TransactionType>{kind}</TransactionType></Item>"
        )
    };
    let sale = |code: &str, status: &str, approved: &str| item_of("CreditCardSale", code, "r", status, approved);
    let told = |code: &str, items: &str| found(&query(code, items), "r", "32.00");
    assert_eq!(told("0", &sale("0", "Approved", "32.00")), Found::Approved(approved()));
    assert_eq!(told("0", &sale("0", "Settled", "")), Found::Approved(approved()));
    for (code, status, decline) in [
        ("20", "Declined", Decline::soft("20")),
        ("24", "Declined", Decline::hard("24")),
        ("23", "Duplicate", Decline::soft("23")),
        ("0", "Reversed", Decline::soft("reversed")),
        ("5", "Voided", Decline::soft("reversed")),
    ] {
        assert_eq!(
            told("0", &sale(code, status, "")),
            Found::Declined(decline),
            "{code} {status}"
        );
    }
    for (code, status, amount) in [("5", "PartialApproved", "20.00"), ("0", "Approved", "1.00")] {
        let other = Found::OtherAmount(approved(), amount.to_owned());
        assert_eq!(told("0", &sale(code, status, amount)), other, "{code} {status}");
    }
    for (code, status) in [
        ("0", ""),
        ("0", "Pending"),
        ("0", "Error"),
        ("22", "Duplicate"),
        ("30", ""),
        ("1001", "Error"),
    ] {
        assert!(
            matches!(told("0", &sale(code, status, "32.00")), Found::NoAnswer(_)),
            "{code} {status}"
        );
    }

    // A reversed sale, whichever of the two is reported first.
    let back = item_of("CreditCardReversal", "0", "r", "Success", "32.00");
    let reversed = sale("0", "Reversed", "32.00");
    for items in [format!("{back}{reversed}"), format!("{reversed}{back}")] {
        assert_eq!(told("0", &items), Found::Declined(Decline::soft("reversed")));
    }
    assert!(matches!(told("0", &back), Found::NoAnswer(_)));
    let twice = [sale("0", "Approved", "32.00"), sale("0", "Approved", "32.00")].concat();
    assert!(matches!(told("0", &twice), Found::NoAnswer(_)));

    assert_eq!(told("0", ""), Found::Nothing);
    assert_eq!(told("90", ""), Found::Nothing);
    let other = item_of("CreditCardSale", "0", "other", "Approved", "32.00");
    assert!(matches!(told("0", &other), Found::NoAnswer(_)));
    assert!(matches!(told("102", ""), Found::NoAnswer(_)));
}

#[test]
fn query_returns_the_outcome_of_a_reversal() {
    let told = |code: &str, items: &[(&str, &str, &str)]| {
        let items = items.iter().map(|(code, status, amount)| {
            format!(
                "<Item><TransactionID>291916655</TransactionID><ApprovalNumber>000013</ApprovalNumber>\
                 <ExpressResponseCode>{code}</ExpressResponseCode><ReferenceNumber>v</ReferenceNumber>\
                 <TransactionAmount>{amount}</TransactionAmount><TransactionStatus>{status}</TransactionStatus>\
                 <TransactionType>CreditCardReturn</TransactionType></Item>"
            )
        });
        let text = format!(
            "<TransactionQueryResponse><Response><ExpressResponseCode>{code}</ExpressResponseCode>\
             <ReportingData><Items>{}</Items></ReportingData></Response></TransactionQueryResponse>",
            items.collect::<String>()
        );
        found_reversal(&read(&text).unwrap(), "v", "32.00")
    };
    assert_eq!(told("0", &[("0", "Approved", "32.00")]), Found::Approved(approved()));
    // A late void and the refund that replaces it.
    let refunded = [("103", "Error", "32.00"), ("0", "Approved", "32.00")];
    assert_eq!(told("0", &refunded), Found::Approved(approved()));
    assert_eq!(told("0", &[("103", "Error", "32.00")]), Found::Nothing);
    assert_eq!(told("90", &[]), Found::Nothing);
    let other = Found::OtherAmount(approved(), "31.00".to_owned());
    assert_eq!(told("0", &[("0", "Approved", "31.00")]), other);
    for unclear in [
        ("0", "Pending", "32.00"),
        ("30", "", "32.00"),
        ("1001", "Error", "32.00"),
    ] {
        assert!(matches!(told("0", &[unclear]), Found::NoAnswer(_)), "{unclear:?}");
    }
}
