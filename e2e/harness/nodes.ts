import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApi, type Api } from './api.ts'
import { openBucket } from './bucket.ts'
import { newDatabase } from './clickhouse-stores.ts'
import { openClickHouse } from './clickhouse.ts'
import { freePort } from './free-port.ts'
import { openLine, type Line } from './line.ts'
import { openPostgres, type TestPostgres } from './postgres.ts'
import { runInit, startServer, type Init, type Server, type ServerOptions } from './server.ts'
import { openSmallVolume, type SmallVolume } from './small-volume.ts'

export const STORES = ['postgres', 'clickhouse', 'bucket'] as const
export type StoreName = (typeof STORES)[number]

/** A server with a data folder and lines to the stores of its own, always at the same address. */
export interface TestNode {
  readonly name: string
  readonly origin: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly lines: Readonly<Record<StoreName, Line>>
  /** Where its data folder has a disk to itself. */
  readonly disk: SmallVolume | undefined
  readonly server: Server
  readonly api: Api
  start(more?: Readonly<Record<string, string>>): Promise<void>
}

/** Nodes that share a PostgreSQL, a ClickHouse and a bucket. */
export interface TestNodes {
  readonly nodes: readonly TestNode[]
  readonly init: Init
  readonly projectId: string
  readonly publicKey: string
  readonly postgres: Pick<TestPostgres, 'stop' | 'start'>
  /** Ends every connection from the side of the database, as its restart does. */
  endConnections(): Promise<void>
  close(): Promise<void>
}

/** The data folder of the last one lies on a disk of so many megabytes, where that is given. */
export async function openNodes(count: number, diskMb?: number): Promise<TestNodes> {
  const stores = await openStores()
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-nodes-'))
  const places: Place[] = []
  for (let index = 0; index < count; index += 1)
    places.push(await openPlace(stores, dir, `node-${index + 1}`, index === count - 1 ? diskMb : undefined))
  const init = await runInit(places[0]!.options)
  const nodes: TestNode[] = []
  for (const place of places) nodes.push(await startNode(place, init))
  const dsn = new URL(init.dsn)
  return {
    nodes,
    init,
    projectId: dsn.pathname.slice(1),
    publicKey: dsn.username,
    postgres: stores.postgres,
    async endConnections() {
      const own = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()'
      await stores.postgres.query(stores.database, `${own} and pid <> pg_backend_pid()`)
    },
    async close() {
      for (const { server, lines, disk } of nodes) {
        for (const line of Object.values(lines)) line.mend()
        await server.stop()
        for (const line of Object.values(lines)) await line.close()
        await disk?.close()
      }
      await stores.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function openStores() {
  const [postgres, clickhouse, bucket] = await Promise.all([openPostgres(), openClickHouse(), openBucket()])
  return {
    postgres,
    bucket,
    database: await postgres.create(),
    telemetry: clickhouse.urlOf(newDatabase()),
    async close() {
      await Promise.all([postgres.close(), clickhouse.close(), bucket.close()])
    },
  }
}

interface Place {
  readonly name: string
  readonly options: Required<Pick<ServerOptions, 'dataDir' | 'port' | 'env'>> & ServerOptions
  readonly lines: TestNode['lines']
  readonly disk: SmallVolume | undefined
}

/** As much as is left free on a small disk. */
const RESERVE_MB = '8'

async function openPlace(stores: Stores, dir: string, name: string, diskMb?: number): Promise<Place> {
  const disk = diskMb === undefined ? undefined : await openSmallVolume(diskMb)
  const bucket = new URL(stores.bucket.url)
  const endpoint = new URL(bucket.searchParams.get('endpoint')!)
  const postgres = await lineTo(stores.database)
  const clickhouse = await lineTo(stores.telemetry)
  const blobs = await lineTo(endpoint.href)
  bucket.searchParams.set('endpoint', blobs.url.replace(/\/$/, ''))
  const env = {
    ...stores.bucket.env,
    HINDCAST_DATABASE_URL: postgres.url,
    HINDCAST_CLICKHOUSE_URL: clickhouse.url,
    HINDCAST_BLOBS_URL: bucket.href,
    HINDCAST_SECRET: 'the same secret on all of the nodes',
    HINDCAST_LOG: 'warn',
    ...(disk && { HINDCAST_SPOOL_RESERVE_MB: RESERVE_MB }),
  }
  return {
    name,
    disk,
    options: {
      dataDir: join(disk?.inside ?? dir, name),
      port: await freePort(),
      env,
      ...(disk && { through: disk.through }),
    },
    lines: { postgres: postgres.line, clickhouse: clickhouse.line, bucket: blobs.line },
  }
}

async function lineTo(address: string): Promise<{ readonly line: Line; readonly url: string }> {
  const url = new URL(address)
  const line = await openLine(Number(url.port), url.hostname)
  url.host = `127.0.0.1:${line.port}`
  return { line, url: url.href }
}

async function startNode({ name, options, lines, disk }: Place, { token, project }: Init): Promise<TestNode> {
  let server = await startServer(options)
  return {
    name,
    lines,
    disk,
    origin: server.origin,
    dataDir: options.dataDir,
    env: options.env,
    api: openApi(server.origin, token, project),
    get server() {
      return server
    },
    async start(more = {}) {
      server = await startServer({ ...options, env: { ...options.env, ...more } })
    },
  }
}
