-- Whose this file is: one row, written when the site is made. SQL: platform/src/tenancy/file.

CREATE TABLE site_file (
    one             INTEGER PRIMARY KEY CHECK (one = 1),
    site_id         TEXT NOT NULL,
    -- The schema version with which the file became the site's.
    first_migration INTEGER NOT NULL,
    tied_at         INTEGER NOT NULL
) STRICT;
CREATE TRIGGER site_file_no_update BEFORE UPDATE ON site_file BEGIN SELECT RAISE(ABORT, 'a file keeps its site'); END;
CREATE TRIGGER site_file_no_delete BEFORE DELETE ON site_file BEGIN SELECT RAISE(ABORT, 'a file keeps its site'); END;

PRAGMA user_version = 8;
