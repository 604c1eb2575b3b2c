-- What customers show at a kiosk for half a minute (docs/RULES.md#tokens), and what is done with it there.

CREATE TABLE temp_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    kind TEXT NOT NULL CHECK (kind IN ('club', 'airpay')),
    -- HMAC for look-up: the token itself is stored nowhere.
    code_hmac BLOB NOT NULL UNIQUE,
    -- One whose time is over may still stand here as live.
    state TEXT NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'consumed', 'expired', 'superseded')),
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > issued_at)
) STRICT;
CREATE UNIQUE INDEX one_live_token ON temp_tokens (customer_id, kind) WHERE state = 'live';
CREATE INDEX temp_tokens_by_age ON temp_tokens (expires_at);

-- The redemption that a use of a club is, or is going to be.
ALTER TABLE club_uses ADD COLUMN redemption_id TEXT;
-- Until then a kiosk holds the use; null: it was used.
ALTER TABLE club_uses ADD COLUMN reserved_until INTEGER CHECK (reserved_until IS NULL OR redemption_id IS NOT NULL);
CREATE UNIQUE INDEX club_uses_by_redemption ON club_uses (redemption_id);
CREATE INDEX club_memberships_by_license ON club_memberships (license) WHERE status <> 'inactive';

-- As before, of an item or of a club.
CREATE TABLE terminal_redemptions_of_both (
    -- Opaque; the terminal knows it by this.
    id TEXT PRIMARY KEY,
    terminal_id TEXT NOT NULL REFERENCES terminals (id),
    -- Where the terminal stood.
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id),
    item_id INTEGER REFERENCES wallet_items (id),
    membership_id INTEGER REFERENCES club_memberships (id),
    -- What the kiosk runs for it, in its own words.
    kiosk_item TEXT,
    -- As the kiosk says.
    scanned_at INTEGER,
    state TEXT NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'confirmed', 'cancelled')),
    reserved_until INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((item_id IS NULL) <> (membership_id IS NULL)),
    CHECK ((state = 'reserved') = (settled_at IS NULL))
) STRICT;
INSERT INTO terminal_redemptions_of_both
    (id, terminal_id, location_id, item_id, kiosk_item, scanned_at, state, reserved_until, created_at, settled_at)
    SELECT id, terminal_id, location_id, item_id, kiosk_item, scanned_at, state, reserved_until, created_at, settled_at
    FROM terminal_redemptions;
DROP TABLE terminal_redemptions;
ALTER TABLE terminal_redemptions_of_both RENAME TO terminal_redemptions;
CREATE INDEX terminal_redemptions_by_item ON terminal_redemptions (item_id) WHERE item_id IS NOT NULL;
CREATE INDEX terminal_redemptions_by_membership ON terminal_redemptions (membership_id) WHERE membership_id IS NOT NULL;

-- What is charged at a kiosk to a customer's card on file.
CREATE TABLE terminal_payments (
    -- Opaque; the terminal knows it by this.
    id TEXT PRIMARY KEY,
    terminal_id TEXT NOT NULL REFERENCES terminals (id),
    order_id INTEGER NOT NULL UNIQUE REFERENCES checkout_orders (id),
    -- When the token was read, as the kiosk says.
    scanned_at INTEGER,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'voided')),
    -- Known once the charge is approved: what is not confirmed by then is voided.
    confirm_by INTEGER,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'open') = (settled_at IS NULL)),
    CHECK (state <> 'confirmed' OR confirm_by IS NOT NULL)
) STRICT;

-- What kiosks sold for cash or for a card of their own, kept for reports and for loyalty.
CREATE TABLE terminal_sales (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    terminal_id TEXT NOT NULL REFERENCES terminals (id),
    -- Where the terminal stood.
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id),
    -- Whose code was shown; null: nobody's, or the account is deleted.
    customer_id INTEGER REFERENCES customers (id),
    -- JSON list of {name, price, taxes}.
    lines TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    taxes INTEGER NOT NULL CHECK (taxes BETWEEN 0 AND amount),
    currency TEXT NOT NULL,
    -- As the kiosk says.
    sold_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX terminal_sales_by_customer ON terminal_sales (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX terminal_sales_by_time ON terminal_sales (sold_at);

PRAGMA user_version = 22;
