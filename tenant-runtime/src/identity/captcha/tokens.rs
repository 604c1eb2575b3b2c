//! Tokens of a provider's widget.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use jiff::SignedDuration;
use platform::keys::Purpose;
use platform::tenancy::Resolved;
use serde::Serialize;

use super::proof::Solved;
use super::rules::Verdict;
use super::siteverify::CaptchaVendors;
use super::vendor::CaptchaVendor;
use super::{rules, settings, store};
use crate::error::Fault;
use crate::tenant::Tenant;

const TOKEN: Purpose = Purpose("captcha-token");

/// Retention of used tokens, longer than any provider's token lifetime.
const REMEMBERED: SignedDuration = SignedDuration::from_mins(20);

/// Data to show the provider's widget.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Widget {
    vendor: CaptchaVendor,
    site_key: String,
}

/// Widget to show; `None` without a provider, or while it doesn't respond.
pub(super) async fn widget(tenant: &Tenant) -> Result<Option<Widget>, Fault> {
    let vendors = tenant.runtime.state::<Arc<CaptchaVendors>>()?;
    if vendors.is_paused(tenant.id(), tenant.now()) {
        return Ok(None);
    }
    let settings = settings::in_force(tenant).await?;
    Ok(settings.as_ref().as_ref().map(|settings| Widget {
        vendor: settings.vendor,
        site_key: settings.site_key.clone(),
    }))
}

/// Whether a token was issued on a page of the site. Assumed if a provider doesn't say, or for test keys.
async fn is_from_here(tenant: &Tenant, secret: &str, host: Option<&str>) -> bool {
    let Some(host) = host.filter(|_| rules::says_where(secret)) else {
        return true;
    };
    let found = tenant.runtime.directory.resolve(host).await;
    let is_own = matches!(found, Ok(Resolved::Site(site)) if site.id == tenant.id());
    if !is_own {
        tracing::warn!(site.id = %tenant.id(), host, "a captcha was solved on another site's page");
    }
    is_own
}

/// Proof in a token of the site's provider; `None` if invalid.
pub(super) async fn check(tenant: &Tenant, token: &str) -> Result<Option<Solved>, Fault> {
    let settings = settings::in_force(tenant).await?;
    let Some(settings) = settings.as_ref() else {
        return Ok(None);
    };
    let now = tenant.now();
    let solved = Solved {
        nonce: HEXLOWER.encode(&tenant.keys().hmac(TOKEN, token.as_bytes())),
        expires_at: now + REMEMBERED,
    };
    // A provider accepts a token once. Here it is known whether this is the same request again.
    let mut db = tenant.read().await?;
    let is_used = store::is_used(&mut db, &solved.nonce).await?;
    drop(db);
    if is_used {
        return Ok(Some(solved));
    }
    let vendors = tenant.runtime.state::<Arc<CaptchaVendors>>()?;
    if vendors.is_paused(tenant.id(), now) {
        return Ok(None);
    }
    Ok(match vendors.ask(settings, token).await {
        Verdict::Human { at } => is_from_here(tenant, &settings.secret, at.as_deref())
            .await
            .then_some(solved),
        Verdict::Refused => None,
        verdict @ (Verdict::WrongSecret | Verdict::NoAnswer) => {
            if verdict == Verdict::WrongSecret {
                tracing::warn!(site.id = %tenant.id(), "the captcha provider rejected the site's secret key");
            }
            vendors.pause(tenant.id(), now);
            None
        }
    })
}
