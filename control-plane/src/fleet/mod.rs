//! What the runtime learns from the control plane: which site answers at a host, and which sites have work waiting.

mod directory;
mod due;
pub mod store;

pub use directory::load_directory_entry;
pub use due::SiteDue;
