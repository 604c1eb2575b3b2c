//! Metrics and groupings of each report.

use std::collections::BTreeMap;

use jiff::civil::Date;
use platform::db::TenantRead;

use super::measure::Measure;
use super::rules::{Group, Key, Membership, Window, share};
use super::store::{self, Posted};

/// A table and the figures over it.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) columns: &'static [Measure],
    /// By row, in the order of the columns.
    pub(super) rows: BTreeMap<Key, Vec<i64>>,
    /// Figures that aren't the sum of their column. A measure without a column is only a figure.
    pub(super) own: Vec<(Measure, i64)>,
    /// Names of rows.
    pub(super) labels: BTreeMap<i64, String>,
}

impl Sheet {
    /// With a row for each part of a time, empty or not.
    fn new(columns: &'static [Measure], window: &Window, group: Group) -> Self {
        let rows = if group.is_time() {
            window.parts(group).rows
        } else {
            Vec::new()
        };
        Self {
            columns,
            rows: rows.into_iter().map(|key| (key, vec![0; columns.len()])).collect(),
            ..Self::default()
        }
    }

    fn add(&mut self, key: Key, measure: Measure, amount: i64) {
        let Some(column) = self.columns.iter().position(|column| *column == measure) else {
            return;
        };
        let row = self.rows.entry(key).or_insert_with(|| vec![0; self.columns.len()]);
        row[column] += amount;
    }

    /// Figures by measure: sums of the columns that have one.
    pub(super) fn figures(&self) -> Vec<(Measure, i64)> {
        let sum = |column: usize| self.rows.values().map(|row| row[column]).sum();
        let of_columns = self.columns.iter().enumerate().map(|(column, measure)| {
            let own = self.own.iter().find(|(own, _)| own == measure);
            (*measure, own.map_or_else(|| sum(column), |(_, value)| *value))
        });
        let mut figures: Vec<_> = of_columns.collect();
        figures.extend(self.own.iter().filter(|(measure, _)| !self.columns.contains(measure)));
        figures
    }
}

/// The entries of an account, by row.
async fn posted(db: &mut TenantRead, account: &str, window: &Window, group: Group) -> Result<Vec<Posted>, sqlx::Error> {
    match group {
        Group::Location => store::by_location(db, account, window).await,
        Group::Tender => store::by_taker(db, account, window).await,
        _ => store::by_time(db, account, &window.parts(group)).await,
    }
}

async fn with_location_names(db: &mut TenantRead, mut sheet: Sheet) -> Result<Sheet, sqlx::Error> {
    sheet.labels = store::location_names(db).await?.into_iter().collect();
    Ok(sheet)
}

pub(super) async fn sales(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{Discounts, GrossSales, NetSales, Orders, Refunds, Taxes};
    let mut sheet = Sheet::new(
        &[Orders, GrossSales, Discounts, Refunds, NetSales, Taxes],
        window,
        group,
    );
    if group == Group::Product {
        return products(db, window, sheet).await;
    }
    for entry in posted(db, "sales", window, group).await? {
        sheet.add(entry.key, Orders, entry.credits);
        sheet.add(entry.key, GrossSales, -entry.credit);
        sheet.add(entry.key, Refunds, entry.debit);
        sheet.add(entry.key, NetSales, -entry.credit - entry.debit);
    }
    for entry in posted(db, "discounts", window, group).await? {
        sheet.add(entry.key, Discounts, entry.debit);
        // Of what was refunded, the discount had not been paid.
        sheet.add(entry.key, Refunds, entry.credit);
        sheet.add(entry.key, NetSales, -entry.debit - entry.credit);
    }
    for entry in posted(db, "tax", window, group).await? {
        sheet.add(entry.key, Taxes, -entry.credit - entry.debit);
    }
    with_location_names(db, sheet).await
}

/// Taxes belong to orders, and are in the report by location.
async fn products(db: &mut TenantRead, window: &Window, sheet: Sheet) -> Result<Sheet, sqlx::Error> {
    use Measure::{Discounts, GrossSales, NetSales, Orders, Refunds};
    let mut sheet = Sheet {
        columns: &[Orders, GrossSales, Discounts, Refunds, NetSales],
        ..sheet
    };
    for product in store::sales::by_product(db, window).await? {
        let key = product.product_id.map_or(Key::Other, Key::Id);
        sheet.add(key, Orders, product.sold);
        sheet.add(key, GrossSales, product.gross);
        sheet.add(key, Discounts, product.discounts);
        sheet.add(key, Refunds, product.refunds);
        sheet.add(key, NetSales, product.gross - product.discounts - product.refunds);
    }
    sheet.labels = store::product_names(db).await?.into_iter().collect();
    let (count, amount) = store::sales::kiosk_sales(db, window).await?;
    if count > 0 {
        // Kiosk sales have no catalog product.
        sheet.add(Key::Other, Orders, count);
        sheet.add(Key::Other, GrossSales, amount);
        sheet.add(Key::Other, NetSales, amount);
    }
    Ok(sheet)
}

