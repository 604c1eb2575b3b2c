//! What customers hold: items and their codes.

use crate::http::Routes;

pub fn routes() -> Routes {
    Routes::default()
}
