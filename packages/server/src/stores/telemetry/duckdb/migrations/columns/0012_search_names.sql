-- What events are found by under the names that Sentry's search has. Files and functions are those of all frames, one per
-- line, the innermost first. Null in rows from before.
alter table events add column user_name varchar;
alter table events add column user_ip varchar;
alter table events add column logger varchar;
alter table events add column stack_files varchar;
alter table events add column stack_functions varchar;
