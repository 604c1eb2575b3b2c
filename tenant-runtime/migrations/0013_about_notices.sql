-- What a notice is about, where its words name it. `subject`: as the domain that told it calls it, such as order_line:17.
ALTER TABLE notifications ADD COLUMN subject TEXT;
ALTER TABLE notifications ADD COLUMN name TEXT;
ALTER TABLE notifications ADD COLUMN recipient TEXT;
CREATE INDEX notifications_by_subject ON notifications (subject) WHERE subject IS NOT NULL;

PRAGMA user_version = 13;
