//! The one check before money moves: a held site moves none, and of several copies of a site only the newest does.

use platform::db::TenantRead;
use platform::tenancy::epoch_of;

use crate::tenant::TenantContext;

/// Reason why a site may not move money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the site is held until an operator releases it")]
    Held,
    #[error("the file has epoch {file}, but the site's newest copy has {newest}")]
    OldCopy { file: i64, newest: i64 },
}

/// Reason why `tenant` must not move money now, if any. Called within the transaction that stores the intent.
pub(super) async fn refusal(db: &mut TenantRead, tenant: &TenantContext) -> Result<Option<Refusal>, sqlx::Error> {
    if tenant.is_held() {
        return Ok(Some(Refusal::Held));
    }
    let (file, newest) = (epoch_of(db).await?, tenant.site.epoch);
    Ok((file != newest).then_some(Refusal::OldCopy { file, newest }))
}
