//! What an environment may move to.

use crate::builds::Version;

/// Whether `wanted` is newer than the `present` version, compared number by number; anything is newer than none.
pub fn is_newer(wanted: &str, present: Option<&str>) -> bool {
    match (wanted.parse::<Version>(), present.map(str::parse::<Version>)) {
        (Ok(wanted), Some(Ok(present))) => wanted > present,
        (Ok(_), None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_number_by_number() {
        assert!(is_newer("1.10.0", Some("1.9.9")));
        assert!(!is_newer("1.9.9", Some("1.10.0")));
        assert!(!is_newer("1.5.1", Some("1.5.1")));
        assert!(is_newer("0.0.1", None));
        assert!(!is_newer("new", None));
    }
}
