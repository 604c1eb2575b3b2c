//! Code redemption: reserved before the wash, then confirmed or canceled.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::club::KioskClub;
use super::error::TerminalError;
use super::rules::{Redeemed, Redemption, RedemptionState, UseCount};
use super::store::redemptions::{self, NewRedemption};
use super::{misses, once, redeemable};
use crate::clubs;
use crate::fields::text::TOO_LONG;
use crate::http::{Idempotency, NamesTransaction, Terminal, TransactionJson};
use crate::language::Locale;
use crate::tenant::Tenant;
use crate::wallet;
use crate::wallet::rules::item::Moment;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RedemptionBody {
    /// Code as scanned or typed: twelve digits, with or without spaces and dashes.
    code: String,
    /// Program run by the kiosk, as the kiosk names it; at most 100 characters.
    #[serde(default)]
    kiosk_item: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    scanned_at: Option<Timestamp>,
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
    terminal_txn_id: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TransactionBody {
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
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

/// Maximum length of a kiosk's item name.
const LONGEST_ITEM: usize = 100;

/// Redemption at a terminal.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RedemptionAnswer {
    redemption_id: String,
    state: RedemptionState,
    /// End of the reservation.
    #[schema(value_type = String, format = DateTime)]
    reserved_until: Timestamp,
    /// Number of uses of the code or club so far.
    use_limit_count: i64,
    /// Null for unlimited.
    max_uses: Option<i64>,
}

impl RedemptionAnswer {
    fn of(redemption: Redemption, uses: UseCount) -> Self {
        Self {
            redemption_id: redemption.id,
            state: redemption.state,
            reserved_until: redemption.reserved_until,
            use_limit_count: uses.used,
            max_uses: uses.most,
        }
    }
}

/// Reserved code.
#[derive(Serialize, ToSchema)]
pub(super) struct ReservationAnswer {
    #[serde(flatten)]
    redemption: RedemptionAnswer,
    /// Membership; null for the code of an item.
    club: Option<KioskClub>,
}

/// Reserve a code
///
/// Held for this terminal for 120 seconds. A club token is consumed; after a cancellation, the member needs a new one.
#[utoipa::path(post, path = "/terminal/redemptions", tag = "terminal", request_body = RedemptionBody,
    responses((status = 200, body = Envelope<ReservationAnswer>)))]
pub(super) async fn reserve_code(
    tenant: Tenant,
    terminal: Terminal,
    locale: Locale,
    request: TransactionJson<RedemptionBody>,
) -> Result<Answer<ReservationAnswer>, ApiError> {
    let TransactionJson { value, idempotency } = request;
    let moment = wallet::moment(&tenant).await?;
    let reserved = reserve(&tenant, &terminal, moment, &value, &idempotency).await;
    let (redemption, of) = misses::counted(&tenant, &terminal, reserved).await?;
    let club = match of {
        Redeemed::Item(_) => None,
        Redeemed::Membership(id) => Some(club_of(&tenant, &locale, moment, id).await?),
    };
    Ok(Answer(ReservationAnswer { redemption, club }))
}

async fn reserve(
    tenant: &Tenant,
    terminal: &Terminal,
    moment: Moment,
    body: &RedemptionBody,
    idempotency: &Idempotency,
) -> Result<(RedemptionAnswer, Redeemed), TerminalError> {
    if body
        .kiosk_item
        .as_ref()
        .is_some_and(|item| item.chars().count() > LONGEST_ITEM)
    {
        return Err(TerminalError::KioskItem(TOO_LONG));
    }
    let mut db = tenant.write().await?;
    if let Some(earlier) = once::claim::<RedemptionAnswer>(&mut db, idempotency, moment.now).await? {
        let redemption = redemptions::find(&mut db, &earlier.redemption_id, &terminal.id).await?;
        return Ok((earlier, redemption.ok_or(TerminalError::NotFound)?.of));
    }
    misses::check(&mut db, tenant, terminal).await?;
    let id = BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>());
    let held = redeemable::reserve(&mut db, tenant, terminal, (&body.code, body.scanned_at), &id, moment).await?;
    let new = NewRedemption {
        id: &id,
        terminal_id: &terminal.id,
        location_id: terminal.location_id,
        of: held.of,
        kiosk_item: body.kiosk_item.as_deref(),
        scanned_at: body.scanned_at.map(|at| at.as_millisecond()),
        reserved_until: held.until.as_millisecond(),
        created_at: moment.now.as_millisecond(),
    };
    redemptions::insert(&mut db, &new).await?;
    let redemption = Redemption {
        id,
        of: held.of,
        state: RedemptionState::Reserved,
        reserved_until: held.until,
    };
    let answer = once::finish(db, idempotency, RedemptionAnswer::of(redemption, held.uses)).await?;
    Ok((answer, held.of))
}

/// Looked up for each request, because the customer and vehicle aren't stored with responses.
async fn club_of(tenant: &Tenant, locale: &Locale, moment: Moment, id: i64) -> Result<KioskClub, TerminalError> {
    let mut db = tenant.read().await?;
    let member = clubs::member(&mut db, id, moment.today, moment.now).await?;
    Ok(KioskClub::of(&mut db, &member, locale).await?)
}

/// Confirm a redemption
///
/// Uses the code once. Also works after the 120 seconds or days later, unless the code was used or another terminal has it
/// (409). Repeating it changes nothing.
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
/// The code is available again immediately. Repeating it changes nothing.
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
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(earlier) = once::claim(&mut db, idempotency, moment.now).await? {
        return Ok(earlier);
    }
    let redemption = redemptions::find(&mut db, id, &terminal.id).await?;
    let redemption = redemption.ok_or(TerminalError::NotFound)?;
    if !redemption.may_become(wanted)? {
        let uses = redeemable::uses(&mut db, redemption.of, moment).await?;
        return once::finish(db, idempotency, RedemptionAnswer::of(redemption, uses)).await;
    }
    let uses = match wanted {
        RedemptionState::Confirmed => redeemable::confirm(&mut db, redemption.of, id, moment).await?,
        _ => redeemable::cancel(&mut db, redemption.of, id, moment).await?,
    };
    redemptions::settle(&mut db, id, wanted, moment.now.as_millisecond()).await?;
    let settled = Redemption {
        state: wanted,
        ..redemption
    };
    once::finish(db, idempotency, RedemptionAnswer::of(settled, uses)).await
}
