//! Promise 4: however a processor fails, no charge is made twice, and no one pays for nothing. Runs the shop with its
//! sweeps and reconciliations against a faulty processor on the test clock.
//!
//! `SUDS_SCHEDULES` sets their number (500), `SUDS_SCHEDULES_SEED` the first seed (1). A failure prints the seed that
//! reproduces it.

mod acquirer;
mod failpoint;
mod interruptions;
mod members;
mod renewal_in_progress;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use platform::clock::Clock as _;
use serde_json::json;
use tenant_runtime::http::Role;
use tenant_runtime::identity::{NewPerson, enroll};
use tokio::task::JoinHandle;

use crate::support::browser::Browser;
use crate::support::{Customer, Installation, Log, PASSWORD, Reply, SetupSocket, TestSite};
use acquirer::{Acquirer, Answer, BadDay, Verdict};

/// Number of concurrent schedules, each with its own customer.
const AT_ONCE: u64 = 50;

/// Duration of a schedule: longer than every search for a late approval.
const LENGTH: SignedDuration = SignedDuration::from_hours(24 * 5);

/// One schedule, and what its customer bought.
struct Played {
    seed: u64,
    order_id: i64,
    order: String,
    /// The number of its payment at the processor.
    reference: String,
    /// When the order was first logged for review, in seconds after the charge.
    told_at: Option<i64>,
}

/// Result of an order.
#[derive(Debug)]
struct Books {
    state: String,
    total: i64,
    /// In seconds after the charge.
    settled_at: Option<i64>,
    /// Number of valid codes that it issued.
    codes: i64,
    /// Ledger balance at the processor for the order.
    cleared: i64,
}

struct Shop {
    site: TestSite,
    acquirer: Arc<Acquirer>,
    log: Log,
}

#[tokio::test]
async fn no_schedule_charges_twice_or_takes_money_for_nothing() {
    let count = from_environment("SUDS_SCHEDULES", 500);
    let first = from_environment("SUDS_SCHEDULES_SEED", 1);
    println!("{count} schedules from seed {first}");
    let (log, _guard) = Log::of_this_test();
    let shop = Shop::open(log).await;
    let mut customers = Vec::new();
    for number in 0..AT_ONCE.min(count) {
        customers.push(shop.customer(number).await);
    }
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for round in (first..first + count).step_by(usize::try_from(AT_ONCE).unwrap()) {
        let seeds = round..(round + AT_ONCE).min(first + count);
        for played in shop.play(&customers, seeds).await {
            let (day, books) = (shop.acquirer.day(&played.reference), shop.books(&played).await);
            let told = std::panic::catch_unwind(|| judge(&day, &books, played.told_at));
            assert!(
                told.is_ok(),
                "seed {}: {day:#?}\n{books:#?}\ntold at {:?}",
                played.seed,
                played.told_at
            );
            *ends.entry(books.state.clone()).or_default() += 1;
            shop.tidy(&played, &day, &books).await;
        }
    }
    println!("{ends:?}");
    assert!(count < 100 || ends.len() >= 3, "the schedules are too tame: {ends:?}");
}

impl Shop {
    async fn open(log: Log) -> Self {
        let mut acquirer = None;
        let installation = Installation::with_processor(|clock| {
            let made = Acquirer::new(clock);
            acquirer = Some(Arc::clone(&made));
            made
        })
        .await;
        let site = installation.site().await;
        site.owner().await;
        Self {
            site,
            acquirer: acquirer.unwrap(),
            log,
        }
    }

