//! Locations as a table: how they are written, and what becomes of those that are brought. Pure.

use std::collections::{BTreeMap, BTreeSet};

use platform::sheet::Sheet;

use super::{Cells, Plan, SheetFaults, Tabled, said};
use crate::catalog::Hours;
use crate::catalog::location_entry::{LocationEntry, LocationRecord};
use crate::catalog::rules::locations::{self, LAST_LOCATION, PLACE, RATE};
use crate::catalog::tax::is_rate;

/// What the columns of a table of locations are called.
pub(in crate::catalog) const COLUMNS: [&str; 16] = [
    "locationId",
    "version",
    "name",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
    "phone",
    "latitude",
    "longitude",
    "hours",
    "washTax",
    "clubTax",
    "merchandiseTax",
    "archived",
];

/// The columns of the tax classes.
const TAXES: [(&str, &str); 3] = [
    ("wash", "washTax"),
    ("club", "clubTax"),
    ("merchandise", "merchandiseTax"),
];

impl Tabled for LocationRecord {
    type Entry = LocationEntry;

    const COLUMNS: &'static [&'static str] = &COLUMNS;
    const ID: &'static str = "locationId";
    const NEEDED: &'static [&'static str] = &["name", "address1", "city", "latitude", "longitude"];
    const UNKNOWN: &'static str = "Unknown location. Leave this blank to create one.";
    const TWICE: &'static str = "This location appears twice.";

    fn id(&self) -> i64 {
        self.location_id
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn archived(&self) -> bool {
        self.archived
    }

    fn entry(&self) -> &LocationEntry {
        &self.location
    }
}

/// A location as a row under [`COLUMNS`]; taxes as per cent.
pub(in crate::catalog) fn row(record: &LocationRecord) -> [String; COLUMNS.len()] {
    let location = &record.location;
    let tax = |class: &str| per_cent(location.taxes.get(class).copied().unwrap_or_default());
    let hours: Vec<String> = location
        .hours
        .iter()
        .map(|hours| format!("{} {}-{}", hours.days, hours.open, hours.close))
        .collect();
    [
        record.location_id.to_string(),
        record.version.to_string(),
        location.name.clone(),
        location.address1.clone(),
        location.address2.clone(),
        location.city.clone(),
        location.state.clone(),
        location.zip.clone(),
        location.phone.clone(),
        location.latitude.to_string(),
        location.longitude.to_string(),
        hours.join("; "),
        tax("wash"),
        tax("club"),
        tax("merchandise"),
        said(record.archived),
    ]
}

/// What `sheet` makes of the locations `known`, one of which stays open.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::catalog) fn plan(
    sheet: &Sheet,
    known: &BTreeMap<i64, LocationRecord>,
) -> Result<Plan<LocationEntry>, SheetFaults> {
    let plan = super::plan(sheet, known, |cells, before| {
        let location = entered(cells, before);
        cells.checked(locations::location(&location), |field| match field {
            "taxes" => TAXES
                .iter()
                .find(|(class, _)| !location.taxes.get(*class).is_none_or(|rate| is_rate(*rate)))
                .map_or(field, |(_, column)| column),
            field => field,
        })
    })?;
    let mut faults = SheetFaults::default();
    if let Some(line) = closes_all(&plan, known) {
        faults.add(line, "archived", LAST_LOCATION);
    }
    faults.none_or(plan)
}

/// The line that archives the last of the locations.
fn closes_all(plan: &Plan<LocationEntry>, known: &BTreeMap<i64, LocationRecord>) -> Option<u64> {
    let named: BTreeSet<i64> = plan.wanted.iter().filter_map(|wanted| wanted.id).collect();
    let stays = known
        .values()
        .any(|record| !record.archived && !named.contains(&record.location_id));
    let opens = plan.wanted.iter().any(|wanted| !wanted.archived);
    plan.wanted
        .last()
        .filter(|_| !stays && !opens)
        .map(|wanted| wanted.line)
}

/// What a row says.
fn entered(cells: &mut Cells<'_>, before: Option<&LocationEntry>) -> LocationEntry {
    let mut location = before.cloned().unwrap_or_else(blank);
    for (column, field) in [
        ("name", &mut location.name),
        ("address1", &mut location.address1),
        ("address2", &mut location.address2),
        ("city", &mut location.city),
        ("state", &mut location.state),
        ("zip", &mut location.zip),
        ("phone", &mut location.phone),
    ] {
        if let Some(text) = cells.text(column) {
            *field = text;
        }
    }
    let degrees = |cell: &str| cell.replace(',', ".").parse().ok();
    let latitude = before.map(|before| before.latitude);
    location.latitude = cells.read_needed("latitude", degrees, PLACE, latitude);
    let longitude = before.map(|before| before.longitude);
    location.longitude = cells.read_needed("longitude", degrees, PLACE, longitude);
    if let Some(times) = cells.read("hours", hours, HOURS) {
        location.hours = times.unwrap_or_default();
    }
    for (class, column) in TAXES {
        let Some(rate) = cells.read(column, parts_per_million, RATE) else {
            continue;
        };
        let rate = rate.unwrap_or_default();
        // No rate is one of 0: a table that says so leaves it as it is.
        if location.taxes.get(class).copied().unwrap_or_default() != rate {
            location.taxes.insert(class.to_owned(), rate);
        }
    }
    location
}

const HOURS: &str = "Enter days and times, such as Mon–Fri 07:00-21:30; Sat 08:00-20:00.";

/// Times as [`row`] writes them. What lies between semicolons and does not end with times goes on behind the next one: days may
/// have some of their own.
fn hours(cell: &str) -> Option<Vec<Hours>> {
    let (mut all, mut from) = (Vec::new(), 0);
    for at in cell.match_indices(';').map(|(at, _)| at).chain([cell.len()]) {
        if let Some(hours) = cell.get(from..at).and_then(open) {
            all.push(hours);
            from = at + 1;
        }
    }
    let rest = cell.get(from..).unwrap_or_default();
    rest.trim().is_empty().then_some(all)
}

/// `Mon–Fri 07:00-21:30`
fn open(text: &str) -> Option<Hours> {
    let (days, times) = text.trim().rsplit_once(char::is_whitespace)?;
    let (open, close) = times.split_once(['-', '–'])?;
    (open.contains(':') && close.contains(':')).then(|| Hours {
        days: days.trim_end().to_owned(),
        open: open.to_owned(),
        close: close.to_owned(),
    })
}

/// Parts per million as per cent: four digits behind the point at most.
fn per_cent(rate: i64) -> String {
    let text = format!("{}.{:04}", rate / 10_000, rate % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The way back of [`per_cent`], with a sign behind it or without.
fn parts_per_million(cell: &str) -> Option<i64> {
    let text = cell.strip_suffix('%').unwrap_or(cell).trim_end();
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || fraction.len() > 4 || !digits(whole) || !digits(fraction) {
        return None;
    }
    format!("{whole}{fraction:0<4}").parse().ok()
}

/// A location of which nothing is said yet.
fn blank() -> LocationEntry {
    LocationEntry {
        name: String::new(),
        address1: String::new(),
        address2: String::new(),
        city: String::new(),
        state: String::new(),
        zip: String::new(),
        phone: String::new(),
        latitude: 0.0,
        longitude: 0.0,
        hours: Vec::new(),
        taxes: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests;
