-- Announced prices of a membership. Each applies to billing periods that start on or after its day, until the next one.
CREATE TABLE club_announced_prices (
    membership_id INTEGER NOT NULL REFERENCES club_memberships (id),
    -- Local day, as in club_memberships.next_billing_date.
    starts_on TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    gross_price INTEGER CHECK (gross_price >= 0),
    PRIMARY KEY (membership_id, starts_on)
) STRICT, WITHOUT ROWID;
INSERT INTO club_announced_prices (membership_id, starts_on, price, gross_price)
    SELECT id, next_price_from, next_price, gross_next_price FROM club_memberships WHERE next_price IS NOT NULL;
-- The columns stay, because SQLite can't drop one that a check of another names. Nothing reads them.
UPDATE club_memberships SET next_price = NULL, gross_next_price = NULL, next_price_from = NULL WHERE next_price IS NOT NULL;

PRAGMA user_version = 84;
