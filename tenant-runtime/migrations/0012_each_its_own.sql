-- What a domain needs to know of another's things, it is told when they are made, and keeps: its SQL names its own tables only.

ALTER TABLE checkout_ledger RENAME TO ledger_entries;
DROP INDEX checkout_ledger_by_order;
DROP INDEX checkout_ledger_by_account;
DROP TRIGGER checkout_ledger_no_update;
DROP TRIGGER checkout_ledger_no_delete;
CREATE INDEX ledger_entries_by_order ON ledger_entries (order_id);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account);
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- What is given, as it was sold.
ALTER TABLE gifts ADD COLUMN item_name TEXT NOT NULL DEFAULT '';
UPDATE gifts SET item_name = (SELECT name FROM checkout_order_lines WHERE id = gifts.order_line_id);

-- The card as it was sold.
ALTER TABLE gift_cards ADD COLUMN name TEXT NOT NULL DEFAULT '';
-- To whom its number is mailed; null where it was given to somebody else.
ALTER TABLE gift_cards ADD COLUMN buyer_id INTEGER REFERENCES customers (id);
-- Last four digits of the card that was to be reloaded instead.
ALTER TABLE gift_cards ADD COLUMN in_place_of TEXT;
UPDATE gift_cards SET (name, in_place_of) =
  (SELECT name, card_last_four FROM checkout_order_lines WHERE id = gift_cards.order_line_id)
WHERE order_line_id IS NOT NULL;
UPDATE gift_cards SET buyer_id =
  (SELECT o.customer_id FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
   WHERE l.id = gift_cards.order_line_id)
WHERE order_line_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM gifts WHERE gifts.order_line_id = gift_cards.order_line_id);
CREATE INDEX gift_cards_by_buyer ON gift_cards (buyer_id) WHERE buyer_id IS NOT NULL;

-- Whether the account has been deleted whose card the form was to store.
ALTER TABLE payments_card_setups ADD COLUMN abandoned INTEGER NOT NULL DEFAULT 0 CHECK (abandoned IN (0, 1));
UPDATE payments_card_setups SET abandoned = 1
WHERE customer_id IN (SELECT id FROM customers WHERE deleted_at IS NOT NULL);

PRAGMA user_version = 12;
