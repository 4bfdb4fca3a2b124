import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { loadFreshEvents, type FreshEvent } from './harness/fresh-events.ts'
import { install, type Installation } from './harness/installation.ts'
import { send, type Answer } from './harness/send.ts'
import { openSmallVolume, type SmallVolume } from './harness/small-volume.ts'

const VOLUME_MB = 192

let volume: SmallVolume
let hindcast: Installation
let fresh: (eventId?: string) => FreshEvent
let acknowledged: string[]

beforeEach(async () => {
  volume = await openSmallVolume(VOLUME_MB)
  hindcast = await install({
    dataDir: join(volume.inside, 'data'),
    through: volume.through,
    env: { HINDCAST_SPOOL_RESERVE_MB: '16', HINDCAST_LOG: 'warn' },
  })
  fresh = await loadFreshEvents(hindcast)
  acknowledged = []
})
afterEach(async () => {
  const code = await hindcast?.server.stop()
  await volume?.close()
  expect(code).toBe(0)
})

async function post(event: FreshEvent): Promise<Answer> {
  const answer = await send(hindcast.origin, event)
  if (answer.status === 200) acknowledged.push(event.eventId)
  return answer
}

async function status(path: string): Promise<number> {
  return (await send(hindcast.origin, { method: 'GET', path })).status
}

async function expectRefusals(): Promise<void> {
  const refusal = await eventually('a refusal', async () => {
    const answer = await post(fresh())
    return answer.status === 200 ? undefined : answer
  })
  expect(refusal.status, refusal.body).toBe(503)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  expect(refusal.headers['access-control-allow-origin']).toBe('*')
  expect(JSON.parse(refusal.body)).toHaveProperty('detail')
  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  for (let i = 0; i < 50; i += 1) expect((await post(fresh())).status).toBe(503)
  expect(hindcast.server.running()).toBe(true)
}

async function expectRecovery(): Promise<void> {
  await eventually('accepting again', async () => ((await post(fresh())).status === 200 ? true : undefined))
  await eventually('being ready again', async () => ((await status('/readyz')) === 200 ? true : undefined))
  for (let i = 0; i < 20; i += 1) expect((await post(fresh())).status).toBe(200)
  // An event can be opened a moment before it is listed.
  const events = await eventually('every acknowledged event', async () => {
    const listed = await hindcast.api.allEvents()
    return listed.length < acknowledged.length ? undefined : listed
  })
  expect(events.length).toBe(acknowledged.length)
  expect(new Set(events.map((event) => event.eventId))).toEqual(new Set(acknowledged))
  expect(hindcast.server.running()).toBe(true)
}

it.each([
  ['nearly full', 8 * 1024 * 1024],
  ['full to the last byte', 0],
])(
  '[SP51] a disk that is %s refuses before acceptance and recovers when space returns',
  async (_how, leave) => {
    for (let i = 0; i < 20; i += 1) expect((await post(fresh())).status).toBe(200)
    const free = await volume.fill(leave)
    await expectRefusals()
    await free()
    await expectRecovery()
  },
)

it('[SP51] a disk that fills up under load loses no acknowledged data', async () => {
  const filling = new AbortController()
  const senders = Array.from({ length: 8 }, async () => {
    while (!filling.signal.aborted) expect([200, 503]).toContain((await post(fresh())).status)
  })
  const free = await volume.fill(0)
  filling.abort()
  await Promise.all(senders)
  await expectRefusals()
  await free()
  await expectRecovery()
})

it('[SP52] a data folder that turns read-only refuses what it cannot keep, and recovers', async () => {
  const data = join(volume.inside, 'data')
  for (let i = 0; i < 20; i += 1) expect((await post(fresh())).status).toBe(200)
  // Files that are open stay writable, as with any remount; whatever has to be created afterwards fails.
  await volume.sh(`mount --bind '${data}' '${data}' && mount -o remount,bind,ro '${data}'`)
  const refusal = await eventually('a refusal', async () => {
    const answer = await post(withAttachment(fresh(), 1024 * 1024))
    return answer.status === 200 ? undefined : answer
  })
  expect(refusal.status, refusal.body).toBe(503)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  expect(await status('/healthz')).toBe(200)
  expect(hindcast.server.running()).toBe(true)
  // Lazily: whoever reads a file through it would make it busy, and a file that is opened from now on is writable.
  await volume.sh(`umount --lazy '${data}'`)
  await expectRecovery()
})

it('[SP52] a server stops on a data folder that turned read-only, and a start there says what is wrong in one sentence', async () => {
  const data = join(volume.inside, 'data')
  for (let i = 0; i < 20; i += 1) expect((await post(fresh())).status).toBe(200)
  await volume.sh(`mount --bind '${data}' '${data}' && mount -o remount,bind,ro '${data}'`)
  expect(await hindcast.server.stop()).toBe(0)
  const failure = await hindcast.start().then(
    () => '',
    (error: Error) => error.message,
  )
  expect(failure).toMatch(/ended with 1/)
  expect(failure).toMatch(/read-only|cannot be written/i)
  expect(failure).not.toMatch(/^\s+at /m)
  await volume.sh(`umount '${data}'`)
  await hindcast.start()
  await expectRecovery()
})

/** Makes the log grow fast, so that it needs a new segment soon. */
function withAttachment(event: FreshEvent, bytes: number): FreshEvent {
  const attachment = [
    `\n{"type":"attachment","filename":"core.bin","length":${bytes}}\n`,
    Buffer.alloc(bytes, 'x'),
  ]
  return { ...event, body: Buffer.concat([event.body!, ...attachment.map((part) => Buffer.from(part))]) }
}
