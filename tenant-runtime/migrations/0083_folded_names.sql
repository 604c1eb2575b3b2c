-- Names as lists search and sort them: without case and accents, last name first. SQLite can't fold letters beyond ASCII, so
-- the server writes the column with the name. NULL until the job has folded an earlier account's name.
ALTER TABLE customers ADD COLUMN name_folded TEXT;
INSERT INTO jobs (kind, unique_key, payload, due_at, created_at)
    SELECT 'identity.fold_names', 'identity.fold_names:all', '{}', MAX(updated_at), MAX(updated_at) FROM customers
    WHERE deleted_at IS NULL HAVING COUNT(*) > 0;

PRAGMA user_version = 83;
