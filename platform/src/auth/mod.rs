//! Authentication: passwords, second factors and signed access tokens. Authorisation is decided elsewhere.

pub mod access;
pub mod passkey;
pub mod password;
pub mod second_factor;