    /// Creates a customer with a card on file. Returns their address and their ID at the processor.
    async fn customer(&self, number: u64) -> (String, String) {
        let email = format!("buyer{number}@example.com");
        let person = NewPerson {
            first_name: "Ada",
            last_name: "Byron",
            email: &email,
            birthday_month: 1,
            birthday_day: 2,
            zip_postal_code: "85004",
            cell_phone_number: "6025550100",
            password: PASSWORD.into(),
            role: Role::Customer,
        };
        let id = enroll(&self.site.tenant().await, person, "test").await.unwrap();
        let ada = Customer::log_in(&self.site, &email, PASSWORD).await;
        let socket = SetupSocket::open(&self.site).await;
        let form = ada
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .succeeded();
        let origin = self.site.installation.runtime.origins.of(&self.site.site);
        let reference = form["setupData"]["reference"].as_str().unwrap();
        let url = format!("{origin}/api/v1/payments/return/moneris?reference={reference}");
        let page = Browser::new(&self.site).get(url.parse().unwrap()).await;
        assert!(page.html.contains("Thank you"), "{}", page.html);
        (email, format!("{}-{id}", self.site.site.id))
    }

    /// Plays the schedules of `seeds` side by side, one a customer.
    async fn play(&self, customers: &[(String, String)], seeds: std::ops::Range<u64>) -> Vec<Played> {
        let begun = self.now();
        let mut waiting: Vec<(i64, JoinHandle<Reply>)> = Vec::new();
        for (seed, (email, payer)) in seeds.clone().zip(customers) {
            let day = BadDay::of(seed);
            let answered_at = day.answered_at;
            self.acquirer.plan(payer, day);
            let customer = Customer::log_in(&self.site, email, PASSWORD).await;
            let order = tokio::spawn(async move {
                let body = json!({"products": [{"productId": 101}]});
                customer.post_once("/orders", &format!("seed-{seed}"), body).await
            });
            waiting.push((answered_at, order));
        }
        let placed = async |shop: &Self| {
            let tenant = shop.site.tenant().await;
            let mut db = tenant.read().await.unwrap();
            sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM payments WHERE created_at >= ?")
                .bind(begun.as_millisecond())
                .fetch_one(db.conn())
                .await
                .unwrap()
        };
        while placed(self).await < i64::try_from(waiting.len()).unwrap() {
            tokio::task::yield_now().await;
        }
        let mut played = Vec::new();
        for (seed, (_, payer)) in seeds.zip(customers) {
            let (order_id, order, reference) = self.newest_order(payer).await;
            played.push(Played {
                seed,
                order_id,
                order,
                reference,
                told_at: None,
            });
        }
        while self.now().duration_since(begun) < LENGTH {
            self.acquirer.tell();
            let age = self.now().duration_since(begun).as_secs();
            let (due, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(at, _)| *at <= age);
            waiting = later;
            for (_, order) in due {
                order.await.unwrap();
            }
            self.site.run_jobs().await;
            self.note_who_was_told(&mut played, age);
            let answer = waiting
                .iter()
                .map(|(at, _)| begun + SignedDuration::from_secs(*at))
                .min();
            let next = [self.next_job().await, answer].into_iter().flatten().min();
            let next = next
                .unwrap_or(begun + LENGTH)
                .max(self.now() + SignedDuration::from_millis(1));
            let step = next.duration_since(self.now());
            self.site.installation.clock.advance(step);
        }
        played
    }

    fn now(&self) -> Timestamp {
        self.site.installation.clock.now()
    }

    async fn newest_order(&self, payer: &str) -> (i64, String, String) {
        let customer: i64 = payer.rsplit('-').next().unwrap().parse().unwrap();
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        sqlx::query_as(
            "SELECT o.id, o.trans_record_id, p.reference FROM checkout_orders o JOIN payments p ON p.order_id = o.id
             WHERE o.customer_id = ? ORDER BY o.id DESC LIMIT 1",
        )
        .bind(customer)
        .fetch_one(db.conn())
        .await
        .unwrap()
    }

    async fn next_job(&self) -> Option<Timestamp> {
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let due: Option<i64> = sqlx::query_scalar("SELECT MIN(due_at) FROM jobs WHERE dead = 0")
            .fetch_one(db.conn())
            .await
            .unwrap();
        due.and_then(|ms| Timestamp::from_millisecond(ms).ok())
    }

    /// Reads the log on.
    fn note_who_was_told(&self, played: &mut [Played], age: i64) {
        let text = self.log.take();
        for line in text.lines().filter(|line| line.contains("ERROR")) {
            for one in &mut *played {
                if one.told_at.is_none() && line.contains(&format!("order.id={} ", one.order_id)) {
                    one.told_at = Some(age);
                }
            }
        }
    }

