//! Payment page: opened by a signed form, completed by a signed relay to the merchant's server, whose signed response
//! is shown to the browser.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::Form;
use axum::extract::{Query, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use reqwest::Url;
use serde::Deserialize;

use super::{Calculation, Exact, merchant_of};
use crate::book::{Book, Card};
use crate::chance;
use crate::magic::Brand;
use crate::money::parse_decimal;
use crate::page::{self, Entered};

const NAME: &str = "E-xact Hosted Checkout";

type Fields = BTreeMap<String, String>;

/// A form that a merchant opened.
#[derive(Clone)]
pub(super) struct Opened {
    fields: Fields,
    /// The merchant's name.
    name: String,
    calculation: Calculation,
}

impl Opened {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map(String::as_str).unwrap_or_default()
    }
}

#[derive(Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    form: String,
}

/// POST `/exact/payment`: the merchant's form.
pub(super) async fn open_form(State(exact): State<Arc<Exact>>, Form(fields): Form<Fields>) -> Response {
    match check(fields) {
        Ok(opened) => {
            let id = chance::token(32);
            exact.forms.open(id.clone(), opened);
            form(&id, None, None)
        }
        Err(why) => (StatusCode::BAD_REQUEST, Html(page::message(NAME, "Error", why))).into_response(),
    }
}

fn check(fields: Fields) -> Result<Opened, &'static str> {
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let Some(name) = field("x_login").strip_prefix("WSP-").map(str::to_owned) else {
        return Err("The payment page is not known.");
    };
    let calculation = if field("x_fp_hash").len() == 32 {
        Calculation::Md5
    } else {
        Calculation::Sha1
    };
    let signed = [
        "x_login",
        "x_fp_sequence",
        "x_fp_timestamp",
        "x_amount",
        "x_currency_code",
    ]
    .map(field)
    .join("^");
    if calculation.hmac(&format!("{name}-transaction-key"), &signed) != field("x_fp_hash") {
        return Err("The request is not signed by this payment page.");
    }
    if field("x_show_form") != "PAYMENT_FORM" || field("x_type") != "AUTH_TOKEN" {
        return Err("Only cards are stored here.");
    }
    if parse_decimal(&name, field("x_amount")).is_none() || field("x_relay_url").is_empty() {
        return Err("The amount or the relay address is missing.");
    }
    Ok(Opened {
        fields,
        name,
        calculation,
    })
}

/// POST `/exact/payment/card?form=`: the page's own submission.
pub(super) async fn submit_form(
    State(exact): State<Arc<Exact>>,
    Query(which): Query<Which>,
    headers: HeaderMap,
    Form(entered): Form<Entered>,
) -> Response {
    let Some(opened) = exact.forms.find(&which.form) else {
        let text = "This form has expired. Please start again.";
        return (StatusCode::GONE, Html(page::message(NAME, "Expired", text))).into_response();
    };
    if entered.cancelled() {
        exact.forms.close(&which.form);
        return Redirect::to(opened.field("x_cancel_url")).into_response();
    }
    let card = match entered.check(chance::this_month()) {
        Ok(card) => card,
        Err(mistake) => return form(&which.form, Some(&entered), Some(&mistake)),
    };
    // A card is known by the pair of authorisation number and tag.
    let (authorization, tag) = (format!("ET{}", chance::digits(6)), chance::digits(10));
    let customer = Some(opened.field("x_cust_id").to_owned());
    let card = card.vaulted(format!("{authorization}/{tag}"), merchant_of(&opened.name), customer);
    let amount = parse_decimal(&opened.name, opened.field("x_amount")).unwrap_or_default();
    let invoice = opened.field("x_invoice_num").to_owned();
    let (kept, number, code) = (card.clone(), tag.clone(), authorization.clone());
    let enter = move |book: &Book| {
        book.add_card(kept.clone())?;
        book.verify(&kept, &invoice, amount, &number, &code)
    };
    if let Err(status) = exact.shared.with_book(enter).await {
        return status.into_response();
    }
    exact.forms.close(&which.form);
    let mut fields = result(&opened, &card, &authorization, &tag);
    if exact.shared.manners().tells_poorly {
        fields.retain(|(name, _)| *name != "Expiry_Date");
    }
    let proxy = headers
        .get(RELAY_TO)
        .and_then(|address| address.to_str().ok()?.parse().ok());
    let mut relayed = relay(&opened, &fields, proxy).await;
    if exact.shared.manners().tells_twice {
        relayed = relay(&opened, &fields, proxy).await;
    }
    match relayed {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            tracing::warn!(?error, "paystub: the relay failed");
            let text = "The merchant did not answer. Your card was stored but not passed on.";
            (StatusCode::BAD_GATEWAY, Html(page::message(NAME, "Error", text))).into_response()
        }
    }
}

