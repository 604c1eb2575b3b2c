//! Lookups by plate readers.

use platform::http::{Answer, ApiError, Envelope, Path};

use super::club::KioskClub;
use super::error::TerminalError;
use crate::clubs;
use crate::clubs::rules::uses::UseRefusal;
use crate::http::Terminal;
use crate::identity;
use crate::language::Locale;
use crate::tenant::Tenant;
use crate::wallet;

/// Look up a license plate
///
/// Ignores spaces, dashes and case. A club that can't be used here now returns the same error as its token. 404 if no
/// member has this plate.
#[utoipa::path(get, path = "/terminal/plates/{plate}", tag = "terminal", params(("plate" = String, Path)),
    responses((status = 200, body = Envelope<KioskClub>)))]
pub(super) async fn get_plate(
    tenant: Tenant,
    terminal: Terminal,
    locale: Locale,
    Path(plate): Path<String>,
) -> Result<Answer<KioskClub>, ApiError> {
    Ok(Answer(find(&tenant, &terminal, &locale, &plate).await?))
}

async fn find(tenant: &Tenant, terminal: &Terminal, locale: &Locale, plate: &str) -> Result<KioskClub, TerminalError> {
    let license = identity::read_license(plate).map_err(|_| TerminalError::NotFound)?;
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.read().await?;
    let entitled = clubs::entitled_by_license(&mut db, &license, moment.today, moment.now).await?;
    let entitled = entitled.ok_or(UseRefusal::NoMember)?;
    entitled.may_use(Some(terminal.location_id))?;
    Ok(KioskClub::of(&mut db, &entitled, locale).await?)
}
