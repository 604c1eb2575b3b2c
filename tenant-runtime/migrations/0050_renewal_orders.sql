-- A renewal order names the membership that it renews; null: it is another order, or an earlier build wrote it.
ALTER TABLE checkout_orders ADD COLUMN membership_id INTEGER REFERENCES club_memberships (id);
UPDATE checkout_orders SET membership_id = (
    SELECT p.membership_id FROM checkout_order_lines l JOIN club_periods p ON p.order_line_id = l.id
    WHERE l.order_id = checkout_orders.id)
WHERE origin = 'renewal';

-- How often a job was rescheduled. The end of a run counts only for the revision that it ran.
ALTER TABLE jobs ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 50;
