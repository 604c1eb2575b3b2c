-- A member has chosen a club that costs no more: it takes the place of the member's own as the month that is paid ends
-- (docs/RULES.md#clubs).

-- Local day on which a club begins that is not begun yet; null: it begins as it is paid.
ALTER TABLE checkout_order_lines ADD COLUMN starts_on TEXT;

-- The plan as it was when it was chosen.
CREATE TABLE club_next_plans (
    membership_id INTEGER PRIMARY KEY REFERENCES club_memberships (id),
    order_line_id INTEGER NOT NULL UNIQUE REFERENCES checkout_order_lines (id),
    product_id INTEGER NOT NULL REFERENCES catalog_products (id),
    name TEXT NOT NULL,
    monthly_price INTEGER NOT NULL CHECK (monthly_price >= 0),
    -- Null: without limit.
    use_limit INTEGER CHECK (use_limit > 0),
    use_limit_per TEXT CHECK (use_limit_per IN ('day', 'month')),
    -- JSON list of location ids; empty: everywhere.
    locations TEXT NOT NULL,
    -- Names the text that was agreed to.
    accepted_terms TEXT NOT NULL,
    CHECK ((use_limit IS NULL) = (use_limit_per IS NULL))
) STRICT;

PRAGMA user_version = 28;
