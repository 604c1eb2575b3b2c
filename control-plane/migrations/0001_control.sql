-- The control database: what the installation knows about its sites, never what happens inside one.
-- Everything here is also PostgreSQL: no STRICT, no PRAGMA, no rowid, no trigger. Instants are milliseconds UTC.

CREATE TABLE accounts (
    id            TEXT   NOT NULL PRIMARY KEY,
    -- The account's id in the provider's customer system, when it has one there.
    hs_account_id TEXT   UNIQUE,
    company_name  TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE environments (
    name                  TEXT    NOT NULL PRIMARY KEY,
    -- What may not exist in production (stub, fast hash, captcha off, test sign-up) asks this column.
    production            BOOLEAN NOT NULL,
    -- The build that sites of this environment are to run; NULL until a build is published.
    target_app_version    TEXT,
    -- Site-config schema version (dotted).
    target_schema_version TEXT    NOT NULL
);

INSERT INTO environments (name, production, target_app_version, target_schema_version) VALUES
    ('dev',  FALSE, NULL, '1.1.0'),
    ('demo', FALSE, NULL, '1.1.0'),
    ('prod', TRUE,  NULL, '1.1.0');

CREATE TABLE sites (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL REFERENCES accounts (id),
    environment  TEXT   NOT NULL REFERENCES environments (name),
    subdomain    TEXT   NOT NULL,
    state        TEXT   NOT NULL CHECK (state IN ('creating', 'active', 'suspended', 'deleted')),
    app_key      TEXT   NOT NULL UNIQUE,
    -- The site's data key, wrapped by the master key (base64).
    wrapped_key  TEXT   NOT NULL,
    -- A build that this site stays on whatever its environment's target.
    pinned_build TEXT,
    created_at   BIGINT NOT NULL
);

CREATE UNIQUE INDEX sites_live_subdomain ON sites (subdomain) WHERE state <> 'deleted';
CREATE INDEX sites_account ON sites (account_id);
CREATE INDEX sites_state ON sites (state);

-- Full host names that lead to a site beside its subdomain.
CREATE TABLE host_names (
    host    TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id)
);

-- Subdomains that a site gave up; nobody else gets one before free_at.
CREATE TABLE released_subdomains (
    subdomain   TEXT   NOT NULL PRIMARY KEY,
    site_id     TEXT   NOT NULL REFERENCES sites (id),
    released_at BIGINT NOT NULL,
    free_at     BIGINT NOT NULL
);

CREATE TABLE builds (
    version      TEXT   NOT NULL PRIMARY KEY,
    -- When the bundle was made, by its own account.
    time_stamp   BIGINT NOT NULL,
    published_at BIGINT NOT NULL,
    -- SHA-256 over names and contents of the published files (hex).
    digest       TEXT   NOT NULL
);

-- When a site's earliest job is due; NULL when it has none. Read by the runner so that it opens only sites with work.
CREATE TABLE site_due (
    site_id TEXT   NOT NULL PRIMARY KEY REFERENCES sites (id),
    due_at  BIGINT
);

CREATE INDEX site_due_at ON site_due (due_at);

-- Append-only: nothing updates or deletes here.
CREATE TABLE audit (
    id      TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    -- Who acted: 'cli' or the id of a staff member.
    actor   TEXT   NOT NULL,
    action  TEXT   NOT NULL,
    subject TEXT   NOT NULL,
    -- JSON.
    details TEXT   NOT NULL
);

CREATE INDEX audit_subject ON audit (subject, at);
