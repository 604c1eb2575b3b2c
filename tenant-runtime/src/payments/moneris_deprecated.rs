//! Moneris' older Hosted Vault Page. The browser returns a data key, and the vault confirms whose card it is. Charges
//! use the same gateway as those of `moneris`.
//!
//! Documented request; the names of the response fields must be confirmed with the processor
//! (docs/PAYMENTS.md#processors). The page's redirect target is set in the merchant's dashboard, so `rvar_return_url`
//! only serves the stub.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::adapter::{EndpointSet, debug_without_secrets, empty_field};
use super::moneris::{Moneris, MonerisSettings};
use super::processor::{
    BegunSetup, Captured, ChargeRequest, Completion, Form, Found, NewSetup, OpenSetup, Outcome, Processor, Returned,
    ReversalRequest, Reversed, SetupError,
};

/// Credentials of a store and its vault page.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MonerisDeprecatedSettings {
    pub store_id: String,
    /// Secret.
    pub api_token: String,
    /// ID of the vault page.
    pub res_id: String,
    /// Key of the vault page, visible to the browser.
    pub res_key: String,
}

impl MonerisDeprecatedSettings {
    pub(super) fn mistake(&self) -> Option<String> {
        let fields = [
            ("storeId", &self.store_id),
            ("apiToken", &self.api_token),
            ("resId", &self.res_id),
            ("resKey", &self.res_key),
        ];
        empty_field(&fields)
    }
}

debug_without_secrets!(MonerisDeprecatedSettings, store_id);

pub(super) struct MonerisDeprecated {
    gateway: Moneris,
    /// Scheme, host and port of the vault page.
    origin: String,
    res_id: String,
    res_key: SecretString,
}

impl MonerisDeprecated {
    /// `None`: the settings select the test processor, but none is running.
    pub(super) fn new(
        client: reqwest::Client,
        set: EndpointSet,
        stub: Option<&str>,
        settings: MonerisDeprecatedSettings,
    ) -> Option<Self> {
        let origin = match set {
            EndpointSet::Production => "https://www3.moneris.com",
            EndpointSet::Sandbox => "https://esqa.moneris.com",
            EndpointSet::Stub => stub?.trim_end_matches('/'),
        };
        let store = MonerisSettings {
            store_id: settings.store_id,
            api_token: settings.api_token,
            checkout_id: String::new(),
            // The vault page stores a card without a charge.
            card_amount: 0,
        };
        Some(Self {
            gateway: Moneris::new(client, set, stub, store)?,
            origin: origin.to_owned(),
            res_id: settings.res_id,
            res_key: settings.res_key.into(),
        })
    }

    async fn complete(&self, setup: &OpenSetup, returned: &Returned) -> Result<Completion, SetupError> {
        let field = |name: &str| returned.get(name).map(String::as_str).unwrap_or_default();
        let Ok(code) = field("response_code").parse::<u16>() else {
            return Ok(Completion::Cancelled);
        };
        if code >= 50 {
            // The page signs nothing, so this could be forged.
            return Ok(Completion::Unproven("an unsigned decline"));
        }
        let Some((card, payer)) = self.gateway.find_card(field("data_key")).await? else {
            return Ok(Completion::Unproven("a card unknown to the vault"));
        };
        if payer != setup.payer {
            return Ok(Completion::Unproven("another site's or customer's card"));
        }
        Ok(Completion::Vaulted(card))
    }
}

impl Processor for MonerisDeprecated {
    /// The form opens the page by itself, so no call is needed.
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>> {
        let session = setup.reference.clone();
        Box::pin(async { Ok(BegunSetup { session, ticket: None }) })
    }

    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>> {
        Box::pin(self.complete(setup, returned))
    }

    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome> {
        self.gateway.charge(charge)
    }

    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome> {
        self.gateway.reverse(reversal)
    }

    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found> {
        self.gateway.look_up_reversal(reversal)
    }

    fn delete_token<'a>(&'a self, token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>> {
        self.gateway.delete_token(token)
    }

    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found> {
        self.gateway.look_up(charge)
    }

    fn look_up_reversed<'a>(&'a self, charge: &'a Captured, now: Timestamp) -> BoxFuture<'a, Reversed> {
        self.gateway.look_up_reversed(charge, now)
    }

    fn form(&self, setup: &OpenSetup, _now: Timestamp) -> Form {
        Form::Post {
            origin: self.origin.clone(),
            action: format!("{}/HPPDP/index.php", self.origin),
            fields: vec![
                ("res_id", self.res_id.clone()),
                ("res_key", self.res_key.expose_secret().to_owned()),
                // SSL-enabled merchant.
                ("cc_crypt_type", "7".to_owned()),
                ("cust_id", setup.payer.clone()),
                ("rvar_reference", setup.reference.clone()),
                ("rvar_return_url", setup.return_url.clone()),
            ],
        }
    }

    /// Documented as a page that the browser is sent to. Framing isn't mentioned.
    fn may_be_framed(&self) -> bool {
        false
    }

    fn reference_in<'a>(&self, returned: &'a Returned) -> Option<&'a str> {
        returned.get("rvar_reference").map(String::as_str)
    }

    fn public_settings(&self) -> Map<String, Value> {
        self.gateway.public_settings()
    }
}
