//! The catalogue as a table: how it is written, and what a table that somebody brings makes of it. Pure.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use platform::money::{Currency, decimal, parse_decimal};
use platform::sheet::{Row, Sheet};

use super::entries;
use crate::catalog::entry::{ProductEntry, ProductRecord};
use crate::catalog::{LimitPeriod, Logo, ProductType, UseLimit};

/// Most rows that are taken at once.
pub(in crate::catalog) const MOST_ROWS: usize = 5_000;

/// Most mistakes that are told at once.
const MOST_FAULTS: usize = 100;

/// What the columns of a table of products are called.
pub(in crate::catalog) const COLUMNS: [&str; 20] = [
    "productId",
    "version",
    "productType",
    "name",
    "price",
    "value",
    "signupPrice",
    "quantity",
    "goodForDays",
    "stock",
    "stockSeen",
    "useLimit",
    "useLimitPer",
    "details",
    "badge",
    "locations",
    "image",
    "onSaleFrom",
    "onSaleUntil",
    "archived",
];

/// What is wrong with a table: on which line, in which column, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::catalog) struct SheetFault {
    pub line: u64,
    pub column: String,
    pub message: &'static str,
}

/// Everything that is wrong with a table, the first of it told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::catalog) struct SheetFaults {
    pub told: Vec<SheetFault>,
    pub count: usize,
}

impl SheetFaults {
    fn add(&mut self, line: u64, column: &str, message: &'static str) {
        self.count += 1;
        if self.told.len() < MOST_FAULTS {
            self.told.push(SheetFault {
                line,
                column: column.to_owned(),
                message,
            });
        }
    }
}

/// A product as a row wants it.
#[derive(Clone, Debug)]
pub(in crate::catalog) struct Wanted {
    /// `None`: it is a new one.
    pub product_id: Option<i64>,
    pub product: ProductEntry,
    pub archived: bool,
}

/// What comes of a table without a mistake.
#[derive(Debug, Default)]
pub(in crate::catalog) struct Plan {
    /// What is new, and what differs from what there is.
    pub wanted: Vec<Wanted>,
    pub created: usize,
    pub changed: usize,
    pub unchanged: usize,
}

/// A product as a row under [`COLUMNS`].
pub(in crate::catalog) fn row(record: &ProductRecord, currency: &Currency) -> [String; COLUMNS.len()] {
    let product = &record.product;
    let kind: &'static str = product.product_type.into_str();
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let instant = |at: Option<Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
    let ids: Vec<String> = product.locations.iter().map(i64::to_string).collect();
    [
        record.product_id.to_string(),
        record.version.to_string(),
        kind.to_owned(),
        product.name.clone(),
        decimal(product.price, currency),
        decimal(product.value, currency),
        product
            .signup_price
            .map(|price| decimal(price, currency))
            .unwrap_or_default(),
        number(product.quantity),
        number(product.good_for_days),
        number(product.stock),
        number(product.stock),
        number(product.use_limit.map(|limit| limit.count)),
        product
            .use_limit
            .map(|limit| limit.per.into_str().to_owned())
            .unwrap_or_default(),
        product.details.join("\n"),
        product.badge.clone().unwrap_or_default(),
        ids.join(" "),
        product.logo.image.clone(),
        instant(product.on_sale_from),
        instant(product.on_sale_until),
        if record.archived { "yes" } else { "no" }.to_owned(),
    ]
}

