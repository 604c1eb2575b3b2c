//! A whole installation in a temporary directory, and actors that use it as its users do.

mod books;
pub mod browser;
mod captcha;
mod card;
mod client;
mod csv;
mod customer;
mod due;
mod http;
mod installation;
mod kiosk;
mod log;
mod mail_server;
pub mod mailbox;
pub mod manifest;
mod parts;
pub mod processors;
pub mod push_service;
mod setup;
mod site;
mod size;
mod template;

pub use captcha::solved as captcha;
pub use card::{
    DEARER_CARD, DECLINED_CARD, FORGED_CARD, GOOD_CARD, LOST_CARD, REPEATED_CARD, SetupSocket, TIMED_OUT_CARD,
};
pub use client::{Client, Reply};
pub use csv::csv_line;
pub use customer::{Customer, PASSWORD};
pub use http::client as http;
pub use installation::{FilesLeft, Installation};
pub use kiosk::Kiosk;
pub use log::Log;
pub use mail_server::Manner;
pub use manifest::of as manifest;
pub use parts::PARTS;
pub use site::TestSite;
pub use size::size;
pub use template::template;
