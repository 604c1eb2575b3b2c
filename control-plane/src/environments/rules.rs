//! Versions an environment may move to.

use super::Environment;
use crate::builds::Version;

/// The build that the console runs, and the environments with that target: the newest target of any environment, so
/// that a rolled back build isn't used for the console either.
pub fn console_build(environments: &[Environment]) -> Option<(Version, Vec<&Environment>)> {
    let target = |one: &Environment| {
        one.app_version
            .as_deref()
            .and_then(|version| version.parse::<Version>().ok())
    };
    let newest = environments.iter().filter_map(target).max()?;
    let trusting = environments.iter().filter(|one| target(one).as_ref() == Some(&newest));
    Some((newest.clone(), trusting.collect()))
}

/// Maximum length of an environment name.
const LONGEST_NAME: usize = 32;

/// Not a valid environment name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid environment name {0:?}; use 2 to {LONGEST_NAME} letters a to z, digits and inner hyphens, starting with a letter"
)]
pub struct InvalidName(String);

/// Validates the name of an environment.
///
/// # Errors
/// It is invalid.
pub fn checked_name(name: &str) -> Result<&str, InvalidName> {
    let is_known = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
    let begins = name.starts_with(|one: char| one.is_ascii_lowercase());
    let is_good =
        (2..=LONGEST_NAME).contains(&name.len()) && begins && !name.ends_with('-') && name.chars().all(is_known);
    is_good.then_some(name).ok_or_else(|| InvalidName(name.to_owned()))
}

/// Whether `wanted` is newer than `present`, compared number by number. Everything is newer than none.
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

    fn environment(name: &str, app_version: Option<&str>) -> Environment {
        Environment {
            name: name.to_owned(),
            production: false,
            app_version: app_version.map(str::to_owned),
            schema_version: "1.0.0".to_owned(),
        }
    }

    #[test]
    fn console_runs_the_newest_build_of_its_environments() {
        let all = [
            environment("dev", Some("1.9.0")),
            environment("demo", Some("1.10.0")),
            environment("prod", None),
        ];
        let (version, trusting) = console_build(&all).unwrap();
        assert_eq!(version.to_string(), "1.10.0");
        assert_eq!(trusting, [&all[1]]);
        assert_eq!(console_build(&all[2..]), None);
    }

    #[test]
    fn environment_names_are_valid_in_urls_and_commands() {
        for good in ["eu", "prod-2", "staging"] {
            assert_eq!(checked_name(good), Ok(good));
        }
        let long = "x".repeat(LONGEST_NAME + 1);
        for bad in ["", "a", "Prod", "2nd", "-eu", "eu-", "e u", "é-u", &long] {
            assert_eq!(checked_name(bad), Err(InvalidName(bad.to_owned())));
        }
    }

    #[test]
    fn versions_compare_number_by_number() {
        assert!(is_newer("1.10.0", Some("1.9.9")));
        assert!(!is_newer("1.9.9", Some("1.10.0")));
        assert!(!is_newer("1.5.1", Some("1.5.1")));
        assert!(is_newer("0.0.1", None));
        assert!(!is_newer("new", None));
    }
}
