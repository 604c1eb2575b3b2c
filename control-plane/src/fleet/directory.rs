//! Fills the site directory from the control database.

use data_encoding::BASE64;
use platform::keys::MasterKey;
use platform::tenancy::{Environment, Hold, LoadError, Lookup, Site};

use super::store::{self, EntryRow};
use crate::db::{ControlConn, ControlDb, ControlDbError};
use crate::keys::SharedMaster;
use crate::rows::instant;
use crate::sites::{SiteState, UnknownState};

/// Live site for `lookup` with its unwrapped keys, for the directory.
///
/// # Errors
/// The control database can't be read, or a key can't be unwrapped because another master key is in use.
pub async fn load_directory_entry(
    db: &ControlDb,
    master: &SharedMaster,
    lookup: &Lookup,
) -> Result<Option<Site>, LoadError> {
    let row = match find(db, lookup).await {
        Ok(Some(row)) => row,
        Ok(None) => return Ok(None),
        Err(error) => return Err(LoadError(error.to_string())),
    };
    into_entry(row, &master.now()).map(Some).map_err(LoadError)
}

async fn find(db: &ControlDb, lookup: &Lookup) -> Result<Option<EntryRow>, ControlDbError> {
    let mut conn: ControlConn = db.read().await?;
    Ok(match lookup {
        Lookup::Label(subdomain) => store::entry_by_subdomain(&mut conn, subdomain).await?,
        Lookup::Id(id) => store::entry_by_id(&mut conn, *id).await?,
        Lookup::Domain(host) => match store::site_of_host(&mut conn, host).await? {
            Some(id) => store::entry_by_id(&mut conn, id).await?,
            None => None,
        },
    })
}

fn into_entry(row: EntryRow, master: &MasterKey) -> Result<Site, String> {
    let state: SiteState = row.state.parse().map_err(|error: UnknownState| error.to_string())?;
    let id = row.id.parse().map_err(|_| format!("invalid site ID {:?}", row.id))?;
    let wrapped = BASE64
        .decode(row.wrapped_key.as_bytes())
        .map_err(|_| format!("the key of site {id} is damaged"))?;
    let keys = master
        .unwrap(id, &wrapped)
        .map_err(|error| format!("can't decrypt the key of site {id} ({error}); check the master key"))?;
    let hold = hold_of(&row).map_err(|error| format!("the hold of site {id}: {error}"))?;
    Ok(Site {
        id,
        subdomain: row
            .subdomain
            .parse()
            .map_err(|error| format!("the subdomain of site {id}: {error}"))?,
        is_suspended: state == SiteState::Suspended,
        environment: Environment {
            name: row.environment,
            production: row.production,
        },
        build: row.pinned_build.or(row.rolled_build).or(row.target_app_version),
        app_key: row.app_key,
        keys,
        custom_domain: row.host,
        epoch: row.epoch,
        hold,
    })
}

fn hold_of(row: &EntryRow) -> Result<Option<Hold>, sqlx::Error> {
    let Some(at) = row.held_at else { return Ok(None) };
    let complete_until = row.held_from.map(|ms| instant("sites.held_from", ms)).transpose()?;
    Ok(Some(Hold {
        at: instant("sites.held_at", at)?,
        complete_until,
    }))
}
