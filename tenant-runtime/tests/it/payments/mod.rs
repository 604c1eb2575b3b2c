mod card;
mod charge;
mod form;
mod setup;
mod socket;
