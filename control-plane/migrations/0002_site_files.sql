-- Which file each site began with, as the file says it too: one that lies in its place and says otherwise is not served.
CREATE TABLE site_files (
    site_id         TEXT   NOT NULL PRIMARY KEY REFERENCES sites (id),
    -- The schema version with which the file became the site's.
    first_migration BIGINT NOT NULL,
    tied_at         BIGINT NOT NULL
);
