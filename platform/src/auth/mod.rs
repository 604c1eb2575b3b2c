//! Authentication: passwords, two-factor authentication and signed access tokens. Authorization is decided elsewhere.

pub mod access;
pub mod passkey;
pub mod password;
pub mod second_factor;
