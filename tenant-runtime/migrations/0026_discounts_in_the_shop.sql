-- A discount that lies in its customer's wallet is taken off an order (docs/RULES.md#orders).

-- The wallet item whose discount the lines have, and what that is in all, in minor units.
ALTER TABLE checkout_orders ADD COLUMN discount_item_id INTEGER REFERENCES wallet_items (id);
ALTER TABLE checkout_orders ADD COLUMN discount INTEGER NOT NULL DEFAULT 0
    CHECK (discount >= 0 AND (discount > 0) = (discount_item_id IS NOT NULL));
CREATE INDEX checkout_orders_by_discount ON checkout_orders (discount_item_id) WHERE discount_item_id IS NOT NULL;
CREATE INDEX wallet_items_discounts ON wallet_items (customer_id) WHERE discount IS NOT NULL;

PRAGMA user_version = 26;
