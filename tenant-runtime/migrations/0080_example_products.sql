-- Products that a template proposed. They aren't for sale (active = 0) until staff put them on sale, and staff may delete them,
-- because nobody ever bought one.
ALTER TABLE catalog_products ADD COLUMN example INTEGER NOT NULL DEFAULT 0 CHECK (example IN (0, 1));

PRAGMA user_version = 80;
