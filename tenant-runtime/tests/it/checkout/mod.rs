mod bundles;
mod goods;
mod purchase;
mod refunds;
mod refusals;
mod settlement;
mod unknown;
mod written;
