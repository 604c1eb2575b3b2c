use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::checkout::error::CheckoutError;
use crate::checkout::rules;
use crate::checkout::store::admin;
use crate::identity;
use crate::site::{self, TextKind};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase")]
pub(super) struct AcceptancesQuery {
    /// Version ID.
    text_id: i64,
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

/// Acceptance of a policy.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextAcceptance {
    user_id: String,
    /// Null if the account was deleted.
    customer_name: Option<String>,
    customer_email: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    accepted_at: Timestamp,
    /// Order it was accepted with; null if accepted at sign-up.
    trans_record_id: Option<String>,
}

/// Page of acceptances, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptancePage {
    items: Vec<TextAcceptance>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Person, time, order and list position of an acceptance.
struct Accepted {
    at: i64,
    customer_id: i64,
    accepted_at: Timestamp,
    trans_record_id: Option<String>,
}

/// List acceptances of a policy version
///
/// Club terms are accepted with orders. Versions with the same text count as one.
#[utoipa::path(get, path = "/admin/acceptances", tag = "admin", params(AcceptancesQuery),
    responses((status = 200, body = Envelope<AcceptancePage>)))]
pub(super) async fn list_acceptances(
    tenant: Tenant,
    Query(query): Query<AcceptancesQuery>,
) -> Result<Answer<AcceptancePage>, ApiError> {
    let before = query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ApiError::malformed("Invalid cursor."))?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let mut db = tenant.read().await?;
    let text = site::find_text(&mut db, query.text_id).await?;
    let text = text.ok_or(CheckoutError::NotFound)?;
    // One extra row shows whether there is another page.
    let mut accepted: Vec<Accepted> = if text.kind == TextKind::ClubTerms {
        let version = rules::terms_version(&text.html);
        let orders = admin::orders_with_terms(&mut db, &version, before, limit + 1).await?;
        let accepted = orders.into_iter().map(|order| Accepted {
            at: order.id,
            customer_id: order.customer_id,
            accepted_at: order.created_at,
            trans_record_id: Some(order.trans_record_id),
        });
        accepted.collect()
    } else {
        let signed_up = identity::acceptances_of_text(&mut db, text.text_id, before, limit + 1).await?;
        let accepted = signed_up.into_iter().map(|acceptance| Accepted {
            at: acceptance.customer_id,
            customer_id: acceptance.customer_id,
            accepted_at: acceptance.accepted_at,
            trans_record_id: None,
        });
        accepted.collect()
    };
    let more = accepted.len() as i64 > limit;
    if more {
        accepted.pop();
    }
    let ids: Vec<i64> = accepted.iter().map(|accepted| accepted.customer_id).collect();
    let contacts = identity::contacts(&mut db, &ids).await?;
    Ok(Answer(AcceptancePage {
        next_cursor: accepted.last().filter(|_| more).map(|last| last.at.to_string()),
        items: accepted
            .into_iter()
            .map(|accepted| {
                let contact = contacts.iter().find(|contact| contact.id == accepted.customer_id);
                TextAcceptance {
                    user_id: accepted.customer_id.to_string(),
                    customer_name: contact.and_then(|contact| contact.name.clone()),
                    customer_email: contact.and_then(|contact| contact.email.clone()),
                    accepted_at: accepted.accepted_at,
                    trans_record_id: accepted.trans_record_id,
                }
            })
            .collect(),
    }))
}
