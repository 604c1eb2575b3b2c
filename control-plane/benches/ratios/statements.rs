//! What a purchase asks of the database, and nothing else: the statements of the source, in the transactions of the source.
//! Their texts come from `.sqlx`, so that a statement that changes is measured as it is, and one that goes is missed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use platform::db::{ConnectionKind, connect};
use serde_json::Value;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};
use sqlx::{Row as _, query, query_scalar};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

/// The statements in the order of their use.
struct Statements {
    live_person: &'static str,
    delete_expired_keys: &'static str,
    find_key: &'static str,
    insert_key: &'static str,
    open_order: &'static str,
    account: &'static str,
    default_location: &'static str,
    product: &'static str,
    tax: &'static str,
    discounts: &'static str,
    insert_order: &'static str,
    insert_line: &'static str,
    card: &'static str,
    insert_payment: &'static str,
    insert_job: &'static str,
    answer_key: &'static str,
    find_order: &'static str,
    settle_payment: &'static str,
    set_order: &'static str,
    amounts: &'static str,
    insert_ledger: &'static str,
    lines: &'static str,
    insert_item: &'static str,
    insert_points: &'static str,
    standing: &'static str,
    delete_job: &'static str,
}

impl Statements {
    fn of_source() -> Self {
        let source = Source::read();
        let one = |start, within| source.one(start, within);
        Self {
            live_person: one("SELECT customers.id", "FROM identity_sessions JOIN customers"),
            delete_expired_keys: one("DELETE FROM idempotency_keys", "expires_at"),
            find_key: one("SELECT fingerprint, answer FROM idempotency_keys", ""),
            insert_key: one("INSERT INTO idempotency_keys", ""),
            open_order: one("SELECT id FROM checkout_orders", "state IN ('pending', 'unknown')"),
            account: one("SELECT email AS", "FROM customers WHERE id = ?"),
            default_location: one("SELECT MIN(id)", "FROM catalog_locations"),
            product: one("SELECT id AS", "WHERE id = ?1 AND active = 1"),
            tax: one("SELECT rate_ppm FROM catalog_taxes", ""),
            discounts: one("SELECT id AS", "discount IS NOT NULL"),
            insert_order: one("INSERT INTO checkout_orders", ""),
            insert_line: one("INSERT INTO checkout_order_lines", "product_id"),
            card: one("SELECT processor, token_sealed, brand", "FROM payments_cards"),
            insert_payment: one("INSERT INTO payments", "initiator"),
            insert_job: one("INSERT INTO jobs", ""),
            answer_key: one("UPDATE idempotency_keys SET answer", ""),
            find_order: one("SELECT id AS", "WHERE trans_record_id = ? AND customer_id = ?"),
            settle_payment: one("UPDATE payments SET state = ?2", ""),
            set_order: one("UPDATE checkout_orders SET state = ?, code = ?", ""),
            amounts: one("SELECT subtotal,", "currency FROM checkout_orders"),
            insert_ledger: one("INSERT INTO ledger_entries", ""),
            lines: one("SELECT id AS", "quantity, locations, address_id"),
            insert_item: one("INSERT INTO wallet_items", ""),
            insert_points: one("INSERT INTO loyalty_points", "'earn', value"),
            standing: one("SELECT (SELECT COALESCE(SUM(points)", "FROM loyalty_referrals"),
            delete_job: one("DELETE FROM jobs WHERE kind", ""),
        }
    }
}

/// Every statement that the compiler knows of the two crates.
pub struct Source(Vec<&'static str>);

impl Source {
    pub fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders =
            ["platform/.sqlx", "tenant-runtime/.sqlx"].map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
        let texts = folders.into_iter().flatten().map(|entry| {
            let content: Value = serde_json::from_slice(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
            // Lives as long as the process, like the literals of the source.
            &*content["query"].as_str().unwrap().trim_start().to_owned().leak()
        });
        Self(texts.collect())
    }

    /// The only statement that starts like this and contains that.
    pub fn one(&self, start: &str, within: &str) -> &'static str {
        let mut found = self
            .0
            .iter()
            .filter(|text| text.starts_with(start) && text.contains(within));
        let (first, more) = (found.next(), found.next());
        assert!(more.is_none(), "several statements are like {start:?} {within:?}");
        first.unwrap_or_else(|| panic!("no statement is like {start:?} {within:?}; did the source change?"))
    }
}

/// A customer of a site.
struct Who {
    customer: i64,
    session: String,
}

