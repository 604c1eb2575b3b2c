mod card;
mod charge;
mod dialects;
mod form;
mod setup;
mod socket;
