-- People of one site, how they log in and what they hold on to. Instants are milliseconds UTC.

-- Customers and merchant staff are one table: staff are customers with a role. A deleted account keeps its row, because
-- orders and ledgers refer to it, and loses everything that says who it was.
CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT,
    -- The address as it is compared: trimmed, in lower case.
    email_key TEXT UNIQUE,
    email_confirmed_at INTEGER,
    -- PHC string; null only after deletion.
    password_hash TEXT,
    role TEXT NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'attendant', 'manager', 'owner')),
    first_name TEXT,
    last_name TEXT,
    birthday_month INTEGER CHECK (birthday_month BETWEEN 1 AND 12),
    birthday_day INTEGER CHECK (birthday_day BETWEEN 1 AND 31),
    zip_postal_code TEXT,
    -- Digits only, in the national form of the site's country.
    cell_phone_number TEXT,
    opt_in_to_marketing INTEGER NOT NULL DEFAULT 0 CHECK (opt_in_to_marketing IN (0, 1)),
    -- One's own code, given to friends.
    referral_code TEXT NOT NULL UNIQUE,
    referred_by INTEGER REFERENCES customers (id),
    home_location_id INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    CHECK (deleted_at IS NOT NULL OR (email IS NOT NULL AND email_key IS NOT NULL AND password_hash IS NOT NULL)),
    CHECK (deleted_at IS NULL OR (email IS NULL AND email_key IS NULL AND password_hash IS NULL AND first_name IS NULL
        AND last_name IS NULL AND birthday_month IS NULL AND birthday_day IS NULL AND zip_postal_code IS NULL
        AND cell_phone_number IS NULL))
) STRICT;

CREATE INDEX customers_by_referrer ON customers (referred_by) WHERE referred_by IS NOT NULL;

-- One log-in on one device. Its id is the `sid` of access tokens.
CREATE TABLE identity_sessions (
    id TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    device_id TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('log_out', 'password_changed', 'replay')),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) STRICT;

CREATE INDEX identity_sessions_by_customer ON identity_sessions (customer_id);

-- The family of refresh tokens of a session, used ones included, so that a replay is seen.
CREATE TABLE identity_refresh_tokens (
    -- SHA-256 of the token, which is random enough to need no salt.
    token_hash BLOB PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES identity_sessions (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    first_used_at INTEGER,
    successors INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_refresh_tokens_by_session ON identity_refresh_tokens (session_id);
CREATE INDEX identity_refresh_tokens_by_expiry ON identity_refresh_tokens (expires_at);

-- Links sent by mail. The secret in a link is derived from its row and a key of the site and is stored nowhere.
CREATE TABLE identity_mailed_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('email_confirmation', 'password_recovery')),
    -- The address that it was sent to: a link proves nothing about another one.
    email_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE INDEX identity_mailed_links_by_customer ON identity_mailed_links (customer_id, kind);

-- Captchas that were solved and used, until they expire; used once, or again by the same request with an idempotency key.
CREATE TABLE identity_captchas (
    nonce TEXT PRIMARY KEY,
    -- Keyed digest of that key.
    repeatable TEXT,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_captchas_by_expiry ON identity_captchas (expires_at);

CREATE TABLE identity_devices (
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    device_id TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, device_id)
) STRICT, WITHOUT ROWID;

-- Log-ins that failed since the last good one. Row 0 stands for all accounts that do not exist.
CREATE TABLE identity_log_in_failures (
    customer_id INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT;

-- Written once, complete; only the merchant's staff change it afterwards.
CREATE TABLE identity_vehicles (
    customer_id INTEGER PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    make TEXT NOT NULL,
    model TEXT NOT NULL,
    year TEXT NOT NULL,
    license TEXT NOT NULL,
    color TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX identity_vehicles_by_license ON identity_vehicles (license);

-- Templates of mails that take the place of built-in ones: `receipt.txt`, `layout.mjml`.
CREATE TABLE notifications_mail_templates (
    name TEXT PRIMARY KEY,
    source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
