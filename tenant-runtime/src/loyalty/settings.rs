//! Current loyalty settings of the merchant.

use std::sync::Arc;

use platform::db::TenantRead;

use super::rules::LoyaltySettings;
use super::store;
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

/// The current settings, parsed once per version.
pub(super) async fn in_force(tenant: &Tenant) -> Result<Arc<LoyaltySettings>, Fault> {
    let load = || async { Ok((stored(&mut tenant.read().await?).await?, 512)) };
    tenant.cached("loyalty-settings", "", load).await
}

/// The same for callers that hold a connection.
pub(super) async fn within(tenant: &TenantContext, db: &mut TenantRead) -> Result<Arc<LoyaltySettings>, Fault> {
    match tenant.kept("loyalty-settings", "").await {
        Some(settings) => Ok(settings),
        None => Ok(Arc::new(stored(db).await?)),
    }
}

/// The settings as they are kept.
pub(super) async fn stored(db: &mut TenantRead) -> Result<LoyaltySettings, Fault> {
    match store::settings(db).await? {
        Some(json) => serde_json::from_str(&json).map_err(Fault::internal),
        None => Ok(LoyaltySettings::default()),
    }
}
