//! Putting a card on file: open a hosted form, then ask the processor how it ended.

use data_encoding::HEXLOWER;
use jiff::{SignedDuration, Timestamp};
use platform::http::{Answer, ApiError, Query};
use platform::quota;
use serde::{Deserialize, Serialize};

use super::processor::{Completion, NewSetup, OpenSetup, SetupError, VaultedCard};
use super::socket::SetupOutcome;
use super::{card, payer, processor_of, rules, store};
use crate::error::ErrorCode;
use crate::identity::Person;
use crate::tenant::Tenant;

/// What the card is verified with, where a processor wants an amount (decisions.md, "Card amount"); 0: nothing.
const VERIFIED_WITH: i64 = 0;

/// Rows of forms older than this are of no use to anyone.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct SocketQuery {
    /// From the first message of the socket.
    socket_id: String,
}

/// A card form that is open at the processor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HostedForm {
    /// `moneris`.
    pub processor: String,
    pub setup_data: SetupData,
}

/// How the client shows the form.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupData {
    /// Path of the document to show.
    pub form_url: String,
    pub reference: String,
    /// The processor's name for the form, to be sent back when it is complete.
    pub ticket: Option<String>,
    pub display: Display,
}

/// Where the form is shown.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Display {
    Frame,
    /// A window of its own, for processors that forbid frames.
    Window,
}

/// Open a card form
///
/// Binds the socket to the form. Five an hour a customer.
#[utoipa::path(get, path = "/payments/hosted-forms", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_setup(
    tenant: Tenant,
    person: Person,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    begin(&tenant, &person, &query.socket_id).await.map(Answer)
}

/// Open a Moneris card form
///
/// The same as `/payments/hosted-forms` at a site that sells through Moneris.
#[utoipa::path(get, path = "/payments/moneris/setup", tag = "payments", params(SocketQuery),
    responses((status = 200, body = platform::http::Envelope<HostedForm>)))]
pub(super) async fn begin_moneris_setup(
    tenant: Tenant,
    person: Person,
    Query(query): Query<SocketQuery>,
) -> Result<Answer<HostedForm>, ApiError> {
    if processor_of(&tenant).await?.name != "moneris" {
        return Err(ApiError::not_found());
    }
    begin(&tenant, &person, &query.socket_id).await.map(Answer)
}

async fn begin(tenant: &Tenant, person: &Person, socket_id: &str) -> Result<HostedForm, ApiError> {
    let processor = processor_of(tenant).await?;
    let config = tenant.config().await?;
    let now = tenant.now();
    count(tenant, person.id, now).await?;
    let reference = HEXLOWER.encode(&tenant.runtime.random.bytes::<16>());
    let sockets = &tenant.runtime.sockets;
    if !sockets.bind(tenant.id(), socket_id, &reference) {
        return Err(ErrorCode::Expired.because("The connection for this card form has ended. Please try again."));
    }
    let new = NewSetup {
        reference: reference.clone(),
        payer: payer(tenant.id(), person.id),
        amount: VERIFIED_WITH,
        currency: config
            .config
            .currency
            .parse()
            .map_err(|error| ApiError::internal(&error))?,
        language: config.config.locale.clone(),
    };
    let begun = match processor.adapter.begin_setup(&new).await {
        Ok(begun) => begun,
        Err(error) => {
            sockets.release(tenant.id(), socket_id, &reference);
            return Err(unavailable(&error));
        }
    };
    let row = store::SetupRow {
        reference: reference.clone(),
        customer_id: person.id,
        socket_id: socket_id.to_owned(),
        processor: processor.name.clone(),
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
            ticket: Some(begun.session),
            display: Display::Frame,
        },
    })
}

/// Counts a try, whether or not the processor answers: it is the processor that is spared.
async fn count(tenant: &Tenant, customer_id: i64, now: Timestamp) -> Result<(), ApiError> {
    let setups = rules::SETUPS.times(tenant.runtime.limits.scale());
    let mut db = tenant.write().await?;
    if let Err(wait) = quota::take(&mut db, setups, &format!("customer:{customer_id}"), now).await? {
        let message = "You have opened the card form several times. Please wait a while before you try again.";
        return Err(ErrorCode::TooManyRequests
            .because(message)
            .retry_after(wait.as_seconds()));
    }
    Ok(db.commit().await?)
}

