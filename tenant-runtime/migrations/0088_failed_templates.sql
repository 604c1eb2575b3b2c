-- Custom email templates that failed for a recipient, who got the default email. One row per email and language, until the template is
-- saved or reset.
CREATE TABLE notifications_failed_templates (
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('invalid', 'missing_link', 'too_complex')),
    -- 1-based, if a single line is wrong.
    line INTEGER CHECK (line > 0),
    emails INTEGER NOT NULL CHECK (emails > 0),
    -- UTC milliseconds of the latest one.
    failed_at INTEGER NOT NULL,
    PRIMARY KEY (kind, language)
) STRICT;

PRAGMA user_version = 88;
