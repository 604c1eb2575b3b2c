//! The texts that a site publishes, their editions, and who accepted which.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite};

async fn in_force(manager: &Customer, kind: &str) -> Value {
    let texts = manager.get("/admin/texts").await.succeeded();
    let mut items = texts["items"].as_array().unwrap().iter();
    items.find(|text| text["kind"] == kind).unwrap().clone()
}

async fn publish(manager: &Customer, kind: &str, html: &str) -> Value {
    let based_on = in_force(manager, kind).await["textId"].clone();
    manager
        .post(
            &format!("/admin/texts/{kind}"),
            json!({"html": html, "basedOn": based_on}),
        )
        .await
        .succeeded()
}

async fn shown(site: &TestSite) -> Value {
    site.visitor().get("/merchant").await.succeeded()
}

#[tokio::test]
async fn new_policy_applies_immediately_and_every_version_is_kept() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = in_force(&manager, "terms").await;
    let published = publish(&manager, "terms", "<h2>New</h2><script>alert(1)</script>").await;
    assert_eq!(published["html"], "<h2>New</h2>");
    assert_eq!(shown(&site).await["terms"], "<h2>New</h2>");
    // An unchanged text creates no version.
    assert_eq!(
        publish(&manager, "terms", "<h2>New</h2>").await["textId"],
        published["textId"]
    );
    let stale = json!({"html": "<p>Mine</p>", "basedOn": before["textId"]});
    manager
        .post("/admin/texts/terms", stale)
        .await
        .refused(409, "stale_revision");
    let draft = json!({"html": "<p onclick=\"x()\">Draft</p>"});
    let preview = manager.post("/admin/texts/preview", draft).await.succeeded();
    assert_eq!(preview["html"], "<p>Draft</p>");

    let first = manager.get("/admin/texts/terms?limit=1").await.succeeded();
    assert_eq!(first["items"][0]["textId"], published["textId"]);
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = manager
        .get(&format!("/admin/texts/terms?cursor={cursor}"))
        .await
        .succeeded();
    assert_eq!(rest["items"], json!([before]));
    assert_eq!(rest["nextCursor"], Value::Null);
    assert_eq!(before["publishedBy"], "manifest");
    manager.get("/admin/texts/recipes").await.refused(404, "not_found");
    let long = json!({"html": "x".repeat(200_001), "basedOn": published["textId"]});
    let refused = manager
        .post("/admin/texts/terms", long)
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"]["html"], "Enter fewer characters.");
}

#[tokio::test]
async fn acceptances_name_the_accepted_version() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let first = publish(&manager, "terms", "<p>First</p>").await["textId"].clone();
    let ada = site.customer_with_email("ada@example.com").await;
    let second = publish(&manager, "terms", "<p>Second</p>").await["textId"].clone();
    let bea = site.customer_with_email("bea@example.com").await;
    let accepted = async |text: &Value| {
        let page = manager
            .get(&format!("/admin/acceptances?textId={text}"))
            .await
            .succeeded();
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|item| item["customerEmail"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(accepted(&first).await, ["ada@example.com"]);
    assert_eq!(accepted(&second).await, ["bea@example.com"]);

    // A club's terms are accepted with its order.
    let club = publish(&manager, "clubTerms", "<p>Monthly.</p>").await["textId"].clone();
    let bea = bea.confirmed().await.with_card().await.with_vehicle().await;
    bea.in_club(301).await;
    assert_eq!(accepted(&club).await, ["bea@example.com"]);
    publish(&manager, "clubTerms", "<p>Yearly.</p>").await;
    assert_eq!(accepted(&club).await, ["bea@example.com"], "what was accepted stays");
    let newest = in_force(&manager, "clubTerms").await["textId"].clone();
    assert!(accepted(&newest).await.is_empty());

    ada.leave().await;
    assert!(accepted(&first).await.is_empty(), "it goes with the account");
    manager
        .get("/admin/acceptances?textId=999")
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn support_contacts_are_public() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let entered = json!({"supportEmail": " help@suds.example ", "supportPhone": "(602) 555-0199"});
    let set = manager.save("/admin/support", entered).await.succeeded();
    assert_eq!(
        (&set["supportEmail"], &set["supportPhone"]),
        (&json!("help@suds.example"), &json!("6025550199"))
    );
    assert_eq!(manager.get("/admin/support").await.succeeded(), set);
    let support = shown(&site).await["support"].clone();
    assert_eq!(support["supportEmail"], "help@suds.example");
    assert_eq!(support["supportPhone"], "6025550199");
    assert_eq!(support["supportFaqs"], "<h3>sparkle?</h3><p>Yes.</p>");

    let wrong = json!({"supportEmail": "nobody", "supportPhone": "call us"});
    let refused = manager
        .save("/admin/support", wrong.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"].as_object().unwrap().len(), 2, "{refused}");
    site.staff(Role::Attendant)
        .await
        .put("/admin/support", wrong)
        .await
        .refused(403, "not_admin");
    let noted: Vec<(String,)> = site
        .rows("SELECT action FROM audit WHERE action = 'support_changed'")
        .await;
    assert_eq!(noted.len(), 1);
}
