//! Checks of everything in an installation, for `suds doctor`. Some open every site's file.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt as _;
use std::sync::Arc;

use platform::db::{ConnectionKind, connect};

use super::check::{Check, named};
use super::{certificates, machine, objects, probe, proxies, replication};
use crate::archives;
use crate::data_dir::name_of;
use crate::db::ControlDbError;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord};

/// File handles that a server with few sites needs.
const FEW_HANDLES: u64 = 4096;

/// All checks of the installation that `plane` holds. `offline`: without the network.
///
/// # Errors
/// The control database can't be read.
pub(crate) async fn of_installation(plane: &Arc<ControlPlane>, offline: bool) -> Result<Vec<Check>, ControlDbError> {
    let sites = sites::store::list(&mut plane.db.read().await?).await?;
    let mut checks = vec![
        machine::disk(plane.dir()),
        machine::control_database(plane).await,
        machine::master_key(plane).await,
        site_keys(plane).await?,
        site_files(plane, &sites),
        schemas(plane, &sites).await,
        owners(plane),
        machine::clock(plane),
        file_handles(),
        machine::sandbox(plane).await,
        replication::check(plane, &sites).await,
    ];
    if !offline {
        checks.push(machine::builds(plane).await);
        checks.push(probe::object_store(&plane.objects).await);
        checks.push(objects::clock(plane.objects.clock_ahead()));
        checks.push(objects::stray(plane, &sites).await);
        checks.push(objects::images(plane, &sites).await);
        checks.extend(certificates::checks(plane, &sites).await);
    }
    checks.push(backups(plane).await?);
    checks.push(proxies::check(plane.proxies()));
    Ok(checks)
}

async fn site_keys(plane: &ControlPlane) -> Result<Check, ControlDbError> {
    let wrapped = sites::store::wrapped_keys(&mut plane.db.read().await?).await?;
    let master = plane.master();
    let closed: Vec<String> = wrapped
        .iter()
        .filter(|(site, key)| !crate::keys::opens(&master, *site, key))
        .map(|(site, _)| site.to_string())
        .collect();
    Ok(if closed.is_empty() {
        Check::ok(
            "site keys",
            format!("the master key opens {} of {}", wrapped.len(), wrapped.len()),
        )
    } else {
        let fix = "restore the master key file with its earlier keys";
        Check::fail(
            "site keys",
            format!("the master key doesn't open {}", named(&closed)),
            fix,
        )
    })
}

/// Files that are missing, and folders that no site owns.
fn site_files(plane: &ControlPlane, sites: &[SiteRecord]) -> Check {
    const NAME: &str = "site files";
    let known: BTreeSet<String> = sites.iter().map(|site| site.id.to_string()).collect();
    let missing: Vec<String> = sites
        .iter()
        .filter(|site| !plane.dir().site(site.id).join("site.sqlite").is_file())
        .map(|site| site.subdomain.to_string())
        .collect();
    if !missing.is_empty() {
        let fix = "restore a backup: `suds site restore SITE --latest`";
        return Check::fail(NAME, format!("no file for {}", named(&missing)), fix);
    }
    let folders = std::fs::read_dir(plane.dir().sites()).into_iter().flatten().flatten();
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let stray: Vec<String> = names.filter(|name| !known.contains(name)).collect();
    if stray.is_empty() {
        return Check::ok(NAME, format!("{} of {} present", sites.len(), sites.len()));
    }
    let fix = "run `suds site adopt --id ID` for each, or move the folders away";
    Check::warn(NAME, format!("no site owns sites/{}", named(&stray)), fix)
}

async fn schemas(plane: &ControlPlane, sites: &[SiteRecord]) -> Check {
    const NAME: &str = "schema versions";
    let latest = tenant_runtime::SCHEMA.latest();
    let (mut older, mut unusable) = (0, Vec::new());
    for site in sites {
        let file = plane.dir().site(site.id).join("site.sqlite");
        if !file.is_file() {
            continue;
        }
        let version = async {
            let mut connection = connect(&file, ConnectionKind::Reader).await.ok()?;
            tenant_runtime::SCHEMA.version(&mut connection).await.ok()
        };
        match version.await {
            Some(version) if version < latest => older += 1,
            Some(_) => {}
            None => unusable.push(site.subdomain.to_string()),
        }
    }
    if !unusable.is_empty() {
        let fix = "run `suds site check` for the cause, then restore a backup or update suds";
        return Check::fail(
            NAME,
            format!("damaged or newer than this build: {}", named(&unusable)),
            fix,
        );
    }
    if older > 0 {
        let fix = "run `suds site migrate --all`; each site also migrates when it opens";
        return Check::warn(
            NAME,
            format!("{older} of {} older than version {latest}", sites.len()),
            fix,
        );
    }
    Check::ok(NAME, format!("all sites have version {latest}"))
}

/// Files of another user, which the server can't open.
fn owners(plane: &ControlPlane) -> Check {
    const NAME: &str = "file owners";
    let root = plane.dir().root();
    let user = nix::unistd::geteuid().as_raw();
    let mut foreign = Vec::new();
    let mut folders = vec![root.to_owned(), plane.dir().sites()];
    folders.extend(
        std::fs::read_dir(plane.dir().sites())
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path()),
    );
    for folder in folders {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.metadata().is_ok_and(|metadata| metadata.uid() != user) {
                let path = entry.path();
                foreign.push(path.strip_prefix(root).unwrap_or(&path).display().to_string());
            }
        }
    }
    if foreign.is_empty() {
        return Check::ok(NAME, "all files belong to the server's user");
    }
    let name = name_of(user);
    let fix = format!("run `chown -R {}: {}`", name.trim_start_matches('#'), root.display());
    Check::fail(NAME, format!("another user owns {}", named(&foreign)), fix)
}

fn file_handles() -> Check {
    const NAME: &str = "file handles";
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) if limit >= FEW_HANDLES => Check::ok(NAME, format!("the limit is {limit}")),
        Ok(limit) => Check::warn(
            NAME,
            format!("the limit is only {limit}"),
            "raise the hard limit (LimitNOFILE=65536 in the systemd unit)",
        ),
        Err(error) => Check::warn(NAME, format!("the limit can't be read: {error}"), "check `ulimit -Hn`"),
    }
}

/// Sites whose newest backup is too old. A backup counts once it has passed its check.
async fn backups(plane: &ControlPlane) -> Result<Check, ControlDbError> {
    const NAME: &str = "backups";
    let now = plane.now();
    let last = sites::store::backups::last_backups(&mut plane.db.read().await?).await?;
    let (mut none, mut old) = (Vec::new(), Vec::new());
    for site in &last {
        match site.at {
            None => none.push(site.subdomain.to_string()),
            Some(_) if archives::is_overdue(site, now) => old.push(site.subdomain.to_string()),
            Some(_) => {}
        }
    }
    let fix = "run `suds site backup --all`, and schedule it (ops/systemd/suds-backup.timer)";
    if !none.is_empty() {
        let message = format!("no backup of {} has passed its check", named(&none));
        return Ok(Check::warn(NAME, message, fix));
    }
    if !old.is_empty() {
        return Ok(Check::warn(NAME, format!("older than 26 hours: {}", named(&old)), fix));
    }
    Ok(Check::ok(NAME, "every site has one from the last 26 hours"))
}
