//! What is said of entries of any kind (docs/RULES.md#entries).

pub const REQUIRED: &str = "Input is required.";
pub const EMAIL: &str = "Please enter a valid email.";
/// Our own.
pub const TOO_LONG: &str = "This is too long.";
