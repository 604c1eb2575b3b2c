use jiff::civil::Date;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::Purpose;

use crate::catalog::tax::Price;
use crate::catalog::{ProductType, UseLimit};
use crate::checkout::PurchasedProduct;
use crate::checkout::rules::KioskLine;
use crate::checkout::rules::price::{PricedUnit, SavedTaxes};
use crate::clubs::Plan;
use crate::gifts::Gift;

/// A unit to insert, with details from elsewhere.
pub(in crate::checkout) struct NewLine<'a> {
    pub(in crate::checkout) unit: &'a PricedUnit,
    pub(in crate::checkout) card: Option<SealedCard>,
    pub(in crate::checkout) address_id: Option<i64>,
    /// Whether an item was taken from stock for it.
    pub(in crate::checkout) stock_taken: bool,
}

/// For a gift card's number between its order and its reload.
pub(in crate::checkout) const CARD_NUMBER: Purpose = Purpose("checkout-card-number");
/// Context of a sealed number.
pub(in crate::checkout) const CARD_PLACE: &str = "checkout_order_lines/card";

/// An encrypted gift card number.
pub(in crate::checkout) struct SealedCard {
    pub(in crate::checkout) sealed: Vec<u8>,
    pub(in crate::checkout) last_four: String,
}

/// Returns the line's ID.
pub(in crate::checkout) async fn insert(
    db: &mut TenantWrite,
    order_id: i64,
    line: &NewLine<'_>,
) -> Result<i64, sqlx::Error> {
    let (unit, listing) = (line.unit, &line.unit.listing);
    let product_type = listing.product_type.into_str();
    let details = json(&listing.details)?;
    let locations = json(&listing.locations)?;
    let washes = json(&listing.washes)?;
    let quantity = listing.quantity.unwrap_or(1);
    let (monthly_price, gross_monthly_price) = unit.is_club().then(|| listing.price.columns(unit.tax_rate)).unzip();
    let gross_monthly_price = gross_monthly_price.flatten();
    let (use_limit, use_limit_per) = listing
        .use_limit
        .map(|limit| (limit.count, limit.per.into_str()))
        .unzip();
    let starts_on = unit.starts_on.map(|day| day.to_string());
    let (is_gift, gift) = (unit.is_gift(), unit.unit.gift.as_ref());
    let email = gift.map(|gift| &gift.email);
    let (name, message) = (
        gift.and_then(|gift| gift.name.as_ref()),
        gift.and_then(|gift| gift.message.as_ref()),
    );
    let header = gift.and_then(|gift| gift.header);
    let (sealed, last_four) = (
        line.card.as_ref().map(|card| &card.sealed),
        line.card.as_ref().map(|card| &card.last_four),
    );
    let inserted = sqlx::query!(
        "INSERT INTO checkout_order_lines
           (order_id, product_id, product_type, name, price, taxes, tax_rate_ppm, details, locations, value, quantity,
            is_gift, stock_taken, gifted_email, gifted_to, gift_message, gift_header, card_sealed, card_last_four,
            address_id, good_for_days, monthly_price, use_limit, use_limit_per, discount, credit,
            credited_period_id, starts_on, gross_monthly_price, discount_taxes, credit_taxes, washes)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        order_id,
        listing.id,
        product_type,
        listing.name,
        unit.price,
        unit.taxes,
        unit.tax_rate,
        details,
        locations,
        listing.value,
        quantity,
        is_gift,
        line.stock_taken,
        email,
        name,
        message,
        header,
        sealed,
        last_four,
        line.address_id,
        listing.good_for_days,
        monthly_price,
        use_limit,
        use_limit_per,
        unit.discount,
        unit.credit,
        unit.credited_period_id,
        starts_on,
        gross_monthly_price,
        unit.saved.discount,
        unit.saved.credit,
        washes
    )
    .execute(db.conn())
    .await?;
    Ok(inserted.last_insert_rowid())
}

