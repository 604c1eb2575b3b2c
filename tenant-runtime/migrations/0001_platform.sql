-- Mechanism that every domain uses. SQL: platform/src/{jobs,idempotency,audit,quota}.

CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY,
    kind         TEXT NOT NULL,
    -- Work that must exist once at most carries a key.
    unique_key   TEXT UNIQUE,
    payload      TEXT NOT NULL,
    due_at       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    -- Given up after its last attempt: a person looks.
    dead         INTEGER NOT NULL DEFAULT 0 CHECK (dead IN (0, 1)),
    last_error   TEXT,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (due_at) WHERE dead = 0;

CREATE TABLE idempotency_keys (
    scope        TEXT NOT NULL,
    key          TEXT NOT NULL,
    fingerprint  BLOB NOT NULL,
    -- Null while the effect is under way.
    answer       TEXT,
    created_at   INTEGER NOT NULL,
    -- Null: kept for good.
    expires_at   INTEGER,
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE audit (
    id           INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    actor        TEXT NOT NULL,
    action       TEXT NOT NULL,
    subject      TEXT NOT NULL,
    detail       TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;

-- Limits that survive a restart: the instant at which the quota of a key is whole again.
CREATE TABLE quotas (
    name         TEXT NOT NULL,
    -- An id, never personal data.
    key          TEXT NOT NULL,
    full_at      INTEGER NOT NULL,
    PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX quotas_full ON quotas (full_at);

PRAGMA user_version = 1;
