//! A site's processor: an adapter in memory for the stored settings.

use std::sync::Arc;
use std::time::Duration;

use platform::tenancy::Site;
use strum::VariantNames;

use super::adapter::EndpointSet;
use super::error::PaymentError;
use super::exacthosted::{self, Exacthosted};
use super::moneris::Moneris;
use super::moneris_deprecated::MonerisDeprecated;
use super::processor::Processor;
use super::processor_manifest::ProcessorManifest;
use super::rules::CHARGE_OUTCOMES;
use super::settings::{PLACE, SETTINGS};
use super::store::{self, accounts};
use super::worldpay::{IpsSettings, OpenedBy, Worldpay};
use crate::error::Fault;
use crate::tenant::Tenant;

/// Timeout of requests to processors.
pub const LONGEST_CALL: Duration = Duration::from_secs(40);

/// HTTP clients for processors, one per process.
pub struct Processors {
    client: reqwest::Client,
    stub: Option<String>,
    stand_in: Option<Arc<dyn Processor>>,
}

/// Creates the counters of charges and of orders that need review at zero, so that the first one is already an increase.
pub fn create_counters() {
    for &processor in ProcessorManifest::VARIANTS {
        for outcome in CHARGE_OUTCOMES {
            metrics::counter!("suds_charges_total", "processor" => processor, "outcome" => outcome).increment(0);
        }
        metrics::counter!("suds_orders_waiting_total", "processor" => processor).increment(0);
    }
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
