//! The sites' ledgers, read and aged past the server while it is down.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

pub struct Books {
    /// The file of each site.
    sites: Vec<PathBuf>,
    control: PathBuf,
}

/// An order as the books have it.
#[derive(Debug)]
pub struct Order {
    pub site: String,
    /// `shop` or `kiosk`.
    pub origin: String,
    pub id: String,
    pub total: i64,
    pub state: String,
    /// Ledger balance at the processor for the order.
    pub cleared: i64,
    /// Items the customer got for it.
    pub items: i64,
    /// Our number of the payment at the processor.
    pub payment: String,
    pub payment_state: String,
}

/// A refund or a void that isn't settled.
pub struct Reversal {
    /// `transRecordId`
    pub order: String,
    pub id: i64,
    /// Our number of the payment at the processor.
    pub payment: String,
    /// Minor units that earlier refunds returned.
    pub refunded_before: i64,
    /// Whether its outcome is unknown, so that it is looked up. Otherwise, only its intent is stored.
    pub is_unknown: bool,
}

impl Order {
    /// Whether this is its charge. E-xact keeps the beginning of our number only.
    pub fn is_charged_by(&self, charge: &paystub::Charge) -> bool {
        self.payment.starts_with(&charge.order_no)
    }

    /// Whether its payment is not settled.
    pub fn is_open(&self) -> bool {
        matches!(self.payment_state.as_str(), "initiated" | "unknown")
    }
}

impl Books {
    pub fn of(data_dir: &Path) -> Self {
        let control = data_dir.join("control.sqlite");
        let listed = std::fs::read_dir(data_dir.join("sites")).unwrap();
        let files = listed.map(|entry| entry.unwrap().path().join("site.sqlite"));
        Self {
            sites: files.collect(),
            control,
        }
    }

    async fn open(file: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(false);
        options.busy_timeout(Duration::from_secs(5)).connect().await.unwrap()
    }

    /// Advances time for open work, as if the server had been down that long.
    pub async fn pass(&self, time: Duration) {
        let ms = time.as_millis();
        for file in &self.sites {
            let mut books = Self::open(file).await;
            for change in [
                format!(
                    "UPDATE checkout_orders SET created_at = created_at - {ms} WHERE state IN ('pending', 'unknown')"
                ),
                format!("UPDATE payments SET created_at = created_at - {ms} WHERE token_sealed IS NOT NULL"),
                format!(
                    "UPDATE checkout_reversals SET created_at = created_at - {ms} WHERE state IN ('initiated', 'unknown')"
                ),
                format!("UPDATE jobs SET due_at = due_at - {ms}"),
            ] {
                sqlx::raw_sql(AssertSqlSafe(change)).execute(&mut books).await.unwrap();
            }
            books.close().await.unwrap();
        }
    }

    /// Makes every club due, as if its members had paid a month ago.
    pub async fn make_months_due(&self) {
        for file in &self.sites {
            let mut books = Self::open(file).await;
            for change in [
                "UPDATE club_periods SET period_start = date(period_start, '-40 days'), period_end = date(period_end, '-40 days')
                 WHERE membership_id IN (SELECT id FROM club_memberships WHERE status = 'active')
                   AND NOT EXISTS (SELECT 1 FROM club_periods open
                       WHERE open.membership_id = club_periods.membership_id AND open.state <> 'paid')",
                "UPDATE club_memberships SET next_billing_date = date('now', '-2 days'), anchor_date = date('now', '-2 days')
                 WHERE status = 'active' AND NOT EXISTS (SELECT 1 FROM club_periods open
                     WHERE open.membership_id = club_memberships.id AND open.state <> 'paid')",
                "UPDATE jobs SET due_at = 0 WHERE kind = 'clubs.bill'",
                // Kills don't count as failures of the interrupted jobs.
                "UPDATE jobs SET crashes = 0",
            ] {
                sqlx::raw_sql(change).execute(&mut books).await.unwrap();
            }
            books.close().await.unwrap();
        }
    }

