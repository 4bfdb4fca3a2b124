import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readNextManifest } from '@hindcast/contract/routes/next-build.ts'
import type { JsonObject } from '#domain/json.ts'
import { createProjectRoutes, noRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { ServerAction } from '#domain/routes/server-action.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'
import { digestError } from './digest.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../../fixtures/next')

const read = (name: string) => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as JsonObject
const recorded = (name: string) =>
  (read(`problems/${name}.json`)['items'] as Array<{ readonly payload: JsonObject }>)[0]!.payload

const manifest = readNextManifest(read('manifests/routes-manifest.json'))!

/** As recorded: `next-action` of the form's event, and the id in the message of the page's. */
const FORM = '40b2da28eae71aa51dc7b78ce0f0b37e0738e5d33f'
const MISSING = '40361a7f701551db8ffc883a20a18842fb6b005b81'

const withActions = (...releases: ReadonlyArray<readonly [string, readonly ServerAction[]]>) =>
  createProjectRoutes({
    rules: [],
    manifests: releases.map(([release, actions], at) => ({
      release,
      uploadedAt: 9 - at,
      manifest: { ...manifest, actions },
    })),
    learned: [],
  })

const boom = (id: string, file = 'app/err/action/actions.ts') => ({ id, file, name: 'boom' })

function tagsOf(payload: JsonObject, routes: ProjectRoutes) {
  const row = digestError(payload, anErrorContext({ routes }))
  return 'tags' in row ? Object.fromEntries(row.tags) : row
}

describe('the name of a server action', () => {
  it('[NX21] is a tag of the event whose request called it, beside the tags that were sent', () => {
    const routes = withActions(['app16@1.0.0', [boom(FORM)]])
    expect(tagsOf(recorded('0143-A-action-form-server-event'), routes)).toMatchObject({
      turbopack: 'true',
      'nextjs.action': 'boom (app/err/action/actions.ts)',
    })
  })

  it('[NX21] is found by the id that the package for Next.js notes, where no headers are sent', () => {
    const { request: _, ...event } = recorded('0143-A-action-form-server-event')
    const contexts = { nextjs: { route_type: 'action', action_id: FORM } }
    const routes = withActions(['app16@1.0.0', [boom(FORM)]])
    expect(tagsOf({ ...event, contexts }, routes)).toMatchObject({
      'nextjs.action': 'boom (app/err/action/actions.ts)',
    })
  })

  it('[NX21] is a tag of the event of a page that calls an action which its server does not have', () => {
    const routes = withActions(['app16@1.0.0', [boom(MISSING)]])
    expect(tagsOf(recorded('1268-ST-action-skew-form-client-event'), routes)).toMatchObject({
      'nextjs.action': 'boom (app/err/action/actions.ts)',
    })
  })

  it('[NX21] is that of the release of the event', () => {
    const routes = withActions(
      ['app16@2.0.0', [boom(FORM, 'app/moved.ts')]],
      ['app16@1.0.0', [boom(FORM, 'app/first.ts')]],
    )
    const event = recorded('0143-A-action-form-server-event')
    expect(tagsOf(event, routes)).toMatchObject({ 'nextjs.action': 'boom (app/first.ts)' })
    expect(tagsOf({ ...event, release: 'app16@3.0.0' }, routes)).toMatchObject({
      'nextjs.action': 'boom (app/moved.ts)',
    })
  })

  it('[NX21] says where a function inside of a component stands', () => {
    const inline = { id: FORM, file: 'app/page.jsx', name: '$$RSC_SERVER_ACTION_2' }
    const routes = withActions(['app16@1.0.0', [inline]])
    expect(tagsOf(recorded('0143-A-action-form-server-event'), routes)).toMatchObject({
      'nextjs.action': 'inline action 2 (app/page.jsx)',
    })
  })

  it('[NX21] is added to tags that were sent as a list, and replaces none that was sent', () => {
    const routes = withActions(['app16@1.0.0', [boom(FORM)]])
    const event = { ...recorded('0143-A-action-form-server-event'), tags: [['a', 'b']] }
    expect(tagsOf(event, routes)).toMatchObject({ a: 'b', 'nextjs.action': expect.any(String) as string })
    expect(tagsOf({ ...event, tags: { 'nextjs.action': 'own' } }, routes)).toMatchObject({
      'nextjs.action': 'own',
    })
  })

  it.each([
    ['no table', noRoutes],
    ['an id that the table lacks', withActions(['app16@1.0.0', [boom('00')]])],
  ])('[NX21] is left out with %s', (_, routes) => {
    expect(tagsOf(recorded('0143-A-action-form-server-event'), routes)).not.toHaveProperty(['nextjs.action'])
  })
})
