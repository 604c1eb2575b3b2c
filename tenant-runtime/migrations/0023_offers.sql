-- Deals and promo codes (docs/RULES.md#offers).

CREATE TABLE offers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('deal', 'promo')),
    -- As it is advertised, and as it is compared.
    code TEXT,
    code_key TEXT,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    terms TEXT NOT NULL,
    -- What it brings: the type of a wallet item.
    award TEXT NOT NULL CHECK (award IN ('Item', 'DollarDiscItem', 'DollarDiscTrans')),
    -- Minor units off.
    amount INTEGER CHECK (amount > 0),
    starts_at INTEGER NOT NULL,
    -- Null: it does not end.
    ends_at INTEGER CHECK (ends_at > starts_at),
    -- By one customer, ever.
    claim_limit INTEGER NOT NULL CHECK (claim_limit > 0),
    -- By all together; null: no limit.
    total_cap INTEGER CHECK (total_cap > 0),
    claimed INTEGER NOT NULL DEFAULT 0 CHECK (claimed >= 0),
    -- JSON: how long what is claimed is good.
    expiry TEXT NOT NULL,
    -- JSON: where it is claimed and used; [] everywhere.
    locations TEXT NOT NULL,
    -- JSON: what the kiosk is told.
    kiosk TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- What was claimed and not used was taken back then.
    withdrawn_at INTEGER,
    CHECK ((kind = 'promo') = (code IS NOT NULL) AND (code IS NULL) = (code_key IS NULL)),
    CHECK ((award = 'Item') = (amount IS NULL))
) STRICT;
CREATE UNIQUE INDEX offers_by_code ON offers (code_key) WHERE withdrawn_at IS NULL;

-- Who has claimed what, and what it brought.
CREATE TABLE offer_claims (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    offer_id INTEGER NOT NULL REFERENCES offers (id),
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    item_id INTEGER NOT NULL UNIQUE REFERENCES wallet_items (id),
    claimed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX offer_claims_by_customer ON offer_claims (customer_id, offer_id);
CREATE INDEX offer_claims_by_offer ON offer_claims (offer_id);

PRAGMA user_version = 23;
