#![doc = include_str!("../README.md")]
// They panic when no one reads the stream.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod accounts;
pub mod archives;
pub mod audit;
pub mod builds;
pub mod checks;
pub mod cli;
mod client;
pub mod clock_watch;
pub mod config;
pub mod data_dir;
pub mod db;
pub mod dns;
pub mod environments;
pub mod fleet;
pub mod health;
pub mod keys;
pub mod litestream;
mod open_sites;
pub mod packages;
pub mod plane;
pub mod rollouts;
mod rows;
pub mod serve;
pub mod sites;
pub mod staff;
mod status;
pub mod upgrade;
