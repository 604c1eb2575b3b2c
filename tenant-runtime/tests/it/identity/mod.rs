mod account;
mod email;
mod log_in;
mod sign_up;
mod tokens;
