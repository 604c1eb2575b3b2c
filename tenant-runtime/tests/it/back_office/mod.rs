//! Staff lookups and corrections across domains.

mod customers;
mod gift_cards;
mod messages;
mod orders;
