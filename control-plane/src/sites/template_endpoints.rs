//! Templates and countries for new sites, at the console and at a site.

use axum::response::{IntoResponse as _, Response};
use http::header;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::money::Currency;
use serde::Serialize;
use tenant_runtime::http::{Policy, Routes, StaffRole, limits, routes};
use tenant_runtime::site::{Country, Tones};
use utoipa::ToSchema;

use super::templates::Template;

/// Base paths of the pictures, at the console and at a site, whose pages load pictures only from their own host.
const AT_CONSOLE: &str = "/templates";
pub(super) const AT_SITES: &str = "/site-templates";

/// Path of a picture below those.
const PICTURE: &str = "/{name}/images/{file}";

/// Pictures can't run or load anything, even if opened on their own.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Template for new sites.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteTemplate)]
pub(super) struct TemplateEntry {
    #[schema(inline)]
    name: Template,
    /// Preview colors.
    tones: Tones,
    /// Path of a picture; null for none.
    picture: Option<String>,
}

/// Country with the defaults for new sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CountryDefaults)]
pub(super) struct CountryEntry {
    /// ISO 3166-1 code.
    code: &'static str,
    #[schema(value_type = String)]
    currency: Currency,
    /// IANA name.
    time_zone: &'static str,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(list_site_templates),
            Policy::staff(StaffRole::Viewer, limits::READ),
        )
        .call(
            routes!(list_site_countries),
            Policy::staff(StaffRole::Viewer, limits::READ),
        )
        .call(routes!(list_countries), Policy::manager(limits::READ))
        // Template pictures are public, because every site created from them shows them.
        .document(
            &format!("{AT_CONSOLE}{PICTURE}"),
            get_template_picture,
            Policy::anyone(limits::READ).at_console(),
        )
        .document(
            &format!("{AT_SITES}{PICTURE}"),
            get_template_picture,
            Policy::anyone(limits::READ).without_app_key().answers_while_closed(),
        )
}

/// List templates for new sites
#[utoipa::path(get, path = "/provider/templates", tag = "provider",
    responses((status = 200, body = Envelope<Vec<TemplateEntry>>)))]
async fn list_site_templates() -> Answer<Vec<TemplateEntry>> {
    Answer(list(AT_CONSOLE))
}

/// List countries for new sites
#[utoipa::path(get, path = "/provider/countries", tag = "provider",
    responses((status = 200, body = Envelope<Vec<CountryEntry>>)))]
async fn list_site_countries() -> Answer<Vec<CountryEntry>> {
    Answer(countries())
}

/// List countries for new sites
#[utoipa::path(get, path = "/accounts/countries", tag = "accounts",
    responses((status = 200, body = Envelope<Vec<CountryEntry>>)))]
async fn list_countries() -> Answer<Vec<CountryEntry>> {
    Answer(countries())
}

fn countries() -> Vec<CountryEntry> {
    let entry = |country: &Country| CountryEntry {
        code: country.code,
        currency: country.currency(),
        time_zone: country.time_zone_name(),
    };
    Country::all().map(entry).collect()
}

/// All templates, with picture paths for the console or a site.
pub(super) fn list(pictures: &str) -> Vec<TemplateEntry> {
    let entry = |template: Template| TemplateEntry {
        name: template,
        tones: template.tones(),
        picture: template
            .pictures()
            .first()
            .map(|(file, _)| format!("{pictures}/{}/images/{file}", template.name())),
    };
    Template::all().map(entry).collect()
}

/// A picture of a template.
async fn get_template_picture(Path((name, file)): Path<(String, String)>) -> Result<Response, ApiError> {
    let template: Template = name.parse().map_err(|_| ApiError::not_found())?;
    let found = template.pictures().iter().find(|(known, _)| *known == file);
    let (_, content) = found.ok_or_else(ApiError::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=300"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, *content).into_response())
}
