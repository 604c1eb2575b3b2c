//! Types for HTTP handlers: routes with their policies, callers, requests and responses.

mod bearer;
mod carried;
mod client_name;
mod describe;
mod device_key;
mod endpoint;
mod file;
mod idempotent;
mod person;
mod policy;
mod rendered;
mod request_headers;
mod routes;
mod staff;
mod terminal;
mod unknown_site;
mod version;

pub use crate::routes;
pub use bearer::bearer;
pub use carried::carry_through;
pub use client_name::client_name;
pub use device_key::{DeviceKey, LoggedIn, NewDeviceKey};
pub use endpoint::described;
pub use file::UploadedFile;
pub(crate) use idempotent::repeatable;
pub use idempotent::{ClaimError, Idempotency, IdempotentJson, NamesTransaction, TransactionJson, in_progress};
pub use person::{Person, Role, authorise, demand_password};
pub use policy::{AppKey, Caller, Captcha, HostKind, Policy, WhileClosed, limits};
pub use rendered::{Rendered, not_modified};
pub use request_headers::{accepts, wants_html};
pub use routes::{API_BASE, RouteEntry, Routes};
pub(crate) use routes::{RouteTemplate, whole};
pub use staff::{Staff, StaffRegister, StaffRole, StaffSetup};
pub use terminal::Terminal;
pub use unknown_site::unknown_site;
pub use version::{Stale, Version, Versioned};
