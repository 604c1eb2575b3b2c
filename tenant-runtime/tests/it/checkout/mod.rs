mod purchase;
mod refusals;
mod unknown;
