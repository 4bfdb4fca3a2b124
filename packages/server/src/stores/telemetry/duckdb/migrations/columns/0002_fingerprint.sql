-- What people part and merge issues by. Null in rows from before; they are filled in when they move.
alter table events add column fingerprint varchar;
