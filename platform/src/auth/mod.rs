//! Authentication: passwords and signed access tokens. Authorisation is decided elsewhere.

pub mod access;
pub mod password;
mod turns;
