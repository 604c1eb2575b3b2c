//! Tests and files that `docs/security/asvs.md` names: each of them exists.

use super::root;

const PAGE: &str = "docs/security/asvs.md";

/// Folders of HTTP tests and of tests with processes. Names of these tests start with their module.
const TEST_FOLDERS: [&str; 2] = ["tenant-runtime/tests/it", "control-plane/tests/it"];

/// Crates with unit tests, and their folders. Names of these tests start with the crate.
const CRATES: [(&str, &str); 3] = [
    ("platform", "platform/src"),
    ("tenant_runtime", "tenant-runtime/src"),
    ("control_plane", "control-plane/src"),
];

#[test]
fn asvs_page_names_tests_and_files_that_exist() {
    let page = std::fs::read_to_string(root(PAGE)).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let names: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 100, "{PAGE}: {} names", names.len());
    let missing: Vec<&&str> = names.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "{PAGE} names what doesn't exist: {missing:#?}");
}

#[test]
fn missing_tests_and_files_are_found() {
    assert!(exists("repository::asvs::missing_tests_and_files_are_found"));
    assert!(exists(PAGE));
    assert!(
        !exists("repository::asvs::no_such_test") && !exists("no_such_module::test") && !exists("docs/no-such-page.md")
    );
}

/// Whether `name` is a test, such as `identity::hostile::forged_tokens_are_rejected`, or a path from the root.
fn exists(name: &str) -> bool {
    let Some((module, test)) = name.rsplit_once("::") else {
        return root(name).exists();
    };
    let (first, rest) = module.split_once("::").unwrap_or((module, ""));
    let folders: Vec<(&str, &str)> = match CRATES.iter().find(|(name, _)| *name == first) {
        Some((_, folder)) => vec![(*folder, rest)],
        None => TEST_FOLDERS.map(|folder| (folder, module)).to_vec(),
    };
    let head = format!("fn {test}(");
    folders.iter().any(|(folder, module)| {
        let path = root(folder).join(module.replace("::", "/"));
        let files = [path.with_extension("rs"), path.join("mod.rs")];
        files
            .iter()
            .any(|file| std::fs::read_to_string(file).is_ok_and(|code| code.contains(&head)))
    })
}
