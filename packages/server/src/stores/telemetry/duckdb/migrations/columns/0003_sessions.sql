-- How many sessions began, and what was reported of those that did not go well: a session counts once, as the worst of it,
-- when it is asked for. Rows lie in the order of receipt, and nothing starts after it was received, so the zone maps of
-- received_at prune by the start as well.
create table sessions (
  seq bigint not null,
  project_id bigint not null,
  received_at bigint not null,
  started_at bigint not null,
  release varchar not null,
  environment varchar,
  -- Null: counted together, by the sender or because all of it went well.
  session_key bigint,
  user_key bigint,
  -- Place in SESSION_STATUSES, the worst last.
  status tinyint not null,
  -- Sessions that the row is the first word of.
  quantity bigint not null
);
