// Fills the compile cache for a server: see compile-cache.js.
//
// The threads' modules are compiled like all others and then find no thread to talk to, which is fine: nothing of them
// has begun by then.
const ENTRIES = [
  '../src/cli/main.ts',
  '../src/compose/server.ts',
  '../src/compose/digester-worker.ts',
  '../src/compose/symbols-worker.ts',
  '../src/spool/thread/spool-worker.ts',
]
await Promise.allSettled(ENTRIES.map((entry) => import(new URL(entry, import.meta.url).href)))
process.exit(0)
