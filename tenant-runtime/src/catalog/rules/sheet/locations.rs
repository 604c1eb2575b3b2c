//! CSV import and export of locations. Pure.

use std::collections::{BTreeMap, BTreeSet};

use platform::sheet::Sheet;

use super::{Cells, Column, Formats, Plan, SheetFaults, Tabled};
use crate::catalog::location_entry::{Hours, LocationEntry, LocationRecord, TEXTS};
use crate::catalog::opening_hours::OpeningHours;
use crate::catalog::rules::hours::{clock_time, lines as lines_of, read};
use crate::catalog::rules::locations::{self, DEGREES, LAST_LOCATION, RATE};
use crate::catalog::tax::is_rate;

/// Columns of the tax classes.
const TAXES: [(&str, &str); 3] = [
    ("wash", "washTax"),
    ("club", "clubTax"),
    ("merchandise", "merchandiseTax"),
];

impl Tabled for LocationRecord {
    type Entry = LocationEntry;

    const ID: &'static str = "locationId";
    const NEEDED: &'static [&'static str] = &["name", "address1", "city", "latitude", "longitude"];
    const UNKNOWN: &'static str = "Unknown location. Leave this blank to create one.";
    const TWICE: &'static str = "This location appears twice.";

    fn columns() -> Vec<Column<LocationEntry>> {
        let texts = TEXTS.map(|(name, of)| Column::Text { name, of });
        texts.into_iter().chain(CELLS).collect()
    }

    fn blank(_cells: &mut Cells<'_>) -> Option<LocationEntry> {
        Some(LocationEntry::default())
    }

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

/// Columns other than texts.
const CELLS: [Column<LocationEntry>; 6] = [
    Column::Cell {
        name: "latitude",
        get: |location, _| location.latitude.to_string(),
        set: |location, cells, _| set_degrees("latitude", &mut location.latitude, cells),
    },
    Column::Cell {
        name: "longitude",
        get: |location, _| location.longitude.to_string(),
        set: |location, cells, _| set_degrees("longitude", &mut location.longitude, cells),
    },
    Column::Cell {
        name: "hours",
        get: |location, _| {
            let hours = location.hours.iter();
            let hours = hours.map(|hours| format!("{} {}-{}", hours.days, hours.open, hours.close));
            hours.collect::<Vec<_>>().join("; ")
        },
        set: |location, cells, _| {
            if let Some(typed) = cells.read("hours", hours, HOURS) {
                set_lines(location, typed.unwrap_or_default(), cells);
            }
        },
    },
    Column::Cell {
        name: "washTax",
        get: |location, _| tax(location, "wash"),
        set: |location, cells, _| set_tax("washTax", "wash", location, cells),
    },
    Column::Cell {
        name: "clubTax",
        get: |location, _| tax(location, "club"),
        set: |location, cells, _| set_tax("clubTax", "club", location, cells),
    },
    Column::Cell {
        name: "merchandiseTax",
        get: |location, _| tax(location, "merchandise"),
        set: |location, cells, _| set_tax("merchandiseTax", "merchandise", location, cells),
    },
];

/// Replaces the hours of the week. Special hours have no column and stay.
fn set_lines(location: &mut LocationEntry, lines: Vec<Hours>, cells: &mut Cells<'_>) {
    let special = location
        .opening_hours
        .take()
        .map(|hours| hours.special)
        .unwrap_or_default();
    match read(&lines) {
        Some(OpeningHours { week, .. }) => {
            let hours = OpeningHours { week, special };
            location.hours = lines_of(&hours);
            location.opening_hours = Some(hours);
        }
        None if special.is_empty() => location.hours = lines,
        None => cells.refuse("hours", HOURS),
    }
}

fn set_degrees(column: &str, degrees: &mut f64, cells: &mut Cells<'_>) {
    if let Some(read) = cells.needed(column, |cell| cell.replace(',', ".").parse().ok(), DEGREES) {
        *degrees = read;
    }
}

/// Percent.
fn tax(location: &LocationEntry, class: &str) -> String {
    per_cent(location.taxes.get(class).copied().unwrap_or_default())
}

fn set_tax(column: &str, class: &str, location: &mut LocationEntry, cells: &mut Cells<'_>) {
    let Some(rate) = cells.read(column, parts_per_million, RATE) else {
        return;
    };
    let rate = rate.unwrap_or_default();
    // A missing rate is 0, so a cell of 0 doesn't add one.
    if location.taxes.get(class).copied().unwrap_or_default() != rate {
        location.taxes.insert(class.to_owned(), rate);
    }
}

/// Plans the import of `sheet` into the `known` locations. At least one stays unarchived.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::catalog) fn plan(
    sheet: &Sheet,
    known: &BTreeMap<i64, LocationRecord>,
    formats: &Formats,
) -> Result<Plan<LocationEntry>, SheetFaults> {
    let plan = super::plan(
        sheet,
        known,
        formats,
        locations::location,
        |location, field| match field {
            "taxes" => TAXES
                .iter()
                .find(|(class, _)| !location.taxes.get(*class).is_none_or(|rate| is_rate(*rate)))
                .map_or(field, |(_, column)| column),
            field => field,
        },
    )?;
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

const HOURS: &str = "Enter days and times, such as Mon–Fri 07:00-21:30; Sat 08:00-20:00.";

/// Opening hours in a cell. A part between semicolons that doesn't end with times continues in the next part, because days may
/// contain semicolons.
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

/// `Mon–Fri 07:00-21:30` or `Mon–Fri 7 am - 9:30 pm`
fn open(text: &str) -> Option<Hours> {
    let (before, close) = text.trim().rsplit_once(['-', '–'])?;
    let close = clock_time(close)?;
    // The time of opening is one word, or two with "am".
    let mut spaces = before.trim_end().rmatch_indices(char::is_whitespace).map(|(at, _)| at);
    let at_words = [spaces.next()?, spaces.next().unwrap_or_default()];
    let (days, open) = at_words
        .into_iter()
        .filter_map(|at| before.split_at_checked(at))
        .find_map(|(days, open)| Some((days, clock_time(open)?)))?;
    Some(Hours {
        days: days.trim_end().to_owned(),
        open,
        close,
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

#[cfg(test)]
mod tests;
