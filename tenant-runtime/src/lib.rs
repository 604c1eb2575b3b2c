//! All features of a merchant's site, by domain. A domain has the same name here, in the API description, in the web
//! client and as its tables' prefix.
//!
//! Functions that take a database connection return an error if a query fails; their documentation mentions only other
//! errors.
// They panic when no one reads the stream.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod audit;
pub mod back_office;
pub mod billing;
pub mod catalog;
pub mod check;
pub mod checklist;
pub mod checkout;
pub mod clubs;
pub mod demo_data;
pub mod domain;
pub mod domains;
pub mod error;
pub mod fields;
pub mod gate;
pub mod gift_cards;
pub mod gifts;
pub mod hold;
pub mod http;
pub mod identity;
pub mod jobs;
pub mod language;
pub mod ledger;
pub mod loyalty;
pub mod notifications;
pub mod offers;
pub mod opening;
pub mod payments;
pub mod privacy;
pub mod process;
pub mod provision;
pub mod reports;
pub mod router;
pub mod runtime;
pub mod site;
pub mod staff;
pub mod survey;
pub mod temp_tokens;
pub mod tenant;
pub mod terminal;
pub mod waiting;
pub mod wallet;

use platform::db::Schema;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

/// Schema of a site's database.
pub static SCHEMA: Schema = Schema::new(&MIGRATOR);
