//! Payment processor of a site: declared in its manifest, sealed in its file, and an adapter in memory.

use std::sync::Arc;
use std::time::Duration;

use platform::db::TenantRead;
use platform::keys::{Purpose, SiteKeys};
use platform::money::Currency;
use platform::tenancy::Site;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::adapter::EndpointSet;
use super::error::{PaymentError, ProcessorError};
use super::exacthosted::{self, Exacthosted, ExacthostedSettings};
use super::moneris::{self, Moneris, MonerisSettings};
use super::moneris_deprecated::{MonerisDeprecated, MonerisDeprecatedSettings};
use super::processor::Processor;
use super::store::{self, accounts};
use super::worldpay::{self, IpsSettings, OpenedBy, Worldpay, WorldpaySettings};
use crate::error::Fault;
use crate::tenant::Tenant;

/// Timeout of requests to processors.
pub const LONGEST_CALL: Duration = Duration::from_secs(40);

const SETTINGS: Purpose = Purpose("settings");

/// Context of the sealed settings; the key is the site's own.
const PLACE: &str = "payments_processor/settings";

/// Payment processor, as declared in a manifest.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
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
    fn parts(&self) -> (&'static str, EndpointSet, serde_json::Result<Vec<u8>>) {
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

/// Public settings. All others never leave the server.
const SHOWN: [&str; 11] = [
    "storeId",
    "checkoutId",
    "resId",
    "cardAmount",
    "xLogin",
    "hash",
    "gatewayId",
    "accountId",
    "acceptorId",
    "applicationId",
    "terminalId",
];

/// Public settings only.
pub(super) fn shown(mut settings: Map<String, Value>) -> Map<String, Value> {
    settings.retain(|name, _| SHOWN.contains(&name.as_str()));
    settings
}

/// Entered settings with the stored secrets that weren't entered.
pub(super) fn with_kept_secrets(mut typed: Map<String, Value>, kept: Map<String, Value>) -> Map<String, Value> {
    for (name, secret) in kept {
        let left_out = typed.get(&name).is_none_or(|value| value == "");
        if left_out && !SHOWN.contains(&name.as_str()) {
            typed.insert(name, secret);
        }
    }
    typed
}

/// Settings in a row, if they belong to this site.
pub(super) fn stored(keys: &SiteKeys, row: &store::ProcessorRow) -> Option<Map<String, Value>> {
    let settings = keys.open(SETTINGS, PLACE, &row.settings_sealed).ok()?;
    serde_json::from_slice(&settings).ok()
}

/// Whether a row equals `manifest`.
pub(super) fn says(keys: &SiteKeys, row: &store::ProcessorRow, manifest: &ProcessorManifest) -> bool {
    let (name, endpoints, settings) = manifest.parts();
    let settings = settings.and_then(|settings| serde_json::from_slice(&settings)).ok();
    row.name == name && row.endpoints == endpoints.into_str() && settings.is_some() && stored(keys, row) == settings
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

/// The setting that identifies the processor's merchant account.
pub(super) fn merchant_id_field(processor: &str) -> Option<&'static str> {
    match processor {
        "moneris" | "moneris_deprecated" => Some("storeId"),
        exacthosted::NAME => Some("gatewayId"),
        "worldpay" | "ips" => Some("accountId"),
        _ => None,
    }
}

/// Settings as stored in a row.
pub(super) fn sealed(keys: &SiteKeys, manifest: &ProcessorManifest) -> Result<Vec<u8>, sqlx::Error> {
    let (_, _, settings) = manifest.parts();
    let settings = settings.map_err(|error| sqlx::Error::Encode(error.into()))?;
    Ok(keys.seal(SETTINGS, PLACE, &settings))
}

/// HTTP clients for processors, one per process.
pub struct Processors {
    client: reqwest::Client,
    stub: Option<String>,
    stand_in: Option<Arc<dyn Processor>>,
}

impl Processors {
    /// `stub` is the address of the processor stub, if any; `stand_in` replaces every site's processor.
    ///
    /// # Errors
    /// The HTTP client can't be built.
    pub fn new(stub: Option<String>, stand_in: Option<Arc<dyn Processor>>) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            // A processor that redirects elsewhere isn't one of ours.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(3))
            .timeout(LONGEST_CALL)
            .pool_idle_timeout(Duration::from_secs(20))
            .build()?;
        Ok(Self { client, stub, stand_in })
    }

    pub(super) fn adapter(&self, site: &Site, row: &store::ProcessorRow) -> Option<Arc<dyn Processor>> {
        if let Some(stand_in) = &self.stand_in {
            return Some(Arc::clone(stand_in));
        }
        let set = row.endpoints.parse::<EndpointSet>().ok()?;
        if !set.may_be_used(site.environment.production) {
            tracing::error!(site.id = %site.id, endpoints = set.into_str(),
                "a site uses processor endpoints that its environment doesn't allow");
            return None;
        }
        let settings = match site.keys.open(SETTINGS, PLACE, &row.settings_sealed) {
            Ok(settings) => settings,
            Err(error) => {
                tracing::error!(site.id = %site.id, %error, "can't decrypt a processor's settings");
                return None;
            }
        };
        self.made_of(&row.name, set, &settings)
    }

    /// Adapter for settings that aren't stored.
    pub(super) fn of_manifest(&self, site: &Site, manifest: &ProcessorManifest) -> Option<Arc<dyn Processor>> {
        let (name, set, settings) = manifest.parts();
        if !set.may_be_used(site.environment.production) {
            return None;
        }
        self.made_of(name, set, &settings.ok()?)
    }

    fn made_of(&self, name: &str, set: EndpointSet, read: &[u8]) -> Option<Arc<dyn Processor>> {
        let (client, stub) = (self.client.clone(), self.stub.as_deref());
        // Settings with another format than the name suggests come from a newer build.
        let adapter: Arc<dyn Processor> = match name {
            "moneris" => Arc::new(Moneris::new(client, set, stub, serde_json::from_slice(read).ok()?)?),
            "moneris_deprecated" => Arc::new(MonerisDeprecated::new(
                client,
                set,
                stub,
                serde_json::from_slice(read).ok()?,
            )?),
            exacthosted::NAME => Arc::new(Exacthosted::new(client, set, stub, serde_json::from_slice(read).ok()?)?),
            "worldpay" => {
                let settings = serde_json::from_slice(read).ok()?;
                Arc::new(Worldpay::new(client, set, stub, OpenedBy::Express, settings)?)
            }
            "ips" => {
                let settings: IpsSettings = serde_json::from_slice(read).ok()?;
                let license = settings.license.clone().map(Into::into);
                let opened_by = OpenedBy::Bridge { license };
                Arc::new(Worldpay::new(client, set, stub, opened_by, settings.account())?)
            }
            _ => return None,
        };
        Some(adapter)
    }
}

