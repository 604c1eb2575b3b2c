-- Mails that came back: refused by a server for good, or returned later. Instants are milliseconds UTC.

CREATE TABLE notifications_bounces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Before the @ of its Message-ID: a mail that comes back twice is one.
    message_id TEXT NOT NULL UNIQUE,
    -- As its template is called.
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- As addresses are compared.
    recipient_key TEXT NOT NULL,
    -- What the server said.
    words TEXT NOT NULL,
    -- The job that was to send it, and may try again; null: it was taken at first.
    job_id INTEGER,
    bounced_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notifications_bounces_by_recipient ON notifications_bounces (recipient_key);

PRAGMA user_version = 43;
