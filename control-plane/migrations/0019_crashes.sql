-- Crashes that browsers reported, a minute, build, site and crash.
CREATE TABLE build_crashes (
    environment TEXT   NOT NULL,
    version     TEXT   NOT NULL,
    -- Subdomain of the site, or 'console'.
    site        TEXT   NOT NULL,
    -- Digest, as in the log.
    crash       TEXT   NOT NULL,
    -- Its beginning.
    minute      BIGINT NOT NULL,
    -- Visitors who reported it.
    count       BIGINT NOT NULL,
    PRIMARY KEY (environment, version, site, crash, minute)
);

CREATE INDEX build_crashes_minute ON build_crashes (minute);

-- The most frequent crash when a rollout was held; NULL: there was none.
ALTER TABLE rollouts ADD COLUMN crash TEXT;
ALTER TABLE rollouts ADD COLUMN crash_site TEXT;
ALTER TABLE rollouts ADD COLUMN crash_count BIGINT;
