//! The sites' ledgers, read and aged past the server while it is down.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

pub struct Books {
    /// The file of each site.
    sites: Vec<PathBuf>,
    control: PathBuf,
}

/// A paid order as the books have it.
#[derive(Debug)]
pub struct Sale {
    pub site: String,
    pub id: String,
    pub total: i64,
    /// What the ledger says lies at the processor for it.
    pub cleared: i64,
    /// What the customer got for it.
    pub items: i64,
    /// Our number of the payment at the processor.
    pub payment: String,
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

    /// Lets time pass for what is open, as if the server had been down that long.
    pub async fn pass(&self, time: Duration) {
        let ms = time.as_millis();
        for file in &self.sites {
            let mut books = Self::open(file).await;
            for change in [
                format!(
                    "UPDATE checkout_orders SET created_at = created_at - {ms} WHERE state IN ('pending', 'unknown')"
                ),
                format!("UPDATE payments SET created_at = created_at - {ms} WHERE token_sealed IS NOT NULL"),
                format!("UPDATE jobs SET due_at = due_at - {ms}"),
            ] {
                sqlx::raw_sql(AssertSqlSafe(change)).execute(&mut books).await.unwrap();
            }
            books.close().await.unwrap();
        }
    }

    /// Waits until no order is open any more and nothing waits to be reconciled.
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

    /// Every paid order of every site.
    pub async fn sales(&self) -> Vec<Sale> {
        let mut control = Self::open(&self.control).await;
        let mut sales = Vec::new();
        for file in &self.sites {
            let id = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
            let site: String = sqlx::query_scalar("SELECT subdomain FROM sites WHERE id = $1")
                .bind(id)
                .fetch_one(&mut control)
                .await
                .unwrap();
            let mut books = Self::open(file).await;
            let rows = sqlx::query(
                "SELECT o.trans_record_id, o.total, p.reference,
                    (SELECT COALESCE(SUM(amount), 0) FROM checkout_ledger l WHERE l.order_id = o.id AND l.account = 'clearing'),
                    (SELECT COUNT(*) FROM wallet_items w JOIN checkout_order_lines n ON n.id = w.order_line_id WHERE n.order_id = o.id)
                 FROM checkout_orders o JOIN payments p ON p.order_id = o.id AND p.state = 'approved' WHERE o.state = 'paid'",
            )
            .fetch_all(&mut books)
            .await
            .unwrap();
            books.close().await.unwrap();
            sales.extend(rows.into_iter().map(|row| Sale {
                site: site.clone(),
                id: row.get(0),
                total: row.get(1),
                payment: row.get(2),
                cleared: row.get(3),
                items: row.get(4),
            }));
        }
        sales
    }
}
