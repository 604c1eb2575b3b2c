-- Moving the sites of an environment to another version, in waves.
CREATE TABLE rollouts (
    id           TEXT    NOT NULL PRIMARY KEY,
    environment  TEXT    NOT NULL REFERENCES environments (name),
    -- What moves: the build that sites serve, the schema of their configs, or that of their databases.
    kind         TEXT    NOT NULL CHECK (kind IN ('app', 'schema', 'database')),
    target       TEXT    NOT NULL,
    -- The environment's target at the start; NULL: there was none.
    from_version TEXT,
    state        TEXT    NOT NULL CHECK (state IN ('running', 'paused', 'held', 'rolling_back', 'done', 'rolled_back')),
    -- Why it is held.
    reason       TEXT,
    -- Whether it moves every site, so that its end is the environment's new target.
    whole        BOOLEAN NOT NULL,
    -- How long a wave is watched before the next begins.
    wait_ms      BIGINT  NOT NULL,
    -- Crashes and errors count from here on: the first move, or the last resumption.
    watched_from BIGINT,
    started_at   BIGINT  NOT NULL,
    started_by   TEXT    NOT NULL,
    finished_at  BIGINT
);

-- At most one of a kind is under way in an environment.
CREATE UNIQUE INDEX rollouts_under_way ON rollouts (environment, kind) WHERE finished_at IS NULL;
CREATE INDEX rollouts_started ON rollouts (started_at, id);

CREATE TABLE rollout_waves (
    rollout_id TEXT   NOT NULL REFERENCES rollouts (id),
    position   BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    began_at   BIGINT,
    -- When the last of its sites had been moved; it is watched from here on.
    moved_at   BIGINT,
    passed_at  BIGINT,
    PRIMARY KEY (rollout_id, position)
);

CREATE TABLE rollout_sites (
    rollout_id   TEXT   NOT NULL REFERENCES rollouts (id),
    site_id      TEXT   NOT NULL REFERENCES sites (id),
    wave         BIGINT NOT NULL,
    state        TEXT   NOT NULL CHECK (state IN ('waiting', 'moved', 'failed', 'rolled_back')),
    -- What the site ran before; NULL until its turn.
    from_version TEXT,
    -- The build that an earlier rollout had given it, which a way back gives it again.
    from_rolled  TEXT,
    moved_at     BIGINT,
    -- Why it could not be moved.
    reason       TEXT,
    PRIMARY KEY (rollout_id, site_id)
);

CREATE INDEX rollout_sites_turn ON rollout_sites (rollout_id, state, wave);
CREATE INDEX rollout_sites_site ON rollout_sites (site_id);

-- The build that a rollout has moved a site to, before its environment's target is that one; after a pin, before the target.
ALTER TABLE sites ADD COLUMN rolled_build TEXT;

-- Which contract between client and server a build speaks; those from before it was said speak the first.
ALTER TABLE builds ADD COLUMN contract BIGINT NOT NULL DEFAULT 1;
-- When it was last seen to be in use; NULL: never.
ALTER TABLE builds ADD COLUMN used_at BIGINT;
-- Its files are being removed; nobody sees it any more.
ALTER TABLE builds ADD COLUMN pruned_at BIGINT;

-- What sites of an environment answered, and what browsers reported, a minute and a build.
CREATE TABLE build_health (
    environment TEXT   NOT NULL,
    version     TEXT   NOT NULL,
    -- Its beginning.
    minute      BIGINT NOT NULL,
    requests    BIGINT NOT NULL,
    errors      BIGINT NOT NULL,
    crashes     BIGINT NOT NULL,
    PRIMARY KEY (environment, version, minute)
);

CREATE INDEX build_health_minute ON build_health (minute);
