-- What an event says beside its columns, in lower case, for the search for words. Null in rows from before, and in
-- events that say nothing more: those are found by title, message and tags alone.
alter table events add column search_text varchar;
alter table events add column user_email varchar;
