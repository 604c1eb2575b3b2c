-- The provider invites owners before anybody is on the team: no inviter, and the company of the account, as the email names it. NULL
-- company: the merchant's team sent the invitation.
CREATE TABLE staff_invitations_of_providers_too (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('attendant', 'manager', 'owner')),
    -- In which the mail is written.
    language TEXT NOT NULL,
    invited_by INTEGER REFERENCES customers (id),
    company TEXT,
    -- When it was sent last: each mail has a link of its own, and those before open nothing any more.
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO staff_invitations_of_providers_too
    (id, first_name, last_name, email, email_key, role, language, invited_by, sent_at, expires_at)
    SELECT id, first_name, last_name, email, email_key, role, language, invited_by, sent_at, expires_at FROM staff_invitations;
DROP TABLE staff_invitations;
ALTER TABLE staff_invitations_of_providers_too RENAME TO staff_invitations;
CREATE INDEX staff_invitations_by_inviter ON staff_invitations (invited_by);

PRAGMA user_version = 76;
