//! Settings of a site's payment processor, sealed in its file.

use platform::db::TenantRead;
use platform::keys::{Purpose, SiteKeys};
use serde_json::{Map, Value};

use super::exacthosted;
use super::processor_manifest::ProcessorManifest;
use super::store;

pub(super) const SETTINGS: Purpose = Purpose("settings");

/// Context of the sealed settings; the key is the site's own.
pub(super) const PLACE: &str = "payments_processor/settings";

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

/// Whether the processor settings in a database were encrypted with `keys`, or it has none. A site's settings are
/// encrypted with its own keys only.
pub async fn are_sealed_with(db: &mut TenantRead, keys: &SiteKeys) -> bool {
    let row = store::find_processor(db).await;
    row.is_ok_and(|row| row.is_none_or(|row| keys.open(SETTINGS, PLACE, &row.settings_sealed).is_ok()))
}
