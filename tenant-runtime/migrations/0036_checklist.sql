-- Whether the merchant has put the list of first steps aside. One row.
CREATE TABLE checklist_dismissal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Milliseconds UTC.
    dismissed_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 36;
