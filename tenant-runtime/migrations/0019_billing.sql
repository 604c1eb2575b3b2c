-- The months of clubs are billed.

-- The local day on which a card was first declined for the month that is open; null: none was.
ALTER TABLE club_memberships ADD COLUMN unpaid_since TEXT;

-- A job's id is never another's again: one that is written while another ends must not be taken for it.
CREATE TABLE jobs_numbered (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT NOT NULL,
    -- Work that must exist once at most carries a key.
    unique_key   TEXT UNIQUE,
    payload      TEXT NOT NULL,
    due_at       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    -- Given up after its last attempt: a person looks.
    dead         INTEGER NOT NULL DEFAULT 0 CHECK (dead IN (0, 1)),
    last_error   TEXT,
    created_at   INTEGER NOT NULL,
    -- The request that a job follows, itself or by way of other jobs; null: none.
    request_id   TEXT,
    -- The span that enqueued a job, as W3C Trace Context writes it (traceparent); null: no traces were kept.
    trace_parent TEXT
) STRICT;
INSERT INTO jobs_numbered (id, kind, unique_key, payload, due_at, attempts, dead, last_error, created_at, request_id, trace_parent)
    SELECT id, kind, unique_key, payload, due_at, attempts, dead, last_error, created_at, request_id, trace_parent FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_numbered RENAME TO jobs;
CREATE INDEX jobs_due ON jobs (due_at) WHERE dead = 0;

-- Each membership has work of its own from its beginning on.
INSERT INTO jobs (kind, unique_key, payload, due_at, created_at)
    SELECT 'clubs.bill', 'clubs.bill:' || id, json_object('membership_id', id), joined_at, joined_at
    FROM club_memberships WHERE status <> 'inactive';

PRAGMA user_version = 19;
