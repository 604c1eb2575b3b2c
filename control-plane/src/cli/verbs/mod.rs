//! Arguments that the command line sends to the server unchanged.

mod account;
mod archive;
mod clock;
mod environment;
mod keys;
mod litestream;
mod many;
mod site;
mod upgrade;

pub use account::AccountVerb;
pub(super) use archive::{ArchiveVerb, Confirmation};
pub use clock::ClockVerb;
pub use environment::EnvironmentVerb;
pub use keys::KeysVerb;
pub use litestream::LitestreamVerb;
pub(super) use many::Many;
pub use site::SiteVerb;
pub use upgrade::UpgradeVerb;
