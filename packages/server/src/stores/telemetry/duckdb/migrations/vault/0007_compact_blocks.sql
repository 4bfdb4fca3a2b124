-- Blocks of one hour are written again together once that hour is over. Those that wait for it are in the index.
alter table event_blocks add column is_compact integer not null default 0;
create index event_blocks_to_compact on event_blocks (project_id, first_received_at) where is_compact = 0;
