use platform::db::{TenantRead, TenantWrite};

use crate::checkout::rules::entries::Address;

struct AddressRow {
    first: String,
    last: String,
    address1: String,
    address2: String,
    city: String,
    state: String,
    zip_code: String,
    is_home: bool,
    addressed_to: Option<String>,
}

impl From<AddressRow> for Address {
    fn from(row: AddressRow) -> Self {
        Self {
            first: row.first,
            last: row.last,
            address1: row.address1,
            address2: row.address2,
            city: row.city,
            state: row.state,
            zip_code: row.zip_code,
            is_home: row.is_home,
            addressed_to: row.addressed_to,
        }
    }
}

pub(in crate::checkout) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    address: &Address,
    now: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO checkout_addresses
             (customer_id, first, last, address1, address2, city, state, zip_code, is_home, addressed_to, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        customer_id,
        address.first,
        address.last,
        address.address1,
        address.address2,
        address.city,
        address.state,
        address.zip_code,
        address.is_home,
        address.addressed_to,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// The address that the customer last saved as home.
pub(in crate::checkout) async fn home(db: &mut TenantRead, customer_id: i64) -> Result<Option<Address>, sqlx::Error> {
    let row = sqlx::query_as!(
        AddressRow,
        r#"SELECT first, last, address1, address2, city, state, zip_code, is_home AS "is_home: bool", addressed_to
           FROM checkout_addresses WHERE customer_id = ? AND is_home = 1 ORDER BY id DESC LIMIT 1"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(Address::from))
}
