//! Metadata for search engines and messengers: the pages of a site, their titles, and the business.

pub(super) mod pages;
pub(super) mod structured_data;

use axum::response::{IntoResponse as _, Response};
use http::header;
use platform::http::ApiError;
use tenant_runtime::http::{Policy, Routes, limits};
use tenant_runtime::site;
use tenant_runtime::tenant::Tenant;

use self::pages::pages_of;

pub(super) fn routes() -> Routes {
    let public = Policy::anyone(limits::READ).without_app_key();
    Routes::default()
        .document("/robots.txt", get_robots, public)
        .document("/sitemap.xml", get_sitemap, public)
}

/// Rules for crawlers (RFC 9309). Only merchants' production sites may be indexed.
async fn get_robots(tenant: Tenant) -> Response {
    let text = if tenant.site.environment.production {
        let origin = tenant.origin();
        format!("User-agent: *\nDisallow: /api/\nDisallow: /payments/\n\nSitemap: {origin}/sitemap.xml\n")
    } else {
        "User-agent: *\nDisallow: /\n".to_owned()
    };
    document("text/plain; charset=utf-8", text)
}

/// Public pages of a site (sitemaps.org, 0.9).
async fn get_sitemap(tenant: Tenant) -> Result<Response, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let origin = tenant.origin();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in pages_of(&saved.config) {
        let address = format!("{origin}{}", page.path);
        text.push_str("<url><loc>");
        text.push_str(&html_escape::encode_text(&address));
        text.push_str("</loc></url>\n");
    }
    text.push_str("</urlset>\n");
    Ok(document("application/xml", text))
}

fn document(content_type: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}
