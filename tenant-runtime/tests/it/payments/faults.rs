//! Faults of processors, customers and attackers: every fault at every processor, or why it can't occur there.

use jiff::SignedDuration;
use paystub::ChargeState;
use tenant_runtime::payments;
use tenant_runtime::payments::processor::{DeclineKind, Found, Outcome};

use super::charge::charged;
use crate::support::browser::Browser;
use crate::support::processors::{CardForm, PROCESSORS};
use crate::support::{
    Customer, DEARER_CARD, DECLINED_CARD, FORGED_CARD, GOOD_CARD, Installation, LOST_CARD, PASSWORD, TIMED_OUT_CARD,
    TestSite,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    SoftDecline,
    HardDecline,
    TimeOutThenApproval,
    ApprovalOfAnotherCharge,
    ApprovalOfAnotherAmount,
    RepeatedResult,
    ResultAfterDays,
    ResultBeforeItsPage,
    CancelledForm,
    ForgedResult,
    ExpiredForm,
}

/// Impossible faults, with the reason.
const CANNOT: [(Fault, &str, &str); 4] = [
    (
        Fault::ResultBeforeItsPage,
        "moneris",
        "nothing is brought: the server asks once the page says so",
    ),
    (
        Fault::ResultBeforeItsPage,
        "moneris_deprecated",
        "the browser itself brings the result",
    ),
    (
        Fault::ResultBeforeItsPage,
        "worldpay",
        "the browser itself brings the result",
    ),
    (
        Fault::ResultBeforeItsPage,
        "ips",
        "the browser itself brings the result",
    ),
];

/// The processors at which it can happen.
fn processors(fault: Fault) -> impl Iterator<Item = &'static str> {
    let cannot = move |name: &str| CANNOT.iter().any(|(other, at, _)| *other == fault && *at == name);
    PROCESSORS.into_iter().filter(move |name| !cannot(name))
}

/// A customer of a site that sells through `processor`.
async fn customer(processor: &str) -> (TestSite, Customer) {
    let site = Installation::new().await.site_through(processor).await;
    let ada = site.customer().await.confirmed().await;
    (site, ada)
}

async fn has_card(customer: &Customer) -> bool {
    customer.get("/users/payment").await.succeeded()["onFile"] == true
}

/// Charges a new customer's card `number` with an unknown outcome; returns the payment's reference.
async fn unknown(processor: &str, number: &str) -> (TestSite, String) {
    let (site, ada) = customer(processor).await;
    ada.put_on_file(number).await;
    let (reference, outcome) = charged(&site, 1).await;
    assert!(matches!(outcome, Outcome::Unknown(_)), "{processor}: {outcome:?}");
    (site, reference)
}

async fn look_up(site: &TestSite, reference: &str) -> Found {
    payments::look_up(&site.tenant().await, reference).await.unwrap()
}

/// Nothing tells, however long one waits.
async fn is_left_to_a_person(site: &TestSite, reference: &str, processor: &str) {
    for _ in 0..2 {
        let found = look_up(site, reference).await;
        let is_for_a_person = matches!(found, Found::NoLookUp | Found::OtherAmount(..));
        assert!(is_for_a_person, "{processor}: {found:?}");
        site.installation.clock.advance(SignedDuration::from_hours(24));
    }
}

async fn is_declined(fault: Fault, number: &str, kind: DeclineKind) {
    for name in processors(fault) {
        let (site, ada) = customer(name).await;
        ada.put_on_file(number).await;
        let (_, outcome) = charged(&site, 1).await;
        assert!(
            matches!(&outcome, Outcome::Declined(decline) if decline.kind == kind),
            "{name}: {outcome:?}"
        );
    }
}

#[tokio::test]
async fn soft_decline_can_be_retried() {
    is_declined(Fault::SoftDecline, DECLINED_CARD, DeclineKind::Soft).await;
}

#[tokio::test]
async fn hard_decline_is_final() {
    is_declined(Fault::HardDecline, LOST_CARD, DeclineKind::Hard).await;
}

#[tokio::test]
async fn unanswered_charge_is_looked_up_or_needs_review() {
    for name in processors(Fault::TimeOutThenApproval) {
        let (site, reference) = unknown(name, TIMED_OUT_CARD).await;
        if name == "exacthosted" {
            is_left_to_a_person(&site, &reference, name).await;
            continue;
        }
        let found = look_up(&site, &reference).await;
        assert!(matches!(found, Found::Approved(_)), "{name}: {found:?}");
    }
}

