-- An order remembers that its request carried an idempotency key, so that a missing key shows.

ALTER TABLE checkout_orders ADD COLUMN has_key INTEGER NOT NULL DEFAULT 0 CHECK (has_key IN (0, 1));
UPDATE checkout_orders SET has_key = 1
WHERE trans_record_id IN (SELECT json_extract(answer, '$') FROM idempotency_keys
                          WHERE expires_at IS NULL AND json_valid(answer) AND json_type(answer) = 'text');

PRAGMA user_version = 54;
