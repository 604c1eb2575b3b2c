-- Washes that a club or bundle includes.

-- JSON list of product IDs.
ALTER TABLE catalog_products ADD COLUMN washes TEXT NOT NULL DEFAULT '[]';
-- JSON lists of names at the time of sale. Empty: none were named, or it isn't a bundle or club.
ALTER TABLE checkout_order_lines ADD COLUMN washes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE wallet_items ADD COLUMN washes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE club_memberships ADD COLUMN washes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE club_next_plans ADD COLUMN washes TEXT NOT NULL DEFAULT '[]';

-- IDs of deleted products. New products don't get them, because carts and the audit log can name the deleted ones.
CREATE TABLE catalog_deleted_products (id INTEGER PRIMARY KEY) STRICT;

PRAGMA user_version = 85;
