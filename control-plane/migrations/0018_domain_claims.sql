-- Custom domains that wait for proof of ownership: a TXT record with the token. Proven ones are in host_names, with those
-- that were set before proof was asked for.
CREATE TABLE domain_claims (
    site_id    TEXT   NOT NULL PRIMARY KEY REFERENCES sites (id),
    domain     TEXT   NOT NULL,
    token      TEXT   NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('waiting', 'missing', 'different', 'unreachable')),
    created_at BIGINT NOT NULL,
    -- Null before the first check.
    checked_at BIGINT
);