    async fn books(&self, played: &Played) -> Books {
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let (state, total, settled_at, codes, cleared) = sqlx::query_as(
            "SELECT o.state, o.total, (o.settled_at - o.created_at) / 1000,
                (SELECT COUNT(*) FROM wallet_items w JOIN checkout_order_lines l ON l.id = w.order_line_id
                 WHERE l.order_id = o.id AND w.state = 'active'),
                (SELECT COALESCE(SUM(amount), 0) FROM ledger_entries WHERE order_id = o.id AND account = 'clearing')
             FROM checkout_orders o WHERE o.trans_record_id = ?",
        )
        .bind(&played.order)
        .fetch_one(db.conn())
        .await
        .unwrap();
        Books {
            state,
            total,
            settled_at,
            codes,
            cleared,
        }
    }

    /// A person looks into the processor's console and settles what only a person can.
    async fn tidy(&self, played: &Played, day: &BadDay, books: &Books) {
        if books.state != "flagged" && day.verdict != Verdict::WrongAmount {
            return;
        }
        let owner = Customer::log_in(&self.site, "owner@example.com", PASSWORD).await;
        let path = format!("/admin/orders/{}", played.order);
        // As the acquirer numbers its charges.
        let reference = &played.reference;
        let found = match day.verdict {
            Verdict::Decline | Verdict::Lost => json!({"approved": false}),
            Verdict::Approve => json!({"approved": true, "transaction": reference}),
            Verdict::WrongAmount => {
                json!({"approved": true, "transaction": reference, "takeBack": true, "amount": day.held})
            }
        };
        let settled = owner.post(&format!("{path}/settlement"), found).await.succeeded();
        let expected = if day.verdict == Verdict::Approve {
            "paid"
        } else {
            "failed"
        };
        assert_eq!(settled["state"], expected, "seed {}", played.seed);
        // A void may be lost, and its answer too: it is looked up before it is sent again.
        for _ in 0..10 {
            self.site.run_jobs().await;
            self.site.installation.clock.advance(SignedDuration::from_mins(1));
        }
        let held = self.acquirer.day(&played.reference).held;
        assert_eq!(
            held > 0,
            day.verdict == Verdict::Approve,
            "seed {}: {held}",
            played.seed
        );
    }
}

fn judge(day: &BadDay, books: &Books, told_at: Option<i64>) {
    let five_minutes = 5 * 60;
    assert_eq!(day.charges, 1, "charged once");
    let untellable = !day.has_look_up || day.verdict == Verdict::WrongAmount;
    match books.state.as_str() {
        "paid" => assert_eq!(
            (books.codes, day.held, books.cleared),
            (1, books.total, books.total),
            "wrongly paid"
        ),
        "failed" if day.verdict == Verdict::WrongAmount => {
            assert_eq!(books.codes, 0);
            assert!(told_at.is_some(), "nobody knows of it");
        }
        "failed" => {
            assert_eq!((books.codes, day.held), (0, 0), "a customer paid for nothing");
            assert!(books.cleared == 0 || told_at.is_some(), "nobody knows of it");
        }
        "flagged" => {
            assert_eq!((books.codes, books.cleared), (0, 0));
            assert!(untellable, "a look-up would have told");
        }
        state => panic!("{state} after days"),
    }
    if !day.has_look_up && day.answer != Answer::InTime && books.settled_at.is_none() {
        assert!(told_at.is_some_and(|told| told <= five_minutes), "told at {told_at:?}");
    }
    match books.settled_at {
        Some(settled) => assert!(
            settled <= day.recovered_at().max(day.answered_at) + five_minutes,
            "settled {} s late",
            settled - day.recovered_at()
        ),
        None => assert!(told_at.is_some(), "nobody knows of it"),
    }
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var_os(name)
        .and_then(|text| text.to_str()?.parse().ok())
        .unwrap_or(otherwise)
}
