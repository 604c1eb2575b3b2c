//! A merchant's manifest: `tenants/<name>/site.json` and `images/`. Separate from the process's configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::declared;
use super::position::{self, Position};
use super::source::Source;
use crate::catalog::{LocationManifest, ProductManifest};
use crate::fields::email;
use crate::identity::CaptchaManifest;
use crate::offers::manifest::OfferManifest;
use crate::payments::ProcessorManifest;
use crate::site::config::SiteConfig;
use crate::site::{Merchant, Support, TypedMapKeys};

/// Content of `site.json`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Manifest {
    #[serde(rename = "$schema", default, skip_serializing)]
    pub schema: Option<String>,
    /// Site config, without values set by the server; images as `images/<file>`.
    #[schemars(with = "SiteConfig")]
    pub site_config: Map<String, Value>,
    pub merchant: MerchantManifest,
    /// Processor with the merchant's own credentials. Without one, the site takes no card payments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<ProcessorManifest>,
    #[schemars(length(min = 1))]
    pub locations: Vec<LocationManifest>,
    pub products: Vec<ProductManifest>,
    #[serde(default)]
    pub deals: Vec<OfferManifest>,
    #[serde(default)]
    pub promo_codes: Vec<OfferManifest>,
    /// Tax rates by destination state code, in parts per million. Other shipments use the rate of the purchase
    /// location.
    #[serde(default)]
    pub ship_to_taxes: BTreeMap<String, i64>,
    /// Cancellation survey; empty for none.
    #[serde(default)]
    pub leaving_survey: Vec<String>,
    /// Captcha provider. Default: the built-in puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha: Option<CaptchaManifest>,
    /// Merchant's own map keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_keys: Option<TypedMapKeys>,
    /// Whether the shop is open to the public from the start.
    #[serde(default = "open_from_start")]
    pub open: bool,
    /// Source of the manifest.
    #[serde(skip)]
    #[schemars(skip)]
    pub source: Source,
    /// The original text, to report the position of errors.
    #[serde(skip)]
    #[schemars(skip)]
    text: String,
}

/// Public information about the merchant. Texts are HTML and are sanitized before they are stored.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MerchantManifest {
    pub support_email: String,
    pub support_phone: String,
    #[serde(default)]
    pub support_faqs: String,
    #[serde(default)]
    pub terms: String,
    #[serde(default)]
    pub privacy_policy: String,
    #[serde(default, rename = "WCTerms")]
    pub wash_club_terms: String,
    /// Points per referral. Default: 1000.
    #[serde(default = "default_referral_points")]
    pub referral_points: i64,
}

const fn open_from_start() -> bool {
    true
}

fn default_referral_points() -> i64 {
    1000
}

impl Default for MerchantManifest {
    fn default() -> Self {
        Self {
            support_email: String::new(),
            support_phone: String::new(),
            support_faqs: String::new(),
            terms: String::new(),
            privacy_policy: String::new(),
            wash_club_terms: String::new(),
            referral_points: default_referral_points(),
        }
    }
}

impl From<MerchantManifest> for Merchant {
    fn from(declared: MerchantManifest) -> Self {
        Self {
            wash_club_terms: declared.wash_club_terms,
            terms: declared.terms,
            privacy_policy: declared.privacy_policy,
            support: Support {
                support_email: declared.support_email,
                support_phone: declared.support_phone,
                support_faqs: declared.support_faqs,
            },
            referral_points: declared.referral_points,
        }
    }
}

/// Problem in a merchant's folder. Names the file and the position.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}: {place}: {message}{}", path.display(), at.map_or_else(String::new, |at| format!(" at {at}")))]
    Invalid {
        path: PathBuf,
        place: String,
        message: String,
        /// Position in the file, if the message doesn't include it.
        at: Option<Position>,
    },
}

impl Manifest {
    /// Reads `folder/site.json`.
    ///
    /// # Errors
    /// [`ManifestError`], in one line.
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join("site.json");
        let text = std::fs::read_to_string(&path).map_err(|source| ManifestError::Unreadable {
            path: path.clone(),
            source,
        })?;
        // The parser's own messages include the position.
        let unread = |place: &str, message: String| ManifestError::Invalid {
            path: path.clone(),
            place: place.to_owned(),
            message,
            at: None,
        };
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        let mut manifest: Self = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let place = match error.path().to_string() {
                place if place == "." => "the JSON".to_owned(),
                place => place,
            };
            unread(&place, error.inner().to_string())
        })?;
        deserializer
            .end()
            .map_err(|error| unread("the JSON", error.to_string()))?;
        manifest.text = text;
        manifest.source = Source::Folder(folder.to_owned());
        declared::check(&manifest.site_config).map_err(|(place, message)| manifest.mistake(place, message))?;
        email(&manifest.merchant.support_email)
            .map_err(|message| manifest.mistake("merchant.supportEmail", message))?;
        if manifest.locations.is_empty() {
            return Err(manifest.mistake("locations", "add at least one location"));
        }
        Ok(manifest)
    }

    /// Manifest with only a site config, for a site whose other parts follow later.
    ///
    /// # Errors
    /// [`ManifestError`] if the config is invalid.
    pub fn of_config(site_config: Map<String, Value>, source: Source) -> Result<Self, ManifestError> {
        let manifest = Self {
            schema: None,
            site_config,
            merchant: MerchantManifest::default(),
            processor: None,
            locations: Vec::new(),
            products: Vec::new(),
            deals: Vec::new(),
            promo_codes: Vec::new(),
            ship_to_taxes: BTreeMap::new(),
            leaving_survey: Vec::new(),
            captcha: None,
            map_keys: None,
            open: false,
            source,
            text: String::new(),
        };
        declared::check(&manifest.site_config).map_err(|(place, message)| manifest.mistake(place, message))?;
        Ok(manifest)
    }

    /// The error at `place`, such as `locations[0].name`.
    pub(super) fn mistake(&self, place: impl Into<String>, message: impl Into<String>) -> ManifestError {
        let place = place.into();
        ManifestError::Invalid {
            path: self.source.path(),
            at: position::of(&self.text, &place),
            place,
            message: message.into(),
        }
    }
}
