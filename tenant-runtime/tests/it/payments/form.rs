use crate::support::{Installation, SetupSocket};

#[tokio::test]
async fn form_allows_the_processor_and_loads_none_of_our_code() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    let form = ada
        .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
        .await
        .succeeded();
    let url = form["setupData"]["formUrl"].as_str().unwrap();

    // A frame sends neither app key nor token.
    let mut frame = site.visitor();
    frame.app_key = None;
    let page = frame.get(url).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let stub = site.installation.stub.url();
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"),
        "{policy}"
    );
    assert!(policy.contains(&format!("frame-src 'self' {stub};")), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(
        page.text
            .contains(&format!("<script src=\"{stub}/chktv2/js/chkt_v1.00.js\"></script>")),
        "{}",
        page.text
    );
    assert_eq!(page.text.matches("src=").count(), 1, "{}", page.text);
    assert!(page.text.contains(form["setupData"]["ticket"].as_str().unwrap()));

    for unknown in ["/payments/form/00000000000000000000000000000000", "/payments/form/x"] {
        let page = frame.get(unknown).await;
        assert_eq!(page.status, 404);
        assert!(page.text.contains("This card form has expired."), "{}", page.text);
    }
    let elsewhere = installation.site_called("bluewave").await;
    assert_eq!(elsewhere.visitor().get(url).await.status, 404, "a form of another site");
}

#[tokio::test]
async fn ended_form_is_not_shown_again() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    let form = ada
        .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
        .await
        .succeeded();
    let (url, ticket) = (
        form["setupData"]["formUrl"].as_str().unwrap(),
        form["setupData"]["ticket"].as_str().unwrap(),
    );
    ada.type_card(ticket, crate::support::GOOD_CARD).await;
    ada.take_receipt(ticket, &socket.id).await.succeeded();
    assert_eq!(ada.get(url).await.status, 404);
}
