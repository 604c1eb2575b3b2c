//! Proving who somebody is: passwords and signed access tokens. Who may do what is decided elsewhere.

pub mod access;
pub mod password;
mod turns;
