import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { openApi } from './harness/api.ts'
import { sendEvent } from './harness/app.ts'
import { openBucket, type TestBucket } from './harness/bucket.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { printedBy, runSentryCli } from './harness/sentry-cli.ts'
import { openRoundRobin, type RoundRobin } from './harness/round-robin.ts'
import { startTwoNodes, type TwoNodes } from './harness/two-nodes.ts'

/** Noise, which does not become smaller: a bundle of more chunks than one request has. */
const NOISE_BYTES = 1.5 * LIMITS.upload.chunksPerRequest * LIMITS.upload.chunkBytes

let postgres: TestPostgres
let clickhouse: TestClickHouse
let bucket: TestBucket
let proxy: RoundRobin
let nodes: TwoNodes
let home: string
beforeAll(async () => {
  ;[postgres, clickhouse, bucket] = await Promise.all([openPostgres(), openClickHouse(), openBucket()])
  proxy = await openRoundRobin()
  home = await mkdtemp(join(tmpdir(), 'hindcast-node-uploads-'))
  nodes = await startTwoNodes({
    ...bucket.env,
    HINDCAST_URL: proxy.origin,
    HINDCAST_DATABASE_URL: await postgres.create(),
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(newDatabase()),
    HINDCAST_BLOBS_URL: bucket.url.replace('?', '/node-uploads?'),
  })
  proxy.use([nodes.first.origin, nodes.second.origin])
})
afterAll(async () => {
  await nodes?.close()
  await proxy?.close()
  await Promise.all([postgres?.close(), clickhouse?.close(), bucket?.close()])
  await rm(home, { recursive: true, force: true })
})

/** A script with its map, which no other build has. */
async function build(name: string): Promise<{ readonly folder: string; readonly debugId: string }> {
  const folder = join(home, name)
  const debugId = crypto.randomUUID()
  const noise = randomBytes(NOISE_BYTES).toString('base64')
  const map = { version: 3, sources: ['src/cart.js'], names: [], mappings: 'AAAA', debugId }
  await mkdir(folder)
  await writeFile(join(folder, 'cart.js'), `a()\n//# debugId=${debugId}\n//# sourceMappingURL=cart.js.map\n`)
  await writeFile(
    join(folder, 'cart.js.map'),
    JSON.stringify({ ...map, sourcesContent: [`buy() // ${noise}`], debug_id: debugId }),
  )
  return { folder, debugId }
}

const upload = async (release: string, folder: string) =>
  printedBy(
    runSentryCli(3, { home, hindcast: { ...nodes.first, origin: proxy.origin } }, [
      'sourcemaps',
      'upload',
      '--release',
      release,
      '--wait',
      folder,
    ]),
    `the upload of ${release}`,
  )

/** What a node says of an error in the script of the build. */
async function firstFrame(origin: string, debugId: string): Promise<unknown> {
  const { init, projectId, publicKey } = nodes.first
  const dsn = Object.assign(new URL(`${origin}/${projectId}`), { username: publicKey }).href
  const url = 'https://shop.example/cart.js'
  const frame = { abs_path: url, filename: url, function: 'a', lineno: 1, colno: 1, in_app: true }
  const { eventId } = await sendEvent(dsn, {
    exception: { values: [{ type: 'Error', value: debugId, stacktrace: { frames: [frame] } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: url, debug_id: debugId }] },
  })
  const { exceptions } = await openApi(origin, init.token, init.project).awaitEvent(eventId)
  const { original, map } = exceptions[0]!.frames[0]!
  return [map?.state, original?.filename]
}

it('[OP256] an upload ends well though each of its requests reaches another node, and both nodes map with it', async () => {
  const { folder, debugId } = await build('shop@1')
  await upload('shop@1', folder)
  expect(proxy.requests.filter((request) => /POST \S+chunk-upload/.test(request)).length).toBeGreaterThan(1)
  for (const origin of [nodes.first.origin, nodes.second.origin])
    expect(await firstFrame(origin, debugId)).toEqual(['mapped', 'src/cart.js'])
})

it('[OP256] the same build may be uploaded to both nodes at the same time', async () => {
  const { folder, debugId } = await build('shop@2')
  await Promise.all([upload('shop@2', folder), upload('shop@2', folder)])
  expect(await firstFrame(nodes.second.origin, debugId)).toEqual(['mapped', 'src/cart.js'])
})

it('[OP256] no part of an upload is in the folder of a node', async () => {
  const folder = await readdir(nodes.first.dataDir)
  expect(folder).toContain('spool')
  expect(folder).not.toContain('uploads')
})
