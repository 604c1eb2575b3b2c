//! Browser requests outside the API: a site's shell, a build's files, and pages without a site.

use std::sync::Arc;

use axum::extract::{Extension, Path, Request, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use platform::http::{ApiError, Limiter};
use platform::ids::RequestId;
use serde_json::json;
use tenant_runtime::catalog::{self, ProductType};
use tenant_runtime::error::{ErrorCode, Fault};
use tenant_runtime::gate::{HELD_RETRY, Reached, client_address, host_of, reach, request_span};
use tenant_runtime::http::{Policy, Routes, limits, wants_html};
use tenant_runtime::identity;
use tenant_runtime::language::{self, Locale};
use tenant_runtime::opening::{self, ShopState};
use tenant_runtime::runtime::SharedRuntime;
use tenant_runtime::site::{self, SavedConfig, SiteConfig};
use tenant_runtime::tenant::Tenant;
use tracing::Instrument as _;

use super::closed::{Shown, announce, without_offers};
use super::console::{self, ConsoleShell};
use super::held;
use super::indexing::pages::{PublicPage, is_named, page_at};
use super::indexing::structured_data::business;
use super::pages;
use super::rendered::Shell;
use super::request_paths::{is_api, is_missing_file};
use super::site_page::{LANGUAGE, letter_icon, page_of, web_manifest};
use crate::builds::first_visit::FIRST_VISIT;
use crate::builds::page_paths::{PathLists, has_page};
use crate::builds::shell_policy::content_security_policy;
use crate::builds::{self, AssetCache, Maps, Version, shell};
use crate::health::CONSOLE_PAGES;
use crate::plane::ControlPlane;
use crate::sites;

/// The page of a site that leads to the console.
const VERSION_UPDATER: &str = "/SiteConfigUpdater";

/// State of these routes.
pub(crate) struct Web {
    pub plane: Arc<ControlPlane>,
    pub runtime: SharedRuntime,
    pub assets: AssetCache,
    /// Limit on requests for pages, or for missing ones, per address.
    pub pages: Arc<Limiter>,
    /// Limit on requests for build files.
    pub files: Arc<Limiter>,
    /// Whether the base host shows the demo's front door.
    pub demo: bool,
    /// Whether phones outside production meet the development gate.
    pub development_gate: bool,
    /// Map settings of shops without their own keys.
    pub maps: Maps,
    /// Paths of pages, by build.
    pub paths: PathLists,
    pub console: ConsoleShell,
}

/// Routes next to the shell on a site's host.
pub(super) fn routes() -> Routes {
    let public = Policy::anyone(limits::READ).without_app_key().answers_while_closed();
    Routes::default()
        .document("/manifest.webmanifest", get_web_manifest, public)
        .document("/icons/icon.svg", get_icon, public)
        .document("/favicon.ico", get_icon, public)
        .document("/.well-known/change-password", change_password, public)
        .document("/service-worker.js", get_service_worker, public)
}

/// The web app manifest of a site.
async fn get_web_manifest(tenant: Tenant) -> Result<Response, ApiError> {
    let is_open = opening::state(&tenant).await?.open;
    let manifest = web_manifest(&*site::saved_config(&tenant).await?, is_open).to_string();
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, manifest).into_response())
}

/// The icon of a site: the merchant's own, else its first letter.
async fn get_icon(tenant: Tenant) -> Result<Response, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    if saved.config.icon.ends_with(".svg") {
        return Ok(Redirect::temporary(&saved.config.icon).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ),
    ];
    Ok((headers, letter_icon(&saved)).into_response())
}

