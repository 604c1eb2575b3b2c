-- The merchant's staff edit the catalogue (docs/RULES.md#catalogue).

-- Among what costs the same, and of locations in all lists: the lowest first.
ALTER TABLE catalog_products ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
-- Counts what staff have changed: who changes what they have not seen is refused. Sales do not count.
ALTER TABLE catalog_products ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
UPDATE catalog_products SET position = id;

ALTER TABLE catalog_locations ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
ALTER TABLE catalog_locations ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);
-- 0: archived. Customers do not see it, and nothing new is sold or fetched there.
ALTER TABLE catalog_locations ADD COLUMN active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1));
UPDATE catalog_locations SET position = id;

PRAGMA user_version = 30;
