-- Kiosks (docs/RULES.md#terminals): each stands at one location, and knows itself by a key.
CREATE TABLE terminals (
    -- Public; the key is its secret half.
    id TEXT PRIMARY KEY,
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id),
    -- What the merchant calls it: 'Lane 1'.
    label TEXT NOT NULL,
    -- Keyed digest of the code that pairs it; null once it was used.
    pairing_code_hmac BLOB UNIQUE,
    pairing_expires_at INTEGER,
    -- SHA-256 of the key, which is random enough to need no salt; null until it is paired.
    key_hash BLOB UNIQUE,
    -- The key before, which still works for a while.
    previous_key_hash BLOB UNIQUE,
    previous_key_until INTEGER,
    created_at INTEGER NOT NULL,
    paired_at INTEGER,
    -- To the minute.
    last_seen_at INTEGER,
    removed_at INTEGER,
    CHECK ((pairing_code_hmac IS NULL) = (pairing_expires_at IS NULL)),
    CHECK ((previous_key_hash IS NULL) = (previous_key_until IS NULL)),
    CHECK (removed_at IS NULL
        OR (pairing_code_hmac IS NULL AND key_hash IS NULL AND previous_key_hash IS NULL))
) STRICT;

PRAGMA user_version = 17;
