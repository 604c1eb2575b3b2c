use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope};
use platform::money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::journal;
use crate::catalog::{self, ProductType};
use crate::http::Terminal;
use crate::site;
use crate::tenant::Tenant;

/// Terminal and its location.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TerminalSelf {
    terminal_id: String,
    label: String,
    location: TerminalLocation,
    site: TerminalSite,
    /// Server time, to compare with expiry times and `scannedAt`.
    #[schema(value_type = String, format = DateTime)]
    server_time: Timestamp,
    /// Set if the site is held after a restore: report everything confirmed since this time with `POST
    /// /terminal/journal`. Otherwise null.
    #[schema(value_type = Option<String>, format = DateTime)]
    journal_since: Option<Timestamp>,
}

/// The location of a terminal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TerminalLocation {
    id: i64,
    name: String,
    /// Tax rate for washes in parts per million, for kiosks without their own tax settings.
    tax_rate: i64,
}

/// The site of a terminal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TerminalSite {
    name: String,
    subdomain: String,
    /// ISO 4217.
    #[schema(value_type = String)]
    currency: Currency,
    /// IANA name.
    time_zone: Option<String>,
    /// Legal name of the seller for receipts; the site's name if none is set.
    legal_name: String,
    /// Lines of the seller's address, without the country; empty if none is set.
    address: Vec<String>,
    /// Sales tax or VAT number; empty if none is set.
    tax_number: String,
    /// Whether prices are entered and shown with tax.
    prices_include_tax: bool,
}

/// Get this terminal
#[utoipa::path(get, path = "/terminal/me", tag = "terminal", responses((status = 200, body = Envelope<TerminalSelf>)))]
pub(super) async fn get_me(tenant: Tenant, terminal: Terminal) -> Result<Answer<TerminalSelf>, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let mut db = tenant.read().await?;
    let name = catalog::location_name(&mut db, terminal.location_id).await?;
    let wash = ProductType::AppWash.tax_class();
    let tax_rate = catalog::tax_rate(&mut db, Some(terminal.location_id), wash).await?;
    let journal_since = if tenant.is_held() {
        Some(journal::complete_until(&mut db, tenant.site.hold).await?)
    } else {
        None
    };
    Ok(Answer(TerminalSelf {
        terminal_id: terminal.id,
        label: terminal.label,
        location: TerminalLocation {
            id: terminal.location_id,
            name: name.ok_or_else(ApiError::not_found)?,
            tax_rate,
        },
        site: TerminalSite {
            name: saved.config.company_name.clone(),
            subdomain: tenant.site.subdomain.to_string(),
            currency: saved.config.currency,
            time_zone: saved.config.time_zone.iana_name().map(str::to_owned),
            legal_name: saved.config.legal_name().to_owned(),
            address: saved.config.business.address_lines(),
            tax_number: saved.config.business.tax_number.clone(),
            prices_include_tax: saved.config.prices_include_tax,
        },
        server_time: tenant.now(),
        journal_since,
    }))
}
