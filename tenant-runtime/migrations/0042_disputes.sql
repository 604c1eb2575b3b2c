-- Charges that a customer's bank takes back. Instants are milliseconds UTC.

CREATE TABLE checkout_disputes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES checkout_orders (id),
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'won', 'lost', 'accepted')),
    -- Minor units.
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL CHECK (reason IN
        ('fraud', 'not_received', 'not_as_described', 'duplicate', 'cancelled_subscription', 'other')),
    -- The processor's; null: it was not told.
    case_number TEXT,
    -- Local date: the bank is to be answered by its end.
    respond_by TEXT NOT NULL,
    -- Whether the codes of the order are out of use because of it.
    took_back INTEGER NOT NULL CHECK (took_back IN (0, 1)),
    -- Who wrote it down, as in the audit.
    recorded_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'open') = (settled_at IS NULL))
) STRICT;
CREATE INDEX checkout_disputes_by_order ON checkout_disputes (order_id);
-- One at a time, so that none disputes what another does. They are few, and looked for by when they are due.
CREATE UNIQUE INDEX one_open_dispute ON checkout_disputes (order_id) WHERE state = 'open';
CREATE INDEX checkout_disputes_open ON checkout_disputes (respond_by) WHERE state = 'open';

-- The dispute that took it away, and may give it back.
ALTER TABLE wallet_items ADD COLUMN dispute_id INTEGER REFERENCES checkout_disputes (id);
CREATE INDEX wallet_items_by_dispute ON wallet_items (dispute_id) WHERE dispute_id IS NOT NULL;

PRAGMA user_version = 42;
