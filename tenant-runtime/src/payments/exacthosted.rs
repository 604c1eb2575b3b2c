//! E-xact Hosted Checkout: a signed form opens the payment page, a signed relay returns the result, and tagged
//! transactions charge the card. A card is identified by the authorization number and tag of the transaction that
//! stored it.
//!
//! Sources: docs/PAYMENTS.md#processors and the vendor's support pages. Verified against the stub, not certified.

use std::time::Duration;

use data_encoding::HEXLOWER;
use futures_util::future::BoxFuture;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use md5::Md5;
use platform::money::decimal;
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha1::{Digest, Sha1};
use subtle::ConstantTimeEq;

use super::adapter::{EndpointSet, debug_without_secrets, empty_field, odd_card_amount};
use super::processor::{
    BegunSetup, Captured, ChargeRequest, Completion, Form, Found, NewSetup, OpenSetup, Outcome, Processor, Returned,
    ReversalRequest, SetupError, VaultedCard,
};

mod gateway;

/// Currencies of E-xact payment pages. The page's setting determines its currency.
pub(super) const CURRENCIES: [&str; 2] = ["CAD", "USD"];

/// Name of this processor in manifests.
pub(super) const NAME: &str = "exacthosted";

/// Identifier of a card or charge: authorization number and tag of its transaction.
pub(super) fn pair_of(authorization: &str, tag: &str) -> String {
    format!("{authorization}/{tag}")
}

/// Page setting "HMAC calculation".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HashCalculation {
    Md5,
    #[default]
    Sha1,
}

impl HashCalculation {
    /// HMAC in lower-case hex.
    fn hmac(self, key: &SecretString, message: &str) -> String {
        match self {
            Self::Md5 => mac::<Hmac<Md5>>(key, message),
            Self::Sha1 => mac::<Hmac<Sha1>>(key, message),
        }
    }

    /// Plain digest in lower-case hex.
    fn digest(self, message: &str) -> String {
        match self {
            Self::Md5 => HEXLOWER.encode(&Md5::digest(message.as_bytes())),
            Self::Sha1 => HEXLOWER.encode(&Sha1::digest(message.as_bytes())),
        }
    }
}

fn mac<M: Mac + KeyInit>(key: &SecretString, message: &str) -> String {
    // HMAC takes keys of any length.
    <M as KeyInit>::new_from_slice(key.expose_secret().as_bytes())
        .map(|mac| HEXLOWER.encode(&mac.chain_update(message.as_bytes()).finalize().into_bytes()))
        .unwrap_or_default()
}

/// Credentials of a payment page and its gateway.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExacthostedSettings {
    /// Login of the payment page.
    pub x_login: String,
    /// Secret. Signs the form and our responses to relays.
    pub transaction_key: String,
    /// Secret. Signs the processor's messages.
    pub response_key: String,
    #[serde(default)]
    pub hash: HashCalculation,
    /// Amount to verify a card, in minor units, then voided. Required by the page.
    #[serde(default = "default_card_amount")]
    #[schemars(range(min = 1, max = 10_000))]
    pub card_amount: i64,
    /// Exact ID of the gateway.
    pub gateway_id: String,
    /// Secret.
    pub password: String,
}

/// 1.00 (docs/RULES.md#card-forms).
const fn default_card_amount() -> i64 {
    100
}

impl ExacthostedSettings {
    pub(super) fn mistake(&self) -> Option<String> {
        empty_field(&[
            ("xLogin", &self.x_login),
            ("transactionKey", &self.transaction_key),
            ("responseKey", &self.response_key),
            ("gatewayId", &self.gateway_id),
            ("password", &self.password),
        ])
        .or_else(|| odd_card_amount(self.card_amount, 1))
    }
}

debug_without_secrets!(ExacthostedSettings, x_login);

