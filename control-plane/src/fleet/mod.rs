//! What the runtime learns from the control plane: which site answers at a host, which file is whose, and which sites have
//! work waiting.

mod directory;
mod due;
mod files;
pub mod store;

pub use directory::load_directory_entry;
pub use due::SiteDue;
pub use files::SiteFiles;
