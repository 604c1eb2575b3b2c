-- Staff move a member to another club, or to other locations: no order stands behind it. Instants are milliseconds UTC.

CREATE TABLE club_next_plans_new (
    membership_id INTEGER PRIMARY KEY REFERENCES club_memberships (id),
    -- What it was chosen with; null: staff have chosen it.
    order_line_id INTEGER UNIQUE REFERENCES checkout_order_lines (id),
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
INSERT INTO club_next_plans_new SELECT * FROM club_next_plans;
DROP TABLE club_next_plans;
ALTER TABLE club_next_plans_new RENAME TO club_next_plans;

-- What was done about one thing is looked up by it.
CREATE INDEX audit_by_subject ON audit (subject, id);

PRAGMA user_version = 39;
