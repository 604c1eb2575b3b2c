-- Points for purchases, and rewards for friends. Instants are milliseconds UTC.

-- What the merchant decides about points: a JSON object. One row, from the first change on.
CREATE TABLE loyalty_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL
) STRICT;

-- Append-only: a balance is the sum of its entries.
CREATE TABLE loyalty_points (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    kind TEXT NOT NULL CHECK (kind IN ('earn', 'award', 'referral', 'reverse', 'adjust', 'expire')),
    -- Positive: the customer has more.
    points INTEGER NOT NULL CHECK (points <> 0),
    -- What they are for, which gives them once: `order_line:<id>`, `friend:<id of the customer>`; null: nothing of the kind.
    subject TEXT,
    created_at INTEGER NOT NULL,
    CHECK (kind IN ('adjust', 'expire') OR (points > 0) = (kind IN ('earn', 'referral'))),
    CHECK (kind NOT IN ('earn', 'referral', 'reverse') OR subject IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX loyalty_points_once ON loyalty_points (subject, kind, customer_id) WHERE subject IS NOT NULL;
-- With the points, so that a balance is read off the index.
CREATE INDEX loyalty_points_by_customer ON loyalty_points (customer_id, points);
CREATE TRIGGER loyalty_points_no_update BEFORE UPDATE ON loyalty_points
    BEGIN SELECT RAISE(ABORT, 'points are append-only'); END;
CREATE TRIGGER loyalty_points_no_delete BEFORE DELETE ON loyalty_points
    BEGIN SELECT RAISE(ABORT, 'points are append-only'); END;
CREATE TRIGGER loyalty_points_covered BEFORE INSERT ON loyalty_points
    WHEN NEW.kind = 'award' AND NEW.points + (SELECT COALESCE(SUM(points), 0) FROM loyalty_points
                                              WHERE customer_id = NEW.customer_id) < 0
    BEGIN SELECT RAISE(ABORT, 'an award costs more points than there are'); END;

-- Who signed up with whose code. Erased with either account.
CREATE TABLE loyalty_referrals (
    friend_id INTEGER PRIMARY KEY REFERENCES customers (id),
    referrer_id INTEGER NOT NULL REFERENCES customers (id) CHECK (referrer_id <> friend_id),
    -- qualified: the friend has paid, and the order is not refunded so far.
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'qualified', 'awarded', 'rejected')),
    -- What the two have in common, for which it was rejected.
    rejection TEXT CHECK (rejection IN ('device', 'card', 'plate')),
    -- The order with which it qualified.
    order_id INTEGER REFERENCES checkout_orders (id),
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'pending') = (order_id IS NULL)),
    CHECK ((state IN ('awarded', 'rejected')) = (settled_at IS NOT NULL)),
    CHECK ((state = 'rejected') = (rejection IS NOT NULL))
) STRICT;
CREATE INDEX loyalty_referrals_by_referrer ON loyalty_referrals (referrer_id);
INSERT INTO loyalty_referrals (friend_id, referrer_id, created_at)
    SELECT friend.id, referrer.id, friend.created_at
    FROM customers friend JOIN customers referrer ON referrer.id = friend.referred_by
    WHERE friend.deleted_at IS NULL AND referrer.deleted_at IS NULL AND referrer.id <> friend.id;

PRAGMA user_version = 21;
