-- What an event can be found by beside its id, written and forgotten together with the event. Keyed so that the newest
-- events of a value come first without a sort.
create table identifiers (
  project_id integer not null,
  kind text not null,
  value text not null,
  seq integer not null,
  event_id blob not null,
  primary key (project_id, kind, value, seq, event_id)
) without rowid;
create index identifiers_by_event on identifiers (project_id, event_id);
