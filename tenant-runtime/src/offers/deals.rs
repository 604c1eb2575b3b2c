use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::claim::{ClaimedItem, claim, local, location_of};
use super::store::{self, Wanted};
use super::{Award, OfferKind, Stored};
use crate::http::{IdempotentJson, Person};
use crate::identity;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct DealsQuery {
    /// Only deals for this location; 0 for all locations. Default: the caller's home location, otherwise 0.
    #[param(required = false)]
    location_id: Option<i64>,
}

/// Deal for a customer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Deal {
    deal_id: i64,
    name: String,
    description: String,
    terms: String,
    /// Locations where it can be claimed and used; empty for all.
    locations: Vec<i64>,
    /// Number of claims by the caller, including other accounts of the same person.
    number_claimed: i64,
    /// Maximum claims per customer.
    claim_limit: i64,
    award: Award,
    /// End; null for no end date.
    #[schema(value_type = Option<String>, format = DateTime)]
    ends_at: Option<Timestamp>,
}

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DealClaim {
    deal_id: i64,
    /// Location where the caller wants to use it. Default: the home location, if any.
    #[serde(default)]
    location_id: Option<i64>,
}

/// List available deals
///
/// Includes deals that the caller has fully claimed (`numberClaimed` equals `claimLimit`).
#[utoipa::path(get, path = "/deals", tag = "offers", params(DealsQuery), responses((status = 200, body = Envelope<Vec<Deal>>)))]
pub(super) async fn list_deals(
    tenant: Tenant,
    person: Person,
    Query(query): Query<DealsQuery>,
) -> Result<Answer<Vec<Deal>>, ApiError> {
    let (moment, _) = local(&tenant).await?;
    let mut db = tenant.read().await?;
    let location = location_of(&mut db, &person, query.location_id).await?;
    let accounts = identity::accounts_of_person(&mut db, person.id).await?;
    let deals = store::offers(&mut db, OfferKind::Deal, Wanted::All, &accounts).await?;
    let listed = deals.into_iter().filter(|deal| deal.is_listed(location, moment));
    Ok(Answer(listed.map(Deal::from).collect()))
}

/// Claim a deal
///
/// Adds the item to the caller's wallet.
#[utoipa::path(post, path = "/users/deals", tag = "offers", request_body = DealClaim,
    responses((status = 200, body = Envelope<ClaimedItem>)))]
pub(super) async fn claim_deal(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<DealClaim>,
) -> Result<Answer<ClaimedItem>, ApiError> {
    let IdempotentJson { value, idempotency } = request;
    let wanted = (OfferKind::Deal, Wanted::Id(value.deal_id));
    let claimed = claim(&tenant, &person, wanted, value.location_id, &idempotency).await?;
    Ok(Answer(claimed))
}

impl From<Stored> for Deal {
    fn from(stored: Stored) -> Self {
        Self {
            deal_id: stored.id,
            name: stored.offer.name,
            description: stored.offer.description,
            terms: stored.offer.terms,
            locations: stored.offer.locations,
            number_claimed: stored.claimed.by_customer,
            claim_limit: stored.offer.claim_limit,
            award: stored.offer.award,
            ends_at: stored.offer.ends_at,
        }
    }
}
