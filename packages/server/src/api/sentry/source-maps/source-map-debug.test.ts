import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { JsonObject } from '#domain/json.ts'
import { DEBUG_ID, fixtureFiles, fixtureText, SCRIPT_URL } from '#symbols/testing/world.ts'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import { eventId } from '#api/testing/payloads.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'
import { scrapingOf } from './scraping.ts'
import { sdkSupport } from './sdk-support.ts'

const RELEASE = 'shop@1.4.2'
const EVENTS = '/projects/main/main-shop/events/'
const NAME = '~/dist/fx/app.UNMNSEFP.js'
let world: World
let ann: Tenant
let bob: Tenant
const ask = sentryAsker(() => world)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const recorded = JSON.parse((await fixtureText('event.03.event.bin')).split('\n')[2]!) as JsonObject
  const { debug_meta: _, ...withoutIds } = recorded
  await world.store(ann.project, [
    { ...recorded, event_id: eventId(1), release: RELEASE, dist: 'web' },
    { ...withoutIds, event_id: eventId(2), release: RELEASE, dist: 'web' },
    { ...withoutIds, event_id: eventId(3), release: undefined },
  ])
})
afterAll(() => world.close())

interface Debug {
  readonly exceptions: ReadonlyArray<{ readonly frames: ReadonlyArray<Record<string, unknown>> }>
  readonly errors: ReadonlyArray<{ readonly type: string; readonly message: string; readonly data: object }>
}
async function debug(event: number, query = ''): Promise<Debug> {
  const { status, body } = await ask(ann.token, `GET ${EVENTS}${eventId(event)}/source-map-debug/${query}`)
  expect(status).toBe(200)
  return body as Debug
}
const lastFrame = ({ exceptions }: Debug) => exceptions[0]!.frames.at(-1)!

let uploads = 0
async function upload(over: Partial<ArtifactFile>): Promise<void> {
  const checksum = String(++uploads).padStart(40, '0')
  const bundle = {
    checksum,
    projectIds: [ann.project.id],
    release: over.release,
    dist: over.dist,
    uploadedAt: uploads,
  }
  const files: ArtifactFile[] = []
  for (const { content, ...file } of await fixtureFiles()) {
    const bytes = Buffer.from(content)
    const blob = await world.blobs.put(bytes)
    const blank = {
      kind: 'source_map',
      debugId: undefined,
      release: undefined,
      dist: undefined,
      sourceMap: undefined,
    } as const
    const { id: projectId } = ann.project
    files.push({ ...blank, ...file, projectId, uploadedAt: uploads, blob, bytes: bytes.length, ...over })
  }
  await world.records.artifacts.addBundle(bundle, files)
}

