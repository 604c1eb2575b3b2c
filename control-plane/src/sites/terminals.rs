//! Terminals of a site: adds, pairs and removes them from the command line.

use platform::ids::SiteId;
use platform::tenancy::{LoadError, Lookup, Unavailable};
use tenant_runtime::terminal::{self, Issuer, PairingCode, TerminalEntry, TerminalError};

use super::{OpenSiteError, SiteRecord, open};
use crate::audit;
use crate::plane::ControlPlane;

/// Terminal to create a pairing code for.
#[derive(Debug)]
pub enum Wanted<'a> {
    /// New terminal.
    New { location_id: i64, label: &'a str },
    /// An existing terminal. Its key works until the code is used.
    Known(&'a str),
}

/// Reason why the terminals of a site can't be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum TerminalsError {
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't open the site: {0}")]
    Directory(#[from] LoadError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    #[error("can't change the terminal: {0}")]
    Refused(#[from] TerminalError),
}

/// A code that pairs a terminal of `site`.
///
/// # Errors
/// There is no such terminal or location, or the file can't be written.
pub async fn pair(plane: &ControlPlane, site: &SiteRecord, wanted: Wanted<'_>) -> Result<PairingCode, TerminalsError> {
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(OpenSiteError::Gone)?;
    let open = open(plane, site.id).await?;
    let issuer = Issuer {
        keys: &entry.keys,
        random: &*plane.random,
        now: plane.now(),
        actor: audit::CLI,
    };
    let mut db = open.write().await?;
    let code = match wanted {
        Wanted::New { location_id, label } => terminal::add(&mut db, issuer, location_id, label).await?,
        Wanted::Known(id) => terminal::pair_anew(&mut db, issuer, id).await?,
    };
    db.commit().await.map_err(Unavailable::from)?;
    Ok(code)
}

/// The terminals of a site, by location and label.
///
/// # Errors
/// Its file can't be read.
pub async fn list(plane: &ControlPlane, id: SiteId) -> Result<Vec<TerminalEntry>, TerminalsError> {
    let open = open(plane, id).await?;
    let listed = terminal::list(&mut open.read().await?).await;
    Ok(listed.map_err(|error| Unavailable::Db(error.into()))?)
}

/// Removes a terminal and its key permanently. Returns the remaining terminals by location and label.
///
/// # Errors
/// The terminal doesn't exist, or the file can't be written.
pub async fn remove(plane: &ControlPlane, id: SiteId, terminal: &str) -> Result<Vec<TerminalEntry>, TerminalsError> {
    let open = open(plane, id).await?;
    let mut db = open.write().await?;
    terminal::remove(&mut db, plane.now(), audit::CLI, terminal).await?;
    db.commit().await.map_err(Unavailable::from)?;
    list(plane, id).await
}
