//! Paid billing period of a member, with the order that paid for it.

use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::checkout;
use crate::clubs;
use crate::tenant::Tenant;

/// Last paid billing period. Local dates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClubMonth {
    #[schema(format = Date)]
    start: String,
    /// First day after the period.
    #[schema(format = Date)]
    end: String,
    /// Order that paid for the period, for refunds; null if it was free.
    trans_record_id: Option<String>,
}

/// Get the last paid billing period
#[utoipa::path(get, path = "/admin/clubs/{membershipId}/month", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<ClubMonth>)))]
pub(super) async fn get_club_month(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<ClubMonth>, ApiError> {
    let mut db = tenant.read().await?;
    let month = clubs::last_paid_month(&mut db, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let order = match month.order_line_id {
        Some(line) => checkout::orders_of_lines(&mut db, &[line]).await?.pop(),
        None => None,
    };
    Ok(Answer(ClubMonth {
        start: month.start.to_string(),
        end: month.end.to_string(),
        trans_record_id: order.map(|(_, trans_record_id)| trans_record_id),
    }))
}
