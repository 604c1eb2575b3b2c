//! Payment processor and its settings, as declared in a manifest.

use platform::money::Currency;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::VariantNames;
use utoipa::ToSchema;

use super::adapter::EndpointSet;
use super::error::ProcessorError;
use super::exacthosted::{self, ExacthostedSettings};
use super::moneris::{self, MonerisSettings};
use super::moneris_deprecated::MonerisDeprecatedSettings;
use super::worldpay::{self, IpsSettings, WorldpaySettings};

/// Payment processor, as declared in a manifest.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProcessorManifest {
    Moneris {
        endpoints: EndpointSet,
        settings: MonerisSettings,
    },
    MonerisDeprecated {
        endpoints: EndpointSet,
        settings: MonerisDeprecatedSettings,
    },
    Exacthosted {
        endpoints: EndpointSet,
        settings: ExacthostedSettings,
    },
    Worldpay {
        endpoints: EndpointSet,
        settings: WorldpaySettings,
    },
    /// Experimental.
    Ips {
        endpoints: EndpointSet,
        settings: IpsSettings,
    },
}

impl ProcessorManifest {
    pub(super) fn parts(&self) -> (&'static str, EndpointSet, serde_json::Result<Vec<u8>>) {
        match self {
            Self::Moneris { endpoints, settings } => ("moneris", *endpoints, serde_json::to_vec(settings)),
            Self::MonerisDeprecated { endpoints, settings } => {
                ("moneris_deprecated", *endpoints, serde_json::to_vec(settings))
            }
            Self::Exacthosted { endpoints, settings } => (exacthosted::NAME, *endpoints, serde_json::to_vec(settings)),
            Self::Worldpay { endpoints, settings } => ("worldpay", *endpoints, serde_json::to_vec(settings)),
            Self::Ips { endpoints, settings } => ("ips", *endpoints, serde_json::to_vec(settings)),
        }
    }

    /// The merchant account of the credentials.
    pub(super) fn identity(&self) -> AccountIdentity {
        let merchant_id = match self {
            Self::Moneris { settings, .. } => &settings.store_id,
            Self::MonerisDeprecated { settings, .. } => &settings.store_id,
            Self::Exacthosted { settings, .. } => &settings.gateway_id,
            Self::Worldpay { settings, .. } => &settings.account_id,
            Self::Ips { settings, .. } => &settings.account_id,
        };
        AccountIdentity {
            processor: self.name().to_owned(),
            endpoints: self.endpoints().to_owned(),
            merchant_id: merchant_id.trim().to_owned(),
        }
    }

    /// Name as in manifests.
    pub(super) fn name(&self) -> &'static str {
        self.parts().0
    }

    /// Currencies (ISO 4217) of merchant accounts at the processor. `None`: not known. The test processor accepts all.
    pub(super) fn currencies(&self) -> Option<&'static [&'static str]> {
        match self {
            _ if self.parts().1 == EndpointSet::Stub => None,
            Self::Moneris { .. } | Self::MonerisDeprecated { .. } => Some(&moneris::CURRENCIES),
            Self::Exacthosted { .. } => Some(&exacthosted::CURRENCIES),
            Self::Worldpay { .. } => Some(&worldpay::CURRENCIES),
            Self::Ips { .. } => None,
        }
    }

    /// Whether the processor supports `currency`.
    pub(super) fn support_of(&self, currency: Currency) -> CurrencySupport {
        match self.currencies() {
            None => CurrencySupport::Unknown,
            Some(currencies) if currencies.contains(&currency.code()) => CurrencySupport::Supported,
            Some(_) => CurrencySupport::Unsupported,
        }
    }

    /// `production`, `sandbox` or `stub`.
    pub(super) fn endpoints(&self) -> &'static str {
        self.parts().1.into_str()
    }

    /// Whether a site in such an environment may use its endpoints.
    pub(super) fn may_be_used(&self, production: bool) -> bool {
        self.parts().1.may_be_used(production)
    }

    /// Entered settings.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub(super) fn typed(name: &str, endpoints: &str, settings: Map<String, Value>) -> Result<Self, ProcessorError> {
        let typed = json!({ "name": name, "endpoints": endpoints, "settings": settings });
        let manifest: Self =
            serde_json::from_value(typed).map_err(|error| ProcessorError::Field(field_of(name, &error.to_string())))?;
        match manifest.mistake() {
            Some(mistake) => Err(ProcessorError::Field(
                mistake.split(' ').next().unwrap_or_default().to_owned(),
            )),
            None => Ok(manifest),
        }
    }

    /// The first invalid setting, as text.
    pub(super) fn mistake(&self) -> Option<String> {
        match self {
            Self::Moneris { settings, .. } => settings.mistake(),
            Self::MonerisDeprecated { settings, .. } => settings.mistake(),
            Self::Exacthosted { settings, .. } => settings.mistake(),
            Self::Worldpay { settings, .. } => settings.mistake(),
            Self::Ips { settings, .. } => settings.mistake(),
        }
    }
}

