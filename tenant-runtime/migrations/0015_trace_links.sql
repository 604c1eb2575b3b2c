-- The span that enqueued a job, as W3C Trace Context writes it (traceparent); null: no traces were kept.
ALTER TABLE jobs ADD COLUMN trace_parent TEXT;

PRAGMA user_version = 15;
