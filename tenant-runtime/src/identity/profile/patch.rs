//! JSON Patch (RFC 6902) of a flat object of which some fields are open. Pure.

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// More than any form sends.
const MOST_OPERATIONS: usize = 50;

/// One operation. Paths name a field: `/firstName`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(in crate::identity) enum Operation {
    Add { path: String, value: Value },
    Replace { path: String, value: Value },
    Remove { path: String },
    Copy { from: String, path: String },
    Move { from: String, path: String },
    Test { path: String, value: Value },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum PatchError {
    /// The field exists and is not open, or does not exist.
    Locked(String),
    TestFailed,
    Malformed(&'static str),
}

/// The document after all operations.
pub(super) fn apply(document: Value, operations: &[Operation], open: &[&str]) -> Result<Value, PatchError> {
    let Value::Object(mut fields) = document else {
        return Err(PatchError::Malformed("This cannot be patched."));
    };
    if operations.len() > MOST_OPERATIONS {
        return Err(PatchError::Malformed("There are too many operations."));
    }
    for operation in operations {
        match operation {
            Operation::Add { path, value } | Operation::Replace { path, value } => {
                set(&mut fields, path, value.clone(), open)?;
            }
            // An account has all of its fields; what is removed is emptied, and the rules judge that.
            Operation::Remove { path } => set(&mut fields, path, Value::Null, open)?,
            Operation::Copy { from, path } => {
                let value = get(&fields, from)?.clone();
                set(&mut fields, path, value, open)?;
            }
            Operation::Move { from, path } => {
                let value = get(&fields, from)?.clone();
                set(&mut fields, from, Value::Null, open)?;
                set(&mut fields, path, value, open)?;
            }
            Operation::Test { path, value } => {
                if get(&fields, path)? != value {
                    return Err(PatchError::TestFailed);
                }
            }
        }
    }
    Ok(Value::Object(fields))
}

fn get<'a>(fields: &'a Map<String, Value>, path: &str) -> Result<&'a Value, PatchError> {
    let field = field(path)?;
    fields.get(field).ok_or_else(|| PatchError::Locked(field.to_owned()))
}

fn set(fields: &mut Map<String, Value>, path: &str, value: Value, open: &[&str]) -> Result<(), PatchError> {
    let field = field(path)?;
    if !open.contains(&field) {
        return Err(PatchError::Locked(field.to_owned()));
    }
    fields.insert(field.to_owned(), value);
    Ok(())
}

/// The field that a path names. No field's name needs the escapes of RFC 6901.
fn field(path: &str) -> Result<&str, PatchError> {
    let field = path
        .strip_prefix('/')
        .filter(|field| !field.is_empty() && field.len() <= 64);
    field
        .filter(|field| field.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .ok_or(PatchError::Malformed("A path names one field, such as /firstName."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patched(operations: Value) -> Result<Value, PatchError> {
        let document = json!({"firstName": "Ada", "lastName": "Hill", "email": "ada@example.com", "optIn": true});
        let operations: Vec<Operation> = serde_json::from_value(operations).unwrap();
        apply(document, &operations, &["firstName", "lastName", "optIn"])
    }

    #[test]
    fn operations_follow_each_other() {
        let changed = patched(json!([
            {"op": "test", "path": "/email", "value": "ada@example.com"},
            {"op": "replace", "path": "/firstName", "value": "Bea"},
            {"op": "copy", "from": "/firstName", "path": "/lastName"},
            {"op": "add", "path": "/optIn", "value": false},
        ]));
        assert_eq!(
            changed.unwrap(),
            json!({"firstName": "Bea", "lastName": "Bea", "email": "ada@example.com", "optIn": false})
        );
        let moved = patched(json!([{"op": "move", "from": "/firstName", "path": "/lastName"}])).unwrap();
        assert_eq!((&moved["firstName"], &moved["lastName"]), (&Value::Null, &json!("Ada")));
        assert_eq!(
            patched(json!([{"op": "remove", "path": "/lastName"}])).unwrap()["lastName"],
            Value::Null
        );
    }

    #[test]
    fn locked_fields_stay() {
        for operation in [
            json!({"op": "replace", "path": "/email", "value": "x@example.com"}),
            json!({"op": "remove", "path": "/email"}),
            json!({"op": "add", "path": "/role", "value": "owner"}),
            json!({"op": "copy", "from": "/firstName", "path": "/email"}),
            json!({"op": "move", "from": "/email", "path": "/firstName"}),
            json!({"op": "copy", "from": "/passwordHash", "path": "/firstName"}),
        ] {
            assert!(
                matches!(patched(json!([operation])), Err(PatchError::Locked(_))),
                "{operation}"
            );
        }
    }

    #[test]
    fn paths_name_one_field() {
        for path in [
            "",
            "/",
            "firstName",
            "/firstName/0",
            "/first~1Name",
            "/ä",
            &format!("/{}", "a".repeat(65)),
        ] {
            let refused = patched(json!([{"op": "add", "path": path, "value": 1}]));
            assert!(matches!(refused, Err(PatchError::Malformed(_))), "{path}");
        }
        let many: Vec<Value> = (0..51).map(|_| json!({"op": "remove", "path": "/optIn"})).collect();
        assert!(matches!(patched(json!(many)), Err(PatchError::Malformed(_))));
    }

    #[test]
    fn a_failed_test_stops_everything() {
        let operations = json!([
            {"op": "replace", "path": "/firstName", "value": "Bea"},
            {"op": "test", "path": "/firstName", "value": "Ada"},
        ]);
        assert_eq!(patched(operations), Err(PatchError::TestFailed));
    }
}
