//! *Test connection* says whether the processor accepts the site's currency.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::processors::settings;
use crate::support::{Installation, manifest};

/// Tests E-xact's sandbox, which isn't called before a card is entered, on a site with this currency.
async fn tested(currency: &str) -> Value {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("currency".to_owned(), json!(currency));
    let site = Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await;
    let owner = site.owner().await;
    owner.unlock().await;
    let typed = json!({"name": "exacthosted", "endpoints": "sandbox", "settings": settings("exacthosted")});
    owner.post("/admin/processor/test", typed).await.succeeded()
}

#[tokio::test]
async fn connection_test_says_whether_the_currency_is_supported() {
    for (currency, support) in [("USD", "supported"), ("CAD", "supported"), ("GBP", "unsupported")] {
        assert_eq!(
            tested(currency).await,
            json!({"result": "not_told", "currency": {"code": currency, "support": support, "merchantId": "GOODS"}})
        );
    }
}
