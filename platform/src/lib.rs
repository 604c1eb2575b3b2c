//! Mechanisms of any multi-tenant service: tenant databases, background jobs, keys, email and HTTP conventions. It
//! knows nothing about the tenants' business.
// They panic when no one reads the stream.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod audit;
pub mod auth;
pub mod causes;
pub mod clock;
pub mod config;
pub mod db;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub mod keys;
pub mod mail;
pub mod money;
pub mod push;
pub mod quota;
pub mod random;
pub mod sandbox;
pub mod sheet;
pub mod storage;
pub mod telemetry;
pub mod tenancy;
pub mod text;
mod turns;
