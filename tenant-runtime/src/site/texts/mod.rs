//! Policies of a site: terms, privacy policy, club terms and FAQ. All versions are kept, to prove what someone
//! accepted.

pub(super) mod editing;
mod store;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};
use utoipa::ToSchema;

use super::html;

/// Type of policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, EnumIter, IntoStaticStr)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum TextKind {
    /// Terms of the site, accepted at sign-up.
    Terms,
    /// Privacy policy, shown with the terms.
    Privacy,
    /// Terms of the wash clubs, accepted when joining one.
    ClubTerms,
    /// Frequently asked questions.
    Faqs,
}

/// Author of a new site's content from its manifest.
pub const FROM_MANIFEST: &str = "manifest";

/// Version of a policy.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedText {
    /// ID of the version. Later versions have higher IDs.
    pub text_id: i64,
    pub kind: TextKind,
    /// Sanitized HTML.
    pub html: String,
    #[schema(value_type = String, format = DateTime)]
    pub published_at: Timestamp,
    /// `customer:<id>` for a team member; `manifest` for the initial version.
    pub published_by: String,
}

/// Current policies, at most one of each type.
pub(super) struct InForce(Vec<PublishedText>);

impl InForce {
    /// HTML of this type. Empty if the site has published none.
    pub(super) fn take(&mut self, kind: TextKind) -> String {
        let text = self.0.iter_mut().find(|text| text.kind == kind);
        text.map(|text| std::mem::take(&mut text.html)).unwrap_or_default()
    }
}

/// Current version of each policy.
pub(super) async fn in_force(db: &mut TenantRead) -> Result<InForce, sqlx::Error> {
    Ok(InForce(store::newest(db).await?))
}

/// Current version of a policy.
pub async fn newest_text(db: &mut TenantRead, kind: TextKind) -> Result<Option<PublishedText>, sqlx::Error> {
    let newest = store::newest(db).await?;
    Ok(newest.into_iter().find(|text| text.kind == kind))
}

/// Version by ID.
pub async fn find_text(db: &mut TenantRead, text_id: i64) -> Result<Option<PublishedText>, sqlx::Error> {
    store::find(db, text_id).await
}

/// Publishes the texts in a new site's manifest.
pub(super) async fn provision(
    db: &mut TenantWrite,
    now: Timestamp,
    html_of: impl Fn(TextKind) -> String,
) -> Result<(), sqlx::Error> {
    for kind in TextKind::iter() {
        store::insert(db, kind, &html::clean(&html_of(kind)), now, FROM_MANIFEST).await?;
    }
    Ok(())
}
