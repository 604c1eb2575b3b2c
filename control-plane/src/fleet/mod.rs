//! Data the runtime gets from the control plane: sites by host, files by site, and sites with due jobs.

mod directory;
mod due;
mod files;
pub mod store;

pub use directory::load_directory_entry;
pub use due::SiteDue;
pub use files::SiteFiles;
