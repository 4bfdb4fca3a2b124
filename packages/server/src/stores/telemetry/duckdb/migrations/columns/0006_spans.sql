-- What spans are filtered and summed up by. Attributes live in the vault, where they take a tenth of the space. Rows lie in
-- the order of receipt, so the zone maps of received_at prune. A span that was sent twice is here twice.
create table spans (
  seq bigint not null,
  project_id bigint not null,
  received_at bigint not null,
  trace_id uuid not null,
  -- 16 hex digits as a signed integer.
  span_id bigint not null,
  parent_span_id bigint,
  segment_id bigint,
  is_segment boolean not null,
  -- Microseconds: since the epoch, and long.
  started_us bigint not null,
  duration_us bigint not null,
  op varchar not null,
  name varchar not null,
  -- Place in SPAN_STATUSES.
  status tinyint not null,
  segment_name varchar,
  route varchar,
  path varchar,
  release varchar,
  environment varchar,
  user_key varchar,
  browser varchar,
  os varchar,
  device varchar,
  sample_rate double,
  lcp double,
  inp double,
  cls double,
  fcp double,
  ttfb double
);

-- Of these rows the segments and what carries a web vital: one in twenty, and all that the screens of routes and the list of
-- traces read. Written in the same transaction, and expires with them.
create table visits as from spans with no data;