/// The fields that the merchant is sent.
fn result(opened: &Opened, card: &Card, authorization: &str, tag: &str) -> Vec<(&'static str, String)> {
    let amount = opened.field("x_amount");
    let signed = format!("{}-response-key{}{tag}{amount}", opened.name, opened.field("x_login"));
    let (hash_name, other_name) = match opened.calculation {
        Calculation::Md5 => ("x_MD5_Hash", "x_SHA1_Hash"),
        Calculation::Sha1 => ("x_SHA1_Hash", "x_MD5_Hash"),
    };
    vec![
        ("x_response_code", "1".to_owned()),
        ("x_response_subcode", "S".to_owned()),
        ("x_response_reason_code", "1".to_owned()),
        ("x_response_reason_text", "Transaction has been approved".to_owned()),
        ("x_auth_code", authorization.to_owned()),
        ("x_trans_id", tag.to_owned()),
        ("x_invoice_num", opened.field("x_invoice_num").to_owned()),
        ("x_amount", amount.to_owned()),
        ("x_currency_code", opened.field("x_currency_code").to_owned()),
        ("x_type", opened.field("x_type").to_owned()),
        ("x_cust_id", opened.field("x_cust_id").to_owned()),
        ("x_login", opened.field("x_login").to_owned()),
        (hash_name, opened.calculation.digest(&signed)),
        (other_name, String::new()),
        ("Card_Number", format!("############{}", card.last_four)),
        (
            "Expiry_Date",
            format!("{:02}{:02}", card.expiry.month, card.expiry.short_year()),
        ),
        ("TransactionCardType", card_type(card.brand).to_owned()),
    ]
}

/// Says, in the card's submission, on which address and port the merchant's server listens, where no name leads to it.
const RELAY_TO: &str = "paystub-relay-to";

/// Posts the result to the merchant's server. Returns the HTML for the browser if the response is signed.
async fn relay(
    opened: &Opened,
    fields: &[(&'static str, String)],
    proxy: Option<SocketAddr>,
) -> anyhow::Result<String> {
    let mut url = Url::parse(opened.field("x_relay_url"))?;
    let name = url.host_str().context("a relay address without a host")?;
    let host = match url.port() {
        Some(port) => format!("{name}:{port}"),
        None => name.to_owned(),
    };
    if let Some(proxy) = proxy {
        let path = url.path().to_owned();
        url = Url::parse(&format!("http://{proxy}{path}"))?;
    }
    let mut client = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(10));
    if url.scheme() == "http" {
        // Reading the system's certificates would take longer than the rest.
        client = client.tls_certs_only([]);
    }
    if let Some(host) = url.host_str().filter(|host| host.ends_with(".localhost")) {
        // Only browsers find such names; the site is on this machine.
        let port = url.port_or_known_default().context("a relay address without a port")?;
        client = client.resolve(host, SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    let answer = client
        .build()?
        .post(url)
        .header(HOST, host)
        .form(fields)
        .send()
        .await?
        .error_for_status()?;
    let signature = answer
        .headers()
        .get("signature")
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let html = answer.text().await?;
    let expected = Calculation::Md5.hmac(&format!("{}-transaction-key", opened.name), &html);
    ensure!(
        signature == Some(format!("{}:{expected}", opened.field("x_login"))),
        "the relay's answer is not signed"
    );
    Ok(html)
}

fn form(id: &str, entered: Option<&Entered>, mistake: Option<&page::Mistake>) -> Response {
    let action = format!("/exact/payment/card?form={id}");
    Html(page::card_form(NAME, &action, entered, mistake)).into_response()
}

fn card_type(brand: Brand) -> &'static str {
    match brand {
        Brand::Visa => "VISA",
        Brand::Mastercard => "Mastercard",
        Brand::Amex => "American Express",
        Brand::Discover => "Discover",
        Brand::Other => "JCB",
    }
}
