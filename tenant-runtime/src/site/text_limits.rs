//! Lengths and characters of a config's texts. Checked when one is saved: a stored one that is longer still opens.

use serde_json::Value;

use super::config::SiteConfig;
use crate::fields::text;

/// Path of a config field, with its error.
pub(super) type TextError = (String, &'static str);

const NAME: usize = 100;
const ADDRESS: usize = 500;
const ABOUT: usize = 500;
const OTHER: usize = 4_000;

/// Entries of a list or keys of an object.
const ENTRIES: usize = 200;

/// # Errors
/// Names the first field that is too long or has control characters.
pub(super) fn check_texts(config: &SiteConfig) -> Result<(), TextError> {
    let value = serde_json::to_value(config).unwrap_or_default();
    check(&value, &mut String::new(), "")
}

fn check(value: &Value, path: &mut String, key: &str) -> Result<(), TextError> {
    let refuse = |path: &str, message| Err((path.to_owned(), message));
    match value {
        Value::String(entered) => {
            let kind = Kind::of(key);
            if entered.chars().count() > kind.longest() {
                return refuse(path, text::TOO_LONG);
            }
            // Browsers drop tabs and line breaks: `/<TAB>/host` would lead to another host.
            if kind == Kind::Address && entered.chars().any(|c| c.is_control() || c == '\\') {
                return refuse(path, "Enter a path on your site, such as /shop.");
            }
            if kind == Kind::Name && entered.contains(char::is_control) {
                return refuse(path, text::ON_ONE_LINE);
            }
            if text::has_control(entered) {
                return refuse(path, text::CONTROL);
            }
            Ok(())
        }
        Value::Array(items) if items.len() > ENTRIES => refuse(path, "Enter fewer characters."),
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            let length = path.len();
            path.push_str(&format!("[{index}]"));
            check(item, path, key)?;
            path.truncate(length);
            Ok(())
        }),
        Value::Object(fields) if fields.len() > ENTRIES => refuse(path, "Enter fewer characters."),
        Value::Object(fields) => fields.iter().try_for_each(|(name, field)| {
            let length = path.len();
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
            check(field, path, name)?;
            path.truncate(length);
            Ok(())
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Address,
    About,
    Other,
}

impl Kind {
    fn of(key: &str) -> Self {
        match key {
            "companyName" | "cardName" | "label" | "phone" | "tag" => Self::Name,
            "legalName" | "address1" | "address2" | "city" | "state" | "zipCode" | "taxNumber" | "email" => Self::Name,
            "to" | "href" | "image" | "logo" | "icon" | "homeVideo" | "PWAHomeImage" => Self::Address,
            "about" => Self::About,
            _ => Self::Other,
        }
    }

    fn longest(self) -> usize {
        match self {
            Self::Name => NAME,
            Self::Address => ADDRESS,
            Self::About => ABOUT,
            Self::Other => OTHER,
        }
    }
}
