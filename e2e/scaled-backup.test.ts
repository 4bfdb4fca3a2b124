import { cp, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBucket, type TestBucket } from './harness/bucket.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { sendEvent } from './harness/app.ts'
import { install, type Installation } from './harness/installation.ts'
import { countedEvents } from './harness/ledger.ts'
import { openApi } from './harness/api.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { RECORDED_ID, recordedCrash, uploadRecordedMap } from './harness/recorded-crash.ts'
import { run } from './harness/run.ts'
import { OWNER, startServer, type Server } from './harness/server.ts'

let postgres: TestPostgres
let clickhouse: TestClickHouse
let bucket: TestBucket
let hindcast: Installation
let env: Record<string, string>
const database = newDatabase()
beforeAll(async () => {
  ;[postgres, clickhouse, bucket] = await Promise.all([openPostgres(), openClickHouse(), openBucket()])
  env = {
    ...bucket.env,
    HINDCAST_DATABASE_URL: await postgres.create(),
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(database),
    HINDCAST_BLOBS_URL: bucket.url.replace('?', '/files?'),
  }
  hindcast = await install({ env })
})
afterAll(async () => {
  await hindcast?.close()
  await postgres?.close()
  await clickhouse?.close()
  await bucket?.close()
})

/** What ClickHouse calls a place in the bucket. */
function backupPlace(): string {
  const endpoint = new URL(bucket.url).searchParams.get('endpoint')!
  const name = new URL(bucket.url).hostname
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = bucket.env
  return `S3('${endpoint}/${name}/backups/telemetry', '${id}', '${key}')`
}

const idsOf = async ({ api }: Pick<Installation, 'api'>) =>
  (await api.allEvents()).map(({ eventId }) => eventId).toSorted()

/** The recipe of docs/scale.md. `create database … template` stands for `pg_dump`, which the engine from npm does not have. */
it('[OP249] the recipe for scaled stores brings back everything that was acknowledged, what waited in the spool among it', async () => {
  await uploadRecordedMap(hindcast)
  const { origin, projectId, publicKey, dataDir } = hindcast
  const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  expect((await fetch(address, { method: 'POST', body: await recordedCrash() })).status).toBe(200)
  const { exceptions } = await hindcast.api.awaitEvent(RECORDED_ID)
  expect(exceptions[0]!.frames.some(({ original }) => original !== null)).toBe(true)
  const stored = await idsOf(hindcast)
  clickhouse.cut()
  const { eventId: waiting } = await sendEvent(hindcast.dsn, { message: 'waits in the spool' })
  expect(await hindcast.server.stop()).toBe(0)
  clickhouse.mend()

  const dump = await postgres.create(env['HINDCAST_DATABASE_URL'])
  await clickhouse.run(`backup database ${database} to ${backupPlace()}`)
  const folder = `${dataDir}-copy`
  await cp(dataDir, folder, { recursive: true })

  await hindcast.start()
  const { eventId: later } = await sendEvent(hindcast.dsn, { message: 'after the backup' })
  await hindcast.api.awaitEvent(later)
  await hindcast.close()
  postgres.drop(env['HINDCAST_DATABASE_URL']!)
  await clickhouse.run(`drop database ${database} sync`)

  await clickhouse.run(`restore database ${database} from ${backupPlace()}`)
  const restoredEnv = { ...env, HINDCAST_DATABASE_URL: dump }
  const server: Server = await startServer({ dataDir: folder, env: restoredEnv })
  const api = openApi(server.origin, hindcast.init.token, hindcast.init.project)
  await api.awaitEvent(waiting)
  expect(await idsOf({ api })).toEqual([...stored, waiting].toSorted())
  expect((await api.event(RECORDED_ID))!.exceptions).toEqual(exceptions)
  expect(await countedEvents({ api })).toBe(stored.length + 1)
  const signedIn = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify(OWNER),
  })
  expect(signedIn.status).toBe(200)
  const doctor = await run(process.execPath, [HINDCAST, 'doctor', '--data', folder], {
    cwd: ROOT,
    env: restoredEnv,
  })
  expect(doctor.code, doctor.stdout).toBe(0)
  expect(await server.stop()).toBe(0)
  await rm(folder, { recursive: true })
})
