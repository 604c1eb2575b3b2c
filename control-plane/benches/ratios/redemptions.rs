//! Codes that kiosks look at, reserve and use up, durably, against the same statements in the same transactions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use platform::db::{ConnectionKind, connect};
use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::load::{self, Connection};
use crate::statements::Source;
use crate::world::{SHOPPERS, SITES, World};
use crate::{Bar, Row, median};

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(4);

/// A kiosk with the code of one customer, which can be used as often as one likes.
#[derive(Clone)]
struct Lane {
    host: String,
    key: String,
    code: String,
}

pub async fn row(world: &mut World) -> Row {
    let mut lanes = Vec::new();
    for number in 0..SHOPPERS {
        lanes.push(lane(world, number).await);
    }
    let copies = tempfile::tempdir_in(world.installation.dir.path()).unwrap();
    let files = world.copy_files(copies.path()).await;
    let books = Arc::new(Books::open(&files).await);

    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let bare = books.per_second(ROUND).await;
        let suds = redeemed_per_second(world, &lanes, round).await;
        world.quiet().await;
        // The first round warms up.
        if round > 0 {
            ratios.push(suds / bare);
            per_second.push((suds, bare));
        }
    }
    let (suds, bare) = per_second[ROUNDS / 2];
    Row {
        what: "redeemed code, against its statements".to_owned(),
        measured: median(ratios),
        bar: Bar::AtLeast(0.5),
        details: format!(
            "{suds:.0}/s to {bare:.0}/s, {SHOPPERS} kiosks, {SITES} sites; looked at, reserved, confirmed"
        ),
    }
}

async fn lane(world: &World, number: usize) -> Lane {
    let shopper = &world.shoppers[number];
    let product = shopper.washes(world.address()).await.unwrap()[0];
    let order = json!({"products": [{"productId": product}]});
    let key = format!("lane-{number}");
    let bought = shopper
        .post(world.address(), "/orders", Some(&key), &order)
        .await
        .unwrap();
    assert_eq!(bought["approved"], true, "{bought}");
    let wallet = shopper.get(world.address(), "/users/wallet").await.unwrap();
    let code = wallet[0]["code"].as_str().unwrap().to_owned();
    let file = world.file_of(number);
    let mut db = connect(&file, ConnectionKind::Writer).await.unwrap();
    let lasting = "UPDATE wallet_items SET max_uses = 1000000000";
    sqlx::query(lasting).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let words = [
        "terminal",
        "pair",
        "--site",
        &shopper.site,
        "--location",
        "1",
        "--label",
        &key,
    ];
    let pairing = world.installation.json(&words);
    let body = json!({"pairingCode": pairing["pairingCode"]});
    let paired = shopper
        .post(world.address(), "/terminal/pair", None, &body)
        .await
        .unwrap();
    Lane {
        host: shopper.host(),
        key: paired["terminalKey"].as_str().unwrap().to_owned(),
        code,
    }
}

async fn redeemed_per_second(world: &World, lanes: &[Lane], round: usize) -> f64 {
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for lane in lanes {
        let (lane, address) = (lane.clone(), world.address());
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut count = 0;
            while started.elapsed() < ROUND {
                lane.redeem(&mut connection, &format!("{round}-{count}")).await;
                count += 1;
            }
            count
        });
    }
    let count: i32 = tasks.join_all().await.into_iter().sum();
    f64::from(count) / started.elapsed().as_secs_f64()
}

impl Lane {
    async fn redeem(&self, connection: &mut Connection, txn: &str) {
        self.call(connection, "/terminal/codes/resolve", &json!({"code": self.code}))
            .await;
        let reservation = json!({"code": self.code, "terminalTxnId": format!("{txn}-r")});
        let reserved = self.call(connection, "/terminal/redemptions", &reservation).await;
        let id = reserved["redemptionId"].as_str().unwrap();
        let path = format!("/terminal/redemptions/{id}/confirm");
        let confirmed = self
            .call(connection, &path, &json!({"terminalTxnId": format!("{txn}-c")}))
            .await;
        assert_eq!(confirmed["state"], "confirmed", "{confirmed}");
    }

    async fn call(&self, connection: &mut Connection, path: &str, body: &Value) -> Value {
        let bearer = format!("Bearer {}", self.key);
        let headers = [("host", self.host.as_str()), ("authorization", bearer.as_str())];
        let request = load::request("POST", &format!("/api/v1{path}"), &headers, &body.to_string());
        let mut answer: Value = serde_json::from_slice(connection.call(&request).await).unwrap();
        answer["resultData"].take()
    }
}

