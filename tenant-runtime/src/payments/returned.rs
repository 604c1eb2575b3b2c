//! Redirects and relays from processors after a card form. Callers aren't authenticated: a setup is identified by its
//! reference, and only data signed or confirmed by the processor counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use platform::http::{ApiError, Path, Query};
use strum::IntoStaticStr;

use super::PaymentError;
use super::complete::{Ended, complete};
use super::document::{Page, TITLE, attribute};
use super::processor::Returned;
use super::site_processor::processor_at;
use super::{SiteProcessor, processor_of, store};
use crate::error::Fault;
use crate::language::Locale;
use crate::site::OfPages;
use crate::tenant::Tenant;

/// Maximum bytes of a processor's post: a few dozen short fields and a receipt.
pub(super) const LARGEST_RESULT: usize = 32 * 1024;

/// Message to the app, and text of the page. It decides nothing: the socket carries the outcome.
#[derive(Clone, Copy, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
enum Event {
    Complete,
    Cancel,
    Error,
}

/// GET `/payments/return/{processor}`: return of the browser.
pub(super) async fn come_back(
    tenant: Tenant,
    OfPages(locale): OfPages,
    Path(name): Path<String>,
    Query(fields): Query<BTreeMap<String, String>>,
) -> Result<Response, ApiError> {
    let processor = named(&tenant, &name).await?;
    let event = if fields
        .get("event")
        .is_some_and(|event| event == Event::Cancel.into_str())
    {
        Event::Cancel
    } else if let Some(reference) = fields.get("form") {
        // Our own redirect target: there is nothing left to determine.
        ended(&tenant, &processor, reference).await?
    } else {
        let form = form_of(&tenant, &processor, &fields).await?;
        end(&tenant, form.map(|(row, _)| row), &fields).await?
    };
    last_page(event, &locale)
}

/// POST `/payments/return/{processor}`: the processor's server relays the result, or its page redirects the browser
/// here.
pub(super) async fn take_result(
    tenant: Tenant,
    OfPages(locale): OfPages,
    Path(name): Path<String>,
    form: Result<Form<Returned>, FormRejection>,
) -> Result<Response, ApiError> {
    let Form(fields) = form.map_err(|_| ApiError::malformed("We couldn't read this form."))?;
    let processor = named(&tenant, &name).await?;
    let (row, opened_at) = form_of(&tenant, &processor, &fields).await?.unzip();
    // Another merchant account of the same processor has another signing key.
    let processor = opened_at.unwrap_or(processor);
    let event = end(&tenant, row, &fields).await?;
    let address = format!(
        "{}{}/payments/return/{name}?form={}",
        tenant.origin(),
        crate::http::API_BASE,
        processor
            .adapter
            .reference_in(&fields)
            .filter(|reference| is_reference(reference))
            .unwrap_or_default()
    );
    let html = on_the_way(&address, &locale);
    match processor.adapter.sign_relay(&html) {
        Some(signature) => Ok(([("signature", signature)], Html(html)).into_response()),
        None => last_page(event, &locale),
    }
}

async fn named(tenant: &Tenant, name: &str) -> Result<Arc<SiteProcessor>, PaymentError> {
    let processor = processor_of(tenant).await?;
    if processor.name == name {
        Ok(processor)
    } else {
        Err(PaymentError::NotFound)
    }
}

/// The form identified by `fields`, and the merchant account where it was opened.
async fn form_of(
    tenant: &Tenant,
    processor: &SiteProcessor,
    fields: &Returned,
) -> Result<Option<(store::SetupRow, Arc<SiteProcessor>)>, PaymentError> {
    let Some(reference) = processor.adapter.reference_in(fields) else {
        return Ok(None);
    };
    let row = store::find_setup(&mut tenant.read().await?, reference).await?;
    let Some(row) = row.filter(|row| row.processor == processor.name) else {
        return Ok(None);
    };
    match processor_at(tenant, row.account_id).await {
        Ok(opened_at) => Ok(Some((row, opened_at))),
        Err(PaymentError::LeftProcessor) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Completes the setup `row` with the returned data. The response doesn't reveal whether it exists.
async fn end(tenant: &Tenant, row: Option<store::SetupRow>, fields: &Returned) -> Result<Event, PaymentError> {
    let Some(row) = row else {
        return Ok(Event::Error);
    };
    match complete(tenant, row, fields).await {
        Ok(Ended::Told(outcome)) if outcome.success => Ok(Event::Complete),
        Ok(Ended::Cancelled | Ended::Unfinished) => Ok(Event::Cancel),
        Ok(Ended::Told(_) | Ended::Unproven) => Ok(Event::Error),
        // Late or unreachable: the customer starts again; a processor's server doesn't need to.
        Err(PaymentError::FormExpired | PaymentError::Unanswered(_)) => Ok(Event::Error),
        Err(PaymentError::Fault(fault @ Fault::Unavailable(_))) => {
            ApiError::from(fault).log_cause();
            Ok(Event::Error)
        }
        Err(error) => Err(error),
    }
}

/// State of a form whose result was delivered by the processor's server.
async fn ended(tenant: &Tenant, processor: &SiteProcessor, reference: &str) -> Result<Event, PaymentError> {
    let row = store::find_setup(&mut tenant.read().await?, reference).await?;
    let row = row.filter(|row| row.processor == processor.name);
    Ok(match row {
        Some(row) if row.state == "complete" => Event::Complete,
        _ => Event::Error,
    })
}

/// Whether an untrusted text looks like one of our references.
fn is_reference(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

const STYLE: &str = "html{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}p{margin:0;padding:1.5rem}";

/// The page on which the processor's page ends. In a frame, it notifies the form's document around it. In a window, it
/// notifies the app that opened it and closes.
fn last_page(event: Event, locale: &Locale) -> Result<Response, ApiError> {
    let script = format!(
        "(function(){{var framed=window.parent!==window,to=framed?window.parent:window.opener;if(!to)return;\
         to.postMessage({{source:framed?'suds-payment-return':'suds-payment-form',event:'{}',ticket:null}},\
         window.location.origin);if(!framed)window.close()}})();",
        event.into_str()
    );
    let text = match event {
        Event::Complete => "Thank you. You can close this window.",
        Event::Cancel => "No card was saved. You can close this window.",
        Event::Error => "Something went wrong. Close this window and try again.",
    };
    let body = format!("<main><p>{}</p></main>", attribute(&locale.say(text)));
    Page::new(locale.tag(), &locale.say(TITLE), STYLE, body, &script, "").answer(StatusCode::OK)
}

/// Page shown by a processor in our name, which leads to our own page.
fn on_the_way(address: &str, locale: &Locale) -> String {
    let (address, language) = (attribute(address), attribute(locale.tag()));
    let [title, next] = [TITLE, "Continue"].map(|text| attribute(&locale.say(text)));
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\"></head>\
         <body><p><a href=\"{address}\">{next}</a></p></body></html>"
    )
}
