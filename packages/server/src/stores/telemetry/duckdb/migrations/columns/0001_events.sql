-- Rows lie in the order of receipt, so the zone maps of received_at and seq prune; no index is needed, and an
-- index would be held in memory. Retention deletes by project_id and received_at. Documents live in the vault.
create table events (
  seq bigint not null,
  project_id bigint not null,
  event_id varchar not null,
  issue_id bigint not null,
  received_at bigint not null,
  occurred_at bigint not null,
  kind varchar not null,
  level varchar not null,
  title varchar not null,
  culprit varchar not null,
  type varchar not null,
  value varchar not null,
  transaction_name varchar,
  platform varchar not null,
  environment varchar,
  release varchar,
  dist varchar,
  user_key varchar,
  browser varchar,
  os varchar,
  device varchar,
  url varchar,
  sdk varchar,
  handled boolean,
  trace_id varchar,
  -- One text, see tag-text.ts.
  tags varchar not null
);

-- One row per spool. Without a primary key on purpose: an update then stays in place.
create table watermarks (
  spool_id varchar not null,
  position bigint not null
);
