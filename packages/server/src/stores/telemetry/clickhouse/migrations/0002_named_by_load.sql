-- Of a vital that came after its page load: whether route, path, sent_route and sent_by_server are those of the page load,
-- so that it need not be joined to it. Null in rows from before, and where the page load was not known when it came.
alter table visits add column if not exists named_by_load Nullable(Bool);
