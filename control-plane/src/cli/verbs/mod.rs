//! The words of the nouns that are sent as they were typed.

mod account;
mod archive;
mod many;
mod site;

pub use account::AccountVerb;
pub(super) use archive::ArchiveVerb;
pub(super) use many::Many;
pub use site::SiteVerb;
