//! What the merchant's staff look up and correct across domains.

mod customers;
mod gift_cards;
mod messages;
mod orders;
