//! Offers as a table: how it is written, and what a table that somebody brings makes of it. Pure.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::money::{Currency, decimal};
use platform::sheet::Sheet;

use super::{CODE_TAKEN, check, code_key};
use crate::catalog::rules::sheet::{Cells, SheetFaults, check_columns};
use crate::fields::local_time;
use crate::fields::text::REQUIRED;
use crate::offers::manifest::OfferManifest;
use crate::offers::{Award, Offer, OfferExpiry, OfferKind, Stored};
use crate::wallet::KioskRules;

/// What the columns of a table of offers are called.
pub(in crate::offers) const COLUMNS: [&str; 15] = [
    "id",
    "version",
    "name",
    "code",
    "award",
    "amount",
    "startsAt",
    "endsAt",
    "claimLimit",
    "totalCap",
    "claimed",
    "locations",
    "description",
    "terms",
    "withdrawnAt",
];

const AWARDS: [&str; 3] = ["Item", "DollarDiscItem", "DollarDiscTrans"];

/// An offer as a row wants it.
#[derive(Clone, Debug)]
pub(in crate::offers) struct Wanted {
    /// `None`: it is a new one.
    pub(in crate::offers) id: Option<i64>,
    pub(in crate::offers) offer: Offer,
}

/// What comes of a table without a mistake.
#[derive(Debug, Default)]
pub(in crate::offers) struct Plan {
    /// What is new, and what differs from what there is.
    pub(in crate::offers) wanted: Vec<Wanted>,
    pub(in crate::offers) created: usize,
    pub(in crate::offers) changed: usize,
    pub(in crate::offers) unchanged: usize,
}

/// What a table is held against.
pub(in crate::offers) struct Ground<'a> {
    kind: OfferKind,
    known: BTreeMap<i64, Stored>,
    /// Which offer that stands has a code, by its key.
    codes: BTreeMap<String, i64>,
    locations: &'a [i64],
    currency: &'a Currency,
    now: Timestamp,
}

impl<'a> Ground<'a> {
    /// `known`: all offers of the kind. `locations`: those that the site has.
    pub(in crate::offers) fn new(
        (kind, known): (OfferKind, Vec<Stored>),
        locations: &'a [i64],
        currency: &'a Currency,
        now: Timestamp,
    ) -> Self {
        let standing = known.iter().filter(|stored| stored.withdrawn_at.is_none());
        let codes = standing.filter_map(|stored| Some((code_key(stored.offer.code.as_deref()?), stored.id)));
        Self {
            codes: codes.collect(),
            kind,
            known: known.into_iter().map(|stored| (stored.id, stored)).collect(),
            locations,
            currency,
            now,
        }
    }
}

/// An offer as a row under [`COLUMNS`].
pub(in crate::offers) fn row(stored: &Stored, currency: &Currency, zone: &TimeZone) -> [String; COLUMNS.len()] {
    let offer = &stored.offer;
    let award: &'static str = offer.award.into();
    let instant = |at: Option<Timestamp>| at.map(|at| local_time(at, zone)).unwrap_or_default();
    let amount = offer.item().discount();
    let ids: Vec<String> = offer.locations.iter().map(i64::to_string).collect();
    [
        stored.id.to_string(),
        stored.version.to_string(),
        offer.name.clone(),
        offer.code.clone().unwrap_or_default(),
        award.to_owned(),
        amount.map(|amount| decimal(amount, currency)).unwrap_or_default(),
        local_time(offer.starts_at, zone),
        instant(offer.ends_at),
        offer.claim_limit.to_string(),
        offer.total_cap.map(|cap| cap.to_string()).unwrap_or_default(),
        stored.claimed.in_all.to_string(),
        ids.join(" "),
        offer.description.clone(),
        offer.terms.clone(),
        instant(stored.withdrawn_at),
    ]
}

/// What `sheet` makes of the offers. A column that is not there leaves what it would say as it is, and so does every column with what no
/// column says; `claimed` is not read.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::offers) fn plan(sheet: &Sheet, ground: &Ground<'_>) -> Result<Plan, SheetFaults> {
    let needed: &[&'static str] = match ground.kind {
        OfferKind::Deal => &["name", "award"],
        OfferKind::Promo => &["name", "code", "award"],
    };
    check_columns(&sheet.columns, &COLUMNS, "id", needed)?;
    let mut faults = SheetFaults::default();
    let (mut plan, mut named) = (Plan::default(), Named::default());
    for row in &sheet.rows {
        let mut cells = Cells::of(&sheet.columns, row, &mut faults);
        let Some(wanted) = wanted(&mut cells, ground, &mut named) else {
            continue;
        };
        match wanted.id.and_then(|id| ground.known.get(&id)) {
            None => plan.created += 1,
            Some(before) if before.offer == wanted.offer => {
                plan.unchanged += 1;
                continue;
            }
            Some(_) => plan.changed += 1,
        }
        plan.wanted.push(wanted);
    }
    faults.none_or(plan)
}

/// What rows above have named.
#[derive(Default)]
struct Named {
    ids: BTreeSet<i64>,
    codes: BTreeSet<String>,
}

