//! Outcomes of charges in the metric `suds_charges_total`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use serde_json::json;

use crate::support::{Customer, DECLINED_CARD, Installation};

/// Charges counted on the thread of a test, by outcome.
#[derive(Default)]
struct Charges(Mutex<HashMap<String, Arc<AtomicU64>>>);

impl Charges {
    fn counted(&self) -> Vec<(String, u64)> {
        let counters = self.0.lock().unwrap();
        let mut counted: Vec<_> = counters
            .iter()
            .map(|(outcome, count)| (outcome.clone(), count.load(Ordering::Relaxed)))
            .collect();
        counted.sort();
        counted
    }
}

impl Recorder for Charges {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        if key.name() != "suds_charges_total" {
            return Counter::noop();
        }
        let outcome = key.labels().find(|label| label.key() == "outcome");
        let mut counters = self.0.lock().unwrap();
        let counter = counters.entry(outcome.unwrap().value().to_owned()).or_default();
        Counter::from_arc(Arc::clone(counter))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

async fn buy(ada: &Customer, key: &str) {
    ada.post_once("/orders", key, json!({"products": [{"productId": 101}]}))
        .await;
}

#[tokio::test]
async fn refused_connection_is_not_counted_as_declined() {
    let charges = Charges::default();
    let _guard = metrics::set_default_local_recorder(&charges);
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    buy(&ada, "approved").await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    buy(&ada, "declined").await;
    let before = [("approved".to_owned(), 1), ("declined".to_owned(), 1)];
    assert_eq!(charges.counted(), before);
    site.installation.stub.stop().await;
    buy(&ada, "unreachable").await;
    let [approved, declined] = before;
    assert_eq!(charges.counted(), [approved, declined, ("unreachable".to_owned(), 1)]);
}
