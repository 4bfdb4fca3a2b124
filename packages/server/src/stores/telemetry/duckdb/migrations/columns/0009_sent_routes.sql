-- The pattern that the SDK sent, and whether a server says that it took it: with the address they name a route again after
-- the registry of routes has changed. Where sent_by_server is null, the row is from before or has no route.
alter table visits add column sent_route varchar;
alter table visits add column sent_by_server boolean;
alter table navigations add column to_sent_route varchar;
alter table navigations add column sent_by_server boolean;
alter table events add column sent_route varchar;
alter table events add column sent_by_server boolean;
