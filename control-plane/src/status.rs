//! Lines about the program's state, on stderr.

use std::fmt::Display;
use std::io::Write as _;

/// Prints `suds: <line>`. If no one reads stderr or its disk is full, the line is lost and the program continues. `eprintln!`
/// would panic.
pub(crate) fn print_status(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "suds: {line}");
}
