//! Emails about an order: receipt, failed payment, shipment and refund.

use jiff::Timestamp;
use minijinja::context;
use platform::audit;
use platform::db::TenantRead;
use platform::jobs::JobError;
use serde_json::json;

use super::PurchasedProduct;
use super::rules::entries::Address;
use super::rules::price::SavedTaxes;
use super::rules::shipment::ShipmentState;
use super::rules::{Order, TAKEN_BACK};
use super::store::{lines, orders, reversals, shipping};
use crate::catalog::{self, ProductType};
use crate::clubs;
use crate::identity::{self, Account};
use crate::language::Formats;
use crate::notifications::mail::{self, Mail};
use crate::payments;
use crate::site::{self, SavedConfig};
use crate::tenant::Tenant;

/// Sends the receipt of the order `order_id`, if its customer still has an address.
///
/// # Errors
/// Mail can't be sent now.
pub(super) async fn send(tenant: &Tenant, order_id: i64) -> Result<(), JobError> {
    let saved = site::saved_config(tenant).await?;
    let mut db = tenant.read().await?;
    let Some((order, account, kept)) = order_and_account(&mut db, order_id).await? else {
        return Ok(());
    };
    let orders::Amounts {
        subtotal,
        discount,
        credit,
        taxes,
        ..
    } = orders::amounts(&mut db, order_id).await?;
    let sold = lines::purchased_products(&mut db, order_id).await?;
    let with_tax = saved.config.prices_include_tax;
    let spared = match with_tax {
        true => lines::saved_taxes(&mut db, order_id).await?,
        false => SavedTaxes::default(),
    };
    let sent_to = shipping::addresses_of_order(&mut db, order_id).await?;
    let has_club = sold
        .iter()
        .any(|product| product.app_product_type == ProductType::AppClub);
    let renewal = match has_club {
        true => clubs::renewal_terms(&mut db, order.customer_id).await?,
        false => None,
    };
    let location = match order.location_id {
        Some(id) => catalog::location_label(&mut db, id).await?,
        None => None,
    };
    let card = card_of(&mut db, &order).await?;
    drop(db);
    let formats = saved.config.formats(kept.as_deref());
    let in_wallet = sold.iter().any(PurchasedProduct::is_in_own_wallet);
    let link = if in_wallet {
        format!("{}/wallet", tenant.origin())
    } else {
        purchases(tenant)
    };
    let details = context! {
        lines => sold.iter().map(|product| line(product, &formats, with_tax)).collect::<Vec<_>>(),
        in_wallet,
        addresses => sent_to.iter().map(label).collect::<Vec<_>>(),
        discount => (discount > 0).then(|| formats.money(-discount - spared.discount)),
        credit => (credit > 0).then(|| formats.money(-credit - spared.credit)),
        subtotal => formats.money(subtotal),
        taxes => formats.money(taxes),
        tax_included => with_tax,
        total => formats.money(order.total),
        order_number => order.number(),
        date => date(&saved, &formats, order.settled_at.unwrap_or(order.created_at)),
        location,
        card,
        renewal => renewal.map(|renewal| context! {
            club => renewal.club,
            date => formats.date(renewal.date),
            price => formats.money(renewal.total),
        }),
    };
    let mail = Mail {
        kind: "receipt",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mailed(tenant, &saved, &mail, &order).await
}

/// Notifies the customer that a pending payment failed, if the account still has an address.
///
/// # Errors
/// The email can't be sent now.
pub(super) async fn send_failure(tenant: &Tenant, order_id: i64) -> Result<(), JobError> {
    let saved = site::saved_config(tenant).await?;
    let mut db = tenant.read().await?;
    let Some((order, account, kept)) = order_and_account(&mut db, order_id).await? else {
        return Ok(());
    };
    let taken_back = order.code == TAKEN_BACK;
    // What was charged may differ from what was requested.
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    let charged = payment.filter(|_| taken_back).map(|payment| payment.amount);
    drop(db);
    let link = format!("{}/checkout", tenant.origin());
    let formats = saved.config.formats(kept.as_deref());
    let details = context! {
        total => formats.money(charged.unwrap_or(order.total)),
        taken_back,
        order_number => order.number(),
    };
    let mail = Mail {
        kind: "payment_failed",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mailed(tenant, &saved, &mail, &order).await
}

/// Notifies the customer that the goods of a line were shipped, if their account has an address.
///
/// # Errors
/// The email can't be sent now.
pub(super) async fn send_shipped(tenant: &Tenant, order_id: i64, line_id: i64) -> Result<(), JobError> {
    let saved = site::saved_config(tenant).await?;
    let mut db = tenant.read().await?;
    let Some((order, account, kept)) = order_and_account(&mut db, order_id).await? else {
        return Ok(());
    };
    let lines = reversals::sold_lines(&mut db, order.id).await?;
    let line = lines.into_iter().find(|line| line.id == line_id);
    // It may have been returned before this was sent.
    let Some(line) = line.filter(|line| line.fulfillment.is_some_and(ShipmentState::is_sent)) else {
        return Ok(());
    };
    let address = match line.address_id {
        Some(id) => shipping::find_address(&mut db, id).await?,
        None => None,
    };
    drop(db);
    let link = purchases(tenant);
    let formats = saved.config.formats(kept.as_deref());
    let details = context! {
        name => line.name,
        carrier => line.carrier,
        tracking => line.tracking,
        address => address.as_ref().map(label).unwrap_or_default(),
        order_number => order.number(),
    };
    let mail = Mail {
        kind: "shipped",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mailed(tenant, &saved, &mail, &order).await
}

/// Notifies the customer of what the reversal `id` refunded, if their account has an address.
///
/// # Errors
/// The email can't be sent now.
pub(super) async fn send_reversal(tenant: &Tenant, id: i64) -> Result<(), JobError> {
    let saved = site::saved_config(tenant).await?;
    let mut db = tenant.read().await?;
    let Some(reversal) = reversals::find(&mut db, id).await? else {
        return Ok(());
    };
    let Some((order, account, kept)) = order_and_account(&mut db, reversal.order_id).await? else {
        return Ok(());
    };
    let lines = reversals::sold_lines(&mut db, order.id).await?;
    let card = match reversal.moves_charge() {
        true => card_of(&mut db, &order).await?,
        false => None,
    };
    drop(db);
    let formats = saved.config.formats(kept.as_deref());
    let returned: Vec<_> = lines
        .iter()
        .filter(|line| line.reversal_id == Some(id))
        .map(|line| context! { name => &line.name, price => formats.money(line.refunded) })
        .collect();
    let link = purchases(tenant);
    let details = context! {
        lines => returned,
        total => formats.money(reversal.amount),
        late => order.state.has_failed(),
        gift_card => reversal.issues_gift_card(),
        order_number => order.number(),
        date => date(&saved, &formats, reversal.settled_at.unwrap_or(reversal.created_at)),
        card,
    };
    let mail = Mail {
        kind: "refund",
        to: &account.email,
        first_name: &account.first_name,
        formats: &formats,
        link: Some(&link),
        details,
    };
    mailed(tenant, &saved, &mail, &order).await
}

/// Brand and last digits of the card that paid for an order. `None` for a free order, or if the customer has added
/// another card since: a payment doesn't keep its card.
async fn card_of(db: &mut TenantRead, order: &Order) -> Result<Option<String>, sqlx::Error> {
    let Some(payment) = payments::payment_of_order(db, order.id).await? else {
        return Ok(None);
    };
    payments::card_since(db, order.customer_id, payment.created_at).await
}

/// Local day of `at`.
fn date(saved: &SavedConfig, formats: &Formats, at: Timestamp) -> String {
    formats.date(at.to_zoned(saved.config.time_zone.clone()).date())
}

/// Sends an email about an order and records it with the order.
async fn mailed(tenant: &Tenant, saved: &SavedConfig, mail: &Mail<'_>, order: &Order) -> Result<(), JobError> {
    mail::send(tenant, saved, mail).await?;
    // The email was sent, so a failure to store it must not send it again.
    if let Err(error) = keep_sent(tenant, mail.kind, order.id).await {
        tracing::error!(order.id = order.id, %error, "failed to record a sent email");
    }
    Ok(())
}

async fn keep_sent(tenant: &Tenant, kind: &str, order_id: i64) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    let entry = audit::Entry {
        actor: "checkout",
        action: "mail_sent",
        subject: &format!("order:{order_id}"),
        detail: json!({ "mail": kind }),
    };
    audit::record(&mut db, tenant.now(), entry).await?;
    Ok(db.commit().await?)
}

/// An order, its customer and their language. `None` if the account is deleted.
async fn order_and_account(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Option<(Order, Account, Option<String>)>, sqlx::Error> {
    let Some(order) = orders::find_order_by_id(db, order_id).await? else {
        return Ok(None);
    };
    let account = identity::find_account(db, order.customer_id).await?;
    let kept = identity::kept_language(db, order.customer_id).await?;
    Ok(account.map(|account| (order, account, kept)))
}

/// Customer's purchase page.
fn purchases(tenant: &Tenant) -> String {
    format!("{}/purchaseHistory", tenant.origin())
}

/// Identical units form one receipt line. `with_tax`: at prices including tax.
fn line(product: &PurchasedProduct, formats: &Formats, with_tax: bool) -> minijinja::Value {
    let price = product.unit_price + if with_tax { product.unit_taxes } else { 0 };
    let name = match product.quantity {
        1 => product.name.clone(),
        count => format!("{count} × {}", product.name),
    };
    let recipient = product.gifted_to.as_ref().or(product.gifted_email.as_ref());
    context! {
        name,
        price => formats.money(price.saturating_mul(product.quantity)),
        gift => product.is_gift,
        recipient,
    }
}

/// Lines of a shipping label.
fn label(address: &Address) -> Vec<String> {
    let name = format!("{} {}", address.first, address.last);
    let region = format!("{} {}", address.state, address.zip_code);
    let place = format!("{}, {}", address.city, region.trim_start());
    let lines = [
        address.addressed_to.clone().unwrap_or(name),
        address.address1.clone(),
        address.address2.clone(),
        place,
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}
