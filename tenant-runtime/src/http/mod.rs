//! The table of routes and the gate before each of them.

mod body;
mod describe;
mod gate;
mod idempotent;
mod policy;
mod rendered;
mod routes;

pub use gate::{InFlight, Reached, client_address, reach, request_span};
pub use idempotent::{Idempotency, IdempotentJson, in_progress};
pub use policy::{AppKey, Caller, Captcha, HostKind, Policy, limits};
pub use rendered::{Rendered, not_modified};
pub use routes::{API_BASE, Mounted, RouteEntry, Routes};
