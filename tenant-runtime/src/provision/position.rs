//! Line and column of a value in a JSON text. Pure.

use std::collections::HashMap;
use std::fmt;

use serde_json::value::RawValue;

/// A position in a text, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Starting at 1.
    pub line: usize,
    /// In characters, starting at 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// Position of the value at `path`, such as `locations[0].name`, in the JSON `text`. For a path that doesn't exist,
/// position of its innermost existing value, where something is missing. `None` if the text isn't JSON.
pub(super) fn of(text: &str, path: &str) -> Option<Position> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
        let found = match step.strip_suffix(']') {
            Some(index) => item(value, index),
            None => field(value, step),
        };
        match found {
            Some(inner) => value = inner,
            None => break,
        }
    }
    // The value is a slice of the text itself.
    let at = value.get().as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let before = text.get(..at)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    Some(Position {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
    })
}

fn field<'a>(object: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    let fields: HashMap<String, &RawValue> = serde_json::from_str(object.get()).ok()?;
    fields.get(name).copied()
}

fn item<'a>(list: &'a RawValue, index: &str) -> Option<&'a RawValue> {
    let items: Vec<&RawValue> = serde_json::from_str(list.get()).ok()?;
    items.get(index.parse::<usize>().ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_located_at_their_start() {
        let text = "{\n  \"a\": {\"é\": 1, \"b\": [10,\n    {\"c\": \"x\"}]},\n  \"d\": null\n}";
        for (path, line, column) in [
            ("a", 2, 8),
            ("a.b", 2, 22),
            ("a.b[0]", 2, 23),
            ("a.b[1]", 3, 5),
            ("a.b[1].c", 3, 11),
            ("d", 4, 8),
            ("", 1, 1),
            // Missing values: the position where they are missing.
            ("a.b[1].z", 3, 5),
            ("a.b[7]", 2, 22),
            ("z", 1, 1),
        ] {
            assert_eq!(of(text, path), Some(Position { line, column }), "{path}");
        }
        assert_eq!(of("{", "a"), None);
        assert_eq!(of("", "a"), None);
    }
}
