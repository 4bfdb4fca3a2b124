import { silentLog } from '#domain/testing.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { SPACING, batchOf } from './testing.ts'

/** Appends, lets project 2 expire after every batch, which checkpoints the columns and vacuums the vault, and compacts. */
const [dir = ''] = process.argv.slice(2)
const store = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
for (;;) {
  const batch = batchOf((await store.watermark('spool')) / SPACING, 60)
  await store.append(batch)
  process.stdout.write(`${batch.to}\n`)
  await store.expire('2', Number.MAX_SAFE_INTEGER)
  while (await store.compact(Number.MAX_SAFE_INTEGER));
}
