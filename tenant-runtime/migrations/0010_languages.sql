-- BCP 47 tag of the language that a customer last used here; null: none of the site's.
ALTER TABLE customers ADD COLUMN language TEXT;

PRAGMA user_version = 10;
