import { silentLog } from '#domain/testing.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { SPACING, batchOf } from './testing.ts'

/** Appends from the stored position on, in batches of any size, until it is killed. Prints what was acknowledged. */
const [dir = ''] = process.argv.slice(2)
const store = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
for (;;) {
  const first = (await store.watermark('spool')) / SPACING
  const batch = batchOf(first, 1 + Math.floor(Math.random() * 300))
  await store.append(batch)
  process.stdout.write(`${batch.to}\n`)
}
