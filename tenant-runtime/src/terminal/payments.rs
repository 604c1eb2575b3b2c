//! AirPAY: charges to a customer's card on file at a kiosk (docs/RULES.md#airpay).

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::redemptions::TransactionBody;
use super::rules::payment::{Payment, PaymentStanding, PaymentState};
use super::rules::sale::{self, SaleLine};
use super::store::payments::{self, NewKioskPayment};
use super::{jobs, misses, once};
use crate::catalog;
use crate::checkout::{self, BegunAtKiosk, KioskLine, KioskOrder, KioskOrderState};
use crate::http::{ClaimError, Idempotency, NamesTransaction, Terminal, TransactionJson, carry_through};
use crate::payments::processor_of;
use crate::site;
use crate::temp_tokens;
use crate::temp_tokens::rules::{Kind, Reading, may_be_charged};
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::CodeRefusal;
use crate::wallet::rules::read_code;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PaymentBody {
    /// Customer's AirPAY token: twelve digits, with or without spaces and dashes.
    temp_id: String,
    /// Amount to charge in minor units, including taxes.
    amount: i64,
    /// Total taxes of the lines, in minor units.
    taxes: i64,
    /// Items sold, 1 to 50. Their prices and taxes add up to `amount`. The tax of each is 0 or matches a rate of the
    /// terminal's location, within one minor unit.
    lines: Vec<SaleLine>,
    /// Time the token was scanned.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    scanned_at: Option<Timestamp>,
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
    terminal_txn_id: String,
}

impl NamesTransaction for PaymentBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

/// Payment at a terminal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentAnswer {
    payment_id: String,
    state: PaymentStanding,
    /// Authorization code or decline reason; empty if unknown.
    code: String,
    order_number: String,
    trans_record_id: String,
    /// Minor units, including taxes.
    amount: i64,
    /// Deadline for confirmation; then the payment is voided. Null if not approved.
    #[schema(value_type = Option<String>, format = DateTime)]
    confirm_by: Option<Timestamp>,
}

/// Charge a customer's card on file
///
/// Deliver when it is `approved`, and confirm within 60 seconds; otherwise it is voided. If it is `unknown`, send the same
/// request again and don't deliver yet. The token is consumed.
#[utoipa::path(post, path = "/terminal/payments", tag = "terminal", request_body = PaymentBody,
    responses((status = 200, body = Envelope<PaymentAnswer>)))]
pub(super) async fn charge_token(
    tenant: Tenant,
    terminal: Terminal,
    request: TransactionJson<PaymentBody>,
) -> Result<Answer<PaymentAnswer>, ApiError> {
    let runtime = Arc::clone(&tenant.runtime);
    let TransactionJson { value, idempotency } = request;
    Ok(Answer(
        carry_through(&runtime, charge(tenant, terminal, value, idempotency)).await?,
    ))
}

async fn charge(
    tenant: Tenant,
    terminal: Terminal,
    body: PaymentBody,
    idempotency: Idempotency,
) -> Result<PaymentAnswer, TerminalError> {
    let intent = intend(&tenant, &terminal, &body, &idempotency).await;
    let id = match misses::counted(&tenant, &terminal, intent).await? {
        Intent::Earlier(id) => id,
        Intent::New(id, begun) => {
            begun.charge.carry_out(&tenant).await;
            return shown(&mut tenant.read().await?, &tenant, &terminal, &id).await;
        }
    };
    let mut db = tenant.read().await?;
    let payment = find(&mut db, &terminal, &id).await?;
    let order = checkout::at_kiosk(&mut db, payment.order_id, tenant.now()).await?;
    if order.state == KioskOrderState::UnderWay {
        return Err(ClaimError::Running.into());
    }
    shown(&mut db, &tenant, &terminal, &id).await
}

/// Type of a payment request, with the payment's ID.
enum Intent {
    /// It repeats an earlier one.
    Earlier(String),
    New(String, Box<BegunAtKiosk>),
}

