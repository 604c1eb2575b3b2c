-- Two who change an offer at once do not undo one another (docs/RULES.md#offers).

-- Counts what staff have changed: who changes what they have not seen is refused. Claims do not count.
ALTER TABLE offers ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0);

PRAGMA user_version = 44;
