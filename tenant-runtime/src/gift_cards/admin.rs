//! Actions by staff on gift cards.

use platform::audit;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::rules::{self, State};
use super::store::{self, Movement};
use super::{FoundCard, look_up};
use crate::error::{ErrorCode, Fault};
use crate::fields::{Notes, invalid_field, invalid_fields, text};
use crate::http::{IdempotentJson, Person, Policy, Routes, limits, routes};
use crate::ledger::{self, Account, Transaction};
use crate::tenant::{Tenant, TenantContext};

pub(super) fn routes() -> Routes {
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(adjust_gift_card), manager.takes_idempotency_key())
        .call(routes!(block_gift_card), manager)
        .call(routes!(unblock_gift_card), manager)
}

/// Amount to add to a gift card or, if negative, deduct.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CardAdjustment {
    /// Minor units.
    amount: i64,
    /// Reason for the audit log. At most 200 characters.
    reason: String,
}

/// Result of an adjustment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct AdjustedCard {
    /// Minor units.
    balance: i64,
}

/// Reason for blocking a card.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CardBlock {
    /// Recorded in the audit log. At most 200 characters.
    reason: String,
}

/// Adjust a gift card's balance
///
/// The ledger records it under `adjustment`.
#[utoipa::path(post, path = "/admin/gift-cards/{cardId}/adjustments", tag = "admin", request_body = CardAdjustment,
    params(("cardId" = i64, Path)), responses((status = 200, body = Envelope<AdjustedCard>)))]
pub(super) async fn adjust_gift_card(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    IdempotentJson { value, idempotency }: IdempotentJson<CardAdjustment>,
) -> Result<Answer<AdjustedCard>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::ForGood).await? {
        return Ok(Answer(serde_json::from_str(&stored).map_err(Fault::internal)?));
    }
    let card = others_card(&mut db, &person, id).await?;
    if card.state == State::Void {
        return Err(not_valid());
    }
    let mut notes = Notes::default();
    let reason = notes.take("reason", text::reason(&value.reason));
    let amount = notes.take("amount", rules::adjustment(card.balance, value.amount));
    notes.into_result(()).map_err(invalid_fields)?;
    let movement = Movement {
        gift_card_id: id,
        kind: "adjust",
        amount,
        order_line_id: None,
        hold_id: None,
        at: now.as_millisecond(),
    };
    let movement = store::insert_movement(&mut db, &movement).await?;
    let amounts = [(Account::GiftCard(id), -amount), (Account::Adjustment, amount)];
    ledger::post(&mut db, &Transaction::adjustment(movement, now), &amounts).await?;
    let detail = json!({ "amount": amount, "before": card.balance, "reason": reason });
    note(&mut db, &tenant, &person, id, ("gift_card_adjusted", detail)).await?;
    let adjusted = AdjustedCard {
        balance: card.balance + amount,
    };
    idempotency.finish(&mut db, &adjusted).await?;
    db.commit().await?;
    Ok(Answer(adjusted))
}

/// Block a gift card
///
/// The card can't pay or be reloaded until unblocked. Terminals can still capture existing holds.
#[utoipa::path(post, path = "/admin/gift-cards/{cardId}/block", tag = "admin", request_body = CardBlock,
    params(("cardId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn block_gift_card(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(body): Json<CardBlock>,
) -> Result<Answer<bool>, ApiError> {
    let reason = text::reason(&body.reason).map_err(|message| invalid_field("reason", message))?;
    let detail = json!({ "reason": reason });
    turn(&tenant, &person, id, State::Blocked, ("gift_card_blocked", detail)).await
}

/// Unblock a gift card
#[utoipa::path(post, path = "/admin/gift-cards/{cardId}/unblock", tag = "admin",
    params(("cardId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn unblock_gift_card(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    turn(&tenant, &person, id, State::Active, ("gift_card_unblocked", json!({}))).await
}

async fn turn(
    tenant: &Tenant,
    person: &Person,
    id: i64,
    next: State,
    entry: (&'static str, Value),
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let card = others_card(&mut db, person, id).await?;
    if !matches!(card.state, State::Active | State::Blocked) {
        return Err(not_valid());
    }
    if card.state != next {
        store::set_state(&mut db, id, next).await?;
        note(&mut db, tenant, person, id, entry).await?;
        db.commit().await?;
    }
    Ok(Answer(true))
}

/// A card that the caller didn't buy.
async fn others_card(db: &mut TenantWrite, person: &Person, id: i64) -> Result<FoundCard, ApiError> {
    let card = look_up(db, id).await?.ok_or_else(ApiError::not_found)?;
    if card.buyer_id == Some(person.id) {
        return Err(ErrorCode::NotAdmin.because("You can't change your own gift card. Ask a teammate."));
    }
    Ok(card)
}

fn not_valid() -> ApiError {
    ErrorCode::Revoked.because("This card is no longer valid.")
}

async fn note(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    id: i64,
    (action, detail): (&'static str, Value),
) -> Result<(), sqlx::Error> {
    let entry = audit::Entry {
        actor: &person.actor(),
        action,
        subject: &format!("gift_card:{id}"),
        detail,
    };
    audit::record(db, tenant.now(), entry).await
}