fn unavailable(error: &SetupError) -> ApiError {
    tracing::warn!(%error, "a card form could not be opened or asked about");
    ErrorCode::ProcessorUnavailable
        .because("We cannot reach our payment processor just now. Nothing was saved. Please try again later.")
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ReceiptQuery {
    /// From the set-up.
    ticket: String,
    socket_id: String,
}

/// Say that a card form is complete
///
/// Asks the processor, server to server, and puts the card on file. The socket carries the same answer.
#[utoipa::path(get, path = "/payments/moneris/receipts", tag = "payments", params(ReceiptQuery),
    responses((status = 200, body = platform::http::Envelope<SetupOutcome>)))]
pub(super) async fn take_receipt(
    tenant: Tenant,
    person: Person,
    Query(query): Query<ReceiptQuery>,
) -> Result<Answer<SetupOutcome>, ApiError> {
    let mut db = tenant.read().await?;
    let row = store::find_setup_by_session(&mut db, "moneris", &query.ticket).await?;
    drop(db);
    // A form of somebody else's is as unknown as one that never was.
    let row = row
        .filter(|row| row.customer_id == person.id && row.socket_id == query.socket_id)
        .ok_or_else(ApiError::not_found)?;
    complete(&tenant, row).await.map(Answer)
}

/// Told at the end of a form that brought no card.
const REFUSED: &str = "Your card could not be saved. Please check it or try another one.";

/// Ends the set-up `row` with what the processor says of it. Repeating it changes nothing and answers the same.
pub(super) async fn complete(tenant: &Tenant, row: store::SetupRow) -> Result<SetupOutcome, ApiError> {
    match row.state.as_str() {
        "complete" => return Ok(SetupOutcome::success()),
        "failed" => return Ok(SetupOutcome::failure(REFUSED)),
        _ => {}
    }
    let now = tenant.now();
    if row.expires_at <= now.as_millisecond() {
        return Err(ErrorCode::Expired.because("This card form has expired. Please start again."));
    }
    let processor = processor_of(tenant).await?;
    let (customer_id, socket_id, name) = (row.customer_id, row.socket_id.clone(), row.processor.clone());
    let setup = open_setup(tenant, row)?;
    let completion = processor
        .adapter
        .complete_setup(&setup)
        .await
        .map_err(|error| unavailable(&error))?;
    let outcome = match completion {
        Completion::Vaulted(vaulted) => keep(tenant, customer_id, &setup, &name, &vaulted, now).await?,
        Completion::Refused => fail(tenant, &setup).await?,
        Completion::Mismatch(what) => {
            tracing::error!(site.id = %tenant.id(), what, "a card form's receipt does not belong to it");
            fail(tenant, &setup).await?
        }
        Completion::Unfinished => {
            return Err(ErrorCode::InProgress
                .because("The card form is not complete yet.")
                .retry_after(2));
        }
    };
    tenant
        .runtime
        .sockets
        .tell(tenant.id(), &socket_id, &setup.reference, outcome.clone());
    Ok(outcome)
}

async fn keep(
    tenant: &Tenant,
    customer_id: i64,
    setup: &OpenSetup,
    processor: &str,
    vaulted: &VaultedCard,
    now: Timestamp,
) -> Result<SetupOutcome, ApiError> {
    let mut db = tenant.write().await?;
    // A second request about the same form finds it ended; the card is in place.
    if store::end_setup(&mut db, &setup.reference, "complete").await? {
        card::put_on_file(&mut db, tenant, customer_id, processor, vaulted, now).await?;
        db.commit().await?;
    }
    Ok(SetupOutcome::success())
}

async fn fail(tenant: &Tenant, setup: &OpenSetup) -> Result<SetupOutcome, ApiError> {
    let mut db = tenant.write().await?;
    store::end_setup(&mut db, &setup.reference, "failed").await?;
    db.commit().await?;
    Ok(SetupOutcome::failure(REFUSED))
}

/// A stored set-up as the adapters know it.
pub(super) fn open_setup(tenant: &Tenant, row: store::SetupRow) -> Result<OpenSetup, ApiError> {
    Ok(OpenSetup {
        payer: payer(tenant.id(), row.customer_id),
        reference: row.reference,
        session: row.session,
        amount: row.amount,
        currency: row.currency.parse().map_err(|error| ApiError::internal(&error))?,
    })
}
