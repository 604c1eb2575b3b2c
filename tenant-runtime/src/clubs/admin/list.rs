//! Memberships, for staff.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::today;
use crate::clubs::rules::dunning::ends_if_declined;
use crate::clubs::store::members::{self, Filter, Listed};
use crate::clubs::washes_named_by;
use crate::identity::{self, Contact};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(in crate::clubs) struct MembersQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<i64>,
    /// `active`, `inactive` or `endbillingpending`.
    #[param(required = false)]
    status: Option<String>,
    /// `ok`, `past_due`, `suspended` or `paused`.
    #[param(required = false)]
    billing_state: Option<String>,
    /// Only memberships of this customer.
    #[param(required = false)]
    user_id: Option<i64>,
    /// Only members of this club.
    #[param(required = false)]
    product_id: Option<i64>,
    /// Start of the member's email address, or part of the name.
    #[param(required = false)]
    q: Option<String>,
}

/// Page of memberships.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::clubs) struct MemberPage {
    items: Vec<Member>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<i64>,
    /// Total number on all pages.
    count: i64,
}

/// Membership, for staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::clubs) struct Member {
    membership_id: i64,
    /// Member; null if the account was deleted.
    user_id: Option<String>,
    /// Null if the account was deleted.
    customer_name: Option<String>,
    customer_email: Option<String>,
    product_id: i64,
    name: String,
    /// Washes that members can choose from at each visit, by name. Empty if none were chosen.
    washes: Vec<String>,
    /// `active`, `inactive` or `endbillingpending`.
    status: String,
    /// `ok`, `past_due`, `suspended` or `paused`.
    billing_state: String,
    /// Net price of the next billing period, in minor units.
    monthly_price: i64,
    /// For a paused membership: the day after the paid days that follow the pause.
    #[schema(format = Date)]
    next_billing_date: String,
    /// Club from the next billing date; null for no change.
    next_club: Option<ComingClub>,
    /// Day of the first decline for the unpaid period; null if paid.
    #[schema(value_type = Option<String>, format = Date)]
    unpaid_since: Option<String>,
    /// Number of payment attempts for the period.
    attempts: i64,
    /// Time of the next automatic retry; null if a new card is needed or an attempt is in progress.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    /// Whether a decline today would end the membership.
    ends_if_declined: bool,
    /// First day after the pause; null if not paused.
    #[schema(value_type = Option<String>, format = Date)]
    paused_until: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
}

/// Club that replaces the member's current one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ComingClub {
    product_id: i64,
    name: String,
    /// Minor units, net.
    monthly_price: i64,
    /// Locations where it will be valid; empty for all.
    locations: Vec<i64>,
}

/// List memberships, newest first
#[utoipa::path(get, path = "/admin/clubs", tag = "admin", params(MembersQuery),
    responses((status = 200, body = Envelope<MemberPage>)))]
pub(in crate::clubs) async fn list_members(
    tenant: Tenant,
    Query(query): Query<MembersQuery>,
) -> Result<Answer<MemberPage>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let today = today(&tenant).await?;
    let mut db = tenant.read().await?;
    let words = query.q.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let customers = match words {
        Some(words) => Some(identity::matching(&mut db, words).await?),
        None => None,
    };
    let customers = match query.user_id {
        Some(id) => Some(customers.map_or(vec![id], |found| {
            found.into_iter().filter(|found| *found == id).collect()
        })),
        None => customers,
    };
    let customers = customers.map(|ids| serde_json::to_string(&ids)).transpose();
    let filter = Filter {
        status: query.status,
        billing_state: query.billing_state,
        product_id: query.product_id,
        customers: customers.map_err(ApiError::internal)?,
        before: query.cursor,
        // One extra row shows whether there is another page.
        limit: limit + 1,
    };
    let mut listed = members::list(&mut db, &filter).await?;
    let more = listed.len() as i64 > limit;
    if more {
        listed.pop();
    }
    let next_cursor = listed.last().filter(|_| more).map(|row| row.id);
    let items = with_customers(&mut db, listed, today).await?;
    let count = members::count(&mut db, &filter).await?;
    Ok(Answer(MemberPage {
        items,
        next_cursor,
        count,
    }))
}

async fn with_customers(db: &mut TenantRead, listed: Vec<Listed>, today: Date) -> Result<Vec<Member>, ApiError> {
    let ids: Vec<i64> = listed.iter().map(|row| row.customer_id).collect();
    let contacts = identity::contacts(db, &ids).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    // Memberships from before a club named washes include those that it names now.
    let unnamed = listed.iter().filter(|row| row.washes.is_empty());
    let clubs: BTreeSet<i64> = unnamed.map(|row| row.product_id).collect();
    let mut named: HashMap<i64, Vec<String>> = HashMap::new();
    for club in clubs {
        named.insert(club, washes_named_by(db, club).await?);
    }
    let member = |row: Listed| {
        let contact = contacts.get(&row.customer_id);
        Ok(Member {
            membership_id: row.id,
            user_id: contact.map(|contact| contact.id.to_string()),
            customer_name: contact.and_then(|contact| contact.name.clone()),
            customer_email: contact.and_then(|contact| contact.email.clone()),
            product_id: row.product_id,
            washes: if row.washes.is_empty() {
                named.get(&row.product_id).cloned().unwrap_or_default()
            } else {
                row.washes
            },
            name: row.name,
            status: row.status,
            billing_state: row.billing_state,
            monthly_price: row.monthly_price,
            next_billing_date: row.next_billing_date.to_string(),
            next_club: row.next_club.map(|next| ComingClub {
                product_id: next.product_id,
                name: next.name,
                monthly_price: next.monthly_price,
                locations: next.locations,
            }),
            ends_if_declined: ends_if_declined(row.unpaid_since, row.last_try_on, today).map_err(ApiError::internal)?,
            unpaid_since: row.unpaid_since.map(|day| day.to_string()),
            attempts: row.attempts,
            next_attempt_at: row
                .next_attempt_at
                .map(Timestamp::from_millisecond)
                .transpose()
                .map_err(ApiError::internal)?,
            paused_until: row.pause.map(|pause| pause.until.to_string()),
            joined_at: Timestamp::from_millisecond(row.joined_at).map_err(ApiError::internal)?,
        })
    };
    listed.into_iter().map(member).collect()
}
