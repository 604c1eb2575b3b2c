//! Writing to standard output or error fails if its reader has ended or the disk is full. The printing macros would then panic.

use super::{root, source};

/// Printing macros, which panic if the stream can't be written.
const MACROS: [&str; 4] = ["print!(", "println!(", "eprint!(", "eprintln!("];

#[test]
fn no_crate_of_the_server_panics_on_a_failing_stream() {
    let mut found = Vec::new();
    for folder in ["platform/src", "tenant-runtime/src", "control-plane/src"] {
        for file in source::files(&root(folder)) {
            let code = source::code_of(&file);
            let prints = |name: &str| {
                code.match_indices(name)
                    .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            };
            if MACROS.iter().any(|name| prints(name)) {
                found.push(file.display().to_string());
            }
        }
    }
    assert!(
        found.is_empty(),
        "write through status::print_status or tracing: {found:#?}"
    );
}
