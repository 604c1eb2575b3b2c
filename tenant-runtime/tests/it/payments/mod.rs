mod card;
pub mod charge;
mod dialects;
mod faults;
mod form;
mod setup;
mod socket;
