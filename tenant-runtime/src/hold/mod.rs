//! Held site before its release: events that the processor and the terminals know and the site's file lacks. An
//! operator reviews each difference, because the software can't tell whether it was lost by mistake or on purpose.

mod renewals;
mod rules;

use jiff::{SignedDuration, Timestamp};
use platform::audit::{self, Change};
use platform::db::TenantWrite;
use platform::money::Currency;
use platform::tenancy::{OpenSite, Site, set_epoch};
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::IntoStaticStr;
use utoipa::ToSchema;

pub use crate::payments::{ChargeSearch, ListingState};
pub use rules::unacknowledged;

use crate::error::Fault;
use crate::payments::{self, Processors};
use crate::{site, terminal};

/// Period for which the processor's transactions are requested.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Type of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DifferenceKind {
    /// The processor charged a card.
    Charge,
    /// The processor refunded a charge or part of it.
    Refund,
    /// The processor voided a charge.
    Void,
    /// A terminal redeemed a code.
    Redemption,
    /// A terminal charged a card on file.
    KioskCharge,
    /// A terminal deducted an amount from a gift card.
    GiftCardSpend,
    /// A terminal sold something for cash or with its own card reader.
    KioskSale,
    /// A paired terminal hasn't reported its confirmations.
    SilentTerminal,
    /// The processor has no transaction list or didn't respond. For a previous merchant account, its ID follows the name.
    UnlistedProcessor,
    /// A renewal is due and will be charged on release, unless it already was. The processor has no list, so each is
    /// looked up.
    DueRenewal,
}

/// Difference between a held site's file and its processor or terminals, or a source that couldn't be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// ID to acknowledge at release. The same difference always has the same ID.
    pub id: String,
    #[schema(inline)]
    pub kind: DifferenceKind,
    /// Time of the event, if known.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Timestamp>,
    /// Minor units, if known.
    pub amount: Option<i64>,
    /// ISO 4217; null without an amount.
    #[schema(value_type = Option<String>)]
    pub currency: Option<Currency>,
    /// Payment reference, ID confirmed by a terminal, or name of the terminal, processor or member.
    pub subject: String,
    /// Processor's transaction ID.
    pub transaction: Option<String>,
    /// Label of the terminal.
    pub terminal: Option<String>,
    /// For a due renewal: whether the processor has already charged it.
    #[serde(default)]
    #[schema(inline)]
    pub search: Option<ChargeSearch>,
}

/// Held site with the differences to review before its release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldReport {
    /// The file is complete up to this time; later events are compared.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    /// Processor name as in manifests; null if the site has none.
    pub processor: Option<String>,
    #[schema(inline)]
    pub listing: ListingState,
    /// Differences to acknowledge at release.
    pub differences: Vec<Difference>,
}

/// Compares the database of a held site with its processor and terminals. Changes nothing, and moves no money.
pub async fn report(
    processors: &Processors,
    (site, open): (&Site, &OpenSite),
    now: Timestamp,
) -> Result<HoldReport, Fault> {
    let mut db = open.read().await?;
    let currency = site::currency(&mut db).await?;
    let complete_until = terminal::complete_until(&mut db, site.hold).await?;
    let since = complete_until.max(now - LOOK_BACK);
    let held_at = site.hold.map_or(now, |hold| hold.at);
    let mut differences = Vec::new();
    drop(db);

    let compared = payments::unknown_transactions(processors, (site, open), (since, now), &currency).await?;
    let in_use = compared
        .first()
        .map(|account| (account.processor.clone(), account.state));
    let (processor, listing) = in_use.unwrap_or((None, ListingState::NoProcessor));
    let is_complete = compared.iter().all(|account| account.state == ListingState::Listed);
    for account in compared {
        let unknown = account.unknown.into_iter();
        differences.extend(unknown.map(|one| rules::of_transaction(one, currency)));
        if let Some(name) = account.processor.filter(|_| account.state != ListingState::Listed) {
            differences.push(rules::unlisted(&name, account.state));
        }
    }
    let mut db = open.read().await?;
    if !is_complete {
        let due = renewals::due(&mut db, now).await?;
        drop(db);
        differences.extend(renewals::looked_up(processors, (site, open), due, currency, now).await?);
        db = open.read().await?;
    }
    let terminals = terminal::list(&mut db).await?;
    let label_of = |id: &str| {
        let found = terminals.iter().find(|terminal| terminal.terminal_id == id);
        found.map(|terminal| terminal.label.clone())
    };
    for unknown in terminal::unknown_to_file(&mut db, since).await? {
        let label = label_of(&unknown.terminal_id);
        differences.push(rules::of_terminal(unknown, label, currency));
    }
    for terminal in terminals.iter().filter(|terminal| terminal.is_paired) {
        let reported = terminal::reported_at(&mut db, &terminal.terminal_id, since, held_at).await?;
        if reported.is_none() {
            differences.push(rules::silent(terminal));
        }
    }
    Ok(HoldReport {
        since,
        processor,
        listing,
        differences,
    })
}

/// Prepares a site's file for its release in the transaction `db`: sets its `epoch` and records in its audit log who
/// released it with which differences.
pub async fn release(
    db: &mut TenantWrite,
    epoch: i64,
    actor: &str,
    now: Timestamp,
    differences: &[Difference],
) -> Result<(), Fault> {
    set_epoch(db, epoch).await?;
    terminal::forget_reports(db).await?;
    let change = Change::between(
        json!({ "held": true }),
        json!({ "held": false, "differences": differences }),
    );
    audit::note(db, now, actor, "site_released", "site", change).await?;
    Ok(())
}
