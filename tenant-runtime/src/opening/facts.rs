//! Facts of a site that its needs depend on.

use jiff::Timestamp;
use platform::db::TenantRead;
use platform::tenancy::Site;

use super::rules::{Facts, Payments, PolicyText};
use super::{ShopState, store};
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::notifications::mail;
use crate::payments::{self, Readiness};
use crate::site::{self, TextKind};

pub(super) async fn of(db: &mut TenantRead, site: &Site, now: Timestamp) -> Result<Facts, Fault> {
    let readiness = payments::readiness(db, &site.keys, site.environment.production).await?;
    let confirmed = store::confirmed(db).await?;
    Ok(Facts {
        has_company_name: site::has_company_name(db).await?,
        has_location: catalog::has_location(db).await?,
        has_taxes: catalog::has_decided_taxes(db).await?,
        sells: catalog::sells_something(db, now).await?,
        has_example_home_page: site::has_example_home_page(db).await?,
        sells_clubs: !catalog::on_sale(db, ProductType::AppClub, now).await?.is_empty(),
        terms: policy(db, TextKind::Terms).await?,
        privacy: policy(db, TextKind::Privacy).await?,
        club_terms: policy(db, TextKind::ClubTerms).await?,
        payments: match readiness {
            Readiness::Missing => Payments::Missing,
            Readiness::Untested => Payments::Untested,
            Readiness::Proven => Payments::Proven,
        },
        has_sender: mail::has_sender(db).await?,
        // Kinds of a newer build are unknown here.
        confirmed: confirmed.iter().filter_map(|kind| kind.parse().ok()).collect(),
        is_established: ShopState::read(db).await?.is_established(),
    })
}

async fn policy(db: &mut TenantRead, kind: TextKind) -> Result<PolicyText, sqlx::Error> {
    let text = site::newest_text(db, kind).await?;
    Ok(match text.filter(|text| !text.html.trim().is_empty()) {
        None => PolicyText::Missing,
        Some(text) if text.published_by == site::FROM_MANIFEST => PolicyText::Inherited,
        Some(_) => PolicyText::Own,
    })
}