/// What `sheet` makes of the catalogue `known`. A column that is not there leaves what it would say as it is.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::catalog) fn plan(
    sheet: &Sheet,
    known: &BTreeMap<i64, ProductRecord>,
    locations: &[i64],
    currency: &Currency,
) -> Result<Plan, SheetFaults> {
    let mut faults = SheetFaults::default();
    let mut seen = BTreeSet::new();
    for column in &sheet.columns {
        if !COLUMNS.contains(&column.as_str()) {
            faults.add(1, column, "There is no such column.");
        } else if !seen.insert(column) {
            faults.add(1, column, "This column is there twice.");
        }
    }
    if !seen.iter().any(|column| *column == "productId") {
        for needed in ["productType", "name", "price"] {
            if !seen.iter().any(|column| *column == needed) {
                faults.add(1, needed, "This column is missing.");
            }
        }
    }
    if faults.count > 0 {
        return Err(faults);
    }
    let mut plan = Plan::default();
    let mut named = BTreeSet::new();
    for row in &sheet.rows {
        let mut cells = Cells::of(&sheet.columns, row, currency, &mut faults);
        let Some(wanted) = cells.wanted(known, locations, &mut named) else {
            continue;
        };
        let before = wanted.product_id.and_then(|id| known.get(&id));
        match before {
            None => plan.created += 1,
            Some(before) if before.product == wanted.product && before.archived == wanted.archived => {
                plan.unchanged += 1;
                continue;
            }
            Some(_) => plan.changed += 1,
        }
        plan.wanted.push(wanted);
    }
    if faults.count > 0 { Err(faults) } else { Ok(plan) }
}

/// The cells of a row by their columns.
struct Cells<'a> {
    row: &'a Row,
    by_column: BTreeMap<&'a str, &'a str>,
    currency: &'a Currency,
    faults: &'a mut SheetFaults,
    /// Whether this row is at fault.
    wrong: bool,
}

impl<'a> Cells<'a> {
    fn of(columns: &'a [String], row: &'a Row, currency: &'a Currency, faults: &'a mut SheetFaults) -> Self {
        let cells = row.cells.iter().map(String::as_str);
        Self {
            row,
            by_column: columns.iter().map(String::as_str).zip(cells).collect(),
            currency,
            faults,
            wrong: false,
        }
    }

    fn refuse(&mut self, column: &str, message: &'static str) {
        self.wrong = true;
        self.faults.add(self.row.line, column, message);
    }

    /// What a column says, if it is there: `Some(None)` where the cell is empty.
    fn read<T>(
        &mut self,
        column: &str,
        parse: impl FnOnce(&str) -> Option<T>,
        message: &'static str,
    ) -> Option<Option<T>> {
        let cell = *self.by_column.get(column)?;
        if cell.is_empty() {
            return Some(None);
        }
        let parsed = parse(cell);
        if parsed.is_none() {
            self.refuse(column, message);
        }
        Some(parsed)
    }

    fn number(&mut self, column: &str) -> Option<Option<i64>> {
        self.read(column, |cell| cell.parse().ok(), "A whole number is expected.")
    }

    fn amount(&mut self, column: &str) -> Option<Option<i64>> {
        let currency = *self.currency;
        self.read(
            column,
            |cell| parse_decimal(&cell.replace(',', "."), &currency),
            "An amount is expected, such as 12.50.",
        )
    }

    fn instant(&mut self, column: &str) -> Option<Option<Timestamp>> {
        self.read(
            column,
            |cell| cell.parse().ok(),
            "A time is expected, such as 2027-05-01T06:00:00Z.",
        )
    }

    fn text(&self, column: &str) -> Option<String> {
        self.by_column.get(column).map(|cell| (*cell).to_owned())
    }

    /// The product that the row wants; `None`: something about it is wrong, and noted.
    fn wanted(
        &mut self,
        known: &BTreeMap<i64, ProductRecord>,
        locations: &[i64],
        named: &mut BTreeSet<i64>,
    ) -> Option<Wanted> {
        let product_id = self.number("productId").flatten();
        let before = product_id.and_then(|id| known.get(&id));
        if let Some(id) = product_id {
            if before.is_none() {
                self.refuse("productId", "There is no such product. Left empty, it is a new one.");
            } else if !named.insert(id) {
                self.refuse("productId", "This product is there twice.");
            }
        }
        let version = self.number("version").flatten();
        if let (Some(before), Some(version)) = (before, version)
            && before.version != version
        {
            self.refuse("version", "This was changed since the table was saved.");
        }
        let product = self.product(before)?;
        let archived = self.read("archived", yes_or_no, "yes or no is expected.").flatten();
        let product = match entries::product(&product, locations) {
            Ok(product) => product,
            Err(errors) => {
                for (field, message) in errors {
                    let column = match field.as_ref() {
                        "logo.image" | "logo.alpha" => "image",
                        field => field,
                    };
                    self.refuse(column, message);
                }
                return None;
            }
        };
        let wanted = Wanted {
            product_id,
            product,
            archived: archived.unwrap_or_else(|| before.is_some_and(|before| before.archived)),
        };
        (!self.wrong).then_some(wanted)
    }

