//! Content of an entry: only the differences, and no secrets. Pure.

use serde_json::{Map, Value};

/// Changes of an action. Null for actions without changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub(super) before: Value,
    pub(super) after: Value,
    pub(super) detail: Value,
}

impl Change {
    /// A change from `before` to `after`. For objects, only fields that differ are kept.
    pub fn between(before: impl Into<Value>, after: impl Into<Value>) -> Self {
        let (before, after) = differing(before.into(), after.into());
        Self {
            before: without_secrets(before),
            after: without_secrets(after),
            detail: Value::Null,
        }
    }

    /// Something new.
    pub fn made(after: impl Into<Value>) -> Self {
        Self {
            after: without_secrets(after.into()),
            ..Self::default()
        }
    }

    /// Deletion of a resource.
    pub fn gone(before: impl Into<Value>) -> Self {
        Self {
            before: without_secrets(before.into()),
            ..Self::default()
        }
    }

    /// Adds details, such as a reason or an amount.
    #[must_use]
    pub fn with(mut self, detail: impl Into<Value>) -> Self {
        self.detail = without_secrets(detail.into());
        self
    }
}

/// Fields with these names are never recorded.
const SECRETS: [&str; 4] = ["password", "secret", "privatekey", "token"];

const LEFT_OUT: &str = "…";

fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase().replace(['_', '-'], "");
    SECRETS.iter().any(|word| name.contains(word))
}

fn without_secrets(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let clean = fields.into_iter().map(|(name, value)| {
                let value = match value {
                    Value::String(_) | Value::Number(_) if is_secret(&name) => LEFT_OUT.into(),
                    other => without_secrets(other),
                };
                (name, value)
            });
            Value::Object(clean.collect())
        }
        Value::Array(items) => items.into_iter().map(without_secrets).collect(),
        other => other,
    }
}

/// Removes what two values have in common, field by field. Lists differ as a whole.
fn differing(before: Value, after: Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(before), Value::Object(mut after)) => {
            let mut differing_before = Map::new();
            let mut differing_after = Map::new();
            for (name, was) in before {
                match after.remove(&name) {
                    Some(is) if is == was => {}
                    Some(is) => {
                        let (was, is) = differing(was, is);
                        differing_before.insert(name.clone(), was);
                        differing_after.insert(name, is);
                    }
                    None => {
                        differing_before.insert(name, was);
                    }
                }
            }
            differing_after.extend(after);
            (differing_before.into(), differing_after.into())
        }
        others => others,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_differences_are_recorded() {
        let before = json!({"name": "Five off", "award": {"type": "Dollar", "amount": 500}, "days": [1, 2], "old": 1});
        let after = json!({"name": "Five off", "award": {"type": "Dollar", "amount": 700}, "days": [1], "new": 2});
        let change = Change::between(before, after);
        assert_eq!(
            change.before,
            json!({"award": {"amount": 500}, "days": [1, 2], "old": 1})
        );
        assert_eq!(change.after, json!({"award": {"amount": 700}, "days": [1], "new": 2}));
    }

    #[test]
    fn secrets_are_not_recorded() {
        let change = Change::between(
            json!({"processor": {"api_token": "a", "storeId": "1"}}),
            json!({"processor": {"api_token": "b", "storeId": "2"}}),
        );
        assert_eq!(change.before, json!({"processor": {"api_token": "…", "storeId": "1"}}));
        assert_eq!(change.after, json!({"processor": {"api_token": "…", "storeId": "2"}}));
        let made = Change::made(json!([{"privateKey": "k", "Password": "p", "clientSecret": null}]));
        assert_eq!(
            made.after,
            json!([{"privateKey": "…", "Password": "…", "clientSecret": null}])
        );
        assert_eq!(
            Change::gone(json!({"token": 3})).with(json!({"token": 4})).detail,
            json!({"token": "…"})
        );
    }
}
