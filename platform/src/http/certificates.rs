//! CA certificates of the machine, which every client of another server needs.

use std::fmt::Display;

/// Message for a machine without them. Clients only say that they can't be built.
pub const NO_CERTIFICATES: &str =
    "this machine has no CA certificates; install the package ca-certificates, or set SSL_CERT_FILE";

/// Whether this machine has no CA certificates. Reading them takes a while, so ask only after a failure.
pub(crate) fn are_missing() -> bool {
    rustls_native_certs::load_native_certs().certs.is_empty()
}

/// Reason why a client of other servers can't be created.
pub fn client_problem(error: &dyn Display) -> String {
    if are_missing() {
        NO_CERTIFICATES.to_owned()
    } else {
        format!("can't create the HTTP client: {error}")
    }
}
