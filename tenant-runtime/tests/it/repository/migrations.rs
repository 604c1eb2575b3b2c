use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use super::root;

/// `user_version` is what a site's file is judged by before it is opened (`platform::db::Schema`).
#[tokio::test]
async fn every_migration_ends_with_its_own_version() {
    let migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let mut before = 0;
    for migration in migrator.iter() {
        assert!(migration.version > before, "{}", migration.description);
        before = migration.version;
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
        let version: i64 = sqlx::query_scalar("PRAGMA user_version")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(version, migration.version, "{}", migration.description);
    }
    assert_eq!(tenant_runtime::SCHEMA.latest(), before);
}

/// A site's file is read without looking at declared types: STRICT keeps text out of integer columns.
#[tokio::test]
async fn every_table_is_strict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("site.sqlite");
    tenant_runtime::SCHEMA.create(&file).await.unwrap();
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    let lax: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
         AND name NOT LIKE 'sqlite_%' AND name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(lax.is_empty(), "not STRICT: {lax:?}");
}

/// Cards and payments of an earlier build name a processor only: those of the present one belong to the account in use, others to
/// an account that was left, without credentials.
#[tokio::test]
async fn cards_and_payments_move_to_merchant_accounts() {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    sqlx::raw_sql("PRAGMA foreign_keys = OFF")
        .execute(&mut connection)
        .await
        .unwrap();
    let migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    let (before, after): (Vec<_>, Vec<_>) = migrator.iter().partition(|migration| migration.version < 58);
    for migration in before {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    let card = "token_sealed, brand, last_four, expiry_month, expiry_year, created_at) VALUES";
    let payment = "amount, currency, created_at) VALUES";
    let rows = format!(
        "INSERT INTO payments_processor (id, name, endpoints, settings_sealed, updated_at) VALUES (1, 'worldpay', 'stub', x'01', 7);
         INSERT INTO payments_cards (customer_id, processor, {card} (1, 'worldpay', x'00', 'Visa', '4242', 12, 2030, 0);
         INSERT INTO payments_cards (customer_id, processor, {card} (2, 'moneris', x'00', 'Visa', '4242', 12, 2030, 0);
         INSERT INTO payments (reference, order_id, customer_id, processor, {payment} ('one', 1, 1, 'worldpay', 1, 'USD', 0);
         INSERT INTO payments (reference, order_id, customer_id, processor, {payment} ('two', 2, 2, 'exacthosted', 1, 'USD', 0);"
    );
    sqlx::raw_sql(AssertSqlSafe(rows))
        .execute(&mut connection)
        .await
        .unwrap();
    for migration in after {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    let accounts: Vec<(String, Option<String>, bool, Option<i64>)> = sqlx::query_as(
        "SELECT processor, endpoints, settings_sealed IS NOT NULL, left_at FROM payments_accounts ORDER BY processor",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(
        accounts,
        [
            ("exacthosted".to_owned(), None, false, Some(7)),
            ("moneris".to_owned(), None, false, Some(7)),
            ("worldpay".to_owned(), Some("stub".to_owned()), false, None),
        ]
    );
    let strays: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM payments_cards c LEFT JOIN payments_accounts a ON a.id = c.account_id AND a.processor = c.processor
                 WHERE a.id IS NULL)
              + (SELECT COUNT(*) FROM payments p LEFT JOIN payments_accounts a ON a.id = p.account_id AND a.processor = p.processor
                 WHERE a.id IS NULL)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(strays, 0);
    let in_use: String = sqlx::query_scalar(
        "SELECT a.processor FROM payments_processor p JOIN payments_accounts a ON a.id = p.account_id",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(in_use, "worldpay");
}

/// Applies the migrations from `first` to `last`.
async fn migrate(connection: &mut SqliteConnection, first: i64, last: i64) {
    let migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    for migration in migrator.iter().filter(|one| (first..=last).contains(&one.version)) {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut *connection)
            .await
            .unwrap();
    }
}

async fn sites_before_gross_prices(prices_include_tax: bool) -> SqliteConnection {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrate(&mut connection, 1, 60).await;
    let config = format!("{{\"pricesIncludeTax\": {prices_include_tax}}}");
    sqlx::query("INSERT INTO site_configs (revision, config, tones, saved_at, saved_by) VALUES (1, '{}', '', 0, ''), (2, ?, '', 0, '')")
        .bind(config)
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql(
        "PRAGMA foreign_keys = OFF;
         INSERT INTO catalog_locations (id, name, address1, city, state, zip, latitude, longitude, position)
             VALUES (1, 'North', '', '', '', '', 0, 0, 1), (2, 'South', '', '', '', '', 0, 0, 2);
         INSERT INTO catalog_taxes (location_id, tax_class, rate_ppm) VALUES (1, 'wash', 200000), (1, 'club', 200000), (2, 'club', 100000);
         INSERT INTO catalog_products (id, product_type, name, price, signup_price, tax_class, logo)
             VALUES (1, 'AppWash', 'Wash', 833, NULL, 'wash', '{}'), (2, 'AppClub', 'Club', 2600, 1000, 'club', '{}'),
                    (3, 'GiftCard', 'Card', 2500, NULL, 'untaxed', '{}');
         INSERT INTO offers (id, kind, name, description, terms, award, amount, starts_at, claim_limit, expiry, locations, kiosk, created_at)
             VALUES (1, 'deal', 'Two off', '', '', 'DollarDiscItem', 200, 0, 1, '{}', '[]', '{}', 0),
                    (2, 'deal', 'Wax', '', '', 'Item', NULL, 0, 1, '{}', '[]', '{}', 0);
         INSERT INTO customers (id, email, email_key, password_hash, referral_code, home_location_id, created_at, updated_at)
             VALUES (1, 'a', 'a', 'x', 'A', NULL, 0, 0), (2, 'b', 'b', 'x', 'B', 2, 0, 0);
         INSERT INTO wallet_items (id, customer_id, item_type, name, label, code_hmac, code_sealed, purchased_at, max_uses, is_gift, discount)
             VALUES (1, 1, 'DollarDiscItem', '', '', x'01', x'01', 0, 1, 0, 200);
         INSERT INTO club_memberships (id, customer_id, order_line_id, product_id, name, price, monthly_price, accepted_terms, anchor_date,
                 next_billing_date, status, joined_at, next_price, next_price_from)
             VALUES (1, 1, 1, 2, '', 1000, 2600, '', '2026-11-01', '2026-12-01', 'active', 0, 3000, '2027-01-01'),
                    (2, 2, 2, 2, '', 1000, 2600, '', '2026-11-01', '2026-12-01', 'active', 0, NULL, NULL);
         INSERT INTO club_next_plans (membership_id, product_id, name, monthly_price, locations, accepted_terms)
             VALUES (2, 2, '', 2000, '[]', '');",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    migrate(&mut connection, 61, 61).await;
    connection
}

#[tokio::test]
async fn gross_prices_are_what_customers_were_shown() {
    let mut connection = sites_before_gross_prices(true).await;
    let prices: Vec<(i64, Option<i64>, Option<i64>)> =
        sqlx::query_as("SELECT price, gross_price, gross_signup_price FROM catalog_products ORDER BY id")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    assert_eq!(
        prices,
        [
            (833, Some(1000), None),
            (2600, Some(3120), Some(1200)),
            (2500, Some(2500), None)
        ]
    );
    let members: Vec<(i64, Option<i64>, Option<i64>)> =
        sqlx::query_as("SELECT monthly_price, gross_monthly_price, gross_next_price FROM club_memberships ORDER BY id")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    // The second one's home location has another rate.
    assert_eq!(members, [(2600, Some(3120), Some(3600)), (2600, Some(2860), None)]);
    for (statement, gross) in [
        ("SELECT gross_amount FROM offers WHERE id = 1", Some(240)),
        ("SELECT gross_amount FROM offers WHERE id = 2", None),
        ("SELECT gross_discount FROM wallet_items", Some(240)),
        ("SELECT gross_monthly_price FROM club_next_plans", Some(2200)),
    ] {
        let found: Option<i64> = sqlx::query_scalar(statement).fetch_one(&mut connection).await.unwrap();
        assert_eq!(found, gross, "{statement}");
    }
}

#[tokio::test]
async fn net_prices_stay_net() {
    let mut connection = sites_before_gross_prices(false).await;
    let gross: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(gross_price) FROM catalog_products) + (SELECT COUNT(gross_amount) FROM offers)
              + (SELECT COUNT(gross_discount) FROM wallet_items) + (SELECT COUNT(gross_monthly_price) FROM club_memberships)
              + (SELECT COUNT(gross_monthly_price) FROM club_next_plans)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(gross, 0);
}
