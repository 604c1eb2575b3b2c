//! Activity of the demo customer before anyone logs in: bought washes, codes and a gift card, joined the club, and used
//! a wash, through the same requests as a browser and a kiosk.

use anyhow::bail;
use platform::ids::Subdomain;
use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::tenant::Tenant;

use super::browser::{Browser, text};
use super::{DemoError, kiosk, marks, people, tenant_of};
use crate::serve::Server;

/// Creates past orders for a site's customer, unless an earlier start did. Without a processor, nothing can be paid.
pub(super) async fn ensure(server: &Server, subdomain: &Subdomain) -> Result<(), DemoError> {
    let dir = server.plane.dir();
    let mark = format!("past of {subdomain}");
    if server.paystub_url.is_none() || marks::has(dir, &mark)? {
        return Ok(());
    }
    let tenant = tenant_of(server, subdomain).await?;
    live(server, &tenant).await.map_err(|error| DemoError::People {
        site: subdomain.clone(),
        problem: format!("can't create past orders: {error:#}"),
    })?;
    marks::set(dir, &mark)
}

async fn live(server: &Server, tenant: &Tenant) -> anyhow::Result<()> {
    let log_in = people::log_in(server, tenant, Role::Customer)?;
    let customer = Browser::of(server, tenant, &log_in).await?;
    for kinds in [&["washes", "washes", "bundles"][..], &["giftCards"], &["washClubs"]] {
        buy(&customer, kinds).await?;
    }
    let wallet = customer.get("/users/wallet").await?;
    let wash = wallet
        .as_array()
        .and_then(|items| items.iter().find(|item| item["itemType"] == "AppWash"));
    if let Some(wash) = wash {
        let key = kiosk::key(server, tenant)?;
        redeem(&Browser::of_terminal(server, tenant, &key)?, &text(wash, "code")?).await?;
    }
    Ok(())
}

/// Buys the first product of each type, or the next one if a type is listed again. A merchant may not sell all types.
async fn buy(customer: &Browser<'_>, kinds: &[&str]) -> anyhow::Result<()> {
    let mut products = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let before = kinds[..at].iter().filter(|earlier| *earlier == kind).count();
        let sold = customer.get(&format!("/products/{kind}")).await?;
        if let Some(product) = sold.get(before) {
            products.push(json!({ "productId": product["productId"] }));
        }
    }
    if products.is_empty() {
        return Ok(());
    }
    let order = json!({ "products": products, "acceptedTerms": true });
    // An earlier start may have stopped right after this.
    let request = customer.client.post(customer.url("/orders")).json(&order);
    let request = request.header("idempotency-key", format!("demo-{}", kinds.join("-")));
    let result = customer.send("/orders", request).await?;
    if result["approved"] != true {
        bail!("an order was declined: {result}");
    }
    Ok(())
}

async fn redeem(kiosk: &Browser<'_>, code: &str) -> anyhow::Result<Value> {
    let reservation = json!({ "code": code, "terminalTxnId": format!("demo-{code}") });
    let reserved = kiosk.post("/terminal/redemptions", &reservation).await?;
    let path = format!("/terminal/redemptions/{}/confirm", text(&reserved, "redemptionId")?);
    kiosk
        .post(&path, &json!({ "terminalTxnId": format!("demo-{code}-washed") }))
        .await
}
