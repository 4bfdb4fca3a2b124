create table if not exists events on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  position Int64 codec(Delta, ZSTD(1)),
  event_id String codec(ZSTD(1)),
  issue_id Int64 codec(ZSTD(1)),
  occurred_at Int64 codec(Delta, ZSTD(1)),
  stored_at Nullable(Int64) codec(ZSTD(1)),
  kind LowCardinality(String),
  level LowCardinality(String),
  title String codec(ZSTD(1)),
  culprit String codec(ZSTD(1)),
  type LowCardinality(String),
  value String codec(ZSTD(1)),
  transaction_name LowCardinality(Nullable(String)),
  route LowCardinality(Nullable(String)),
  sent_route LowCardinality(Nullable(String)),
  sent_by_server Nullable(Bool),
  platform LowCardinality(String),
  environment LowCardinality(Nullable(String)),
  release LowCardinality(Nullable(String)),
  dist LowCardinality(Nullable(String)),
  user_key Nullable(String) codec(ZSTD(1)),
  user_email Nullable(String) codec(ZSTD(1)),
  user_name Nullable(String) codec(ZSTD(1)),
  user_ip Nullable(String) codec(ZSTD(1)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  url Nullable(String) codec(ZSTD(1)),
  sdk LowCardinality(Nullable(String)),
  logger LowCardinality(Nullable(String)),
  handled Nullable(Bool),
  trace_id Nullable(String) codec(ZSTD(1)),
  tags String codec(ZSTD(1)),
  fingerprint LowCardinality(String),
  search_text Nullable(String) codec(ZSTD(3)),
  stack_files Nullable(String) codec(ZSTD(3)),
  stack_functions Nullable(String) codec(ZSTD(3)),
  identifiers String codec(ZSTD(1)),
  grouping String codec(ZSTD(1)),
  index by_position position type minmax granularity 1,
  index by_issue issue_id type bloom_filter(0.01) granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, received_at, spool_id, seq)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings enable_block_number_column = 1, enable_block_offset_column = 1, replicated_deduplication_window = 1000;

create table if not exists documents on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  position Int64 codec(Delta, ZSTD(1)),
  document String codec(ZSTD(3)),
  index by_position position type minmax granularity 16
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, received_at, spool_id, seq)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings index_granularity = 128, enable_block_number_column = 1, enable_block_offset_column = 1,
  replicated_deduplication_window = 1000;

