//! Staff lookups and corrections across domains.

mod customer_lists;
mod customers;
mod gift_cards;
mod messages;
mod orders;
