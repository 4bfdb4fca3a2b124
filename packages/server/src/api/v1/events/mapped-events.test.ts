import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { JsonObject } from '#domain/json.ts'
import { fixtureFiles, fixtureText } from '#symbols/testing/world.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let payload: JsonObject
let eventId: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  const [, , sent] = (await fixtureText('event.03.event.bin')).split('\n')
  const event = JSON.parse(sent!) as JsonObject
  const contexts = {
    react: { componentStack: '\n    at o (http://127.0.0.1:9200/dist/fx/app.UNMNSEFP.js:3:30)\n    at div' },
  }
  payload = { ...event, contexts }
  eventId = payload['event_id'] as string
  await world.store(ann.project, [payload])
})
afterAll(() => world.close())

async function get<T>(path: string): Promise<T> {
  const response = await world.app.request(path, { headers: bearer(ann.token) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function upload(): Promise<void> {
  const projectId = ann.project.id
  const files: ArtifactFile[] = []
  for (const { content, ...file } of await fixtureFiles()) {
    const bytes = Buffer.from(content)
    const blob = await world.blobs.put(bytes)
    files.push({ ...(file as ArtifactFile), projectId, blob, bytes: bytes.length, uploadedAt: 1 })
  }
  const bundle = {
    checksum: '0'.repeat(40),
    projectIds: [projectId],
    release: 'shop@1.4.2',
    dist: 'web-7',
    uploadedAt: 1,
  }
  await world.records.artifacts.addBundle(bundle, files)
}

interface SentryStack {
  readonly frames: ReadonlyArray<Record<string, unknown>>
}
const sentryException = async () => {
  const detail = await get<{
    entries: Array<{
      type: string
      data: { values: Array<{ stacktrace: SentryStack; rawStacktrace: SentryStack }> }
    }>
  }>(`/api/0/projects/main/main-shop/events/${eventId}/`)
  return detail.entries.find(({ type }) => type === 'exception')!.data.values[0]!
}

it('[SM33] leaves the files of other languages alone', async () => {
  const frame = {
    abs_path: '/srv/app/src/orders.rs',
    filename: 'orders.rs',
    function: 'pay',
    lineno: 7,
    colno: 3,
  }
  const event_id = 'e4'.repeat(16)
  const exception = { values: [{ type: 'panic', value: 'x', stacktrace: { frames: [frame] } }] }
  await world.store(ann.project, [{ event_id, platform: 'rust', release: 'shop@1.4.2', exception }])
  const { exceptions } = await get<EventView>(`/api/v1/projects/main-shop/events/${event_id}`)
  expect(exceptions[0]!.frames[0]!.map?.state ?? 'not_needed').toBe('not_needed')
})

describe('an event whose maps come after it', () => {
  it('[SM40] is shown as it was sent, with the reason on each frame, and mapped once they are there', async () => {
    const path = `/api/v1/projects/main-shop/events/${eventId}`
    const before = await get<EventView>(path)
    expect(before.exceptions[0]!.frames.map(({ original, map }) => [original, map!.state])).toEqual(
      Array.from({ length: 3 }, () => [null, 'no_file']),
    )
    expect((await sentryException()).rawStacktrace).toBeNull()
    const { fix, codes } = before.exceptions[0]!.frames[0]!.map!
    expect([fix, codes], '[AP67]').toEqual([
      expect.stringContaining('no file with that ID was uploaded'),
      { nearest: null, fix: { code: 'upload_debug_id' } },
    ])
    await upload()

    const after = await get<EventView>(path)
    const frames = after.exceptions[0]!.frames
    expect(frames.map(({ original }) => [original!.filename, original!.line, original!.function])).toEqual([
      ['fx/src/main.js', 3, 'onBuyClick'],
      ['fx/src/cart.js', 8, 'checkout'],
      ['fx/src/cart.js', 3, 'priceOf'],
    ])
    expect(frames[2]).toMatchObject({
      function: 'o',
      line: 3,
      column: 30,
      absPath: 'http://127.0.0.1:9200/dist/fx/app.UNMNSEFP.js',
      original: { contextLine: '  return item.price.amount * item.quantity;' },
      map: { state: 'mapped', fix: null },
    })
    expect(after.payload).toEqual(before.payload)
  })

  it('[SM39] shows the React components around it mapped too', async () => {
    const { componentStack } = await get<EventView>(`/api/v1/projects/main-shop/events/${eventId}`)
    expect(
      componentStack!.map((frame) => [frame.function, frame.original?.function, frame.map!.state]),
    ).toEqual([
      ['div', undefined, 'not_needed'],
      ['o', 'priceOf', 'mapped'],
    ])
  })

  it('[PL160] shows the stack of a thread mapped too, also to clients of Sentry', async () => {
    const { exception, ...rest } = payload
    const [{ stacktrace }] = (exception as { values: [{ stacktrace: JsonObject }] }).values
    const id = 'd'.repeat(32)
    const threads = [{ id: 7, name: 'worker', current: true, stacktrace }]
    await world.store(ann.project, [{ ...rest, event_id: id, message: 'cart is empty', threads }])
    const event = await get<EventView>(`/api/v1/projects/main-shop/events/${id}`)
    expect(event.exceptions).toEqual([])
    expect(event.threads).toMatchObject([{ id: '7', name: 'worker', crashed: false, current: true }])
    expect(event.threads[0]!.frames.map(({ original }) => original?.function)).toEqual([
      'onBuyClick',
      'checkout',
      'priceOf',
    ])
    expect(event.componentStack!.map(({ map }) => map!.state)).toEqual(['not_needed', 'mapped'])
    const detail = await get<{ entries: ReadonlyArray<{ type: string }> }>(
      `/api/0/projects/main/main-shop/events/${id}/`,
    )
    expect(detail.entries.find(({ type }) => type === 'threads')).toMatchObject({
      data: { values: [{ name: 'worker', stacktrace: { frames: [{}, { function: 'checkout' }, {}] } }] },
    })
  })

  it('[SM41] shows clients of Sentry the mapped stack, and the one that was sent beside it', async () => {
    const { stacktrace, rawStacktrace } = await sentryException()
    expect(stacktrace.frames[1]).toMatchObject({
      filename: 'fx/src/cart.js',
      absPath: '../../fx/src/cart.js',
      function: 'checkout',
      rawFunction: 'e',
      lineNo: 8,
      inApp: true,
    })
    const context = stacktrace.frames[1]!['context'] as Array<[number, string]>
    expect(context.find(([line]) => line === 8)).toEqual([8, '  return priceOf(first);'])
    expect(rawStacktrace.frames[1]).toMatchObject({ function: 'e', lineNo: 3, colNo: 140, rawFunction: null })
  })
})
