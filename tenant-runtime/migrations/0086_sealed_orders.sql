-- Each order carries a keyed hash of its number, of whether its request had an idempotency key, and of the seal before it. Orders from
-- before seals have none.
ALTER TABLE checkout_orders ADD COLUMN seal BLOB CHECK (length(seal) = 32);
CREATE TRIGGER checkout_orders_sealed_once BEFORE UPDATE OF trans_record_id, has_key, seal ON checkout_orders WHEN OLD.seal IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an order is sealed once'); END;

PRAGMA user_version = 86;
