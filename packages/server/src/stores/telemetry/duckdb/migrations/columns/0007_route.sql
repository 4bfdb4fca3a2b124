-- The pattern of the route, as it was named when the event came. Null where nobody knew it, and in rows from before.
alter table events add column route varchar;
