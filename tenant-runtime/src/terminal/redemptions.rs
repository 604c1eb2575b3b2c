//! Redeeming a code: reserved before the car is washed, confirmed after it or cancelled.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Path};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::misses;
use super::rules::{Redemption, RedemptionState};
use super::store::redemptions::{self, NewRedemption};
use crate::error::Fault;
use crate::fields::text::TOO_LONG;
use crate::http::{Idempotency, NamesTransaction, Terminal, TransactionJson};
use crate::tenant::Tenant;
use crate::wallet;
use crate::wallet::rules::item::Item;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RedemptionBody {
    /// Twelve digits as they were scanned or typed, with spaces or dashes between them or not.
    code: String,
    /// What the kiosk runs for it, in its own words; at most 100 characters.
    #[serde(default)]
    kiosk_item: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    scanned_at: Option<Timestamp>,
    /// 1 to 128 visible ASCII characters; a repeated request has no further effect.
    terminal_txn_id: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TransactionBody {
    /// 1 to 128 visible ASCII characters; a repeated request has no further effect.
    terminal_txn_id: String,
}

impl NamesTransaction for RedemptionBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

impl NamesTransaction for TransactionBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

/// Most characters of what a kiosk calls its item.
const LONGEST_ITEM: usize = 100;

/// A redemption as its terminal sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RedemptionAnswer {
    redemption_id: String,
    state: RedemptionState,
    /// Until when the code is held for it.
    #[schema(value_type = String, format = DateTime)]
    reserved_until: Timestamp,
    /// Uses of the code so far.
    use_limit_count: i64,
    max_uses: i64,
}

impl RedemptionAnswer {
    fn of(redemption: Redemption, item: &Item) -> Self {
        Self {
            redemption_id: redemption.id,
            state: redemption.state,
            reserved_until: redemption.reserved_until,
            use_limit_count: item.uses,
            max_uses: item.max_uses,
        }
    }
}

/// Reserve a code
///
/// It is held for this terminal for 120 seconds; nobody else can redeem it meanwhile.
#[utoipa::path(post, path = "/terminal/redemptions", tag = "terminal", request_body = RedemptionBody,
    responses((status = 200, body = Envelope<RedemptionAnswer>)))]
pub(super) async fn reserve_code(
    tenant: Tenant,
    terminal: Terminal,
    request: TransactionJson<RedemptionBody>,
) -> Result<Answer<RedemptionAnswer>, ApiError> {
    let TransactionJson { value, idempotency } = request;
    let reserved = reserve(&tenant, &terminal, &value, &idempotency).await;
    Ok(Answer(misses::counted(&tenant, &terminal, reserved).await?))
}

async fn reserve(
    tenant: &Tenant,
    terminal: &Terminal,
    body: &RedemptionBody,
    idempotency: &Idempotency,
) -> Result<RedemptionAnswer, TerminalError> {
    if body
        .kiosk_item
        .as_ref()
        .is_some_and(|item| item.chars().count() > LONGEST_ITEM)
    {
        return Err(TerminalError::KioskItem(TOO_LONG));
    }
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(earlier) = claim(&mut db, idempotency, moment.now).await? {
        return Ok(earlier);
    }
    misses::check(&mut db, tenant, terminal).await?;
    let mut coded = wallet::find_by_code(&mut db, tenant.keys(), &body.code).await??;
    let id = BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>());
    let until = wallet::reserve(&mut db, &mut coded, &id, terminal.location_id, moment).await??;
    let new = NewRedemption {
        id: &id,
        terminal_id: &terminal.id,
        location_id: terminal.location_id,
        item_id: coded.id,
        kiosk_item: body.kiosk_item.as_deref(),
        scanned_at: body.scanned_at.map(|at| at.as_millisecond()),
        reserved_until: until.as_millisecond(),
        created_at: moment.now.as_millisecond(),
    };
    redemptions::insert(&mut db, &new).await?;
    let redemption = Redemption {
        id,
        item_id: coded.id,
        state: RedemptionState::Reserved,
        reserved_until: until,
    };
    finish(db, idempotency, RedemptionAnswer::of(redemption, &coded.item)).await
}

/// Confirm a redemption
///
/// The code is used, once. It counts also after the 120 seconds, or days later, unless the code was used up meanwhile or another
/// terminal has it: then 409, and the car was washed for nothing. Confirming again changes nothing.
#[utoipa::path(post, path = "/terminal/redemptions/{redemptionId}/confirm", tag = "terminal", request_body = TransactionBody,
    params(("redemptionId" = String, Path)), responses((status = 200, body = Envelope<RedemptionAnswer>)))]
pub(super) async fn confirm_redemption(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<TransactionBody>,
) -> Result<Answer<RedemptionAnswer>, ApiError> {
    let wanted = RedemptionState::Confirmed;
    Ok(Answer(
        settle(&tenant, &terminal, &id, wanted, &request.idempotency).await?,
    ))
}

/// Cancel a redemption
///
/// The code can be redeemed again at once. Cancelling again changes nothing.
#[utoipa::path(post, path = "/terminal/redemptions/{redemptionId}/cancel", tag = "terminal", request_body = TransactionBody,
    params(("redemptionId" = String, Path)), responses((status = 200, body = Envelope<RedemptionAnswer>)))]
pub(super) async fn cancel_redemption(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<TransactionBody>,
) -> Result<Answer<RedemptionAnswer>, ApiError> {
    let wanted = RedemptionState::Cancelled;
    Ok(Answer(
        settle(&tenant, &terminal, &id, wanted, &request.idempotency).await?,
    ))
}

async fn settle(
    tenant: &Tenant,
    terminal: &Terminal,
    id: &str,
    wanted: RedemptionState,
    idempotency: &Idempotency,
) -> Result<RedemptionAnswer, TerminalError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(earlier) = claim(&mut db, idempotency, now).await? {
        return Ok(earlier);
    }
    let redemption = redemptions::find(&mut db, id, &terminal.id).await?;
    let redemption = redemption.ok_or(TerminalError::NotFound)?;
    if !redemption.may_become(wanted)? {
        let item = wallet::item(&mut db, redemption.item_id).await?;
        return finish(db, idempotency, RedemptionAnswer::of(redemption, &item)).await;
    }
    let item = match wanted {
        RedemptionState::Confirmed => wallet::confirm(&mut db, redemption.item_id, id, now).await??,
        _ => wallet::cancel(&mut db, redemption.item_id, id).await?,
    };
    redemptions::settle(&mut db, id, wanted, now.as_millisecond()).await?;
    let settled = Redemption {
        state: wanted,
        ..redemption
    };
    finish(db, idempotency, RedemptionAnswer::of(settled, &item)).await
}

/// What the first request with this transaction was answered, if this one repeats it.
async fn claim(
    db: &mut TenantWrite,
    idempotency: &Idempotency,
    now: Timestamp,
) -> Result<Option<RedemptionAnswer>, TerminalError> {
    let stored = idempotency.claim(db, now, Keep::Month).await?;
    let read = stored.map(|stored| serde_json::from_str(&stored));
    read.transpose().map_err(|error| Fault::internal(error).into())
}

/// Commits, with the answer that repeats of the request get.
async fn finish(
    mut db: TenantWrite,
    idempotency: &Idempotency,
    answer: RedemptionAnswer,
) -> Result<RedemptionAnswer, TerminalError> {
    idempotency.finish(&mut db, &answer).await?;
    db.commit().await?;
    Ok(answer)
}
