//! Limits of fields. Each is an attribute of its field in the API description (`#[schema(max_length = 80)]`).
//! Rules, the manifest's JSON Schema and the client's forms read it from there.

use schemars::Schema;
use serde_json::{Map, Value};
use utoipa::PartialSchema;

use super::Checked;
use super::text::{nullable, optional, required};

const KEYWORDS: [&str; 6] = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];

/// Limits of the fields of one type.
pub struct Limits(Map<String, Value>);

impl Limits {
    /// Limits in the API description of `T`. Variants of an enum that share a field share its limits.
    pub fn of<T: PartialSchema>() -> Self {
        let mut schema = serde_json::to_value(T::schema()).unwrap_or_default();
        let mut fields = Map::new();
        if let Some(schema) = schema.as_object_mut() {
            in_fields_of(schema, &mut |name, field| {
                fields.insert(name.to_owned(), Value::Object(std::mem::take(field)));
            });
        }
        Self(fields)
    }

    /// Trimmed text within the limits of `field`. It may be empty unless the field has a `min_length`.
    ///
    /// # Errors
    /// Message for the field.
    pub fn text(&self, field: &str, entered: &str) -> Checked<String> {
        text_within(self.0.get(field), entered)
    }

    /// Same for an item of the list `field`.
    ///
    /// # Errors
    /// Message for the item.
    pub fn item_text(&self, field: &str, entered: &str) -> Checked<String> {
        text_within(self.0.get(field).and_then(|list| list.get("items")), entered)
    }

    /// Same for a nullable text; a blank text becomes null.
    ///
    /// # Errors
    /// Message for the field.
    pub fn nullable_text(&self, field: &str, entered: Option<&str>) -> Checked<Option<String>> {
        nullable(entered, longest(self.0.get(field)))
    }

    /// Whether `number` is within the limits of `field`.
    pub fn allow(&self, field: &str, number: i64) -> bool {
        let limit = |keyword| self.limit(field, keyword).and_then(Value::as_i64);
        limit("minimum").is_none_or(|least| number >= least) && limit("maximum").is_none_or(|most| number <= most)
    }

    /// Whether the decimal `number` is within the limits of `field`.
    pub fn allow_decimal(&self, field: &str, number: f64) -> bool {
        let limit = |keyword| self.limit(field, keyword).and_then(Value::as_f64);
        limit("minimum").is_none_or(|least| number >= least) && limit("maximum").is_none_or(|most| number <= most)
    }

    /// Whether `field` may hold `count` items.
    pub fn allow_items(&self, field: &str, count: usize) -> bool {
        count_of(self.0.get(field), "maxItems").is_none_or(|most| count <= most)
    }

    /// Maximum of `field`; the largest number if it has none.
    pub fn maximum(&self, field: &str) -> i64 {
        self.limit(field, "maximum").and_then(Value::as_i64).unwrap_or(i64::MAX)
    }

    fn limit(&self, field: &str, keyword: &str) -> Option<&Value> {
        self.0.get(field)?.get(keyword)
    }
}

fn text_within(limits: Option<&Value>, entered: &str) -> Checked<String> {
    if count_of(limits, "minLength").is_some_and(|least| least > 0) {
        required(entered, longest(limits))
    } else {
        optional(entered, longest(limits))
    }
}

fn longest(limits: Option<&Value>) -> usize {
    count_of(limits, "maxLength").unwrap_or(usize::MAX)
}

fn count_of(limits: Option<&Value>, keyword: &str) -> Option<usize> {
    usize::try_from(limits?.get(keyword)?.as_u64()?).ok()
}

/// Adds the limits of `T` to its JSON Schema.
pub fn describe_limits<T: PartialSchema>(schema: &mut Schema) {
    let limits = Limits::of::<T>();
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    in_fields_of(schema, &mut |name, field| {
        let limits = limits.0.get(name);
        add_keywords(field, limits);
        if let Some(items) = field.get_mut("items").and_then(Value::as_object_mut) {
            add_keywords(items, limits.and_then(|list| list.get("items")));
        }
    });
}

