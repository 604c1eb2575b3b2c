-- Parts that were split from a line for a refund didn't keep its washes.
UPDATE checkout_order_lines
    SET washes = (SELECT line.washes FROM checkout_order_lines line WHERE line.id = checkout_order_lines.part_of)
    WHERE part_of IS NOT NULL;

PRAGMA user_version = 89;
