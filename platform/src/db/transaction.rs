//! The two handles through which every tenant query goes. Only an open site hands them out.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use deadpool::managed::Object;
use sqlx::sqlite::SqliteConnection;

use super::holders::Held;
use super::{DbError, Effects, Manager};
use crate::ids::RequestId;
use crate::keys::SiteKeys;

/// A connection that may read one tenant's data.
pub struct TenantRead {
    connection: Handle,
}

enum Handle {
    Pooled(
        Object<Manager>,
        #[expect(dead_code, reason = "held until it is dropped")] Held,
    ),
    /// Of a file that is not open as a site: one being checked.
    Detached(Box<SqliteConnection>),
}

impl TenantRead {
    pub(super) fn new(connection: Object<Manager>, held: Held) -> Self {
        Self {
            connection: Handle::Pooled(connection, held),
        }
    }

    /// For a file that no open site uses: one being checked.
    pub fn detached(connection: SqliteConnection) -> Self {
        Self {
            connection: Handle::Detached(Box::new(connection)),
        }
    }

    /// The connection, for query macros in `store.rs` files.
    pub fn conn(&mut self) -> &mut SqliteConnection {
        match &mut self.connection {
            Handle::Pooled(connection, _) => &mut connection.inner,
            Handle::Detached(connection) => connection,
        }
    }
}

/// A write transaction (`BEGIN IMMEDIATE`) on one tenant's data. Dropped without [`TenantWrite::commit`] it changes nothing.
/// Never await anything but this database while holding it: a file has one writer.
pub struct TenantWrite {
    read: TenantRead,
    effects: Arc<Effects>,
    public_change: bool,
    earliest_job: Option<i64>,
    request: Option<RequestId>,
    acting: Option<Acting>,
    keys: Option<SiteKeys>,
    is_sealed: bool,
}

/// Role of an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acting {
    /// Actor, as in the audit log.
    pub actor: String,
    pub role: &'static str,
}

impl TenantWrite {
    pub(super) async fn begin(
        mut connection: Object<Manager>,
        held: Held,
        effects: Arc<Effects>,
    ) -> Result<Self, DbError> {
        connection.in_transaction = true;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut connection.inner).await?;
        Ok(Self {
            read: TenantRead::new(connection, held),
            effects,
            public_change: false,
            earliest_job: None,
            request: None,
            acting: None,
            keys: None,
            is_sealed: false,
        })
    }

    /// Marks that this transaction changes public data, so that caches are invalidated when it commits.
    pub fn changes_public_data(&mut self) {
        self.public_change = true;
    }

    /// Says which request this transaction is part of: the jobs that it enqueues are logged with its id too.
    pub fn is_part_of(&mut self, request: Option<RequestId>) {
        self.request = request;
    }

    /// Sets the actor of this transaction for the audit log, if they act in a role.
    pub fn is_made_by(&mut self, acting: Option<Acting>) {
        self.acting = acting;
    }

    /// Adds the site's keys, for data written with a keyed digest. `is_sealed`: whether its ledger has been sealed.
    #[must_use]
    pub(crate) fn with_keys(mut self, keys: SiteKeys, is_sealed: bool) -> Self {
        self.keys = Some(keys);
        self.is_sealed = is_sealed;
        self
    }

    /// Keys of the site; `None` while its file is being created.
    pub const fn keys(&self) -> Option<&SiteKeys> {
        self.keys.as_ref()
    }

    /// Whether the site's ledger has been sealed, according to the index of files.
    pub const fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    pub(crate) fn role_of(&self, actor: &str) -> Option<&'static str> {
        let acting = self.acting.as_ref().filter(|acting| acting.actor == actor);
        acting.map(|acting| acting.role)
    }

    pub(crate) fn request(&self) -> Option<&RequestId> {
        self.request.as_ref()
    }

    pub(crate) fn enqueued(&mut self, due_at_ms: i64) {
        self.earliest_job = Some(self.earliest_job.map_or(due_at_ms, |earliest| earliest.min(due_at_ms)));
    }

    /// Commits the changes. Effects of the commit happen even if the caller disconnects.
    ///
    /// # Errors
    /// The disk fails. Nothing has changed then.
    pub async fn commit(self) -> Result<(), DbError> {
        match tokio::spawn(self.commit_to_the_end()).await {
            Ok(result) => result,
            Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }

    async fn commit_to_the_end(mut self) -> Result<(), DbError> {
        sqlx::query("COMMIT").execute(self.conn()).await?;
        if let Handle::Pooled(connection, _) = &mut self.read.connection {
            connection.in_transaction = false;
        }
        if self.public_change {
            self.effects.bump_public_version();
        }
        if let Some(due) = self.earliest_job {
            (self.effects.on_job)(due);
        }
        Ok(())
    }
}

impl Deref for TenantWrite {
    type Target = TenantRead;

    fn deref(&self) -> &TenantRead {
        &self.read
    }
}

impl DerefMut for TenantWrite {
    fn deref_mut(&mut self) -> &mut TenantRead {
        &mut self.read
    }
}