/// Records the order and its payment in the same transaction that ends the token.
async fn intend(
    tenant: &Tenant,
    terminal: &Terminal,
    body: &PaymentBody,
    idempotency: &Idempotency,
) -> Result<Intent, TerminalError> {
    sale::check(body.amount, body.taxes, &body.lines, 1)?;
    if body.amount == 0 {
        return Err(TerminalError::NothingToPay);
    }
    let now = tenant.now();
    let saved = site::saved_config(tenant).await?;
    let processor = processor_of(tenant).await;
    let mut db = tenant.write().await?;
    if let Some(id) = once::claim(&mut db, idempotency, now).await? {
        return Ok(Intent::Earlier(id));
    }
    sale::check_taxes(
        &body.lines,
        &catalog::rates_since(&mut db, terminal.location_id, now).await?,
    )?;
    misses::check(&mut db, tenant, terminal).await?;
    let code = read_code(&body.temp_id).ok_or(CodeRefusal::Mistyped)?;
    let reading = Reading {
        arrived_at: now,
        scanned_at: body.scanned_at,
    };
    let customer_id = temp_tokens::consume(&mut db, tenant.keys(), Kind::AirPay, &code, reading).await??;
    let today = checkout::charged_at_kiosks(&mut db, customer_id, now, &saved.config.time_zone).await?;
    if !may_be_charged(saved.config.air_pay_limits, today, body.amount) {
        return Err(TerminalError::ChargedEnough);
    }
    let lines: Vec<_> = body.lines.iter().map(line).collect();
    let new = KioskOrder {
        customer_id,
        location_id: terminal.location_id,
        lines: &lines,
        fingerprint: &idempotency.fingerprint,
    };
    let begun = checkout::begin_at_kiosk(&mut db, tenant, &processor?, saved.config.currency, new).await?;
    let begun = begun.ok_or(TerminalError::NoCard)?;
    let id = BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>());
    let new = NewKioskPayment {
        id: &id,
        terminal_id: &terminal.id,
        order_id: begun.order_id,
        scanned_at: body.scanned_at.map(|at| at.as_millisecond()),
        created_at: now.as_millisecond(),
    };
    payments::insert(&mut db, &new).await?;
    let id = once::finish(db, idempotency, id).await?;
    Ok(Intent::New(id, Box::new(begun)))
}

fn line(line: &SaleLine) -> KioskLine {
    KioskLine {
        name: line.name.trim().to_owned(),
        price: line.price,
        taxes: line.taxes,
    }
}

/// Confirm a payment
///
/// The purchase was delivered. Repeating it changes nothing.
#[utoipa::path(post, path = "/terminal/payments/{paymentId}/confirm", tag = "terminal", request_body = TransactionBody,
    params(("paymentId" = String, Path)), responses((status = 200, body = Envelope<PaymentAnswer>)))]
pub(super) async fn confirm_payment(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<TransactionBody>,
) -> Result<Answer<PaymentAnswer>, ApiError> {
    let wanted = PaymentState::Confirmed;
    Ok(Answer(
        settle(&tenant, &terminal, &id, wanted, &request.idempotency).await?,
    ))
}

/// Void a payment
///
/// Refunds the card, even if the payment's status is unknown. Repeating it changes nothing.
#[utoipa::path(post, path = "/terminal/payments/{paymentId}/void", tag = "terminal", request_body = TransactionBody,
    params(("paymentId" = String, Path)), responses((status = 200, body = Envelope<PaymentAnswer>)))]
pub(super) async fn void_payment(
    tenant: Tenant,
    terminal: Terminal,
    Path(id): Path<String>,
    request: TransactionJson<TransactionBody>,
) -> Result<Answer<PaymentAnswer>, ApiError> {
    let wanted = PaymentState::Voided;
    Ok(Answer(
        settle(&tenant, &terminal, &id, wanted, &request.idempotency).await?,
    ))
}

async fn settle(
    tenant: &Tenant,
    terminal: &Terminal,
    id: &str,
    wanted: PaymentState,
    idempotency: &Idempotency,
) -> Result<PaymentAnswer, TerminalError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if once::claim::<String>(&mut db, idempotency, now).await?.is_none() {
        let payment = find(&mut db, terminal, id).await?;
        let order = checkout::at_kiosk(&mut db, payment.order_id, now).await?;
        let is_new = match wanted {
            PaymentState::Confirmed => payment.confirm(order.state, now)?,
            _ => payment.void()?,
        };
        if is_new {
            payments::settle(&mut db, id, wanted, now.as_millisecond()).await?;
            jobs::withdraw(&mut db, payment.order_id).await?;
        }
        if is_new && wanted == PaymentState::Voided && order.state == KioskOrderState::Paid {
            checkout::give_back(&mut db, payment.order_id, now).await?;
        }
        idempotency.finish(&mut db, &id).await?;
    }
    let answer = shown(&mut db, tenant, terminal, id).await?;
    db.commit().await?;
    Ok(answer)
}

async fn find(db: &mut TenantRead, terminal: &Terminal, id: &str) -> Result<Payment, TerminalError> {
    let payment = payments::find(db, id, &terminal.id).await?;
    payment.ok_or(TerminalError::NotFound)
}

/// Current state of the payment `id`.
async fn shown(
    db: &mut TenantRead,
    tenant: &TenantContext,
    terminal: &Terminal,
    id: &str,
) -> Result<PaymentAnswer, TerminalError> {
    let payment = find(db, terminal, id).await?;
    let order = checkout::at_kiosk(db, payment.order_id, tenant.now()).await?;
    let state = payment.standing(order.state);
    Ok(PaymentAnswer {
        payment_id: payment.id,
        state,
        code: order.code,
        order_number: order.number,
        trans_record_id: order.trans_record_id,
        amount: order.total,
        confirm_by: payment.confirm_by.filter(|_| state == PaymentStanding::Approved),
    })
}
