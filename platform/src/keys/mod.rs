//! Secrets at rest.
//!
//! One master key, a file, wraps one random data key per site; the wrapped key lies in the control database. The file keeps the
//! master keys before it, for what they have wrapped. From the data key one key per [`Purpose`] is derived, so that a key that leaks
//! from one use says nothing about another. A ciphertext begins with its format and the version of the key that made it.

mod cipher;
mod master;
mod passphrase;
mod site;

pub use cipher::CannotOpen;
pub use master::{MasterKey, MasterKeyError};
pub use passphrase::{NoKey, SALT_LENGTH, key_of_passphrase};
pub use site::{Mac, Purpose, SecretKey, SiteKeys};
