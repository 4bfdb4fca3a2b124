import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { isObject } from '#domain/json.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'
import { list, objectOr, text, values } from '#event/read.ts'
import { createBuildFolders } from './build-folders.ts'
import { digestError } from './digest.ts'
import { errorDigestsOf } from './error-digests.ts'
import { buildFolderIn, rawStacksOf } from './raw-stack.ts'

const FOLDER = new URL('../../../../../../fixtures/next/', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8')) as JsonObject

interface Recording {
  /** What pages and answers of actions said. */
  readonly shown: readonly string[]
  readonly events: readonly JsonObject[]
}
const recorded = (build: string) => read(`computed/${build}.json`) as unknown as Recording
const exceptionOf = (payload: JsonObject) => objectOr(values(payload['exception']).at(-1))
const mechanismOf = (payload: JsonObject) =>
  text(objectOr(exceptionOf(payload)['mechanism'])['type'])
    ?.split('.')
    .at(-1)

/** As they come, from the events that say where the build is on. */
function digested(events: readonly JsonObject[]) {
  const folders = createBuildFolders()
  return events.map((event) => {
    const row = digestError(event, anErrorContext({ folders }))
    if (!('tags' in row)) throw new Error('an event was dropped')
    const found = (row.identifiers ?? []).filter(({ kind }) => kind === 'digest').map(({ value }) => value)
    return { title: row.title, tags: Object.fromEntries(row.tags), found }
  })
}

describe('a digest that the event does not have', () => {
  it('[NX38] is computed for actions that the SDK wraps, once a log line has shown where the build is', () => {
    const { shown, events } = recorded('turbopack')
    expect(events.slice(1).map(errorDigestsOf)).toEqual(Array.from({ length: 8 }, () => []))
    for (const { title, found } of digested(events))
      expect(
        found.filter((digest) => shown.includes(digest)),
        title,
      ).toHaveLength(1)
  })

  it('[NX38] is computed for everything that the SDK wraps in a build with webpack', () => {
    const { shown, events } = recorded('webpack')
    const logged = events.filter((event) => mechanismOf(event) === 'on_request_error')
    const wrapped = events.filter((event) => !logged.includes(event))
    expect(wrapped.map(mechanismOf)).toEqual([
      'server_component',
      'server_component',
      'generation_function',
      'server_component',
      'server_component',
      'server_action',
      'server_action',
    ])
    expect(wrapped.flatMap(errorDigestsOf)).toEqual([])
    for (const { title, found } of digested([...logged, ...wrapped]).slice(logged.length))
      expect(
        found.filter((digest) => shown.includes(digest)),
        title,
      ).toHaveLength(1)
  })

  it('[NX39] is marked as computed, and named where only one is possible', () => {
    const { events } = recorded('turbopack')
    for (const { tags, found } of digested(events).slice(1)) {
      expect(tags['nextjs.digest_source']).toBe('computed')
      expect(tags['nextjs.digest']).toBe(found.length === 1 ? found[0] : undefined)
    }
    expect(digested(events)[0]!.tags).not.toHaveProperty('nextjs.digest_source')
  })

  it('[NX39] is not computed of an unknown build, of one of another release or project, or with a digest', () => {
    const [logged, wrapped] = recorded('turbopack').events as [JsonObject, JsonObject]
    const none = { tags: expect.not.objectContaining({ 'nextjs.digest_source': 'computed' }), found: [] }
    expect(digested([wrapped])).toMatchObject([none])
    expect(digested([{ ...logged, release: 'other' }, wrapped])[1]).toMatchObject(none)
    const folders = createBuildFolders()
    digestError(logged, anErrorContext({ folders, projectId: '2' }))
    const row = digestError(wrapped, anErrorContext({ folders }))
    expect(JSON.stringify(row)).not.toContain('computed')
    const tagged = { ...wrapped, tags: [['nextjs.digest', '42']] }
    expect(digested([logged, tagged])[1]).toMatchObject({ found: ['42'] })
  })

  it('[NX39] is not computed where Next.js reports the error itself: it has one then, or nobody is shown any', () => {
    const { events } = recorded('webpack')
    const own = events.filter((event) => mechanismOf(event) === 'on_request_error')
    const [first] = own.map((event) => ({ ...event, breadcrumbs: [] }))
    expect(digested([...own, first!]).at(-1)!.found).toEqual([])
  })
})

describe('the stack of frames', () => {
  it('[NX39] is not made of names that nobody would read', () => {
    const exceptionWith = (name: string): JsonObject => ({
      type: 'Error',
      value: 'gone',
      stacktrace: { frames: [{ function: name, filename: 'app:///page.js', lineno: 1, colno: 1 }] },
    })
    expect(rawStacksOf(exceptionWith('render'), '/srv/.next/')).toHaveLength(1)
    expect(rawStacksOf(exceptionWith('r'.repeat(65_536)), '/srv/.next/')).toEqual([])
  })

  const NAMES = [
    'errors/0005-A-with-boundary-server-event',
    'errors/0042-A-dyn-2-server-event',
    'errors/0051-A-ssr-client-server-event',
    'errors/0887-C-with-boundary-server-event',
    'problems/0024-A-suspense-server-event',
    'problems/0069-A-metadata-server-event',
    'problems/0143-A-action-form-server-event',
    'problems/0191-A-route-handler-server-event',
    'problems/0915-C-ssr-and-client-server-event',
  ]

  it.each(NAMES)('[NX38] is the one that Next.js logged: %s', (name) => {
    const { payload } = objectOr(list(read(`${name}.json`)['items'])[0]) as { readonly payload: JsonObject }
    const stacks = values(payload['breadcrumbs'])
      .flatMap((crumb) => list(objectOr(objectOr(crumb)['data'])['arguments']))
      .flatMap((argument) => (isObject(argument) ? (text(argument['stack']) ?? []) : []))
    const exception = exceptionOf(payload)
    const folder = buildFolderIn(exception, stacks.at(-1)!)
    expect(folder).toMatch(/^\/srv\/sites\/shop-01\/app16\/\.next(?:-C)?\/$/)
    expect(rawStacksOf(exception, folder!)).toContain(stacks.at(-1))
    expect(buildFolderIn(exception, stacks.at(-1)!.replace(':1:', ':2:'))).toBeUndefined()
  })
})
