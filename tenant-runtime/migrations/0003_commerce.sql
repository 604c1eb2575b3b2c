-- What a site shows, sells and hands out. Instants are milliseconds UTC, money is minor units of the site's currency.

-- Every saved site config; the newest revision is in force.
CREATE TABLE site_configs (
    revision INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    -- Contrast-safe colours, derived when the config was saved.
    tones TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL
) STRICT;

-- Who the merchant is to the public. One row.
CREATE TABLE site_merchant (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    support_email TEXT NOT NULL,
    support_phone TEXT NOT NULL,
    support_faqs TEXT NOT NULL,
    terms TEXT NOT NULL,
    privacy_policy TEXT NOT NULL,
    wash_club_terms TEXT NOT NULL,
    referral_points INTEGER NOT NULL DEFAULT 1000 CHECK (referral_points >= 0)
) STRICT;

CREATE TABLE catalog_locations (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    name TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    zip TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '',
    latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    -- JSON list of {days, open, close}.
    hours TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE catalog_taxes (
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id) ON DELETE CASCADE,
    tax_class TEXT NOT NULL,
    -- Parts per million of the net price.
    rate_ppm INTEGER NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
    PRIMARY KEY (location_id, tax_class)
) STRICT, WITHOUT ROWID;

CREATE TABLE catalog_products (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    product_type TEXT NOT NULL CHECK (product_type IN
        ('AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'GiftCardRecharge', 'Swag')),
    name TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    value INTEGER NOT NULL DEFAULT 0 CHECK (value >= 0),
    tax_class TEXT NOT NULL,
    -- JSON list of lines.
    details TEXT NOT NULL DEFAULT '[]',
    badge TEXT,
    -- JSON list of location ids; empty: everywhere.
    locations TEXT NOT NULL DEFAULT '[]',
    -- JSON {imageIndex, red, green, blue, alpha}.
    logo TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    on_sale_from INTEGER,
    on_sale_until INTEGER
) STRICT;
CREATE INDEX catalog_products_by_type ON catalog_products (product_type, price);

CREATE TABLE checkout_orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The public reference, opaque.
    trans_record_id TEXT NOT NULL UNIQUE,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    location_id INTEGER REFERENCES catalog_locations (id),
    state TEXT NOT NULL CHECK (state IN
        ('pending', 'unknown', 'flagged', 'paid', 'failed', 'partially_refunded', 'refunded', 'voided')),
    subtotal INTEGER NOT NULL CHECK (subtotal >= 0),
    taxes INTEGER NOT NULL CHECK (taxes >= 0),
    total INTEGER NOT NULL CHECK (total = subtotal + taxes),
    currency TEXT NOT NULL,
    -- Of the request's body: tells a repeat without a key.
    fingerprint BLOB NOT NULL,
    -- Authorisation code, or the reason of a decline.
    code TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    settled_at INTEGER
) STRICT;
-- The customer's lock: one order at a time may wait for its payment.
CREATE UNIQUE INDEX one_open_order ON checkout_orders (customer_id) WHERE state IN ('pending', 'unknown');
CREATE INDEX checkout_orders_by_customer ON checkout_orders (customer_id, created_at);

CREATE TABLE checkout_order_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES checkout_orders (id),
    product_id INTEGER NOT NULL REFERENCES catalog_products (id),
    product_type TEXT NOT NULL,
    -- Name, price and tax as they were when it was sold.
    name TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    taxes INTEGER NOT NULL CHECK (taxes >= 0),
    tax_rate_ppm INTEGER NOT NULL CHECK (tax_rate_ppm >= 0),
    details TEXT NOT NULL DEFAULT '[]',
    locations TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX checkout_order_lines_by_order ON checkout_order_lines (order_id);

-- Double entry: the amounts of one txn_id sum to zero. Accounts: clearing, sales, tax, adjustment, gift_card:<id>.
CREATE TABLE checkout_ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    txn_id TEXT NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount <> 0),
    order_id INTEGER REFERENCES checkout_orders (id),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX checkout_ledger_by_order ON checkout_ledger (order_id);
CREATE INDEX checkout_ledger_by_account ON checkout_ledger (account);
CREATE TRIGGER checkout_ledger_no_update BEFORE UPDATE ON checkout_ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER checkout_ledger_no_delete BEFORE DELETE ON checkout_ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE wallet_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    order_line_id INTEGER REFERENCES checkout_order_lines (id),
    item_type TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    -- HMAC for look-up, ciphertext for display: the code itself is stored nowhere.
    code_hmac BLOB NOT NULL UNIQUE,
    code_sealed BLOB NOT NULL,
    locations TEXT NOT NULL DEFAULT '[]',
    purchased_at INTEGER NOT NULL,
    -- Local date; usable to its end.
    expires_on TEXT,
    max_uses INTEGER NOT NULL CHECK (max_uses > 0),
    use_count INTEGER NOT NULL DEFAULT 0 CHECK (use_count BETWEEN 0 AND max_uses),
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'reserved', 'used', 'expired', 'revoked'))
) STRICT;
CREATE INDEX wallet_items_by_customer ON wallet_items (customer_id, purchased_at);
CREATE INDEX wallet_items_by_line ON wallet_items (order_line_id);

PRAGMA user_version = 3;