/// Inserts a line without a product in the catalog.
pub(in crate::checkout) async fn insert_of_kiosk(
    db: &mut TenantWrite,
    order_id: i64,
    line: &KioskLine,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO checkout_order_lines
           (order_id, product_type, name, price, taxes, tax_rate_ppm, value, quantity, is_gift, stock_taken)
         VALUES (?, 'AirPay', ?, ?, ?, 0, 0, 1, 0, 0)",
        order_id,
        line.name,
        line.price,
        line.taxes
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A line of an order as sold.
pub(in crate::checkout) struct Line {
    pub(in crate::checkout) id: i64,
    /// `None`: not a product in the catalog.
    pub(in crate::checkout) product_id: Option<i64>,
    pub(in crate::checkout) product_type: ProductType,
    pub(in crate::checkout) name: String,
    /// Minor units, net.
    pub(in crate::checkout) price: i64,
    /// Minor units, on the price and the credit.
    pub(in crate::checkout) taxes_with_credit: i64,
    /// Credit for the rest of the previous club's period, in minor units.
    pub(in crate::checkout) credit: i64,
    /// The credited month.
    pub(in crate::checkout) credited_period_id: Option<i64>,
    /// Local day on which a club starts that isn't paid before.
    pub(in crate::checkout) starts_on: Option<Date>,
    /// Value of a gift card, in minor units.
    pub(in crate::checkout) value: i64,
    /// Number of codes.
    pub(in crate::checkout) quantity: i64,
    /// Validity of its codes in days. `None`: a year.
    pub(in crate::checkout) good_for_days: Option<i64>,
    /// For a club, the terms of its renewals.
    pub(in crate::checkout) plan: Option<Plan>,
    pub(in crate::checkout) locations: Vec<i64>,
    /// Names of the washes that a club or bundle includes.
    pub(in crate::checkout) washes: Vec<String>,
    pub(in crate::checkout) address_id: Option<i64>,
    pub(in crate::checkout) gift: Option<Gift>,
    /// Number of the gift card to reload.
    pub(in crate::checkout) card_sealed: Option<Vec<u8>>,
    /// Last four digits of the gift card.
    pub(in crate::checkout) card_last_four: Option<String>,
}

pub(in crate::checkout) async fn of_order(db: &mut TenantRead, order_id: i64) -> Result<Vec<Line>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", product_id, product_type, name, price, taxes, credit_taxes, gross_monthly_price, value, quantity, locations, washes, address_id, gifted_email,
             gifted_to, gift_message, gift_header, card_sealed, card_last_four, good_for_days, monthly_price, use_limit,
             use_limit_per, credit, credited_period_id, starts_on
           FROM checkout_order_lines WHERE order_id = ? ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Line {
                id: row.id,
                product_id: row.product_id,
                product_type: product_type(&row.product_type)?,
                name: row.name,
                price: row.price,
                taxes_with_credit: row.taxes + row.credit_taxes.unwrap_or(0),
                credit: row.credit,
                credited_period_id: row.credited_period_id,
                starts_on: row
                    .starts_on
                    .as_deref()
                    .map(str::parse::<Date>)
                    .transpose()
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
                value: row.value,
                quantity: row.quantity,
                good_for_days: row.good_for_days,
                plan: row.monthly_price.map(|monthly_price| Plan {
                    monthly_price: Price::of_columns(monthly_price, row.gross_monthly_price),
                    use_limit: UseLimit::of_columns(row.use_limit, row.use_limit_per.as_deref()),
                }),
                locations: serde_json::from_str(&row.locations).map_err(undecodable)?,
                washes: serde_json::from_str(&row.washes).map_err(undecodable)?,
                address_id: row.address_id,
                gift: row.gifted_email.map(|email| Gift {
                    email,
                    name: row.gifted_to,
                    message: row.gift_message,
                    header: row.gift_header,
                }),
                card_sealed: row.card_sealed,
                card_last_four: row.card_last_four,
            })
        })
        .collect()
}

/// Price of an order's gift cards and reloads, in minor units.
pub(in crate::checkout) async fn price_of_cards(db: &mut TenantRead, order_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(SUM(price), 0) AS "sum!: i64" FROM checkout_order_lines
           WHERE order_id = ? AND product_type IN ('GiftCard', 'GiftCardRecharge')"#,
        order_id
    )
    .fetch_one(db.conn())
    .await
}

