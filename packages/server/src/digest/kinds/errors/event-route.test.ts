import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readNextManifest } from '@hindcast/contract/routes/next-build.ts'
import type { JsonObject } from '#domain/json.ts'
import { createProjectRoutes, noRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'
import { digestError } from './digest.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../../fixtures/next')

const read = (name: string) => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as JsonObject
const recorded = (name: string) =>
  (read(`errors/${name}.json`)['items'] as Array<{ readonly payload: JsonObject }>)[0]!.payload

const manifest = readNextManifest(read('manifests/routes-manifest.json'))!

function routeOf(payload: JsonObject, routes: ProjectRoutes = noRoutes) {
  const row = digestError(payload, anErrorContext({ routes }))
  return 'route' in row ? row.route : row
}

const at = (path: string, more: JsonObject = {}) => ({
  message: 'broken',
  request: { url: `https://shop.example${path}?q=1` },
  ...more,
})

describe('the route of an error', () => {
  it('[RT16] is the same for the events of server and browser, whatever the SDK calls it', () => {
    expect(routeOf(recorded('0042-A-dyn-2-server-event'))).toBe('/err/dyn/[id]')
    expect(routeOf(recorded('0046-A-dyn-2-client-event'))).toBe('/err/dyn/[id]')
    expect(routeOf(recorded('0005-A-with-boundary-server-event'))).toBe('/err/with-boundary')
  })

  it('[RT16] is that of the manifest of its release, and of the newest where it has none', () => {
    const older = { ...manifest, patterns: ['/product/[sku]'] }
    const routes = createProjectRoutes({
      rules: [],
      manifests: [
        { release: 'shop@2', uploadedAt: 2, manifest },
        { release: 'shop@1', uploadedAt: 1, manifest: older },
      ],
      learned: [],
    })
    expect(routeOf(at('/vanity', { transaction: '/:locale', release: 'shop@2' }), routes)).toBe(
      '/product/[id]',
    )
    expect(routeOf(at('/product/7', { release: 'shop@1' }), routes)).toBe('/product/[sku]')
    expect(routeOf(at('/product/7', { release: 'shop@9' }), routes)).toBe('/product/[id]')
    expect(routeOf(at('/product/7'), routes)).toBe('/product/[id]')
  })

  it('[RT16] is none where nobody knows more than the address', () => {
    expect(routeOf(at('/product/7'))).toBeUndefined()
    expect(routeOf(at('/product/7', { transaction: '/product/7' }))).toBeUndefined()
    const url = { source: 'url' }
    expect(routeOf(at('/a', { transaction: '/a/:b', transaction_info: url }))).toBeUndefined()
    expect(routeOf(at('/a', { transaction: '/a', transaction_info: { source: 'route' } }))).toBe('/a')
  })
})
