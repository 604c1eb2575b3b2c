//! What a site tells its customers, and by which way.

pub mod allowance;
mod error;
pub mod inbox;
pub mod mail;
