//! Sessions of staff. A token only identifies its session. Person and role are read at each request.

use data_encoding::BASE64URL_NOPAD;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use platform::auth::access::{AccessTokens, Claims};
use platform::keys::Purpose;
use tenant_runtime::error::Fault;
use tenant_runtime::http::{Staff, StaffRegister, StaffRole, StaffSetup};

use super::store::LiveSession;
use super::visit::Visit;
use super::{StaffError, StaffMember, store};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;

const KEY: Purpose = Purpose("staff-access-token");
/// Neither is a site's, so that no token of one passes for the other's.
const ISSUER: &str = "suds-console";
const AUDIENCE: &str = "console";

/// Precision of a session's latest use.
const USE_NOTED: SignedDuration = SignedDuration::from_mins(5);

/// Session duration: a workday, or a month on a remembered device.
const WORKDAY: SignedDuration = SignedDuration::from_hours(12);
const MONTH: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Starts a session after a successful login. Returns its token.
pub(super) async fn begin(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    member: &StaffMember,
    visit: &Visit,
    remember: bool,
) -> Result<String, StaffError> {
    let now = plane.now();
    let expires_at = now + if remember { MONTH } else { WORKDAY };
    let session = name(plane);
    store::delete_expired_sessions(db, now).await?;
    let from = (visit.address.as_deref(), visit.client.as_deref());
    store::insert_session(db, &session, member.id, from, now, expires_at).await?;
    let claims = Claims {
        subject: member.id.to_string(),
        session,
        token_id: name(plane),
        is_admin: member.role == StaffRole::Owner,
        issued_at: now,
        expires_at,
    };
    Ok(tokens(plane).issue(&claims).map_err(Fault::internal)?)
}

fn name(plane: &ControlPlane) -> String {
    BASE64URL_NOPAD.encode(&plane.random.bytes::<16>())
}

fn tokens(plane: &ControlPlane) -> AccessTokens {
    AccessTokens::new(&plane.console_keys().derive(KEY), ISSUER, AUDIENCE)
}

impl StaffRegister for ControlPlane {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>> {
        async move {
            let now = self.now();
            let Ok(claims) = tokens(self).verify(token, now) else {
                return Ok(None);
            };
            let live = self.live_session(&claims.session).await?;
            let Some(live) = live.filter(|live| live.staff.id == claims.subject) else {
                return Ok(None);
            };
            let last_used_at = live.last_used_at.unwrap_or(claims.issued_at);
            // A request must not fail because this has to wait. A use in the future is from a clock that was wrong.
            if now.duration_since(last_used_at).abs() >= USE_NOTED
                && let Ok(mut db) = self.db.write().await
            {
                store::note_use(&mut db, &claims.session, now).await?;
                db.commit().await?;
            }
            Ok(Some(live.staff))
        }
        .boxed()
    }

    fn of_session<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>> {
        async move { Ok(self.live_session(session).await?.map(|live| live.staff)) }.boxed()
    }
}

impl ControlPlane {
    async fn live_session(&self, session: &str) -> Result<Option<LiveSession>, Fault> {
        let live = store::live_session(&mut self.db.read().await?, session, self.now()).await?;
        Ok(live.map(|mut live| {
            if live.lacks_second_factor && self.requires_second_factors() {
                live.staff.setup = live.staff.setup.or(Some(StaffSetup::SecondFactor));
            }
            live
        }))
    }
}