/// A merchant account of a site at a processor.
pub struct SiteProcessor {
    /// Name of the processor in manifests.
    pub name: String,
    pub(super) account_id: i64,
    pub(super) adapter: Arc<dyn Processor>,
}

/// A merchant account in rows and jobs.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccountRef<'a> {
    pub(super) id: i64,
    /// Name as in manifests.
    pub(super) processor: &'a str,
}

impl SiteProcessor {
    pub(super) fn account(&self) -> AccountRef<'_> {
        AccountRef {
            id: self.account_id,
            processor: &self.name,
        }
    }
}

/// Whether the processor settings in a database were encrypted with `keys`. A site's settings are encrypted with its
/// own keys only.
pub async fn are_sealed_with(db: &mut TenantRead, keys: &SiteKeys) -> bool {
    let row = store::find_processor(db).await;
    row.ok()
        .flatten()
        .is_some_and(|row| keys.open(SETTINGS, PLACE, &row.settings_sealed).is_ok())
}

/// The merchant account in use, cached while its settings stay the same.
///
/// # Errors
/// [`PaymentError::NoProcessor`] if the site has none that this build knows.
pub async fn processor_of(tenant: &Tenant) -> Result<Arc<SiteProcessor>, PaymentError> {
    let loaded = tenant
        .cached("payments-processor", "", || async {
            let row = store::find_processor(&mut tenant.read().await?).await?;
            load(tenant, row)
        })
        .await?;
    loaded.as_ref().clone().ok_or(PaymentError::NoProcessor)
}

/// A merchant account of the site: the one in use, or a previous one whose credentials are still stored.
///
/// # Errors
/// [`PaymentError::LeftProcessor`] after they are deleted.
pub(super) async fn processor_at(tenant: &Tenant, account_id: i64) -> Result<Arc<SiteProcessor>, PaymentError> {
    let loaded = tenant
        .cached("payments-account", &account_id.to_string(), || async {
            let account = accounts::find(&mut tenant.read().await?, account_id).await?;
            let row = account.and_then(|account| {
                Some(store::ProcessorRow {
                    name: account.processor,
                    endpoints: account.endpoints?,
                    settings_sealed: account.settings_sealed?,
                    account_id,
                })
            });
            load(tenant, row)
        })
        .await?;
    loaded.as_ref().clone().ok_or(PaymentError::LeftProcessor)
}

fn load(tenant: &Tenant, row: Option<store::ProcessorRow>) -> Result<(Option<Arc<SiteProcessor>>, u32), Fault> {
    let processors = tenant.runtime.state::<Arc<Processors>>()?;
    let processor = row.and_then(|row| {
        let adapter = processors.adapter(&tenant.site, &row)?;
        Some(Arc::new(SiteProcessor {
            name: row.name,
            account_id: row.account_id,
            adapter,
        }))
    });
    Ok((processor, 1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(name: &str, settings: &Value) -> Option<String> {
        let manifest = json!({"name": name, "endpoints": "stub", "settings": settings});
        serde_json::from_value::<ProcessorManifest>(manifest).unwrap().mistake()
    }

    #[test]
    fn each_setting_has_a_value() {
        for (name, fields) in [
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
        ] {
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
    fn a_card_is_verified_with_a_small_amount() {
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
