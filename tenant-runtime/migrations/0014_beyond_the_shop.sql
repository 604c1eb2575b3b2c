-- What orders, lines, charges and months must know once things are sold outside the shop as well: by renewals, at kiosks and by
-- the merchant's staff.

-- A line need not stand for a product of the catalogue: an AirPAY payment does not. Dropping NOT NULL changes nothing in the
-- stored rows, and for such changes SQLite has the definition edited: https://www.sqlite.org/lang_altertable.html#otheralter
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'product_id INTEGER NOT NULL REFERENCES', 'product_id INTEGER REFERENCES')
WHERE type = 'table' AND name = 'checkout_order_lines';
PRAGMA writable_schema = RESET;

-- Where an order was placed. Only an order of the shop keeps its customer from placing another.
ALTER TABLE checkout_orders ADD COLUMN origin TEXT NOT NULL DEFAULT 'shop'
    CHECK (origin IN ('shop', 'renewal', 'kiosk', 'back_office'));
DROP INDEX one_open_order;
CREATE UNIQUE INDEX one_open_order ON checkout_orders (customer_id) WHERE origin = 'shop' AND state IN ('pending', 'unknown');

-- What an offer took off the price of a line: the original price is price + discount.
ALTER TABLE checkout_order_lines ADD COLUMN discount INTEGER NOT NULL DEFAULT 0 CHECK (discount >= 0);
-- What was promised with it: how long its codes are good, and what further months of a club cost and allow.
ALTER TABLE checkout_order_lines ADD COLUMN good_for_days INTEGER CHECK (good_for_days > 0);
ALTER TABLE checkout_order_lines ADD COLUMN monthly_price INTEGER CHECK (monthly_price >= 0);
ALTER TABLE checkout_order_lines ADD COLUMN use_limit INTEGER CHECK (use_limit > 0);
ALTER TABLE checkout_order_lines ADD COLUMN use_limit_per TEXT CHECK (use_limit_per IN ('day', 'month'));
UPDATE checkout_order_lines SET (monthly_price, use_limit, use_limit_per) =
    (SELECT price, use_limit, use_limit_per FROM catalog_products WHERE id = checkout_order_lines.product_id)
WHERE product_type = 'AppClub';

-- Days, from that of the purchase on, for which the codes of a product are good; null: a year.
ALTER TABLE catalog_products ADD COLUMN good_for_days INTEGER CHECK (good_for_days > 0);

-- At whose wish a card was charged, as card networks distinguish it. A look-up repeats the request as it was sent.
ALTER TABLE payments ADD COLUMN initiator TEXT NOT NULL DEFAULT 'customer'
    CHECK (initiator IN ('customer', 'merchant', 'recurring'));
-- Of a decline: whether the same card may do later.
ALTER TABLE payments ADD COLUMN decline_kind TEXT CHECK (decline_kind IN ('soft', 'hard'));
-- The card network's own number of the charge, as far as the processor tells it.
ALTER TABLE payments ADD COLUMN network_reference TEXT;

-- Books are kept in one currency.
CREATE TRIGGER site_configs_keep_currency BEFORE INSERT ON site_configs
    WHEN EXISTS (SELECT 1 FROM checkout_orders WHERE currency <> json_extract(NEW.config, '$.currency'))
    BEGIN SELECT RAISE(ABORT, 'a site that has sold keeps its currency'); END;

-- The months of a membership, as before, and how their charges go.
CREATE TABLE club_months (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    membership_id INTEGER NOT NULL REFERENCES club_memberships (id),
    period_start TEXT NOT NULL,
    -- The first day after it.
    period_end TEXT NOT NULL CHECK (period_end > period_start),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    -- unknown: nobody knows whether the last attempt was charged, and no other is made before that is known.
    state TEXT NOT NULL CHECK (state IN ('due', 'charging', 'unknown', 'paid', 'unpaid')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- Null while it is due: only a new card leads to another attempt.
    next_attempt_at INTEGER,
    -- Of the attempt under way, or the one that paid.
    order_line_id INTEGER UNIQUE REFERENCES checkout_order_lines (id),
    UNIQUE (membership_id, period_start),
    CHECK (state = 'due' OR next_attempt_at IS NULL),
    CHECK (state <> 'paid' OR amount = 0 OR order_line_id IS NOT NULL)
) STRICT;
INSERT INTO club_months (id, membership_id, period_start, period_end, amount, state, order_line_id)
    SELECT id, membership_id, period_start, period_end, amount, state, order_line_id FROM club_periods;
DROP TABLE club_periods;
ALTER TABLE club_months RENAME TO club_periods;
CREATE INDEX club_periods_due ON club_periods (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

PRAGMA user_version = 14;
