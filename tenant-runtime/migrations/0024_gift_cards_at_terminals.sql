-- What terminals take off gift cards (docs/RULES.md#gift-cards). What is held is off the card already.
CREATE TABLE gift_card_holds (
    -- Opaque; the terminal knows it by this.
    id TEXT PRIMARY KEY,
    gift_card_id INTEGER NOT NULL REFERENCES gift_cards (id),
    terminal_id TEXT NOT NULL REFERENCES terminals (id),
    -- Where the terminal stood.
    location_id INTEGER NOT NULL REFERENCES catalog_locations (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    captured INTEGER NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND amount),
    state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'captured', 'voided', 'expired')),
    held_until INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    CHECK ((state = 'captured') = (captured > 0)),
    CHECK ((state = 'held') = (settled_at IS NULL))
) STRICT;
CREATE INDEX gift_card_holds_by_card ON gift_card_holds (gift_card_id);

ALTER TABLE gift_card_movements ADD COLUMN hold_id TEXT REFERENCES gift_card_holds (id);
CREATE INDEX gift_card_movements_by_hold ON gift_card_movements (hold_id) WHERE hold_id IS NOT NULL;

PRAGMA user_version = 24;