    /// Waits until no order is open and nothing is left to reconcile.
    pub async fn wait_until_settled(&self, patience: Duration) {
        let since = Instant::now();
        for file in &self.sites {
            let mut books = Self::open(file).await;
            loop {
                let open: i64 = sqlx::query_scalar(
                    "SELECT (SELECT COUNT(*) FROM checkout_orders WHERE state IN ('pending', 'unknown'))
                          + (SELECT COUNT(*) FROM jobs WHERE dead = 0 AND due_at <= CAST(unixepoch('subsec') * 1000 AS INTEGER))",
                )
                .fetch_one(&mut books)
                .await
                .unwrap();
                if open == 0 {
                    break;
                }
                assert!(
                    since.elapsed() < patience,
                    "{open} orders or jobs stay open in {}",
                    file.display()
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            books.close().await.unwrap();
        }
    }

    /// Makes a customer a manager.
    pub async fn promote(&self, email: &str) {
        for file in &self.sites {
            let mut books = Self::open(file).await;
            sqlx::query("UPDATE customers SET role = 'manager' WHERE email_key = ?")
                .bind(email)
                .execute(&mut books)
                .await
                .unwrap();
            books.close().await.unwrap();
        }
    }

    /// Every order of every site.
    pub async fn orders(&self) -> Vec<Order> {
        let mut control = Self::open(&self.control).await;
        let mut orders = Vec::new();
        for file in &self.sites {
            let id = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
            let site: String = sqlx::query_scalar("SELECT subdomain FROM sites WHERE id = $1")
                .bind(id)
                .fetch_one(&mut control)
                .await
                .unwrap();
            let mut books = Self::open(file).await;
            let rows = sqlx::query(
                "SELECT o.trans_record_id, o.total, o.state, p.reference, p.state,
                    (SELECT COALESCE(SUM(amount), 0) FROM ledger_entries l WHERE l.order_id = o.id AND l.account = 'clearing'),
                    (SELECT COUNT(*) FROM wallet_items w JOIN checkout_order_lines n ON n.id = w.order_line_id WHERE n.order_id = o.id),
                    o.origin
                 FROM checkout_orders o JOIN payments p ON p.order_id = o.id",
            )
            .fetch_all(&mut books)
            .await
            .unwrap();
            books.close().await.unwrap();
            orders.extend(rows.into_iter().map(|row| Order {
                site: site.clone(),
                id: row.get(0),
                total: row.get(1),
                state: row.get(2),
                payment: row.get(3),
                payment_state: row.get(4),
                cleared: row.get(5),
                items: row.get(6),
                origin: row.get(7),
            }));
        }
        orders
    }

    /// Reversals that aren't settled.
    pub async fn open_reversals(&self) -> Vec<Reversal> {
        let mut open = Vec::new();
        for file in &self.sites {
            let mut books = Self::open(file).await;
            let rows = sqlx::query(
                "SELECT o.trans_record_id, r.id, p.reference, p.refunded, r.state = 'unknown' FROM checkout_reversals r
                 JOIN checkout_orders o ON o.id = r.order_id JOIN payments p ON p.order_id = o.id
                 WHERE r.state IN ('initiated', 'unknown')",
            )
            .fetch_all(&mut books)
            .await
            .unwrap();
            books.close().await.unwrap();
            open.extend(rows.into_iter().map(|row| Reversal {
                order: row.get(0),
                id: row.get(1),
                payment: row.get(2),
                refunded_before: row.get(3),
                is_unknown: row.get(4),
            }));
        }
        open
    }

    /// Every redemption of every site: its id and its state.
    pub async fn redemptions(&self) -> HashMap<String, String> {
        let mut redemptions = HashMap::new();
        for file in &self.sites {
            let mut books = Self::open(file).await;
            let rows: Vec<(String, String)> = sqlx::query_as("SELECT id, state FROM terminal_redemptions")
                .fetch_all(&mut books)
                .await
                .unwrap();
            books.close().await.unwrap();
            redemptions.extend(rows);
        }
        redemptions
    }
}
