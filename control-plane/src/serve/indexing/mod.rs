//! Metadata for search engines and messengers: the pages of a site, their titles, and the business.

pub(super) mod pages;
pub(super) mod structured_data;

use axum::response::{IntoResponse as _, Response};
use http::header;
use platform::http::ApiError;
use tenant_runtime::http::{Policy, Routes, limits};
use tenant_runtime::opening;
use tenant_runtime::site;
use tenant_runtime::tenant::Tenant;

use self::pages::pages_of;

pub(super) fn routes() -> Routes {
    let public = Policy::anyone(limits::READ).without_app_key().answers_while_closed();
    Routes::default()
        .document("/robots.txt", get_robots, public)
        .document("/sitemap.xml", get_sitemap, public)
}

/// Rules for crawlers (RFC 9309). Only merchants' production sites may be indexed.
async fn get_robots(tenant: Tenant) -> Result<Response, ApiError> {
    let mut text = if tenant.site.environment.production {
        "User-agent: *\nDisallow: /api/\nDisallow: /payments/\n".to_owned()
    } else {
        "User-agent: *\nDisallow: /\n".to_owned()
    };
    // Pages of a closed shop stay readable, so that crawlers find their `noindex`.
    if tenant.site.environment.production && opening::state(&tenant).await?.open {
        text.push_str(&format!("\nSitemap: {}/sitemap.xml\n", tenant.origin()));
    }
    Ok(document("text/plain; charset=utf-8", text))
}

/// Public pages of a site (sitemaps.org, 0.9). A closed shop has none.
async fn get_sitemap(tenant: Tenant) -> Result<Response, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let origin = tenant.origin();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let is_open = opening::state(&tenant).await?.open;
    for page in pages_of(&saved.config).filter(|_| is_open) {
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
