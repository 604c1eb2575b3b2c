//! No files import one another in a circle: what a file builds on can be read, and changed, without it.
//!
//! A name is an import of the file that defines it, through whichever `mod.rs` it comes. The files below a `mod.rs` may use what it
//! defines itself; what it takes from them is not counted, since putting them together is what it is for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::imports::imports;
use super::{root, source};

/// `["checkout", "rules"]`; the crate's own is empty.
type Module = Vec<String>;

#[derive(Default)]
struct Crate {
    /// Dependencies of each module, by path within the crate.
    modules: BTreeMap<Module, Vec<Module>>,
    /// Items reexported under another path.
    exports: BTreeMap<Module, Module>,
}

impl Crate {
    fn read(src: &Path) -> Self {
        let files = source::files(src).into_iter();
        let files: BTreeMap<Module, String> = files
            .map(|file| (module_of(file.strip_prefix(src).unwrap()), source::code_of(&file)))
            .collect();
        let mut read = Self::default();
        for (module, code) in &files {
            let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let mut named = Vec::new();
            for import in imports(code) {
                let Some(path) = absolute(module, &import.path, &files) else {
                    continue;
                };
                if let Some(name) = import.exported_as {
                    read.exports.insert([&module[..], &[name]].concat(), path.clone());
                }
                named.push(path);
            }
            read.modules.insert(module.clone(), named);
        }
        read
    }

    /// The module that defines what `path` names.
    fn home(&self, path: &[String]) -> Module {
        let mut home = Module::new();
        for (at, name) in path.iter().enumerate() {
            let next = [&home[..], std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&next) {
                home = next;
            } else if let Some(original) = self.exports.get(&next) {
                return self.home(&[original, &path[at + 1..]].concat());
            } else {
                break;
            }
        }
        home
    }

    /// The modules that are part of a circle, or lie between two, each with those of them that it imports.
    fn circles(&self) -> BTreeMap<String, Vec<String>> {
        let mut edges: BTreeSet<(Module, Module)> = BTreeSet::new();
        for (module, named) in &self.modules {
            let homes = named.iter().map(|path| self.home(path));
            edges.extend(
                homes
                    .filter(|home| !home.starts_with(module))
                    .map(|home| (module.clone(), home)),
            );
        }
        loop {
            let imported: BTreeSet<_> = edges.iter().map(|(_, to)| to.clone()).collect();
            let importing: BTreeSet<_> = edges.iter().map(|(from, _)| from.clone()).collect();
            let before = edges.len();
            edges.retain(|(from, to)| imported.contains(from) && importing.contains(to));
            if edges.len() == before {
                break;
            }
        }
        let mut circles: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (from, to) in edges {
            circles.entry(from.join("/")).or_default().push(to.join("/"));
        }
        circles
    }
}

fn module_of(file: &Path) -> Module {
    let mut module: Module = file
        .with_extension("")
        .iter()
        .map(|name| name.to_str().unwrap().to_owned())
        .collect();
    if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

/// `path` as it is written in `module`, from the crate on; `None`: of another crate, or a name of the file itself.
fn absolute(module: &[String], path: &[String], files: &BTreeMap<Module, String>) -> Option<Module> {
    let steps = path.iter().take_while(|name| *name == "super").count();
    let rest: Module = path[steps..].iter().filter(|name| *name != "self").cloned().collect();
    match path.first()?.as_str() {
        "crate" => Some(rest[1..].to_vec()),
        "super" => Some([&module[..module.len().checked_sub(steps)?], &rest].concat()),
        "self" => Some([module, &rest].concat()),
        child => {
            let below = [module, &[child.to_owned()]].concat();
            files.contains_key(&below).then(|| [module, &rest].concat())
        }
    }
}

#[test]
fn files_do_not_import_one_another_in_cycles() {
    for src in [
        "platform/src",
        "tenant-runtime/src",
        "tenant-runtime/paystub/src",
        "control-plane/src",
    ] {
        let circles = Crate::read(&root(src)).circles();
        assert!(circles.is_empty(), "{src}: {circles:#?}");
    }
}

/// The test itself sees what it should.
#[test]
fn cycle_through_exports_is_detected() {
    let module = |path: &str| -> Module {
        path.split('/')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let mut read = Crate::default();
    for (file, named) in [
        ("gifts", vec!["gifts/store"]),
        ("gifts/store", vec!["gifts/Gift", "gifts/jobs/Mail"]),
        ("gifts/jobs", vec!["gifts/insert"]),
        ("gifts/rules", vec!["gifts/Gift"]),
    ] {
        let named = named.into_iter().map(module).collect();
        read.modules.insert(module(file), named);
    }
    assert_eq!(read.circles(), BTreeMap::new(), "types of the folder are not");
    read.exports
        .insert(module("gifts/insert"), module("gifts/store/insert"));
    let found: Vec<_> = read.circles().into_keys().collect();
    assert_eq!(found, ["gifts/jobs", "gifts/store"]);
}
