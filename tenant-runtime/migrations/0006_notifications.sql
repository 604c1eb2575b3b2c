-- What a site has told its customers inside the app. Instants are milliseconds UTC.
CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- Which event; its words are chosen when it is read, in the site's language.
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    read_at INTEGER
) STRICT;
CREATE INDEX notifications_by_customer ON notifications (customer_id, created_at);
CREATE INDEX notifications_unread ON notifications (customer_id) WHERE read_at IS NULL;

PRAGMA user_version = 6;
