-- Who did what in which role, and what it changed. Instants are milliseconds UTC.
ALTER TABLE audit ADD COLUMN role TEXT;
-- JSON of what differs; null: there was nothing, or there is nothing any more.
ALTER TABLE audit ADD COLUMN "before" TEXT;
ALTER TABLE audit ADD COLUMN "after" TEXT;
ALTER TABLE audit ADD COLUMN request_id TEXT;
CREATE INDEX audit_by_role ON audit (id) WHERE role IS NOT NULL;

-- Who is asked to become one of the merchant's people. A row goes once it is accepted or withdrawn; the token of its link is derived
-- and stands nowhere.
CREATE TABLE staff_invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('attendant', 'manager', 'owner')),
    -- In which the mail is written.
    language TEXT NOT NULL,
    invited_by INTEGER NOT NULL REFERENCES customers (id),
    -- When it was sent last: each mail has a link of its own, and those before open nothing any more.
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_invitations_by_inviter ON staff_invitations (invited_by);

-- With what somebody proves who they are, besides the password.
CREATE TABLE identity_second_factors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    kind TEXT NOT NULL CHECK (kind IN ('authenticator', 'passkey')),
    label TEXT NOT NULL,
    -- The secret shared with an authenticator (RFC 6238); what is known of a passkey.
    secret_sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- Null: it has proved nothing yet, and guards nothing.
    confirmed_at INTEGER,
    last_used_at INTEGER,
    -- The time step of the last code, none of which is taken twice.
    last_step INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX identity_second_factors_by_customer ON identity_second_factors (customer_id);

-- Codes for whoever has lost the rest, each good once.
CREATE TABLE identity_recovery_codes (
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    code_hash BLOB NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (customer_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Log-ins with the right password that wait for the second factor.
CREATE TABLE identity_tickets (
    ticket_hash BLOB PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- What a passkey is asked to sign.
    challenge_sealed BLOB,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_tickets_by_customer ON identity_tickets (customer_id);

-- What the owners ask of their people. One row, once something was decided.
CREATE TABLE identity_staff_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    second_factor_required INTEGER NOT NULL CHECK (second_factor_required IN (0, 1))
) STRICT;

PRAGMA user_version = 33;