/// Redirects password managers to the page where customers change their password.
async fn change_password() -> (StatusCode, [(header::HeaderName, &'static str); 1]) {
    (StatusCode::FOUND, [(header::LOCATION, "/account")])
}

/// Service worker that opens a site's app offline.
async fn get_service_worker(
    tenant: Tenant,
    Extension(web): Extension<Arc<Web>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    builds::serve_service_worker(&web.assets, &build_of(&tenant)?, &headers).await
}

/// `GET /v/{version}/{*file}`: a file of a build, the same on every host.
pub(super) async fn get_asset(
    State(web): State<Arc<Web>>,
    Path((version, file)): Path<(String, String)>,
    extensions: Extensions,
    headers: HeaderMap,
) -> Response {
    let address = client_address(&web.runtime, &extensions, &headers);
    if let Err(refusal) = web.files.check(address) {
        let locale = language::of_no_site(language::accept_language(&headers));
        let id = RequestId::generate(&*web.runtime.random);
        return id.stamp(refusal.into_response(), locale.language().catalogue());
    }
    builds::serve_asset(&web.assets, &version, &file, &headers).await
}

/// Name of all pages where routes are named.
const PAGES: &str = "/{*page}";

/// Everything that no route answers: a page of the app, or an unknown call.
pub(super) async fn fallback(State(web): State<Arc<Web>>, request: Request) -> Response {
    let id = RequestId::generate(&*web.runtime.random);
    // Nothing here reads a body.
    let (request, _) = request.into_parts();
    let address = client_address(&web.runtime, &request.extensions, &request.headers);
    let reached = match web.pages.check(address) {
        Ok(()) => reach(&web.runtime, &request.headers, &request.uri).await,
        Err(refusal) => Err(refusal),
    };
    let site = match &reached {
        Ok(Reached::Site(tenant, _)) => Some(Arc::clone(&tenant.site)),
        _ => None,
    };
    let is_console = matches!(reached, Ok(Reached::Console));
    let span = request_span(&id, &request.method, PAGES, site.as_deref());
    let locale = language::of_no_site(language::accept_language(&request.headers));
    let of_site = site.clone();
    async {
        let response = answer(&web, &request, reached, &locale).await;
        if let Some(site) = of_site {
            if let Some(build) = &site.build {
                let counted = (&request.method, PAGES, address);
                let environment = &*site.environment.name;
                web.plane
                    .tally
                    .answered((environment, build), counted, response.status());
                if is_shown(response.status()) {
                    web.plane.tally.loaded(build, address);
                }
            }
        } else if is_console && is_shown(response.status()) {
            web.plane.tally.loaded(CONSOLE_PAGES, address);
        }
        id.stamp(response, locale.language().catalogue())
    }
    .instrument(span)
    .await
}

/// Whether a browser shows a page after a response with this status.
fn is_shown(status: StatusCode) -> bool {
    status.is_success() || status == StatusCode::NOT_MODIFIED
}

/// `locale`: language of error messages.
async fn answer(web: &Web, request: &Parts, reached: Result<Reached, ApiError>, locale: &Locale) -> Response {
    let (headers, uri) = (&request.headers, &request.uri);
    let is_page = matches!(request.method, Method::GET | Method::HEAD) && !is_api(uri.path());
    if !is_page {
        return reached.map_or_else(ApiError::into_response, |_| ApiError::not_found().into_response());
    }
    if reached.is_ok() && is_missing_file(uri.path()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match reached {
        // Staff's tool is the console's; its address on a site's host is the one that the tool used to have.
        Ok(Reached::Site(..)) if uri.path().eq_ignore_ascii_case(VERSION_UPDATER) => {
            let console = web.runtime.origins.console();
            Redirect::temporary(&format!("{console}{VERSION_UPDATER}")).into_response()
        }
        Ok(Reached::Site(tenant, _under_way)) => match shell_of(web, &tenant, uri).await {
            Ok((page, _)) if tenant.is_held() && held::is_closed(uri.path()) => {
                page.shell.answer_unavailable(&page.policy, headers, HELD_RETRY)
            }
            Ok((page, false)) => page.shell.answer_missing(&page.policy, headers),
            Ok((page, true)) => page.shell.answer(&page.policy, headers, uri.query().is_some()),
            Err(error) => failure(&error, headers, locale),
        },
        Ok(Reached::Base) if web.demo && uri.path() == "/" => super::doors::front_door(&web.plane, &web.runtime).await,
        Ok(Reached::Base) => pages::message(
            StatusCode::NOT_FOUND,
            locale,
            "Which site?",
            "Each site has its own address. Add the site's name in front of this one.",
        ),
        Ok(Reached::Console) => {
            let builds = (&*web.plane, &web.assets, &web.paths);
            match console::page(builds, &web.console, headers, uri.path()).await {
                Ok(page) => page,
                Err(error) => failure(&error, headers, locale),
            }
        }
        Err(error) => match moved(web, &error, headers, uri).await {
            Some(address) => Redirect::permanent(&address).into_response(),
            None => failure(&error, headers, locale),
        },
    }
}

/// New address of a page whose site has changed its subdomain.
async fn moved(web: &Web, error: &ApiError, headers: &HeaderMap, uri: &Uri) -> Option<String> {
    if error.code().0 != ErrorCode::UnknownSite.text() {
        return None;
    }
    let old = web.runtime.directory.label_at(host_of(headers, uri).ok()?)?;
    let mut db = web.plane.db.read().await.ok()?;
    let found = sites::store::subdomains::moved_from(&mut db, &old, web.plane.now()).await;
    let (subdomain, domain) = found
        .inspect_err(|error| tracing::error!(%error, "failed to read a site's new address"))
        .ok()??;
    let page = uri.path_and_query().map_or("/", |page| page.as_str());
    Some(format!(
        "{}{page}",
        web.runtime.origins.at(&subdomain, domain.as_deref())
    ))
}

/// A failure as a page for people and as the envelope for programs.
fn failure(error: &ApiError, headers: &HeaderMap, locale: &Locale) -> Response {
    if !wants_html(headers) {
        return error.clone().into_response();
    }
    let title = match error.code().0 {
        "unknown_site" => "We couldn't find this site",
        "site_suspended" => "Back soon",
        _ => "Something went wrong",
    };
    error.log_cause();
    let mut response = pages::message(error.status(), locale, title, error.text().clone());
    if let Some(wait) = error.clone().into_response().headers_mut().remove(header::RETRY_AFTER) {
        response.headers_mut().insert(header::RETRY_AFTER, wait);
    }
    response
}

/// The build that a site runs.
fn build_of(tenant: &Tenant) -> Result<Version, ApiError> {
    let version = tenant
        .site
        .build
        .as_deref()
        .and_then(|version| version.parse::<Version>().ok());
    version.ok_or_else(|| {
        tracing::error!(site.id = %tenant.id(), "a site has no build; publish one with `suds build publish`");
        ApiError::site_unavailable()
    })
}

/// Shell with its browser permissions.
struct SitePage {
    shell: Shell,
    policy: HeaderValue,
}

/// Page at an address, and whether the build has it. Without it, the client shows its 404 page.
async fn shell_of(web: &Web, tenant: &Tenant, address: &Uri) -> Result<(Arc<SitePage>, bool), ApiError> {
    let version = build_of(tenant)?;
    let saved = site::saved_config(tenant).await?;
    let shop = opening::state(tenant).await?;
    let shown = Shown::at(address.path(), &shop);
    // Pages of a held site and of a closed shop don't show the shop. 503 makes search engines try again.
    let at = page_at(&saved.config, address.path()).filter(|_| shop.open && !tenant.is_held());
    let language = language_in(address, &saved.config);
    // In addition to the config and the shop, covered by the cache's own key, the shell depends on the environment, hold,
    // page and language. All private pages share one.
    let key = format!(
        "{version} {} {} {} {} {}",
        tenant.site.environment.name,
        if tenant.is_held() { "held" } else { "" },
        shown.into_str(),
        at.map_or("", |page| page.path),
        language.as_deref().unwrap_or_default()
    );
    let page = tenant
        .cached("shell", &key, || {
            render(web, tenant, &version, &saved, (at, language.as_deref()), (&shop, shown))
        })
        .await?;
    let paths = web.paths.of(&web.assets, &version).await?;
    let is_known = has_page(&paths.site, address.path()) || is_named(&saved.config, address.path());
    Ok((page, is_known))
}

/// Language requested in the URL, among the site's.
fn language_in(address: &Uri, config: &SiteConfig) -> Option<String> {
    let query = address.query().unwrap_or_default().as_bytes();
    let (_, wanted) = form_urlencoded::parse(query).find(|(name, _)| name == LANGUAGE)?;
    config.languages().find(|tag| *tag == wanted).map(str::to_owned)
}

async fn render(
    web: &Web,
    tenant: &Tenant,
    version: &Version,
    saved: &SavedConfig,
    (at, language): (Option<PublicPage<'_>>, Option<&str>),
    (shop, shown): (&ShopState, Shown),
) -> Result<(SitePage, u32), Fault> {
    let index = web.assets.file(version, "index.html").await.map_err(Fault::internal)?;
    let index = index.ok_or_else(|| Fault::internal(format!("build {version} has no index.html")))?;
    let mut db = web.plane.db.read().await.map_err(Fault::internal)?;
    let build = builds::store::find(&mut db, version)
        .await?
        .ok_or_else(|| Fault::internal("build not found in the database"))?;
    drop(db);

    let site = &tenant.site;
    let maps = web.maps.with(site::map_keys(&mut tenant.read().await?).await?);
    let captcha = identity::captcha_vendor(tenant).await?;
    let policy = content_security_policy(&maps, captcha).map_err(Fault::internal)?;
    let announced = (shown == Shown::Announcement).then(|| without_offers(saved));
    let boot = json!({
        "appKey": site.app_key,
        "siteConfig": announced.as_ref().unwrap_or(saved),
        "build": { "version": version, "timeStamp": build.time_stamp },
        "environment": { "name": site.environment.name, "production": site.environment.production },
        "developmentGate": web.development_gate && !site.environment.production,
        "maps": maps.told(),
        "held": tenant.is_held(),
        "shop": { "open": shop.open, "closedText": shop.closed_text },
        "subdomain": site.subdomain,
    });
    let origin = tenant.origin();
    let first_visit = web.assets.file(version, FIRST_VISIT).await.map_err(Fault::internal)?;
    let first_visit = first_visit.map(|told| serde_json::from_slice(&told).map_err(Fault::internal));
    let first_visit = first_visit.transpose()?.unwrap_or_default();
    let mut page = page_of(saved, &origin, at, language, (first_visit, boot));
    if shown == Shown::Announcement {
        announce(&mut page, &saved.config, language);
    }
    if at.is_some_and(|page| matches!(page.tag, "_HOME" | "_LOCATIONS")) {
        let mut db = tenant.read().await?;
        let locations = catalog::locations(&mut db).await?;
        let washes = catalog::on_sale(&mut db, ProductType::AppWash, tenant.now()).await?;
        let prices = catalog::shown_prices(&mut db, &washes, saved.config.prices_include_tax).await?;
        let offers: Vec<_> = washes.iter().zip(prices).collect();
        page.structured_data = Some(business(&saved.config, &origin, &locations, &offers));
    }
    let html = shell::render(&String::from_utf8_lossy(&index), version, &page);
    let shell = Shell::new(html).map_err(Fault::internal)?;
    let weight = shell.weight();
    Ok((SitePage { shell, policy }, weight))
}
