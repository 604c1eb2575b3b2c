use platform::db::{TenantRead, TenantWrite};

use super::map_key::{MapKey, MapKeys};
use super::{Merchant, SupportContacts};

pub(super) struct ConfigRow {
    pub(super) revision: i64,
    pub(super) config: String,
    pub(super) tones: String,
    pub(super) saved_at: i64,
}

pub(super) async fn newest_config(db: &mut TenantRead) -> Result<Option<ConfigRow>, sqlx::Error> {
    sqlx::query_as!(
        ConfigRow,
        r#"SELECT revision AS "revision!", config, tones, saved_at FROM site_configs ORDER BY revision DESC LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await
}

/// Whether prices include tax according to the newest config.
pub(super) async fn prices_include_tax(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!(
        r#"SELECT COALESCE(json_extract(config, '$.pricesIncludeTax'), 0) AS "include!: bool"
           FROM site_configs ORDER BY revision DESC LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(found.unwrap_or(false))
}

/// The config with which the site was created.
pub(super) async fn first_config(db: &mut TenantRead) -> Result<Option<ConfigRow>, sqlx::Error> {
    sqlx::query_as!(
        ConfigRow,
        r#"SELECT revision AS "revision!", config, tones, saved_at FROM site_configs ORDER BY revision LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await
}

/// Whether the home page still has the template's slides.
pub(super) async fn has_example_slides(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let slides = sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT 1 FROM site_configs AS first, site_configs AS newest
             WHERE first.revision = (SELECT MIN(revision) FROM site_configs) AND first.saved_by = 'template'
               AND newest.revision = (SELECT MAX(revision) FROM site_configs)
               AND json_array_length(first.config, '$.carousel') > 0
               AND json_extract(first.config, '$.carousel') = json_extract(newest.config, '$.carousel')
           ) AS "slides!: bool""#
    );
    slides.fetch_one(db.conn()).await
}

/// The config of a revision.
pub(super) async fn config(db: &mut TenantRead, revision: i64) -> Result<Option<ConfigRow>, sqlx::Error> {
    sqlx::query_as!(
        ConfigRow,
        r#"SELECT revision AS "revision!", config, tones, saved_at FROM site_configs WHERE revision = ?"#,
        revision
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) struct PastConfigRow {
    pub(super) revision: i64,
    pub(super) saved_at: i64,
    pub(super) saved_by: String,
}

/// Up to `most` configs, newest first.
pub(super) async fn configs(db: &mut TenantRead, most: i64) -> Result<Vec<PastConfigRow>, sqlx::Error> {
    sqlx::query_as!(
        PastConfigRow,
        r#"SELECT revision AS "revision!", saved_at, saved_by FROM site_configs ORDER BY revision DESC LIMIT ?"#,
        most
    )
    .fetch_all(db.conn())
    .await
}

pub(super) async fn insert_config(
    db: &mut TenantWrite,
    config: &str,
    tones: &str,
    saved_at: i64,
    saved_by: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO site_configs (config, tones, saved_at, saved_by) VALUES (?, ?, ?, ?) RETURNING revision AS "revision!""#,
        config,
        tones,
        saved_at,
        saved_by
    )
    .fetch_one(db.conn())
    .await
}

/// Public information about the merchant, without policies.
pub(super) struct MerchantRow {
    pub(super) support: SupportContacts,
    pub(super) referral_points: i64,
}

pub(super) async fn merchant(db: &mut TenantRead) -> Result<Option<MerchantRow>, sqlx::Error> {
    let row = sqlx::query!("SELECT support_email, support_phone, referral_points FROM site_merchant WHERE id = 1")
        .fetch_optional(db.conn())
        .await?;
    Ok(row.map(|row| MerchantRow {
        support: SupportContacts {
            support_email: row.support_email,
            support_phone: row.support_phone,
        },
        referral_points: row.referral_points,
    }))
}

pub(super) async fn set_merchant(db: &mut TenantWrite, merchant: &Merchant) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO site_merchant (id, support_email, support_phone, referral_points) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET support_email = excluded.support_email, support_phone = excluded.support_phone,
           referral_points = excluded.referral_points",
        merchant.support.support_email,
        merchant.support.support_phone,
        merchant.referral_points
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn support_contacts(db: &mut TenantRead) -> Result<Option<SupportContacts>, sqlx::Error> {
    sqlx::query_as!(
        SupportContacts,
        "SELECT support_email, support_phone FROM site_merchant WHERE id = 1"
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn set_support_contacts(db: &mut TenantWrite, contacts: &SupportContacts) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE site_merchant SET support_email = ?, support_phone = ? WHERE id = 1",
        contacts.support_email,
        contacts.support_phone
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn referral_points(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT referral_points FROM site_merchant WHERE id = 1")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_referral_points(db: &mut TenantWrite, points: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE site_merchant SET referral_points = ? WHERE id = 1", points)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) struct MapKeysRow {
    pub(super) google: Option<String>,
    pub(super) apple: Option<String>,
}

pub(super) async fn map_keys(db: &mut TenantRead) -> Result<Option<MapKeysRow>, sqlx::Error> {
    sqlx::query_as!(MapKeysRow, "SELECT google, apple FROM site_map_keys WHERE id = 1")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_map_keys(db: &mut TenantWrite, keys: &MapKeys, now: i64) -> Result<(), sqlx::Error> {
    let google = keys.google.as_ref().map(MapKey::as_str);
    let apple = keys.apple.as_ref().map(MapKey::as_str);
    sqlx::query!(
        "INSERT INTO site_map_keys (id, google, apple, updated_at) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET google = excluded.google, apple = excluded.apple, updated_at = excluded.updated_at",
        google,
        apple,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
