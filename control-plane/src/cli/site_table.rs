//! Output of sites.

use tenant_runtime::opening::{self, ShopState};
use tenant_runtime::staff::SiteOwner;

use super::table::{day, table};
use crate::sites::owners::OwnedSite;
use crate::sites::shop::SiteShop;
use crate::sites::{SiteDomain, SiteRecord, SiteReport};

/// A site, then its address, its shop and its owners.
pub(super) fn owned_site_tables(owned: &OwnedSite) -> String {
    let OwnedSite {
        site,
        address,
        owners,
        shop,
        only_passkeys,
    } = owned;
    let mut out = site_table(std::slice::from_ref(site));
    if let Some(address) = address {
        out.push_str(&format!("\nAddress: {address}\n"));
    }
    if let Some(shop) = shop {
        out.push_str(&format!("\nShop: {}\n", shop_line(shop)));
    }
    if let Some(count) = only_passkeys.filter(|count| *count > 0) {
        out.push_str(&format!("Only passkeys: {count}\n"));
    }
    let row = |owner: &SiteOwner| {
        vec![
            owner.email.clone(),
            owner.name.clone(),
            <&str>::from(owner.state).to_owned(),
            owner.sent_at.map(day).unwrap_or_default(),
        ]
    };
    if let Some(owners) = owners.as_ref().filter(|owners| !owners.is_empty()) {
        out.push('\n');
        out.push_str(&table(&["OWNER", "NAME", "STATE", "INVITED"], owners.iter().map(row)));
    }
    out
}

/// Warning before a site's address changes, if anyone has only passkeys.
pub(super) fn passkey_warning(owned: &OwnedSite) -> Option<String> {
    let people = match owned.only_passkeys? {
        0 => return None,
        1 => "1 person has".to_owned(),
        count => format!("{count} people have"),
    };
    let host = owned.address.as_deref().and_then(|address| address.split("://").nth(1));
    Some(format!(
        "{people} only passkeys, which work only at {}; elsewhere they need a backup code, or `suds site reset-second-factor`",
        host.unwrap_or(owned.site.subdomain.as_str())
    ))
}

/// State of a shop, then its missing requirements.
pub(super) fn shop_lines(shop: &SiteShop) -> String {
    let mut out = format!("{}: {}\n", shop.subdomain, shop_line(&shop.state));
    for need in &shop.missing {
        out.push_str(&format!("  missing: {}\n", opening::request(need)));
    }
    out
}

fn shop_line(shop: &ShopState) -> String {
    let since = shop
        .changed_at
        .map(|at| format!(" since {}", day(at)))
        .unwrap_or_default();
    match (shop.open, shop.first_opened_at) {
        (true, _) => format!("open{since}"),
        (false, None) => "not open yet".to_owned(),
        (false, Some(_)) => format!("closed{since}"),
    }
}

pub(super) fn site_table(sites: &[SiteRecord]) -> String {
    let row = |site: &SiteRecord| {
        vec![
            site.subdomain.to_string(),
            match site.hold {
                Some(_) => format!("{}, held", site.state.into_str()),
                None => site.state.into_str().to_owned(),
            },
            site.environment.clone(),
            site.id.to_string(),
            site.account_id.to_string(),
            site.pinned_build.clone().unwrap_or_default(),
            site.custom_domain.clone().unwrap_or_default(),
            day(site.created_at),
            site.delete_after.map(day).unwrap_or_default(),
        ]
    };
    let head = [
        "SUBDOMAIN",
        "STATE",
        "ENVIRONMENT",
        "ID",
        "ACCOUNT",
        "PINNED",
        "DOMAIN",
        "CREATED",
        "DELETE AFTER",
    ];
    table(&head, sites.iter().map(row))
}

/// A site with the DNS record that proves its custom domain.
pub(super) fn domain_lines(domain: &SiteDomain) -> String {
    let mut out = site_table(std::slice::from_ref(&domain.site));
    if let Some(claim) = &domain.domain_claim {
        out.push_str(&format!(
            "\nTo use {}, add this DNS record, then run `suds site domain {} --check`:\n{} TXT {}\nStatus: {}\n",
            claim.domain,
            domain.site.subdomain,
            claim.record_name,
            claim.record_value,
            claim.problem()
        ));
    }
    out
}

pub(super) fn check_lines(reports: &[SiteReport]) -> String {
    let mut out = String::new();
    for report in reports {
        let name = report
            .subdomain
            .as_ref()
            .map_or_else(|| report.id.to_string(), ToString::to_string);
        if report.problems.is_empty() {
            out.push_str(&format!("{name}: ok\n"));
        }
        for problem in &report.problems {
            out.push_str(&format!("{name}: {problem}\n"));
        }
    }
    if reports.is_empty() {
        "No sites\n".to_owned()
    } else {
        out
    }
}
