use crate::support::{Installation, SetupSocket};

#[tokio::test]
async fn socket_is_opened_only_from_the_sites_own_pages() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let elsewhere = installation.site_called("bluewave").await;
    let foreign = installation.runtime.origins.of(&elsewhere.site);
    for origin in [None, Some("null"), Some("https://evil.example"), Some(foreign.as_str())] {
        assert_eq!(
            SetupSocket::open_from(&site, origin).await.err(),
            Some(403),
            "{origin:?}"
        );
    }
    let (one, other) = (SetupSocket::open(&site).await, SetupSocket::open(&site).await);
    assert_eq!(one.id.len(), 32);
    assert_ne!(one.id, other.id);
    site.visitor().get("/payments/socket").await.refused(400, "malformed");
}

#[tokio::test]
async fn oversized_frame_closes_the_socket() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let mut socket = SetupSocket::open(&site).await;
    socket.say("x".repeat(4096)).await;
    let ticket = ada.open_form(&socket).await;
    socket.say("x".repeat(4097)).await;
    assert!(socket.next().await.is_none());
    // The form continues: the customer's next refresh shows the card.
    ada.type_card(&ticket, crate::support::GOOD_CARD).await;
    ada.take_receipt(&ticket, &socket.id).await.succeeded();
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], true);
}