#[tokio::test]
async fn approval_of_another_charge_is_not_accepted() {
    for name in processors(Fault::ApprovalOfAnotherCharge) {
        let (site, reference) = unknown(name, FORGED_CARD).await;
        if name == "exacthosted" {
            is_left_to_a_person(&site, &reference, name).await;
            continue;
        }
        let found = look_up(&site, &reference).await;
        assert!(matches!(found, Found::Declined(_)), "{name}: {found:?}");
    }
}

#[tokio::test]
async fn approval_of_another_amount_is_not_accepted() {
    for name in processors(Fault::ApprovalOfAnotherAmount) {
        let (site, reference) = unknown(name, DEARER_CARD).await;
        is_left_to_a_person(&site, &reference, name).await;
    }
}

#[tokio::test]
async fn repeated_result_does_not_restore_a_card() {
    for name in processors(Fault::RepeatedResult) {
        let (site, ada) = customer(name).await;
        let stub = &site.installation.stub;
        stub.set_manners(|manners| manners.tells_twice = true);
        let (form, last) = ada.put_on_file(GOOD_CARD).await;
        assert_eq!(stub.cards().len(), 1, "{name}");
        let token = stub.cards()[0].token.clone();
        ada.delete("/users/payment").await.succeeded();
        match name {
            "moneris" => form.ask_again(&ada).await,
            "moneris_deprecated" => {
                let fields = [("response_code", "001"), ("data_key", &token)];
                bring(&form, &site, name, &fields).await;
            }
            // The processor's server has told it twice.
            "exacthosted" => {}
            _ => {
                // The page on which the browser ended names the card and proves that Express sent it there.
                assert!(last.url.query().unwrap().contains("ValidationCode="));
                form.browser.get(last.url).await;
            }
        }
        assert!(!has_card(&ada).await, "{name}");
        site.run_jobs().await;
        let verified = stub.verifications();
        assert!(
            verified.len() <= 1 && verified.iter().all(|one| one.state == ChargeState::Voided),
            "{name}: {verified:?}"
        );
    }
}

/// Brings a result to the site's address for them, as a browser or a server would; answers the page that is shown.
async fn bring(form: &CardForm, site: &TestSite, processor: &str, fields: &[(&str, &str)]) -> String {
    let origin = site.installation.runtime.origins.of(&site.site);
    let url = format!("{origin}/api/v1/payments/return/{processor}");
    // Names under which processors repeat our reference.
    let references = ["reference", "x_invoice_num", "rvar_reference"].map(|name| (name, form.reference.as_str()));
    let sent = fields.iter().copied().chain(references);
    let page = if matches!(processor, "worldpay" | "ips") {
        let query: Vec<String> = sent.map(|(name, value)| format!("{name}={value}")).collect();
        form.browser
            .get(format!("{url}?{}", query.join("&")).parse().unwrap())
            .await
    } else {
        let sent: Vec<_> = sent.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        form.browser.post(url.parse().unwrap(), &sent).await
    };
    page.html
}

#[tokio::test]
async fn forged_result_changes_nothing() {
    for name in processors(Fault::ForgedResult) {
        let (site, ada) = customer(name).await;
        let eve = site.customer_with_email("eve@example.com").await.confirmed().await;
        eve.put_on_file(GOOD_CARD).await;
        let stolen = site.installation.stub.cards()[0].token.clone();
        for (token, code) in [("guess", "1"), (stolen.as_str(), "1"), ("guess", "99")] {
            let form = CardForm::open(&ada).await;
            let fields = [
                // Of the hosted vault, …
                ("response_code", code),
                ("data_key", token),
                // … of E-xact, …
                ("x_response_code", code),
                ("x_SHA1_Hash", "0000000000000000000000000000000000000000"),
                // … and of Express.
                ("HostedPaymentStatus", "Complete"),
                ("ExpressResponseCode", "0"),
                ("PaymentAccountID", token),
                ("ValidationCode", "guess"),
            ];
            let shown = bring(&form, &site, name, &fields).await;
            assert!(
                shown.contains("suds-payment-return") && !shown.contains("Thank you"),
                "{name}: {shown}"
            );
            assert!(!has_card(&ada).await, "{name}");
            // At another processor's address there is nothing.
            let other = if name == "moneris" { "worldpay" } else { "moneris" };
            assert!(
                bring(&form, &site, other, &fields).await.contains("not_found"),
                "{name}"
            );
            // The customer has gone on typing, and is heard.
            let (event, last) = form.press(&ada, GOOD_CARD, "save").await;
            assert_eq!(event, Some("complete"), "{name}: {}", last.html);
            assert!(has_card(&ada).await, "{name}");
            ada.delete("/users/payment").await.succeeded();
        }
    }
}

