import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringEngines } from './client-packages.ts'
import { openLine, type Line } from './line.ts'

/** A ClickHouse behind a line that can be cut. */
export interface TestClickHouse extends Pick<Line, 'cut' | 'hangUp' | 'mend' | 'close'> {
  /** What `HINDCAST_CLICKHOUSE_URL` has to be for a database of this name. */
  urlOf(database: string): string
  /** A statement for the server itself. */
  run(statement: string): Promise<void>
}

/** That of `HINDCAST_TEST_CLICKHOUSE_URL`, http://USER:PASSWORD@HOST:PORT, where it is set. */
export async function openClickHouse(): Promise<TestClickHouse> {
  const given = process.env['HINDCAST_TEST_CLICKHOUSE_URL']
  if (given === undefined) return openOwn()
  const url = new URL(given)
  if (url.protocol !== 'http:') throw new Error('HINDCAST_TEST_CLICKHOUSE_URL has to be http://…')
  return behindLine(await openLine(Number(url.port || 8123), url.hostname), url)
}

const FRONT = fileURLToPath(new URL('./clickhouse-front.ts', import.meta.url))

/** In memory where there is such a folder: each test makes a database of its own. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The engine with a folder of its own, without a line. */
export interface ClickHouseProcess {
  readonly port: number
  readonly pid: number
  close(): Promise<void>
}

export async function openClickHouseProcess(parent = MEMORY): Promise<ClickHouseProcess> {
  await bringEngines(console.log)
  const dir = await mkdtemp(join(parent, 'hindcast-clickhouse-'))
  const front = fork(FRONT, [dir], { execArgv: [], env: { ...process.env, UV_THREADPOOL_SIZE: '8' } })
  const exited = once(front, 'exit')
  const [port] = (await Promise.race([once(front, 'message'), exited])) as [unknown]
  const ended = front.exitCode ?? front.signalCode
  if (ended !== null) throw new Error(`The engine of ClickHouse could not be started: ${ended}.`)
  return {
    port: port as number,
    pid: front.pid!,
    async close() {
      front.kill('SIGKILL')
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function openOwn(): Promise<TestClickHouse> {
  const engine = await openClickHouseProcess()
  const line = await openLine(engine.port, '127.0.0.1')
  return {
    ...behindLine(line, new URL('http://default@127.0.0.1')),
    async close() {
      await line.close()
      await engine.close()
    },
  }
}

function behindLine(line: Line, { username, password }: URL): TestClickHouse {
  return {
    ...line,
    urlOf(database) {
      const url = new URL(`http://127.0.0.1:${line.port}`)
      url.username = username
      url.password = password
      url.pathname = `/${database}`
      return url.href
    },
    async run(statement) {
      const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password }
      const address = `http://127.0.0.1:${line.port}`
      const answer = await fetch(address, { method: 'POST', headers, body: statement })
      if (!answer.ok) throw new Error(await answer.text())
    },
  }
}