    fn product(&mut self, before: Option<&ProductRecord>) -> Option<ProductEntry> {
        let kind = self.read(
            "productType",
            |cell| cell.parse().ok(),
            "AppWash, AppBundle, AppClub, GiftCard, GiftCardRecharge or Swag is expected.",
        );
        let kind: Option<ProductType> = kind.flatten();
        let mut product = match (before, kind) {
            (Some(before), None) => before.product.clone(),
            (Some(before), Some(kind)) => {
                if before.product.product_type != kind {
                    self.refuse("productType", TYPE_STAYS);
                }
                before.product.clone()
            }
            (None, Some(kind)) => blank(kind),
            (None, None) => {
                if !self.wrong {
                    self.refuse("productType", "Input is required.");
                }
                return None;
            }
        };
        if let Some(name) = self.text("name") {
            product.name = name;
        }
        match self.amount("price") {
            Some(Some(price)) => product.price = price,
            Some(None) if !self.wrong => self.refuse("price", "Input is required."),
            None if before.is_none() => self.refuse("price", "Input is required."),
            _ => {}
        }
        if let Some(value) = self.amount("value") {
            product.value = value.unwrap_or(0);
        }
        if let Some(price) = self.amount("signupPrice") {
            product.signup_price = price;
        }
        if let Some(quantity) = self.number("quantity") {
            product.quantity = quantity;
        }
        if let Some(days) = self.number("goodForDays") {
            product.good_for_days = days;
        }
        let seen = self.number("stockSeen").flatten();
        if let Some(stock) = self.number("stock") {
            product.stock = entries::pieces(product.stock, seen, stock);
        }
        if let Some(count) = self.number("useLimit") {
            let per = self.read("useLimitPer", |cell| cell.parse().ok(), "day or month is expected.");
            let before = product.use_limit.map(|limit| limit.per);
            product.use_limit = count.map(|count| UseLimit {
                count,
                per: per.flatten().or(before).unwrap_or(LimitPeriod::Month),
            });
        }
        if let Some(details) = self.text("details") {
            product.details = details.lines().map(str::to_owned).collect();
        }
        if let Some(badge) = self.text("badge") {
            product.badge = Some(badge).filter(|badge| !badge.is_empty());
        }
        let ids = |cell: &str| {
            cell.split([' ', ';'])
                .filter(|id| !id.is_empty())
                .map(|id| id.parse().ok())
                .collect()
        };
        if let Some(ids) = self.read("locations", ids, "Numbers of locations are expected, such as 1 2.") {
            product.locations = ids.unwrap_or_default();
        }
        if let Some(image) = self.text("image") {
            product.logo.image = image;
        }
        if let Some(from) = self.instant("onSaleFrom") {
            product.on_sale_from = from;
        }
        if let Some(until) = self.instant("onSaleUntil") {
            product.on_sale_until = until;
        }
        Some(product)
    }
}

pub(in crate::catalog) const TYPE_STAYS: &str = "A product stays what it is. Please add another one.";

fn yes_or_no(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// A product of which nothing is said yet.
fn blank(product_type: ProductType) -> ProductEntry {
    ProductEntry {
        product_type,
        name: String::new(),
        price: 0,
        value: 0,
        signup_price: None,
        quantity: None,
        good_for_days: None,
        stock: None,
        use_limit: None,
        details: Vec::new(),
        badge: None,
        locations: Vec::new(),
        logo: Logo {
            alpha: 1.0,
            ..Logo::default()
        },
        on_sale_from: None,
        on_sale_until: None,
    }
}

#[cfg(test)]
mod tests;
