//! Customer's home location, the default for lists and taxes.

use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use crate::fields::invalid_field;
use crate::http::Person;
use crate::identity;
use crate::tenant::Tenant;

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct HomeLocation {
    /// `null` if none is selected.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    location_id: Option<i64>,
}

/// Get the caller's home location
///
/// Default location for lists and taxes.
#[utoipa::path(get, path = "/users/homeLocation", tag = "identity", responses((status = 200, body = Envelope<HomeLocation>)))]
pub(super) async fn get_home_location(tenant: Tenant, person: Person) -> Result<Answer<HomeLocation>, ApiError> {
    let account = identity::find_account(&mut tenant.read().await?, person.id).await?;
    let account = account.ok_or_else(ApiError::not_found)?;
    Ok(Answer(HomeLocation {
        location_id: account.home_location_id,
    }))
}

/// Set the home location
///
/// 0 or `null` clears it.
#[utoipa::path(post, path = "/users/homeLocation", tag = "identity", request_body = HomeLocation, responses((status = 200, body = Envelope<HomeLocation>)))]
pub(super) async fn set_home_location(
    tenant: Tenant,
    person: Person,
    Json(chosen): Json<HomeLocation>,
) -> Result<Answer<HomeLocation>, ApiError> {
    let location_id = chosen.location_id.filter(|id| *id != 0);
    let mut db = tenant.write().await?;
    if let Some(id) = location_id
        && !store::locations::exists(&mut db, id).await?
    {
        return Err(invalid_field("locationId", "Unknown location."));
    }
    identity::set_home_location(&mut db, person.id, location_id, tenant.now()).await?;
    db.commit().await?;
    Ok(Answer(HomeLocation { location_id }))
}
