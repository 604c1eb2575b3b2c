-- Since when the bank could not be asked to charge a month that is due (Unix milliseconds). Null: the last attempt was
-- answered, or there was none.
ALTER TABLE club_periods ADD COLUMN not_asked_since INTEGER;

PRAGMA user_version = 59;
