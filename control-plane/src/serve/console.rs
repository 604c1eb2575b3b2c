//! Console page: a build's shell without site data.

use std::sync::{Arc, Mutex, PoisonError};

use axum::response::Response;
use http::header::InvalidHeaderValue;
use http::{HeaderMap, HeaderValue};
use platform::http::ApiError;
use serde_json::json;
use tenant_runtime::error::Fault;
use tenant_runtime::language::Language;

use super::rendered::Shell;
use crate::builds::first_visit::FirstVisit;
use crate::builds::page_paths::{PathLists, has_page};
use crate::builds::shell::{self, Page};
use crate::builds::shell_policy::content_security_policy;
use crate::builds::{self, AssetCache, Maps, Version};
use crate::environments;
use crate::environments::rules::console_build;
use crate::plane::ControlPlane;

/// Languages of the console. A region determines formats.
const LANGUAGES: [&str; Language::ALL.len()] = ["en-US", "fr-FR", "de-DE", "es-ES"];

/// Rendered console shell with its input; the same for everyone.
pub(crate) struct ConsoleShell {
    kept: Mutex<Option<(String, Arc<Shell>)>>,
    /// Content-Security-Policy: the console has no maps.
    policy: HeaderValue,
}

impl ConsoleShell {
    /// # Errors
    /// Never: the policy is ASCII.
    pub(super) fn new() -> Result<Self, InvalidHeaderValue> {
        Ok(Self {
            kept: Mutex::default(),
            policy: content_security_policy(&Maps::default(), None)?,
        })
    }

    fn find(&self, of: &str) -> Option<Arc<Shell>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, shell) = kept.as_ref().filter(|(key, _)| key == of)?;
        Some(Arc::clone(shell))
    }

    fn keep(&self, of: String, shell: &Arc<Shell>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((of, Arc::clone(shell)));
    }
}

/// Response to a page request at the console.
///
/// # Errors
/// There is no build yet, or the database or the build can't be read.
pub(super) async fn page(
    (plane, assets, paths): (&ControlPlane, &AssetCache, &PathLists),
    console: &ConsoleShell,
    request: &HeaderMap,
    path: &str,
) -> Result<Response, ApiError> {
    let (shell, version) = shell_of(plane, assets, console).await?;
    if !has_page(&paths.of(assets, &version).await?.console, path) {
        return Ok(shell.answer_missing(&console.policy, request));
    }
    // Console paths are private.
    Ok(shell.answer(&console.policy, request, true))
}

/// The shell and its build.
async fn shell_of(
    plane: &ControlPlane,
    assets: &AssetCache,
    console: &ConsoleShell,
) -> Result<(Arc<Shell>, Version), ApiError> {
    let mut db = plane.db.read().await?;
    let environments = environments::store::list(&mut db).await.map_err(Fault::from)?;
    let Some((version, _)) = console_build(&environments) else {
        tracing::error!("the console has no build; publish one with `suds build publish`");
        return Err(ApiError::site_unavailable());
    };
    let build = builds::store::find(&mut db, &version).await.map_err(Fault::from)?;
    drop(db);
    let build = build.ok_or_else(|| Fault::internal("build not found in the database"))?;
    let names: Vec<_> = environments
        .iter()
        .map(|one| json!({ "name": one.name, "production": one.production }))
        .collect();
    let boot = json!({
        // Placeholder for the missing site.
        "appKey": "none",
        "subdomain": "console",
        "siteConfig": {
            "companyName": "Suds",
            "has_app": false,
            "has_ecom": true,
            "languages": LANGUAGES,
        },
        "console": { "environments": names },
        "build": { "version": version, "timeStamp": build.time_stamp },
    });
    let key = boot.to_string();
    if let Some(shell) = console.find(&key) {
        return Ok((shell, version));
    }
    let index = assets.file(&version, "index.html").await.map_err(Fault::internal)?;
    let index = index.ok_or_else(|| Fault::internal(format!("build {version} has no index.html")))?;
    let html = shell::render(&String::from_utf8_lossy(&index), &version, &page_of(boot));
    let shell = Arc::new(Shell::new(html).map_err(Fault::internal)?);
    console.keep(key, &shell);
    Ok((shell, version))
}

/// Shell content provided by Suds in place of a site's.
fn page_of(boot: serde_json::Value) -> Page {
    Page {
        lang: "en".to_owned(),
        data: vec![
            ("surface", "console".to_owned()),
            ("scheme", "system".to_owned()),
            ("font", "inter".to_owned()),
        ],
        title: "Suds console".to_owned(),
        site_name: "Suds".to_owned(),
        description: "The console for Suds staff.".to_owned(),
        heading: "Suds console".to_owned(),
        first_visit: FirstVisit::default(),
        stands_alone: true,
        boot,
        ..Page::default()
    }
}