pub(super) async fn refunds(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{RefundCount, RefundedAmount, RefundedToCards, RefundedToGiftCards};
    const MEASURES: &[Measure] = &[RefundCount, RefundedToCards, RefundedToGiftCards, RefundedAmount];
    let mut sheet = Sheet::new(MEASURES, window, group);
    let parts = window.parts(group);
    for refund in store::sales::refunds(db, window).await? {
        let key = match group {
            Group::Reason => refund.reason.map_or(Key::Other, Key::Reason),
            Group::Location => refund.location_id.map_or(Key::Other, Key::Id),
            _ => parts.row_at(refund.at),
        };
        sheet.add(key, RefundCount, 1);
        sheet.add(key, RefundedToCards, refund.to_card);
        sheet.add(key, RefundedToGiftCards, refund.to_gift_card);
        sheet.add(key, RefundedAmount, refund.to_card + refund.to_gift_card);
    }
    with_location_names(db, sheet).await
}

pub(super) async fn taxes(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{NetSales, Taxes, TaxesCollected, TaxesRefunded};
    let mut sheet = Sheet::new(&[NetSales, TaxesCollected, TaxesRefunded, Taxes], window, group);
    for account in ["sales", "discounts"] {
        for entry in posted(db, account, window, group).await? {
            sheet.add(entry.key, NetSales, -entry.credit - entry.debit);
        }
    }
    for entry in posted(db, "tax", window, group).await? {
        sheet.add(entry.key, TaxesCollected, -entry.credit);
        sheet.add(entry.key, TaxesRefunded, entry.debit);
        sheet.add(entry.key, Taxes, -entry.credit - entry.debit);
    }
    with_location_names(db, sheet).await
}

pub(super) async fn payouts(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{ChargedAmount, Charges, DisputedAmount, Payout, RefundedAmount};
    const MEASURES: &[Measure] = &[Charges, ChargedAmount, RefundedAmount, DisputedAmount, Payout];
    let mut sheet = Sheet::new(MEASURES, window, group);
    for entry in posted(db, "clearing", window, group).await? {
        sheet.add(entry.key, Charges, entry.debits);
        sheet.add(entry.key, ChargedAmount, entry.debit);
        sheet.add(entry.key, RefundedAmount, -entry.credit);
        sheet.add(entry.key, Payout, entry.debit + entry.credit);
    }
    // Chargebacks and returned money change it too. Neither is a refund or a charge.
    for entry in posted(db, "disputed", window, group).await? {
        sheet.add(entry.key, Charges, -entry.credits);
        sheet.add(entry.key, ChargedAmount, entry.credit);
        sheet.add(entry.key, RefundedAmount, -entry.debit);
        sheet.add(entry.key, DisputedAmount, entry.debit + entry.credit);
    }
    // Lost money left the disputed account permanently.
    for entry in posted(db, "chargebacks", window, group).await? {
        sheet.add(entry.key, Charges, entry.debits);
        sheet.add(entry.key, ChargedAmount, entry.debit);
        sheet.add(entry.key, DisputedAmount, entry.debit);
    }
    Ok(sheet)
}

pub(super) async fn redemptions(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{ClubUses, Codes, GiftCardPayments, Redemptions};
    let mut sheet = Sheet::new(&[Redemptions, Codes, ClubUses, GiftCardPayments], window, group);
    let parts = window.parts(group);
    let key = |location: Option<i64>, when| match group {
        Group::Location => location.map_or(Key::Other, Key::Id),
        _ => when,
    };
    let taken = match group {
        Group::Location => store::redemptions::by_location(db, window).await?,
        _ => store::redemptions::by_time(db, &parts).await?,
    };
    for taken in taken.iter().filter(|taken| taken.codes + taken.club > 0) {
        sheet.add(taken.key, Redemptions, taken.codes + taken.club);
        sheet.add(taken.key, Codes, taken.codes);
        sheet.add(taken.key, ClubUses, taken.club);
    }
    for (location, when, amount) in store::redemptions::gift_card_payments(db, &parts).await? {
        sheet.add(key(location, when), GiftCardPayments, amount);
    }
    with_location_names(db, sheet).await
}

pub(super) async fn offers(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{Claims, ClaimsUsed, DiscountGiven};
    let mut sheet = Sheet::new(&[Claims, ClaimsUsed, DiscountGiven], window, group);
    for offer in store::offers(db, window).await? {
        let key = offer.offer_id.map_or(Key::Other, Key::Id);
        sheet.add(key, Claims, offer.claims);
        sheet.add(key, ClaimsUsed, offer.used);
        sheet.add(key, DiscountGiven, offer.discount);
    }
    sheet.labels = store::offer_names(db).await?.into_iter().collect();
    Ok(sheet)
}

