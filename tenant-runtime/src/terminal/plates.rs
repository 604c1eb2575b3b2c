//! Lookups by plate readers.

use platform::http::{Answer, ApiError, Envelope, Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use super::club::KioskClub;
use super::error::TerminalError;
use crate::clubs;
use crate::http::Terminal;
use crate::identity;
use crate::language::Locale;
use crate::tenant::Tenant;
use crate::wallet;

#[derive(Deserialize, IntoParams)]
pub(super) struct PlateQuery {
    /// Code of the plate's state or province, if the reader knows it.
    #[param(required = false)]
    state: Option<String>,
}

/// Look up a license plate
///
/// Ignores spaces, dashes and case. A club that can't be used here now returns the same error as its token. 404 if no
/// member has this plate. 409 `several_members` if more than one member fits; the message lists the states.
#[utoipa::path(get, path = "/terminal/plates/{plate}", tag = "terminal", params(("plate" = String, Path), PlateQuery),
    responses((status = 200, body = Envelope<KioskClub>)))]
pub(super) async fn get_plate(
    tenant: Tenant,
    terminal: Terminal,
    locale: Locale,
    Path(plate): Path<String>,
    Query(query): Query<PlateQuery>,
) -> Result<Answer<KioskClub>, ApiError> {
    let plate = (plate.as_str(), query.state.as_deref());
    Ok(Answer(find(&tenant, &terminal, &locale, plate).await?))
}

async fn find(
    tenant: &Tenant,
    terminal: &Terminal,
    locale: &Locale,
    (plate, state): (&str, Option<&str>),
) -> Result<KioskClub, TerminalError> {
    let license = identity::read_license(plate).map_err(|_| TerminalError::NotFound)?;
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.read().await?;
    let entitled = clubs::entitled_by_plate(&mut db, &license, state, moment.today, moment.now).await??;
    entitled.may_use(Some(terminal.location_id))?;
    Ok(KioskClub::of(&mut db, &entitled, locale).await?)
}
