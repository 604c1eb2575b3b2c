//! Imports of a file, parsed from its source.

/// A path that a file names: an item of a `use`, or a path from `crate` or `super` within its code.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// `["super", "rules", "Order"]`
    pub path: Vec<String>,
    /// As what it is known to others; `None`: not at all.
    pub exported_as: Option<String>,
}

/// Every import of `code`, which is without comments.
pub fn imports(code: &str) -> Vec<Import> {
    let (mut found, mut others) = (Vec::new(), String::new());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let Some((is_public, start)) = use_item(line) else {
            others.extend([line, "\n"]);
            continue;
        };
        let mut tree = start.to_owned();
        while !tree.contains(';') {
            let Some(more) = lines.next() else { break };
            tree.push_str(more);
        }
        for (path, alias) in leaves(tree.split(';').next().unwrap_or_default()) {
            let name = alias.or_else(|| path.iter().rfind(|name| *name != "self").cloned());
            found.push(Import {
                exported_as: name.filter(|_| is_public),
                path,
            });
        }
    }
    found.extend(inline(&others));
    found
}

/// Path of a `use` item that starts on a line, and whether the item is public.
fn use_item(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix("pub") else {
        return Some((false, line.strip_prefix("use ")?));
    };
    let scoped = rest.strip_prefix('(').and_then(|scope| scope.split_once(')'));
    let rest = scoped.map_or(rest, |(_, rest)| rest);
    Some((true, rest.trim_start().strip_prefix("use ")?))
}

/// The paths of a tree of imports, each with the alias that it is given.
fn leaves(tree: &str) -> Vec<(Vec<String>, Option<String>)> {
    let Some((start, group)) = tree.split_once('{') else {
        let (path, alias) = tree
            .split_once(" as ")
            .map_or((tree, None), |(path, alias)| (path, Some(alias)));
        return vec![(segments(path), alias.map(|alias| alias.trim().to_owned()))];
    };
    let prefix = segments(start);
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let entries = entries(group).into_iter().flat_map(leaves);
    entries
        .map(|(path, alias)| ([prefix.clone(), path].concat(), alias))
        .collect()
}

/// The entries of a group, whose own groups stay whole.
fn entries(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&group[start..]);
    found.retain(|entry| !entry.trim().is_empty());
    found
}

fn segments(path: &str) -> Vec<String> {
    let names = path.split("::").map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// Paths from `crate` or `super` outside of `use`.
fn inline(code: &str) -> Vec<Import> {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.split(|c: char| !is_of_path(c));
    words
        .filter(|word| word.starts_with("crate::") || word.starts_with("super::"))
        .map(|word| Import {
            path: segments(word),
            exported_as: None,
        })
        .collect()
}

/// The test itself sees what it should.
#[test]
fn imports_are_detected_in_every_form() {
    let code = "use crate::wallet::rules;\n    pub(in crate::gifts) use crate::{gifts::{self, b as c},\n identity};\n\
                let x = crate::site::y();";
    let found: Vec<_> = imports(code)
        .into_iter()
        .map(|import| (import.path.join("::"), import.exported_as))
        .collect();
    let expected = [
        ("crate::wallet::rules", None),
        ("crate::gifts::self", Some("gifts")),
        ("crate::gifts::b", Some("c")),
        ("crate::identity", Some("identity")),
        ("crate::site::y", None),
    ];
    let expected = expected.map(|(path, name)| (path.to_owned(), name.map(str::to_owned)));
    assert_eq!(found, expected);
}
