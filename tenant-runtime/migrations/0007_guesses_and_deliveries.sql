-- Wrong passwords since the last right one, by what was guessed at. Takes the place of identity_log_in_failures, which counted
-- all accounts that do not exist as one and so told them from the others.
CREATE TABLE identity_guesses (
    -- Keyed digest: of an address, known or not, or of the account of a session.
    target TEXT PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_guesses_by_time ON identity_guesses (last_at);

-- When the number of a card was first mailed to its buyer; those of gifts say it in gifts.mailed_at.
ALTER TABLE gift_cards ADD COLUMN mailed_at INTEGER;

PRAGMA user_version = 7;
