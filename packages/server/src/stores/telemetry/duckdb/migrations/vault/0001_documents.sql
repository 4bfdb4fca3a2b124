-- Where an event's document is. Keyed so that a look-up, a duplicate check and an expiry are each one point access.
create table event_ids (
  project_id integer not null,
  event_id blob not null,
  seq integer not null,
  block_id integer not null,
  primary key (project_id, event_id)
) without rowid;

-- Up to 64 events of one project, zstd-compressed. `ids` holds their event ids, 16 bytes each, in order, so that a
-- block can be forgotten without being read.
create table event_blocks (
  block_id integer primary key,
  project_id integer not null,
  first_received_at integer not null,
  last_received_at integer not null,
  items integer not null,
  ids blob not null,
  data blob not null
);
create index event_blocks_by_age on event_blocks (project_id, first_received_at, items);

-- Items kept as sent, zstd-compressed in blocks of one project and type.
create table raw_blocks (
  block_id integer primary key,
  project_id integer not null,
  item_type text not null,
  last_seq integer not null,
  first_received_at integer not null,
  last_received_at integer not null,
  items integer not null,
  data blob not null
);
create index raw_blocks_by_type on raw_blocks (project_id, item_type, last_seq);
create index raw_blocks_by_age on raw_blocks (project_id, first_received_at, items);

create table watermarks (
  spool_id text primary key,
  position integer not null
) without rowid;
