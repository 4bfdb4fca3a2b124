-- Positions of different spools say nothing about each other, so that of a record needs its spool beside it. As a small
-- number, because there is one for each event. What is stored already is taken to be of the spool that was written last.
alter table watermarks add column spool integer not null default 0;
update watermarks set spool = (
  select count(*) from watermarks later
  where (later.last_seq, later.spool_id) > (watermarks.last_seq, watermarks.spool_id)
);
alter table event_ids add column spool integer not null default 0;

-- Keyed by the order of events, so that the newest of a value come first without a sort. Rows from before know neither
-- spool nor moment: they take that of the last event in their block, which was written in one go.
create table ordered_identifiers (
  project_id integer not null,
  kind text not null,
  value text not null,
  received_at integer not null,
  spool_id text not null,
  seq integer not null,
  event_id blob not null,
  primary key (project_id, kind, value, received_at, spool_id, seq, event_id)
) without rowid;
insert into ordered_identifiers
  select identifiers.project_id, kind, value, coalesce(last_received_at, 0), '', seq, identifiers.event_id
  from identifiers
  left join event_ids using (project_id, event_id)
  left join event_blocks using (block_id);
drop table identifiers;
alter table ordered_identifiers rename to identifiers;
create index identifiers_by_event on identifiers (project_id, event_id);
