//! Terminals: registration, authentication and redemptions (docs/RULES.md#terminals).

mod admin;
mod caller;
mod club;
mod error;
mod gift_cards;
mod issue;
mod jobs;
mod journal;
mod key;
mod me;
mod misses;
mod once;
mod pair;
mod payments;
mod plates;
mod redeemable;
mod redemptions;
mod resolve;
mod rules;
mod sales;
mod store;

pub use caller::authenticate;
pub use error::TerminalError;
pub use issue::{Issuer, PairingCode, add, install, new_id, pair_anew, remove};
pub use jobs::on_event;
pub use journal::{JournalKind, UnknownToFile, complete_until, forget_reports, reported_at, unknown_to_file};
pub use sales::{KioskSale, forget, sales_of};
pub use store::redemptions::{UsedItem, terminal_of, uses_of_items};

use jiff::{SignedDuration, Timestamp};
use platform::db::TenantRead;
use platform::jobs::Handlers;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

/// Terminal to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AddedTerminal {
    /// Name for staff.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    /// Location of the terminal.
    location_id: i64,
}

/// Terminal, for staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TerminalEntry {
    pub terminal_id: String,
    pub label: String,
    pub location_id: i64,
    /// Whether it is paired.
    pub is_paired: bool,
    /// Last contact, to the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_seen_at: Option<Timestamp>,
}

/// Terminal's data after pairing.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairedTerminal {
    pub terminal_id: String,
    /// Bearer token for its requests, shown only once.
    pub terminal_key: String,
    pub location_id: i64,
}

pub fn routes() -> Routes {
    let terminal = Policy::terminal(limits::TERMINAL);
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(
            routes!(pair::pair_terminal),
            Policy::anyone(limits::PAIRING)
                .without_app_key()
                .answers_while_held()
                .answers_while_closed(),
        )
        .call(routes!(me::get_me), terminal)
        .call(
            routes!(key::replace_key),
            terminal.answers_while_held().answers_while_closed(),
        )
        .call(
            routes!(journal::report_journal),
            terminal
                .answers_while_held()
                .answers_while_closed()
                .body_limit(journal::LARGEST_REPORT),
        )
        .call(routes!(resolve::resolve_code), terminal)
        .call(routes!(redemptions::reserve_code), terminal)
        .call(routes!(redemptions::confirm_redemption), terminal)
        .call(routes!(redemptions::cancel_redemption), terminal)
        .call(routes!(payments::charge_token), terminal)
        .call(routes!(payments::confirm_payment), terminal)
        .call(routes!(payments::void_payment), terminal)
        .call(routes!(plates::get_plate), terminal)
        .call(routes!(sales::tell_sale), terminal)
        .call(routes!(gift_cards::authorize_gift_card), terminal)
        .call(routes!(gift_cards::capture_gift_card), terminal)
        .call(routes!(gift_cards::void_gift_card), terminal)
        .call(routes!(admin::list_terminals), Policy::attendant(limits::READ))
        .call(
            routes!(admin::add_terminal),
            manager.takes_idempotency_key().answers_while_held(),
        )
        .call(routes!(admin::issue_pairing_code), manager.answers_while_held())
        .call(routes!(admin::remove_terminal), manager)
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    jobs::register(handlers, runtime);
}

/// Maximum time without contact for a working terminal: even in a closed wash, it polls.
const SILENT_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Number of paired terminals without recent contact.
pub async fn silent(db: &mut TenantRead, now: Timestamp) -> Result<i64, sqlx::Error> {
    let is_silent = |terminal: &TerminalEntry| {
        terminal.is_paired && terminal.last_seen_at.is_some_and(|seen| seen < now - SILENT_AFTER)
    };
    Ok(list(db).await?.iter().filter(|terminal| is_silent(terminal)).count() as i64)
}

/// Whether any terminal is paired.
pub async fn is_any_paired(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    Ok(list(db).await?.iter().any(|terminal| terminal.is_paired))
}

/// Terminals of the site, by location and label.
pub async fn list(db: &mut TenantRead) -> Result<Vec<TerminalEntry>, sqlx::Error> {
    store::list(db, None, i64::MAX).await
}
