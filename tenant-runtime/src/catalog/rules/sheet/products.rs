//! Products as a table: how they are written, and what becomes of those that are brought. Pure.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::money::{Currency, decimal};
use platform::sheet::Sheet;

use super::cells::{AMOUNT, amount};
use super::{Cells, Plan, SheetFaults, Tabled, said};
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::products;
use crate::catalog::{LimitPeriod, Logo, ProductType, UseLimit};
use crate::fields::local_time;
use crate::fields::text::REQUIRED;

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

pub(in crate::catalog) const TYPE_STAYS: &str = "You can't change a product's type. Add a new product instead.";

impl Tabled for ProductRecord {
    type Entry = ProductEntry;

    const COLUMNS: &'static [&'static str] = &COLUMNS;
    const ID: &'static str = "productId";
    const NEEDED: &'static [&'static str] = &["productType", "name", "price"];
    const UNKNOWN: &'static str = "Unknown product. Leave this blank to create one.";
    const TWICE: &'static str = "This product appears twice.";

    fn id(&self) -> i64 {
        self.product_id
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn archived(&self) -> bool {
        self.archived
    }

    fn entry(&self) -> &ProductEntry {
        &self.product
    }
}

/// A product as a row under [`COLUMNS`].
pub(in crate::catalog) fn row(record: &ProductRecord, currency: &Currency, zone: &TimeZone) -> [String; COLUMNS.len()] {
    let product = &record.product;
    let kind: &'static str = product.product_type.into_str();
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let instant = |at: Option<Timestamp>| at.map(|at| local_time(at, zone)).unwrap_or_default();
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
        said(record.archived),
    ]
}

/// What `sheet` makes of the products `known`, with `locations` to sell them at.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::catalog) fn plan(
    sheet: &Sheet,
    known: &BTreeMap<i64, ProductRecord>,
    locations: &[i64],
    currency: &Currency,
) -> Result<Plan<ProductEntry>, SheetFaults> {
    super::plan(sheet, known, |cells, before| {
        let product = entered(cells, before, currency)?;
        cells.checked(products::product(&product, locations), |field| match field {
            "logo.image" | "logo.alpha" => "image",
            field => field,
        })
    })
}

/// What a row says; `None`: not even what kind of product it is.
fn entered(cells: &mut Cells<'_>, before: Option<&ProductEntry>, currency: &Currency) -> Option<ProductEntry> {
    let kind = cells.read(
        "productType",
        |cell| cell.parse().ok(),
        "Enter AppWash, AppBundle, AppClub, GiftCard, GiftCardRecharge or Swag.",
    );
    let kind: Option<ProductType> = kind.flatten();
    let mut product = match (before, kind) {
        (Some(before), None) => before.clone(),
        (Some(before), Some(kind)) => {
            if before.product_type != kind {
                cells.refuse("productType", TYPE_STAYS);
            }
            before.clone()
        }
        (None, Some(kind)) => blank(kind),
        (None, None) => {
            if !cells.is_wrong() {
                cells.refuse("productType", REQUIRED);
            }
            return None;
        }
    };
    if let Some(name) = cells.text("name") {
        product.name = name;
    }
    let price = |cell: &str| amount(cell, currency);
    product.price = cells.read_needed("price", price, AMOUNT, before.map(|before| before.price));
    if let Some(value) = cells.amount("value", currency) {
        product.value = value.unwrap_or(0);
    }
    if let Some(price) = cells.amount("signupPrice", currency) {
        product.signup_price = price;
    }
    if let Some(quantity) = cells.number("quantity") {
        product.quantity = quantity;
    }
    if let Some(days) = cells.number("goodForDays") {
        product.good_for_days = days;
    }
    let seen = cells.number("stockSeen").flatten();
    if let Some(stock) = cells.number("stock") {
        product.stock = products::pieces(product.stock, seen, stock);
    }
    if let Some(count) = cells.number("useLimit") {
        let per = cells.read("useLimitPer", |cell| cell.parse().ok(), "Enter day or month.");
        let before = product.use_limit.map(|limit| limit.per);
        product.use_limit = count.map(|count| UseLimit {
            count,
            per: per.flatten().or(before).unwrap_or(LimitPeriod::Month),
        });
    }
    if let Some(details) = cells.text("details") {
        product.details = details.lines().map(str::to_owned).collect();
    }
    if let Some(badge) = cells.text("badge") {
        product.badge = Some(badge).filter(|badge| !badge.is_empty());
    }
    if let Some(ids) = cells.locations("locations") {
        product.locations = ids.unwrap_or_default();
    }
    if let Some(image) = cells.text("image") {
        product.logo.image = image;
    }
    if let Some(from) = cells.instant("onSaleFrom") {
        product.on_sale_from = from;
    }
    if let Some(until) = cells.instant("onSaleUntil") {
        product.on_sale_until = until;
    }
    Some(product)
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
