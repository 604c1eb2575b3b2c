//! Report as JSON or CSV.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use platform::http::Answer;
use platform::money::{Currency, decimal};
use serde::Serialize;
use utoipa::ToSchema;

use super::figures::Sheet;
use super::measure::{Measure, Unit};
use super::rules::{Group, Key, Window};

/// Report for a period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    #[schema(value_type = String, format = Date)]
    from: Date,
    #[schema(value_type = String, format = Date)]
    to: Date,
    /// First day of the previous period, for comparison.
    #[schema(value_type = String, format = Date)]
    previous_from: Date,
    #[schema(value_type = String, format = Date)]
    previous_to: Date,
    currency: String,
    group: Group,
    /// Available groupings, the default first.
    groups: Vec<Group>,
    figures: Vec<ReportFigure>,
    columns: Vec<ReportColumn>,
    rows: Vec<ReportRow>,
}

/// Total for the period.
#[derive(Debug, Serialize, ToSchema)]
struct ReportFigure {
    measure: Measure,
    unit: Unit,
    value: i64,
    /// Value in the previous period; null if only today's value is known.
    previous: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ReportColumn {
    measure: Measure,
    unit: Unit,
}

#[derive(Debug, Serialize, ToSchema)]
struct ReportRow {
    /// Day or first day of a week or month, hour from 0 to 23, ID of a location, product or offer, tender (`processor`,
    /// `kiosk_cash` or `kiosk_card`) or refund reason. Empty for everything else.
    key: String,
    /// Name of the group; null if the key says it all.
    label: Option<String>,
    /// Values in column order.
    values: Vec<i64>,
}

/// Report of a sheet, compared with the previous period.
pub(super) struct Told<'a> {
    pub(super) window: &'a Window,
    pub(super) previous: &'a Window,
    pub(super) currency: Currency,
    pub(super) group: Group,
    pub(super) groups: &'static [Group],
    pub(super) sheet: Sheet,
    pub(super) sheet_before: Sheet,
}

impl Told<'_> {
    pub(super) fn answer(self) -> Response {
        let before: BTreeMap<Measure, i64> = self.sheet_before.figures().into_iter().collect();
        let figures = self.sheet.figures().into_iter().map(|(measure, value)| ReportFigure {
            measure,
            unit: measure.unit(),
            value,
            previous: before
                .get(&measure)
                .copied()
                .filter(|_| !matches!(measure, Measure::UnusedCodes | Measure::UnusedCodesValue)),
        });
        let columns = self.sheet.columns.iter().map(|measure| ReportColumn {
            measure: *measure,
            unit: measure.unit(),
        });
        Answer(Report {
            from: self.window.from,
            to: self.window.to,
            previous_from: self.previous.from,
            previous_to: self.previous.to,
            currency: self.currency.to_string(),
            group: self.group,
            groups: self.groups.to_vec(),
            figures: figures.collect(),
            columns: columns.collect(),
            rows: self.rows(),
        })
        .into_response()
    }

    fn rows(&self) -> Vec<ReportRow> {
        let rows = self.sheet.rows.iter().map(|(key, values)| ReportRow {
            key: written(*key),
            label: match key {
                Key::Id(id) => self.sheet.labels.get(id).cloned(),
                _ => None,
            },
            values: values.clone(),
        });
        rows.collect()
    }

    /// Header and rows for spreadsheets.
    pub(super) fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let mut head = vec![self.group.into(), "name"];
        head.extend(self.sheet.columns.iter().map(|measure| measure.into_str()));
        let cell = |(value, measure): (&i64, &Measure)| match measure.unit() {
            Unit::Money => decimal(*value, &self.currency),
            Unit::Count | Unit::Share => value.to_string(),
        };
        let rows = self.rows().into_iter().map(|row| {
            let mut cells = vec![row.key, row.label.unwrap_or_default()];
            cells.extend(row.values.iter().zip(self.sheet.columns).map(cell));
            cells
        });
        (head, rows.collect())
    }
}

fn written(key: Key) -> String {
    match key {
        Key::From(day) => day.to_string(),
        Key::Hour(hour) => hour.to_string(),
        Key::Id(id) => id.to_string(),
        Key::Taker(taker) => taker.into_str().to_owned(),
        Key::Reason(reason) => reason.into_str().to_owned(),
        Key::Other => String::new(),
    }
}
