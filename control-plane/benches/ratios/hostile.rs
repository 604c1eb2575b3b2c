//! Cost of one site's hostile input to others: response times of another site, and memory of the server and its workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::inputs::{self, Content, Input};
use crate::load;
use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::{Installation, merchants};
use crate::{Bar, Row, Scale, back_office};

const SITE: &str = "hostile";
const OTHER: &str = "harbor";
/// Connections that send hostile input as fast as they can.
const CONNECTIONS: usize = 4;
const SEED: u64 = 0x5eed_50d5;
/// Mutations of each valid input.
const MUTATIONS: usize = 200;
/// MiB above the memory of a quiet server.
const MEMORY: f64 = 200.0;

pub async fn rows(scale: Scale) -> Vec<Row> {
    let installation = Installation::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let stub = paystub::Stub::start_instant(listener, &installation.dir.path().join("paystub.log"))
        .await
        .unwrap();
    let sites = [SITE, OTHER].map(|site| (site.to_owned(), merchants().join("sparkle")));
    let mut server = Server::of_new_sites(&installation, &sites, stub.url());
    server.start().await;
    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let owner = Shopper::sign_up(town, SITE, "owner@example.com").await;
    let id = installation.json(&["site", "show", SITE])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    back_office::promote(&installation.data_dir().join("sites").join(id).join("site.sqlite")).await;
    let visitor = Shopper::sign_up(town, OTHER, "visitor@example.com").await;
    let host = visitor.host();
    let headers = [("host", host.as_str()), ("app-key", visitor.app_key.as_str())];
    let reads = ["/products/washes", "/locations", "/system/site-config"]
        .map(|path| load::request("GET", &format!("/api/v1{path}"), &headers, ""));

    let process = server.child.as_ref().unwrap().id();
    let quiet = load::p99(server.address, &reads, scale.seconds(5.0)).await;
    let quiet_memory = memory(process).whole();
    let mut all = inputs::inputs();
    all.extend(inputs::fuzzed(SEED, MUTATIONS));
    let (all, stop) = (Arc::new(all), Arc::new(AtomicBool::new(false)));
    let (sent, failed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let attackers: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (all, stop, sent, failed) = (
                Arc::clone(&all),
                Arc::clone(&stop),
                Arc::clone(&sent),
                Arc::clone(&failed),
            );
            let (owner, address) = (owner.clone(), server.address);
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let input = &all[sent.fetch_add(1, Ordering::Relaxed) % all.len()];
                    if status(&owner, address, input).await.is_none_or(|status| status == 500) {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    let watch = {
        let stop = Arc::clone(&stop);
        tokio::spawn(async move {
            let mut most = Memory::default();
            while !stop.load(Ordering::Relaxed) {
                let now = memory(process);
                if now.whole() > most.whole() {
                    most = now;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            most
        })
    };
    let attacked = load::p99(server.address, &reads, scale.seconds(30.0)).await;
    stop.store(true, Ordering::Relaxed);
    for attacker in attackers {
        attacker.await.unwrap();
    }
    let most = watch.await.unwrap();
    assert!(
        server.child.as_mut().unwrap().try_wait().unwrap().is_none(),
        "the server ended"
    );
    assert_eq!(failed.load(Ordering::Relaxed), 0, "requests without a good answer");
    let (sent, all) = (sent.load(Ordering::Relaxed), all.len());
    let bar = (2.0 * quiet).max(0.050);
    vec![
        Row {
            what: "p99 of others under hostile input, of its bar".to_owned(),
            measured: attacked / bar,
            bar: Bar::AtMost(1.0),
            details: format!(
                "{:.1} ms quiet, {:.1} ms under attack; {sent} inputs of {all}",
                quiet * 1e3,
                attacked * 1e3
            ),
        },
        Row {
            what: "memory under hostile input, MiB above quiet".to_owned(),
            measured: (most.whole() - quiet_memory).max(0.0),
            bar: Bar::AtMost(MEMORY),
            details: format!(
                "{quiet_memory:.0} MiB quiet; at most {:.0} MiB of the server and {:.0} MiB of workers",
                most.server, most.workers
            ),
        },
    ]
}

/// Status of the response; `None` after a timeout.
async fn status(owner: &Shopper, server: std::net::SocketAddr, input: &Input) -> Option<u16> {
    let request = owner
        .http
        .post(format!("http://{server}/api/v1{}", input.path))
        .header("host", owner.host())
        .header("app-key", &owner.app_key)
        .bearer_auth(&owner.token);
    let request = match &input.content {
        Content::Json(body) => request.json(body),
        Content::File(file) => {
            let head = b"--suds\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n";
            request
                .header("content-type", "multipart/form-data; boundary=suds")
                .body([head, file.as_slice(), b"\r\n--suds--\r\n"].concat())
        }
    };
    // A body that is too large may meet a closed connection.
    match request.send().await {
        Ok(response) => Some(response.status().as_u16()),
        Err(error) => (!error.is_timeout()).then_some(413),
    }
}

/// MiB; shared memory counts in part.
#[derive(Default)]
struct Memory {
    server: f64,
    workers: f64,
}

impl Memory {
    fn whole(&self) -> f64 {
        self.server + self.workers
    }
}

fn memory(process: u32) -> Memory {
    let children = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let children = children.flatten().flat_map(|task| {
        let listed = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        let ids: Vec<u32> = listed.split_whitespace().filter_map(|id| id.parse().ok()).collect();
        ids
    });
    Memory {
        server: proportional(process),
        workers: children.filter(is_worker).map(proportional).sum(),
    }
}

/// Whether a child runs its own program. Until then, it shares the server's memory, which would count twice.
fn is_worker(child: &u32) -> bool {
    let line = std::fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
    let mut words = line.split(|byte| *byte == 0);
    words.any(|word| word == control_plane::cli::SANDBOX_WORKER.as_bytes())
}

/// `Pss` of a process in MiB; none if it has ended.
fn proportional(process: u32) -> f64 {
    let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<f64>().ok());
    kibibytes.unwrap_or_default() / 1024.0
}
