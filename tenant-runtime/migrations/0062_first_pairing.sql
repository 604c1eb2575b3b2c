-- A kiosk reports no sale from before it was first paired (docs/KIOSK.md#reporting-other-sales). Instants are milliseconds UTC.

ALTER TABLE terminals ADD COLUMN first_paired_at INTEGER;
UPDATE terminals SET first_paired_at = created_at WHERE paired_at IS NOT NULL;

PRAGMA user_version = 62;
