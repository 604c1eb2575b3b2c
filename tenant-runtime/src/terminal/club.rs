//! Membership, for a kiosk.

use platform::db::TenantRead;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::rules::use_count_display;
use crate::clubs::{self, Entitled};
use crate::identity::{self, Vehicle};
use crate::language::Locale;

/// Membership of the customer at a kiosk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KioskClub {
    name: String,
    /// Washes that members can choose from at each visit, by name. Empty if none were chosen.
    washes: Vec<String>,
    /// License plate.
    license: String,
    /// State or province of the plate; blank if it has none.
    state: String,
    /// Current vehicle of the member.
    vehicle: Option<Vehicle>,
    /// Uses for display, such as `Unlimited` or `3 of 8 this month`.
    use_count_display: String,
}

impl KioskClub {
    pub(super) async fn of(db: &mut TenantRead, entitled: &Entitled, locale: &Locale) -> Result<Self, sqlx::Error> {
        let membership = &entitled.membership;
        let plate = membership.plate.clone();
        let (license, state) = plate.map(|plate| (plate.license, plate.state)).unwrap_or_default();
        Ok(Self {
            name: membership.name.clone(),
            washes: clubs::washes_of(db, membership).await?,
            license,
            state,
            vehicle: identity::vehicle_of(db, membership.customer_id).await?,
            use_count_display: locale.say(use_count_display(membership.limit, entitled.uses.used)),
        })
    }
}
