-- A member changes to another club, and what is left of the month that is paid goes towards it (docs/RULES.md#clubs).

-- What of another month was credited on a line, and that month: the original price is price + discount + credit.
ALTER TABLE checkout_order_lines ADD COLUMN credited_period_id INTEGER REFERENCES club_periods (id);
ALTER TABLE checkout_order_lines ADD COLUMN credit INTEGER NOT NULL DEFAULT 0
    CHECK (credit >= 0 AND (credit = 0 OR credited_period_id IS NOT NULL));
-- Of all of its lines.
ALTER TABLE checkout_orders ADD COLUMN credit INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0);
CREATE INDEX checkout_order_lines_by_credited_period ON checkout_order_lines (credited_period_id)
    WHERE credited_period_id IS NOT NULL;

-- Another reason for an end. It changes nothing in the stored rows, and for such changes SQLite has the definition edited:
-- https://www.sqlite.org/lang_altertable.html#otheralter
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, '''cancelled'', ''nonpayment''', '''cancelled'', ''changed'', ''nonpayment''')
WHERE type = 'table' AND name = 'club_memberships';
PRAGMA writable_schema = RESET;

PRAGMA user_version = 27;
