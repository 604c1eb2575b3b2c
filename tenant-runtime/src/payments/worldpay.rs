//! Worldpay Express with hosted payments, and its variant `ips`, in which a bridge opens the form.
//!
//! Sources: docs/PAYMENTS.md#processors and published integrations. Verified against the stub, not certified; the
//! bridge is experimental, and its response format is a guess.

use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

use super::adapter::{EndpointSet, debug_without_secrets, empty_field};
use super::processor::{
    BegunSetup, Captured, ChargeRequest, Completion, Form, Found, Listing, NewSetup, OpenSetup, Outcome, Processor,
    Returned, ReversalRequest, Reversed, SetupError,
};

mod bridge;
mod express;
mod listing;
mod wire;

/// Currencies of Express accounts. An account has one of them, and no response states it.
pub(super) const CURRENCIES: [&str; 2] = ["CAD", "USD"];

/// Express account.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorldpaySettings {
    pub account_id: String,
    /// Secret.
    pub account_token: String,
    pub acceptor_id: String,
    /// ID of the registered integration.
    pub application_id: String,
    #[serde(default = "first_terminal")]
    pub terminal_id: String,
}

fn first_terminal() -> String {
    "01".to_owned()
}

impl WorldpaySettings {
    pub(super) fn mistake(&self) -> Option<String> {
        empty_field(&[
            ("accountId", &self.account_id),
            ("accountToken", &self.account_token),
            ("acceptorId", &self.acceptor_id),
            ("applicationId", &self.application_id),
            ("terminalId", &self.terminal_id),
        ])
    }
}

/// Express account whose forms are opened by a bridge.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IpsSettings {
    pub account_id: String,
    /// Secret.
    pub account_token: String,
    pub acceptor_id: String,
    /// ID of the registered integration.
    pub application_id: String,
    #[serde(default = "first_terminal")]
    pub terminal_id: String,
    /// Secret. License of the bridge, required in production only.
    #[serde(default)]
    pub license: Option<String>,
}

impl IpsSettings {
    pub(super) fn mistake(&self) -> Option<String> {
        self.account().mistake()
    }

    pub(super) fn account(&self) -> WorldpaySettings {
        WorldpaySettings {
            account_id: self.account_id.clone(),
            account_token: self.account_token.clone(),
            acceptor_id: self.acceptor_id.clone(),
            application_id: self.application_id.clone(),
            terminal_id: self.terminal_id.clone(),
        }
    }
}

debug_without_secrets!(IpsSettings, account_id);
debug_without_secrets!(WorldpaySettings, account_id);

/// Endpoints of Express.
struct Endpoints {
    transaction: String,
    services: String,
    reporting: String,
    /// Scheme, host and port of the hosted payments page.
    hosted_origin: String,
    hosted: String,
    bridge: String,
    /// Whether real money moves.
    live: bool,
    patience: Duration,
}

impl Endpoints {
    /// `None`: the test processor's address isn't known.
    fn of(set: EndpointSet, stub: Option<&str>) -> Option<Self> {
        let cert = match set {
            EndpointSet::Production => "",
            EndpointSet::Sandbox => "cert",
            EndpointSet::Stub => {
                let stub = stub?.trim_end_matches('/');
                return Some(Self {
                    transaction: format!("{stub}/worldpay/transaction"),
                    services: format!("{stub}/worldpay/services"),
                    reporting: format!("{stub}/worldpay/reporting"),
                    hosted_origin: stub.to_owned(),
                    hosted: format!("{stub}/worldpay/hosted"),
                    bridge: format!("{stub}/ips/execute"),
                    live: false,
                    patience: set.patience(),
                });
            }
        };
        let hosted_origin = format!("https://{cert}transaction.hostedpayments.com");
        let uat = if set == EndpointSet::Production { "" } else { "uat." };
        Some(Self {
            transaction: format!("https://{cert}transaction.elementexpress.com/"),
            services: format!("https://{cert}services.elementexpress.com/"),
            reporting: format!("https://{cert}reporting.elementexpress.com/"),
            hosted: format!("{hosted_origin}/"),
            hosted_origin,
            bridge: format!("https://{uat}hpb.idtechproducts.com/execute"),
            live: set == EndpointSet::Production,
            patience: set.patience(),
        })
    }
}

/// Service that opens the form.
pub(super) enum OpenedBy {
    Express,
    Bridge { license: Option<SecretString> },
}

