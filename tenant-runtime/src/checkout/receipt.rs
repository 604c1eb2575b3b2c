//! The receipt of a paid order.

use minijinja::context;
use platform::jobs::JobError;
use platform::money::{Currency, decimal};

use super::rules;
use super::store::{lines, orders};
use crate::identity;
use crate::notifications::mail::{self, Mail};
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
    let sold = lines::of_order(&mut db, order_id).await?;
    drop(db);
    let currency: Currency = saved
        .config
        .currency
        .parse()
        .map_err(|_| JobError::Permanent("the site's currency is unknown".to_owned()))?;
    let amount = |minor: i64| format!("{} {}", decimal(minor, &currency), currency.code());
    let lines: Vec<_> = sold
        .iter()
        .map(|line| context! { name => &line.name, price => amount(line.price) })
        .collect();
    let link = format!("{}/wallet", tenant.origin());
    let details = context! {
        lines,
        subtotal => amount(subtotal),
        taxes => amount(taxes),
        total => amount(order.total),
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
