-- Events are ordered by time of receipt, then by spool, then by number. Empty in rows from before.
alter table events add column spool_id varchar default '';
