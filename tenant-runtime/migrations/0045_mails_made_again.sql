-- A mail that is returned later can be sent again (docs/RULES.md#mails-that-come-back). Instants are milliseconds UTC.

-- What mails that were taken can be made again with. It says not to whom they went.
CREATE TABLE notifications_taken_mails (
    -- As in notifications_bounces.
    message_id TEXT PRIMARY KEY,
    -- The job that sent it.
    job_kind TEXT NOT NULL,
    job_payload TEXT NOT NULL,
    taken_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notifications_taken_mails_by_time ON notifications_taken_mails (taken_at);

PRAGMA user_version = 45;
