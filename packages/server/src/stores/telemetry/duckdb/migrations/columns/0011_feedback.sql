-- What people wrote, beside the events so that the feedback of an issue is found by a join, however events were merged and
-- moved since, and whichever of both came first. What was sent twice is here twice.
create table feedback (
  seq bigint not null,
  project_id bigint not null,
  feedback_id varchar not null,
  received_at bigint not null,
  occurred_at bigint not null,
  message varchar not null,
  name varchar,
  email varchar,
  url varchar,
  event_id varchar,
  replay_id varchar,
  release varchar,
  environment varchar
);
