mod cards;
mod clubs;
mod codes;
mod deadlines;
mod disputes;
mod file;
mod gift_cards;
mod gifts;
mod goods;
mod kiosks;
mod ledger;
mod loyalty;
mod memberships;
mod offers;
mod order_keys;
mod orders;
mod people;
mod plans;
mod prices;
mod referrals;
mod refunds;
mod rewards;
mod work;

pub(crate) use cards::locked_cards_off_the_audit_log;
pub(crate) use clubs::{
    credits_off_their_month, lines_without_their_club, paid_months_without_an_order, plans_off_their_membership,
};
pub(crate) use codes::{
    codes_of_disputed_orders, codes_of_returned_lines, codes_off_their_buyer, codes_off_their_purchase,
    codes_off_their_uses, codes_without_an_owner, lines_without_their_code, unreadable_codes,
};
pub(crate) use deadlines::{
    codes_without_a_release, gifts_without_an_end, holds_without_an_end, late_jobs, late_retries, periods_paid_ahead,
};
pub(crate) use disputes::{disputes_off_the_audit_log, disputes_off_their_books};
pub(crate) use file::{damage, dangling_references};
pub(crate) use gift_cards::{
    adjustments_off_the_audit_log, blocked_cards_off_the_audit_log, gift_cards_off_their_account,
    gift_cards_off_their_order, holds_off_their_account, holds_off_their_amount, holds_off_their_card,
    holds_without_a_release, lines_without_their_gift_card, overdrawn_gift_cards, unreadable_gift_cards,
    void_cards_with_a_value,
};
pub(crate) use gifts::misplaced_gifts;
pub(crate) use goods::goods_off_their_shipment;
pub(crate) use kiosks::{
    club_uses_off_their_redemptions, codes_off_their_redemptions, kiosk_payments_without_an_end,
    kiosk_sales_off_their_ledger,
};
pub(crate) use ledger::{orders_off_their_ledger, orders_off_their_sales, unbalanced_transactions};
pub(crate) use loyalty::{
    adjusted_points_off_the_audit_log, awards_beyond_points, awards_without_a_job, expired_points_of_live_accounts,
    points_off_their_lines, points_off_their_price,
};
pub(crate) use memberships::{
    billing_dates_off_their_months, broken_memberships, memberships_without_billing, months_off_their_membership,
    periods_off_their_anchor, prices_off_their_plan,
};
pub(crate) use offers::{codes_off_their_offer, offers_off_their_claims, orders_off_their_discount};
pub(crate) use order_keys::orders_without_their_key;
pub(crate) use orders::{
    currencies_off_the_site, currency, lines_off_their_tax, open_orders_without_a_look_up, orders_charged_twice,
    orders_off_their_booking, orders_off_their_lines, orders_off_their_payments, payments_off_their_account,
};
pub(crate) use people::{devices_of_others, names_off_their_folding, traces_of_deleted_customers};
pub(crate) use plans::{
    free_months_off_their_plan, limits_off_their_plan, locations_off_their_sale, months_off_their_price,
    pauses_off_the_audit_log,
};
pub(crate) use referrals::{referrals_without_a_job, rewards_off_their_referrals};
pub(crate) use refunds::{
    memberships_that_outlive_their_refund, open_refunds_without_a_look_up, parts_off_their_line,
    refunds_off_the_audit_log, refunds_off_their_lines, refunds_off_their_order, refunds_without_an_audit_event,
    refunds_without_their_gift_card, voids_off_their_order,
};
pub(crate) use rewards::{points_without_a_source, rewards_off_their_points};
pub(crate) use work::failed_jobs;
