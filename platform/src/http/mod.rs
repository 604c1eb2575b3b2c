//! Conventions of the HTTP interface: one envelope, typed errors and request IDs.

pub mod certificates;
mod client_address;
mod envelope;
mod error;
mod json;
mod limits;
mod named;
pub mod outgoing;
mod places;
mod request_id;
pub(crate) mod table;
mod text;

pub use client_address::{ClientAddress, InvalidProxy, TrustedProxies};
pub use envelope::{Answer, Envelope, envelope_bytes, replay};
pub use error::{ApiError, Code, Failure};
pub use json::{Json, Path, Query, explain, json_body, parse_json};
pub use limits::{LimitClass, Limiter, Limits};
pub use places::{AddressPlace, AddressPlaces, Place, Places};
pub use table::{Rows, WantsTable, small_table, table, wants_table};
pub use text::{Catalogue, Text};
