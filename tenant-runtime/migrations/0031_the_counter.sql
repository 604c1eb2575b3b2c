-- What the merchant's staff do about customers, and say to them. Instants are milliseconds UTC.

-- Who is blocked cannot log in. The reason is the merchant's.
ALTER TABLE customers ADD COLUMN blocked_at INTEGER;
ALTER TABLE customers ADD COLUMN blocked_because TEXT CHECK ((blocked_at IS NULL) = (blocked_because IS NULL));

-- Staff end sessions too. A longer list of what a column may hold changes nothing in the stored rows, and for such changes SQLite
-- has the definition edited: https://www.sqlite.org/lang_altertable.html#otheralter
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''replay''', '''replay'', ''staff''')
WHERE type = 'table' AND name = 'identity_sessions';
PRAGMA writable_schema = RESET;

-- What staff wrote to customers. Null texts: the one that says that there is a message.
CREATE TABLE notifications_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT,
    body TEXT,
    segment TEXT NOT NULL CHECK (segment IN ('customer', 'all', 'members', 'lapsed', 'location')),
    -- Of the segment `customer`: to whom. Erased with the account.
    customer_id INTEGER REFERENCES customers (id),
    -- Of the segment `location`: whose home it is.
    location_id INTEGER,
    sent_by INTEGER NOT NULL REFERENCES customers (id),
    -- How many they were as it was sent.
    recipients INTEGER NOT NULL CHECK (recipients >= 0),
    created_at INTEGER NOT NULL,
    CHECK ((segment = 'customer') = (customer_id IS NOT NULL)),
    CHECK ((segment = 'location') = (location_id IS NOT NULL))
) STRICT;
CREATE INDEX notifications_messages_by_customer ON notifications_messages (customer_id) WHERE customer_id IS NOT NULL;

-- The message that a notification is; null: it tells of something that happened.
ALTER TABLE notifications ADD COLUMN message_id INTEGER REFERENCES notifications_messages (id);
CREATE UNIQUE INDEX notifications_by_message ON notifications (message_id, customer_id) WHERE message_id IS NOT NULL;

PRAGMA user_version = 31;
