-- Documents say which issue they belonged to when they came; this says where that is by now. Keyed so that reading one
-- event is one more point access. Always the last place: a chain of moves is one row per place it led through.
create table issue_moves (
  project_id integer not null,
  fingerprint text not null,
  issue_id integer not null,
  moved_to integer not null,
  primary key (project_id, fingerprint, issue_id)
) without rowid;
