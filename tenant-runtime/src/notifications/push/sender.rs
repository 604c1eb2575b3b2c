//! Sender of push messages to browsers.

use platform::push::ApplicationServer;

use crate::error::Fault;
use crate::tenant::Tenant;

/// The site's key pair. Operators of push services find the contact at the site's own URL.
///
/// # Errors
/// The cryptography fails.
pub(super) fn of(tenant: &Tenant) -> Result<ApplicationServer, Fault> {
    ApplicationServer::of(tenant.keys(), tenant.origin()).map_err(Fault::internal)
}
