//! Litestream: a separate program that copies databases continuously to an object store or a folder. This module generates its
//! configuration, and gets a database as it was at a point in time.

mod config;
mod restore;

pub use config::{Replica, ReplicatedDatabase, databases, yaml};
pub use restore::LitestreamError;
pub(crate) use restore::copy_at;
