-- Merchant accounts that a replaced file has used since the backup. Until this time (milliseconds UTC), charges that it may have made
-- are looked up there before they are sent. Null: no other copy of the file has used the account.
ALTER TABLE payments_accounts ADD COLUMN asked_until INTEGER;

PRAGMA user_version = 78;