pub(super) struct Exacthosted {
    client: reqwest::Client,
    /// Scheme, host and port of the payment page.
    page_origin: String,
    page: String,
    gateway: String,
    patience: Duration,
    x_login: String,
    transaction_key: SecretString,
    response_key: SecretString,
    hash: HashCalculation,
    gateway_id: String,
    password: SecretString,
    /// Minor units.
    card_amount: i64,
}

impl Exacthosted {
    /// `None`: the settings select the test processor, but none is running.
    pub(super) fn new(
        client: reqwest::Client,
        set: EndpointSet,
        stub: Option<&str>,
        settings: ExacthostedSettings,
    ) -> Option<Self> {
        let (page_origin, page, gateway) = match set {
            EndpointSet::Production => (
                "https://checkout.e-xact.com".to_owned(),
                "https://checkout.e-xact.com/payment".to_owned(),
                "https://api.e-xact.com/transaction".to_owned(),
            ),
            EndpointSet::Sandbox => (
                "https://rpm.demo.e-xact.com".to_owned(),
                "https://rpm.demo.e-xact.com/payment".to_owned(),
                "https://api.demo.e-xact.com/transaction".to_owned(),
            ),
            EndpointSet::Stub => {
                let stub = stub?.trim_end_matches('/');
                (
                    stub.to_owned(),
                    format!("{stub}/exact/payment"),
                    format!("{stub}/exact/transaction"),
                )
            }
        };
        Some(Self {
            client,
            page_origin,
            page,
            gateway,
            patience: set.patience(),
            x_login: settings.x_login,
            transaction_key: settings.transaction_key.into(),
            response_key: settings.response_key.into(),
            hash: settings.hash,
            gateway_id: settings.gateway_id,
            password: settings.password.into(),
            card_amount: settings.card_amount,
        })
    }

    /// Checks a relay response's signature, then its content.
    fn judge(&self, setup: &OpenSetup, returned: &Returned) -> Completion {
        let field = |name: &str| returned.get(name).map(String::as_str).unwrap_or_default();
        let signed = format!(
            "{}{}{}{}",
            self.response_key.expose_secret(),
            self.x_login,
            field("x_trans_id"),
            field("x_amount")
        );
        let signature = match self.hash {
            HashCalculation::Md5 => field("x_MD5_Hash"),
            HashCalculation::Sha1 => field("x_SHA1_Hash"),
        };
        let expected = self.hash.digest(&signed);
        if !bool::from(expected.as_bytes().ct_eq(signature.to_ascii_lowercase().as_bytes())) {
            return Completion::Unproven("a wrong signature");
        }
        let amount = decimal(setup.amount, &setup.currency);
        for (name, expected, what) in [
            ("x_login", self.x_login.as_str(), "another payment page"),
            ("x_invoice_num", &setup.reference, "another form"),
            ("x_cust_id", &setup.payer, "another site or customer"),
            ("x_amount", &amount, "another amount"),
            ("x_currency_code", setup.currency.code(), "another currency"),
        ] {
            if field(name) != expected {
                // The signature doesn't cover the number or the customer.
                return Completion::Unproven(what);
            }
        }
        let Some(verification) = verification_of(setup, returned).filter(|_| field("x_response_code") == "1") else {
            return Completion::Refused(None);
        };
        match card_of(returned, &verification) {
            Some(card) => Completion::Vaulted(card),
            None => Completion::Refused(Some(verification)),
        }
    }
}

/// The transaction that stored the card.
fn verification_of(setup: &OpenSetup, returned: &Returned) -> Option<Captured> {
    let field = |name: &str| returned.get(name).map(String::as_str).filter(|text| !text.is_empty());
    Some(Captured {
        reference: setup.reference.clone(),
        transaction: pair_of(field("x_auth_code")?, field("x_trans_id")?),
        amount: setup.amount,
        currency: setup.currency,
    })
}

