-- A cheaper club that was chosen and then dropped is no purchase (docs/RULES.md#clubs).

-- Order lines of chosen clubs that took effect. Those of earlier builds count as such: it is not known which were dropped.
CREATE TABLE club_followed_plans (
    order_line_id INTEGER PRIMARY KEY REFERENCES checkout_order_lines (id)
) STRICT;
INSERT INTO club_followed_plans (order_line_id)
    SELECT id FROM checkout_order_lines
    WHERE starts_on IS NOT NULL AND id NOT IN (SELECT order_line_id FROM club_next_plans WHERE order_line_id IS NOT NULL);

PRAGMA user_version = 65;
