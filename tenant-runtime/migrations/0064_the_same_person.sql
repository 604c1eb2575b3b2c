-- What is given once per person stays given after an account is deleted (docs/RULES.md#the-same-person). Instants are milliseconds
-- UTC.

-- Keyed digests of the addresses, cards and plates that accounts have had. They outlive the account.
CREATE TABLE identity_digests (
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    identifier TEXT NOT NULL CHECK (identifier IN ('email', 'card', 'plate')),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (identifier, digest, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_digests_by_customer ON identity_digests (customer_id);
-- A job digests what is there already: the keys are not in this file.
INSERT INTO jobs (kind, unique_key, payload, due_at, created_at)
    SELECT 'identity.digests', 'identity.digests:all', '{}', MAX(updated_at), MAX(updated_at) FROM customers
    HAVING COUNT(*) > 0;

-- Accounts that were rewarded for coming by a friend's code. A row outlives its account and the referral.
CREATE TABLE loyalty_rewarded_friends (
    friend_id INTEGER PRIMARY KEY REFERENCES customers (id)
) STRICT;
INSERT INTO loyalty_rewarded_friends (friend_id) SELECT friend_id FROM loyalty_referrals WHERE state = 'awarded';
INSERT OR IGNORE INTO loyalty_rewarded_friends (friend_id)
    SELECT id FROM customers WHERE id IN (SELECT CAST(substr(subject, 8) AS INTEGER) FROM loyalty_points WHERE kind = 'referral');

-- Two more reasons to reject a referral.
CREATE TABLE loyalty_referrals_with_reasons (
    friend_id INTEGER PRIMARY KEY REFERENCES customers (id),
    referrer_id INTEGER NOT NULL REFERENCES customers (id) CHECK (referrer_id <> friend_id),
    -- qualified: the friend has paid, and the order is not refunded so far.
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'qualified', 'awarded', 'rejected')),
    -- What the two have in common, or `rewarded`: the friend was rewarded before, with another account.
    rejection TEXT CHECK (rejection IN ('device', 'card', 'plate', 'email', 'rewarded')),
    -- The order with which it qualified.
    order_id INTEGER REFERENCES checkout_orders (id),
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'pending') = (order_id IS NULL)),
    CHECK ((state IN ('awarded', 'rejected')) = (settled_at IS NOT NULL)),
    CHECK ((state = 'rejected') = (rejection IS NOT NULL))
) STRICT;
INSERT INTO loyalty_referrals_with_reasons (friend_id, referrer_id, state, rejection, order_id, created_at, settled_at)
    SELECT friend_id, referrer_id, state, rejection, order_id, created_at, settled_at FROM loyalty_referrals;
DROP TABLE loyalty_referrals;
ALTER TABLE loyalty_referrals_with_reasons RENAME TO loyalty_referrals;
CREATE INDEX loyalty_referrals_by_referrer ON loyalty_referrals (referrer_id);

-- Wallet items that points became, so that an unused one can be revoked with the purchases that earned it.
CREATE TABLE loyalty_awards (
    -- The entry of the points that it cost.
    entry_id INTEGER PRIMARY KEY REFERENCES loyalty_points (id),
    item_id INTEGER NOT NULL UNIQUE REFERENCES wallet_items (id)
) STRICT;
INSERT OR IGNORE INTO loyalty_awards (entry_id, item_id)
    SELECT entry.id, item.id FROM loyalty_points entry
    JOIN wallet_items item ON item.customer_id = entry.customer_id AND item.item_type = 'AppPoints'
        AND item.purchased_at BETWEEN entry.created_at AND entry.created_at + 1000
    WHERE entry.kind = 'award';

PRAGMA user_version = 64;
