//! CSV import and export of offers. Pure.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use platform::money::{Currency, decimal};
use platform::sheet::Sheet;

use super::{CODE_TAKEN, check, code_key};
use crate::catalog::rules::sheet::{Cells, Column, Formats, SheetFaults, check_columns, number};
use crate::fields::local_time;
use crate::fields::text::REQUIRED;
use crate::offers::manifest::OfferManifest;
use crate::offers::{Award, Offer, OfferExpiry, OfferKind, Stored};
use crate::wallet::KioskRules;

const AWARDS: [&str; 3] = ["Item", "DollarDiscItem", "DollarDiscTrans"];

/// An offer as a row wants it.
#[derive(Clone, Debug)]
pub(in crate::offers) struct Wanted {
    /// `None`: it is a new one.
    pub(in crate::offers) id: Option<i64>,
    pub(in crate::offers) offer: Offer,
}

/// Result of a file without errors.
#[derive(Debug, Default)]
pub(in crate::offers) struct Plan {
    /// New and changed offers.
    pub(in crate::offers) wanted: Vec<Wanted>,
    pub(in crate::offers) created: usize,
    pub(in crate::offers) changed: usize,
    pub(in crate::offers) unchanged: usize,
}

/// Existing data that a file is validated against.
pub(in crate::offers) struct Ground<'a> {
    kind: OfferKind,
    known: BTreeMap<i64, Stored>,
    /// Active offers by the key of their code.
    codes: BTreeMap<String, i64>,
    locations: &'a [i64],
    formats: &'a Formats,
    now: Timestamp,
}

impl<'a> Ground<'a> {
    /// `known`: all offers of the kind. `locations`: those that the site has.
    pub(in crate::offers) fn new(
        (kind, known): (OfferKind, Vec<Stored>),
        locations: &'a [i64],
        formats: &'a Formats,
        now: Timestamp,
    ) -> Self {
        let standing = known.iter().filter(|stored| stored.withdrawn_at.is_none());
        let codes = standing.filter_map(|stored| Some((code_key(stored.offer.code.as_deref()?), stored.id)));
        Self {
            codes: codes.collect(),
            kind,
            known: known.into_iter().map(|stored| (stored.id, stored)).collect(),
            locations,
            formats,
            now,
        }
    }
}

/// Offer of a row.
#[derive(Clone)]
struct Entry {
    offer: OfferManifest,
    /// Number of claims.
    claimed: i64,
}

const COLUMNS: [Column<Entry>; 12] = [
    Column::Text {
        name: "name",
        of: |entry| &mut entry.offer.name,
    },
    Column::Cell {
        name: "code",
        get: |entry, _| entry.offer.code.clone().unwrap_or_default(),
        set: |entry, cells, _| {
            if let Some(code) = cells.text("code") {
                entry.offer.code = Some(code).filter(|code| !code.is_empty());
            }
        },
    },
    Column::Cell {
        name: "award",
        get: |entry, _| {
            let award: &'static str = entry.offer.award.into();
            award.to_owned()
        },
        set: |entry, cells, formats| entry.offer.award = award(cells, entry.offer.award, &formats.currency),
    },
    Column::Cell {
        name: "amount",
        get: |entry, formats| {
            let amount = entry.offer.award.amount();
            amount
                .map(|amount| decimal(amount, &formats.currency))
                .unwrap_or_default()
        },
        // Read with the award.
        set: |_, _, _| {},
    },
    Column::Cell {
        name: "startsAt",
        get: |entry, formats| instant(entry.offer.starts_at, formats),
        set: |entry, cells, _| {
            if let Some(Some(at)) = cells.instant("startsAt") {
                entry.offer.starts_at = Some(at);
            }
        },
    },
    Column::Cell {
        name: "endsAt",
        get: |entry, formats| instant(entry.offer.ends_at, formats),
        set: |entry, cells, _| {
            if let Some(at) = cells.instant("endsAt") {
                entry.offer.ends_at = at;
            }
        },
    },
    Column::Cell {
        name: "claimLimit",
        get: |entry, _| entry.offer.claim_limit.to_string(),
        set: |entry, cells, _| {
            if let Some(limit) = cells.number("claimLimit") {
                entry.offer.claim_limit = limit.unwrap_or(1);
            }
        },
    },
    Column::Cell {
        name: "totalCap",
        get: |entry, _| number(entry.offer.total_cap),
        set: |entry, cells, _| {
            if let Some(cap) = cells.number("totalCap") {
                entry.offer.total_cap = cap;
            }
        },
    },
    Column::Cell {
        name: "claimed",
        get: |entry, _| entry.claimed.to_string(),
        // Read-only.
        set: |_, _, _| {},
    },
    Column::Cell {
        name: "locations",
        get: |entry, _| {
            let ids: Vec<_> = entry.offer.locations.iter().map(i64::to_string).collect();
            ids.join(" ")
        },
        set: |entry, cells, _| {
            if let Some(ids) = cells.locations("locations") {
                entry.offer.locations = ids.unwrap_or_default();
            }
        },
    },
    Column::Text {
        name: "description",
        of: |entry| &mut entry.offer.description,
    },
    Column::Text {
        name: "terms",
        of: |entry| &mut entry.offer.terms,
    },
];

