-- What becomes of memberships that last (docs/RULES.md#billing).

-- The last day of the card about which a member was warned that it expires: once for each card.
ALTER TABLE club_memberships ADD COLUMN warned_of_card TEXT;

-- A pause: its first day, and the first day after it.
ALTER TABLE club_memberships ADD COLUMN paused_from TEXT;
ALTER TABLE club_memberships ADD COLUMN paused_until TEXT CHECK ((paused_from IS NULL) = (paused_until IS NULL));

-- Minor units, net, of the months that begin on that day or later.
ALTER TABLE club_memberships ADD COLUMN next_price INTEGER CHECK (next_price >= 0);
ALTER TABLE club_memberships ADD COLUMN next_price_from TEXT CHECK ((next_price IS NULL) = (next_price_from IS NULL));

PRAGMA user_version = 25;
