mod accounts;
mod card;
pub mod charge;
mod dialects;
mod faults;
mod form;
mod settings;
mod setup;
mod socket;