pub(super) struct Worldpay {
    client: reqwest::Client,
    endpoints: Endpoints,
    opened_by: OpenedBy,
    account_id: String,
    account_token: SecretString,
    acceptor_id: String,
    application_id: String,
    terminal_id: String,
}

impl Worldpay {
    /// `None`: the settings select the test processor, but none is running.
    pub(super) fn new(
        client: reqwest::Client,
        set: EndpointSet,
        stub: Option<&str>,
        opened_by: OpenedBy,
        settings: WorldpaySettings,
    ) -> Option<Self> {
        Some(Self {
            client,
            endpoints: Endpoints::of(set, stub)?,
            opened_by,
            account_id: settings.account_id,
            account_token: settings.account_token.into(),
            acceptor_id: settings.acceptor_id,
            application_id: settings.application_id,
            terminal_id: settings.terminal_id,
        })
    }

    fn account_token(&self) -> &str {
        self.account_token.expose_secret()
    }

    async fn begin(&self, setup: &NewSetup) -> Result<BegunSetup, SetupError> {
        let opened = match &self.opened_by {
            OpenedBy::Express => express::set_up(self, setup).await?,
            OpenedBy::Bridge { license } => bridge::set_up(self, license.as_ref(), setup).await?,
        };
        Ok(BegunSetup {
            session: format!("{}:{}", opened.id, opened.validation_code),
            ticket: None,
        })
    }

    async fn complete(&self, setup: &OpenSetup, returned: &Returned) -> Result<Completion, SetupError> {
        let field = |name: &str| returned.get(name).map(String::as_str).unwrap_or_default();
        let (id, validation_code) = halves(setup);
        if field("TransactionSetupID") != id {
            return Ok(Completion::Unproven("another form"));
        }
        if field("HostedPaymentStatus") == "Cancelled" {
            return Ok(Completion::Cancelled);
        }
        if !bool::from(field("ValidationCode").as_bytes().ct_eq(validation_code.as_bytes())) {
            return Ok(Completion::Unproven("a wrong validation code"));
        }
        if field("HostedPaymentStatus") != "Complete" || field("ExpressResponseCode") != "0" {
            return Ok(Completion::Refused(None));
        }
        // This came through the browser, so only Express's own description of the account counts.
        let Some(account) = express::find_account(self, field("PaymentAccountID")).await? else {
            return Ok(Completion::Unproven("a card unknown to Express"));
        };
        if account.reference != setup.reference {
            return Ok(Completion::Unproven("a card of another form"));
        }
        Ok(account.card.map_or(Completion::Refused(None), Completion::Vaulted))
    }
}

/// The setup's ID and its validation code.
fn halves(setup: &OpenSetup) -> (&str, &str) {
    setup.session.split_once(':').unwrap_or((&setup.session, ""))
}

/// Redirect target of the browser, which identifies the form.
fn return_url(setup: &NewSetup) -> String {
    format!("{}?reference={}", setup.return_url, setup.reference)
}

/// An opened form.
struct Opened {
    id: String,
    /// Proves that the return belongs to our setup.
    validation_code: String,
}

impl Processor for Worldpay {
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>> {
        Box::pin(self.begin(setup))
    }

    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>> {
        Box::pin(self.complete(setup, returned))
    }

    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(express::charge(self, charge))
    }

    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(express::reverse(self, reversal))
    }

    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found> {
        Box::pin(express::look_up_reversal(self, reversal))
    }

    fn delete_token<'a>(&'a self, token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>> {
        Box::pin(express::delete_account(self, token))
    }

    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found> {
        Box::pin(express::look_up(self, charge))
    }

    fn look_up_reversed<'a>(&'a self, charge: &'a Captured, now: Timestamp) -> BoxFuture<'a, Reversed> {
        Box::pin(listing::look_up_reversed(self, charge, now))
    }

    fn list(&self, from: Timestamp, until: Timestamp) -> BoxFuture<'_, Listing> {
        Box::pin(listing::list(self, from, until))
    }

    fn form(&self, setup: &OpenSetup, _now: Timestamp) -> Form {
        Form::Frame {
            origin: self.endpoints.hosted_origin.clone(),
            address: format!("{}?TransactionSetupID={}", self.endpoints.hosted, halves(setup).0),
        }
    }

    fn public_settings(&self) -> Map<String, Value> {
        Map::new()
    }
}
