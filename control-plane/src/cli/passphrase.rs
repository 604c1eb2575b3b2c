//! Reads a passphrase from a file, a variable or the terminal.

use std::path::Path;

use anyhow::{Context as _, bail};
use console::Term;

use crate::archives::Passphrase;

/// First line of `file`, otherwise `variable`, otherwise the input; `None` without a terminal. With `is_new`, it is
/// entered twice, because a typo would make the archive unreadable.
///
/// # Errors
/// The file can't be read, or the two entries differ.
pub(super) fn passphrase(
    file: Option<&Path>,
    variable: Option<&str>,
    is_new: bool,
) -> anyhow::Result<Option<Passphrase>> {
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).with_context(|| format!("can't read {}", file.display()))?;
        let line = text.lines().next().unwrap_or_default();
        return Ok(Some(Passphrase::new(line.to_owned())));
    }
    if let Some(text) = variable {
        return Ok(Some(Passphrase::new(text.to_owned())));
    }
    let terminal = Term::stderr();
    if !terminal.is_term() {
        return Ok(None);
    }
    terminal.write_str("Passphrase: ")?;
    let typed = terminal.read_secure_line()?;
    if is_new {
        terminal.write_str("Repeat passphrase: ")?;
        if terminal.read_secure_line()? != typed {
            bail!("the passphrases don't match; try again");
        }
    }
    Ok(Some(typed).filter(|typed| !typed.is_empty()).map(Passphrase::new))
}