create table if not exists event_ids on cluster all (
  project_id Int64,
  event_id String codec(ZSTD(1)),
  received_at Int64 codec(ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(ZSTD(1)),
  position Int64 codec(ZSTD(1)),
  index by_position position type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, event_id)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1,
  replicated_deduplication_window = 1000;

create table if not exists identifiers on cluster all (
  project_id Int64,
  kind LowCardinality(String),
  value String codec(ZSTD(1)),
  received_at Int64 codec(ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(ZSTD(1)),
  position Int64 codec(ZSTD(1)),
  event_id String codec(ZSTD(1)),
  index by_position position type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, kind, value, received_at, spool_id, seq)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1,
  replicated_deduplication_window = 1000;

create table if not exists sessions on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  started_at Int64 codec(Delta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  release LowCardinality(String),
  environment LowCardinality(Nullable(String)),
  session_key Nullable(Int64) codec(ZSTD(1)),
  user_key Nullable(Int64) codec(ZSTD(1)),
  status Int8,
  quantity Int64 codec(T64, ZSTD(1)),
  index by_position seq type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, started_at)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings enable_block_number_column = 1, enable_block_offset_column = 1, replicated_deduplication_window = 1000;

create table if not exists spans on cluster all (
  project_id Int64,
  trace_id UUID,
  span_id Int64 codec(ZSTD(1)),
  received_at Int64 codec(Delta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  place UInt32 codec(Delta, ZSTD(1)),
  parent_span_id Nullable(Int64) codec(ZSTD(1)),
  segment_id Nullable(Int64) codec(ZSTD(1)),
  is_segment Bool,
  started_us Int64 codec(Delta, ZSTD(1)),
  duration_us Int64 codec(T64, ZSTD(1)),
  op LowCardinality(String),
  name String codec(ZSTD(1)),
  status Int8,
  lcp Nullable(Float64) codec(ZSTD(1)),
  inp Nullable(Float64) codec(ZSTD(1)),
  cls Nullable(Float64) codec(ZSTD(1)),
  fcp Nullable(Float64) codec(ZSTD(1)),
  ttfb Nullable(Float64) codec(ZSTD(1)),
  details String codec(ZSTD(3)),
  index by_position seq type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, trace_id, span_id)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1,
  replicated_deduplication_window = 1000;

create table if not exists visits on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  trace_id UUID codec(ZSTD(1)),
  span_id Int64 codec(ZSTD(1)),
  parent_span_id Nullable(Int64) codec(ZSTD(1)),
  segment_id Nullable(Int64) codec(ZSTD(1)),
  is_segment Bool,
  started_us Int64 codec(Delta, ZSTD(1)),
  duration_us Int64 codec(T64, ZSTD(1)),
  op LowCardinality(String),
  name String codec(ZSTD(1)),
  status Int8,
  segment_name LowCardinality(Nullable(String)),
  route LowCardinality(Nullable(String)),
  path Nullable(String) codec(ZSTD(1)),
  release LowCardinality(Nullable(String)),
  environment LowCardinality(Nullable(String)),
  user_key Nullable(String) codec(ZSTD(1)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  sample_rate Nullable(Float64) codec(ZSTD(1)),
  lcp Nullable(Float64) codec(ZSTD(1)),
  inp Nullable(Float64) codec(ZSTD(1)),
  cls Nullable(Float64) codec(ZSTD(1)),
  fcp Nullable(Float64) codec(ZSTD(1)),
  ttfb Nullable(Float64) codec(ZSTD(1)),
  sent_route LowCardinality(Nullable(String)),
  sent_by_server Nullable(Bool),
  index by_position seq type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, received_at)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings enable_block_number_column = 1, enable_block_offset_column = 1, replicated_deduplication_window = 1000;

create table if not exists navigations on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  trace_id UUID codec(ZSTD(1)),
  span_id Int64 codec(ZSTD(1)),
  kind LowCardinality(String),
  from_route LowCardinality(Nullable(String)),
  from_path Nullable(String) codec(ZSTD(1)),
  to_route LowCardinality(Nullable(String)),
  to_path Nullable(String) codec(ZSTD(1)),
  served LowCardinality(Nullable(String)),
  wait_ms Nullable(Float64) codec(ZSTD(1)),
  prefetch LowCardinality(Nullable(String)),
  cache_state LowCardinality(Nullable(String)),
  failure LowCardinality(Nullable(String)),
  is_follow_up Bool,
  release LowCardinality(Nullable(String)),
  environment LowCardinality(Nullable(String)),
  user_key Nullable(String) codec(ZSTD(1)),
  sample_rate Nullable(Float64) codec(ZSTD(1)),
  started Nullable(Int64) codec(ZSTD(1)),
  used Nullable(Int64) codec(ZSTD(1)),
  unused Nullable(Int64) codec(ZSTD(1)),
  failed Nullable(Int64) codec(ZSTD(1)),
  unused_bytes Nullable(Int64) codec(ZSTD(1)),
  to_sent_route LowCardinality(Nullable(String)),
  sent_by_server Nullable(Bool),
  index by_position seq type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, received_at)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings enable_block_number_column = 1, enable_block_offset_column = 1, replicated_deduplication_window = 1000;

create table if not exists feedback on cluster all (
  project_id Int64,
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  feedback_id String,
  occurred_at Int64 codec(Delta, ZSTD(1)),
  message String codec(ZSTD(3)),
  name Nullable(String),
  email Nullable(String),
  url Nullable(String),
  event_id Nullable(String),
  replay_id Nullable(String),
  release LowCardinality(Nullable(String)),
  environment LowCardinality(Nullable(String)),
  index by_position seq type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, received_at)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings enable_block_number_column = 1, enable_block_offset_column = 1, replicated_deduplication_window = 1000;

create table if not exists raw_items on cluster all (
  project_id Int64,
  item_type LowCardinality(String),
  seq Int64 codec(Delta, ZSTD(1)),
  received_at Int64 codec(DoubleDelta, ZSTD(1)),
  spool_id LowCardinality(String),
  position Int64 codec(Delta, ZSTD(1)),
  meta String codec(ZSTD(3)),
  encoded String ephemeral,
  body String default base64Decode(encoded) codec(ZSTD(3)),
  index by_position position type minmax granularity 1
) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
order by (project_id, item_type, seq)
partition by toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))
settings index_granularity = 256, enable_block_number_column = 1, enable_block_offset_column = 1,
  replicated_deduplication_window = 1000;

create table if not exists positions on cluster all (
  spool_id String,
  position Int64,
  last_seq Int64
) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', position)
order by spool_id;

create table if not exists moves on cluster all (
  project_id Int64,
  fingerprint String,
  issue_id Int64,
  moved_to Int64,
  version Int64
) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)
order by (project_id, fingerprint, issue_id);

alter table visits on cluster all add column if not exists named_by_load Nullable(Bool);
