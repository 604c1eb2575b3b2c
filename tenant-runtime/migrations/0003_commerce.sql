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

-- What is sent to a state is taxed at this rate; where there is none, as at the location of the purchase.
CREATE TABLE catalog_ship_to_taxes (
    state TEXT PRIMARY KEY,
    -- Parts per million of the net price.
    rate_ppm INTEGER NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000)
) STRICT, WITHOUT ROWID;

CREATE TABLE catalog_products (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    product_type TEXT NOT NULL CHECK (product_type IN
        ('AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'GiftCardRecharge', 'Swag')),
    name TEXT NOT NULL,
    -- Of a club: what a month costs.
    price INTEGER NOT NULL CHECK (price >= 0),
    -- What a gift card is worth.
    value INTEGER NOT NULL DEFAULT 0 CHECK (value >= 0),
    -- What the first month of a club costs those who never were members.
    signup_price INTEGER CHECK (signup_price >= 0),
    -- How many codes a bundle holds.
    quantity INTEGER CHECK (quantity > 0),
    -- Pieces left; null: not counted.
    stock INTEGER CHECK (stock >= 0),
    -- How often a club may be used; null: without limit.
    use_limit INTEGER CHECK (use_limit > 0),
    use_limit_per TEXT CHECK (use_limit_per IN ('day', 'month')),
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
    on_sale_until INTEGER,
    CHECK ((product_type = 'AppClub') = (signup_price IS NOT NULL)),
    CHECK ((product_type = 'AppBundle') = (quantity IS NOT NULL)),
    CHECK (product_type = 'Swag' OR stock IS NULL),
    CHECK ((use_limit IS NULL) = (use_limit_per IS NULL))
) STRICT;
CREATE INDEX catalog_products_by_type ON catalog_products (product_type, price);

-- Terms that customers accepted with a purchase, as they read.
CREATE TABLE checkout_terms (
    -- Digest of the text.
    version TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    first_accepted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
    -- Version of the club's terms that the customer accepted.
    accepted_terms TEXT REFERENCES checkout_terms (version),
    created_at INTEGER NOT NULL,
    settled_at INTEGER
) STRICT;
-- The customer's lock: one order at a time may wait for its payment.
CREATE UNIQUE INDEX one_open_order ON checkout_orders (customer_id) WHERE state IN ('pending', 'unknown');
CREATE INDEX checkout_orders_by_customer ON checkout_orders (customer_id, created_at);

-- Where goods of an order go. The newest one that is a home is offered as such.
CREATE TABLE checkout_addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    first TEXT NOT NULL,
    last TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    zip_code TEXT NOT NULL,
    is_home INTEGER NOT NULL CHECK (is_home IN (0, 1)),
    addressed_to TEXT,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX checkout_addresses_by_customer ON checkout_addresses (customer_id);

-- Money that is given back, written down before the processor is called.
CREATE TABLE checkout_reversals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES checkout_orders (id),
    kind TEXT NOT NULL CHECK (kind IN ('refund', 'void')),
    state TEXT NOT NULL DEFAULT 'initiated' CHECK (state IN ('initiated', 'unknown', 'done', 'declined')),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    -- Who asked for it, as in the audit.
    requested_by TEXT NOT NULL,
    -- Authorisation code, or the reason of a refusal.
    code TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state IN ('initiated', 'unknown')) = (settled_at IS NULL))
) STRICT;
CREATE INDEX checkout_reversals_by_order ON checkout_reversals (order_id);
-- One at a time, so that none gives back what another does.
CREATE UNIQUE INDEX one_open_reversal ON checkout_reversals (order_id) WHERE state IN ('initiated', 'unknown');

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
    locations TEXT NOT NULL DEFAULT '[]',
    -- What a gift card is worth; how many codes a bundle holds.
    value INTEGER NOT NULL CHECK (value >= 0),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    -- Who it is given to; emptied with the sender's account.
    is_gift INTEGER NOT NULL CHECK (is_gift IN (0, 1)),
    gifted_email TEXT,
    gifted_to TEXT,
    gift_message TEXT,
    gift_header INTEGER CHECK (gift_header BETWEEN 0 AND 8),
    -- The gift card to be reloaded: its number is stored nowhere in the clear.
    card_sealed BLOB,
    card_last_four TEXT,
    address_id INTEGER REFERENCES checkout_addresses (id),
    -- Whether a piece was taken out of the stock for it.
    stock_taken INTEGER NOT NULL CHECK (stock_taken IN (0, 1)),
    fulfillment TEXT CHECK (fulfillment IN
        ('awaiting_address', 'queued', 'packed', 'shipped', 'delivered', 'returned', 'cancelled')),
    carrier TEXT,
    tracking TEXT,
    -- What gives it back, and how much of it in all.
    reversal_id INTEGER REFERENCES checkout_reversals (id),
    refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND price + taxes)
) STRICT;
CREATE INDEX checkout_order_lines_by_order ON checkout_order_lines (order_id);
CREATE INDEX checkout_order_lines_by_address ON checkout_order_lines (address_id) WHERE address_id IS NOT NULL;
CREATE INDEX checkout_order_lines_by_reversal ON checkout_order_lines (reversal_id) WHERE reversal_id IS NOT NULL;

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
    -- Null: a gift that waits for its recipient. Its code works.
    customer_id INTEGER REFERENCES customers (id),
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
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'reserved', 'used', 'expired', 'revoked')),
    -- What its owner is told of the giver.
    is_gift INTEGER NOT NULL CHECK (is_gift IN (0, 1)),
    gifted_from TEXT,
    gift_message TEXT,
    -- The reversal that took it away, and may give it back.
    reversal_id INTEGER REFERENCES checkout_reversals (id)
) STRICT;
CREATE INDEX wallet_items_by_customer ON wallet_items (customer_id, purchased_at);
CREATE INDEX wallet_items_by_line ON wallet_items (order_line_id);

PRAGMA user_version = 3;