/// One site's file, with a writer and a reader as the server has them.
struct Till {
    writer: Mutex<SqliteConnection>,
    reader: Mutex<SqliteConnection>,
    customers: Vec<Who>,
}

pub struct Tills {
    statements: Statements,
    product: i64,
    sites: Vec<Till>,
}

impl Tills {
    pub async fn open(files: &[PathBuf], product: i64) -> Self {
        let mut sites = Vec::new();
        for file in files {
            let mut reader = connect(file, ConnectionKind::Reader).await.unwrap();
            let rows = query("SELECT customer_id, MIN(id) FROM identity_sessions GROUP BY customer_id");
            let rows = rows.fetch_all(&mut reader).await.unwrap();
            sites.push(Till {
                writer: Mutex::new(connect(file, ConnectionKind::Writer).await.unwrap()),
                reader: Mutex::new(reader),
                customers: rows
                    .iter()
                    .map(|row| Who {
                        customer: row.get(0),
                        session: row.get(1),
                    })
                    .collect(),
            });
        }
        Self {
            statements: Statements::of_source(),
            product,
            sites,
        }
    }

    /// Lets `clients` buy, each again and again; answers how many purchases a second were durable.
    pub async fn per_second(self: &Arc<Self>, clients: usize, time: Duration) -> f64 {
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for number in 0..clients {
            let tills = Arc::clone(self);
            tasks.spawn(async move {
                let till = &tills.sites[number % tills.sites.len()];
                let who = &till.customers[number / tills.sites.len() % till.customers.len()];
                let mut count = 0;
                while started.elapsed() < time {
                    let name = format!("{number}-{count}-{}", started.elapsed().as_nanos());
                    till.buy(&tills.statements, tills.product, who, &name).await;
                    count += 1;
                }
                count
            });
        }
        let count: i32 = tasks.join_all().await.into_iter().sum();
        f64::from(count) / started.elapsed().as_secs_f64()
    }
}

impl Till {
    async fn buy(&self, sql: &Statements, product: i64, who: &Who, name: &str) {
        let mut reader = self.reader.lock().await;
        query(sql.live_person)
            .bind(&who.session)
            .fetch_optional(&mut *reader)
            .await
            .unwrap();
        drop(reader);
        let order = self.intend(sql, product, who, name).await.unwrap();
        self.settle(sql, who, order, name).await.unwrap();
    }

    async fn intend(&self, sql: &Statements, product: i64, who: &Who, name: &str) -> Result<i64, sqlx::Error> {
        const NOW: i64 = 1_790_000_000_000;
        let (scope, fingerprint) = (format!("POST /api/v1/orders customer:{}", who.customer), vec![7_u8; 32]);
        let mut writer = self.writer.lock().await;
        let db = &mut *writer;
        query("BEGIN IMMEDIATE").execute(&mut *db).await?;
        query(sql.delete_expired_keys).bind(NOW).execute(&mut *db).await?;
        query(sql.find_key)
            .bind(&scope)
            .bind(name)
            .fetch_optional(&mut *db)
            .await?;
        let key = query(sql.insert_key).bind(&scope).bind(name).bind(&fingerprint);
        key.bind(NOW).bind(None::<i64>).execute(&mut *db).await?;
        query(sql.open_order)
            .bind(who.customer)
            .fetch_optional(&mut *db)
            .await?;
        query(sql.account).bind(who.customer).fetch_optional(&mut *db).await?;
        query(sql.default_location).fetch_one(&mut *db).await?;
        query(sql.product).bind(product).bind(NOW).fetch_one(&mut *db).await?;
        query(sql.tax).bind(1).bind("wash").fetch_optional(&mut *db).await?;
        query(sql.discounts).bind(who.customer).fetch_all(&mut *db).await?;
        let order = query_scalar(sql.insert_order)
            .bind(name)
            .bind(who.customer)
            .bind("shop")
            .bind(1)
            .bind(1200)
            .bind(103)
            .bind(1303);
        let order: i64 = order
            .bind("USD")
            .bind(&fingerprint)
            .bind(None::<&str>)
            .bind(0)
            .bind(None::<i64>)
            .bind(0)
            .bind(NOW)
            .fetch_one(&mut *db)
            .await?;
        let line = query(sql.insert_line)
            .bind(order)
            .bind(product)
            .bind("AppWash")
            .bind("A wash")
            .bind(1200);
        let line = line
            .bind(103)
            .bind(86_000)
            .bind("[\"Soft foam\"]")
            .bind("[]")
            .bind(0)
            .bind(1)
            .bind(false)
            .bind(false);
        let nothing = None::<&str>;
        let line = line.bind(nothing).bind(nothing).bind(nothing).bind(nothing);
        let line = line.bind(nothing).bind(nothing).bind(nothing);
        let line = line.bind(nothing).bind(nothing).bind(nothing).bind(nothing);
        let line = line.bind(0).bind(0).bind(None::<i64>);
        line.execute(&mut *db).await?;
        query(sql.card).bind(who.customer).fetch_one(&mut *db).await?;
        let payment = query(sql.insert_payment)
            .bind(name)
            .bind(order)
            .bind(who.customer)
            .bind("moneris")
            .bind(1)
            .bind(1303);
        payment
            .bind("USD")
            .bind(vec![7_u8; 90])
            .bind("customer")
            .bind(NOW)
            .execute(&mut *db)
            .await?;
        job(sql, db, "checkout.sweep", Some(&sweep(order))).await?;
        query(sql.answer_key)
            .bind(format!("\"{name}\""))
            .bind(&scope)
            .bind(name)
            .execute(&mut *db)
            .await?;
        query("COMMIT").execute(&mut *db).await?;
        Ok(order)
    }

