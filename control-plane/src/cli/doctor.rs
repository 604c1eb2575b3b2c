//! `suds doctor`: checks the variables, the network and the installation.

pub(super) mod mail;

use std::path::PathBuf;

use platform::config::{ConfigError, Env, EnvFileError};

use super::command::Reply;
use crate::checks::{Check, CheckState};
use crate::config::{Config, all_variables};

const VARIABLES: &str = "variables";
/// Variables that an operator's shell may have without the server's other ones.
const OF_A_SHELL: [&str; 4] = ["SUDS_DATA_DIR", "SUDS_ENV_FILE", "SUDS_LOG", "SUDS_PASSPHRASE"];

/// Checks that need no installation: the configuration, if it can be read, and its faults. Faults are results, so that one
/// doesn't hide the others.
pub(super) fn configuration(env: &Env, data_dir: Option<PathBuf>) -> (Option<Config>, Vec<Check>) {
    match Config::from_env(env) {
        Ok(mut config) => {
            if let Some(data_dir) = data_dir {
                config.storage.data_dir = data_dir;
            }
            let checks = variables(env, &config);
            (Some(config), checks)
        }
        Err(errors) => (None, errors.0.iter().map(invalid).collect()),
    }
}

/// Checks of the installation, or a failed check if they couldn't run.
pub(super) fn installation(reply: anyhow::Result<Reply>) -> Vec<Check> {
    match reply {
        Ok(Reply::Checks(found)) => found,
        Ok(_) => Vec::new(),
        Err(error) => {
            let fix = "correct the cause, then run `suds doctor` again";
            vec![Check::fail("installation", format!("{error:#}"), fix)]
        }
    }
}

/// Failed check of an unreadable `SUDS_ENV_FILE`.
pub(super) fn unreadable(error: &EnvFileError) -> Vec<Check> {
    let fix = "correct the file, or run the command as a user who can read it";
    vec![Check::fail(VARIABLES, error.to_string(), fix)]
}

fn invalid(error: &ConfigError) -> Check {
    Check::fail(
        error.variable,
        &error.problem,
        "correct the variable; run `suds help config`",
    )
}

fn variables(env: &Env, config: &Config) -> Vec<Check> {
    let known = all_variables();
    let mut settings = known.iter().filter(|known| !OF_A_SHELL.contains(&known.name));
    let has_settings = settings.any(|known| env.get(known).is_some());
    if !has_settings {
        let message = "this environment has none of the server's variables, so they aren't checked";
        let fix = "run the command with them, such as `SUDS_ENV_FILE=/etc/suds/suds.env suds doctor`";
        return vec![Check::warn(VARIABLES, message, fix)];
    }
    let unknown = env
        .unknown(&known)
        .map(|name| Check::warn(name, "unknown variable", "run `suds help config`"));
    let hazards = config.production_hazards("production");
    let hazards = hazards.iter().map(|hazard| {
        Check::warn(
            hazard.variable,
            &hazard.problem,
            "set it before the first site is in production",
        )
    });
    let mut checks: Vec<Check> = unknown.chain(hazards).collect();
    if checks.is_empty() {
        checks.push(Check::ok(VARIABLES, "ready for production"));
    }
    checks
}

/// One line per check, and its fix below.
pub(super) fn lines_of(checks: &[Check]) -> String {
    let mut out = String::new();
    for check in checks {
        let state = match check.state {
            CheckState::Ok => "ok  ",
            CheckState::Warn => "warn",
            CheckState::Fail => "FAIL",
        };
        out.push_str(&format!("{state}  {}: {}\n", check.name, check.message));
        if let Some(fix) = &check.fix {
            out.push_str(&format!("      → {fix}\n"));
        }
    }
    let count = |state| checks.iter().filter(|check| check.state == state).count();
    let (warnings, failures) = (count(CheckState::Warn), count(CheckState::Fail));
    out.push_str(&format!(
        "\n{}, {}, {}\n",
        counted(checks.len(), "check"),
        counted(warnings, "warning"),
        counted(failures, "failure")
    ));
    out
}

fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
