-- When the event was written by the digest, in milliseconds. Null in rows from before.
alter table events add column stored_at bigint;