    async fn settle(&self, sql: &Statements, who: &Who, order: i64, name: &str) -> Result<(), sqlx::Error> {
        const NOW: i64 = 1_790_000_000_050;
        let mut writer = self.writer.lock().await;
        let db = &mut *writer;
        query("BEGIN IMMEDIATE").execute(&mut *db).await?;
        query(sql.find_order)
            .bind(name)
            .bind(who.customer)
            .fetch_one(&mut *db)
            .await?;
        let payment = query(sql.settle_payment)
            .bind(name)
            .bind("approved")
            .bind("123456")
            .bind(format!("{name}-0_25"));
        let payment = payment.bind(NOW).bind(false).bind(None::<&str>).bind(None::<&str>);
        payment.execute(&mut *db).await?;
        query(sql.set_order)
            .bind("paid")
            .bind("123456")
            .bind(NOW)
            .bind(order)
            .execute(&mut *db)
            .await?;
        query(sql.amounts).bind(order).fetch_one(&mut *db).await?;
        for (account, amount) in [("clearing", 1303), ("sales", -1200), ("tax", -103)] {
            let entry = query(sql.insert_ledger)
                .bind(format!("sale:{name}"))
                .bind(account)
                .bind(amount);
            entry.bind(order).bind(NOW).execute(&mut *db).await?;
        }
        let line: i64 = query(sql.lines).bind(order).fetch_one(&mut *db).await?.get(0);
        let item = query(sql.insert_item)
            .bind(who.customer)
            .bind(line)
            .bind("AppWash")
            .bind("A wash");
        let item = item.bind(name.as_bytes()).bind(vec![7_u8; 70]).bind("[]").bind(NOW);
        let item = item.bind("2027-11-20").bind(1).bind(false);
        let item = item.bind(None::<&str>).bind(None::<&str>).bind(None::<i64>);
        item.bind(None::<&str>)
            .bind(false)
            .bind(false)
            .execute(&mut *db)
            .await?;
        query(sql.insert_points)
            .bind(who.customer)
            .bind(format!("[[\"order_line:{line}\",1200]]"))
            .bind(NOW)
            .execute(&mut *db)
            .await?;
        query(sql.standing).bind(who.customer).fetch_one(&mut *db).await?;
        job(sql, db, "checkout.receipt", None).await?;
        query(sql.delete_job)
            .bind("checkout.sweep")
            .bind(sweep(order))
            .execute(&mut *db)
            .await?;
        query("COMMIT").execute(&mut *db).await?;
        Ok(())
    }
}

fn sweep(order: i64) -> String {
    format!("checkout.sweep:{order}")
}

async fn job(
    sql: &Statements,
    db: &mut SqliteConnection,
    kind: &str,
    key: Option<&str>,
) -> Result<SqliteQueryResult, sqlx::Error> {
    let job = query(sql.insert_job).bind(kind).bind(key).bind("{\"order_id\":1}");
    job.bind(1_790_000_060_000_i64)
        .bind(1_790_000_000_000_i64)
        .bind("0123456789abcdef01234567")
        .execute(db)
        .await
}
