//! SQL for this domain.

pub(super) mod admin;
pub(super) mod disputes;
pub(super) mod lines;
pub(super) mod orders;
pub(super) mod parts;
pub(super) mod queries;
pub(super) mod reversals;
pub(super) mod shipping;

use crate::catalog::ProductType;

fn product_type(text: &str) -> Result<ProductType, sqlx::Error> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode(format!("product type {text}").into()))
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