/// The offer that a row wants; `None`: something about it is wrong, and noted.
fn wanted(cells: &mut Cells<'_>, ground: &Ground<'_>, named: &mut Named) -> Option<Wanted> {
    let id = cells.number("id").flatten();
    let before = id.and_then(|id| ground.known.get(&id));
    if let Some(id) = id {
        if before.is_none() {
            cells.refuse("id", "Unknown offer. Leave this blank to create one.");
        } else if !named.ids.insert(id) {
            cells.refuse("id", "This offer appears twice.");
        }
    }
    let version = cells.number("version").flatten();
    if let (Some(before), Some(version)) = (before, version)
        && before.version != version
    {
        cells.refuse("version", "This changed after you exported the file. Export it again.");
    }
    let withdrawn_at = cells.instant("withdrawnAt");
    if cells.is_wrong() {
        return None;
    }
    if withdrawn_at.is_some_and(|at| at != before.and_then(|before| before.withdrawn_at)) {
        cells.refuse(
            "withdrawnAt",
            "You can't withdraw an offer by import. Use the offer list.",
        );
        return None;
    }
    let entered = entered(cells, before.map(|before| &before.offer), ground.currency);
    let offer = match check(ground.kind, &entered, ground.locations, ground.now) {
        Ok(offer) => offer,
        Err(errors) => {
            for (field, message) in errors {
                let column = match field.as_ref() {
                    "award.amount" => "amount",
                    // No column says how long a claim is good; what an end has to do with it does.
                    "expiry" => "endsAt",
                    field => field,
                };
                cells.refuse(column, message);
            }
            return None;
        }
    };
    if before.is_some_and(|before| before.withdrawn_at.is_some() && before.offer != offer) {
        cells.refuse("id", "You can't change a withdrawn offer.");
    }
    let stands = before.is_none_or(|before| before.withdrawn_at.is_none());
    if let Some(key) = offer.code.as_deref().filter(|_| stands).map(code_key) {
        // Also of one that gives it up in another row: which is written first does not matter then.
        let another = ground.codes.get(&key).is_some_and(|other| Some(*other) != id);
        if !named.codes.insert(key) || another {
            cells.refuse("code", CODE_TAKEN);
        }
    }
    (!cells.is_wrong()).then_some(Wanted { id, offer })
}

/// What a row enters: on what there is, or from nothing.
fn entered(cells: &mut Cells<'_>, before: Option<&Offer>, currency: &Currency) -> OfferManifest {
    let mut entered = before.map_or_else(blank, |before| before.clone().into());
    entered.award = award(cells, before, currency);
    if let Some(name) = cells.text("name") {
        entered.name = name;
    }
    if let Some(code) = cells.text("code") {
        entered.code = Some(code).filter(|code| !code.is_empty());
    }
    if let Some(Some(at)) = cells.instant("startsAt") {
        entered.starts_at = Some(at);
    }
    if let Some(at) = cells.instant("endsAt") {
        entered.ends_at = at;
    }
    if let Some(limit) = cells.number("claimLimit") {
        entered.claim_limit = limit.unwrap_or(1);
    }
    if let Some(cap) = cells.number("totalCap") {
        entered.total_cap = cap;
    }
    if let Some(ids) = cells.locations("locations") {
        entered.locations = ids.unwrap_or_default();
    }
    if let Some(description) = cells.text("description") {
        entered.description = description;
    }
    if let Some(terms) = cells.text("terms") {
        entered.terms = terms;
    }
    entered
}

fn award(cells: &mut Cells<'_>, before: Option<&Offer>, currency: &Currency) -> Award {
    let one = |cell: &str| AWARDS.into_iter().find(|award| *award == cell);
    let award = cells.read("award", one, "Enter Item, DollarDiscItem or DollarDiscTrans.");
    let award = award.flatten().or_else(|| before.map(|before| before.award.into()));
    let amount = cells.amount("amount", currency);
    if award == Some("Item") {
        if amount.flatten().is_some() {
            cells.refuse(
                "amount",
                "Offers redeemed at the wash have no amount. Leave this blank.",
            );
        }
        return Award::Item;
    }
    let was = before.and_then(|before| before.item().discount());
    match (award, amount.unwrap_or(was)) {
        (Some("DollarDiscItem"), Some(amount)) => Award::DollarDiscItem { amount },
        (Some(_), Some(amount)) => Award::DollarDiscTrans { amount },
        (award, _) => {
            if !cells.is_wrong() {
                cells.refuse(if award.is_some() { "amount" } else { "award" }, REQUIRED);
            }
            Award::Item
        }
    }
}

/// An offer of which nothing is said yet.
fn blank() -> OfferManifest {
    OfferManifest {
        name: String::new(),
        description: String::new(),
        terms: String::new(),
        code: None,
        award: Award::Item,
        starts_at: None,
        ends_at: None,
        claim_limit: 1,
        total_cap: None,
        expiry: OfferExpiry::None,
        locations: Vec::new(),
        kiosk: KioskRules::default(),
    }
}

#[cfg(test)]
mod tests;