/// Column names.
pub(in crate::offers) fn header() -> Vec<&'static str> {
    let names = COLUMNS.iter().map(Column::name);
    ["id", "version"]
        .into_iter()
        .chain(names)
        .chain(["withdrawnAt"])
        .collect()
}

/// Cells of an offer, in the order of [`header`].
pub(in crate::offers) fn row(stored: &Stored, formats: &Formats) -> Vec<String> {
    let entry = Entry {
        offer: stored.offer.clone().into(),
        claimed: stored.claimed.in_all,
    };
    let mut cells = vec![stored.id.to_string(), stored.version.to_string()];
    cells.extend(COLUMNS.iter().map(|column| column.get(&entry, formats)));
    cells.push(instant(stored.withdrawn_at, formats));
    cells
}

fn instant(at: Option<Timestamp>, formats: &Formats) -> String {
    at.map(|at| local_time(at, &formats.zone)).unwrap_or_default()
}

/// Plans the import of `sheet`. Missing columns and fields without a column aren't changed; `claimed` is ignored.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::offers) fn plan(sheet: &Sheet, ground: &Ground<'_>) -> Result<Plan, SheetFaults> {
    let needed: &[&'static str] = match ground.kind {
        OfferKind::Deal => &["name", "award"],
        OfferKind::Promo => &["name", "code", "award"],
    };
    check_columns(&sheet.columns, &header(), "id", needed)?;
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

/// Codes and IDs from earlier rows.
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
            cells.refuse("id", "Unknown discount. Leave this blank to create one.");
        } else if !named.ids.insert(id) {
            cells.refuse("id", "This discount appears twice.");
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
            "You can't withdraw a discount by import. Use the discount list.",
        );
        return None;
    }
    let entered = entered(cells, before.map(|before| &before.offer), ground.formats);
    let offer = match check(ground.kind, &entered, ground.locations, ground.now) {
        Ok(offer) => offer,
        Err(errors) => {
            for (field, message) in errors {
                let column = match field.as_ref() {
                    "award.amount" => "amount",
                    // No column has the expiration, but its error concerns the end date.
                    "expiry" => "endsAt",
                    field => field,
                };
                cells.refuse(column, message);
            }
            return None;
        }
    };
    if before.is_some_and(|before| before.withdrawn_at.is_some() && before.offer != offer) {
        cells.refuse("id", "You can't change a withdrawn discount.");
    }
    let stands = before.is_none_or(|before| before.withdrawn_at.is_none());
    if let Some(key) = offer.code.as_deref().filter(|_| stands).map(code_key) {
        // Also for an offer that releases the code in another row, so that the order of rows doesn't matter.
        let another = ground.codes.get(&key).is_some_and(|other| Some(*other) != id);
        if !named.codes.insert(key) || another {
            cells.refuse("code", CODE_TAKEN);
        }
    }
    (!cells.is_wrong()).then_some(Wanted { id, offer })
}

/// Entry of a row, based on the existing offer if there was one.
fn entered(cells: &mut Cells<'_>, before: Option<&Offer>, formats: &Formats) -> OfferManifest {
    let mut entry = Entry {
        offer: before.map_or_else(blank, |before| before.clone().into()),
        claimed: 0,
    };
    let cells = if before.is_none() { cells.of_new() } else { cells };
    for column in COLUMNS {
        column.set(&mut entry, cells, formats);
    }
    entry.offer
}

/// `before` is ignored when the row adds an offer.
fn award(cells: &mut Cells<'_>, before: Award, currency: &Currency) -> Award {
    let before = (!cells.is_new()).then_some(before);
    let one = |cell: &str| AWARDS.into_iter().find(|award| *award == cell);
    let award = cells.read("award", one, "Enter Item, DollarDiscItem or DollarDiscTrans.");
    let award = award.flatten().or_else(|| before.map(Into::<&'static str>::into));
    let amount = cells.amount("amount", currency);
    if award == Some("Item") {
        if amount.flatten().is_some() {
            cells.refuse(
                "amount",
                "Discounts redeemed at the wash have no amount. Leave this blank.",
            );
        }
        return Award::Item;
    }
    let was = before.and_then(Award::amount);
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

/// Offer before its columns are read.
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
