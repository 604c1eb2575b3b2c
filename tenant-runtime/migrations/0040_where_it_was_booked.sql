-- What was booked says where, so that reports by location need not ask for each order.

ALTER TABLE ledger_entries ADD COLUMN location_id INTEGER;

DROP TRIGGER ledger_entries_no_update;
UPDATE ledger_entries SET location_id = (SELECT location_id FROM checkout_orders WHERE id = ledger_entries.order_id)
WHERE order_id IS NOT NULL;
UPDATE ledger_entries SET location_id = (SELECT location_id FROM terminal_sales WHERE id = CAST(substr(txn_id, 12) AS INTEGER))
WHERE txn_id LIKE 'kiosk_sale:%';
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE INDEX ledger_entries_by_location ON ledger_entries (account, location_id, at, amount);

PRAGMA user_version = 40;
