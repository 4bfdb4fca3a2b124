import { randomBytes } from 'node:crypto'
import { silentLog } from '#domain/testing.ts'

import { anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { openRevivingColumns } from './reviving-columns.ts'

/** Runs under a limit on the size of files. Appends and checkpoints until DuckDB gives up, then asks again. */
const [file = '', tempDir = ''] = process.argv.slice(2)
const options = { file, tempDir, memoryLimitMb: 192, threads: 2, now: () => 0 }
const columns = await openRevivingColumns(options, silentLog)
let acknowledged = 0
let failure = ''
while (failure === '')
  try {
    const seq = acknowledged * 10
    const noise = () => randomBytes(3000).toString('base64')
    const rows = Array.from({ length: 10 }, (_, index) => anEvent({ seq: seq + index, value: noise() }))
    const last = anEvent({ seq: seq + 9, projectId: '2' })
    const placed = [...rows, last].map((row) => Object.assign(row, { position: row.seq }))
    await columns.append('spool', seq + 10, { events: placed })
    acknowledged += 1
    if (acknowledged % 10 === 0) await columns.expire('2', Number.MAX_SAFE_INTEGER, ['errors'])
  } catch (error) {
    failure = String(error)
  }
const position = await columns.watermark('spool')
const stored = (await columns.counts()).get('errors')
await columns.close().catch(() => undefined)
process.stdout.write(JSON.stringify({ failure, acknowledged: acknowledged * 10, position, stored }))
