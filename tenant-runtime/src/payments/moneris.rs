//! Moneris: Moneris Checkout for card setup, the gateway's vault for charges.
//!
//! A store has one currency, so responses name none: amounts and our own references are compared. Sources: the vendor's
//! developer pages (docs/PAYMENTS.md#processors) and published recordings of its QA gateway. Verified against the stub,
//! not certified.

use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::adapter::{EndpointSet, debug_without_secrets, empty_field, odd_card_amount};
use super::processor::{
    BegunSetup, Captured, ChargeRequest, Completion, Form, Found, NewSetup, OpenSetup, Outcome, Processor, Returned,
    ReversalRequest, Reversed, SetupError, VaultedCard,
};

mod checkout;
mod gateway;

/// Currencies of Moneris stores. A store has one of them, and no response states it.
pub(super) const CURRENCIES: [&str; 2] = ["CAD", "USD"];

/// Store credentials from Moneris.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MonerisSettings {
    pub store_id: String,
    /// Secret.
    pub api_token: String,
    /// ID of the checkout profile, which must have tokenization enabled.
    pub checkout_id: String,
    /// Amount to verify a card, in minor units, then voided. 0 for verification without an amount.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub card_amount: i64,
}

impl MonerisSettings {
    pub(super) fn mistake(&self) -> Option<String> {
        empty_field(&[
            ("storeId", &self.store_id),
            ("apiToken", &self.api_token),
            ("checkoutId", &self.checkout_id),
        ])
        .or_else(|| odd_card_amount(self.card_amount, 0))
    }
}

debug_without_secrets!(MonerisSettings, store_id);

/// Endpoints of Moneris.
#[derive(Clone, Debug)]
struct Endpoints {
    /// Scheme and host of Moneris Checkout.
    checkout: String,
    /// URL of the gateway's XML API.
    gateway: String,
    /// Moneris Checkout's name for the environment.
    environment: &'static str,
    /// Timeout of a response.
    patience: Duration,
}

impl Endpoints {
    /// `None`: the test processor's address isn't known.
    fn of(set: EndpointSet, stub: Option<&str>) -> Option<Self> {
        let patience = set.patience();
        Some(match set {
            EndpointSet::Production => Self {
                checkout: "https://gateway.moneris.com".to_owned(),
                gateway: "https://www3.moneris.com/gateway2/servlet/MpgRequest".to_owned(),
                environment: "prod",
                patience,
            },
            EndpointSet::Sandbox => Self {
                checkout: "https://gatewayt.moneris.com".to_owned(),
                gateway: "https://esqa.moneris.com/gateway2/servlet/MpgRequest".to_owned(),
                environment: "qa",
                patience,
            },
            EndpointSet::Stub => {
                let stub = stub?.trim_end_matches('/');
                Self {
                    checkout: stub.to_owned(),
                    gateway: format!("{stub}/gateway2/servlet/MpgRequest"),
                    environment: "qa",
                    patience,
                }
            }
        })
    }
}

/// A store.
pub(super) struct Moneris {
    client: reqwest::Client,
    endpoints: Endpoints,
    store_id: String,
    api_token: SecretString,
    checkout_id: String,
    /// Minor units.
    card_amount: i64,
}

impl Moneris {
    /// `None`: the settings select the test processor, but none is running.
    pub(super) fn new(
        client: reqwest::Client,
        set: EndpointSet,
        stub: Option<&str>,
        settings: MonerisSettings,
    ) -> Option<Self> {
        Some(Self {
            client,
            endpoints: Endpoints::of(set, stub)?,
            store_id: settings.store_id,
            api_token: settings.api_token.into(),
            checkout_id: settings.checkout_id,
            card_amount: settings.card_amount,
        })
    }

    /// Card vaulted under `token`, with its stated customer. `None` for an unknown token.
    pub(super) async fn find_card(&self, token: &str) -> Result<Option<(VaultedCard, String)>, SetupError> {
        gateway::find_card(self, token).await
    }

    fn api_token(&self) -> &str {
        self.api_token.expose_secret()
    }
}

impl Processor for Moneris {
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>> {
        Box::pin(checkout::preload(self, setup))
    }

    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        _returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>> {
        Box::pin(checkout::receipt(self, setup))
    }

    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(gateway::charge(self, charge))
    }

    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(gateway::reverse(self, reversal))
    }

    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found> {
        Box::pin(gateway::look_up_reversal(self, reversal))
    }

    fn delete_token<'a>(&'a self, token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>> {
        Box::pin(gateway::delete_token(self, token))
    }

    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found> {
        Box::pin(gateway::look_up(self, charge))
    }

    fn look_up_reversed<'a>(&'a self, charge: &'a Captured, _now: Timestamp) -> BoxFuture<'a, Reversed> {
        Box::pin(gateway::look_up_reversed(self, charge))
    }

    fn form(&self, setup: &OpenSetup, _now: Timestamp) -> Form {
        Form::Widget {
            origin: self.endpoints.checkout.clone(),
            script: format!("{}/chktv2/js/chkt_v1.00.js", self.endpoints.checkout),
            glue: include_str!("moneris/glue.js"),
            data: json!({"mode": self.endpoints.environment, "ticket": setup.session}),
        }
    }

    fn verified_with(&self) -> i64 {
        self.card_amount
    }

    fn public_settings(&self) -> Map<String, Value> {
        Map::from_iter([("environment".to_owned(), json!(self.endpoints.environment))])
    }
}
