-- What spans say about navigations between pages, as @hindcast/browser sends it. Rows are made of rows of spans: they are
-- written in the same transaction and expire with them.
create table navigations (
  seq bigint not null,
  project_id bigint not null,
  received_at bigint not null,
  trace_id uuid not null,
  span_id bigint not null,
  -- navigation, prefetch or report.
  kind varchar not null,
  from_route varchar,
  from_path varchar,
  to_route varchar,
  to_path varchar,
  served varchar,
  wait_ms double,
  -- Of a navigation: what a prefetch did for it. Of a prefetch: what became of it.
  prefetch varchar,
  cache_state varchar,
  failure varchar,
  -- The page load after a navigation that is a row of its own.
  is_follow_up boolean not null,
  -- Of the page that the user was on.
  release varchar,
  environment varchar,
  user_key varchar,
  sample_rate double,
  -- Of a report: how many prefetches.
  started bigint,
  used bigint,
  unused bigint,
  failed bigint,
  unused_bytes bigint
);
