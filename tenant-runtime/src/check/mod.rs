//! `suds site check`: what must hold in every site's file at every moment (docs/RULES.md#promises, 2).

mod store;

use platform::db::TenantRead;

/// Every rule that is broken, in words; empty when all is well.
///
/// # Errors
/// When the file cannot be read.
pub async fn violations(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let mut found = store::integrity(db).await?;
    found.extend(store::foreign_keys(db).await?);
    found.extend(store::unbalanced_transactions(db).await?);
    found.extend(store::negative_balances(db).await?);
    found.extend(store::overused_items(db).await?);
    found.extend(store::orders_without_their_ledger(db).await?);
    found.extend(store::orders_without_their_money(db).await?);
    found.extend(store::orders_charged_twice(db).await?);
    found.extend(store::lines_without_their_item(db).await?);
    found.extend(store::goods_without_their_way(db).await?);
    found.extend(store::gift_cards_off_their_account(db).await?);
    found.extend(store::lines_without_their_gift_card(db).await?);
    found.extend(store::misplaced_gifts(db).await?);
    found.extend(store::items_of_nobody(db).await?);
    found.extend(store::lines_without_their_club(db).await?);
    found.extend(store::broken_memberships(db).await?);
    found.extend(store::orders_not_given_back_as_said(db).await?);
    found.extend(store::codes_of_returned_lines(db).await?);
    found.extend(store::traces_of_deleted_people(db).await?);
    found.extend(store::open_orders_that_nobody_asks_about(db).await?);
    found.extend(store::dead_jobs(db).await?);
    Ok(found)
}
