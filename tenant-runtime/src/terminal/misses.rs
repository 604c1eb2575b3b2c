//! Invalid codes and card numbers. A terminal that sends too many is blocked for a while (docs/RULES.md#limits).

use jiff::SignedDuration;
use platform::db::TenantRead;
use platform::quota::{self, Quota};

use super::error::TerminalError;
use crate::http::Terminal;
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::CodeRefusal;

const MISSES: Quota = Quota {
    name: "terminal_misses",
    count: 10,
    per: SignedDuration::from_secs(60),
};

/// # Errors
/// [`TerminalError::TooManyMisses`] while `terminal` is not listened to.
pub(super) async fn check(
    db: &mut TenantRead,
    tenant: &TenantContext,
    terminal: &Terminal,
) -> Result<(), TerminalError> {
    let wait = quota::used_up(db, misses(tenant), &terminal.id, tenant.now()).await?;
    wait.map_or(Ok(()), |wait| Err(TerminalError::TooManyMisses(wait)))
}

/// Returns `result` unchanged. Counts an invalid code in a separate transaction, because the failed request stores
/// nothing.
///
/// # Errors
/// Those of `result`.
pub(super) async fn counted<T>(
    tenant: &Tenant,
    terminal: &Terminal,
    result: Result<T, TerminalError>,
) -> Result<T, TerminalError> {
    if let Err(
        TerminalError::Code(CodeRefusal::Mistyped | CodeRefusal::Unknown)
        | TerminalError::CardNumber(_)
        | TerminalError::NoSuchCard,
    ) = &result
    {
        let mut db = tenant.write().await?;
        // One that arrived together with the last allowed one is rejected here, with the reason from there.
        let _ = quota::take(&mut db, misses(tenant), &terminal.id, tenant.now()).await?;
        db.commit().await?;
    }
    result
}

fn misses(tenant: &TenantContext) -> Quota {
    MISSES.times(tenant.runtime.limits.scale())
}
