//! Bytes in a [`Task`](super::Task), for `#[serde(with)]`: they are sent as they are, without a copy that only serializes.

use bytes::Bytes;
use serde::{Deserialize as _, Deserializer, Serializer};
use serde_bytes::ByteBuf;

/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

/// # Errors
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    Ok(ByteBuf::deserialize(deserializer)?.into_vec().into())
}
