-- Several events of one request come from one place in the log, so the place and the number that orders events are two
-- things. What tells a replay from a duplicate is the place. In rows from before, it is the place plus the item's index.
alter table event_ids rename column seq to position;
-- The largest number given out: numbers may run ahead of the log where few bytes made many events.
alter table watermarks add column last_seq integer not null default 0;
update watermarks set last_seq = max(position - 1, coalesce((select max(position) from event_ids), 0));
