use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{bought, code_of, reservation};
use crate::support::{Installation, Kiosk, size};

const RACERS: usize = 64;

/// At the gate; `SUDS_CODES` says another number, such as the release's 500.
const CODES: usize = 8;

/// Whether this racer got the code, and used it.
async fn race(kiosk: &Kiosk, code: &str, racer: usize) -> bool {
    let txn = format!("{racer}-{code}");
    let reserved = kiosk
        .client
        .insist("/terminal/redemptions", &reservation(code, &txn))
        .await;
    if reserved.status != 200 {
        let lost = reserved.body["errorCode"].as_str();
        assert!(
            matches!(lost, Some("reserved_elsewhere" | "token_used")),
            "{}",
            reserved.text
        );
        return false;
    }
    let redemption = reserved.succeeded();
    let path = format!(
        "/terminal/redemptions/{}/confirm",
        redemption["redemptionId"].as_str().unwrap()
    );
    let confirmed = kiosk
        .client
        .insist(&path, &json!({ "terminalTxnId": txn }))
        .await
        .succeeded();
    assert_eq!(confirmed["useLimitCount"], 1);
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_64_simultaneous_redemptions_gets_each_code() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let wanted = size("SUDS_CODES", CODES);
    let mut wallet = Vec::new();
    while wallet.len() < wanted {
        wallet = bought(&ada, &[101, 102, 201, 201]).await;
    }
    let codes: Arc<Vec<String>> = Arc::new(wallet.iter().map(code_of).collect());
    assert!(codes.len() >= wanted);
    let mut kiosks = Vec::new();
    for location in [1, 2, 1, 2] {
        kiosks.push(site.kiosk_at(location).await);
    }
    let racers: Vec<_> = (0..RACERS)
        .map(|racer| {
            let (kiosk, codes) = (kiosks[racer % kiosks.len()].clone(), Arc::clone(&codes));
            tokio::spawn(async move {
                let mut won = Vec::new();
                // Each begins at another code, so that all of them are raced for at any time.
                for at in 0..codes.len() {
                    let code = &codes[(racer + at) % codes.len()];
                    if race(&kiosk, code, racer).await {
                        won.push(code.clone());
                    }
                }
                won
            })
        })
        .collect();
    let mut winners: BTreeMap<String, usize> = BTreeMap::new();
    for racer in racers {
        for code in racer.await.unwrap() {
            *winners.entry(code).or_default() += 1;
        }
    }
    assert_eq!(winners.len(), codes.len(), "{winners:?}");
    assert!(winners.values().all(|count| *count == 1), "{winners:?}");
    assert_eq!(ada.wallet().await, Vec::<Value>::new());
}
