#![expect(unreachable_pub, reason = "a test binary has no outside")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
//! The HTTP tests of every domain, against the real router, real files and the real processor stub.

mod audit;
mod back_office;
mod bad_processor;
mod catalog;
mod check;
mod checklist;
mod checkout;
mod clubs;
mod contract;
mod demo_data;
mod doors;
mod exported_times;
mod gift_cards;
mod gifts;
mod held;
mod identity;
mod isolation;
mod jobs;
mod language;
mod limits;
mod loyalty;
mod mail_server;
mod notifications;
mod offers;
mod one_connection;
mod opening;
mod payments;
mod reported_refunds;
mod reports;
mod repository;
mod restored;
mod sandbox;
mod settings;
mod site;
mod staff;
mod support;
mod survey;
mod terminal;
mod traces;
mod waiting;
