-- Directions to the entrance of a location, such as "Enter from Oak Street". Empty: none.
ALTER TABLE catalog_locations ADD COLUMN arrival_note TEXT NOT NULL DEFAULT '';

PRAGMA user_version = 73;
