//! Setup guide steps of a new site.

use platform::db::TenantRead;

use super::config::SiteConfig;
use super::{saved_from, store};
use crate::error::Fault;

/// Whether support contacts are set.
pub async fn has_contact(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let contacts = store::support_contacts(db).await?;
    Ok(contacts.is_some_and(|contacts| !contacts.support_email.is_empty()))
}

/// Whether the site has a company name.
///
/// # Errors
/// The config can't be read.
pub async fn has_company_name(db: &mut TenantRead) -> Result<bool, Fault> {
    let newest = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(!saved_from(&newest)?.config.company_name.trim().is_empty())
}

/// Whether the home page still has the example texts of a template.
///
/// # Errors
/// The configs can't be read.
pub async fn has_example_home_page(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    store::has_example_slides(db).await
}

/// Whether the site's look has changed since its creation.
///
/// # Errors
/// A config can't be read.
pub async fn is_dressed(db: &mut TenantRead) -> Result<bool, Fault> {
    let newest = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    let first = store::first_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    if newest.revision == first.revision {
        return Ok(false);
    }
    Ok(!looks_alike(&saved_from(&first)?.config, &saved_from(&newest)?.config))
}

/// Whether two configs look the same. Languages and limits don't affect the look, and the company name has its own step.
fn looks_alike(one: &SiteConfig, other: &SiteConfig) -> bool {
    let pictures = |config: &SiteConfig| {
        [&config.logo, &config.icon, &config.home_video, &config.pwa_home_image].map(Clone::clone)
    };
    pictures(one) == pictures(other)
        && one.brand == other.brand
        && one.themes == other.themes
        && one.carousel == other.carousel
        && one.home_cards == other.home_cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customizing_the_theme_completes_its_step() {
        let made = SiteConfig::default();
        let mut kept = made.clone();
        kept.languages = vec!["fr".to_owned()];
        assert!(looks_alike(&made, &kept));
        kept.logo = "/uploads/logo.svg".to_owned();
        assert!(!looks_alike(&made, &kept));
    }
}
