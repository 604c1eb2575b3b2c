//! Templates for new sites, at the console and at a site.

use std::sync::Arc;

use axum::extract::Extension;
use axum::response::{IntoResponse as _, Response};
use http::header;
use platform::http::{Answer, ApiError, Envelope, Path};
use tenant_runtime::http::{Policy, Routes, StaffRole, limits};
use utoipa_axum::routes;

use super::templates::Template;
use crate::serve::Web;

/// Base paths of the images, at the console and at a site, whose pages load images only from their own host.
const AT_CONSOLE: &str = "/templates";
pub(super) const AT_SITES: &str = "/site-templates";

/// Path of an image below those.
const PICTURE: &str = "/{name}/images/{file}";

/// Pictures can't run or load anything, even if opened on their own.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(list_site_templates),
            Policy::staff(StaffRole::Viewer, limits::READ),
        )
        // Template images are public, because every site created from them shows them.
        .document(
            &format!("{AT_CONSOLE}{PICTURE}"),
            get_template_picture,
            Policy::anyone(limits::READ).at_console(),
        )
        .document(
            &format!("{AT_SITES}{PICTURE}"),
            get_template_picture,
            Policy::anyone(limits::READ).without_app_key(),
        )
}

/// List templates for new sites
#[utoipa::path(get, path = "/provider/templates", tag = "provider",
    responses((status = 200, body = Envelope<Vec<Template>>)))]
async fn list_site_templates(Extension(web): Extension<Arc<Web>>) -> Result<Answer<Vec<Template>>, ApiError> {
    list(&web, AT_CONSOLE).await.map(Answer)
}

/// All templates, with picture paths for the console or a site.
pub(super) async fn list(web: &Web, pictures: &str) -> Result<Vec<Template>, ApiError> {
    let templates = web.templates.clone();
    let all = tokio::task::spawn_blocking(move || templates.all()).await;
    let mut all = all.map_err(ApiError::internal)?;
    for template in &mut all {
        for picture in [&mut template.logo, &mut template.picture].into_iter().flatten() {
            picture.insert_str(0, pictures);
        }
    }
    Ok(all)
}

/// A picture of a template.
async fn get_template_picture(
    Extension(web): Extension<Arc<Web>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let templates = web.templates.clone();
    let read = tokio::task::spawn_blocking(move || templates.picture(&name, &file)).await;
    let found = read.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    let (kind, content) = found.ok_or_else(ApiError::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=300"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, content).into_response())
}
