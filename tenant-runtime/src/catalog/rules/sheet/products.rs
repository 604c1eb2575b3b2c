//! CSV import and export of products. Pure.

use std::collections::BTreeMap;

use jiff::Timestamp;
use platform::money::decimal;
use platform::sheet::Sheet;

use super::{Cells, Column, Formats, Plan, SheetFaults, Tabled, number};
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::products;
use crate::catalog::{LimitPeriod, ProductType, UseLimit};
use crate::fields::local_time;
use crate::fields::text::REQUIRED;

pub(in crate::catalog) const TYPE_STAYS: &str = "You can't change a product's type. Add a new product instead.";

impl Tabled for ProductRecord {
    type Entry = ProductEntry;

    const ID: &'static str = "productId";
    const NEEDED: &'static [&'static str] = &["productType", "name", "price"];
    const UNKNOWN: &'static str = "Unknown product. Leave this blank to create one.";
    const TWICE: &'static str = "This product appears twice.";

    fn columns() -> Vec<Column<ProductEntry>> {
        Vec::from(COLUMNS)
    }

    fn blank(cells: &mut Cells<'_>) -> Option<ProductEntry> {
        let kind = product_type(cells);
        if kind.is_none() && !cells.is_wrong() {
            cells.refuse("productType", REQUIRED);
        }
        kind.map(ProductEntry::blank)
    }

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

const COLUMNS: [Column<ProductEntry>; 18] = [
    Column::Cell {
        name: "productType",
        get: |product, _| {
            let kind: &'static str = product.product_type.into_str();
            kind.to_owned()
        },
        set: |product, cells, _| {
            if product_type(cells).is_some_and(|kind| kind != product.product_type) {
                cells.refuse("productType", TYPE_STAYS);
            }
        },
    },
    Column::Text {
        name: "name",
        of: |product| &mut product.name,
    },
    Column::Cell {
        name: "price",
        get: |product, formats| decimal(product.price, &formats.currency),
        set: |product, cells, formats| {
            if let Some(price) = cells.needed_amount("price", &formats.currency) {
                product.price = price;
            }
        },
    },
    Column::Cell {
        name: "value",
        get: |product, formats| decimal(product.value, &formats.currency),
        set: |product, cells, formats| {
            if let Some(value) = cells.amount("value", &formats.currency) {
                product.value = value.unwrap_or(0);
            }
        },
    },
    Column::Cell {
        name: "signupPrice",
        get: |product, formats| {
            let price = product.signup_price.map(|price| decimal(price, &formats.currency));
            price.unwrap_or_default()
        },
        set: |product, cells, formats| {
            if let Some(price) = cells.amount("signupPrice", &formats.currency) {
                product.signup_price = price;
            }
        },
    },
    Column::Cell {
        name: "quantity",
        get: |product, _| number(product.quantity),
        set: |product, cells, _| {
            if let Some(quantity) = cells.number("quantity") {
                product.quantity = quantity;
            }
        },
    },
    Column::Cell {
        name: "goodForDays",
        get: |product, _| number(product.good_for_days),
        set: |product, cells, _| {
            if let Some(days) = cells.number("goodForDays") {
                product.good_for_days = days;
            }
        },
    },
    Column::Cell {
        name: "stock",
        get: |product, _| number(product.stock),
        set: |product, cells, _| {
            let seen = cells.number("stockSeen").flatten();
            if let Some(stock) = cells.number("stock") {
                product.stock = products::pieces(product.stock, seen, stock);
            }
        },
    },
    Column::Cell {
        name: "stockSeen",
        get: |product, _| number(product.stock),
        // Read with the stock.
        set: |_, _, _| {},
    },
    Column::Cell {
        name: "useLimit",
        get: |product, _| number(product.use_limit.map(|limit| limit.count)),
        set: |product, cells, _| {
            let Some(count) = cells.number("useLimit") else { return };
            let per = cells.read("useLimitPer", |cell| cell.parse().ok(), "Enter day or month.");
            let before = product.use_limit.map(|limit| limit.per);
            product.use_limit = count.map(|count| UseLimit {
                count,
                per: per.flatten().or(before).unwrap_or(LimitPeriod::Month),
            });
        },
    },
    Column::Cell {
        name: "useLimitPer",
        get: |product, _| {
            let per = product.use_limit.map(|limit| limit.per.into_str().to_owned());
            per.unwrap_or_default()
        },
        // Read with the limit.
        set: |_, _, _| {},
    },
    Column::Cell {
        name: "washes",
        get: |product, _| {
            let ids: Vec<_> = product.washes.iter().map(i64::to_string).collect();
            ids.join(" ")
        },
        set: |product, cells, _| {
            if let Some(ids) = cells.ids("washes", "Enter wash product numbers, such as 101 102.") {
                product.washes = ids.unwrap_or_default();
            }
        },
    },
    Column::Cell {
        name: "details",
        get: |product, _| product.details.join("\n"),
        set: |product, cells, _| {
            if let Some(details) = cells.text("details") {
                product.details = details.lines().map(str::to_owned).collect();
            }
        },
    },
    Column::Cell {
        name: "badge",
        get: |product, _| product.badge.clone().unwrap_or_default(),
        set: |product, cells, _| {
            if let Some(badge) = cells.text("badge") {
                product.badge = Some(badge).filter(|badge| !badge.is_empty());
            }
        },
    },
    Column::Cell {
        name: "locations",
        get: |product, _| {
            let ids: Vec<_> = product.locations.iter().map(i64::to_string).collect();
            ids.join(" ")
        },
        set: |product, cells, _| {
            if let Some(ids) = cells.locations("locations") {
                product.locations = ids.unwrap_or_default();
            }
        },
    },
    Column::Text {
        name: "image",
        of: |product| &mut product.logo.image,
    },
    Column::Cell {
        name: "onSaleFrom",
        get: |product, formats| instant(product.on_sale_from, formats),
        set: |product, cells, _| {
            if let Some(from) = cells.instant("onSaleFrom") {
                product.on_sale_from = from;
            }
        },
    },
    Column::Cell {
        name: "onSaleUntil",
        get: |product, formats| instant(product.on_sale_until, formats),
        set: |product, cells, _| {
            if let Some(until) = cells.instant("onSaleUntil") {
                product.on_sale_until = until;
            }
        },
    },
];

fn product_type(cells: &mut Cells<'_>) -> Option<ProductType> {
    let kind = cells.read(
        "productType",
        |cell| cell.parse().ok(),
        "Enter AppWash, AppBundle, AppClub, GiftCard, GiftCardRecharge or Swag.",
    );
    kind.flatten()
}

fn instant(at: Option<Timestamp>, formats: &Formats) -> String {
    at.map(|at| local_time(at, &formats.zone)).unwrap_or_default()
}

/// Plans the import of `sheet` into the `known` products of a site with these `locations`.
///
/// # Errors
/// Everything that is wrong with it.
pub(in crate::catalog) fn plan(
    sheet: &Sheet,
    known: &BTreeMap<i64, ProductRecord>,
    locations: &[i64],
    formats: &Formats,
) -> Result<Plan<ProductEntry>, SheetFaults> {
    let known_washes = known
        .values()
        .filter(|record| record.product.product_type == ProductType::AppWash);
    let washes: Vec<i64> = known_washes.map(|wash| wash.product_id).collect();
    let check = |product: &ProductEntry| products::product(product, locations, &washes);
    super::plan(sheet, known, formats, check, |_, field| match field {
        "logo.image" | "logo.alpha" => "image",
        field => field,
    })
}

#[cfg(test)]
mod tests;
