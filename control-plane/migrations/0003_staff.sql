-- The provider's people. Each works in one environment.
CREATE TABLE staff (
    id            TEXT   NOT NULL PRIMARY KEY,
    environment   TEXT   NOT NULL REFERENCES environments (name),
    email         TEXT   NOT NULL,
    -- In which two spellings of one mailbox compare equal.
    email_key     TEXT   NOT NULL,
    role          TEXT   NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
    password_hash TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    -- The row stays when somebody leaves: the audit trail names them.
    removed_at    BIGINT
);

CREATE UNIQUE INDEX staff_email ON staff (environment, email_key) WHERE removed_at IS NULL;

CREATE TABLE staff_sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    staff_id   TEXT   NOT NULL REFERENCES staff (id),
    started_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

-- Wrong passwords since the last right one, by a keyed digest of whom they were meant for.
CREATE TABLE staff_guesses (
    target  TEXT   NOT NULL PRIMARY KEY,
    count   BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

-- The environment whose staff may read of it; NULL: everybody's.
ALTER TABLE audit ADD COLUMN environment TEXT;

CREATE INDEX audit_at ON audit (at, id);
