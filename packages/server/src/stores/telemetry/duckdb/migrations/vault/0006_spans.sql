-- Spans of one project, those of a trace beside each other. `traces` holds, for each run of spans of one trace, the trace
-- id (16 bytes) and their number (4 bytes, the lowest first), `span_ids` the id of each (8 bytes). So a span is found, and
-- a block forgotten, without opening it. `outlines` and `details` are one line of JSON a span, zstd-compressed.
create table span_blocks (
  block_id integer primary key,
  project_id integer not null,
  first_received_at integer not null,
  last_received_at integer not null,
  items integer not null,
  traces blob not null,
  span_ids blob not null,
  outlines blob not null,
  details blob not null
);
create index span_blocks_by_age on span_blocks (project_id, first_received_at);

-- Which blocks the spans of a trace are in, and how many of them.
create table trace_blocks (
  trace_id blob not null,
  project_id integer not null,
  block_id integer not null,
  spans integer not null,
  primary key (trace_id, project_id, block_id)
) without rowid;
