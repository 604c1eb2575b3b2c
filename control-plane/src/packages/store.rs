//! SQL of packages.

use jiff::Timestamp;
use platform::ids::SiteId;

use super::{AppIds, Signers};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::parsed;

/// IDs and signing identities of a site's apps, if entered.
pub async fn find(db: &mut ControlConn, site: SiteId) -> Result<Option<(AppIds, Signers)>, sqlx::Error> {
    let site = site.to_string();
    let row = sqlx::query!(
        "SELECT bundle_id, application_id, apple_team_id, android_fingerprints FROM site_packages WHERE site_id = $1",
        site
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        let fingerprints: serde_json::Value = parsed("site_packages.android_fingerprints", &row.android_fingerprints)?;
        let fingerprints = serde_json::from_value(fingerprints).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let ids = AppIds {
            bundle_id: row.bundle_id,
            application_id: row.application_id,
        };
        let signers = Signers {
            apple_team_id: row.apple_team_id,
            android_fingerprints: fingerprints,
        };
        Ok((ids, signers))
    })
    .transpose()
}

/// Saves the signing identities of a site's apps. Existing IDs stay.
pub async fn save(
    db: &mut ControlWrite,
    site: SiteId,
    ids: &AppIds,
    signers: &Signers,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (site, now) = (site.to_string(), now.as_millisecond());
    let fingerprints = serde_json::json!(signers.android_fingerprints).to_string();
    sqlx::query!(
        "INSERT INTO site_packages (site_id, bundle_id, application_id, apple_team_id, android_fingerprints, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (site_id) DO UPDATE
         SET apple_team_id = excluded.apple_team_id, android_fingerprints = excluded.android_fingerprints,
             changed_at = excluded.changed_at",
        site,
        ids.bundle_id,
        ids.application_id,
        signers.apple_team_id,
        fingerprints,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
