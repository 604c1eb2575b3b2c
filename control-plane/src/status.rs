//! Lines about the program's state, on stderr.

use std::fmt::Display;
use std::io::Write as _;

/// Prints each line as `suds: <line>`. If no one reads stderr or its disk is full, the line is lost and the program continues. `eprintln!`
/// would panic.
pub(crate) fn print_status(lines: impl Display) {
    let mut stderr = std::io::stderr().lock();
    for line in lines.to_string().lines() {
        let _ = writeln!(stderr, "suds: {line}");
    }
}
