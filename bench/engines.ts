import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { openBucket } from '../e2e/harness/bucket.ts'
import { openClickHouseProcess, type ClickHouseProcess } from '../e2e/harness/clickhouse.ts'
import {
  openPostgresProcess,
  POSTGRES_ON_DISK,
  USER,
  type PostgresProcess,
} from '../e2e/harness/postgres-process.ts'
import { proportionalMb } from './children.ts'
import { childrenOf, processMs } from './process-cpu.ts'

/** Of the two servers, each with all of its processes. */
export interface EngineFigures {
  readonly postgres: number
  readonly clickhouse: number
}

/** The servers of the scaled form. Those that the environment names, as in the tests, cannot be looked into. */
export interface Engines {
  /** In a few words, for the table. */
  readonly name: string
  /** What a server has to be started with to have stores of its own, all empty. */
  freshEnv(): Promise<Record<string, string>>
  cpuMs(): EngineFigures
  residentMb(): EngineFigures
  close(): Promise<void>
}

/** On disks and synced, as the embedded stores are: those of the tests are in memory. */
export async function openEngines(): Promise<Engines> {
  const { HINDCAST_TEST_POSTGRES_URL: givenPostgres, HINDCAST_TEST_CLICKHOUSE_URL: givenClickHouse } =
    process.env
  await using opened = new AsyncDisposableStack()
  const postgres =
    givenPostgres === undefined
      ? opened.adopt(await openPostgresProcess(POSTGRES_ON_DISK), (server) => server.close())
      : undefined
  const clickhouse =
    givenClickHouse === undefined
      ? opened.adopt(await openClickHouseProcess(tmpdir()), (engine) => engine.close())
      : undefined
  // A run that fails half-way must not leave it behind.
  process.once('exit', () => postgres?.kill())
  const bucket = opened.adopt(await openBucket(), (one) => one.close())
  const databases = givenPostgres ?? `postgres://${USER}@127.0.0.1:${postgres!.port}/postgres`
  const telemetry = givenClickHouse ?? `http://default@127.0.0.1:${clickhouse!.port}`
  const all = opened.move()
  return {
    name: `${givenPostgres === undefined ? 'PostgreSQL' : 'a given PostgreSQL'}, ${
      givenClickHouse === undefined ? 'libchdb behind a front of one process' : 'a given ClickHouse'
    }, S3`,
    async freshEnv() {
      const name = `hindcast_${randomUUID().replaceAll('-', '')}`
      await createDatabase(databases, name)
      return {
        ...bucket.env,
        HINDCAST_BLOBS_URL: bucket.url,
        HINDCAST_DATABASE_URL: Object.assign(new URL(databases), { pathname: `/${name}` }).href,
        HINDCAST_CLICKHOUSE_URL: Object.assign(new URL(telemetry), { pathname: `/${name}` }).href,
      }
    },
    cpuMs: () => figuresOf(postgres, clickhouse, processMs),
    residentMb: () => figuresOf(postgres, clickhouse, proportionalMb),
    close: () => all.disposeAsync(),
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
  } finally {
    await client.end()
  }
}

const processesOf = (postgres: PostgresProcess | undefined): readonly number[] =>
  postgres === undefined ? [] : [postgres.pid(), ...childrenOf(postgres.pid())]

function figuresOf(
  postgres: PostgresProcess | undefined,
  clickhouse: ClickHouseProcess | undefined,
  of: (pid: number) => number,
): EngineFigures {
  return {
    postgres:
      postgres === undefined ? Number.NaN : processesOf(postgres).reduce((sum, pid) => sum + of(pid), 0),
    clickhouse: clickhouse === undefined ? Number.NaN : of(clickhouse.pid),
  }
}
