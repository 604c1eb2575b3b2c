//! What processors, customers and forgers do wrong.

use super::*;

#[tokio::test]
async fn a_cancelled_form_saves_nothing_and_may_be_used_again() {
    for name in DIALECTS {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let browser = Browser::new(&site);
        let socket = SetupSocket::open(&site).await;
        let page = open(&ada, &socket, &browser).await;
        let last = type_card(&browser, &page, "", "cancel").await;
        assert!(last.html.contains("event:'cancel'"), "{name}: {}", last.html);
        assert_eq!(ada.get("/users/payment").await.ok()["onFile"], false, "{name}");
        with_card(&ada, GOOD_CARD).await;
    }
}

#[tokio::test]
async fn a_forged_late_or_repeated_return_changes_nothing() {
    let forgeries: [(&str, &[(&str, &str)]); 3] = [
        (
            "worldpay",
            &[
                ("HostedPaymentStatus", "Complete"),
                ("ExpressResponseCode", "0"),
                ("ValidationCode", "guess"),
            ],
        ),
        (
            "exacthosted",
            &[
                ("x_response_code", "1"),
                ("x_SHA1_Hash", "0000000000000000000000000000000000000000"),
            ],
        ),
        ("moneris_deprecated", &[("response_code", "001"), ("data_key", "guess")]),
    ];
    for (name, fields) in forgeries {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let socket = SetupSocket::open(&site).await;
        let form = ada
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .ok();
        let reference = form["setupData"]["reference"].as_str().unwrap().to_owned();
        let origin = site.installation.runtime.origins.of(&site.site);
        let url = format!("{origin}/api/v1/payments/return/{name}");
        let browser = Browser::new(&site);
        let mut sent: Vec<(String, String)> = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        for name in ["reference", "x_invoice_num", "rvar_reference"] {
            sent.push((name.to_owned(), reference.clone()));
        }
        let last = match name {
            "worldpay" => {
                let query: Vec<String> = sent.iter().map(|(name, value)| format!("{name}={value}")).collect();
                browser.get(format!("{url}?{}", query.join("&")).parse().unwrap()).await
            }
            _ => browser.post(url.parse().unwrap(), &sent).await,
        };
        assert!(last.html.contains("suds-payment-return"), "{name}: {}", last.html);
        assert_eq!(ada.get("/users/payment").await.ok()["onFile"], false, "{name}");
        // At another processor's address there is nothing.
        let elsewhere = browser.get(
            format!("{origin}/api/v1/payments/return/moneris?reference={reference}")
                .parse()
                .unwrap(),
        );
        assert!(elsewhere.await.html.contains("not_found"), "{name}");
    }
}

#[tokio::test]
async fn a_result_that_comes_days_later_is_not_taken() {
    for name in DIALECTS {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let browser = Browser::new(&site);
        let socket = SetupSocket::open(&site).await;
        let page = open(&ada, &socket, &browser).await;
        site.installation.clock.advance(SignedDuration::from_hours(72));
        let last = type_card(&browser, &page, GOOD_CARD, "save").await;
        assert!(last.html.contains("event:'error'"), "{name}: {}", last.html);
        assert_eq!(site.installation.stub.cards().len(), 1, "{name}: the processor has it");
        let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
        assert_eq!(
            ada.get("/users/payment").await.ok()["onFile"],
            false,
            "{name}: we have not"
        );
    }
}

#[tokio::test]
async fn a_return_that_is_repeated_puts_no_card_back() {
    let site = site("worldpay").await;
    let ada = site.customer().await.confirmed().await;
    let last = with_card(&ada, GOOD_CARD).await;
    ada.delete("/users/payment").await.ok();
    // The page on which the browser ended names the card and proves that Express sent it there.
    assert!(last.url.query().unwrap().contains("ValidationCode="));
    let again = Browser::new(&site).get(last.url).await;
    assert!(again.html.contains("event:'complete'"), "{}", again.html);
    assert_eq!(ada.get("/users/payment").await.ok()["onFile"], false);
}

#[tokio::test]
async fn a_result_that_is_told_twice_counts_once() {
    let site = site("exacthosted").await;
    let ada = site.customer().await.confirmed().await;
    site.installation.stub.set_manners(|manners| manners.tells_twice = true);
    let last = with_card(&ada, GOOD_CARD).await;
    assert!(last.html.contains("event:'complete'"), "{}", last.html);
    site.run_jobs().await;
    // The card was not replaced by itself, and its verification is voided once.
    assert_eq!(site.installation.stub.cards().len(), 1);
    let states: Vec<ChargeState> = site
        .installation
        .stub
        .verifications()
        .iter()
        .map(|one| one.state)
        .collect();
    assert_eq!(states, [ChargeState::Voided]);
}

#[tokio::test]
async fn what_verified_a_card_is_voided_and_the_card_stays_good() {
    for (name, setting, amount) in [
        ("exacthosted", None, 100),
        ("exacthosted", Some(1), 1),
        ("moneris", None, 0),
        ("moneris", Some(250), 250),
    ] {
        let mut settings = settings(name);
        if let Some(amount) = setting {
            settings["cardAmount"] = json!(amount);
        }
        let site = site_with(name, settings).await;
        card_on_file(site.customer().await.confirmed().await, name, GOOD_CARD).await;
        site.run_jobs().await;
        let stub = &site.installation.stub;
        let verified: Vec<(i64, ChargeState)> =
            stub.verifications().iter().map(|one| (one.amount, one.state)).collect();
        let expected = if amount == 0 {
            vec![]
        } else {
            vec![(amount, ChargeState::Voided)]
        };
        assert_eq!(verified, expected, "{name}");
        let tenant = tenant(&site).await;
        let (reference, outcome) = charge(&tenant, 1).await;
        assert!(matches!(outcome, Outcome::Approved(_)), "{name}: {outcome:?}");
        give_back(&tenant, &reference).await;
    }
}

#[tokio::test]
async fn an_approval_of_another_amount_is_nobodys_payment() {
    for name in ["moneris", "worldpay", "exacthosted"] {
        let site = site(name).await;
        card_on_file(site.customer().await.confirmed().await, name, "4000000000000341").await;
        let tenant = tenant(&site).await;
        let (reference, outcome) = charge(&tenant, 1).await;
        assert!(matches!(outcome, Outcome::Unknown(_)), "{name}: {outcome:?}");
        let resolution = payments::look_up(&tenant, &reference).await.unwrap();
        assert!(
            matches!(resolution, Resolution::Wait | Resolution::UpToAPerson),
            "{name}: {resolution:?}"
        );
        site.installation.clock.advance(SignedDuration::from_hours(24));
        let resolution = payments::look_up(&tenant, &reference).await.unwrap();
        assert_eq!(resolution, Resolution::LeftToAPerson, "{name}");
    }
}
