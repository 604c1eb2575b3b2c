//! Kiosk sales for cash or with a kiosk's own card reader, reported for the books and for loyalty.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::rules::sale::{self, SaleLine};
use super::store::sales::{self, NewSale};
use super::{misses, once, store};
use crate::catalog;
use crate::domain::{self, Event};
use crate::http::{Idempotency, NamesTransaction, Terminal, TransactionJson};
use crate::ledger::{self, Account, Tender, Transaction};
use crate::site;
use crate::temp_tokens;
use crate::temp_tokens::rules::{Kind, Reading};
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::rules::{CodeClass, read_code};
use crate::wallet::{self, CodeRefusal};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SaleBody {
    /// Minor units, including taxes. For cash, it may be rounded as the currency requires: to 5 cents in CAD, for example.
    amount: i64,
    /// Total taxes of the lines, in minor units.
    taxes: i64,
    /// Items sold, 1 to 50. Their prices and taxes add up to `amount`. The tax of each is 0 or matches a rate of the
    /// terminal's location, within one minor unit.
    lines: Vec<SaleLine>,
    /// Time of sale, up to 14 days ago and after the terminal was paired. Default: now.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    sold_at: Option<Timestamp>,
    #[serde(default)]
    #[schema(inline)]
    tender: Tender,
    /// Customer of the sale: a token, which is then consumed, or any code from their wallet.
    #[serde(default)]
    customer_code: Option<String>,
    /// 1 to 128 visible ASCII characters. A repeated request has no further effect.
    terminal_txn_id: String,
}

impl NamesTransaction for SaleBody {
    fn transaction(&self) -> &str {
        &self.terminal_txn_id
    }
}

/// Recorded sale.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaleAnswer {
    sale_id: String,
}

/// Report a sale
///
/// A sale for cash or by another card reader. Nothing is charged; it is booked as received there.
#[utoipa::path(post, path = "/terminal/sales", tag = "terminal", request_body = SaleBody,
    responses((status = 200, body = Envelope<SaleAnswer>)))]
pub(super) async fn tell_sale(
    tenant: Tenant,
    terminal: Terminal,
    request: TransactionJson<SaleBody>,
) -> Result<Answer<SaleAnswer>, ApiError> {
    let TransactionJson { value, idempotency } = request;
    let told = keep(&tenant, &terminal, &value, &idempotency).await;
    Ok(Answer(misses::counted(&tenant, &terminal, told).await?))
}

async fn keep(
    tenant: &Tenant,
    terminal: &Terminal,
    body: &SaleBody,
    idempotency: &Idempotency,
) -> Result<SaleAnswer, TerminalError> {
    let now = tenant.now();
    let saved = site::saved_config(tenant).await?;
    let step = match body.tender {
        Tender::Cash => saved.config.currency.cash_step(),
        Tender::Card => 1,
    };
    let rounding = sale::check(body.amount, body.taxes, &body.lines, step)?;
    let net = body.amount - rounding - body.taxes;
    let mut db = tenant.write().await?;
    if let Some(earlier) = once::claim(&mut db, idempotency, now).await? {
        return Ok(earlier);
    }
    let paired_at = store::first_paired_at(&mut db, &terminal.id).await?;
    let sold_at = sale::sold_at(body.sold_at, now, paired_at)?;
    sale::check_taxes(
        &body.lines,
        &catalog::rates_since(&mut db, terminal.location_id, sold_at).await?,
    )?;
    misses::check(&mut db, tenant, terminal).await?;
    let customer_id = match &body.customer_code {
        Some(entered) => Some(owner(&mut db, tenant, entered, now).await?),
        None => None,
    };
    let new = NewSale {
        terminal_id: &terminal.id,
        location_id: terminal.location_id,
        customer_id,
        lines: &body.lines,
        amount: body.amount,
        taxes: body.taxes,
        currency: saved.config.currency.code(),
        tender: body.tender,
        sold_at: sold_at.as_millisecond(),
        created_at: now.as_millisecond(),
    };
    let sale_id = sales::insert(&mut db, &new).await?;
    let booked = [
        (Account::Till(body.tender), body.amount),
        (Account::Sales, -net),
        (Account::Tax, -body.taxes),
        (Account::Rounding, -rounding),
    ];
    let transaction = Transaction::kiosk_sale(sale_id, terminal.location_id, sold_at);
    ledger::post(&mut db, &transaction, &booked).await?;
    let event = Event::KioskSale {
        sale_id,
        customer_id,
        net,
    };
    domain::publish(&mut db, tenant, event).await?;
    let answer = SaleAnswer {
        sale_id: sale_id.to_string(),
    };
    once::finish(db, idempotency, answer).await
}

/// Customer who owns the code `entered`.
async fn owner(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    entered: &str,
    now: Timestamp,
) -> Result<i64, TerminalError> {
    let code = read_code(entered).ok_or(CodeRefusal::Mistyped)?;
    let kind = match CodeClass::of(&code) {
        Some(CodeClass::Club) => Kind::Club,
        Some(CodeClass::AirPay) => Kind::AirPay,
        _ => return Ok(wallet::owner_of_code(db, tenant.keys(), &code).await??),
    };
    let reading = Reading {
        arrived_at: now,
        scanned_at: None,
    };
    Ok(temp_tokens::consume(db, tenant.keys(), kind, &code, reading).await??)
}

/// A sale in a customer's data export.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KioskSale {
    sold_at: Timestamp,
    lines: Vec<SaleLine>,
    /// Minor units.
    amount: i64,
    /// Minor units.
    taxes: i64,
    currency: String,
    tender: Tender,
}

/// Sales with a customer's code, newest first.
pub async fn sales_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<KioskSale>, sqlx::Error> {
    let sales = sales::of_customer(db, customer_id).await?.into_iter();
    let shown = sales.map(|sale| KioskSale {
        sold_at: sale.sold_at,
        lines: sale.lines,
        amount: sale.amount,
        taxes: sale.taxes,
        currency: sale.currency,
        tender: sale.tender,
    });
    Ok(shown.collect())
}

/// Removes an account that is being deleted from its sales.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sales::forget(db, customer_id).await
}
