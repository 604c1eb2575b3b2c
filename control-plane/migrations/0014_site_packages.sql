-- Under which ids a site's native apps are published, and who signs them: what its /.well-known files say.
CREATE TABLE site_packages (
    site_id              TEXT   NOT NULL PRIMARY KEY REFERENCES sites (id),
    -- As they were when the merchant first entered who signs: another address must not make another app.
    bundle_id            TEXT   NOT NULL,
    application_id       TEXT   NOT NULL,
    -- NULL: not entered.
    apple_team_id        TEXT,
    -- SHA-256 fingerprints of certificates, a JSON array.
    android_fingerprints TEXT   NOT NULL,
    changed_at           BIGINT NOT NULL
);