fn card_of(returned: &Returned, verification: &Captured) -> Option<VaultedCard> {
    let field = |name: &str| returned.get(name).map(String::as_str).filter(|text| !text.is_empty());
    let number = field("Card_Number")?;
    // `MMYY`.
    let (month, year) = field("Expiry_Date")?.split_at_checked(2)?;
    Some(VaultedCard {
        token: verification.transaction.clone().into(),
        brand: field("TransactionCardType")
            .map_or("Card", |kind| if kind == "VISA" { "Visa" } else { kind })
            .to_owned(),
        last_four: number.get(number.len().checked_sub(4)?..)?.to_owned(),
        expiry_month: month.parse().ok().filter(|month| (1..=12).contains(month))?,
        expiry_year: 2000 + year.parse::<u16>().ok().filter(|year| *year < 100)?,
        network_id: None,
        verification: Some(verification.clone()),
    })
}

impl Processor for Exacthosted {
    /// The signed form opens the page by itself, so no call is needed.
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>> {
        let session = setup.reference.clone();
        Box::pin(async { Ok(BegunSetup { session, ticket: None }) })
    }

    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>> {
        Box::pin(async { Ok(self.judge(setup, returned)) })
    }

    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(gateway::charge(self, charge))
    }

    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(gateway::reverse(self, reversal))
    }

    fn look_up_reversal<'a>(&'a self, _reversal: &'a ReversalRequest) -> BoxFuture<'a, Found> {
        Box::pin(async { Found::NoLookUp })
    }

    /// A card is the tag of a transaction. The processor has no call to delete one.
    fn delete_token<'a>(&'a self, _token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>> {
        Box::pin(async { Ok(()) })
    }

    /// The processor has no lookup by our number.
    fn look_up<'a>(&'a self, _charge: &'a ChargeRequest) -> BoxFuture<'a, Found> {
        Box::pin(async { Found::NoLookUp })
    }

    fn form(&self, setup: &OpenSetup, now: Timestamp) -> Form {
        let amount = decimal(setup.amount, &setup.currency);
        // Any number that rarely repeats.
        let sequence = u32::from_str_radix(setup.reference.get(..8).unwrap_or_default(), 16)
            .unwrap_or_default()
            .to_string();
        let timestamp = now.as_second().to_string();
        let signed = [
            self.x_login.as_str(),
            &sequence,
            &timestamp,
            &amount,
            setup.currency.code(),
        ]
        .join("^");
        Form::Post {
            origin: self.page_origin.clone(),
            action: self.page.clone(),
            fields: vec![
                ("x_login", self.x_login.clone()),
                ("x_type", "AUTH_TOKEN".to_owned()),
                ("x_amount", amount),
                ("x_currency_code", setup.currency.code().to_owned()),
                ("x_fp_sequence", sequence),
                ("x_fp_timestamp", timestamp),
                ("x_fp_hash", self.hash.hmac(&self.transaction_key, &signed)),
                ("x_show_form", "PAYMENT_FORM".to_owned()),
                ("x_invoice_num", setup.reference.clone()),
                ("x_cust_id", setup.payer.clone()),
                ("x_relay_response", "TRUE".to_owned()),
                ("x_relay_url", setup.return_url.clone()),
                ("x_cancel_url", format!("{}?event=cancel", setup.return_url)),
            ],
        }
    }

    fn verified_with(&self) -> i64 {
        self.card_amount
    }

    fn reference_in<'a>(&self, returned: &'a Returned) -> Option<&'a str> {
        returned.get("x_invoice_num").map(String::as_str)
    }

    /// `x_login:HMAC-MD5(transaction key, html)`, regardless of the page's own calculation.
    fn sign_relay(&self, html: &str) -> Option<String> {
        Some(format!(
            "{}:{}",
            self.x_login,
            HashCalculation::Md5.hmac(&self.transaction_key, html)
        ))
    }

    fn public_settings(&self) -> Map<String, Value> {
        Map::new()
    }
}

#[cfg(test)]
mod tests;
