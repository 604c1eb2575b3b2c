-- Keys of vendors that are the site's own. Instants are milliseconds UTC.

-- What the site's maps are drawn with in place of the installation's keys. One row.
CREATE TABLE site_map_keys (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Null: the installation's.
    google TEXT,
    apple TEXT,
    updated_at INTEGER NOT NULL
) STRICT;

-- Who tells people from programs beside the built-in puzzle; without a row nobody. One row.
CREATE TABLE identity_captcha_vendor (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    vendor TEXT NOT NULL,
    endpoints TEXT NOT NULL,
    site_key TEXT NOT NULL,
    secret_sealed BLOB NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 41;