describe('why a frame has no source map, under /api/0', () => {
  it('[AP152] says that nothing is there, and what to do', async () => {
    const answer = await debug(1)
    expect(answer).toMatchObject({
      release: RELEASE,
      dist: 'web',
      has_debug_ids: true,
      project_has_some_artifact_bundle: false,
      release_has_some_artifact: false,
      has_uploaded_some_artifact_with_a_debug_id: false,
      sdk_debug_id_support: 'full',
      min_debug_id_sdk_version: '7.56.0',
      has_scraping_data: false,
    })
    expect(lastFrame(answer)).toEqual({
      debug_id_process: {
        debug_id: DEBUG_ID,
        uploaded_source_file_with_correct_debug_id: false,
        uploaded_source_map_with_correct_debug_id: false,
      },
      release_process: {
        abs_path: SCRIPT_URL,
        matching_source_file_names: [SCRIPT_URL, NAME],
        matching_source_map_name: null,
        source_map_reference: null,
        source_file_lookup_result: 'unsuccessful',
        source_map_lookup_result: 'unsuccessful',
      },
      scraping_process: { source_file: null, source_map: null },
    })
    expect(answer.errors[0]).toMatchObject({
      type: 'no_file',
      message: expect.stringContaining('Upload the source maps') as string,
      data: { absPath: SCRIPT_URL, exception: 0, frame: 0, fix: 'upload_debug_id' },
    })
    const [one] = (await debug(1, '?exception_idx=0&frame_idx=1')).errors
    expect(one).toMatchObject({ data: { exception: 0, frame: 1 } })
  })

  it('[AP152] says that an event names neither a release nor a build', async () => {
    const answer = await debug(3)
    expect(answer).toMatchObject({ release: null, has_debug_ids: false })
    expect(lastFrame(answer)).toMatchObject({ debug_id_process: { debug_id: null }, release_process: null })
    expect(answer.errors[0]).toMatchObject({ type: 'no_debug_id', data: { fix: 'inject_debug_ids' } })
  })

  it('[AP152] tells another dist from a file that fits, and an ID that was uploaded', async () => {
    await upload({ debugId: undefined, release: RELEASE, dist: 'beta' })
    const other = await debug(2)
    expect(other).toMatchObject({ project_has_some_artifact_bundle: true, release_has_some_artifact: true })
    expect(lastFrame(other)).toMatchObject({
      release_process: { source_file_lookup_result: 'wrong-dist', source_map_lookup_result: 'wrong-dist' },
    })
    expect(other.errors[0]).toMatchObject({ data: { fix: 'use_one_dist', nearest: 'other_dist' } })

    await upload({ debugId: undefined, release: RELEASE, dist: 'web' })
    const fitting = await debug(2)
    expect(fitting.errors).toEqual([])
    expect(lastFrame(fitting)).toMatchObject({
      release_process: {
        matching_source_map_name: `${NAME}.map`,
        source_file_lookup_result: 'found',
        source_map_lookup_result: 'found',
      },
    })
    expect(fitting).toMatchObject({ has_uploaded_some_artifact_with_a_debug_id: false })

    await upload({ release: undefined, dist: undefined })
    const known = await debug(1)
    expect(known).toMatchObject({ has_uploaded_some_artifact_with_a_debug_id: true, errors: [] })
    expect(lastFrame(known)).toMatchObject({
      debug_id_process: {
        uploaded_source_file_with_correct_debug_id: true,
        uploaded_source_map_with_correct_debug_id: true,
      },
    })
    const full = `GET ${EVENTS}${eventId(1)}/source-map-debug-blue-thunder-edition/`
    expect((await ask(ann.token, full)).body).toEqual(known)
  })

  it.each([
    ['?frame_idx=1', 'one needs the other'],
    ['?exception_idx=0&frame_idx=99', 'no such frame'],
    ['?frame=1', 'frame: is not a parameter here'],
  ])('[AP152] refuses %s by name', async (query, name) => {
    const answer = await ask(ann.token, `GET ${EVENTS}${eventId(1)}/source-map-debug/${query}`)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(name) as string } })
  })

  it('[AP152] says nothing about events of others', async () => {
    expect((await ask(bob.token, `GET ${EVENTS}${eventId(1)}/source-map-debug/`)).status).toBe(404)
    const theirs = `GET /projects/other/other-shop/events/${eventId(1)}/source-map-debug/`
    expect((await ask(bob.token, theirs)).status).toBe(404)
  })

  it.each([
    [{ name: 'sentry.javascript.react', version: '7.55.9' }, 'needs-upgrade', '7.56.0'],
    [{ name: 'sentry.javascript.react', version: '10.0.0-beta.1' }, 'full', '7.56.0'],
    [{ name: 'sentry.javascript.nextjs', version: '7.120.0' }, 'needs-upgrade', '8.0.0'],
    [{ name: 'sentry.javascript.cordova', version: '9.0.0' }, 'not-supported', null],
    [{ name: 'my.sdk', version: undefined }, 'unofficial-sdk', null],
    [undefined, 'unofficial-sdk', null],
  ])('[AP152] knows whether %j sends debug IDs', (sdk, support, since) => {
    expect(sdkSupport(sdk)).toEqual({ support, since })
  })

  it('[AP152] says what became of fetching a map from where the script is served', () => {
    const map = { state: 'no_file', looked: [], nearest: undefined, fix: undefined } as const
    const url = 'https://shop.test/app.js'
    const success = { url, status: 'success' }
    const failed = (reason: string, details: string) => ({ url, status: 'failure', reason, details })
    const of = (fetch: Parameters<typeof scrapingOf>[1] & object) => Object.values(scrapingOf(url, fetch))
    expect(of({ ...map })).toEqual([null, null])
    expect(of({ ...map, fetch: 'waiting' })).toEqual([{ url, status: 'not_attempted' }, null])
    expect(of({ ...map, fetch: 'off' })).toEqual([failed('disabled', 'off'), null])
    expect(of({ ...map, fetch: 'timed_out' })).toEqual([failed('timeout', 'timed_out'), null])
    expect(of({ ...map, fetch: 'too_large' })).toEqual([failed('other', 'too_large'), null])
    expect(of({ ...map, fetch: 'not_a_map' })).toEqual([success, failed('other', 'not_a_map')])
    const looked = [{ by: 'fetch', value: `${url}.map`, dist: undefined, found: 'map' }] as const
    expect(of({ ...map, state: 'mapped', looked })).toEqual([
      success,
      { url: `${url}.map`, status: 'success' },
    ])
  })
})
