//! Validation of form fields, with an error per field.

mod cursor;
mod email;
mod error;
mod limits;
mod local_time;
mod number;
mod phone;
mod place;
mod search;
pub mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use cursor::{cursor, cursor_key, page_after};
pub use email::{ascii_host, email, email_key};
pub use error::{invalid_field, invalid_fields};
pub use limits::{Limits, describe_limits};
pub use local_time::local_time;
pub use number::ungrouped;
pub use phone::{dialed, grouped_phone, phone, phone_search};
pub use place::Place;
pub use search::{Search, folded, folded_name};

/// A field's value, or the message that says why it is refused.
pub type Checked<T> = Result<T, &'static str>;

/// Message by field name on the wire, such as `firstName` or `products[2].giftedEmail`.
pub type FieldErrors = BTreeMap<Cow<'static, str>, &'static str>;

/// Finds a text field of `E`.
pub type TextOf<E> = fn(&mut E) -> &mut String;

/// Collects field errors.
#[derive(Default)]
pub struct Notes(FieldErrors);

impl Notes {
    /// Value of the field. If it is invalid, records the message and returns a placeholder.
    pub fn take<T: Default>(&mut self, field: impl Into<Cow<'static, str>>, checked: Checked<T>) -> T {
        checked.unwrap_or_else(|message| {
            self.0.insert(field.into(), message);
            T::default()
        })
    }

    /// `value`, if nothing was wrong.
    ///
    /// # Errors
    /// The message of each field at fault.
    pub fn into_result<T>(self, value: T) -> Result<T, FieldErrors> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}

/// Builds a value of a type from fields of the same name in another value, and from the fields that follow.
macro_rules! from_fields {
    ($type:ident from $source:ident { $($same:ident),+ $(,)? } $($field:ident: $value:expr),* $(,)?) => {
        $type { $($field: $value,)* $($same: $source.$same,)+ }
    };
}
pub(crate) use from_fields;
