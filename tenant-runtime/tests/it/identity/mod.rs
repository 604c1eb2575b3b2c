mod account;
mod email;
mod log_in;
mod roles;
mod sign_up;
mod tokens;
