-- The request that a job follows, itself or by way of other jobs; null: none.
ALTER TABLE jobs ADD COLUMN request_id TEXT;

PRAGMA user_version = 11;
