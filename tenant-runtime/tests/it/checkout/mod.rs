mod bundles;
mod goods;
mod purchase;
mod refusals;
mod unknown;
