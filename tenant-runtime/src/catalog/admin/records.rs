//! Records of the catalog as staff change them: products and locations alike.

use jiff::Timestamp;
use platform::audit::Change;
use platform::db::{TenantRead, TenantWrite};
use platform::idempotency::Keep;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::audit_note::note;
use crate::catalog::error::EntryError;
use crate::catalog::rules::sheet::Tabled;
use crate::error::Fault;
use crate::fields::Place;
use crate::http::{IdempotentJson, Person, Stale};
use crate::tenant::{Tenant, TenantContext};

/// Actions in the audit log.
pub(super) struct Actions {
    pub added: &'static str,
    pub changed: &'static str,
    pub archived: &'static str,
    pub restored: &'static str,
    pub moved: &'static str,
}

/// Record that staff add, change, archive and put in order.
pub(super) trait CatalogRecord: Tabled + Serialize + DeserializeOwned {
    /// Resource kind in the audit log, the part before the ID.
    const KIND: &'static str;
    const ACTIONS: Actions;

    /// Record with this ID, or all records in their order.
    async fn load(db: &mut TenantRead, id: Option<i64>) -> Result<Vec<Self>, sqlx::Error>;

    /// Rejects changes of fields that are fixed after creation.
    fn check_change(&self, _entry: &Self::Entry) -> Result<(), EntryError> {
        Ok(())
    }

    /// Checks an entry and cleans it.
    async fn check(db: &mut TenantRead, entry: &Self::Entry) -> Result<Self::Entry, EntryError>;

    /// Updates the record with this ID at `now`, or adds one. Returns its ID.
    async fn store(
        db: &mut TenantWrite,
        now: Timestamp,
        id: Option<i64>,
        entry: &Self::Entry,
    ) -> Result<i64, sqlx::Error>;

    /// Returns `false` if nothing changed.
    async fn set_archived(db: &mut TenantWrite, id: i64, archived: bool) -> Result<bool, sqlx::Error>;

    async fn set_order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error>;

    /// Rejects archiving the last record that a site needs.
    async fn check_archived(_db: &mut TenantRead) -> Result<(), EntryError> {
        Ok(())
    }
}

pub(super) async fn find<R: CatalogRecord>(db: &mut TenantRead, id: i64) -> Result<R, EntryError> {
    R::load(db, Some(id)).await?.pop().ok_or(EntryError::NotFound)
}

pub(super) async fn add<R: CatalogRecord>(
    tenant: &Tenant,
    person: &Person,
    request: IdempotentJson<R::Entry>,
) -> Result<R, EntryError> {
    let IdempotentJson { value, idempotency } = request;
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, tenant.now(), Keep::Days).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    let entry = R::check(&mut db, &value).await?;
    let added = write::<R>(&mut db, tenant, person, None, &entry).await?;
    idempotency.finish(&mut db, &added).await?;
    db.commit().await?;
    Ok(added)
}

/// Changes the record `id`, if it still has the `version` that was read. `keep` brings over from the record before what the entry
/// doesn't decide.
pub(super) async fn change<R: CatalogRecord>(
    tenant: &Tenant,
    person: &Person,
    (id, version): (i64, i64),
    entry: &R::Entry,
    keep: impl FnOnce(&R, &mut R::Entry),
) -> Result<R, EntryError> {
    let mut db = tenant.write().await?;
    let before: R = find(&mut db, id).await?;
    if before.version() != version {
        return Err(Stale.into());
    }
    before.check_change(entry)?;
    let mut entry = R::check(&mut db, entry).await?;
    keep(&before, &mut entry);
    let after = write(&mut db, tenant, person, Some(&before), &entry).await?;
    db.commit().await?;
    Ok(after)
}

/// Writes an entry over `before`, or a new one, with the event in the audit log.
pub(super) async fn write<R: CatalogRecord>(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    before: Option<&R>,
    entry: &R::Entry,
) -> Result<R, EntryError> {
    let id = R::store(db, tenant.now(), before.map(R::id), entry).await?;
    let after: R = find(db, id).await?;
    let (action, change) = match before {
        Some(before) => (
            R::ACTIONS.changed,
            Change::between(json!(before.entry()), json!(after.entry())),
        ),
        None => (R::ACTIONS.added, Change::made(json!(after.entry()))),
    };
    note(db, tenant, person, action, &subject::<R>(id), change).await?;
    Ok(after)
}

/// Archives or unarchives a record, unless it already is.
pub(super) async fn write_archived<R: CatalogRecord>(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    id: i64,
    archived: bool,
) -> Result<(), EntryError> {
    if R::set_archived(db, id, archived).await? {
        let action = if archived {
            R::ACTIONS.archived
        } else {
            R::ACTIONS.restored
        };
        let change = Change::between(json!({"archived": !archived}), json!({"archived": archived}));
        note(db, tenant, person, action, &subject::<R>(id), change).await?;
    }
    Ok(())
}

pub(super) async fn archive<R: CatalogRecord>(
    tenant: &Tenant,
    person: &Person,
    ids: Vec<i64>,
    archived: bool,
) -> Result<Vec<R>, EntryError> {
    let mut db = tenant.write().await?;
    let mut items = Vec::new();
    for id in ids {
        write_archived::<R>(&mut db, tenant, person, id, archived).await?;
        items.push(find(&mut db, id).await?);
    }
    R::check_archived(&mut db).await?;
    db.commit().await?;
    Ok(items)
}

pub(super) async fn put_in_place<R: CatalogRecord>(
    tenant: &Tenant,
    person: &Person,
    place: &Place,
) -> Result<bool, EntryError> {
    let mut db = tenant.write().await?;
    let ids = R::load(&mut db, None).await?.iter().map(R::id).collect();
    let ids = place.order(ids).ok_or(EntryError::NotFound)?;
    R::set_order(&mut db, &ids).await?;
    let change = Change::default().with(json!({"before": place.before}));
    note(
        &mut db,
        tenant,
        person,
        R::ACTIONS.moved,
        &subject::<R>(place.id),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(true)
}

fn subject<R: CatalogRecord>(id: i64) -> String {
    format!("{}:{id}", R::KIND)
}
