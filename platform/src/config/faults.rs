//! All faults of a configuration, so that they are reported at once.

use std::fmt;

use super::ConfigError;

/// Invalid variables, each on its own line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ConfigErrors {}

impl From<ConfigError> for ConfigErrors {
    fn from(error: ConfigError) -> Self {
        Self(vec![error])
    }
}

/// Faults found so far while a configuration is read.
#[derive(Debug, Default)]
pub struct Faults(Vec<ConfigError>);

impl Faults {
    /// The value, or `fallback` and a fault.
    pub fn keep_or<T>(&mut self, read: Result<T, ConfigError>, fallback: T) -> T {
        read.unwrap_or_else(|error| {
            self.0.push(error);
            fallback
        })
    }

    /// The value, or the type's default and a fault.
    pub fn keep<T: Default>(&mut self, read: Result<T, ConfigError>) -> T {
        self.keep_or(read, T::default())
    }

    /// Adds a fault.
    pub fn add(&mut self, error: ConfigError) {
        self.0.push(error);
    }

    /// `config`, unless there are faults.
    ///
    /// # Errors
    /// All faults.
    pub fn finish<T>(self, config: T) -> Result<T, ConfigErrors> {
        if self.0.is_empty() {
            Ok(config)
        } else {
            Err(ConfigErrors(self.0))
        }
    }
}
