//! Encryption at rest.
//!
//! The master key, in a file, wraps a random data key for each site; the wrapped key is in the control database. The
//! file also keeps previous master keys for everything they have wrapped. Each [`Purpose`] has a key derived from the
//! data key, so that a leaked key affects only one purpose. A ciphertext starts with its format and key version.

mod cipher;
mod master;
mod passphrase;
mod site;

pub use cipher::CannotOpen;
pub use master::{MasterKey, MasterKeyError};
pub use passphrase::{NoKey, SALT_LENGTH, key_of_passphrase};
pub use site::{Mac, Purpose, SecretKey, SiteKeys};
