//! Sessions of staff. A token says which session it is of; who that is, and what they may do, is read at each request.

use data_encoding::BASE64URL_NOPAD;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use platform::auth::access::{AccessTokens, Claims};
use platform::keys::Purpose;
use serde::Serialize;
use tenant_runtime::error::Fault;
use tenant_runtime::http::{Staff, StaffRegister, StaffRole};
use utoipa::ToSchema;

use super::{StaffError, StaffMember, store};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;

const KEY: Purpose = Purpose("staff-access-token");
/// Neither is a site's, so that no token of one passes for the other's.
const ISSUER: &str = "suds-console";
const AUDIENCE: &str = "console";

/// How long a session lasts: a day's work, or a month on a device that is to remember.
const WORKDAY: SignedDuration = SignedDuration::from_hours(12);
const MONTH: SignedDuration = SignedDuration::from_hours(30 * 24);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsoleToken {
    /// JWT, good at the console while its session lives.
    pub(super) access_token: String,
}

/// Begins a session for somebody who has just proved who they are; answers its token.
pub(super) async fn begin(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    member: &StaffMember,
    remember: bool,
) -> Result<String, StaffError> {
    let now = plane.now();
    let expires_at = now + if remember { MONTH } else { WORKDAY };
    let session = name(plane);
    store::delete_expired_sessions(db, now).await?;
    store::insert_session(db, &session, member.id, now, expires_at).await?;
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
            let mut db = self.db.read().await?;
            let staff = store::live_session(&mut db, &claims.session, now).await?;
            Ok(staff.filter(|staff| staff.id == claims.subject))
        }
        .boxed()
    }
}