/// The statements in the order of their use.
struct Statements {
    terminal: &'static str,
    misses: &'static str,
    find_item: &'static str,
    delete_expired_keys: &'static str,
    find_key: &'static str,
    insert_key: &'static str,
    update_item: &'static str,
    insert_job: &'static str,
    insert_redemption: &'static str,
    answer_key: &'static str,
    find_redemption: &'static str,
    item: &'static str,
    delete_job: &'static str,
    settle: &'static str,
}

impl Statements {
    fn of_source() -> Self {
        let source = Source::read();
        Self {
            terminal: source.one("SELECT id, label, location_id, last_seen_at FROM terminals", ""),
            misses: source.one("SELECT full_at FROM quotas", ""),
            find_item: source.one("SELECT id AS", "FROM wallet_items WHERE code_hmac = ?"),
            delete_expired_keys: source.one("DELETE FROM idempotency_keys", "expires_at"),
            find_key: source.one("SELECT fingerprint, answer FROM idempotency_keys", ""),
            insert_key: source.one("INSERT INTO idempotency_keys", ""),
            update_item: source.one("UPDATE wallet_items SET state = ?2, use_count = ?3", ""),
            insert_job: source.one("INSERT INTO jobs", ""),
            insert_redemption: source.one("INSERT INTO terminal_redemptions", ""),
            answer_key: source.one("UPDATE idempotency_keys SET answer", ""),
            find_redemption: source.one(
                "SELECT item_id",
                "FROM terminal_redemptions WHERE id = ? AND terminal_id = ?",
            ),
            item: source.one("SELECT state, use_count, max_uses", "FROM wallet_items WHERE id = ?"),
            delete_job: source.one("DELETE FROM jobs WHERE kind", ""),
            settle: source.one("UPDATE terminal_redemptions SET state", ""),
        }
    }
}

/// One site's file, with a writer and a reader as the server has them.
struct Book {
    writer: Mutex<SqliteConnection>,
    reader: Mutex<SqliteConnection>,
    lanes: Vec<BareLane>,
}

struct BareLane {
    terminal: String,
    key_hash: Vec<u8>,
    item: i64,
    code_hmac: Vec<u8>,
}

struct Books {
    statements: Statements,
    sites: Vec<Book>,
}

impl Books {
    async fn open(files: &[PathBuf]) -> Self {
        let mut sites = Vec::new();
        for file in files {
            let mut reader = connect(file, ConnectionKind::Reader).await.unwrap();
            let rows: Vec<(String, Vec<u8>)> = sqlx::query_as("SELECT id, key_hash FROM terminals ORDER BY rowid")
                .fetch_all(&mut reader)
                .await
                .unwrap();
            let items: Vec<(i64, Vec<u8>)> =
                sqlx::query_as("SELECT MAX(id), code_hmac FROM wallet_items GROUP BY customer_id")
                    .fetch_all(&mut reader)
                    .await
                    .unwrap();
            let lanes = rows.into_iter().zip(items);
            sites.push(Book {
                writer: Mutex::new(connect(file, ConnectionKind::Writer).await.unwrap()),
                reader: Mutex::new(reader),
                lanes: lanes
                    .map(|((terminal, key_hash), (item, code_hmac))| BareLane {
                        terminal,
                        key_hash,
                        item,
                        code_hmac,
                    })
                    .collect(),
            });
        }
        Self {
            statements: Statements::of_source(),
            sites,
        }
    }

    async fn per_second(self: &Arc<Self>, time: Duration) -> f64 {
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for number in 0..SHOPPERS {
            let books = Arc::clone(self);
            tasks.spawn(async move {
                let book = &books.sites[number % SITES];
                let lane = &book.lanes[number / SITES % book.lanes.len()];
                let mut count = 0;
                while started.elapsed() < time {
                    let name = format!("{number}-{count}-{}", started.elapsed().as_nanos());
                    book.redeem(&books.statements, lane, &name).await.unwrap();
                    count += 1;
                }
                count
            });
        }
        let count: i32 = tasks.join_all().await.into_iter().sum();
        f64::from(count) / started.elapsed().as_secs_f64()
    }
}

const NOW: i64 = 1_790_000_000_000;

impl Book {
    async fn redeem(&self, sql: &Statements, lane: &BareLane, name: &str) -> Result<(), sqlx::Error> {
        self.look(sql, lane).await?;
        self.reserve(sql, lane, name).await?;
        self.confirm(sql, lane, name).await
    }

