//! Entries of a manifest, each with an ID.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};

/// Reads an object with `id` and the fields of `E`. Unlike `#[serde(flatten)]`, errors name the field.
///
/// # Errors
/// The ID is missing or the other fields don't match `E`.
pub(super) fn with_id<'de, E: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    id: &'static str,
) -> Result<(i64, E), D::Error> {
    deserializer.deserialize_map(WithId {
        name: id,
        entry: PhantomData,
    })
}

struct WithId<E> {
    name: &'static str,
    entry: PhantomData<E>,
}

impl<'de, E: Deserialize<'de>> Visitor<'de> for WithId<E> {
    type Value = (i64, E);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with `{}`", self.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let mut id = None;
        let rest = Rest {
            map,
            name: self.name,
            id: &mut id,
        };
        let entry = E::deserialize(MapAccessDeserializer::new(rest))?;
        Ok((id.ok_or_else(|| A::Error::missing_field(self.name))?, entry))
    }
}

/// Fields of an object without its ID.
struct Rest<'a, A> {
    map: A,
    name: &'static str,
    id: &'a mut Option<i64>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let mut seed = seed;
        loop {
            let name = self.name;
            match self.map.next_key_seed(KeySeed { name, seed })? {
                None => return Ok(None),
                Some(Key::Other(key)) => return Ok(Some(key)),
                Some(Key::Id(unused)) => seed = unused,
            }
            if self.id.replace(self.map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(name));
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// Name of a field other than the ID.
struct KeySeed<K> {
    name: &'static str,
    seed: K,
}

enum Key<K, V> {
    /// Contains the seed, for the next name.
    Id(K),
    Other(V),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let key = String::deserialize(deserializer)?;
        if key == self.name {
            return Ok(Key::Id(self.seed));
        }
        self.seed.deserialize(key.into_deserializer()).map(Key::Other)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::catalog::LocationManifest;

    #[test]
    fn error_in_a_declared_entry_names_its_field() {
        let main =
            json!({"id": 4, "name": "Main", "address1": "1 Main St", "city": "Mesa", "latitude": 0, "longitude": 0});
        let read = |name: &str, value: serde_json::Value| {
            let mut declared = main.clone();
            declared[name] = value;
            let text = declared.to_string();
            serde_path_to_error::deserialize::<_, LocationManifest>(&mut serde_json::Deserializer::from_str(&text))
        };
        let declared = read("arrivalNote", json!("Enter from Oak Street")).unwrap();
        assert_eq!(
            (declared.id, &declared.location.arrival_note[..]),
            (4, "Enter from Oak Street")
        );
        for (name, value, place) in [
            ("latitude", json!("north"), "latitude"),
            ("id", json!("four"), "id"),
            ("color", json!("red"), "color"),
        ] {
            assert_eq!(read(name, value).unwrap_err().path().to_string(), place);
        }
        assert!(serde_json::from_value::<LocationManifest>(json!({"name": "Main"})).is_err());
    }
}
