//! The same reads spread over ten sites and over a hundred: more sites must cost a request nothing.

use std::sync::Arc;

use crate::load;
use crate::server::Server;
use crate::support::{Installation, merchants};
use crate::{Bar, Row, Scale, median};

const CONNECTIONS: usize = 32;
const FEW: usize = 10;
const MANY: usize = 100;

/// A server with some sites, and a request for the site config of each.
struct Town {
    server: Server,
    requests: Arc<Vec<Vec<u8>>>,
    /// Seconds until it was ready.
    ready: f64,
    _installation: Installation,
}

impl Town {
    async fn of(count: usize) -> Self {
        let installation = Installation::new();
        let mut server = Server::of_new_sites(&installation, &[], "http://127.0.0.1:9");
        let account = installation.account();
        let list = installation.dir.path().join("sites.csv");
        let template = merchants().join("sparkle");
        let rows: String = (0..count)
            .map(|number| format!("growth{number},{}\n", template.display()))
            .collect();
        std::fs::write(&list, format!("subdomain,template\n{rows}")).unwrap();
        let words = [
            "site",
            "create",
            "--from-csv",
            list.to_str().unwrap(),
            "--account",
            &account,
        ];
        installation.json(&words);
        let ready = server.start().await.as_secs_f64();
        let listed = installation.json(&["site", "list"]);
        let request = |site: &serde_json::Value| {
            let host = format!("{}.localhost", site["subdomain"].as_str().unwrap());
            let headers = [("host", host.as_str()), ("app-key", site["appKey"].as_str().unwrap())];
            load::request("GET", "/api/v1/accounts/site-config", &headers, "")
        };
        let requests: Vec<_> = listed.as_array().unwrap().iter().map(request).collect();
        assert_eq!(requests.len(), count);
        Self {
            server,
            requests: Arc::new(requests),
            ready,
            _installation: installation,
        }
    }

    async fn per_second(&self, time: std::time::Duration) -> f64 {
        let requests = Arc::clone(&self.requests);
        let next = move |client: usize, count: usize| requests[(client + count) % requests.len()].clone();
        load::per_second(self.server.address, CONNECTIONS, time, "", next).await
    }
}

pub async fn row(scale: Scale) -> Row {
    let (rounds, time) = (scale.rounds(5), scale.seconds(1.5));
    let (few, many) = (Town::of(FEW).await, Town::of(MANY).await);
    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for round in scale.with_warm_up(rounds) {
        let (at_few, at_many) = (few.per_second(time).await, many.per_second(time).await);
        if scale.counts(round) {
            ratios.push(at_many / at_few);
            per_second.push(at_many);
        }
    }
    Row {
        what: format!("hot read at {MANY} sites, against {FEW}"),
        measured: median(ratios),
        bar: Bar::AtLeast(0.8),
        details: format!(
            "{:.0}/s, {CONNECTIONS} connections; ready after {:.2} s and {:.2} s",
            median(per_second),
            many.ready,
            few.ready
        ),
    }
}
