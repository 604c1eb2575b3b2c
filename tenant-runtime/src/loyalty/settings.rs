//! What the merchant decides about points, as it is in force.

use std::sync::Arc;

use super::rules::LoyaltySettings;
use super::store;
use crate::error::Fault;
use crate::tenant::Tenant;

/// The settings in force, parsed once per version.
pub(super) async fn in_force(tenant: &Tenant) -> Result<Arc<LoyaltySettings>, Fault> {
    let load = || async {
        let kept = store::settings(&mut tenant.read().await?).await?;
        let settings = match kept {
            Some(json) => serde_json::from_str(&json).map_err(Fault::internal)?,
            None => LoyaltySettings::default(),
        };
        Ok((settings, 512))
    };
    tenant.cached("loyalty-settings", "", load).await
}
