-- A device that has logged in proves it with a secret of ours, and sessions show where they began.

-- SHA-256 of the key in the device's cookie; NULL: it has none yet, and waits like a stranger's.
ALTER TABLE identity_devices ADD COLUMN key_hash BLOB;

CREATE INDEX identity_devices_by_key ON identity_devices (key_hash) WHERE key_hash IS NOT NULL;

-- Browser and system, as "Firefox on Windows"; NULL: unknown.
ALTER TABLE identity_sessions ADD COLUMN client TEXT;

-- The address at the last log-in or renewal; NULL: unknown.
ALTER TABLE identity_sessions ADD COLUMN address TEXT;

PRAGMA user_version = 74;