/// Lines of an order as its customer sees them: identical ones grouped, and parts with the line they were split from.
pub(in crate::checkout) async fn purchased_products(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Vec<PurchasedProduct>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH sums AS (
               SELECT COALESCE(part_of, id) AS line, SUM(price) AS price, SUM(discount) AS discount, SUM(credit) AS credit,
                      SUM(taxes) AS taxes, SUM(discount_taxes) AS discount_taxes
               FROM checkout_order_lines WHERE order_id = ?1 GROUP BY 1)
           SELECT l.product_id, l.name, s.price AS "price!: i64", s.discount AS "discount!: i64", s.credit AS "credit!: i64",
                  s.taxes AS "taxes!: i64", l.tax_rate_ppm, s.discount_taxes AS "discount_taxes?: i64", l.credit_taxes,
                  l.product_type, l.is_gift AS "is_gift: bool", l.gifted_email, l.gifted_to, l.fulfillment
           FROM checkout_order_lines l JOIN sums s ON s.line = l.id ORDER BY l.id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    let mut sold: Vec<(Option<i64>, PurchasedProduct)> = Vec::new();
    for row in rows {
        let kind = product_type(&row.product_type)?;
        let saved = SavedTaxes::of_columns(row.discount_taxes, row.credit_taxes)
            .unwrap_or_else(|| SavedTaxes::on(row.price, (row.discount, row.credit), row.tax_rate_ppm));
        let unit = PurchasedProduct {
            name: row.name,
            quantity: 1,
            unit_price: row.price + row.discount + row.credit,
            unit_taxes: row.taxes + saved.total(),
            is_gift: row.is_gift,
            gifted_email: row.gifted_email,
            gifted_to: row.gifted_to,
            fulfillable: kind.is_fulfillable(),
            app_product_type: kind,
            fulfillment_state: row.fulfillment,
        };
        let same = sold
            .iter_mut()
            .find(|(product, known)| *product == row.product_id && known.is_like(&unit));
        match same {
            Some((_, known)) => known.quantity += 1,
            None => sold.push((row.product_id, unit)),
        }
    }
    Ok(sold.into_iter().map(|(_, product)| product).collect())
}

/// Taxes saved by the discount and credit of an order.
pub(in crate::checkout) async fn saved_taxes(db: &mut TenantRead, order_id: i64) -> Result<SavedTaxes, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT SUM(price) AS "price!: i64", SUM(discount) AS "discount!: i64", SUM(credit) AS "credit!: i64",
                  MAX(tax_rate_ppm) AS "tax_rate_ppm!: i64", SUM(discount_taxes) AS "discount_taxes?: i64",
                  SUM(credit_taxes) AS "credit_taxes?: i64"
           FROM checkout_order_lines
           WHERE order_id = ? GROUP BY COALESCE(part_of, id) HAVING SUM(discount) > 0 OR SUM(credit) > 0"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    let mut saved = SavedTaxes::default();
    for row in rows {
        let on = SavedTaxes::of_columns(row.discount_taxes, row.credit_taxes)
            .unwrap_or_else(|| SavedTaxes::on(row.price, (row.discount, row.credit), row.tax_rate_ppm));
        saved.discount += on.discount;
        saved.credit += on.credit;
    }
    Ok(saved)
}

/// A line that chose a club to start later.
pub(in crate::checkout) struct ChosenClub {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) trans_record_id: String,
}

/// Clubs that a customer chose to start later, each in its own order.
pub(in crate::checkout) async fn chosen_clubs(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<ChosenClub>, sqlx::Error> {
    sqlx::query_as!(
        ChosenClub,
        r#"SELECT l.id AS "line_id!", o.trans_record_id FROM checkout_orders o
           JOIN checkout_order_lines l ON l.order_id = o.id
           WHERE o.customer_id = ? AND l.starts_on IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM checkout_order_lines WHERE order_id = o.id AND id <> l.id)"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Deletes the recipients of gifts in a customer's settled orders.
pub(in crate::checkout) async fn forget_gifts_by(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_order_lines SET gifted_email = NULL, gifted_to = NULL, gift_message = NULL
         WHERE is_gift = 1 AND order_id IN (SELECT id FROM checkout_orders
                            WHERE customer_id = ? AND state NOT IN ('pending', 'unknown', 'flagged'))",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes the recipient of a gift line.
pub(in crate::checkout) async fn forget_gift(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_order_lines SET gifted_email = NULL, gifted_to = NULL, gift_message = NULL WHERE id = ?",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Minor units, net, that orders credited for these club months and that aren't refunded. `months`: their IDs.
pub(in crate::checkout) async fn credited_for(db: &mut TenantRead, months: &[i64]) -> Result<i64, sqlx::Error> {
    if months.is_empty() {
        return Ok(0);
    }
    let months = serde_json::to_string(months).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query_scalar!(
        r#"SELECT COALESCE(SUM(l.credit), 0) AS "credit!: i64"
           FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE l.credited_period_id IN (SELECT value FROM json_each(?)) AND l.reversal_id IS NULL
             AND o.state IN ('pending', 'unknown', 'flagged', 'paid', 'partially_refunded')"#,
        months
    )
    .fetch_one(db.conn())
    .await
}

/// `transRecordId` of each line's order.
pub async fn orders_of_lines(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let ids = json(&ids)?;
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.trans_record_id AS "trans_record_id!"
           FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE l.id IN (SELECT value FROM json_each(?))"#,
        ids
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.trans_record_id)).collect())
}

pub(super) fn product_type(text: &str) -> Result<ProductType, sqlx::Error> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode(format!("product type {text}").into()))
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
