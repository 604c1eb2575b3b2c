-- Refunds of parts of lines, to the card or as a gift card, and the reason of a refund (docs/RULES.md#refunds).

-- Line that this part was split from for its refund; null: it was sold as it is.
ALTER TABLE checkout_order_lines ADD COLUMN part_of INTEGER REFERENCES checkout_order_lines (id);
CREATE INDEX checkout_order_lines_by_part ON checkout_order_lines (part_of) WHERE part_of IS NOT NULL;

-- Null: no reason was chosen.
ALTER TABLE checkout_reversals ADD COLUMN reason TEXT
    CHECK (reason IN ('customer_request', 'service_problem', 'wrong_item', 'duplicate', 'fraud', 'other'));
ALTER TABLE checkout_reversals ADD COLUMN destination TEXT NOT NULL DEFAULT 'card' CHECK (destination IN ('card', 'gift_card'));
-- Whether merchandise that was not sent returns to stock.
ALTER TABLE checkout_reversals ADD COLUMN restocks INTEGER NOT NULL DEFAULT 1 CHECK (restocks IN (0, 1));
-- Whether memberships whose months are refunded end when the refund settles.
ALTER TABLE checkout_reversals ADD COLUMN ends_membership INTEGER NOT NULL DEFAULT 0 CHECK (ends_membership IN (0, 1));

-- Refund that issued the card; null: it was sold, or staff created it.
ALTER TABLE gift_cards ADD COLUMN reversal_id INTEGER REFERENCES checkout_reversals (id);
CREATE UNIQUE INDEX gift_cards_by_reversal ON gift_cards (reversal_id) WHERE reversal_id IS NOT NULL;

PRAGMA user_version = 66;