/// Identity of a merchant account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AccountIdentity {
    /// Name as in manifests.
    pub(super) processor: String,
    /// `production`, `sandbox` or `stub`.
    pub(super) endpoints: String,
    /// Store, gateway or account ID at the processor.
    pub(super) merchant_id: String,
}

/// Whether a processor supports a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CurrencySupport {
    Supported,
    Unsupported,
    /// The processor's documentation doesn't say.
    Unknown,
}

/// The field of a parser error, which names what is missing or unknown in backticks.
fn field_of(processor: &str, words: &str) -> String {
    let named = words.split('`').nth(1).unwrap_or_default();
    if words.starts_with("unknown variant") {
        if named == processor { "name" } else { "endpoints" }.to_owned()
    } else if named.is_empty() {
        "settings".to_owned()
    } else {
        format!("settings.{named}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::settings::{merchant_id_field, shown};

    fn mistake(name: &str, settings: &Value) -> Option<String> {
        let manifest = json!({"name": name, "endpoints": "stub", "settings": settings});
        serde_json::from_value::<ProcessorManifest>(manifest).unwrap().mistake()
    }

    #[test]
    fn each_setting_is_required() {
        let required = [
            ("moneris", &["storeId", "apiToken", "checkoutId"][..]),
            ("moneris_deprecated", &["storeId", "apiToken", "resId", "resKey"]),
            (
                "exacthosted",
                &["xLogin", "transactionKey", "responseKey", "gatewayId", "password"],
            ),
            (
                "worldpay",
                &["accountId", "accountToken", "acceptorId", "applicationId"],
            ),
            ("ips", &["accountId", "accountToken", "acceptorId", "applicationId"]),
        ];
        assert_eq!(required.map(|(name, _)| name), ProcessorManifest::VARIANTS);
        for (name, fields) in required {
            let settings: Value = fields
                .iter()
                .map(|field| ((*field).to_owned(), json!("1013")))
                .collect();
            assert_eq!(mistake(name, &settings), None);
            for field in fields {
                let mut settings = settings.clone();
                settings[field] = json!(" ");
                assert_eq!(
                    mistake(name, &settings),
                    Some(format!("settings.{field} is empty")),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn merchant_account_is_identified_by_a_public_setting() {
        for name in ProcessorManifest::VARIANTS {
            let field = merchant_id_field(name).unwrap();
            let settings = Map::from_iter([(field.to_owned(), json!("1013"))]);
            assert_eq!(shown(settings.clone()), settings, "{name}");
        }
    }

    #[test]
    fn card_verification_amount_is_small() {
        let moneris = json!({"storeId": "store5", "apiToken": "yesguy", "checkoutId": "chkt1"});
        let exacthosted =
            json!({"xLogin": "1", "transactionKey": "1", "responseKey": "1", "gatewayId": "1", "password": "1"});
        for (name, settings, good, odd) in [
            ("moneris", moneris, [0, 10_000], [-1, 10_001]),
            ("exacthosted", exacthosted, [1, 10_000], [0, 10_001]),
        ] {
            let of = |amount: i64| {
                let mut settings = settings.clone();
                settings["cardAmount"] = json!(amount);
                mistake(name, &settings)
            };
            assert_eq!(good.map(of), [None, None], "{name}");
            assert!(odd.map(of).iter().all(Option::is_some), "{name}");
        }
    }
}
