import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '../packages/server/src/protocol/encode-envelope.ts'
import { makeBundle } from '../packages/server/src/protocol/testing/make-bundle.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openMemoryGroup, type MemoryGroup } from './harness/memory-group.ts'

const CHUNK_BYTES = 2 * 1024 * 1024

/** Each is within the limits of an upload, and takes gigabytes once it is decoded. */
const COSTLY: ReadonlyArray<readonly [what: string, map: () => string]> = [
  ['sixty million empty lines', () => aMap({ mappings: ';'.repeat(60_000_000) })],
  ['thirty million positions', () => aMap({ mappings: 'A,'.repeat(30_000_000) })],
  [
    'a section that begins at line 400 million',
    () => JSON.stringify({ version: 3, sections: [{ offset: { line: 4e8, column: 0 }, map: map() }] }),
  ],
  [
    'twenty million empty objects',
    () => aMap({ mappings: '', x_more: 'OBJECTS' }).replace('"OBJECTS"', `[${'{},'.repeat(20_000_000)}{}]`),
  ],
  [
    'a long root of many sources',
    () =>
      aMap({
        sourceRoot: 'r'.repeat(1_000_000),
        sources: Array<string>(100_000).fill('a'),
        mappings: 'AAAA',
      }),
  ],
]

/** So much that cannot be packed that the rest may be packed as well as it can. */
const PADDING = randomBytes(300_000).toString('base64')

function map(over: object = {}) {
  return { version: 3, sources: ['src/a.js'], names: [], mappings: 'AAAA', x_padding: PADDING, ...over }
}

function aMap(over: object): string {
  return JSON.stringify(map(over))
}

const debugIdOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const urlOf = (index: number) => `https://shop.example/costly-${index}.js`
const eventIdOf = (index: number) => String(index + 1).padStart(32, '0')

let group: MemoryGroup
let hindcast: Installation
beforeAll(async () => {
  group = await openMemoryGroup('costly-maps', 1024)
  hindcast = await install({ through: group.through })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await group.close()
})

async function upload(index: number, text: string): Promise<void> {
  const headers = { 'debug-id': debugIdOf(index) }
  const bundle = makeBundle([{ url: `~/costly-${index}.js.map`, type: 'source_map', headers, text }])
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bundle.length; at += CHUNK_BYTES) {
    chunks.push(new Uint8Array(bundle.subarray(at, at + CHUNK_BYTES)))
  }
  for (const chunk of chunks) {
    const form = new FormData()
    form.append('file', new Blob([chunk]), sha1(chunk))
    expect((await post('chunk-upload', form)).status).toBe(200)
  }
  const body = JSON.stringify({
    checksum: sha1(bundle),
    chunks: chunks.map(sha1),
    projects: [hindcast.init.project],
  })
  await eventually('the bundle', async () => {
    const { state, detail } = (await (await post('artifactbundle/assemble', body)).json()) as {
      readonly state: string
      readonly detail?: string
    }
    if (state === 'error') throw new Error(detail)
    return state === 'ok' ? true : undefined
  })
}

function post(path: string, body: FormData | string): Promise<Response> {
  const { origin, init } = hindcast
  return fetch(`${origin}/api/0/organizations/${init.org}/${path}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${init.token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  })
}

async function crash(index: number): Promise<void> {
  const frame = {
    abs_path: urlOf(index),
    filename: urlOf(index),
    function: 'a',
    lineno: 1,
    colno: 1,
    in_app: true,
  }
  const payload = {
    event_id: eventIdOf(index),
    exception: { values: [{ type: 'Error', value: `costly ${index}`, stacktrace: { frames: [frame] } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: urlOf(index), debug_id: debugIdOf(index) }] },
  }
  const body = new Uint8Array(encodeEnvelope({ event_id: eventIdOf(index) }, [{ type: 'event', payload }]))
  const { origin, projectId, publicKey } = hindcast
  const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
}

/** A busy thread may be late with its answer, and the frame is then shown as it was sent. */
const saidOf = (index: number) =>
  eventually(`what became of map ${index}`, async () => {
    const event = await hindcast.api.awaitEvent(eventIdOf(index))
    const map = event.exceptions[0]!.frames[0]!.map
    return map === null ? undefined : [map.state, map.codes.nearest?.code, map.codes.fix?.code]
  })

describe('maps made to be costly, on a machine with 1 GB', () => {
  it.each(COSTLY.map(([what, text], index) => [what, text, index] as const))(
    '[SM101] %s are refused before they are decoded, and the frame says why',
    async (_, text, index) => {
      await upload(index, text())
      await crash(index)
      expect(await saidOf(index)).toEqual(['broken_map', 'costly_map', 'upload_smaller_map'])
      expect(hindcast.server.running()).toBe(true)
      expect(hindcast.server.output()).not.toContain('the thread that opens source maps failed')
    },
  )

  it('[SM101] leave other maps readable, also after a restart', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    await hindcast.start()
    const other = COSTLY.length
    await upload(other, aMap({ mappings: 'AAAA' }))
    await crash(other)
    expect((await saidOf(other))[0]).toBe('mapped')
    expect((await saidOf(0))[0]).toBe('broken_map')
    expect(hindcast.server.output()).not.toContain('the thread that opens source maps failed')
  })
})
