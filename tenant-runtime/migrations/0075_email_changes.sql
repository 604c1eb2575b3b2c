-- Changes of a customer's email address by the merchant's team, which the earlier address can undo for a week.

CREATE TABLE identity_email_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- The earlier address, its key, and since when it was confirmed.
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    email_confirmed_at INTEGER,
    -- The password of that time: another one may have been set through the new address.
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX identity_email_changes_by_customer ON identity_email_changes (customer_id);
CREATE INDEX identity_email_changes_by_key ON identity_email_changes (email_key);

-- Since when a card is locked; NULL: it is not. Purchases need it to be added again; renewals go through.
ALTER TABLE payments_cards ADD COLUMN locked_at INTEGER;

PRAGMA user_version = 75;
