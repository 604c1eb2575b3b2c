//! Demo kiosk: one per site, at its first location.

use platform::ids::Subdomain;
use tenant_runtime::catalog;
use tenant_runtime::tenant::Tenant;
use tenant_runtime::terminal::{self, Issuer, PairedTerminal, TerminalError};

use super::credentials::{self, Proof};
use super::{ACTOR, DemoError, marks, tenant_of};
use crate::serve::Server;

const LABEL: &str = "Lane 1";
/// In the demo's list of logins.
const ROLE: &str = "terminal";

/// Sets up a site's terminal, unless an earlier start did.
pub(super) async fn ensure(server: &Server, subdomain: &Subdomain) -> Result<(), DemoError> {
    let dir = server.plane.dir();
    let mark = format!("terminal of {subdomain}");
    if marks::has(dir, &mark)? {
        return Ok(());
    }
    let tenant = tenant_of(server, subdomain).await?;
    install(server, &tenant).await?;
    marks::set(dir, &mark)
}

async fn install(server: &Server, tenant: &Tenant) -> Result<(), DemoError> {
    let failed = |problem: String| not_installed(tenant, problem);
    let made = |error: TerminalError| failed(error.to_string());
    let mut db = tenant.read().await.map_err(|error| made(error.into()))?;
    let first = catalog::pricing_location(&mut db, None, None).await;
    let first = first.map_err(|error| made(error.into()))?;
    drop(db);
    let first = first.ok_or_else(|| failed("the site has no location".to_owned()))?;
    let random = &*server.plane.random;
    let proof = credentials::of(server.plane.dir(), tenant, ROLE, || Proof::Terminal {
        terminal_id: terminal::new_id(random),
        terminal_key: random.token(),
        location_id: first,
    })?;
    let Proof::Terminal {
        terminal_id,
        terminal_key,
        location_id,
    } = proof
    else {
        return Err(failed("its credentials belong to a person".to_owned()));
    };
    let mut db = tenant.write().await.map_err(|error| made(error.into()))?;
    // An earlier start may have stopped before it set its mark.
    let listed = terminal::list(&mut db).await.map_err(|error| made(error.into()))?;
    if listed.iter().any(|known| known.terminal_id == terminal_id) {
        return Ok(());
    }
    let chosen = PairedTerminal {
        terminal_id,
        terminal_key,
        location_id,
    };
    let issuer = Issuer {
        keys: tenant.keys(),
        random,
        now: tenant.now(),
        actor: ACTOR,
    };
    terminal::install(&mut db, issuer, &chosen, LABEL).await.map_err(made)?;
    db.commit().await.map_err(|error| made(error.into()))
}

/// Key of the terminal installed by [`ensure`].
///
/// # Errors
/// The terminal has no key.
pub(super) fn key(server: &Server, tenant: &Tenant) -> Result<String, DemoError> {
    match credentials::known(server.plane.dir(), tenant, ROLE)? {
        Some(Proof::Terminal { terminal_key, .. }) => Ok(terminal_key),
        _ => Err(not_installed(tenant, "it has no key".to_owned())),
    }
}

fn not_installed(tenant: &Tenant, problem: String) -> DemoError {
    DemoError::Terminal {
        site: tenant.site.subdomain.clone(),
        problem,
    }
}
