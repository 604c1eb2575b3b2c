-- What kiosks sell for money that they take themselves stands in the books too. Instants are milliseconds UTC.

ALTER TABLE terminal_sales ADD COLUMN tender TEXT NOT NULL DEFAULT 'cash' CHECK (tender IN ('cash', 'card'));

-- What was told before.
INSERT INTO ledger_entries (txn_id, account, amount, order_id, at)
SELECT 'kiosk_sale:' || id, 'till:cash', amount, NULL, sold_at FROM terminal_sales WHERE amount <> 0
UNION ALL
SELECT 'kiosk_sale:' || id, 'sales', taxes - amount, NULL, sold_at FROM terminal_sales WHERE taxes <> amount
UNION ALL
SELECT 'kiosk_sale:' || id, 'tax', -taxes, NULL, sold_at FROM terminal_sales WHERE taxes <> 0;

-- What reports count of redemptions, by when and by where, read off the index alone: so the state stands in it too.
DROP INDEX terminal_redemptions_by_time;
CREATE INDEX terminal_redemptions_by_time ON terminal_redemptions (settled_at, item_id, state) WHERE state = 'confirmed';
CREATE INDEX terminal_redemptions_by_location ON terminal_redemptions (location_id, settled_at, item_id, state)
    WHERE state = 'confirmed';
-- Codes that were sold and not used.
CREATE INDEX wallet_items_unused ON wallet_items (order_line_id, expires_on, state)
    WHERE state IN ('active', 'reserved') AND order_line_id IS NOT NULL;

PRAGMA user_version = 38;