    /// Who asks.
    async fn terminal(&self, sql: &Statements, lane: &BareLane) -> Result<(), sqlx::Error> {
        let mut reader = self.reader.lock().await;
        let terminal = sqlx::query(sql.terminal).bind(&lane.key_hash).bind(NOW);
        terminal.fetch_one(&mut *reader).await?;
        Ok(())
    }

    async fn look(&self, sql: &Statements, lane: &BareLane) -> Result<(), sqlx::Error> {
        self.terminal(sql, lane).await?;
        let mut reader = self.reader.lock().await;
        misses(sql, lane, &mut reader).await?;
        sqlx::query(sql.find_item)
            .bind(&lane.code_hmac)
            .fetch_one(&mut *reader)
            .await?;
        Ok(())
    }

    async fn reserve(&self, sql: &Statements, lane: &BareLane, name: &str) -> Result<(), sqlx::Error> {
        self.terminal(sql, lane).await?;
        let mut writer = self.writer.lock().await;
        let db = &mut *writer;
        claim(sql, db, name, "r").await?;
        misses(sql, lane, db).await?;
        sqlx::query(sql.find_item)
            .bind(&lane.code_hmac)
            .fetch_one(&mut *db)
            .await?;
        let reserved = sqlx::query(sql.update_item).bind(lane.item).bind("reserved").bind(0);
        reserved.bind(name).bind(NOW).execute(&mut *db).await?;
        let job = sqlx::query(sql.insert_job)
            .bind("wallet.release")
            .bind(name)
            .bind("{\"item_id\":1}");
        let job = job
            .bind(NOW)
            .bind(NOW)
            .bind("0123456789abcdef01234567")
            .bind(None::<&str>);
        job.execute(&mut *db).await?;
        let redemption = sqlx::query(sql.insert_redemption)
            .bind(name)
            .bind(&lane.terminal)
            .bind(1)
            .bind(lane.item);
        let redemption = redemption
            .bind(None::<i64>)
            .bind(None::<&str>)
            .bind(None::<i64>)
            .bind(NOW)
            .bind(NOW);
        redemption.execute(&mut *db).await?;
        finish(sql, db, name, "r").await
    }

    async fn confirm(&self, sql: &Statements, lane: &BareLane, name: &str) -> Result<(), sqlx::Error> {
        self.terminal(sql, lane).await?;
        let mut writer = self.writer.lock().await;
        let db = &mut *writer;
        claim(sql, db, name, "c").await?;
        let redemption = sqlx::query(sql.find_redemption).bind(name).bind(&lane.terminal);
        redemption.fetch_one(&mut *db).await?;
        sqlx::query(sql.item).bind(lane.item).fetch_one(&mut *db).await?;
        let used = sqlx::query(sql.update_item).bind(lane.item).bind("active").bind(1);
        used.bind(None::<&str>).bind(None::<i64>).execute(&mut *db).await?;
        sqlx::query(sql.delete_job)
            .bind("wallet.release")
            .bind(name)
            .execute(&mut *db)
            .await?;
        let settled = sqlx::query(sql.settle).bind(name).bind("confirmed").bind(NOW);
        settled.execute(&mut *db).await?;
        finish(sql, db, name, "c").await
    }
}

async fn misses(sql: &Statements, lane: &BareLane, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let misses = sqlx::query(sql.misses).bind("terminal_misses").bind(&lane.terminal);
    misses.fetch_optional(db).await?;
    Ok(())
}

async fn claim(sql: &Statements, db: &mut SqliteConnection, name: &str, what: &str) -> Result<(), sqlx::Error> {
    let scope = format!("POST /api/v1/terminal/{what}");
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *db).await?;
    sqlx::query(sql.delete_expired_keys).bind(NOW).execute(&mut *db).await?;
    sqlx::query(sql.find_key)
        .bind(&scope)
        .bind(name)
        .fetch_optional(&mut *db)
        .await?;
    let key = sqlx::query(sql.insert_key).bind(&scope).bind(name).bind(vec![7_u8; 32]);
    key.bind(NOW).bind(NOW + 2_592_000_000).execute(&mut *db).await?;
    Ok(())
}

async fn finish(sql: &Statements, db: &mut SqliteConnection, name: &str, what: &str) -> Result<(), sqlx::Error> {
    let answer = json!({"redemptionId": name, "state": "reserved", "reservedUntil": "2026-11-20T15:02:00Z", "useLimitCount": 0, "maxUses": 1});
    let answered = sqlx::query(sql.answer_key).bind(answer.to_string());
    let answered = answered.bind(format!("POST /api/v1/terminal/{what}")).bind(name);
    answered.execute(&mut *db).await?;
    sqlx::query("COMMIT").execute(&mut *db).await?;
    Ok(())
}
