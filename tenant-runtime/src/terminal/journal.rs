//! Journal of terminals' confirmations that a held site's file may lack: each terminal reports it, and an operator
//! compares it before the release.

use jiff::{SignedDuration, Timestamp};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::tenancy::Hold;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::store::journal::{self as store, JournalRow};
use crate::fields::invalid_field;
use crate::gift_cards;
use crate::gift_cards::rules::hold::HoldState;
use crate::http::Terminal;
use crate::payments;
use crate::tenant::Tenant;

/// Maximum entries per report.
const MOST_ENTRIES: usize = 2_000;

/// Maximum bytes per report.
pub(super) const LARGEST_REPORT: usize = 1024 * 1024;

/// Maximum length of an ID in a report, in characters.
const LONGEST_ID: usize = 128;

/// Tolerance between the clocks of kiosk and server for a sale, which has no shared ID.
const SALE_TOLERANCE: SignedDuration = SignedDuration::from_mins(2);

/// Type of confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum JournalKind {
    /// A confirmed redemption, by its `redemptionId`.
    Redemption,
    /// A confirmed charge of a card on file, by its `paymentId`.
    Payment,
    /// A captured gift card authorization, by its `authorizationId`.
    GiftCard,
    /// A sale for cash or by the kiosk's own card reader, by its `terminalTxnId`.
    Sale,
}

/// Confirmation by a terminal.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct JournalEntry {
    #[schema(inline)]
    kind: JournalKind,
    /// ID of the redemption, payment or authorization; `terminalTxnId` for a sale.
    id: String,
    /// Time of confirmation or, for a sale, of the sale.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Minor units, including taxes.
    #[serde(default)]
    amount: Option<i64>,
}

/// Everything a terminal has confirmed since a given time.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct JournalBody {
    /// `journalSince` of `GET /terminal/me`, or an earlier time.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
    /// Newest entries, at most 2,000.
    entries: Vec<JournalEntry>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JournalAnswer {
    /// Number of stored entries; 0 if the site isn't held.
    kept: usize,
}

/// Report confirmed redemptions and charges
///
/// For a held site with `journalSince` in `GET /terminal/me`. A repeated report replaces the earlier one. Nothing is
/// redeemed or booked.
#[utoipa::path(post, path = "/terminal/journal", tag = "terminal", request_body = JournalBody,
    responses((status = 200, body = Envelope<JournalAnswer>)))]
pub(super) async fn report_journal(
    tenant: Tenant,
    terminal: Terminal,
    Json(body): Json<JournalBody>,
) -> Result<Answer<JournalAnswer>, ApiError> {
    if body.entries.len() > MOST_ENTRIES {
        return Err(invalid_field("entries", "Send up to 2,000 entries."));
    }
    let is_too_long = |entry: &JournalEntry| entry.id.is_empty() || entry.id.chars().count() > LONGEST_ID;
    if body.entries.iter().any(is_too_long) {
        return Err(invalid_field("entries", "An ID must have 1 to 128 characters."));
    }
    Ok(Answer(JournalAnswer {
        kept: keep(&tenant, &terminal, body).await?,
    }))
}

async fn keep(tenant: &Tenant, terminal: &Terminal, body: JournalBody) -> Result<usize, TerminalError> {
    if !tenant.is_held() {
        return Ok(0);
    }
    let mut db = tenant.write().await?;
    for entry in &body.entries {
        let row = JournalRow {
            terminal_id: terminal.id.clone(),
            kind: entry.kind.into_str().to_owned(),
            subject_id: entry.id.clone(),
            confirmed_at: entry.at.as_millisecond(),
            amount: entry.amount,
        };
        store::insert(&mut db, &row).await?;
    }
    let (since, now) = (body.since.as_millisecond(), tenant.now().as_millisecond());
    store::note_report(&mut db, &terminal.id, since, now).await?;
    db.commit().await?;
    Ok(body.entries.len())
}

/// Time up to which the file of a held site is complete: from the hold, otherwise the time of its newest payment,
/// redemption or sale.
pub async fn complete_until(db: &mut TenantRead, hold: Option<Hold>) -> Result<Timestamp, sqlx::Error> {
    if let Some(said) = hold.and_then(|hold| hold.complete_until) {
        return Ok(said);
    }
    let kiosks = store::newest(db).await?;
    let kiosks = kiosks.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let newest = payments::newest_payment(db).await?.max(kiosks);
    Ok(newest.unwrap_or(Timestamp::UNIX_EPOCH))
}

/// Something confirmed by a terminal and not confirmed in the database.
#[derive(Clone, Debug)]
pub struct UnknownToFile {
    pub terminal_id: String,
    pub kind: JournalKind,
    pub id: String,
    pub at: Timestamp,
    /// Minor units.
    pub amount: Option<i64>,
}

/// Journal entries since `since` missing from the file, oldest first.
pub async fn unknown_to_file(db: &mut TenantRead, since: Timestamp) -> Result<Vec<UnknownToFile>, sqlx::Error> {
    let tolerance = i64::try_from(SALE_TOLERANCE.as_millis()).unwrap_or_default();
    let rows = store::unknown(db, since.as_millisecond(), tolerance).await?;
    let mut unknown = Vec::new();
    for row in rows {
        let kind: JournalKind = row.kind.parse().map_err(|_| sqlx::Error::Decode(row.kind.into()))?;
        if kind == JournalKind::GiftCard {
            let hold = gift_cards::find_hold(db, &row.subject_id, &row.terminal_id).await?;
            if hold.is_some_and(|(hold, _)| hold.state == HoldState::Captured) {
                continue;
            }
        }
        unknown.push(UnknownToFile {
            kind,
            at: Timestamp::from_millisecond(row.confirmed_at).unwrap_or(Timestamp::UNIX_EPOCH),
            terminal_id: row.terminal_id,
            id: row.subject_id,
            amount: row.amount,
        });
    }
    Ok(unknown)
}

/// Time of a terminal's report of confirmations since `since`, if it was after `from`.
pub async fn reported_at(
    db: &mut TenantRead,
    terminal_id: &str,
    since: Timestamp,
    from: Timestamp,
) -> Result<Option<Timestamp>, sqlx::Error> {
    let at = store::reported_at(db, terminal_id, since.as_millisecond(), from.as_millisecond()).await?;
    Ok(at.and_then(|ms| Timestamp::from_millisecond(ms).ok()))
}

/// Deletes the terminals' reports when the site is released.
pub async fn forget_reports(db: &mut TenantWrite) -> Result<(), sqlx::Error> {
    store::forget(db).await
}
