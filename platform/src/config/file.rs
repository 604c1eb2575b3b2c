//! File of environment variables. Unlike the environment, a running process can read it again.

use std::io;
use std::path::{Path, PathBuf};

use super::{Env, Variable, is_ours};

/// Path of the file.
pub const VARIABLE: Variable = Variable {
    name: "SUDS_ENV_FILE",
    default: "none",
    help: "File of SUDS_ and AWS_ variables (NAME=value). It overrides the environment. SIGHUP reads it again.",
};

/// Reason why the file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum EnvFileError {
    #[error("SUDS_ENV_FILE: can't read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    /// Doesn't quote the line, which may contain a secret.
    #[error("SUDS_ENV_FILE: line {line} of {} isn't NAME=value", .path.display())]
    Malformed { path: PathBuf, line: usize },
}

impl Env {
    /// Adds the variables of the file that `SUDS_ENV_FILE` names, if it is set.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn with_file(mut self) -> Result<Self, EnvFileError> {
        let Some(path) = self.get(&VARIABLE).map(PathBuf::from) else {
            return Ok(self);
        };
        let text = std::fs::read_to_string(&path).map_err(|cause| EnvFileError::Unreadable {
            path: path.clone(),
            cause,
        })?;
        for (name, value) in parse(&text, &path)? {
            if value.is_empty() {
                self.values.remove(&name);
            } else {
                self.values.insert(name, value);
            }
        }
        Ok(self)
    }
}

/// Lines as in a systemd environment file: `NAME=value`, comments and quotes. Other programs' variables are skipped.
fn parse(text: &str, path: &Path) -> Result<Vec<(String, String)>, EnvFileError> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = line.split_once('=').ok_or_else(|| EnvFileError::Malformed {
            path: path.to_owned(),
            line: at + 1,
        })?;
        let (name, value) = (name.trim(), unquoted(value.trim()));
        if is_ours(name) {
            found.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(found)
}

fn unquoted(value: &str) -> &str {
    let between = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    between('"').or_else(|| between('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_overrides_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suds.env");
        let text = "# Suds\n\nSUDS_LOG=\"debug\"\nAWS_REGION=eu-1\nPATH=/bin\nSUDS_MAIL=\n";
        std::fs::write(&path, text).unwrap();
        let env = Env::default()
            .with("SUDS_ENV_FILE", path.to_string_lossy())
            .with("SUDS_LOG", "warn")
            .with("SUDS_MAIL", "capture");
        let env = env.with_file().unwrap();
        let value = |name: &str| env.values.get(name).map(String::as_str);
        assert_eq!((value("SUDS_LOG"), value("SUDS_MAIL")), (Some("debug"), None));
        assert_eq!((value("PATH"), value("AWS_REGION")), (None, Some("eu-1")));
        assert_eq!(env.aws(), [("AWS_REGION".to_owned(), "eu-1".to_owned())]);
    }

    #[test]
    fn malformed_line_is_named_without_its_text() {
        let problem = parse("SUDS_LOG=info\nsecret", Path::new("/etc/suds.env"))
            .unwrap_err()
            .to_string();
        assert_eq!(problem, "SUDS_ENV_FILE: line 2 of /etc/suds.env isn't NAME=value");
        assert!(Env::default().with("SUDS_ENV_FILE", "/none").with_file().is_err());
    }
}
