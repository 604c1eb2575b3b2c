//! Validation messages: those that are part of the product (docs/RULES.md#entries), and our own for rules without one.

pub(in crate::identity) use crate::fields::text::{REQUIRED, TOO_LONG};

pub(in crate::identity) const TAKEN: &str = "Email is already associated with an account.";
pub(in crate::identity) const MONTH: &str = "Please enter a valid Month.";
pub(in crate::identity) const DAY: &str = "Please enter a valid Day.";
pub(in crate::identity) const PASSWORD_WORD: &str = "Invalid word not allowed in passwords";
// Our own.
pub(in crate::identity) const POSTAL_CODE: &str = "Enter a valid postal code.";
pub(in crate::identity) const MISMATCH: &str = "Doesn't match.";
pub(in crate::identity) const LOCKED: &str = "You can't change this here.";
pub(in crate::identity) const PASSWORD_LENGTH: &str = "Must have at least 8 characters.";
pub(in crate::identity) const PASSWORD_LOWER: &str = "Must include a lowercase letter.";
pub(in crate::identity) const PASSWORD_UPPER: &str = "Must include an uppercase letter.";
pub(in crate::identity) const PASSWORD_NUMBER: &str = "Must include a number.";
pub(in crate::identity) const PASSWORD_COMMON: &str = "This password is too common. Choose another one.";
pub(in crate::identity) const PASSWORD_EMAIL: &str = "Must not contain your email address.";
pub(in crate::identity) const PASSWORD_SPECIAL: &str = "Must include a special character.";
