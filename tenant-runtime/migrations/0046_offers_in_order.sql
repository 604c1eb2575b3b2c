-- Offers stand as the merchant puts them (docs/RULES.md#offers).

-- Among those of its kind; withdrawn ones stand behind them.
ALTER TABLE offers ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE offers SET position = id;

PRAGMA user_version = 46;