fn add_keywords(schema: &mut Map<String, Value>, limits: Option<&Value>) {
    for keyword in KEYWORDS {
        if let Some(limit) = limits.and_then(|limits| limits.get(keyword)) {
            schema.insert(keyword.to_owned(), limit.clone());
        }
    }
}

/// Calls `each` for all fields of a struct, or of an enum's variants.
fn in_fields_of(schema: &mut Map<String, Value>, each: &mut impl FnMut(&str, &mut Map<String, Value>)) {
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        for (name, field) in fields {
            if let Some(field) = field.as_object_mut() {
                each(name, field);
            }
        }
    }
    if let Some(Value::Array(variants)) = schema.get_mut("oneOf") {
        for variant in variants.iter_mut().filter_map(Value::as_object_mut) {
            in_fields_of(variant, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use utoipa::ToSchema;

    use super::*;
    use crate::fields::text::{REQUIRED, TOO_LONG};

    #[derive(JsonSchema, ToSchema)]
    #[schemars(transform = describe_limits::<Entry>)]
    #[expect(dead_code, reason = "only its schemas are read")]
    struct Entry {
        #[schema(min_length = 1, max_length = 3)]
        name: String,
        #[schema(max_length = 3)]
        badge: Option<String>,
        #[schema(minimum = 0, maximum = 9)]
        price: i64,
        #[schema(minimum = 1)]
        stock: Option<i64>,
        #[schema(minimum = -1.5, maximum = 1.5)]
        latitude: f64,
        #[schema(max_items = 2, max_length = 3)]
        details: Vec<String>,
        #[schema(min_length = 1)]
        choices: Vec<String>,
        free: String,
    }

    #[test]
    fn limits_match_the_api_description() {
        let limits = Limits::of::<Entry>();
        assert_eq!(limits.text("name", " äöü "), Ok("äöü".to_owned()));
        assert_eq!(limits.text("name", "  "), Err(REQUIRED));
        assert_eq!(limits.text("name", "four"), Err(TOO_LONG));
        assert_eq!(limits.text("free", "any length"), Ok("any length".to_owned()));
        assert_eq!(limits.nullable_text("badge", Some(" ")), Ok(None));
        assert_eq!(limits.nullable_text("badge", Some("New")), Ok(Some("New".to_owned())));
        assert_eq!(limits.nullable_text("badge", Some("four")), Err(TOO_LONG));
        assert!(limits.allow("price", 0) && limits.allow("price", 9));
        assert!(!limits.allow("price", -1) && !limits.allow("price", 10));
        assert!(limits.allow("stock", 1_000_000) && !limits.allow("stock", 0));
        assert!(limits.allow_decimal("latitude", -1.5) && !limits.allow_decimal("latitude", 1.6));
        assert!(!limits.allow_decimal("latitude", f64::NAN));
        assert!(limits.allow_items("details", 2) && !limits.allow_items("details", 3));
        assert_eq!(limits.item_text("details", " "), Ok(String::new()));
        assert_eq!(limits.item_text("details", "four"), Err(TOO_LONG));
        assert_eq!(limits.item_text("choices", " "), Err(REQUIRED));
        assert_eq!((limits.maximum("price"), limits.maximum("stock")), (9, i64::MAX));
    }

    #[test]
    fn json_schema_has_the_same_limits() {
        let schema = schemars::schema_for!(Entry);
        let field = |name: &str| schema.get("properties").unwrap()[name].clone();
        assert_eq!(
            (&field("name")["minLength"], &field("name")["maxLength"]),
            (&1.into(), &3.into())
        );
        assert_eq!(field("badge")["maxLength"], 3);
        assert_eq!(
            (&field("price")["minimum"], &field("price")["maximum"]),
            (&0.into(), &9.into())
        );
        assert_eq!(field("stock")["minimum"], 1);
        assert_eq!(field("latitude")["maximum"], 1.5);
        assert_eq!(field("details")["maxItems"], 2);
        assert_eq!(field("details")["items"]["maxLength"], 3);
        assert_eq!(field("choices")["items"]["minLength"], 1);
        assert!(field("free").get("maxLength").is_none());
    }
}
