-- Where customers' devices are sent push messages, and which they do not want. Instants are milliseconds UTC.
CREATE TABLE notifications_push_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- The session in which it was registered last: with it, it ends.
    session_id TEXT NOT NULL,
    service TEXT NOT NULL CHECK (service IN ('web_push', 'firebase')),
    -- Whoever knows the address can send to it: it is sealed, and found by a keyed digest.
    address_digest BLOB NOT NULL UNIQUE,
    address_sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    registered_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notifications_push_devices_by_customer ON notifications_push_devices (customer_id, registered_at);
CREATE INDEX notifications_push_devices_by_session ON notifications_push_devices (session_id);

CREATE TABLE notifications_push_refusals (
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    subject TEXT NOT NULL,
    PRIMARY KEY (customer_id, subject)
) STRICT, WITHOUT ROWID;

-- The account by which the merchant's Firebase project is used, if there is one.
CREATE TABLE notifications_firebase (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    account_sealed BLOB NOT NULL,
    saved_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 29;
