//! One site sends hostile input while another is in use.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use tenant_runtime::http::Role;

use super::hostile::{self, Content, Input};
use crate::support::{Client, Installation, Reply, size};

/// Seed of the mutations, the same in each run.
const SEED: u64 = 0x5eed_50d5;
/// Mutations of each valid input.
const MUTATIONS: usize = 1;
/// Concurrent requests.
const PARALLEL: usize = 4;

async fn send(manager: &Client, input: &Input) -> Reply {
    match &input.content {
        Content::Json(body) => manager.post(input.path, body.clone()).await,
        Content::File(file) => manager.upload(input.path, file).await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_input_harms_no_other_site() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let manager = site.staff(Role::Manager).await;
    let visitor = installation.site_called("harbor").await.visitor();
    let mut inputs = hostile::inputs();
    inputs.extend(hostile::fuzzed(SEED, size("SUDS_MUTATIONS", MUTATIONS)));

    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let attack = async {
        join_all((0..PARALLEL).map(|_| async {
            while let Some(input) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let reply = send(&manager, input).await;
                let is_busy = reply.status == 503 && reply.body["errorCode"] == "busy";
                assert!(reply.status < 500 || is_busy, "{} {:.300}", input.path, reply.text);
            }
        }))
        .await;
        is_over.store(true, Ordering::Relaxed);
    };
    let reads = async {
        let mut count = 0;
        while !is_over.load(Ordering::Relaxed) {
            for path in ["/locations", "/products/washes"] {
                visitor.get(path).await.succeeded();
                count += 1;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        count
    };
    let ((), count) = tokio::join!(attack, reads);
    assert!(count > 0 && next.load(Ordering::Relaxed) >= inputs.len());
    manager.get("/admin/mails").await.succeeded();
}
