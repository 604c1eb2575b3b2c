//! Pages of lists continue after the sort key of the last row. Counted rows move when others appear or disappear.

use super::{root, source};

/// Source of every crate with lists.
const FOLDERS: [&str; 3] = ["tenant-runtime/src", "control-plane/src", "platform/src"];

#[test]
fn no_statement_counts_rows_to_find_a_page() {
    let mut counting = Vec::new();
    for folder in FOLDERS {
        for file in source::files(&root(folder)) {
            let code = source::code_of(&file);
            if code.contains(" OFFSET ") || code.contains("next_cursor") && code.contains(".skip(") {
                counting.push(file);
            }
        }
    }
    assert!(
        counting.is_empty(),
        "pages need a sort key (fields/cursor.rs): {counting:#?}"
    );
}
