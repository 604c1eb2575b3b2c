//! Processor stub as a separate program, for tests that kill the server under test.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;

/// Pretends to be the payment processors: test cards only, no money moves.
#[derive(Parser)]
#[command(name = "paystub")]
struct Arguments {
    /// Where to listen. Port 0 takes a free one; the address is printed.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// The log of cards and charges; it is continued when it exists.
    #[arg(long)]
    log: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let listener = TcpListener::bind(arguments.listen).with_context(|| format!("listening on {}", arguments.listen))?;
    let stub = paystub::Stub::start(listener, &arguments.log).await?;
    println!("{}", stub.url());
    tokio::select! {
        () = stub.ended() => {}
        interrupted = tokio::signal::ctrl_c() => interrupted.context("waiting for the interrupt")?,
    }
    Ok(())
}
