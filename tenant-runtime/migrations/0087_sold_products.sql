-- Products that an order, a membership or a planned change of club has named. They can't be deleted.
ALTER TABLE catalog_products ADD COLUMN sold INTEGER NOT NULL DEFAULT 0 CHECK (sold IN (0, 1));

UPDATE catalog_products SET sold = 1 WHERE id IN (SELECT product_id FROM checkout_order_lines)
    OR id IN (SELECT product_id FROM club_memberships) OR id IN (SELECT product_id FROM club_next_plans);

CREATE TRIGGER checkout_order_lines_mark_sold AFTER INSERT ON checkout_order_lines
    BEGIN UPDATE catalog_products SET sold = 1 WHERE id = NEW.product_id AND sold = 0; END;
CREATE TRIGGER club_memberships_mark_sold AFTER INSERT ON club_memberships
    BEGIN UPDATE catalog_products SET sold = 1 WHERE id = NEW.product_id AND sold = 0; END;
CREATE TRIGGER club_memberships_mark_changed AFTER UPDATE OF product_id ON club_memberships
    BEGIN UPDATE catalog_products SET sold = 1 WHERE id = NEW.product_id AND sold = 0; END;
CREATE TRIGGER club_next_plans_mark_sold AFTER INSERT ON club_next_plans
    BEGIN UPDATE catalog_products SET sold = 1 WHERE id = NEW.product_id AND sold = 0; END;

PRAGMA user_version = 87;
