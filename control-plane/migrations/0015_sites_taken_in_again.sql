-- Whether it was deleted for good once. Its row stays for the audit trail, and is the site's again if it is imported.
ALTER TABLE sites ADD COLUMN was_deleted BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE sites SET was_deleted = TRUE WHERE state = 'deleted';
