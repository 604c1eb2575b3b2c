//! Logins for demo testers: `demo-credentials.json`.

use std::io::Write as _;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use tenant_runtime::tenant::Tenant;

use super::browser::LogIn;
use super::{DemoError, ENVIRONMENT};
use crate::data_dir::{DataDir, sync_folder};

/// One row: a user of a site, a staff member or a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Credential {
    /// `None`: a staff member, who doesn't belong to a site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) site: Option<String>,
    pub(super) role: String,
    #[serde(flatten)]
    pub(super) proof: Proof,
    pub(super) environment: String,
    pub(super) url: String,
}

/// Login credentials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(super) enum Proof {
    Person {
        email: String,
        password: String,
    },
    Terminal {
        terminal_id: String,
        terminal_key: String,
        location_id: i64,
    },
}

/// Credentials of `role` at `site`; on the first call, `choose` creates them. They are stored before use, so that an
/// interrupted start continues with the same ones.
///
/// # Errors
/// The file can't be read or written.
pub(super) fn of(
    dir: &DataDir,
    tenant: &Tenant,
    role: &str,
    choose: impl FnOnce() -> Proof,
) -> Result<Proof, DemoError> {
    if let Some(known) = known(dir, tenant, role)? {
        return Ok(known);
    }
    let site = tenant.site.subdomain.as_str();
    let mut credentials = read(dir)?;
    let proof = choose();
    credentials.push(Credential {
        site: Some(site.to_owned()),
        role: role.to_owned(),
        proof: proof.clone(),
        environment: ENVIRONMENT.to_owned(),
        url: tenant.origin(),
    });
    write(dir, &credentials)?;
    Ok(proof)
}

/// Stored credentials of `role` at `site`.
///
/// # Errors
/// The file can't be read.
pub(super) fn known(dir: &DataDir, tenant: &Tenant, role: &str) -> Result<Option<Proof>, DemoError> {
    let site = tenant.site.subdomain.as_str();
    let mut credentials = read(dir)?.into_iter();
    let known = credentials.find(|one| one.site.as_deref() == Some(site) && one.role == role);
    Ok(known.map(|one| one.proof))
}

/// Login of an environment's staff member; on the first call, `choose` creates it, as in [`of`].
///
/// # Errors
/// The file can't be read or written.
pub(super) fn of_staff(
    dir: &DataDir,
    environment: &str,
    url: String,
    choose: impl FnOnce() -> LogIn,
) -> Result<LogIn, DemoError> {
    let mut credentials = read(dir)?;
    for known in &credentials {
        if let (None, Proof::Person { email, password }) = (&known.site, &known.proof)
            && known.environment == environment
        {
            return Ok(LogIn {
                email: email.clone(),
                password: password.clone(),
            });
        }
    }
    let chosen = choose();
    credentials.push(Credential {
        site: None,
        role: "staff".to_owned(),
        proof: Proof::Person {
            email: chosen.email.clone(),
            password: chosen.password.clone(),
        },
        environment: environment.to_owned(),
        url,
    });
    write(dir, &credentials)?;
    Ok(chosen)
}

/// All rows. None before the first start.
fn read(dir: &DataDir) -> Result<Vec<Credential>, DemoError> {
    let path = dir.demo_credentials();
    let file = |cause| DemoError::File {
        path: path.clone(),
        cause,
    };
    match std::fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| file(error.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(file(error)),
    }
}

/// Written to a temporary file and renamed. Only its owner can read it.
fn write(dir: &DataDir, credentials: &[Credential]) -> Result<(), DemoError> {
    let path = dir.demo_credentials();
    let written = || {
        let mut aside = NamedTempFile::new_in(dir.root())?;
        serde_json::to_writer_pretty(&mut aside, credentials)?;
        aside.write_all(b"\n")?;
        aside.as_file().sync_all()?;
        aside.persist(&path).map_err(|error| error.error)?;
        sync_folder(dir.root())
    };
    written().map_err(|cause| DemoError::File {
        path: path.clone(),
        cause,
    })
}
