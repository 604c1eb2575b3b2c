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
    }
}

#[test]
fn a_sale_is_judged_by_its_code_and_what_it_is_about() {
    assert_eq!(
        judge(&sale("0", APPROVED), "r", Some("32.00")),
        Outcome::Approved(approved())
    );
    for (code, outcome) in [
        ("20", Outcome::Declined(Decline::soft("20"))),
        ("21", Outcome::Declined(Decline::hard("21"))),
        ("24", Outcome::Declined(Decline::hard("24"))),
        ("101", Outcome::Declined(Decline::soft(Decline::NOT_SENT))),
        ("103", Outcome::Declined(Decline::soft(Decline::NOT_SENT))),
    ] {
        assert_eq!(judge(&sale(code, ""), "r", Some("32.00")), outcome, "{code}");
    }
    for code in ["5", "22", "23", "1001", "1002", "", "null"] {
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
fn a_query_tells_what_became_of_a_sale() {
    let query = |code: &str, items: &str| {
        read(&format!(
            "<TransactionQueryResponse xmlns='https://reporting.elementexpress.com'><Response>\
             <ExpressResponseCode>{code}</ExpressResponseCode><ReportingData><Items>{items}</Items></ReportingData>\
             </Response></TransactionQueryResponse>"
        ))
        .unwrap()
    };
    let item = |code: &str, reference: &str| {
        format!(
            "<Item><TransactionID>291916655</TransactionID><AcceptorID>1</AcceptorID><ApprovalNumber>000013</ApprovalNumber>\
             <ExpressResponseCode>{code}</ExpressResponseCode><ReferenceNumber>{reference}</ReferenceNumber>\
             <TransactionAmount>32.00</TransactionAmount><TransactionStatus>Approved</TransactionStatus></Item>"
        )
    };
    let told = |code: &str, items: &str| found(&query(code, items), "r", "32.00");
    assert_eq!(told("0", &item("0", "r")), Found::Approved(approved()));
    assert_eq!(told("0", &item("20", "r")), Found::Declined(Decline::soft("20")));
    assert_eq!(told("0", ""), Found::Nothing);
    assert_eq!(told("90", ""), Found::Nothing);
    assert!(matches!(told("0", &item("0", "other")), Found::NoAnswer(_)));
    assert!(matches!(told("102", ""), Found::NoAnswer(_)));
    assert!(matches!(
        found(&query("0", &item("0", "r")), "r", "1.00"),
        Found::NoAnswer(_)
    ));
}
