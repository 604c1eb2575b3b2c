-- Who has an item just now (docs/RULES.md#codes): a redemption, until then.
ALTER TABLE wallet_items ADD COLUMN reserved_until INTEGER;
ALTER TABLE wallet_items ADD COLUMN reserved_by TEXT
    CHECK (state <> 'reserved' OR (reserved_by IS NOT NULL AND reserved_until IS NOT NULL));

CREATE TABLE terminal_redemptions (
    -- Opaque; the terminal knows it by this.
    id TEXT PRIMARY KEY,
    terminal_id TEXT NOT NULL REFERENCES terminals (id),
    -- Where the terminal stood.
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id),
    item_id INTEGER NOT NULL REFERENCES wallet_items (id),
    -- What the kiosk runs for it, in its own words.
    kiosk_item TEXT,
    -- As the kiosk says.
    scanned_at INTEGER,
    state TEXT NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'confirmed', 'cancelled')),
    reserved_until INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'reserved') = (settled_at IS NULL))
) STRICT;
CREATE INDEX terminal_redemptions_by_item ON terminal_redemptions (item_id);

PRAGMA user_version = 18;
