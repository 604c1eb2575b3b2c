//! Real binary as a separate process, with a processor stub that outlives it. Also used by the benchmarks.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::shopper::ORIGIN;
use crate::support::{Installation, http, web_build};

/// The real binary at an address that stays the same. Killed when dropped.
pub struct Server {
    pub address: SocketAddr,
    command: Command,
    pub child: Option<Child>,
}

impl Server {
    /// Creates sites, each from a subdomain and a merchant's folder. `stub` is the address of the processor stub.
    pub fn of_new_sites(installation: &Installation, sites: &[(String, PathBuf)], stub: &str) -> Self {
        let build = web_build("1.0.0");
        installation.json(&["build", "publish", build.path().to_str().unwrap()]);
        let account = installation.account();
        for (site, from) in sites {
            let from = from.to_str().unwrap();
            installation.json(&[
                "site",
                "create",
                "--account",
                &account,
                "--subdomain",
                site,
                "--from",
                from,
            ]);
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        let mut command = installation.suds();
        command.args(["serve"]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut server = Self {
            address,
            command,
            child: None,
        };
        for (variable, value) in [
            ("SUDS_LISTEN", address.to_string().as_str()),
            ("SUDS_ORIGIN", ORIGIN),
            ("SUDS_PAYSTUB_URL", stub),
            ("SUDS_CAPTCHA", "none"),
            ("SUDS_LIMITS_SCALE", "10000"),
            ("SUDS_LOG", "error"),
        ] {
            server.set(variable, value);
        }
        server
    }

    /// Sets a variable for the next start.
    pub fn set(&mut self, variable: &str, value: &str) {
        self.command.env(variable, value);
    }

    /// Starts it. Returns the time until it was ready.
    pub async fn start(&mut self) -> Duration {
        let started = Instant::now();
        let mut child = self.command.spawn().unwrap();
        let client = http().build().unwrap();
        let url = format!("http://{}/readyz", self.address);
        loop {
            let answer = client.get(&url).send().await;
            if answer.is_ok_and(|answer| answer.status() == 200) {
                break;
            }
            assert!(child.try_wait().unwrap().is_none(), "the server ended");
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "the server does not become ready"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.child = Some(child);
        started.elapsed()
    }

    /// `kill -9`, and waits until it is gone.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
