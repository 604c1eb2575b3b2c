//! JSON Patch (RFC 6902) for a flat object with some writable fields. Pure.

use json_patch::{Patch, PatchErrorKind, PatchOperation};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Fields that their owner may change. Email address and birthday are locked.
pub(super) const OPEN: &[&str] = &[
    "firstName",
    "lastName",
    "zipPostalCode",
    "cellPhoneNumber",
    "optInToMarketing",
];

/// More than any form sends.
const MOST_OPERATIONS: usize = 50;

/// Operation on a field, such as `/firstName`.
#[expect(dead_code, reason = "describes to clients what json_patch reads")]
#[derive(ToSchema)]
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
    /// The field exists and can't be changed, or doesn't exist.
    Locked(String),
    TestFailed,
    Malformed(&'static str),
}

/// The document after all operations. A removed field is absent, which the validation handles.
pub(super) fn apply(document: Map<String, Value>, patch: &Patch, open: &[&str]) -> Result<Value, PatchError> {
    if patch.len() > MOST_OPERATIONS {
        return Err(PatchError::Malformed("Too many operations."));
    }
    for operation in patch.iter() {
        permit(operation, &document, open)?;
    }
    let mut document = Value::Object(document);
    json_patch::patch(&mut document, patch).map_err(|error| match error.kind {
        PatchErrorKind::TestFailed => PatchError::TestFailed,
        _ => PatchError::Malformed("An operation names a field that an earlier one removed."),
    })?;
    Ok(document)
}

/// Rejects an operation that writes a locked field, or reads one that doesn't exist.
fn permit(operation: &PatchOperation, document: &Map<String, Value>, open: &[&str]) -> Result<(), PatchError> {
    let read = |path| field(path).and_then(|field| unless_locked(field, document.contains_key(field)));
    let write = |path| field(path).and_then(|field| unless_locked(field, open.contains(&field)));
    match operation {
        PatchOperation::Test(test) => read(test.path.as_str()),
        PatchOperation::Copy(copy) => read(copy.from.as_str()).and_then(|()| write(copy.path.as_str())),
        PatchOperation::Move(moved) => write(moved.from.as_str()).and_then(|()| write(moved.path.as_str())),
        PatchOperation::Add(_) | PatchOperation::Replace(_) | PatchOperation::Remove(_) => {
            write(operation.path().as_str())
        }
    }
}

fn unless_locked(field: &str, free: bool) -> Result<(), PatchError> {
    if free {
        Ok(())
    } else {
        Err(PatchError::Locked(field.to_owned()))
    }
}

/// The field in a path. Field names never need the escapes of RFC 6901.
fn field(path: &str) -> Result<&str, PatchError> {
    let field = path
        .strip_prefix('/')
        .filter(|field| !field.is_empty() && field.len() <= 64);
    field
        .filter(|field| field.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .ok_or(PatchError::Malformed("A path must name one field, such as /firstName."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patched(operations: Value) -> Result<Value, PatchError> {
        let document = json!({"firstName": "Ada", "lastName": "Hill", "email": "ada@example.com", "optIn": true});
        let patch: Patch = serde_json::from_value(operations).unwrap();
        apply(
            document.as_object().unwrap().clone(),
            &patch,
            &["firstName", "lastName", "optIn"],
        )
    }

    #[test]
    fn operations_apply_in_order() {
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
    fn locked_fields_stay_unchanged() {
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
            "/firstName/0",
            "/first~1Name",
            "/ä",
            &format!("/{}", "a".repeat(65)),
        ] {
            let refused = patched(json!([{"op": "add", "path": path, "value": 1}]));
            assert!(matches!(refused, Err(PatchError::Malformed(_))), "{path}");
        }
        let without_slash = json!([{"op": "add", "path": "firstName", "value": 1}]);
        assert!(serde_json::from_value::<Patch>(without_slash).is_err());
        let many: Vec<Value> = (0..51).map(|_| json!({"op": "remove", "path": "/optIn"})).collect();
        assert!(matches!(patched(json!(many)), Err(PatchError::Malformed(_))));
    }

    #[test]
    fn failed_test_operation_stops_the_patch() {
        let operations = json!([
            {"op": "replace", "path": "/firstName", "value": "Bea"},
            {"op": "test", "path": "/firstName", "value": "Ada"},
        ]);
        assert_eq!(patched(operations), Err(PatchError::TestFailed));
    }

    #[test]
    fn removed_field_cannot_be_read() {
        let operations = json!([
            {"op": "remove", "path": "/firstName"},
            {"op": "copy", "from": "/firstName", "path": "/lastName"},
        ]);
        assert!(matches!(patched(operations), Err(PatchError::Malformed(_))));
    }
}
