use axum::response::Response;
use jiff::civil::Date;
use platform::http::{ApiError, Envelope, Query, WantsTable, small_table};
use serde::Deserialize;
use utoipa::IntoParams;

use super::answer::{Report, Told};
use super::figures::{self, Sheet};
use super::rules::{Group, Window, WindowError};
use crate::error::ErrorCode;
use crate::site;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// First day, in the site's time zone. Default: the last 30 days.
    #[param(required = false, value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// Last day, in the site's time zone.
    #[param(required = false, value_type = Option<String>, format = Date)]
    to: Option<Date>,
    /// Grouping of the table; `groups` in the response lists the options.
    #[param(required = false, inline)]
    group: Option<Group>,
}

#[derive(Clone, Copy)]
enum Name {
    Sales,
    Refunds,
    Members,
    Redemptions,
    Liability,
    Taxes,
    Payouts,
    Offers,
}

impl Name {
    const fn text(self) -> &'static str {
        match self {
            Self::Sales => "sales",
            Self::Refunds => "refunds",
            Self::Members => "members",
            Self::Redemptions => "redemptions",
            Self::Liability => "liability",
            Self::Taxes => "taxes",
            Self::Payouts => "payouts",
            Self::Offers => "offers",
        }
    }

    /// Available groupings, the default first.
    const fn groups(self) -> &'static [Group] {
        use Group::{Day, Hour, Location, Month, Offer, Product, Reason, Tender, Week};
        match self {
            Self::Sales => &[Day, Week, Month, Location, Product, Tender],
            Self::Refunds => &[Reason, Day, Week, Month, Location],
            Self::Members | Self::Liability => &[Day, Week, Month, Product],
            Self::Redemptions => &[Location, Hour, Day, Week, Month],
            Self::Taxes => &[Location, Day, Week, Month],
            Self::Payouts => &[Day, Week, Month],
            Self::Offers => &[Offer],
        }
    }
}

/// Get the sales report: sales, discounts, refunds and taxes
///
/// Amounts booked in the period, including kiosk sales for cash or by other card readers. Gift cards count when they are
/// spent.
#[utoipa::path(get, path = "/admin/reports/sales", tag = "reports", operation_id = "report_sales", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn sales(tenant: Tenant, table: WantsTable, query: Query<ReportQuery>) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Sales).await
}

/// Get the refund report, by reason and period
///
/// Refunds and voids that succeeded in the period, with taxes. Charges without a sale, which are reversed automatically,
/// don't count. An empty key is for refunds without a reason.
#[utoipa::path(get, path = "/admin/reports/refunds", tag = "reports", operation_id = "report_refunds", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn refunds(
    tenant: Tenant,
    table: WantsTable,
    query: Query<ReportQuery>,
) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Refunds).await
}

/// Get the member report: members, revenue and churn
#[utoipa::path(get, path = "/admin/reports/members", tag = "reports", operation_id = "report_members", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn members(
    tenant: Tenant,
    table: WantsTable,
    query: Query<ReportQuery>,
) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Members).await
}

/// Get the redemption report, by location and hour
#[utoipa::path(get, path = "/admin/reports/redemptions", tag = "reports", operation_id = "report_redemptions",
    params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn redemptions(
    tenant: Tenant,
    table: WantsTable,
    query: Query<ReportQuery>,
) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Redemptions).await
}

/// Get the liability report: gift cards and unused codes
///
/// Gift cards as of the last day; codes as of today.
#[utoipa::path(get, path = "/admin/reports/liability", tag = "reports", operation_id = "report_liability",
    params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn liability(
    tenant: Tenant,
    table: WantsTable,
    query: Query<ReportQuery>,
) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Liability).await
}

/// Get the tax report, by location and period
#[utoipa::path(get, path = "/admin/reports/taxes", tag = "reports", operation_id = "report_taxes", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn taxes(tenant: Tenant, table: WantsTable, query: Query<ReportQuery>) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Taxes).await
}

/// Get the payout report, to compare with the processor's payouts
#[utoipa::path(get, path = "/admin/reports/payouts", tag = "reports", operation_id = "report_payouts", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn payouts(
    tenant: Tenant,
    table: WantsTable,
    query: Query<ReportQuery>,
) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Payouts).await
}

/// Get the offer report: claims, uses and discounts
#[utoipa::path(get, path = "/admin/reports/offers", tag = "reports", operation_id = "report_offers", params(ReportQuery),
    responses((status = 200, content((Envelope<Report> = "application/json"), (String = "text/csv")))))]
pub(super) async fn offers(tenant: Tenant, table: WantsTable, query: Query<ReportQuery>) -> Result<Response, ApiError> {
    answer(tenant, table, query, Name::Offers).await
}

async fn answer(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<ReportQuery>,
    name: Name,
) -> Result<Response, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let zone = &saved.config.time_zone;
    let latest = Window::latest(tenant.now(), zone.clone());
    let today = latest.to;
    let window = match (query.from, query.to) {
        (None, None) => latest,
        (from, to) => {
            let to = to.unwrap_or(today);
            Window::new(from.unwrap_or(to), to, zone.clone()).map_err(refused)?
        }
    };
    let groups = name.groups();
    let group = query.group.unwrap_or(groups[0]);
    if !groups.contains(&group) {
        return Err(invalid("group", "You can't group this report that way."));
    }
    let previous = window.before();
    let mut db = tenant.read().await?;
    let sheet = sheet(&mut db, name, &window, group, today).await?;
    let told = Told {
        sheet_before: if as_table {
            Sheet::default()
        } else {
            self::sheet(&mut db, name, &previous, group, today).await?
        },
        window: &window,
        previous: &previous,
        currency: saved.config.currency,
        group,
        groups,
        sheet,
    };
    if as_table {
        let (head, rows) = told.table();
        return small_table(name.text(), &head, rows.into_iter());
    }
    Ok(told.answer())
}

async fn sheet(
    db: &mut platform::db::TenantRead,
    name: Name,
    window: &Window,
    group: Group,
    today: Date,
) -> Result<Sheet, sqlx::Error> {
    match name {
        Name::Sales => figures::sales(db, window, group).await,
        Name::Refunds => figures::refunds(db, window, group).await,
        Name::Members => figures::members(db, window, group).await,
        Name::Redemptions => figures::redemptions(db, window, group).await,
        Name::Liability => figures::liability(db, window, group, today).await,
        Name::Taxes => figures::taxes(db, window, group).await,
        Name::Payouts => figures::payouts(db, window, group).await,
        Name::Offers => figures::offers(db, window, group).await,
    }
}

fn refused(error: WindowError) -> ApiError {
    match error {
        WindowError::Backwards => invalid("to", "The end date is before the start date."),
        WindowError::TooLong => invalid("from", "Choose a period of up to five years."),
    }
}

fn invalid(field: &str, message: &'static str) -> ApiError {
    ErrorCode::InvalidFields.because(message).field(field, message)
}
