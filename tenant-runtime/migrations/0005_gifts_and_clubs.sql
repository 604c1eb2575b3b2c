-- Gift cards, gifts to others, memberships. Instants are milliseconds UTC, local dates YYYY-MM-DD, money minor units.

-- Stored value for whoever holds the number. It belongs to nobody and survives the account that bought it.
CREATE TABLE gift_cards (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- HMAC for look-up, ciphertext for mails: the number itself is stored nowhere.
    number_hmac BLOB NOT NULL UNIQUE,
    number_sealed BLOB NOT NULL,
    last_four TEXT NOT NULL CHECK (length(last_four) = 4),
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('inactive', 'active', 'blocked', 'void')),
    -- The line that it was sold with; null for one that was not sold here.
    order_line_id INTEGER UNIQUE REFERENCES checkout_order_lines (id),
    created_at INTEGER NOT NULL
) STRICT;

-- What came onto a card and left it. Its balance is the sum, and the negative of its account in checkout_ledger.
CREATE TABLE gift_card_movements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    gift_card_id INTEGER NOT NULL REFERENCES gift_cards (id),
    kind TEXT NOT NULL CHECK (kind IN ('issue', 'reload', 'redeem', 'refund', 'adjust', 'void')),
    -- Positive: the card is worth more.
    amount INTEGER NOT NULL CHECK (amount <> 0),
    order_line_id INTEGER REFERENCES checkout_order_lines (id),
    at INTEGER NOT NULL,
    CHECK (kind = 'adjust' OR (amount > 0) = (kind IN ('issue', 'reload')))
) STRICT;
-- A line fills a card once.
CREATE UNIQUE INDEX gift_card_movements_by_line ON gift_card_movements (order_line_id)
    WHERE kind IN ('issue', 'reload');
CREATE INDEX gift_card_movements_by_card ON gift_card_movements (gift_card_id);
CREATE TRIGGER gift_card_movements_no_update BEFORE UPDATE ON gift_card_movements
    BEGIN SELECT RAISE(ABORT, 'gift card movements are append-only'); END;
CREATE TRIGGER gift_card_movements_no_delete BEFORE DELETE ON gift_card_movements
    BEGIN SELECT RAISE(ABORT, 'gift card movements are append-only'); END;
CREATE TRIGGER gift_card_movements_covered BEFORE INSERT ON gift_card_movements
    WHEN NEW.amount + (SELECT COALESCE(SUM(amount), 0) FROM gift_card_movements
                       WHERE gift_card_id = NEW.gift_card_id) < 0
    BEGIN SELECT RAISE(ABORT, 'a gift card cannot be overdrawn'); END;

-- A paid line that is somebody else's. What it gave lies in wallet_items or gift_cards, found by the line.
CREATE TABLE gifts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_line_id INTEGER NOT NULL UNIQUE REFERENCES checkout_order_lines (id),
    sender_id INTEGER NOT NULL REFERENCES customers (id),
    -- Erased with the account of the recipient, and once it is delivered with that of the sender.
    recipient_email TEXT,
    -- As customers.email_key.
    recipient_email_key TEXT,
    recipient_name TEXT,
    message TEXT,
    -- Which of the nine headings.
    header INTEGER NOT NULL CHECK (header BETWEEN 0 AND 8),
    -- held: waits for an account with that confirmed address. A gift card is delivered with its mail.
    state TEXT NOT NULL CHECK (state IN ('held', 'delivered', 'expired', 'revoked')),
    -- The account that has it.
    recipient_id INTEGER REFERENCES customers (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- When it stopped being held.
    settled_at INTEGER,
    mailed_at INTEGER,
    CHECK ((state = 'held') = (settled_at IS NULL)),
    CHECK (recipient_id IS NULL OR (state <> 'held' AND recipient_id <> sender_id)),
    CHECK ((recipient_email IS NULL) = (recipient_email_key IS NULL)),
    CHECK (state <> 'held' OR recipient_email IS NOT NULL)
) STRICT;
CREATE INDEX gifts_by_sender ON gifts (sender_id);
CREATE INDEX gifts_by_recipient ON gifts (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX gifts_held ON gifts (recipient_email_key) WHERE state = 'held';

-- A customer's club, from joining to its end. Joining again makes another row.
CREATE TABLE club_memberships (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    order_line_id INTEGER NOT NULL UNIQUE REFERENCES checkout_order_lines (id),
    -- The plan as it was when it was joined; changes of the product do not reach members by themselves.
    product_id INTEGER NOT NULL REFERENCES catalog_products (id),
    name TEXT NOT NULL,
    -- Of the first period.
    price INTEGER NOT NULL CHECK (price >= 0),
    -- Of every further one.
    monthly_price INTEGER NOT NULL CHECK (monthly_price >= 0),
    -- Null: without limit.
    use_limit INTEGER CHECK (use_limit > 0),
    use_limit_per TEXT CHECK (use_limit_per IN ('day', 'month')),
    -- JSON list of location ids; empty: everywhere.
    locations TEXT NOT NULL DEFAULT '[]',
    -- The plate at joining; null once the account is deleted.
    license TEXT,
    -- Names the text that was agreed to.
    accepted_terms TEXT NOT NULL,
    -- Every period begins on this day of its month, or on the month's last.
    anchor_date TEXT NOT NULL,
    next_billing_date TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'endbillingpending')),
    billing_state TEXT NOT NULL DEFAULT 'ok' CHECK (billing_state IN ('ok', 'past_due', 'suspended', 'paused')),
    joined_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('cancelled', 'nonpayment', 'account_deleted', 'admin')),
    CHECK ((use_limit IS NULL) = (use_limit_per IS NULL)),
    CHECK ((status = 'inactive') = (ended_at IS NOT NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) STRICT;
CREATE INDEX club_memberships_by_customer ON club_memberships (customer_id);
CREATE UNIQUE INDEX one_live_club ON club_memberships (customer_id) WHERE status <> 'inactive';

-- The months of a membership. UNIQUE: no month is billed twice.
CREATE TABLE club_periods (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    membership_id INTEGER NOT NULL REFERENCES club_memberships (id),
    period_start TEXT NOT NULL,
    -- The first day after it.
    period_end TEXT NOT NULL CHECK (period_end > period_start),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    state TEXT NOT NULL CHECK (state IN ('due', 'paid', 'unpaid')),
    order_line_id INTEGER UNIQUE REFERENCES checkout_order_lines (id),
    UNIQUE (membership_id, period_start)
) STRICT;

-- Every wash of a member, by the local day on which it counts.
CREATE TABLE club_uses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    membership_id INTEGER NOT NULL REFERENCES club_memberships (id),
    used_on TEXT NOT NULL,
    location_id INTEGER REFERENCES catalog_locations (id),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX club_uses_by_membership ON club_uses (membership_id, used_on);

PRAGMA user_version = 5;
