use platform::http::{Answer, ApiError, Envelope};

use super::session;
use crate::http::Person;
use crate::tenant::Tenant;

/// Log out
///
/// The session's tokens stop working with the next request.
#[utoipa::path(post, path = "/users/logout", tag = "identity", responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn log_out(tenant: Tenant, person: Person) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    session::end(&mut db, tenant.now(), &person).await?;
    db.commit().await?;
    Ok(Answer(true))
}
