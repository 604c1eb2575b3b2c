-- What reports read, without the rows themselves. Instants are milliseconds UTC.

-- The entries of an account within a time, in all or by the order. It takes the place of the index by account alone, so that an
-- entry costs no more than before.
DROP INDEX ledger_entries_by_account;
CREATE INDEX ledger_entries_by_account ON ledger_entries (account, at, amount, order_id);
-- What kiosks took, by when.
CREATE INDEX terminal_redemptions_by_time ON terminal_redemptions (settled_at, location_id, item_id)
    WHERE state = 'confirmed';
-- What was claimed, by when.
CREATE INDEX offer_claims_by_time ON offer_claims (claimed_at, offer_id, item_id);
-- Orders that a person has to see to: they are few among many.
CREATE INDEX checkout_orders_unsettled ON checkout_orders (state, created_at)
    WHERE state IN ('pending', 'unknown', 'flagged');
CREATE INDEX checkout_reversals_unknown ON checkout_reversals (order_id) WHERE state = 'unknown';
CREATE INDEX checkout_order_lines_to_ship ON checkout_order_lines (order_id) WHERE fulfillment IN ('queued', 'packed');

PRAGMA user_version = 32;
