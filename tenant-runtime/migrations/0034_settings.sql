-- What a merchant's people set. Instants are milliseconds UTC.

-- Until when a session may do what asks for the password again; null: it was not entered.
ALTER TABLE identity_sessions ADD COLUMN unlocked_until INTEGER;

-- The payment terminal that the merchant's counter uses. One row.
CREATE TABLE payments_p2p (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    terminal_id TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 34;