/// Anyone can open the return URL of forms.
#[tokio::test]
async fn return_address_reveals_nothing() {
    for name in PROCESSORS {
        let (site, _ada) = customer(name).await;
        let origin = site.installation.runtime.origins.of(&site.site);
        for query in ["event=complete", "form=0123456789abcdef0123456789abcdef", "form="] {
            let url = format!("{origin}/api/v1/payments/return/{name}?{query}");
            let page = Browser::new(&site).get(url.parse().unwrap()).await;
            assert!(!page.html.contains("Thank you"), "{name}: {}", page.html);
        }
    }
}

async fn nothing_is_held(site: &TestSite, name: &str) {
    site.run_jobs().await;
    let verified = site.installation.stub.verifications();
    assert!(
        verified.iter().all(|one| one.state == ChargeState::Voided),
        "{name}: {verified:?}"
    );
}

#[tokio::test]
async fn verification_of_a_rejected_card_is_voided() {
    let (site, ada) = customer("exacthosted").await;
    site.installation
        .stub
        .set_manners(|manners| manners.tells_poorly = true);
    let mut form = CardForm::open(&ada).await;
    let (event, last) = form.press(&ada, GOOD_CARD, "save").await;
    assert_eq!(event, Some("error"), "{}", last.html);
    assert_eq!(form.socket.next().await.unwrap()["success"], false);
    assert_eq!(site.installation.stub.verifications().len(), 1);
    nothing_is_held(&site, "exacthosted").await;
}

#[tokio::test]
async fn result_that_arrives_days_later_is_ignored() {
    for name in processors(Fault::ResultAfterDays) {
        let (site, ada) = customer(name).await;
        let form = CardForm::open(&ada).await;
        site.installation.clock.advance(SignedDuration::from_hours(72));
        let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
        let (event, last) = form.press(&ada, GOOD_CARD, "save").await;
        assert_eq!(event, Some("error"), "{name}: {}", last.html);
        assert_eq!(site.installation.stub.cards().len(), 1, "{name}: the processor has it");
        assert!(!has_card(&ada).await, "{name}: we have not");
        nothing_is_held(&site, name).await;
    }
}

#[tokio::test]
async fn result_that_arrives_before_its_page_counts() {
    for name in processors(Fault::ResultBeforeItsPage) {
        let (_site, ada) = customer(name).await;
        let mut form = CardForm::open(&ada).await;
        form.save_and_leave(GOOD_CARD).await;
        assert_eq!(form.socket.next().await.unwrap()["success"], true, "{name}");
        assert!(has_card(&ada).await, "{name}");
    }
}

#[tokio::test]
async fn canceled_form_saves_nothing_and_can_be_reopened() {
    for name in processors(Fault::CancelledForm) {
        let (_site, ada) = customer(name).await;
        let form = CardForm::open(&ada).await;
        let (event, last) = form.press(&ada, "", "cancel").await;
        assert_eq!(event, Some("cancel"), "{name}: {}", last.html);
        assert!(!has_card(&ada).await, "{name}");
        ada.put_on_file(GOOD_CARD).await;
    }
}

#[tokio::test]
async fn expired_form_says_so_and_stores_nothing() {
    for name in processors(Fault::ExpiredForm) {
        let (site, ada) = customer(name).await;
        let form = CardForm::open(&ada).await;
        // The processor has forgotten its half of the form: it closes it with the first press.
        form.press(&ada, "", "cancel").await;
        let (_, last) = form.press(&ada, GOOD_CARD, "save").await;
        assert!(last.html.contains("This form has expired."), "{name}: {}", last.html);
        assert!(site.installation.stub.cards().is_empty(), "{name}");
        // And we have forgotten ours.
        site.installation.clock.advance(SignedDuration::from_mins(15));
        let document = form.browser.get(form.url.parse().unwrap()).await;
        assert!(
            document.html.contains("This card form has expired."),
            "{name}: {}",
            document.html
        );
        assert!(!has_card(&ada).await, "{name}");
    }
}
