//! Public data of a site.

use axum::http::HeaderMap;
use axum::response::Response;
use platform::http::{Answer, ApiError, Envelope, Query, envelope_bytes};
use platform::ids::Subdomain;
use platform::tenancy::Lookup;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Merchant, SavedConfig, State, Support, TextKind, saved_config, states, store, texts};
use crate::error::Fault;
use crate::http::{Rendered, unknown_site};
use crate::language::Locale;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
pub(super) struct SiteKeyQuery {
    /// Subdomain of the site.
    subdomain: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteKey {
    app_key: String,
}

/// Get the app key of a site
///
/// For clients that don't get it from the site's shell.
#[utoipa::path(get, path = "/accounts/site-key", tag = "site", params(SiteKeyQuery), responses((status = 200, body = Envelope<SiteKey>)))]
pub(super) async fn get_site_key(
    tenant: Tenant,
    Query(query): Query<SiteKeyQuery>,
) -> Result<Answer<SiteKey>, ApiError> {
    let label: Subdomain = query.subdomain.parse().map_err(|_| unknown_site())?;
    let site = tenant
        .runtime
        .directory
        .find(Lookup::Label(label))
        .await?
        .ok_or_else(unknown_site)?;
    if site.is_suspended {
        return Err(unknown_site());
    }
    Ok(Answer(SiteKey {
        app_key: site.app_key.clone(),
    }))
}

/// Get the site config
///
/// The `ETag` is its revision.
#[utoipa::path(get, path = "/accounts/site-config", tag = "site", responses((status = 200, body = Envelope<SavedConfig>)))]
pub(super) async fn get_site_config(tenant: Tenant, headers: HeaderMap) -> Result<Response, ApiError> {
    let rendered = tenant.cached("site-config-json", "", || async {
        let saved = saved_config(&tenant).await?;
        let rendered = Rendered::tagged(
            envelope_bytes(&*saved).map_err(Fault::internal)?,
            &saved.revision.to_string(),
        )?;
        let weight = rendered.weight();
        Ok((rendered, weight))
    });
    Ok(rendered.await?.answer(&headers))
}

/// List states or provinces of the site's country
#[utoipa::path(get, path = "/accounts/states", tag = "site", responses((status = 200, body = Envelope<Vec<State>>)))]
pub(super) async fn list_states(tenant: Tenant, locale: Locale) -> Result<Answer<Vec<State>>, ApiError> {
    let saved = saved_config(&tenant).await?;
    let states = states::of_country(&saved.config.country).iter();
    Ok(Answer(states.map(|state| state.named_in(&locale)).collect()))
}

/// Get terms, privacy policy and support contacts
#[utoipa::path(get, path = "/merchant", tag = "site", responses((status = 200, body = Envelope<Merchant>)))]
pub(super) async fn get_merchant(tenant: Tenant, headers: HeaderMap) -> Result<Response, ApiError> {
    let rendered = tenant.cached("merchant", "", || async {
        let mut db = tenant.read().await?;
        let row = store::merchant(&mut db).await?;
        let row = row.ok_or(Fault::Incomplete("merchant"))?;
        let mut texts = texts::in_force(&mut db).await?;
        let merchant = Merchant {
            wash_club_terms: texts.take(TextKind::ClubTerms),
            terms: texts.take(TextKind::Terms),
            privacy_policy: texts.take(TextKind::Privacy),
            support: Support {
                support_email: row.support.support_email,
                support_phone: row.support.support_phone,
                support_faqs: texts.take(TextKind::Faqs),
            },
            referral_points: row.referral_points,
        };
        let rendered = Rendered::new(&merchant)?;
        let weight = rendered.weight();
        Ok((rendered, weight))
    });
    Ok(rendered.await?.answer(&headers))
}