/// `today`: codes are counted as of today, regardless of the report's period.
pub(super) async fn liability(
    db: &mut TenantRead,
    window: &Window,
    group: Group,
    today: Date,
) -> Result<Sheet, sqlx::Error> {
    use Measure::{GiftCardBalance, GiftCardsLoaded, GiftCardsSpent, UnusedCodes, UnusedCodesValue};
    let unused = store::liability::unused_codes(db, today).await?;
    let codes = [
        (UnusedCodes, unused.iter().map(|unused| unused.codes).sum()),
        (UnusedCodesValue, unused.iter().map(|unused| unused.value).sum()),
    ];
    let balance = store::liability::gift_card_balance(db, window.end()).await?;
    if group == Group::Product {
        let mut sheet = Sheet::new(&[UnusedCodes, UnusedCodesValue], window, group);
        for unused in unused {
            let key = unused.product_id.map_or(Key::Other, Key::Id);
            sheet.add(key, UnusedCodes, unused.codes);
            sheet.add(key, UnusedCodesValue, unused.value);
        }
        sheet.labels = store::product_names(db).await?.into_iter().collect();
        sheet.own = vec![(GiftCardBalance, balance)];
        return Ok(sheet);
    }
    let mut sheet = Sheet::new(&[GiftCardsLoaded, GiftCardsSpent, GiftCardBalance], window, group);
    for entry in store::liability::gift_cards(db, window, &window.parts(group)).await? {
        sheet.add(entry.key, GiftCardsLoaded, -entry.credit);
        sheet.add(entry.key, GiftCardsSpent, entry.debit);
    }
    let mut worth = store::liability::gift_card_balance(db, window.start()).await?;
    for row in sheet.rows.values_mut() {
        worth += row[0] - row[1];
        row[2] = worth;
    }
    sheet.own = vec![(GiftCardBalance, balance)];
    sheet.own.extend(codes);
    Ok(sheet)
}

pub(super) async fn members(db: &mut TenantRead, window: &Window, group: Group) -> Result<Sheet, sqlx::Error> {
    use Measure::{Churn, ClubSales, DeclinedMonths, Joined, Left, Members, MonthlyRevenue, RecoveredMonths, Recovery};
    let (start, end) = (window.start(), window.end());
    let memberships = store::members::memberships(db, start).await?;
    let mut sheet = Sheet::new(&[Members, MonthlyRevenue, Joined, Left, ClubSales], window, group);
    let count = |test: &dyn Fn(&Membership) -> bool| memberships.iter().filter(|member| test(member)).count() as i64;
    let parts = window.parts(group);
    for (from, until, row) in parts.pieces.iter().copied().filter(|_| group.is_time()) {
        let key = parts.rows[row];
        let live = || memberships.iter().filter(move |member| member.is_live_at(until));
        sheet.add(key, Members, live().count() as i64);
        sheet.add(key, MonthlyRevenue, live().map(|member| member.monthly_price).sum());
        sheet.add(key, Joined, count(&|member| member.joined_within(from, until)));
        sheet.add(key, Left, count(&|member| member.left_within(from, until)));
    }
    if group == Group::Product {
        for member in &memberships {
            let key = Key::Id(member.product_id);
            let lives = member.is_live_at(end);
            sheet.add(key, Members, i64::from(lives));
            sheet.add(key, MonthlyRevenue, if lives { member.monthly_price } else { 0 });
            sheet.add(key, Joined, i64::from(member.joined_within(start, end)));
            sheet.add(key, Left, i64::from(member.left_within(start, end)));
        }
        sheet.labels = store::product_names(db).await?.into_iter().collect();
    }
    for (product, when, amount) in store::members::club_sales(db, window, &parts).await? {
        let key = match group {
            Group::Product => product.map_or(Key::Other, Key::Id),
            _ => when,
        };
        sheet.add(key, ClubSales, amount);
    }
    let months = store::members::declined_months(db, window).await?;
    let live = || memberships.iter().filter(move |member| member.is_live_at(end));
    let before = count(&|member| member.is_live_at(start));
    let left_of_them = count(&|member| member.is_live_at(start) && member.left_within(start, end));
    sheet.own = vec![
        (Members, live().count() as i64),
        (MonthlyRevenue, live().map(|member| member.monthly_price).sum()),
        (Churn, share(left_of_them, before)),
        (DeclinedMonths, months.declined),
        (RecoveredMonths, months.recovered),
        (Recovery, share(months.recovered, months.declined)),
    ];
    Ok(sheet)
}
