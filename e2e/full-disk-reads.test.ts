import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'
import { openSmallVolume, type SmallVolume } from './harness/small-volume.ts'
import { sendFault } from './harness/stream.ts'

const DAY_MS = 86_400_000

let volume: SmallVolume
let hindcast: Installation

beforeEach(async () => {
  volume = await openSmallVolume(128)
  hindcast = await install({
    dataDir: join(volume.inside, 'data'),
    through: volume.through,
    env: { HINDCAST_SPOOL_RESERVE_MB: '8', HINDCAST_LOG: 'warn' },
  })
})
afterEach(async () => {
  await hindcast?.server.stop()
  await volume?.close()
})

async function signIn(): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: hindcast.origin }
  return fetch(`${hindcast.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(OWNER),
  })
}

/** As if token and session had not been used for days, so that both want to be written at their next use. */
async function makeOld(): Promise<void> {
  const inDays = new Date(Date.now() + 20 * DAY_MS).toISOString()
  // What the write-ahead log has room for already would be written without a byte of the disk.
  const script = `
    const records = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
    records.exec("update api_tokens set last_used_at = 1; update auth_session set expiresAt = '${inDays}'")
    records.exec('pragma wal_checkpoint(truncate)')
    records.close()`
  const [program, ...rest] = [...volume.through, process.execPath, '-e', script]
  const { code, stderr } = await run(program, [...rest, join(volume.inside, 'data', 'records.sqlite')])
  expect(code, stderr).toBe(0)
}

async function fillDisk(): Promise<void> {
  const file = await open(join(volume.outside, 'ballast'), 'w')
  for (const step of [1024 * 1024, 4096]) {
    for (;;) {
      const written = await file.write(Buffer.alloc(step)).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      )
      if (written < step) break
    }
  }
  await file.close()
  const { bavail } = await statfs(volume.outside)
  expect(bavail).toBe(0)
}

it('[OP78] reads work while the disk is full, with a token and with a session that both want to be written', async () => {
  const { eventId } = await sendFault(hindcast.dsn, 'Before')
  const [issue] = await hindcast.api.awaitIssues(1)
  const cookie = (await signIn()).headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  await makeOld()
  await fillDisk()
  expect(await hindcast.api.allIssues()).toHaveLength(1)
  expect(await hindcast.api.allEvents()).toHaveLength(1)
  expect((await hindcast.api.issue(issue!.id)).title).toBe(issue!.title)
  expect(await hindcast.api.event(eventId)).toBeDefined()
  const get = (path: string) => fetch(`${hindcast.origin}${path}`, { headers: { cookie } })
  const session = await get('/api/auth/get-session')
  expect(session.status).toBe(200)
  expect(await session.json()).toMatchObject({ user: { email: OWNER.email } })
  expect((await get('/api/v1/projects')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
  const refused = await signIn()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toHaveProperty('code')
  expect(hindcast.server.running()).toBe(true)
})
