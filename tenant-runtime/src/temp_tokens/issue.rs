use jiff::{SignedDuration, Timestamp};
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::quota::{self, Quota};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TokenError;
use super::rules::{Kind, Token, may_be_charged};
use super::{TOKEN_LOOKUP, store};
use crate::clubs::rules::uses::UseRefusal;
use crate::error::Fault;
use crate::http::Person;
use crate::payments::processor::Initiator;
use crate::tenant::{Tenant, TenantContext};
use crate::{checkout, clubs, payments, site, wallet};

/// Of one customer, of any type.
const ISSUED: Quota = Quota {
    name: "temp_tokens",
    count: 6,
    per: SignedDuration::from_secs(60),
};

/// Time for which a kiosk can query the outcome of a token.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);

/// Purpose of a token.
#[derive(Clone, Copy, Deserialize, ToSchema)]
enum TempIdType {
    /// To use the club.
    WashClub,
    /// To pay with the card on file (AirPAY).
    TempToken,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TempTokenBody {
    #[serde(rename = "TempIdType")]
    temp_id_type: TempIdType,
}

/// Token to show at a kiosk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TempToken {
    /// ID, to poll its status.
    id: String,
    /// Twelve digits, for display in groups of four.
    temp_id: String,
    /// Expiry. The token works once.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Server time, to base a countdown on instead of the device's clock.
    #[schema(value_type = String, format = DateTime)]
    server_time: Timestamp,
}

/// Create a kiosk token
///
/// Valid once, for 30 seconds. Replaces the caller's previous token of the same type.
#[utoipa::path(post, path = "/temptoken", tag = "temp_tokens", request_body = TempTokenBody,
    responses((status = 200, body = Envelope<TempToken>)))]
pub(super) async fn issue_temp_token(
    tenant: Tenant,
    person: Person,
    Json(body): Json<TempTokenBody>,
) -> Result<Answer<TempToken>, ApiError> {
    let issued = match body.temp_id_type {
        TempIdType::WashClub => for_club(&tenant, person.id).await?,
        TempIdType::TempToken => for_payment(&tenant, person.id).await?,
    };
    Ok(Answer(issued))
}

async fn for_club(tenant: &Tenant, customer_id: i64) -> Result<TempToken, TokenError> {
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.write().await?;
    let entitled = clubs::entitled(&mut db, customer_id, moment.today, moment.now).await?;
    // At which location it will be shown is not known yet.
    entitled.ok_or(UseRefusal::NoMember)?.may_use(None)?;
    issue(db, tenant, customer_id, Kind::Club).await
}

async fn for_payment(tenant: &Tenant, customer_id: i64) -> Result<TempToken, TokenError> {
    let saved = site::saved_config(tenant).await?;
    let processor = payments::processor_of(tenant).await?;
    let mut db = tenant.write().await?;
    if !payments::has_chargeable_card(&mut db, tenant, &processor, customer_id, Initiator::Customer).await? {
        return Err(TokenError::CardRequired);
    }
    let today = checkout::charged_at_kiosks(&mut db, customer_id, tenant.now(), &saved.config.time_zone).await?;
    if !may_be_charged(saved.config.air_pay_limits, today, 1) {
        return Err(TokenError::ChargedEnough);
    }
    issue(db, tenant, customer_id, Kind::AirPay).await
}

async fn issue(
    mut db: TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    kind: Kind,
) -> Result<TempToken, TokenError> {
    let now = tenant.now();
    let quota = ISSUED.times(tenant.runtime.limits.scale());
    let taken = quota::take(&mut db, quota, &customer_id.to_string(), now).await?;
    taken.map_err(TokenError::TooOften)?;
    store::delete_old(&mut db, (now - KEPT_FOR).as_millisecond()).await?;
    if let Some(mut last) = store::find_live(&mut db, customer_id, kind).await? {
        last.token.give_way(now);
        store::end(&mut db, last.id, last.token.state).await?;
    }
    let token = Token::issued(now);
    let (id, code) = free_code(&mut db, tenant, customer_id, kind, token).await?;
    db.commit().await?;
    Ok(TempToken {
        id: id.to_string(),
        temp_id: code,
        expires_at: token.expires_at,
        server_time: now,
    })
}

async fn free_code(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    kind: Kind,
    token: Token,
) -> Result<(i64, String), Fault> {
    // Ten random digits collide now and then; another draw helps.
    for _ in 0..16 {
        let code = wallet::rules::new_code(&*tenant.runtime.random, kind.class());
        let hmac = tenant.keys().hmac(TOKEN_LOOKUP, code.as_bytes());
        if let Some(id) = store::insert(db, customer_id, kind, &hmac, token).await? {
            return Ok((id, code));
        }
    }
    Err(Fault::internal("no free code was found"))
}
