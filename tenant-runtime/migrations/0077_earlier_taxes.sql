-- Rates that a location had until an instant (milliseconds UTC): kiosks report sales up to two weeks later, with the tax of their time.
CREATE TABLE catalog_earlier_taxes (
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id) ON DELETE CASCADE,
    -- Parts per million of the net price.
    rate_ppm INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (location_id, rate_ppm)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 77;
