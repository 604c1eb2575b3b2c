//! Gift card payments at a kiosk: an amount is authorized before the wash, then captured or voided.

use jiff::Timestamp;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::redemptions::TransactionBody;
use super::{misses, once};
use crate::catalog::MAX_STORED_VALUE;
use crate::gift_cards::rules::hold::{Hold, HoldState};
use crate::gift_cards::rules::parse_number;
use crate::gift_cards::{self, Card, Spender, Wanted};
use crate::http::{Idempotency, NamesTransaction, Terminal, TransactionJson};
use crate::tenant::Tenant;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AuthorizeBody {
    /// Card number as scanned or typed: up to 19 digits, with or without spaces and dashes.
    card_number: String,
    /// Minor units; at least 1.
    amount: i64,
    /// Whether to authorize the remaining balance if it is lower than the amount. The customer pays the rest another
    /// way.
    #[serde(default)]
    takes_less: bool,
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
    terminal_txn_id: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CaptureBody {
    /// Minor units, from 1 to the authorized amount. Default: the authorized amount.
    #[serde(default)]
    amount: Option<i64>,
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
    terminal_txn_id: String,
}

impl NamesTransaction for AuthorizeBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

impl NamesTransaction for CaptureBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

/// Authorization of a gift card by a terminal.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuthorizationAnswer {
    authorization_id: String,
    state: HoldState,
    /// Authorized amount, in minor units.
    amount: i64,
    /// Captured amount, in minor units.
    captured: i64,
    /// End of the hold.
    #[schema(value_type = String, format = DateTime)]
    held_until: Timestamp,
    /// Remaining balance of the card, in minor units.
    balance: i64,
    /// Last four digits of the card number.
    last_four: String,
}

impl AuthorizationAnswer {
    fn of(hold: Hold, card: Card) -> Self {
        Self {
            authorization_id: hold.id,
            state: hold.state,
            amount: hold.amount,
            captured: hold.captured,
            held_until: hold.held_until,
            balance: card.balance,
            last_four: card.last_four,
        }
    }
}

/// Hold an amount on a gift card
///
/// Deducted immediately, and released after an hour unless captured.
#[utoipa::path(post, path = "/terminal/gift-cards/authorize", tag = "terminal", request_body = AuthorizeBody,
    responses((status = 200, body = Envelope<AuthorizationAnswer>)))]
pub(super) async fn authorize_gift_card(
    tenant: Tenant,
    terminal: Terminal,
    request: TransactionJson<AuthorizeBody>,
) -> Result<Answer<AuthorizationAnswer>, ApiError> {
    let TransactionJson { value, idempotency } = request;
    let authorized = authorize(&tenant, &terminal, &value, &idempotency).await;
    Ok(Answer(misses::counted(&tenant, &terminal, authorized).await?))
}

async fn authorize(
    tenant: &Tenant,
    terminal: &Terminal,
    body: &AuthorizeBody,
    idempotency: &Idempotency,
) -> Result<AuthorizationAnswer, TerminalError> {
    if !(1..=*MAX_STORED_VALUE).contains(&body.amount) {
        return Err(TerminalError::Amount);
    }
    let mut db = tenant.write().await?;
    if let Some(earlier) = once::claim(&mut db, idempotency, tenant.now()).await? {
        return Ok(earlier);
    }
    misses::check(&mut db, tenant, terminal).await?;
    let number = parse_number(&body.card_number).map_err(TerminalError::CardNumber)?;
    let card = gift_cards::find(&mut db, tenant, &number).await?;
    let mut card = card.ok_or(TerminalError::NoSuchCard)?;
    let wanted = Wanted {
        amount: body.amount,
        takes_less: body.takes_less,
    };
    let by = Spender {
        terminal_id: &terminal.id,
        location_id: terminal.location_id,
    };
    let hold = gift_cards::authorize(&mut db, tenant, &mut card, wanted, by).await??;
    once::finish(db, idempotency, AuthorizationAnswer::of(hold, card)).await
}

/// Capture a held amount
///
/// The rest of the hold is released. Also works after the hour or days later, if the balance is sufficient. Repeating it
/// changes nothing.
#[utoipa::path(post, path = "/terminal/gift-cards/{authorizationId}/capture", tag = "terminal", request_body = CaptureBody,
    params(("authorizationId" = String, Path)), responses((status = 200, body = Envelope<AuthorizationAnswer>)))]
pub(super) async fn capture_gift_card(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<CaptureBody>,
) -> Result<Answer<AuthorizationAnswer>, ApiError> {
    let TransactionJson { value, idempotency } = request;
    Ok(Answer(
        settle(&tenant, &terminal, &id, Outcome::Captured(value.amount), &idempotency).await?,
    ))
}

/// Release a held amount
///
/// The amount is back on the card immediately. Repeating it changes nothing.
#[utoipa::path(post, path = "/terminal/gift-cards/{authorizationId}/void", tag = "terminal", request_body = TransactionBody,
    params(("authorizationId" = String, Path)), responses((status = 200, body = Envelope<AuthorizationAnswer>)))]
pub(super) async fn void_gift_card(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<TransactionBody>,
) -> Result<Answer<AuthorizationAnswer>, ApiError> {
    Ok(Answer(
        settle(&tenant, &terminal, &id, Outcome::Voided, &request.idempotency).await?,
    ))
}

/// Result for an authorization.
#[derive(Clone, Copy)]
enum Outcome {
    /// Minor units. `None`: all.
    Captured(Option<i64>),
    Voided,
}

async fn settle(
    tenant: &Tenant,
    terminal: &Terminal,
    id: &str,
    outcome: Outcome,
    idempotency: &Idempotency,
) -> Result<AuthorizationAnswer, TerminalError> {
    if matches!(outcome, Outcome::Captured(Some(..1))) {
        return Err(TerminalError::Amount);
    }
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(earlier) = once::claim(&mut db, idempotency, now).await? {
        return Ok(earlier);
    }
    let found = gift_cards::find_hold(&mut db, id, &terminal.id).await?;
    let (mut hold, mut card) = found.ok_or(TerminalError::NotFound)?;
    match outcome {
        Outcome::Captured(amount) => gift_cards::capture(&mut db, &mut hold, &mut card, amount, now).await??,
        Outcome::Voided => gift_cards::void(&mut db, &mut hold, &mut card, now).await??,
    }
    once::finish(db, idempotency, AuthorizationAnswer::of(hold, card)).await
}
