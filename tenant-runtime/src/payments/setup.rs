//! Starts adding a card with a hosted form.

use data_encoding::HEXLOWER;
use jiff::{SignedDuration, Timestamp};
use platform::http::{Answer, ApiError, Query};
use platform::quota;
use serde::{Deserialize, Serialize};

use super::PaymentError;
use super::Sockets;
use super::processor::{NewSetup, OpenSetup};
use super::{payer, processor_of, rules, store};
use crate::error::Fault;
use crate::http::API_BASE;
use crate::http::Person;
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

/// Rows of forms older than this aren't needed anymore.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct SocketQuery {
    /// ID from the first message of the socket.
    socket_id: String,
}

/// Card form opened at the processor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HostedForm {
    /// `moneris`, `moneris_deprecated`, `exacthosted`, `worldpay` or `ips`.
    pub processor: String,
    pub setup_data: SetupData,
}

/// Display options of the card form.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupData {
    /// Path of the document to show.
    pub form_url: String,
    pub reference: String,
    /// Processor's ID of the form. Send it back when the form is complete.
    pub ticket: Option<String>,
    pub display: Display,
}

/// Display mode of the form.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Display {
    Frame,
    /// New window, for processors that forbid frames.
    Window,
}

/// Open a card form
///
/// Binds the socket to the form. Limit: five per hour and customer.
#[utoipa::path(get, path = "/payments/hosted-forms", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_setup(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    Ok(Answer(begin(&tenant, &person, &locale, &query.socket_id).await?))
}

/// Open a Moneris card form
///
/// Same as `/payments/hosted-forms`, for sites with Moneris Checkout.
#[utoipa::path(get, path = "/payments/moneris/setup", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_moneris_setup(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    begin_with("moneris", &tenant, &person, &locale, &query.socket_id).await
}

/// Open an E-xact card form
///
/// Same as `/payments/hosted-forms`, for sites with E-xact Hosted Checkout.
#[utoipa::path(get, path = "/payments/exact/form_data", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_exact_setup(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    begin_with("exacthosted", &tenant, &person, &locale, &query.socket_id).await
}

/// Open a Worldpay card form
///
/// Same as `/payments/hosted-forms`, for sites with Worldpay.
#[utoipa::path(get, path = "/payments/worldpay/addnew", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_worldpay_setup(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    begin_with("worldpay", &tenant, &person, &locale, &query.socket_id).await
}

async fn begin_with(
    processor: &str,
    tenant: &Tenant,
    person: &Person,
    locale: &Locale,
    socket_id: &str,
) -> Result<Answer<HostedForm>, ApiError> {
    if processor_of(tenant).await?.name != processor {
        return Err(ApiError::not_found());
    }
    Ok(Answer(begin(tenant, person, locale, socket_id).await?))
}

async fn begin(tenant: &Tenant, person: &Person, locale: &Locale, socket_id: &str) -> Result<HostedForm, PaymentError> {
    let processor = processor_of(tenant).await?;
    let config = site::saved_config(tenant).await?;
    let now = tenant.now();
    count(tenant, person.id, now).await?;
    let reference = HEXLOWER.encode(&tenant.runtime.random.bytes::<16>());
    let sockets = tenant.runtime.state::<Sockets>()?;
    if !sockets.bind(tenant.id(), socket_id, &reference) {
        return Err(PaymentError::SocketClosed);
    }
    let new = NewSetup {
        reference: reference.clone(),
        payer: payer(tenant.id(), person.id),
        amount: processor.adapter.verified_with(),
        currency: config.config.currency,
        language: locale.tag().to_owned(),
        return_url: return_url(tenant, &processor.name),
        company: config.config.company_name.clone(),
    };
    let begun = match processor.adapter.begin_setup(&new).await {
        Ok(begun) => begun,
        Err(error) => {
            sockets.release(tenant.id(), socket_id, &reference);
            return Err(error.into());
        }
    };
    let row = store::SetupRow {
        reference: reference.clone(),
        customer_id: person.id,
        socket_id: socket_id.to_owned(),
        processor: processor.name.clone(),
        account_id: processor.account_id,
        session: begun.session.clone(),
        amount: new.amount,
        currency: new.currency.code().to_owned(),
        state: "open".to_owned(),
        expires_at: (now + rules::SETUP_LIFETIME).as_millisecond(),
    };
    let mut db = tenant.write().await?;
    store::delete_setups_before(&mut db, (now - KEPT).as_millisecond()).await?;
    store::insert_setup(&mut db, &row, now.as_millisecond()).await?;
    db.commit().await?;
    Ok(HostedForm {
        processor: processor.name.clone(),
        setup_data: SetupData {
            form_url: format!("/payments/form/{reference}"),
            reference,
            ticket: begun.ticket,
            display: if processor.adapter.may_be_framed() {
                Display::Frame
            } else {
                Display::Window
            },
        },
    })
}

/// Counts an attempt, even if the processor doesn't respond, to limit the load on it.
async fn count(tenant: &Tenant, customer_id: i64, now: Timestamp) -> Result<(), PaymentError> {
    let setups = rules::SETUPS.times(tenant.runtime.limits.scale());
    let mut db = tenant.write().await?;
    let taken = quota::take(&mut db, setups, &format!("customer:{customer_id}"), now).await?;
    taken.map_err(PaymentError::TooManyForms)?;
    Ok(db.commit().await?)
}

/// A stored setup for the adapters.
pub(super) fn open_setup(tenant: &Tenant, row: store::SetupRow) -> Result<OpenSetup, PaymentError> {
    Ok(OpenSetup {
        return_url: return_url(tenant, &row.processor),
        payer: payer(tenant.id(), row.customer_id),
        reference: row.reference,
        session: row.session,
        amount: row.amount,
        currency: row.currency.parse().map_err(Fault::internal)?,
    })
}

/// Address to which a processor redirects the browser, or relays, after a form.
pub(super) fn return_url(tenant: &Tenant, processor: &str) -> String {
    format!("{}{API_BASE}/payments/return/{processor}", tenant.origin())
}
