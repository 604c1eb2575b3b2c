//! Adds a card on file for a demo customer as a browser does: socket, form, processor page and return. So it uses the
//! real adapter, and the stub's vault matches the site's data.

use anyhow::{Context as _, bail};
use tenant_runtime::identity;
use tenant_runtime::tenant::Tenant;

use super::browser::{Browser, text};

/// The test card whose charges are always approved (docs/RULES.md#demo).
const CARD: [(&str, &str); 4] = [
    ("card_number", "4242424242424242"),
    ("expiry", "12/39"),
    ("cvv", "123"),
    ("action", "save"),
];

/// Adds a card on file for the customer of `browser`. `stub`: URL of the test processor.
///
/// # Errors
/// The site or the test processor rejects a step.
pub(super) async fn put_on_file(browser: &Browser<'_>, tenant: &Tenant, stub: &str) -> anyhow::Result<()> {
    if is_on_file(browser).await? {
        return Ok(());
    }
    let (socket_id, _socket) = browser.open_socket().await?;
    let path = format!("/payments/hosted-forms?socketId={socket_id}");
    let pass = identity::captcha_pass(tenant)?;
    let request = browser.client.get(browser.url(&path)).header("captcha-token", pass);
    let form = browser.send(&path, request).await?;
    let setup = &form["setupData"];
    match setup["ticket"].as_str() {
        // The processor's script shows the page and then asks for its receipt.
        Some(ticket) => {
            let page = format!("{stub}/chktv2/display/index.php?tck={ticket}");
            browser.submit(page.parse()?, &CARD.map(owned)).await?;
            let path = format!("/payments/moneris/receipts?ticket={ticket}&socketId={socket_id}");
            browser.get(&path).await?;
        }
        None => {
            let document = format!("{}{}", browser.origin, text(setup, "formUrl")?);
            let page = browser.open(document.parse()?).await?;
            let page = browser.follow(page).await?;
            let address = page.form_address().context("the processor returned no form")?;
            let last = browser.submit(address, &CARD.map(owned)).await?;
            browser.follow(last).await?;
        }
    }
    if !is_on_file(browser).await? {
        bail!("the processor didn't store the card");
    }
    Ok(())
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

async fn is_on_file(browser: &Browser<'_>) -> anyhow::Result<bool> {
    Ok(browser.get("/users/payment").await?["onFile"] == true)
}
