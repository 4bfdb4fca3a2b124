// Fills the compile cache for a server: see compile-cache.js.
//
// The threads' modules are compiled like all others and then find no thread to talk to, which is fine: nothing of them
// has begun by then.
const ENTRIES = [
  '../src/app/cli/main.ts',
  '../src/app/server.ts',
  '../src/app/threads/digester-worker.ts',
  '../src/app/threads/grouping-worker.ts',
  '../src/app/threads/symbols-worker.ts',
  '../src/app/threads/telemetry-worker.ts',
  '../src/stores/records/sqlite/readers/reader-worker.ts',
  '../src/stores/records/sqlite/sqlite.ts',
  '../src/stores/telemetry/duckdb/telemetry-store.ts',
]
await Promise.allSettled(ENTRIES.map((entry) => import(new URL(entry, import.meta.url).href)))
process.exit(0)
