-- Cards on file and what was charged to them. Instants are milliseconds UTC, money is minor units of `currency`. No card
-- number ever comes here: a card is the processor's token, sealed with the site's key for card tokens.

-- The processor that the site sells through. One row.
CREATE TABLE payments_processor (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    endpoints TEXT NOT NULL CHECK (endpoints IN ('production', 'sandbox', 'stub')),
    settings_sealed BLOB NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- Card forms that were opened. Used once, within a quarter of an hour.
CREATE TABLE payments_card_setups (
    -- 128 random bits: our name for the form at the processor, and its address here.
    reference TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    socket_id TEXT NOT NULL,
    processor TEXT NOT NULL,
    -- The processor's name for the form.
    session TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    currency TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'failed')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (processor, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX payments_card_setups_by_customer ON payments_card_setups (customer_id);
CREATE INDEX payments_card_setups_by_age ON payments_card_setups (created_at);

-- The card on file of a customer: one at most.
CREATE TABLE payments_cards (
    customer_id INTEGER PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    processor TEXT NOT NULL,
    token_sealed BLOB NOT NULL,
    brand TEXT NOT NULL,
    last_four TEXT NOT NULL CHECK (length(last_four) = 4),
    expiry_month INTEGER NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
    expiry_year INTEGER NOT NULL CHECK (expiry_year BETWEEN 2000 AND 2099),
    -- The card network's id of the first storage.
    network_id TEXT,
    created_at INTEGER NOT NULL
) STRICT;

-- Charges. A row stands before the processor is called; `initiated` after a crash is as good as `unknown`.
CREATE TABLE payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Our number at the processor, which takes it once.
    reference TEXT NOT NULL UNIQUE,
    order_id INTEGER NOT NULL REFERENCES checkout_orders (id),
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    processor TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
    currency TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'initiated' CHECK (state IN
        ('initiated', 'approved', 'declined', 'unknown', 'voided', 'refunded')),
    -- Authorisation code, or the reason of a decline.
    code TEXT NOT NULL DEFAULT '',
    -- The processor's number of the charge.
    processor_transaction TEXT,
    -- What a look-up needs; gone when the charge is settled.
    token_sealed BLOB,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state IN ('initiated', 'unknown')) = (settled_at IS NULL)),
    CHECK (state NOT IN ('approved', 'voided', 'refunded') OR processor_transaction IS NOT NULL)
) STRICT;
CREATE INDEX payments_by_order ON payments (order_id);
CREATE INDEX payments_unsettled ON payments (created_at) WHERE state IN ('initiated', 'unknown');

PRAGMA user_version = 4;
