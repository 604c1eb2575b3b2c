-- A reversal has a reference of its own at the processor, by which it is looked up (docs/PAYMENTS.md#the-charge-machine).

-- Null: an earlier version wrote it.
ALTER TABLE checkout_reversals ADD COLUMN reference TEXT;
CREATE UNIQUE INDEX checkout_reversals_by_reference ON checkout_reversals (reference) WHERE reference IS NOT NULL;

PRAGMA user_version = 47;
