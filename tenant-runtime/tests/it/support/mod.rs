//! A whole installation in a temporary directory, and actors that use it as its users do.

mod card;
mod client;
mod customer;
mod due;
mod installation;
pub mod mailbox;
mod manifest;
mod site;
mod stub;

pub use card::{CARD, DECLINED, TIMES_OUT};
pub use client::{Client, Reply};
pub use customer::{Customer, PASSWORD};
pub use installation::Installation;
pub use mailbox::mails;
pub use site::TestSite;
