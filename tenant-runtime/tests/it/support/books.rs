//! Access to a site's stored data.

use tenant_runtime::ledger::{self, Account, Transaction};

use super::site::TestSite;

impl TestSite {
    /// Every entry of the ledger in order: what it is part of, account, minor units.
    pub async fn ledger(&self) -> Vec<(String, String, i64)> {
        let rows: Vec<(String, String, i64)> = self
            .rows("SELECT txn_id, account, amount FROM ledger_entries ORDER BY id")
            .await;
        let part = |txn: String| match txn.split_once(':') {
            // Named by the order's random number.
            Some((kind @ ("sale" | "late"), _)) => kind.to_owned(),
            _ => txn,
        };
        rows.into_iter()
            .map(|(txn, account, amount)| (part(txn), account, amount))
            .collect()
    }

    /// Rows of a statement on the site's file.
    pub async fn rows<T>(&self, statement: &'static str) -> Vec<T>
    where
        T: for<'r> sqlx::FromRow<'r, sqlx::sqlite::SqliteRow> + Send + Unpin,
    {
        let tenant = self.tenant().await;
        let mut db = tenant.read().await.unwrap();
        sqlx::query_as(statement).fetch_all(db.conn()).await.unwrap()
    }

    /// Spends minor units of a gift card, as a kiosk does.
    pub async fn spend_gift_card(&self, card_id: i64, amount: i64) {
        let tenant = self.tenant().await;
        let mut db = tenant.write().await.unwrap();
        sqlx::query("INSERT INTO gift_card_movements (gift_card_id, kind, amount, at) VALUES (?, 'redeem', ?, 0)")
            .bind(card_id)
            .bind(-amount)
            .execute(db.conn())
            .await
            .unwrap();
        let transaction = Transaction::hold("spent", tenant.now());
        let amounts = [(Account::GiftCard(card_id), amount), (Account::Kiosks, -amount)];
        ledger::post(&mut db, &transaction, &amounts).await.unwrap();
        db.commit().await.unwrap();
    }

    /// Problems found by `suds site check`.
    pub async fn violations(&self) -> Vec<String> {
        let tenant = self.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let keys = (tenant.keys(), tenant.is_sealed());
        let found =
            tenant_runtime::check::violations(tenant_runtime::domains::DOMAINS, keys, tenant.now(), &mut db).await;
        found.unwrap()
    }

    /// Changes the site's file directly.
    pub async fn change(&self, statement: &'static str) {
        let mut db = self.tenant().await.write().await.unwrap();
        sqlx::query(statement).execute(db.conn()).await.unwrap();
        db.commit().await.unwrap();
    }
}
