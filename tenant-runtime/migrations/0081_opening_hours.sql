-- Opening hours by day, as JSON. NULL: read from the lines in `hours`, which stay current for clients that show those.
ALTER TABLE catalog_locations ADD COLUMN opening_hours TEXT CHECK (opening_hours IS NULL OR json_valid(opening_hours));

PRAGMA user_version = 81;
