import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchedMapId } from '#domain/source-maps/map-fetch.ts'
import type { Project, ProjectSettings } from '#domain/projects/project.ts'
import { createOutbound } from '#outbound/outbound.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import { openSymbolWorld, type SymbolWorld } from '#symbols/testing/world.ts'
import { createMapFetcher, type SeenScript } from './fetch-map.ts'
import { createUploads } from './uploads.ts'

const MAP = '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}'
const INLINE = `data:application/json;base64,${Buffer.from(MAP).toString('base64')}`
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const running = new AbortController().signal

let world: SymbolWorld
let folder: string
let pages: Record<string, string | ((response: ServerResponse) => void)>
let asked: string[]
let origin: string
let close: () => void

beforeEach(async () => {
  world = await openSymbolWorld()
  folder = await mkdtemp(join(tmpdir(), 'hindcast-fetch-'))
  pages = {}
  asked = []
  const listener: RequestListener = ({ url }, response) => {
    asked.push(url!)
    const page = pages[url!]
    if (typeof page === 'function') return page(response)
    return page === undefined ? response.writeHead(404).end('not here') : response.end(page)
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.close()
    server.closeAllConnections()
  }
})
afterEach(async () => {
  close()
  await world.close()
  await rm(folder, { recursive: true })
})

interface Change {
  readonly script?: Partial<SeenScript>
  readonly settings?: Partial<ProjectSettings>
  readonly allowedHosts?: readonly string[]
  readonly keptBytes?: number
}

async function fetchMap({ script, settings, allowedHosts = ['127.0.0.1'], keptBytes = 1e9 }: Change = {}) {
  const { records, blobs, projectId } = world
  const uploads = createUploads({
    chunks: await openFileChunkStore({ dir: join(folder, 'uploads'), now: () => 5 }),
    blobs,
    records,
    onStored: () => {},
    now: () => 5,
    log: silent,
    keptBytes,
  })
  const fetcher = createMapFetcher({ outbound: createOutbound({ allowedHosts }), uploads })
  const project = (await records.projects.byId(projectId))!
  const changed: Project = { ...project, settings: { ...project.settings, ...settings } }
  const seen = { url: `${origin}/js/app.js?v=1`, release: 'shop@1', debugId: undefined, ...script }
  return fetcher(changed, seen, running)
}

async function kept(
  { release }: { release: string | undefined } = { release: 'shop@1' },
): Promise<string | undefined> {
  const id = fetchedMapId(release, `${origin}/js/app.js?v=1`)
  const [file] = await world.records.artifacts.byDebugIds(world.projectId, [id])
  const bytes = file && (await world.blobs.get(file.blob))
  return bytes && Buffer.from(bytes).toString()
}

describe('fetching the map that a script names', () => {
  it('[SM71] reads where it is from the last comment and asks beside the script', async () => {
    pages['/js/app.js?v=1'] = 'a()\n//# sourceMappingURL=maps/app.js.map'
    pages['/js/maps/app.js.map'] = MAP
    expect(await fetchMap({ script: { url: `${origin}/js/app.js?v=1#x` } })).toBe('fetched')
    expect([await kept(), await kept({ release: undefined })]).toEqual([MAP, undefined])
    expect(asked).toEqual(['/js/app.js?v=1', '/js/maps/app.js.map'])
    const later = await fetchMap({ script: { release: undefined } })
    expect([later, await kept({ release: undefined })]).toEqual(['fetched', MAP])
  })

  it.each(['SourceMap', 'X-SourceMap'])('[SM71] prefers the header %s to the comment', async (name) => {
    pages['/js/app.js?v=1'] = (response) =>
      response.setHeader(name, '/right.map').end('a()\n//# sourceMappingURL=wrong.map')
    pages['/right.map'] = `)]}'\n${MAP}`
    expect(await fetchMap()).toBe('fetched')
    expect(await kept()).toContain(MAP)
  })

  it('[SM71] takes a map that is inside the script, and one beside where a redirect led', async () => {
    pages['/js/app.js?v=1'] = `a()\n//# sourceMappingURL=${INLINE}\n`
    expect([await fetchMap(), await kept(), asked.length]).toEqual(['fetched', MAP, 1])
    pages['/js/app.js?v=1'] = (response) => response.writeHead(302, { Location: '/cdn/app.js' }).end()
    pages['/cdn/app.js'] = 'a()\n//# sourceMappingURL=app.js.map'
    pages['/cdn/app.js.map'] = MAP
    expect(await fetchMap()).toBe('fetched')
  })

  it('[SM72] says why there is none', async () => {
    expect(await fetchMap()).toBe('not_found')
    pages['/js/app.js?v=1'] = 'a()'
    expect(await fetchMap()).toBe('no_reference')
    pages['/js/app.js?v=1'] = 'a()\n//# sourceMappingURL=app.js.map'
    expect(await fetchMap()).toBe('not_found')
    pages['/js/app.js.map'] = '<!doctype html><title>Shop</title>"mappings"'
    expect(await fetchMap()).toBe('not_a_map')
    pages['/js/app.js.map'] = '{"name":"no map"}'
    expect(await fetchMap()).toBe('not_a_map')
    pages['/js/app.js.map'] = (response) => response.writeHead(200, { 'Content-Length': 1e12 }).flushHeaders()
    expect(await fetchMap()).toBe('too_large')
    pages['/js/app.js.map'] = (response) => response.destroy()
    expect(await fetchMap()).toBe('unreachable')
    pages['/js/app.js.map'] = MAP
    expect(await fetchMap({ keptBytes: 10 })).toBe('no_space')
    expect(await kept()).toBeUndefined()
  })

  it('[SM72] takes no map of another build, where both say who they are', async () => {
    const [own, other] = ['243d5770-1969-53a8-9e54-9cdaf7e01321', '3981be22-0000-4000-8000-00000000000a']
    pages['/js/app.js?v=1'] = `a()\n//# sourceMappingURL=app.js.map\n//# debugId=${other}`
    pages['/js/app.js.map'] = MAP
    expect(await fetchMap({ script: { debugId: own } })).toBe('other_build')
    expect(await fetchMap({ script: { debugId: other } })).toBe('fetched')
    expect(await fetchMap()).toBe('fetched')
  })

  it('[SM73] fetches only from the project’s allowed origins, if there are any', async () => {
    pages['/js/app.js?v=1'] = `a()\n//# sourceMappingURL=${INLINE}`
    expect(await fetchMap({ settings: { allowedOrigins: ['https://shop.example'] } })).toBe('not_own')
    expect(asked).toEqual([])
    expect(await fetchMap({ settings: { allowedOrigins: [origin] } })).toBe('fetched')
    expect(await fetchMap({ settings: { allowedOrigins: ['*'] } })).toBe('fetched')
    expect(await fetchMap({ script: { url: 'file:///etc/passwd' } })).toBe('not_own')
  })

  it('[SM73] asks no inner address, neither for the script nor for the map, even by redirect', async () => {
    expect(await fetchMap({ allowedHosts: [] })).toBe('address_refused')
    expect(asked).toEqual([])
    pages['/js/app.js?v=1'] = 'a()\n//# sourceMappingURL=http://169.254.169.254/latest/meta-data'
    expect(await fetchMap()).toBe('address_refused')
    pages['/js/app.js?v=1'] = (response) => response.writeHead(302, { Location: 'http://[::1]/' }).end()
    expect(await fetchMap()).toBe('address_refused')
  })
})
