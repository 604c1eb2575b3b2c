//! Configuration of the process: environment variables, read and documented only here.

mod faults;
mod file;
mod hazards;
mod origin;
mod sections;

pub use faults::{ConfigErrors, Faults};
pub use file::{EnvFileError, VARIABLE as ENV_FILE};
pub use hazards::production_hazards;
pub use origin::{InvalidOrigin, OriginPattern};
pub use sections::{Captcha, LogConfig, MailConfig, SecurityConfig, ServerConfig, StorageConfig, VARIABLES};

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// An environment variable, as `suds help config` prints it.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    pub name: &'static str,
    /// Description of the default.
    pub default: &'static str,
    pub help: &'static str,
}

/// An invalid variable. The text is one line, starts with the variable's name and never contains a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {problem}")]
pub struct ConfigError {
    pub variable: &'static str,
    pub problem: String,
}

impl ConfigError {
    pub fn new(variable: &Variable, problem: impl Display) -> Self {
        Self {
            variable: variable.name,
            problem: problem.to_string(),
        }
    }
}

/// Variables of a process or a test.
#[derive(Debug, Clone, Default)]
pub struct Env {
    values: BTreeMap<String, String>,
}

impl Env {
    /// Variables of this process that start with `SUDS_` or `AWS_`. An empty one counts as not set.
    pub fn of_process() -> Self {
        let values = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok().filter(|name| is_ours(name))?;
            Some((name, value.to_string_lossy().into_owned())).filter(|(_, value)| !value.is_empty())
        });
        Self {
            values: values.collect(),
        }
    }

    /// Adds variables, for tests and command line options.
    #[must_use]
    pub fn with(mut self, variable: &str, value: impl Into<String>) -> Self {
        self.values.insert(variable.to_owned(), value.into());
        self
    }

    /// Settings of an S3-compatible store, by name.
    pub fn aws(&self) -> Vec<(String, String)> {
        let aws = self.values.iter().filter(|(name, _)| name.starts_with("AWS_"));
        aws.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    pub fn get(&self, variable: &Variable) -> Option<&str> {
        self.values.get(variable.name).map(String::as_str)
    }

    /// The parsed value of a variable, if it is set.
    ///
    /// # Errors
    /// It is set and does not parse.
    pub fn parsed<T>(&self, variable: &Variable) -> Result<Option<T>, ConfigError>
    where
        T: FromStr,
        T::Err: Display,
    {
        self.get(variable)
            .map(|text| {
                text.parse()
                    .map_err(|error| ConfigError::new(variable, format!("{text:?}: {error}")))
            })
            .transpose()
    }

    /// Same, for types whose errors don't say how to fix the value: `fix` does.
    ///
    /// # Errors
    /// It is set and invalid.
    pub fn parsed_or<T: FromStr>(&self, variable: &Variable, fix: &str) -> Result<Option<T>, ConfigError> {
        let parse = |text: &str| {
            text.parse()
                .map_err(|_| ConfigError::new(variable, format!("{text:?}: {fix}")))
        };
        self.get(variable).map(parse).transpose()
    }

    /// Unknown names that start with `SUDS_`, probably typos.
    pub fn unknown<'a>(&'a self, known: &'a [&'a Variable]) -> impl Iterator<Item = &'a str> {
        self.values
            .keys()
            .map(String::as_str)
            .filter(|name| name.starts_with("SUDS_"))
            .filter(|name| known.iter().all(|variable| variable.name != *name))
    }
}

fn is_ours(name: &str) -> bool {
    name.starts_with("SUDS_") || name.starts_with("AWS_")
}
