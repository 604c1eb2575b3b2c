//! `suds help`: help for a command or for the environment variables.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::Cli;
use crate::config::all_variables;

/// Shell completion script.
pub(super) fn completions(shell: Shell) -> String {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "suds", &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Man pages of all commands.
pub(super) fn write_man_pages(folder: &Path) -> io::Result<()> {
    clap_mangen::generate_to(Cli::command(), folder)
}

/// The text for a topic.
///
/// # Errors
/// The topic doesn't exist; the error is one line of text.
pub(super) fn text(topic: &[String]) -> Result<String, String> {
    if topic == ["config"] {
        return Ok(variables());
    }
    let mut command = Cli::command();
    command.build();
    let mut at = &mut command;
    for word in topic {
        at = at
            .find_subcommand_mut(word)
            .ok_or_else(|| format!("no help for {:?}; run `suds help`", topic.join(" ")))?;
    }
    Ok(at.render_long_help().to_string())
}

fn variables() -> String {
    let mut out = String::from("Suds reads these environment variables:\n");
    for variable in all_variables() {
        // Writing to a String can't fail.
        let _ = write!(
            out,
            "\n{}\n    {}\n    Default: {}\n",
            variable.name, variable.help, variable.default
        );
    }
    out
}
