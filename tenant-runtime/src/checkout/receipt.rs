//! The mails about an order: its receipt, and what was given back of it.

use minijinja::context;
use platform::jobs::JobError;
use platform::money::{Currency, decimal};

use super::purchases::PurchasedProduct;
use super::rules;
use super::rules::entries::Address;
use super::store::{addresses, lines, orders, reversals};
use crate::identity;
use crate::notifications::mail::{self, Mail};
use crate::site::SavedConfig;
use crate::tenant::{Tenant, config_for_job};

/// Sends the receipt of the order `order_id`, if its customer still has an address.
///
/// # Errors
/// When mail cannot be sent now.
pub(super) async fn send(tenant: &Tenant, order_id: i64) -> Result<(), JobError> {
    let saved = config_for_job(tenant).await?;
    let mut db = tenant.read().await?;
    let Some(order) = orders::find_order_by_id(&mut db, order_id).await? else {
        return Ok(());
    };
    let Some(account) = identity::find_account(&mut db, order.customer_id).await? else {
        return Ok(());
    };
    let (subtotal, taxes) = orders::amounts(&mut db, order_id).await?;
    let sold = lines::purchased_products(&mut db, order_id).await?;
    let sent_to = addresses::of_order(&mut db, order_id).await?;
    drop(db);
    let amounts = Amounts::of(&saved)?;
    let link = format!("{}/wallet", tenant.origin());
    let details = context! {
        lines => sold.iter().map(|product| line(product, &amounts)).collect::<Vec<_>>(),
        addresses => sent_to.iter().map(label).collect::<Vec<_>>(),
        subtotal => amounts.text(subtotal),
        taxes => amounts.text(taxes),
        total => amounts.text(order.total),
        order_number => rules::order_number(order_id),
    };
    let mail = Mail {
        kind: "receipt",
        to: &account.email,
        first_name: &account.first_name,
        link: Some(&link),
        details,
    };
    mail::send(tenant, &saved, &mail).await
}

/// Tells the customer what the reversal `id` gave back, if there still is an address.
///
/// # Errors
/// When mail cannot be sent now.
pub(super) async fn send_reversal(tenant: &Tenant, id: i64) -> Result<(), JobError> {
    let saved = config_for_job(tenant).await?;
    let mut db = tenant.read().await?;
    let Some(reversal) = reversals::find(&mut db, id).await? else {
        return Ok(());
    };
    let Some(order) = orders::find_order_by_id(&mut db, reversal.order_id).await? else {
        return Ok(());
    };
    let Some(account) = identity::find_account(&mut db, order.customer_id).await? else {
        return Ok(());
    };
    let lines = reversals::sold_lines(&mut db, order.id).await?;
    drop(db);
    let amounts = Amounts::of(&saved)?;
    let returned: Vec<_> = lines
        .iter()
        .filter(|line| line.reversal_id == Some(id))
        .map(|line| context! { name => &line.name, price => amounts.text(line.refunded) })
        .collect();
    let link = format!("{}/purchaseHistory", tenant.origin());
    let details = context! {
        lines => returned,
        total => amounts.text(reversal.amount),
        order_number => rules::order_number(order.id),
    };
    let mail = Mail {
        kind: "refund",
        to: &account.email,
        first_name: &account.first_name,
        link: Some(&link),
        details,
    };
    mail::send(tenant, &saved, &mail).await
}

/// Money as mails say it.
struct Amounts(Currency);

impl Amounts {
    fn of(saved: &SavedConfig) -> Result<Self, JobError> {
        let currency = saved.config.currency.parse();
        currency
            .map(Self)
            .map_err(|_| JobError::Permanent("the site's currency is unknown".to_owned()))
    }

    fn text(&self, minor: i64) -> String {
        format!("{} {}", decimal(minor, &self.0), self.0.code())
    }
}

/// Equal units are one line of the receipt.
fn line(product: &PurchasedProduct, amounts: &Amounts) -> minijinja::Value {
    let name = match product.quantity {
        1 => product.name.clone(),
        count => format!("{count} × {}", product.name),
    };
    let recipient = product.gifted_to.as_ref().or(product.gifted_email.as_ref());
    context! {
        name,
        price => amounts.text(product.unit_price.saturating_mul(product.quantity)),
        gift => product.is_gift,
        recipient,
    }
}

/// The lines of a parcel's label.
fn label(address: &Address) -> Vec<String> {
    let name = format!("{} {}", address.first, address.last);
    let place = format!("{}, {} {}", address.city, address.state, address.zip_code);
    let lines = [
        address.addressed_to.clone().unwrap_or(name),
        address.address1.clone(),
        address.address2.clone(),
        place,
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}
