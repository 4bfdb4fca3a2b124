import { silentLog } from '#domain/testing.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { openSqliteRecords } from './sqlite.ts'

/** Brings every store of a folder to the schema of this version, and says so. */
const [dir = ''] = process.argv.slice(2)
process.stdout.write('begin\n')
const records = await openSqliteRecords({ file: `${dir}/records.sqlite`, log: silentLog })
process.stdout.write('records\n')
const telemetry = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
process.stdout.write('telemetry\n')
await telemetry.close()
await records.close()
